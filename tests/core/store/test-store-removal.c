/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-submissions.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-utils.h"

static void
put (StoreTest  *test,
     gint64      account,
     const char *id,
     const char *text)
{
  g_autoptr (TrsProject) project = store_test_make_project (id, 1000);
  g_autoptr (GAsyncResult) own = NULL;

  store_test_save_project (test, account, project);
  store_test_save_text (test, account, id, text, text);
  trs_store_projects_set_own_async (test->store, account, id, "Mine", "A note", NULL, trs_test_store_result, &own);
  trs_test_wait_result (own);
}

static guint
count_without_text (StoreTest *test,
                    gint64     account)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) projects = NULL;

  trs_store_projects_list_without_text_async (test->store, account, 0, 100, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  projects = trs_store_projects_list_without_text_finish (test->store, result, NULL);
  return projects->len;
}

static gboolean
has_text (StoreTest  *test,
          gint64      account,
          const char *id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;

  trs_store_texts_load_async (test->store, account, id, 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  transcript = trs_store_texts_load_finish (test->store, result, NULL);
  return transcript != NULL;
}

static gboolean
stands_in_file (StoreTest  *test,
                const char *word)
{
  static const char *const suffixes[] = { "", "-wal" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strconcat (test->path, suffixes[i], NULL);
      g_autofree char *content = NULL;
      gsize length;

      if (g_file_get_contents (path, &content, &length, NULL) && memmem (content, length, word, strlen (word)) != NULL)
        return TRUE;
    }
  return FALSE;
}

static TrsLoss *
count_loss (StoreTest          *test,
            gint64              account,
            const char * const *ids,
            gboolean            texts_too)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsLoss *loss;

  trs_store_projects_count_loss_async (test->store, account, ids, texts_too, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  loss = trs_store_projects_count_loss_finish (test->store, result, &error);
  g_assert_no_error (error);
  return loss;
}

/* What goes for good is counted as it is, and nothing that can be downloaded again. */
static void
test_loss (StoreTest     *test,
           gconstpointer  data)
{
  static const char *const plain[] = { "0b5c7f9e-12ab-4cde-8f01-23456789abce", NULL };
  static const char *const all[] = { "0b5c7f9e-12ab-4cde-8f01-23456789abcd", "0b5c7f9e-12ab-4cde-8f01-23456789abce",
                                     "old-project-3", NULL };
  g_autofree TrsLoss *none = NULL;
  g_autofree TrsLoss *local = NULL;
  g_autofree TrsLoss *loss = NULL;
  const TrsLoss nothing = { 0 };
  const TrsLoss expected = { .n_versions = 1, .n_titles = 1, .n_notes = 1, .n_highlights = 1, .n_checks = 1,
                             .n_names = 2, .n_speakers = 1 };
  gint64 account;

  store_test_write_schema (test, "schema-14.sql");
  store_test_exec (test, "INSERT INTO annotation (project, kind, number, other, from_paragraph, from_byte, "
                         "to_paragraph, to_byte, at) VALUES (1766000000, 3, 2, 0, 1, 0, 0, 0, 1)");
  account = store_test_open_account (test, (const char *[]) { "old-project-3", NULL });
  none = count_loss (test, account, plain, FALSE);
  g_assert_cmpmem (none, sizeof *none, &nothing, sizeof nothing);
  local = count_loss (test, account, plain, TRUE);
  g_assert_cmpuint (local->n_texts, ==, 1);
  loss = count_loss (test, account, all, FALSE);
  g_assert_cmpmem (loss, sizeof *loss, &expected, sizeof expected);

  /* The service has it no longer. */
  store_test_exec (test, "UPDATE project SET missing = 7 WHERE row = 1766000100");
  g_free (none);
  none = count_loss (test, account, plain, FALSE);
  g_assert_cmpuint (none->n_texts, ==, 1);
}

static void
test_project (StoreTest     *test,
              gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) left = NULL;
  const TrsProjectData *snapshot;

  put (test, account, "gone", "sesquipedalian words");
  put (test, account, "stays", "other words");
  g_assert_true (stands_in_file (test, "sesquipedalian"));
  g_assert_cmpint (store_test_remove_project (test, account, "gone"), ==, TRS_STORE_REMOVAL_EMPTIED);

  g_assert_false (has_text (test, account, "gone"));
  g_assert_true (has_text (test, account, "stays"));
  left = store_test_load (test, account);
  g_assert_cmpuint (left->len, ==, 2);
  snapshot = g_ptr_array_index (left, g_str_equal (((TrsProjectData *) left->pdata[0])->id, "gone") ? 0 : 1);
  g_assert_cmpstr (snapshot->title, ==, "Title of gone");
  g_assert_null (snapshot->note);
  g_assert_null (snapshot->local_title);
  g_assert_true (snapshot->hidden);

  /* It is not fetched again behind the user's back; when the user fetches it, it is as any other. */
  g_assert_cmpuint (count_without_text (test, account), ==, 0);
  store_test_save_text (test, account, "gone", "sesquipedalian words", "sesquipedalian words");
  g_clear_pointer (&left, g_ptr_array_unref);
  left = store_test_load (test, account);
  for (guint i = 0; i < left->len; i++)
    g_assert_false (((TrsProjectData *) left->pdata[i])->hidden);
}

static const TrsProjectData *
find (GPtrArray  *snapshots,
      const char *id)
{
  for (guint i = 0; i < snapshots->len; i++)
    if (g_str_equal (((TrsProjectData *) snapshots->pdata[i])->id, id))
      return snapshots->pdata[i];
  return NULL;
}

static void
check_back (StoreTest  *test,
            gint64      account,
            const char *id,
            const char *note)
{
  g_autoptr (GPtrArray) left = store_test_load (test, account);
  const TrsProjectData *snapshot = find (left, id);

  g_assert_nonnull (snapshot);
  g_assert_cmpstr (snapshot->note, ==, note);
  g_assert_cmpstr (snapshot->local_title, ==, "Mine");
  g_assert_false (snapshot->hidden);
  g_assert_true (has_text (test, account, id));
}

static void
test_put_back (StoreTest     *test,
               gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GAsyncResult) note = NULL;

  g_assert_false (store_test_put_back (test));
  put (test, account, "gone", "sesquipedalian words");
  put (test, account, "stays", "other words");
  store_test_remove_project (test, account, "gone");
  g_assert_true (store_test_put_back (test));
  check_back (test, account, "gone", "A note");
  g_assert_true (stands_in_file (test, "sesquipedalian"));
  g_assert_cmpuint (count_without_text (test, account), ==, 0);
  g_assert_false (store_test_put_back (test));

  /* The last one alone; and what came since stays. */
  store_test_remove_project (test, account, "gone");
  store_test_remove_project (test, account, "stays");
  store_test_save_text (test, account, "stays", "newer words", "newer words");
  trs_store_projects_set_own_async (test->store, account, "stays", NULL, "Newer", NULL, trs_test_store_result, &note);
  trs_test_wait_result (note);
  g_assert_true (store_test_put_back (test));
  check_back (test, account, "stays", "Newer");
  g_assert_true (stands_in_file (test, "newer words"));
  g_assert_false (has_text (test, account, "gone"));
}

static void
set_place (StoreTest *test,
           gint64     account,
           gint64     place)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_projects_set_place_async (test->store, account, "gone", place, place + 7, NULL, trs_test_store_result,
                                      &result);
  trs_test_wait_result (result);
}

static void
check_place (StoreTest *test,
             gint64     account,
             gint64     place,
             gint64     caret)
{
  g_autoptr (GPtrArray) projects = store_test_load (test, account);
  const TrsProjectData *gone = find (projects, "gone");
  const TrsProjectData *stays = find (projects, "stays");

  g_assert_cmpint (gone->place, ==, place);
  g_assert_cmpint (gone->caret, ==, caret);
  g_assert_cmpint (stays->place, ==, 0);
}

/* Where one read goes and comes back with the project; the page that is left behind does not write it again. */
static void
test_place (StoreTest     *test,
            gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) again = store_test_make_project ("gone", 1000);

  put (test, account, "gone", "words");
  put (test, account, "stays", "other words");
  set_place (test, account, G_GINT64_CONSTANT (5000000000));
  store_test_save_project (test, account, again);
  store_test_reopen (test);
  account = store_test_open_account (test, NULL);
  check_place (test, account, G_GINT64_CONSTANT (5000000000), G_GINT64_CONSTANT (5000000007));

  store_test_remove_project (test, account, "gone");
  set_place (test, account, 40);
  check_place (test, account, 0, 0);
  g_assert_true (store_test_put_back (test));
  check_place (test, account, G_GINT64_CONSTANT (5000000000), G_GINT64_CONSTANT (5000000007));
}

/* Its number is another project's by now, or it is listed again. */
static void
test_put_back_gone (StoreTest     *test,
                    gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);

  put (test, account, "gone", "words");
  store_test_set_missing (test, account, "gone", 77);
  g_assert_cmpint (store_test_remove_project (test, account, "gone"), ==, TRS_STORE_REMOVAL_GONE);
  put (test, account, "next", "other words");
  g_assert_true (store_test_put_back (test));
  check_back (test, account, "gone", "A note");
  check_back (test, account, "next", "A note");

  store_test_set_missing (test, account, "gone", 77);
  g_assert_cmpint (store_test_remove_project (test, account, "gone"), ==, TRS_STORE_REMOVAL_GONE);
  put (test, account, "third", "third words");
  {
    g_autoptr (TrsProject) again = store_test_make_project ("gone", 1000);

    store_test_save_project (test, account, again);
  }
  g_assert_true (store_test_put_back (test));
  check_back (test, account, "gone", "A note");
  check_back (test, account, "third", "A note");
}

static void
test_project_of_nobody (StoreTest     *test,
                        gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) left = NULL;

  put (test, account, "gone", "words");
  store_test_set_missing (test, account, "gone", 77);
  g_assert_cmpint (store_test_remove_project (test, account, "gone"), ==, TRS_STORE_REMOVAL_GONE);
  g_assert_cmpint (store_test_remove_project (test, account, "never was"), ==, TRS_STORE_REMOVAL_GONE);
  left = store_test_load (test, account);
  g_assert_cmpuint (left->len, ==, 0);
}

static void
write_intent (StoreTest  *test,
              gint64      account,
              const char *video_id,
              gboolean    decided)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new (video_id, NULL);
  g_autoptr (GAsyncResult) intent = NULL;
  g_autoptr (GAsyncResult) outcome = NULL;

  trs_submission_set_sending (submission, "https://callback.invalid/", 5);
  trs_store_submissions_write_intent_async (test->store, account, submission, NULL, trs_test_store_result, &intent);
  trs_test_wait_result (intent);
  if (!decided)
    return;
  trs_store_submissions_write_outcome_async (test->store, trs_submission_get_local_id (submission),
                                             TRS_SUBMISSION_ACCEPTED, "x", 7, NULL, trs_test_store_result, &outcome);
  trs_test_wait_result (outcome);
}

/* Everything goes but what may have cost credits without an answer, and other accounts. */
static void
test_account (StoreTest     *test,
              gconstpointer  data)
{
  static const char *const other_ids[] = { "nobody knows", NULL };
  gint64 account = store_test_open_account (test, NULL);
  gint64 other;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GPtrArray) undecided = NULL;
  g_autoptr (GPtrArray) left = NULL;

  put (test, account, "a", "sesquipedalian words");
  write_intent (test, account, "open-video", FALSE);
  write_intent (test, account, "decided-video", TRUE);
  other = store_test_open_account (test, other_ids);
  g_assert_cmpint (other, !=, account);
  put (test, other, "b", "words of another");

  trs_store_accounts_empty_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_accounts_empty_finish (test->store, result, NULL));
  left = store_test_load (test, account);
  g_assert_cmpuint (left->len, ==, 0);
  g_assert_true (has_text (test, other, "b"));
  trs_store_submissions_list_undecided_async (test->store, account, NULL, trs_test_store_result, &listed);
  trs_test_wait_result (listed);
  undecided = trs_store_submissions_list_undecided_finish (test->store, listed, NULL);
  g_assert_cmpuint (undecided->len, ==, 1);

  /* Neither in the file nor in the log beside it. */
  store_test_erase (test);
  g_assert_false (stands_in_file (test, "sesquipedalian"));
  g_assert_false (stands_in_file (test, "decided-video"));
}

static gint64
read_disk_bytes (StoreTest *test,
                 gint64     account)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree TrsStoreCoverage *coverage = NULL;

  trs_store_texts_read_coverage_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  coverage = trs_store_texts_read_coverage_finish (test->store, result, NULL);
  g_assert_nonnull (coverage);
  return coverage->disk_bytes;
}

static void
test_texts (StoreTest     *test,
            gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GString) much = g_string_new (NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) left = NULL;
  gint64 before;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (much, "word%u ", i);
  put (test, account, "a", much->str);
  put (test, account, "missing", "only here");
  store_test_set_missing (test, account, "missing", 77);
  before = read_disk_bytes (test, account);

  trs_store_texts_remove_all_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_texts_remove_all_finish (test->store, result, NULL));
  g_assert_false (has_text (test, account, "a"));
  g_assert_true (has_text (test, account, "missing"));
  left = store_test_load (test, account);
  g_assert_cmpuint (left->len, ==, 2);
  g_assert_cmpstr (((TrsProjectData *) left->pdata[0])->note, ==, "A note");
  store_test_erase (test);
  g_assert_cmpint (read_disk_bytes (test, account), <, before / 2);
}

static GPtrArray *
list_accounts (StoreTest *test)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *shelves;

  trs_store_accounts_list_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  shelves = trs_store_accounts_list_finish (test->store, result, &error);
  g_assert_no_error (error);
  return shelves;
}

static void
test_shelves (StoreTest     *test,
              gconstpointer  data)
{
  static const char *const other_ids[] = { "nobody knows", NULL };
  g_autoptr (GPtrArray) none = list_accounts (test);
  g_autoptr (GPtrArray) two = NULL;
  g_autoptr (GAsyncResult) preferred = NULL;
  g_autoptr (TrsProject) bare = store_test_make_project ("c", 1);
  gint64 first = store_test_open_account (test, NULL);
  gint64 second;
  const TrsKnownAccount *account;

  g_assert_cmpuint (none->len, ==, 0);
  put (test, first, "a", "words");
  store_test_save_project (test, first, bare);
  second = store_test_open_account (test, other_ids);
  two = list_accounts (test);
  g_assert_cmpuint (two->len, ==, 2);
  account = two->pdata[0];
  g_assert_cmpint (account->id, ==, second);
  g_assert_cmpuint (account->n_projects, ==, 0);
  account = two->pdata[1];
  g_assert_cmpint (account->id, ==, first);
  g_assert_cmpstr (account->name, ==, SERVER);
  g_assert_cmpuint (account->n_projects, ==, 2);
  g_assert_cmpuint (account->n_texts, ==, 1);
  g_assert_cmpuint (account->n_own, ==, 1);
  g_assert_cmpint (account->used_at, >, 0);
  g_assert_cmpstr (account->newest, ==, "Mine");

  /* Whoever chose an account gets it, whatever the clock says. */
  trs_store_accounts_use_async (test->store, first, 1, NULL, trs_test_store_result, &preferred);
  trs_test_wait_result (preferred);
  g_assert_true (trs_store_accounts_use_finish (test->store, preferred, NULL));
  g_assert_cmpint (store_test_open_account (test, NULL), ==, first);
}

static int
open_fails_with (const char *path)
{
  g_autoptr (TrsStore) store = trs_store_new (path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_accounts_open_async (store, SERVER, 0, NULL, NULL, 1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_accounts_open_finish (store, result, NULL), !=, 0);
  g_assert_cmpint (trs_store_get_mode (store), ==, TRS_STORE_MEMORY);
  error = trs_store_dup_problem (store);
  g_assert_cmpint (error->domain, ==, TRS_ERROR);
  return error->code;
}

static void
test_database_of_another (StoreTest     *test,
                          gconstpointer  data)
{
  g_autofree char *path = g_build_filename (test->folder, "foreign.db", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize before_size, after_size;
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "CREATE TABLE recipe (words); INSERT INTO recipe VALUES ('Flour');", NULL, NULL,
                                 NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  g_assert_true (g_file_get_contents (path, &before, &before_size, NULL));
  g_assert_cmpint (open_fails_with (path), ==, TRS_ERROR_STORE_FOREIGN);
  g_assert_true (g_file_get_contents (path, &after, &after_size, NULL));
  g_assert_cmpmem (before, before_size, after, after_size);
}

/* Not even root makes a folder in there. */
static void
test_read_only_folder (StoreTest     *test,
                       gconstpointer  data)
{
  g_assert_cmpint (open_fails_with ("/sys/transcripts-test/transcripts.db"), ==, TRS_ERROR_STORE_READ_ONLY);
}

#define ADD(path, function) \
  g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/removal/put-back", test_put_back);
  ADD ("/store/removal/put-back-gone", test_put_back_gone);
  ADD ("/store/removal/place", test_place);
  ADD ("/store/removal/loss", test_loss);
  ADD ("/store/removal/project", test_project);
  ADD ("/store/removal/project-of-nobody", test_project_of_nobody);
  ADD ("/store/removal/account", test_account);
  ADD ("/store/removal/texts", test_texts);
  ADD ("/store/removal/shelves", test_shelves);
  ADD ("/store/removal/database-of-another", test_database_of_another);
  ADD ("/store/removal/read-only-folder", test_read_only_folder);
  return g_test_run ();
}
