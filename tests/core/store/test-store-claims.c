/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-test.h"
#include "trs-store-claims.h"
#include "trs-store-projects.h"
#include "trs-store.h"
#include "trs-test-utils.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static TrsStoreClaim *
take (TrsStore    *store,
      gint64       account,
      const char  *id,
      GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_claims_take_async (store, account, id, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_claims_take_finish (store, result, error);
}

static gint64
add_two (StoreTest *test)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) one = store_test_make_project ("one", 1);
  g_autoptr (TrsProject) two = store_test_make_project ("two", 2);

  store_test_save_project (test, account, one);
  store_test_save_project (test, account, two);
  return account;
}

/* Two stores on one file are as two processes: a lock belongs to a descriptor. */
static void
test_one_at_a_time (StoreTest     *test,
                    gconstpointer  data)
{
  gint64 account = add_two (test);
  g_autoptr (TrsStore) other = trs_store_new (test->path);
  g_autoptr (TrsStoreClaim) mine = take (test->store, account, "one", NULL);
  g_autoptr (TrsStoreClaim) theirs = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (mine);
  g_assert_null (take (other, account, "one", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_clear_error (&error);

  /* Another one is free, and letting it go leaves mine alone. */
  theirs = take (other, account, "two", &error);
  g_assert_no_error (error);
  g_clear_pointer (&theirs, trs_store_claim_free);
  g_assert_null (take (other, account, "one", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_clear_error (&error);

  g_clear_pointer (&mine, trs_store_claim_free);
  theirs = take (other, account, "one", &error);
  g_assert_no_error (error);
  trs_store_close (other, G_USEC_PER_SEC);
}

/* Whoever comes after the text was saved need not download it. */
static void
test_kept (StoreTest     *test,
           gconstpointer  data)
{
  gint64 account = add_two (test);
  g_autoptr (TrsStore) other = trs_store_new (test->path);
  g_autoptr (TrsStoreClaim) theirs = NULL;
  g_autoptr (GError) error = NULL;

  store_test_save_text (test, account, "one", "Words", "Words");
  g_assert_null (take (other, account, "one", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_error (&error);
  theirs = take (other, account, "two", &error);
  g_assert_no_error (error);
  trs_store_close (other, G_USEC_PER_SEC);
}

/* The kernel gives back what a process had that was killed. */
static void
test_killed (StoreTest     *test,
             gconstpointer  data)
{
  gint64 account = add_two (test);
  g_autoptr (TrsStoreClaim) claim = NULL;
  g_autoptr (GError) error = NULL;
  int ready[2];
  char byte;
  pid_t pid;

  claim = take (test->store, account, "one", &error);
  g_assert_no_error (error);
  g_assert_cmpint (pipe (ready), ==, 0);
  pid = fork ();
  if (pid == 0)
    {
      /* It has the descriptor, too, as if the lock were its own. */
      if (write (ready[1], "x", 1) == 1)
        pause ();
      _exit (1);
    }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  g_clear_pointer (&claim, trs_store_claim_free);
  g_assert_null (take (test->store, account, "one", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_clear_error (&error);

  kill (pid, SIGKILL);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
  claim = take (test->store, account, "one", &error);
  g_assert_no_error (error);
  g_assert_nonnull (claim);
  close (ready[0]);
  close (ready[1]);
}

/* Where nobody else can be, nobody is asked; and what is not stored yet can be downloaded, too. */
static void
test_alone (StoreTest     *test,
            gconstpointer  data)
{
  g_autoptr (TrsStore) memory = trs_store_new (NULL);
  gint64 account = add_two (test);
  g_autoptr (TrsStoreClaim) claim = take (memory, 1, "one", NULL);
  g_autoptr (TrsStoreClaim) unknown = take (test->store, account, "no such project", NULL);

  g_assert_nonnull (claim);
  g_assert_nonnull (unknown);
  trs_store_close (memory, G_USEC_PER_SEC);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add ("/store/claims/one-at-a-time", StoreTest, NULL, store_test_set_up, test_one_at_a_time,
              store_test_tear_down);
  g_test_add ("/store/claims/kept", StoreTest, NULL, store_test_set_up, test_kept, store_test_tear_down);
  g_test_add ("/store/claims/killed", StoreTest, NULL, store_test_set_up, test_killed, store_test_tear_down);
  g_test_add ("/store/claims/alone", StoreTest, NULL, store_test_set_up, test_alone, store_test_tear_down);
  return g_test_run ();
}
