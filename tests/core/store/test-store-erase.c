/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was removed from this computer is in none of its files any more, not even as the tail of a word. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-annotations.h"
#include "trs-store-projects.h"
#include "trs-store-removal.h"
#include "trs-store-texts.h"
#include "trs-test-disk.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define N_OTHERS 24
#define N_WORDS 300
#define N_KILLS 12
#define CHILD_FD 30

/* Letters of the texts that stay, and letters that only what is removed has: the end of a word, at least four bytes,
 * tells whose it was. The index cuts what a word has in common with the one before it, so that its beginning does not
 * count. */
static const struct
{
  const char *common;
  const char *own;
} scripts[] = {
  { "abcdefghiklmnoprstu", "qxjzvw" },
  { "абвгдежзиклмнопрсту", "ѣѫѵѳѕѡ" },
  { "αβγδεζηθικλμνοπρστ", "ϟϡϙϝϻϸ" },
  { "אבגדהוזחטיכלמנ", "סעפצקרשת" },
  { "ابتثجحخدذرز", "ڤڨڭڱڷݐ" },
  { "कखगघचछजझटठ", "ॡॠॻॼॾॿ" },
  { "აბგდევზთიკლ", "ჱჲჳჴჵჶ" },
};

static void
append_letter (GString    *word,
               const char *letters)
{
  const char *p = g_utf8_offset_to_pointer (letters, g_test_rand_int_range (0, (int) g_utf8_strlen (letters, -1)));

  g_string_append_unichar (word, g_utf8_get_char (p));
}

/* @own: (nullable) (element-type utf8): takes the words; NULL for words of a text that stays */
static char *
make_text (GPtrArray *own,
           guint      n_words)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_words; i++)
    {
      guint script = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (scripts));
      g_autoptr (GString) word = g_string_new (NULL);

      for (int n = g_test_rand_int_range (1, 6); n > 0; n--)
        append_letter (word, scripts[script].common);
      for (int n = g_test_rand_int_range (4, 7); n > 0; n--)
        append_letter (word, own != NULL ? scripts[script].own : scripts[script].common);
      g_string_append_printf (text, "%s%s", i == 0 ? "" : i % 40 == 0 ? "\n\n" : " ", word->str);
      if (own != NULL)
        g_ptr_array_add (own, g_strdup (word->str));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static guint
count_tails (StoreTest *test,
             GPtrArray *words)
{
  g_autofree char *folder = g_path_get_dirname (test->path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *content = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      for (guint i = 0; i < words->len; i++)
        {
          const char *word = words->pdata[i];

          n += memmem (content, length, word + strlen (word) - 4, 4) != NULL;
        }
    }
  return n;
}

static void
put_text (StoreTest  *test,
          gint64      account,
          const char *id,
          guint       number,
          const char *text)
{
  g_autoptr (TrsProject) project = store_test_make_project (id, 1000 + number);
  g_autofree char *full = g_strdup_printf ("Speaker 1: %s", text);

  store_test_save_project (test, account, project);
  store_test_save_text (test, account, id, text, strstr (text, "\n\n") != NULL ? text : full);
}

static void
put_others (StoreTest *test,
            gint64     account,
            guint      first,
            guint      n)
{
  for (guint i = first; i < first + n; i++)
    {
      g_autofree char *id = g_strdup_printf ("other-%03u", i);
      g_autofree char *text = make_text (NULL, i % 3 == 0 ? 6 : N_WORDS);

      put_text (test, account, id, i, text);
    }
}

static void
annotate (StoreTest  *test,
          gint64      account,
          const char *id,
          GPtrArray  *own)
{
  g_autoptr (GPtrArray) annotations = g_ptr_array_new ();
  g_autoptr (GAsyncResult) saved = NULL;
  g_autoptr (GAsyncResult) set = NULL;
  g_autofree char *note = make_text (own, 9);
  g_autofree char *title = make_text (own, 3);
  g_autofree char *highlighted = make_text (own, 12);
  TrsAnnotation highlight = { .kind = TRS_ANNOTATION_HIGHLIGHT, .words = highlighted, .text = note };

  g_ptr_array_add (annotations, &highlight);
  trs_store_annotations_edit_async (test->store, account, id, annotations, NULL, NULL, trs_test_store_result, &saved);
  trs_test_wait_result (saved);
  g_assert_true (trs_store_annotations_edit_finish (test->store, saved, NULL));
  trs_store_projects_set_own_async (test->store, account, id, title, note, NULL, trs_test_store_result, &set);
  trs_test_wait_result (set);
  g_assert_true (trs_store_projects_set_own_finish (test->store, set, NULL));
}

/* A long text and a short one, each with a note, between others; and in several segments of the index. */
static GPtrArray *
fill (StoreTest *test,
      gint64    *account)
{
  GPtrArray *own = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = make_text (own, N_WORDS);
  g_autofree char *brief = make_text (own, 8);

  *account = store_test_open_account (test, NULL);
  put_others (test, *account, 0, N_OTHERS / 2);
  put_text (test, *account, "gone", 500, text);
  annotate (test, *account, "gone", own);
  put_others (test, *account, N_OTHERS / 2, N_OTHERS / 2);
  put_text (test, *account, "brief", 3, brief);
  annotate (test, *account, "brief", own);
  put_others (test, *account, N_OTHERS, 2);
  g_assert_cmpuint (count_tails (test, own), >=, own->len);
  return own;
}

static gboolean
erase (StoreTest  *test,
       GError    **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_erase_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_erase_finish (test->store, result, error);
}

static void
assert_erased (StoreTest *test,
               GPtrArray *own)
{
  g_autofree char *left = NULL;

  store_test_erase (test);
  g_assert_false (trs_store_needs_erasing (test->store));
  g_assert_cmpuint (count_tails (test, own), ==, 0);
  left = store_test_read_sql (test, "SELECT count(*) FROM todo");
  g_assert_cmpstr (left, ==, "0");
  store_test_exec (test, "INSERT INTO text_index (text_index) VALUES ('integrity-check');");
  g_clear_pointer (&left, g_free);
  left = store_test_read_sql (test, "PRAGMA integrity_check");
  g_assert_cmpstr (left, ==, "ok");
}

static void
remove_both (StoreTest *test,
             gint64     account)
{
  store_test_remove_project (test, account, "gone");
  store_test_remove_project (test, account, "brief");
}

static void
test_project (StoreTest     *test,
              gconstpointer  data)
{
  gint64 account;
  g_autoptr (GPtrArray) own = fill (test, &account);

  g_assert_false (trs_store_needs_erasing (test->store));
  remove_both (test, account);
  g_assert_true (trs_store_needs_erasing (test->store));
  assert_erased (test, own);
}

/* What was put back is there, in the index, too, and goes when it is removed once more. */
static void
test_undo (StoreTest     *test,
           gconstpointer  data)
{
  gint64 account;
  g_autoptr (GPtrArray) own = fill (test, &account);
  g_autoptr (GError) error = NULL;

  store_test_remove_project (test, account, "gone");
  g_assert_true (store_test_put_back (test));
  store_test_erase (test);
  g_assert_cmpuint (store_test_count_found (test, account, own->pdata[0], &error), ==, 1);

  remove_both (test, account);
  assert_erased (test, own);
  /* It is in memory alone. */
  g_assert_true (store_test_put_back (test));
  g_assert_cmpuint (count_tails (test, own), >, 0);
  remove_both (test, account);
  assert_erased (test, own);
}

static void
test_texts (StoreTest     *test,
            gconstpointer  data)
{
  gint64 account;
  g_autoptr (GPtrArray) own = fill (test, &account);
  g_autoptr (GAsyncResult) result = NULL;

  remove_both (test, account);
  g_assert_true (store_test_put_back (test));
  trs_store_texts_remove_all_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_texts_remove_all_finish (test->store, result, NULL));
  store_test_remove_project (test, account, "brief");
  assert_erased (test, own);
}

/* How an account goes. */
typedef struct
{
  void (*begin) (TrsStore *store, gint64 account, GCancellable *cancellable, GAsyncReadyCallback callback,
                 gpointer user_data);
  gboolean (*finish) (TrsStore *store, GAsyncResult *result, GError **error);
} AccountEnd;

static const AccountEnd emptied = { trs_store_accounts_empty_async, trs_store_accounts_empty_finish };
static const AccountEnd removed = { trs_store_accounts_remove_async, trs_store_accounts_remove_finish };

static void
test_account (StoreTest     *test,
              gconstpointer  data)
{
  static const char * const other_ids[] = { "nobody knows", NULL };
  const AccountEnd *end = data;
  gint64 account, other;
  g_autoptr (GPtrArray) own = fill (test, &account);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  other = store_test_open_account (test, other_ids);
  put_others (test, other, 100, 3);
  end->begin (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  end->finish (test->store, result, &error);
  g_assert_no_error (error);
  assert_erased (test, own);
  g_assert_cmpuint (store_test_load (test, other)->len, ==, 3);
}

/* Nobody asked for it: the end of the program does it. */
static void
test_at_the_end (StoreTest     *test,
                 gconstpointer  data)
{
  gint64 account;
  g_autoptr (GPtrArray) own = fill (test, &account);

  remove_both (test, account);
  store_test_reopen (test);
  g_assert_cmpuint (count_tails (test, own), ==, 0);
  store_test_open_account (test, NULL);
  g_assert_false (trs_store_needs_erasing (test->store));
}

/* What else is to be done comes between its steps. */
static void
test_overtaken (StoreTest     *test,
                gconstpointer  data)
{
  gint64 account;
  g_autoptr (GPtrArray) own = fill (test, &account);
  g_autoptr (GAsyncResult) erased = NULL;
  guint n_others = 0;

  put_others (test, account, N_OTHERS + 10, 250);
  remove_both (test, account);
  trs_store_erase_async (test->store, NULL, trs_test_store_result, &erased);
  while (erased == NULL)
    {
      g_autoptr (GAsyncResult) other = NULL;

      trs_store_projects_set_own_async (test->store, account, "other-001", NULL, "A note", NULL, trs_test_store_result,
                                        &other);
      trs_test_wait_result (other);
      g_assert_true (trs_store_projects_set_own_finish (test->store, other, NULL));
      n_others++;
    }
  g_test_message ("%u others", n_others);
  g_assert_cmpuint (n_others, >, 3);
  assert_erased (test, own);
}

/* Another process reads what is in the log: it is emptied later. */
static void
test_busy (StoreTest     *test,
           gconstpointer  data)
{
  gint64 account;
  g_autoptr (GPtrArray) own = fill (test, &account);
  g_autoptr (GError) error = NULL;
  sqlite3 *reader = NULL;
  gint64 began;

  g_assert_cmpint (sqlite3_open (test->path, &reader), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (reader, "BEGIN; SELECT count(*) FROM text", NULL, NULL, NULL), ==, SQLITE_OK);
  remove_both (test, account);
  began = g_get_monotonic_time ();
  g_assert_false (erase (test, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_assert_true (trs_store_needs_erasing (test->store));
  g_test_message ("%u ms", (guint) ((g_get_monotonic_time () - began) / 1000));

  g_assert_cmpint (sqlite3_exec (reader, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (reader);
  assert_erased (test, own);
}

/* Somebody writes for long: it is no failure either, and what the user does waits no longer for that. */
static void
test_locked (StoreTest     *test,
             gconstpointer  data)
{
  gint64 account;
  g_autoptr (GPtrArray) own = fill (test, &account);
  g_autoptr (GError) error = NULL;
  sqlite3 *writer = NULL;

  remove_both (test, account);
  g_assert_cmpint (sqlite3_open (test->path, &writer), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (writer, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_false (erase (test, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_assert_cmpint (sqlite3_exec (writer, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (writer);
  assert_erased (test, own);
}

/* A copy of the words that nobody makes any more; and one that somebody may be making. */
static void
test_leftover (StoreTest     *test,
               gconstpointer  data)
{
  g_autofree char *part = g_strconcat (test->path, ".part", NULL);
  struct utimbuf old = { 1000000000, 1000000000 };

  store_test_open_account (test, NULL);
  store_test_write_file (part, "words", 5);
  store_test_erase (test);
  g_assert_true (g_file_test (part, G_FILE_TEST_EXISTS));
  g_assert_cmpint (utime (part, &old), ==, 0);
  store_test_erase (test);
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
}

/* Where nothing can be written the removal says so, and what was removed before is not forgotten. */
static void
test_full_disk (StoreTest     *test,
                gconstpointer  data)
{
  gint64 account;
  g_autoptr (GPtrArray) own = fill (test, &account);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_test_remove_project (test, account, "gone");
  trs_test_disk_set_full (TRUE);
  trs_store_projects_remove_async (test->store, account, "brief", NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_projects_remove_finish (test->store, result, &error), ==, TRS_STORE_REMOVAL_FAILED);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FULL);
  g_clear_error (&error);
  g_assert_false (erase (test, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FULL);
  g_assert_true (trs_store_needs_erasing (test->store));

  trs_test_disk_set_full (FALSE);
  store_test_remove_project (test, account, "brief");
  assert_erased (test, own);
}

static void
test_read_only (StoreTest     *test,
                gconstpointer  data)
{
  gint64 account;
  g_autoptr (GPtrArray) own = fill (test, &account);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_test_remove_project (test, account, "gone");
  trs_test_disk_set_full (TRUE);
  store_test_close (test);
  trs_test_disk_set_full (FALSE);
  trs_test_disk_set_read_only (TRUE);
  store_test_open (test);
  store_test_open_account (test, NULL);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_READ_ONLY);
  trs_store_projects_remove_async (test->store, account, "brief", NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_projects_remove_finish (test->store, result, &error), ==, TRS_STORE_REMOVAL_FAILED);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY);
  g_clear_error (&error);
  g_assert_false (erase (test, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY);

  trs_test_disk_set_read_only (FALSE);
  trs_store_try_again (test->store);
  store_test_open_account (test, NULL);
  g_assert_true (trs_store_needs_erasing (test->store));
  store_test_remove_project (test, account, "brief");
  assert_erased (test, own);
}

/* In memory there is no file that could have kept anything. */
static void
test_memory (void)
{
  g_autoptr (TrsStore) store = trs_store_new (NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_erase_async (store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_erase_finish (store, result, &error));
  g_assert_no_error (error);
  g_assert_true (trs_store_close (store, G_MAXINT32));
}

static pid_t
start_child (StoreTest *test,
             int       *fd)
{
  int fds[2];
  pid_t child;

  g_assert_cmpint (pipe (fds), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      dup2 (fds[1], CHILD_FD);
      execl ("/proc/self/exe", "test-store-erase", "--erase", test->path, NULL);
      _exit (127);
    }

  close (fds[1]);
  *fd = fds[0];
  return child;
}

static void
erase_in_child (StoreTest *test)
{
  store_test_open (test);
  store_test_open_account (test, NULL);
  if (write (CHILD_FD, "", 1) != 1)
    _exit (1);
  erase (test, NULL);
  _exit (0);
}

static void
test_killed (StoreTest     *test,
             gconstpointer  data)
{
  gint64 account;
  g_autoptr (GPtrArray) own = fill (test, &account);
  guint n_left = 0;

  put_others (test, account, N_OTHERS + 10, 60);
  remove_both (test, account);
  trs_test_disk_set_full (TRUE);
  store_test_close (test);
  trs_test_disk_set_full (FALSE);
  for (guint i = 0; i < N_KILLS; i++)
    {
      g_autofree char *left = NULL;
      char byte;
      int fd;
      pid_t child = start_child (test, &fd);
      gint64 until;

      g_assert_cmpint (read (fd, &byte, 1), ==, 1);
      until = g_get_monotonic_time () + g_test_rand_int_range (0, 4000) * (1 + i / 4);
      while (g_get_monotonic_time () < until)
        g_thread_yield ();
      kill (child, SIGKILL);
      close (fd);
      g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
      left = store_test_read_sql (test, "SELECT count(*) FROM todo WHERE what = 'erase'");
      n_left += g_str_equal (left, "1");
    }
  g_test_message ("%u of %d were killed before the end", n_left, N_KILLS);
  store_test_open (test);
  store_test_open_account (test, NULL);
  assert_erased (test, own);
}

/* Rows and pages move about as texts come and go: nothing stays where they were. */
static void
test_random (StoreTest     *test,
             gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) own = g_ptr_array_new_with_free_func (g_free);

  for (guint round = 0; round < 3; round++)
    {
      for (guint i = 0; i < 60; i++)
        {
          g_autofree char *id = g_strdup_printf ("random-%u", i);
          gboolean goes = g_test_rand_int_range (0, 2) == 0;
          g_autofree char *text = make_text (goes ? own : NULL, (guint) g_test_rand_int_range (2, 120));

          put_text (test, account, id, 10 * i + round, text);
          if (goes)
            annotate (test, account, id, own);
          if (goes && g_test_rand_int_range (0, 2) == 0)
            store_test_remove_project (test, account, id);
        }
      for (guint i = 0; i < 60; i++)
        {
          g_autofree char *id = g_strdup_printf ("random-%u", i);

          store_test_remove_project (test, account, id);
        }
      assert_erased (test, own);
    }
}

#define ADD(path, data, function) \
  g_test_add ("/store/erase/" path, StoreTest, data, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  if (argc == 3 && g_str_equal (argv[1], "--erase"))
    erase_in_child (&(StoreTest) { .path = argv[2] });

  trs_test_init (&argc, &argv);
  trs_test_disk_install ();
  ADD ("project", NULL, test_project);
  ADD ("undo", NULL, test_undo);
  ADD ("texts", NULL, test_texts);
  ADD ("account/emptied", &emptied, test_account);
  ADD ("account/removed", &removed, test_account);
  ADD ("at-the-end", NULL, test_at_the_end);
  ADD ("overtaken", NULL, test_overtaken);
  ADD ("busy", NULL, test_busy);
  ADD ("locked", NULL, test_locked);
  ADD ("leftover", NULL, test_leftover);
  ADD ("full-disk", NULL, test_full_disk);
  ADD ("read-only", NULL, test_read_only);
  g_test_add_func ("/store/erase/memory", test_memory);
  ADD ("killed", NULL, test_killed);
  ADD ("random", NULL, test_random);
  return g_test_run ();
}
