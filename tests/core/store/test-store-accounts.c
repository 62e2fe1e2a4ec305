/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The same key is the same account, whatever its list shows: the fingerprint in the row of an account. */
#include <glib/gstdio.h>
#include <string.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-submissions.h"
#include "trs-test-disk.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define ANNA "key-of-anna"
#define BERT "key-of-bert"
#define ELSEWHERE "https://elsewhere.example"

static const char * const none[] = { NULL };

static gint64
open_at (TrsStore            *store,
         const char          *address,
         gint64               account,
         const char * const  *ids,
         const char          *key,
         GError             **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_accounts_open_async (store, address, account, ids, key, g_get_real_time (), NULL, trs_test_store_result,
                                 &result);
  trs_test_wait_result (result);
  return trs_store_accounts_open_finish (store, result, error);
}

static gint64
open_with (StoreTest           *test,
           const char * const  *ids,
           const char          *key)
{
  g_autoptr (GError) error = NULL;
  gint64 account = open_at (test->store, SERVER, 0, ids, key, &error);

  g_assert_no_error (error);
  g_assert_cmpint (account, !=, 0);
  return account;
}

static gint64
find_key (StoreTest  *test,
          const char *key)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  trs_store_accounts_find_key_async (test->store, SERVER, key, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  account = trs_store_accounts_find_key_finish (test->store, result, &error);
  g_assert_no_error (error);
  return account;
}

static void
write_key (StoreTest  *test,
           gint64      account,
           const char *key)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_accounts_write_key_async (test->store, account, key, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_store_accounts_write_key_finish (test->store, result, &error);
  g_assert_no_error (error);
}

static gboolean
write_intent (StoreTest  *test,
              gint64      account,
              const char *video_id,
              gboolean    again)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new (video_id, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_submission_set_again (submission, again);
  trs_submission_set_sending (submission, "https://callback.invalid/", 7);
  trs_store_submissions_write_intent_async (test->store, account, submission, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  if (trs_store_submissions_write_intent_finish (test->store, result, &error))
    return TRUE;
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  return FALSE;
}

/* Nothing is known of what became of it. */
static void
submit (StoreTest *test,
        gint64     account)
{
  g_assert_true (write_intent (test, account, "video-9", TRUE));
}

static void
add_project (StoreTest  *test,
             gint64      account,
             const char *id)
{
  g_autoptr (TrsProject) project = store_test_make_project (id, 1000);

  store_test_save_project (test, account, project);
}

/* Returns: the account that has an undecided submission of the video, 0 if it is the one that is asked for, -1 if there
 * is none */
static gint64
find_pending (StoreTest  *test,
              gint64      account,
              const char *video_id)
{
  const char *video_ids[] = { video_id, NULL };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) videos = NULL;
  const TrsStoreVideo *video;

  trs_store_submissions_find_videos_async (test->store, account, video_ids, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  videos = trs_store_submissions_find_videos_finish (test->store, result, NULL);
  g_assert_nonnull (videos);
  video = videos->len > 0 ? g_ptr_array_index (videos, 0) : NULL;
  return video == NULL || video->pending_id == NULL ? -1 : video->pending_account;
}

#define FINGERPRINTS                                                                                                 \
  "SELECT group_concat (typeof (key_salt) || length (key_salt) || ' ' || typeof (key_mark) || length (key_mark), " \
  "'/') FROM account"

static void
test_same_key (StoreTest     *test,
               gconstpointer  data)
{
  static const char * const others[] = { "of-bert", NULL };
  g_autofree char *fingerprints = NULL;
  g_autofree char *salts = NULL;
  gint64 anna = open_with (test, none, ANNA);
  gint64 bert;

  submit (test, anna);
  g_assert_cmpint (open_with (test, none, ANNA), ==, anna);
  bert = open_with (test, none, BERT);
  g_assert_cmpint (bert, !=, anna);
  g_assert_cmpint (open_with (test, none, BERT), ==, bert);
  store_test_reopen (test);
  g_assert_cmpint (find_key (test, ANNA), ==, anna);
  g_assert_cmpint (find_key (test, BERT), ==, bert);
  g_assert_cmpint (find_key (test, "key-of-carl"), ==, 0);

  /* It goes before the projects, and before what the account is supposed to be. */
  add_project (test, bert, "of-bert");
  g_assert_cmpint (open_with (test, others, ANNA), ==, anna);
  g_assert_cmpint (open_at (test->store, SERVER, bert, none, ANNA, NULL), ==, anna);

  /* At another service it says nothing. */
  g_assert_cmpint (open_at (test->store, ELSEWHERE, 0, none, ANNA, NULL), >, bert);
  fingerprints = store_test_read_sql (test, FINGERPRINTS);
  g_assert_cmpstr (fingerprints, ==, "blob16 blob4/blob16 blob4/blob16 blob4");
  salts = store_test_read_sql (test, "SELECT count (DISTINCT key_salt) FROM account");
  g_assert_cmpstr (salts, ==, "3");
}

/* The projects of a user go before an account that is only supposed to be theirs; a new key of theirs takes the place
 * of the one before. */
static void
test_new_key (StoreTest     *test,
              gconstpointer  data)
{
  static const char * const ids[] = { "of-anna", NULL };
  static const char * const unknown[] = { "of-nobody", NULL };
  gint64 anna = open_with (test, none, ANNA);
  gint64 bert = open_with (test, none, BERT);

  add_project (test, anna, "of-anna");
  g_assert_cmpint (open_at (test->store, SERVER, bert, ids, "new-key", NULL), ==, anna);
  g_assert_cmpint (find_key (test, "new-key"), ==, anna);
  g_assert_cmpint (find_key (test, ANNA), ==, 0);
  g_assert_cmpint (open_at (test->store, SERVER, bert, unknown, "other-key", NULL), ==, bert);

  write_key (test, anna, ANNA);
  g_assert_cmpint (find_key (test, ANNA), ==, anna);

  /* Of two accounts with another key, neither is that of a third user, whatever their list shows. */
  g_assert_cmpint (open_with (test, none, "key-of-carl"), >, bert);
  g_assert_cmpint (open_with (test, unknown, "key-of-dora"), >, bert + 1);
}

/* Accounts of before have no fingerprint. */
static void
test_from_before (StoreTest     *test,
                  gconstpointer  data)
{
  static const char * const ids[] = { "old-project", NULL };
  gint64 full = store_test_open_account (test, NULL);
  gint64 empty;

  add_project (test, full, "old-project");
  /* Nothing shows that this key is that of the account, which lists something. */
  empty = store_test_open_account (test, none);
  g_assert_cmpint (empty, !=, full);
  submit (test, empty);
  g_assert_cmpint (open_with (test, none, ANNA), ==, empty);
  g_assert_cmpint (open_with (test, none, ANNA), ==, empty);
  g_assert_cmpint (open_with (test, ids, BERT), ==, full);
  g_assert_cmpint (find_key (test, BERT), ==, full);
}

/* Of two that list nothing, either may be that of the key. */
static void
test_two_from_before (StoreTest     *test,
                      gconstpointer  data)
{
  gint64 one = store_test_open_account (test, NULL);
  gint64 two;
  gint64 anna;

  submit (test, one);
  two = store_test_open_account (test, none);
  g_assert_cmpint (two, !=, one);
  submit (test, two);
  anna = open_with (test, none, ANNA);
  g_assert_cmpint (anna, >, two);

  /* Unless it is known which one. */
  g_assert_cmpint (open_at (test->store, SERVER, two, none, BERT, NULL), ==, two);
  /* Then the other one is the only one. */
  g_assert_cmpint (open_with (test, none, "key-of-carl"), ==, one);
}

/* By its number an account is opened, and by nothing else. */
static void
test_number (StoreTest     *test,
             gconstpointer  data)
{
  gint64 anna = open_with (test, none, ANNA);
  gint64 bert = open_with (test, none, BERT);

  submit (test, anna);
  trs_store_accounts_use_async (test->store, bert, g_get_real_time (), NULL, NULL, NULL);
  g_assert_cmpint (open_at (test->store, SERVER, anna, NULL, NULL, NULL), ==, anna);
  g_assert_cmpint (open_at (test->store, SERVER, 0, NULL, NULL, NULL), ==, bert);
  g_assert_cmpint (open_at (test->store, SERVER, anna, none, NULL, NULL), ==, anna);
  /* That of another service is not meant. */
  g_assert_cmpint (open_at (test->store, ELSEWHERE, anna, NULL, NULL, NULL), >, bert);
}

/* What a damaged or foreign file has in its place is no fingerprint of any key. */
static void
test_other_values (StoreTest     *test,
                   gconstpointer  data)
{
  static const char * const values[] = {
    "NULL, x'01020304'",  "x'00112233445566778899aabbccddeeff', NULL", "x'', x''", "'salt', 'mark'", "1, 2",
    "zeroblob (16), zeroblob (3)", "zeroblob (17), zeroblob (4)", "zeroblob (16), zeroblob (4)",
  };
  gint64 anna = open_with (test, none, ANNA);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *sql = g_strdup_printf ("UPDATE account SET (key_salt, key_mark) = (%s)", values[i]);

      store_test_exec (test, sql);
      g_assert_cmpint (find_key (test, ANNA), ==, 0);
    }
  write_key (test, anna, ANNA);
  g_assert_cmpint (find_key (test, ANNA), ==, anna);
}

/* Of two programs that get the same key at once, one makes the account. */
static void
test_two_at_once (StoreTest     *test,
                  gconstpointer  data)
{
  g_autoptr (TrsStore) other = trs_store_new (test->path);
  TrsStore *stores[] = { test->store, other };

  store_test_open_account (test, none);
  write_key (test, 1, BERT);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *key = g_strdup_printf ("key-%u", i);
      g_autoptr (GAsyncResult) first = NULL;
      g_autoptr (GAsyncResult) second = NULL;
      gint64 account;

      trs_store_accounts_open_async (stores[i % 2], SERVER, 0, none, key, 5, NULL, trs_test_store_result, &first);
      trs_store_accounts_open_async (stores[1 - i % 2], SERVER, 0, none, key, 5, NULL, trs_test_store_result, &second);
      trs_test_wait_result (first);
      trs_test_wait_result (second);
      account = trs_store_accounts_open_finish (stores[i % 2], first, NULL);
      g_assert_cmpint (account, ==, 2 + i);
      g_assert_cmpint (trs_store_accounts_open_finish (stores[1 - i % 2], second, NULL), ==, account);
    }
  trs_test_flush_store (other);
  trs_test_settle ();
}

static gboolean
is_in_files (StoreTest *test,
             GBytes    *bytes)
{
  static const char * const suffixes[] = { "", "-wal" };
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strconcat (test->path, suffixes[i], NULL);
      g_autofree char *content = NULL;
      gsize length;

      if (g_file_get_contents (path, &content, &length, NULL))
        found = found || memmem (content, length, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) != NULL;
    }
  return found;
}

static GBytes *
read_salt (StoreTest *test,
           gint64     account)
{
  g_autofree char *sql = g_strdup_printf ("SELECT hex (key_salt) FROM account WHERE account = %d", (int) account);
  g_autofree char *hex = store_test_read_sql (test, sql);
  GByteArray *bytes = g_byte_array_new ();

  for (guint i = 0; hex[i] != '\0'; i += 2)
    {
      guint8 byte = (guint8) (g_ascii_xdigit_value (hex[i]) * 16 + g_ascii_xdigit_value (hex[i + 1]));

      g_byte_array_append (bytes, &byte, 1);
    }
  g_assert_cmpuint (bytes->len, ==, 16);
  return g_byte_array_free_to_bytes (bytes);
}

/* What is kept of an account may go while it stays connected; what removes it erases the fingerprint. */
static void
test_removed (StoreTest     *test,
              gconstpointer  data)
{
  gint64 anna = open_with (test, none, ANNA);
  gint64 bert = open_with (test, none, BERT);
  g_autoptr (GBytes) salt = read_salt (test, anna);
  g_autoptr (GBytes) other_salt = read_salt (test, bert);
  g_autoptr (GAsyncResult) emptied = NULL;
  g_autoptr (GAsyncResult) removed = NULL;

  trs_store_accounts_empty_async (test->store, anna, NULL, trs_test_store_result, &emptied);
  trs_test_wait_result (emptied);
  g_assert_true (trs_store_accounts_empty_finish (test->store, emptied, NULL));
  g_assert_cmpint (find_key (test, ANNA), ==, anna);
  g_assert_true (is_in_files (test, salt));

  trs_store_accounts_remove_async (test->store, anna, NULL, trs_test_store_result, &removed);
  trs_test_wait_result (removed);
  g_assert_true (trs_store_accounts_remove_finish (test->store, removed, NULL));
  store_test_erase (test);
  g_assert_cmpint (find_key (test, ANNA), ==, 0);
  g_assert_false (is_in_files (test, salt));
  g_assert_true (is_in_files (test, other_salt));
}

/* What is saved of a damaged file knows the keys. */
static void
test_salvaged (StoreTest     *test,
               gconstpointer  data)
{
  gint64 anna = open_with (test, none, ANNA);
  gint64 bert = open_with (test, none, BERT);
  g_autoptr (GString) text = g_string_new ("needle");
  g_autoptr (GAsyncResult) checked = NULL;
  g_autofree char *content = NULL;
  char *place;
  gsize length;

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (text, " word%u", i);
  add_project (test, anna, "of-anna");
  store_test_save_text (test, anna, "of-anna", text->str, text->str);
  store_test_reopen (test);
  store_test_exec (test, "PRAGMA wal_checkpoint (TRUNCATE)");
  g_assert_true (g_file_get_contents (test->path, &content, &length, NULL));
  place = memmem (content, length, "needle word", 11);
  g_assert_nonnull (place);
  memset (content + (place - content) / 4096 * 4096, 0xa5, 4096);
  store_test_write_file (test->path, content, length);

  trs_store_check_async (test->store, NULL, trs_test_store_result, &checked);
  trs_test_wait_result (checked);
  trs_store_check_finish (test->store, checked, NULL);
  g_assert_cmpint (find_key (test, ANNA), ==, anna);
  g_assert_cmpint (find_key (test, BERT), ==, bert);
  g_assert_cmpuint (test->n_moved_aside, ==, 1);
}

/* Where nothing can be written, a key is known again; one that is new is none of an account, and none is made up. */
static void
test_not_written (StoreTest     *test,
                  gconstpointer  data)
{
  gint64 before = store_test_open_account (test, NULL);
  gint64 anna;
  g_autoptr (GError) error = NULL;

  add_project (test, before, "old-project");
  anna = open_with (test, none, ANNA);
  g_assert_cmpint (anna, !=, before);
  trs_test_disk_set_full (TRUE);
  g_assert_cmpint (open_with (test, none, ANNA), ==, anna);
  g_assert_cmpint (open_at (test->store, SERVER, 0, none, BERT, &error), ==, 0);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FULL);
  g_assert_cmpint (trs_store_get_mode (test->store), !=, TRS_STORE_MEMORY);
  g_assert_cmpint (open_with (test, none, ANNA), ==, anna);
  trs_test_disk_set_full (FALSE);
  g_assert_cmpint (open_with (test, none, BERT), !=, anna);
}

/* What may have been paid for in one account of a service is not sent in another one of it, unless that is wanted. */
static void
test_undecided_elsewhere (StoreTest     *test,
                          gconstpointer  data)
{
  gint64 anna = open_with (test, none, ANNA);
  gint64 bert = open_with (test, none, BERT);
  gint64 elsewhere = open_at (test->store, ELSEWHERE, 0, none, ANNA, NULL);

  submit (test, anna);
  g_assert_cmpint (find_pending (test, anna, "video-9"), ==, 0);
  g_assert_cmpint (find_pending (test, bert, "video-9"), ==, anna);
  g_assert_cmpint (find_pending (test, elsewhere, "video-9"), ==, -1);
  g_assert_cmpint (find_pending (test, bert, "video-8"), ==, -1);
  g_assert_false (write_intent (test, bert, "video-9", FALSE));
  g_assert_false (write_intent (test, anna, "video-9", FALSE));
  g_assert_true (write_intent (test, elsewhere, "video-9", FALSE));
  g_assert_true (write_intent (test, bert, "video-8", FALSE));
  g_assert_true (write_intent (test, bert, "video-9", TRUE));
  /* Its own goes first. */
  g_assert_cmpint (find_pending (test, bert, "video-9"), ==, 0);
  store_test_exec (test, "UPDATE submission SET decided_at = 1");
  g_assert_cmpint (find_pending (test, bert, "video-9"), ==, -1);
  g_assert_true (write_intent (test, bert, "video-9", FALSE));
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  trs_test_disk_install ();
  ADD ("/store/accounts/same-key", test_same_key);
  ADD ("/store/accounts/new-key", test_new_key);
  ADD ("/store/accounts/from-before", test_from_before);
  ADD ("/store/accounts/two-from-before", test_two_from_before);
  ADD ("/store/accounts/number", test_number);
  ADD ("/store/accounts/other-values", test_other_values);
  ADD ("/store/accounts/two-at-once", test_two_at_once);
  ADD ("/store/accounts/undecided-elsewhere", test_undecided_elsewhere);
  ADD ("/store/accounts/removed", test_removed);
  ADD ("/store/accounts/salvaged", test_salvaged);
  ADD ("/store/accounts/not-written", test_not_written);
  return g_test_run ();
}
