/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The draft of an account: links that were entered and not sent. */
#include <glib/gstdio.h>
#include <string.h>

#include "store-test.h"
#include "trs-store-accounts.h"
#include "trs-store-drafts.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define OTHER_SERVER "https://other.example.org"

static gint64
open_other (StoreTest *test)
{
  g_autoptr (GAsyncResult) result = NULL;
  gint64 account;

  trs_store_accounts_open_async (test->store, OTHER_SERVER, 0, NULL, NULL, 1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  account = trs_store_accounts_open_finish (test->store, result, NULL);
  g_assert_cmpint (account, !=, 0);
  return account;
}

static TrsDraft *
make_draft (const char *lines,
            const char *language,
            const char *refused,
            const char *reason)
{
  TrsDraft *draft = trs_draft_new (lines, language);

  if (refused != NULL)
    g_hash_table_insert (draft->refused, g_strdup (refused), g_strdup (reason));
  return draft;
}

static void
write_draft (StoreTest      *test,
             gint64          account,
             const TrsDraft *draft)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_drafts_write_async (test->store, account, draft, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_drafts_write_finish (test->store, result, NULL));
}

static void
add_draft (StoreTest      *test,
           gint64          account,
           const TrsDraft *draft)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_drafts_add_async (test->store, account, draft, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_drafts_add_finish (test->store, result, NULL));
}

static TrsDraft *
read_draft (StoreTest *test,
            gint64     account)
{
  g_autoptr (GAsyncResult) result = NULL;
  TrsDraft *draft;

  trs_store_drafts_read_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  draft = trs_store_drafts_read_finish (test->store, result, NULL);
  g_assert_nonnull (draft);
  return draft;
}

/* @refused: (nullable): the only video that was refused, for @reason */
static void
assert_draft (StoreTest  *test,
              gint64      account,
              const char *lines,
              const char *language,
              const char *refused,
              const char *reason)
{
  g_autoptr (TrsDraft) draft = read_draft (test, account);

  g_assert_cmpstr (draft->lines, ==, lines);
  g_assert_cmpstr (draft->language, ==, language);
  g_assert_cmpuint (g_hash_table_size (draft->refused), ==, refused != NULL ? 1 : 0);
  if (refused != NULL)
    g_assert_cmpstr (g_hash_table_lookup (draft->refused, refused), ==, reason);
}

/* Each account has its own, at the next start of the program, too. */
static void
test_own (StoreTest     *test,
          gconstpointer  data)
{
  g_autoptr (TrsDraft) one = make_draft ("Zwei \"Häuser\"\n\\\tx", "pt-BR", "video\"1", "No <b>credits\n“here”");
  g_autoptr (TrsDraft) none = trs_draft_new (NULL, NULL);
  gint64 first = store_test_open_account (test, NULL);
  gint64 second = open_other (test);

  assert_draft (test, first, "", NULL, NULL, NULL);
  write_draft (test, first, one);
  assert_draft (test, second, "", NULL, NULL, NULL);
  store_test_reopen (test);
  assert_draft (test, first, one->lines, "pt-BR", "video\"1", "No <b>credits\n“here”");
  write_draft (test, first, none);
  assert_draft (test, first, "", NULL, NULL, NULL);
}

static void
test_add (StoreTest     *test,
          gconstpointer  data)
{
  g_autoptr (TrsDraft) one = make_draft ("one\n", NULL, "one", "why");
  g_autoptr (TrsDraft) two = make_draft ("two\n", "de", NULL, NULL);
  g_autoptr (TrsDraft) none = make_draft ("", "fr", "two", "why not");
  gint64 account = store_test_open_account (test, NULL);

  add_draft (test, account, none);
  assert_draft (test, account, "", NULL, NULL, NULL);
  add_draft (test, account, one);
  assert_draft (test, account, "one\n", NULL, "one", "why");
  /* As after a crash before it was noted that it is there. */
  add_draft (test, account, one);
  assert_draft (test, account, "one\n", NULL, "one", "why");
  add_draft (test, account, two);
  assert_draft (test, account, "one\ntwo\n", "de", "one", "why");
  add_draft (test, account, none);
  assert_draft (test, account, "one\ntwo\n", "de", "one", "why");
}

/* The lines are not lost with what was said of them. */
static void
test_damaged (StoreTest     *test,
              gconstpointer  data)
{
  g_autoptr (TrsDraft) one = make_draft ("one\n", "de", "one", "why");
  gint64 account = store_test_open_account (test, NULL);

  write_draft (test, account, one);
  store_test_exec (test, "UPDATE account SET draft_refused = '{\"one\": '");
  assert_draft (test, account, "one\n", "de", NULL, NULL);
  add_draft (test, account, one);
  assert_draft (test, account, "one\n", "de", "one", "why");
  store_test_exec (test, "UPDATE account SET draft_refused = '[1, {\"one\": 2}]'");
  assert_draft (test, account, "one\n", "de", NULL, NULL);
}

static gboolean
is_in_files (StoreTest  *test,
             const char *words)
{
  g_autofree char *folder = g_path_get_dirname (test->path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  gboolean found = FALSE;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *content = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      found |= memmem (content, length, words, strlen (words)) != NULL;
    }
  return found;
}

/* It goes with its account, from the file, too. */
static void
test_removed (StoreTest     *test,
              gconstpointer  data)
{
  g_autoptr (TrsDraft) one = make_draft ("https://secret.example/qxjzvw", "de", "wvzjxq", "fehlgeschlagen");
  g_autoptr (TrsDraft) two = make_draft ("https://stays.example/", NULL, NULL, NULL);
  gint64 first = store_test_open_account (test, NULL);
  gint64 second = open_other (test);

  write_draft (test, first, one);
  write_draft (test, second, two);
  g_assert_true (is_in_files (test, "qxjzvw"));
  trs_store_accounts_remove_async (test->store, first, NULL, NULL, NULL);
  trs_test_flush_store (test->store);
  g_assert_true (trs_store_needs_erasing (test->store));
  store_test_erase (test);
  g_assert_false (is_in_files (test, "qxjzvw"));
  g_assert_false (is_in_files (test, "wvzjxq"));
  g_assert_false (is_in_files (test, "fehlgeschlagen"));
  assert_draft (test, second, "https://stays.example/", NULL, NULL, NULL);

  /* A batch that ends too late writes for no other account. */
  write_draft (test, first, one);
  assert_draft (test, first, "", NULL, NULL, NULL);
}

/* No file can be used for a while: what was entered then goes below what is in the file. */
static void
test_memory (StoreTest     *test,
             gconstpointer  data)
{
  g_autoptr (TrsDraft) one = make_draft ("one\n", NULL, "one", "why");
  g_autoptr (TrsDraft) two = make_draft ("two\n", "de", NULL, NULL);
  g_autofree char *away = g_strconcat (test->path, ".away", NULL);
  gint64 account = store_test_open_account (test, NULL);
  gint64 in_memory;

  write_draft (test, account, one);
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  g_assert_cmpint (g_rename (test->path, away), ==, 0);
  g_assert_cmpint (g_mkdir (test->path, 0700), ==, 0);
  store_test_reopen (test);
  in_memory = store_test_open_account (test, NULL);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_MEMORY);
  assert_draft (test, in_memory, "", NULL, NULL, NULL);
  write_draft (test, in_memory, two);

  g_assert_cmpint (g_remove (test->path), ==, 0);
  g_assert_cmpint (g_rename (away, test->path), ==, 0);
  trs_store_try_again (test->store);
  g_assert_cmpint (store_test_open_account (test, NULL), ==, account);
  assert_draft (test, account, "one\ntwo\n", "de", "one", "why");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add ("/store-drafts/own", StoreTest, NULL, store_test_set_up, test_own, store_test_tear_down);
  g_test_add ("/store-drafts/add", StoreTest, NULL, store_test_set_up, test_add, store_test_tear_down);
  g_test_add ("/store-drafts/damaged", StoreTest, NULL, store_test_set_up, test_damaged, store_test_tear_down);
  g_test_add ("/store-drafts/removed", StoreTest, NULL, store_test_set_up, test_removed, store_test_tear_down);
  g_test_add ("/store-drafts/memory", StoreTest, NULL, store_test_set_up, test_memory, store_test_tear_down);
  return g_test_run ();
}
