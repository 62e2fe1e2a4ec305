/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the user adds to transcripts, and what becomes of it. */
#include <glib/gstdio.h>
#include <string.h>

#include "store-test.h"
#include "trs-store-accounts.h"
#include "trs-store-annotations.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-utils.h"

static const TrsAnnotation some[] = {
  { .kind = TRS_ANNOTATION_NAME, .number = 3, .text = (char *) "Anna “Á” Berg" },
  { .kind = TRS_ANNOTATION_MERGE, .number = 4, .other = 3 },
  { .kind = TRS_ANNOTATION_NAME, .number = 1, .text = (char *) "Jonas" },
  { .kind = TRS_ANNOTATION_SPEAKER, .number = 4294967295, .start = { 7, 0 }, .words = (char *) "Yes.", .at = 5 },
  { .kind = TRS_ANNOTATION_CHECKED, .start = { 8, 0 }, .words = (char *) "No.", .at = 6 },
  { .kind = TRS_ANNOTATION_HIGHLIGHT, .number = TRS_HIGHLIGHT_BLUE, .start = { 1, 2 }, .end = { 2, 9 },
    .words = (char *) "a\n\nb", .text = (char *) "ask", .at = 7 },
};

static gboolean
edit (StoreTest       *test,
      gint64           account,
      const char      *id,
      TrsAnnotations  *added,
      TrsAnnotations  *removed,
      GError         **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_annotations_edit_async (test->store, account, id, added, removed, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_annotations_edit_finish (test->store, result, error);
}

static void
keep (StoreTest            *test,
      gint64                account,
      const char           *id,
      const TrsAnnotation  *annotations,
      guint                 n_annotations,
      GError              **error)
{
  g_autoptr (TrsAnnotations) kept = trs_annotations_new ();

  for (guint i = 0; i < n_annotations; i++)
    g_ptr_array_add (kept, trs_annotation_copy (&annotations[i]));
  g_assert_true (edit (test, account, id, kept, NULL, error) == (error == NULL || *error == NULL));
}

static void
keep_name (StoreTest  *test,
           gint64      account,
           const char *id,
           guint       number,
           const char *name)
{
  const TrsAnnotation annotation = { .kind = TRS_ANNOTATION_NAME, .number = number, .text = (char *) name };
  GError *error = NULL;

  keep (test, account, id, &annotation, 1, &error);
  g_assert_no_error (error);
}

static void
keep_some (StoreTest  *test,
           gint64      account,
           const char *id)
{
  GError *error = NULL;

  keep (test, account, id, some, G_N_ELEMENTS (some), &error);
  g_assert_no_error (error);
}

static GPtrArray *
read_all (StoreTest  *test,
          gint64      account,
          const char *id)
{
  g_autoptr (GAsyncResult) result = NULL;
  GError *error = NULL;
  GPtrArray *items;

  trs_store_annotations_read_async (test->store, account, id, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  items = trs_store_annotations_read_finish (test->store, result, &error);
  g_assert_no_error (error);
  return items;
}

static void
assert_count (StoreTest  *test,
              gint64      account,
              const char *id,
              guint       expected)
{
  g_autoptr (GPtrArray) items = read_all (test, account, id);

  g_assert_cmpuint (items->len, ==, expected);
}

/* Each of them as it was, and in the order in which they were made. */
static void
assert_some (StoreTest  *test,
             gint64      account,
             const char *id)
{
  g_autoptr (GPtrArray) items = read_all (test, account, id);

  g_assert_cmpuint (items->len, ==, G_N_ELEMENTS (some));
  for (guint i = 0; i < items->len; i++)
    {
      const TrsAnnotation *item = g_ptr_array_index (items, i);

      g_assert_cmpint (item->kind, ==, some[i].kind);
      g_assert_cmpuint (item->number, ==, some[i].number);
      g_assert_cmpuint (item->other, ==, some[i].other);
      g_assert_cmpuint (item->start.paragraph, ==, some[i].start.paragraph);
      g_assert_cmpuint (item->start.byte, ==, some[i].start.byte);
      g_assert_cmpuint (item->end.paragraph, ==, some[i].end.paragraph);
      g_assert_cmpuint (item->end.byte, ==, some[i].end.byte);
      g_assert_cmpstr (item->words, ==, some[i].words);
      g_assert_cmpstr (item->text, ==, some[i].text);
      g_assert_cmpint (item->at, ==, some[i].at);
    }
}

static void
add (StoreTest  *test,
     gint64      account,
     const char *id)
{
  g_autoptr (TrsProject) project = store_test_make_project (id, 1000);

  store_test_save_project (test, account, project);
  store_test_save_text (test, account, id, "Some words", "Some words");
}

static void
remove_some (StoreTest  *test,
             gint64      account,
             const char *id)
{
  g_autoptr (TrsAnnotations) removed = trs_annotations_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (some); i++)
    g_ptr_array_add (removed, trs_annotation_copy (&some[i]));
  g_assert_true (edit (test, account, id, NULL, removed, NULL));
}

static void
test_save (StoreTest     *test,
           gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GError) error = NULL;

  add (test, account, "a");
  add (test, account, "b");
  assert_count (test, account, "a", 0);
  keep_some (test, account, "a");
  assert_some (test, account, "a");
  assert_count (test, account, "b", 0);
  store_test_reopen (test);
  account = store_test_open_account (test, NULL);
  assert_some (test, account, "a");

  /* An edit takes the place of what is about the same, and leaves the others alone. */
  keep_name (test, account, "a", some[0].number, "Another name");
  assert_count (test, account, "a", G_N_ELEMENTS (some));
  keep (test, account, "a", NULL, 0, &error);
  g_assert_no_error (error);
  assert_count (test, account, "a", G_N_ELEMENTS (some));
  /* What was changed meanwhile is not what is to be removed. */
  remove_some (test, account, "a");
  assert_count (test, account, "a", 1);

  keep (test, account, "unknown", some, 1, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* A new download, and the choice of another version, change the text only. */
static void
test_other_text (StoreTest     *test,
                 gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) chosen = NULL;

  add (test, account, "a");
  keep_some (test, account, "a");
  store_test_save_text (test, account, "a", "Some other words", "Some other words");
  assert_some (test, account, "a");

  trs_store_texts_list_versions_async (test->store, account, "a", NULL, trs_test_store_result, &listed);
  trs_test_wait_result (listed);
  versions = trs_store_texts_list_versions_finish (test->store, listed, NULL);
  g_assert_cmpuint (versions->len, ==, 2);
  trs_store_texts_choose_version_async (test->store, account, "a", trs_text_versions_find (versions, FALSE)->number,
                                        NULL, trs_test_store_result, &chosen);
  trs_test_wait_result (chosen);
  g_assert_true (trs_store_texts_choose_version_finish (test->store, chosen, NULL));
  assert_some (test, account, "a");
}

static void
test_removal (StoreTest     *test,
              gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);

  add (test, account, "a");
  add (test, account, "b");
  keep_some (test, account, "a");
  keep_name (test, account, "b", 1, "Stays");
  store_test_remove_project (test, account, "a");
  assert_count (test, account, "a", 0);
  assert_count (test, account, "b", 1);

  g_assert_true (store_test_put_back (test));
  assert_some (test, account, "a");

  /* What was added since then is not written over. */
  store_test_remove_project (test, account, "a");
  keep_name (test, account, "a", 1, "Since then");
  g_assert_true (store_test_put_back (test));
  assert_count (test, account, "a", 1);
}

static void
assert_names (StoreTest  *test,
              gint64      account,
              guint       limit,
              const char *expected)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GString) string = g_string_new (NULL);

  trs_store_annotations_list_names_async (test->store, account, limit, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  names = trs_store_annotations_list_names_finish (test->store, result, NULL);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (string, "%s%s", i > 0 ? " " : "", (char *) g_ptr_array_index (names, i));
  g_assert_cmpstr (string->str, ==, expected);
}

/* Of this account alone, each once, the last one first. */
static void
test_names (StoreTest     *test,
            gconstpointer  data)
{
  static const char * const other[] = { "z", NULL };
  gint64 account = store_test_open_account (test, NULL);
  gint64 second;

  add (test, account, "a");
  add (test, account, "b");
  add (test, account, "c");
  assert_names (test, account, 9, "");
  keep_name (test, account, "a", 1, "Anna");
  keep_name (test, account, "b", 2, "Bo");
  keep_name (test, account, "c", 7, "Anna");
  second = store_test_open_account (test, other);
  add (test, second, "z");
  keep_name (test, second, "z", 1, "Secret");
  assert_names (test, account, 9, "Anna Bo");
  assert_names (test, account, 1, "Anna");
  assert_names (test, second, 9, "Secret");
  keep_name (test, account, "b", 2, "Bo");
  assert_names (test, account, 9, "Bo Anna");
}

/* What was added while no file could be used comes to what the file has, and does not replace it. */
static void
test_memory (StoreTest     *test,
             gconstpointer  data)
{
  static const char * const ids[] = { "a", "b", NULL };
  const TrsAnnotation meanwhile[] = {
    { .kind = TRS_ANNOTATION_NAME, .number = 3, .text = (char *) "Another name" },
    { .kind = TRS_ANNOTATION_NAME, .number = 9, .text = (char *) "New" },
  };
  gint64 account = store_test_open_account (test, NULL);
  g_autofree char *away = g_strconcat (test->path, ".away", NULL);
  g_autofree char *names = NULL;

  add (test, account, "a");
  keep_some (test, account, "a");
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  g_assert_cmpint (g_rename (test->path, away), ==, 0);
  g_assert_cmpint (g_mkdir (test->path, 0700), ==, 0);
  store_test_reopen (test);
  account = store_test_open_account (test, NULL);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_MEMORY);
  add (test, account, "a");
  add (test, account, "b");
  keep (test, account, "a", meanwhile, G_N_ELEMENTS (meanwhile), NULL);
  keep_some (test, account, "b");

  g_assert_cmpint (g_remove (test->path), ==, 0);
  g_assert_cmpint (g_rename (away, test->path), ==, 0);
  trs_store_try_again (test->store);
  account = store_test_open_account (test, ids);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_FILE);
  assert_count (test, account, "a", G_N_ELEMENTS (some) + 1);
  assert_some (test, account, "b");
  names = store_test_read_sql (test, "SELECT group_concat (annotation.text, '/') FROM annotation JOIN project "
                                     "ON project = row WHERE id = 'a' AND kind = 1");
  g_assert_cmpstr (names, ==, "Anna “Á” Berg/Jonas/New");
}

/* Files of before: one of 0.1.0, and one of the schema before this one. */
static void
test_migration (StoreTest     *test,
                gconstpointer  data)
{
  gint64 account;

  if (data != NULL)
    {
      store_test_write_schema (test, data);
    }
  else
    {
      /* The eighth schema had no annotations, and no place of the reader. */
      store_test_write_schema (test, "schema-9.sql");
      store_test_exec (test, "DROP TABLE annotation; ALTER TABLE project DROP COLUMN place;"
                             "ALTER TABLE project DROP COLUMN caret;"
                             "UPDATE project SET id = 'b' WHERE id = 'second-1';"
                             "PRAGMA user_version = 8");
    }
  account = store_test_open_account (test, NULL);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
  assert_count (test, account, "b", 0);
  keep_some (test, account, "b");
  store_test_reopen (test);
  assert_some (test, store_test_open_account (test, NULL), "b");
}

/* The texts are damaged: the file is given up, and what was added comes out of it. */
static void
test_salvage (StoreTest     *test,
              gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autofree char *content = NULL;
  char *place;
  gsize length;

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%02u", i);
      g_autoptr (TrsProject) project = store_test_make_project (id, 100 + i);
      g_autoptr (GString) text = g_string_new ("needle");

      for (guint j = 0; j < 2000; j++)
        g_string_append_printf (text, " word%u", (i * 131 + j * 17) % 5000);
      store_test_save_project (test, account, project);
      store_test_save_text (test, account, id, text->str, text->str);
      keep_some (test, account, id);
    }
  store_test_reopen (test);
  store_test_exec (test, "INSERT INTO text_index (text_index) VALUES ('delete-all'); PRAGMA wal_checkpoint (TRUNCATE)");
  g_assert_true (g_file_get_contents (test->path, &content, &length, NULL));
  place = memmem (content, length, "needle word", 11);
  g_assert_nonnull (place);
  memset (content + (place - content) / 4096 * 4096, 0xa5, 4096);
  store_test_write_file (test->path, content, length);

  {
    g_autoptr (GAsyncResult) result = NULL;

    trs_store_accounts_list_async (test->store, NULL, trs_test_store_result, &result);
    trs_test_wait_result (result);
    g_clear_pointer (&(GPtrArray *) { trs_store_accounts_list_finish (test->store, result, NULL) }, g_ptr_array_unref);
  }
  {
    g_autoptr (GAsyncResult) result = NULL;

    trs_store_check_async (test->store, NULL, trs_test_store_result, &result);
    trs_test_wait_result (result);
    g_assert_true (trs_store_check_finish (test->store, result, NULL));
  }
  account = store_test_open_account (test, NULL);
  g_assert_cmpuint (test->n_moved_aside, ==, 1);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%02u", i);

      assert_some (test, account, id);
    }
}

#define ADD(path, data, function) \
  g_test_add ("/store/annotations/" path, StoreTest, data, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("save", NULL, test_save);
  ADD ("other-text", NULL, test_other_text);
  ADD ("removal", NULL, test_removal);
  ADD ("names", NULL, test_names);
  ADD ("memory", NULL, test_memory);
  ADD ("migration/of-0.1.0", "schema-7.sql", test_migration);
  ADD ("migration/of-8", NULL, test_migration);
  ADD ("salvage", NULL, test_salvage);
  return g_test_run ();
}
