/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is removed of an account, from where, and when the session is told to close and open it. */
#include <glib/gstdio.h>

#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-session.h"
#include "trs-test-disk.h"
#include "trs-test-store.h"

#define OTHER_ADDRESS "https://other.example"

typedef struct
{
  Fixture base;
  GString *events; /* what was told, in order */
  GAsyncResult *result;
} Remover;

static TrsAccountRemover *
get_remover (Remover *remover)
{
  return trs_session_get_remover (remover->base.session);
}

static void
settle (Remover *remover)
{
  fixture_advance (&remover->base, 1);
  trs_test_flush_store (remover->base.store);
  fixture_drain ();
}

static void
connect_to (Remover    *remover,
            const char *address,
            const char *key)
{
  g_autoptr (GError) error = NULL;

  trs_toy_service_set_key (remover->base.toy, key);
  fixture_connect_to (&remover->base, address, key, &error);
  g_assert_no_error (error);
  settle (remover);
}

/* The list is that of the moment: whoever opens the next account chooses it there. */
static void
removed_cb (Remover *remover)
{
  GListModel *accounts = G_LIST_MODEL (trs_session_get_accounts (remover->base.session));

  g_string_append_printf (remover->events, "removed:%u ", g_list_model_get_n_items (accounts));
}

static void
removing_cb (Remover *remover)
{
  g_string_append (remover->events, "removing ");
}

static void
emptying_cb (Remover *remover)
{
  g_string_append (remover->events, "emptying ");
}

static void
emptied_cb (Remover  *remover,
            gboolean  service_ended)
{
  g_string_append (remover->events, service_ended ? "emptied-ended " : "emptied ");
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Remover *remover = user_data;

  g_string_append (remover->events, "done ");
  remover->result = g_object_ref (result);
}

/* Two accounts with a video each; that of OTHER_ADDRESS is in use. */
static void
set_up (Remover       *remover,
        gconstpointer  data)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "remover", "transcripts.db", NULL);

  fixture_set_up (&remover->base, NULL);
  remover->events = g_string_new (NULL);
  g_remove (path);
  fixture_keep (&remover->base, path);
  trs_session_start (remover->base.session);
  trs_toy_service_add (remover->base.toy, "first-video", "done");
  connect_to (remover, FIXTURE_ADDRESS, "toy-key");
  trs_toy_service_clear (remover->base.toy);
  trs_toy_service_add (remover->base.toy, "second-video", "done");
  connect_to (remover, OTHER_ADDRESS, "other-key");
  trs_test_wait_until (fixture_get_n (&remover->base) == 1);

  g_signal_connect_swapped (get_remover (remover), "removing", G_CALLBACK (removing_cb), remover);
  g_signal_connect_swapped (get_remover (remover), "removed", G_CALLBACK (removed_cb), remover);
  g_signal_connect_swapped (get_remover (remover), "emptying", G_CALLBACK (emptying_cb), remover);
  g_signal_connect_swapped (get_remover (remover), "emptied", G_CALLBACK (emptied_cb), remover);
}

static void
tear_down (Remover       *remover,
           gconstpointer  data)
{
  trs_test_disk_set_full (FALSE);
  g_signal_handlers_disconnect_by_data (get_remover (remover), remover);
  g_clear_object (&remover->result);
  g_string_free (remover->events, TRUE);
  fixture_tear_down (&remover->base, data);
}

static gboolean
has_key (Remover    *remover,
         const char *address)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *key = NULL;

  trs_keyring_lookup_async (remover->base.keyring, address, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  key = trs_keyring_lookup_finish (remover->base.keyring, result, NULL);
  return key != NULL;
}

/* Returns: (transfer full) (nullable): the account of @address, as it is known now */
static TrsKnownAccount *
find_account (Remover    *remover,
              const char *address)
{
  g_autoptr (GPtrArray) accounts = fixture_list_accounts (&remover->base);

  for (guint i = 0; i < accounts->len; i++)
    {
      TrsKnownAccount *account = accounts->pdata[i];

      if (g_str_equal (account->name, address))
        return trs_known_account_copy (account);
    }
  return NULL;
}

static TrsKnownAccount *
name_account (Remover    *remover,
              const char *address)
{
  TrsKnownAccount *account = find_account (remover, address);

  trs_account_list_set_label (trs_session_get_accounts (remover->base.session), account, "City Desk");
  settle (remover);
  return account;
}

static void
remove_account (Remover                *remover,
                const TrsKnownAccount  *account,
                GError                **error)
{
  trs_account_remover_remove_async (get_remover (remover), account, done_cb, remover);
  trs_test_wait_result (remover->result);
  trs_account_remover_remove_finish (get_remover (remover), remover->result, error);
}

static void
empty_account (Remover  *remover,
               GError  **error)
{
  trs_account_remover_empty_async (get_remover (remover), done_cb, remover);
  trs_test_wait_result (remover->result);
  trs_account_remover_empty_finish (get_remover (remover), remover->result, error);
}

/* The list does not know it any more when another one is to be opened, and whoever asked hears of it after that. */
static void
test_in_use (Remover       *remover,
             gconstpointer  data)
{
  g_autoptr (TrsKnownAccount) account = name_account (remover, OTHER_ADDRESS);
  g_autoptr (GError) error = NULL;

  remove_account (remover, account, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (remover->events->str, ==, "removing removed:1 done ");
  g_assert_false (has_key (remover, OTHER_ADDRESS));
  g_assert_true (has_key (remover, FIXTURE_ADDRESS));
  g_assert_null (find_account (remover, OTHER_ADDRESS));
}

/* Nobody has to close or open anything. */
static void
test_not_in_use (Remover       *remover,
                 gconstpointer  data)
{
  g_autoptr (TrsKnownAccount) account = name_account (remover, FIXTURE_ADDRESS);
  gint64 open = trs_library_get_account (trs_session_get_library (remover->base.session));
  g_autoptr (GError) error = NULL;

  remove_account (remover, account, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (remover->events->str, ==, "done ");
  g_assert_cmpint (trs_library_get_account (trs_session_get_library (remover->base.session)), ==, open);
  g_assert_cmpint (trs_session_get_state (remover->base.session), ==, TRS_SESSION_READY);
  g_assert_false (has_key (remover, FIXTURE_ADDRESS));
  g_assert_null (find_account (remover, FIXTURE_ADDRESS));
}

/* What cannot be removed from the store keeps its key and its name, and is opened again. */
static void
test_not_removed (Remover       *remover,
                  gconstpointer  data)
{
  g_autoptr (TrsKnownAccount) account = name_account (remover, OTHER_ADDRESS);
  g_autoptr (TrsKnownAccount) still = NULL;
  g_autoptr (GError) error = NULL;

  trs_test_disk_set_full (TRUE);
  remove_account (remover, account, &error);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FULL);
  g_assert_cmpstr (remover->events->str, ==, "removing removed:2 done ");

  trs_test_disk_set_full (FALSE);
  trs_test_wait_until (trs_session_get_state (remover->base.session) == TRS_SESSION_READY);
  trs_test_wait_until (fixture_get_n (&remover->base) == 1);
  g_assert_true (has_key (remover, OTHER_ADDRESS));
  still = find_account (remover, OTHER_ADDRESS);
  g_assert_nonnull (still);
  g_assert_true (still->current);
  g_assert_cmpstr (still->label, ==, "City Desk");
}

/* Key and name stay, and the list of the service is read again. */
static void
test_emptied (Remover       *remover,
              gconstpointer  data)
{
  g_autoptr (TrsKnownAccount) account = name_account (remover, OTHER_ADDRESS);
  g_autoptr (TrsKnownAccount) still = NULL;
  g_autoptr (GError) error = NULL;

  trs_library_set_note (trs_session_get_library (remover->base.session), fixture_get (&remover->base, 0), "A note");
  settle (remover);
  empty_account (remover, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (remover->events->str, ==, "emptying done emptied ");

  trs_test_wait_until (fixture_get_n (&remover->base) == 1);
  g_assert_null (trs_project_get_data (fixture_get (&remover->base, 0))->note);
  g_assert_true (has_key (remover, OTHER_ADDRESS));
  still = find_account (remover, OTHER_ADDRESS);
  g_assert_cmpint (still->id, ==, account->id);
  g_assert_true (still->current);
  g_assert_cmpstr (still->label, ==, "City Desk");
}

/* What could not be removed stands there again. */
static void
test_not_emptied (Remover       *remover,
                  gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  trs_library_set_note (trs_session_get_library (remover->base.session), fixture_get (&remover->base, 0), "A note");
  settle (remover);
  trs_test_disk_set_full (TRUE);
  empty_account (remover, &error);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FULL);
  g_assert_cmpstr (remover->events->str, ==, "emptying done emptied ");

  trs_test_disk_set_full (FALSE);
  trs_test_wait_until (fixture_get_n (&remover->base) == 1);
  g_assert_cmpstr (trs_project_get_data (fixture_get (&remover->base, 0))->note, ==, "A note");
}

#define ADD(path, function) g_test_add ("/account-remover/" path, Remover, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  trs_test_disk_install ();
  ADD ("in-use", test_in_use);
  ADD ("not-in-use", test_not_in_use);
  ADD ("not-removed", test_not_removed);
  ADD ("emptied", test_emptied);
  ADD ("not-emptied", test_not_emptied);
  return g_test_run ();
}
