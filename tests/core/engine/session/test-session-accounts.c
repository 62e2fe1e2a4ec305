/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "engine-fixture.h"
#include "fragile-keyring.h"
#include "trs-error.h"
#include "trs-session.h"
#include "trs-test-store.h"

#define OTHER_ADDRESS "https://other.example"

/* One toy serves both addresses; what it has is changed between them. */
static void
keep (Fixture *fixture)
{
  static const char *const suffixes[] = { "", "-wal", "-shm" };
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "kept", "transcripts.db", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *file = g_strconcat (path, suffixes[i], NULL);

      g_remove (file);
    }
  fixture_keep (fixture, path);
}

static void
settle (Fixture *fixture)
{
  fixture_advance (fixture, 1);
  trs_test_flush_store (fixture->store);
  fixture_drain ();
}

static void
connect_to (Fixture    *fixture,
            const char *address,
            const char *key)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_toy_service_set_key (fixture->toy, key);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), address, key, NULL, trs_test_store_result,
                             &result);
  trs_test_wait_result (result);
  trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, &error);
  g_assert_no_error (error);
  settle (fixture);
}

static void
switch_to (Fixture    *fixture,
           const char *name,
           gboolean    keyless)
{
  g_autoptr (GPtrArray) accounts = fixture_list_accounts (fixture);

  for (guint i = 0; i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];

      if (g_str_equal (account->name, name) && account->keyless == keyless)
        {
          trs_session_switch_account (fixture->session, account);
          trs_test_wait_until (trs_session_get_state (fixture->session) != TRS_SESSION_STARTING);
          settle (fixture);
          return;
        }
    }
  g_assert_not_reached ();
}

static void
assert_only (Fixture    *fixture,
             const char *video_id)
{
  trs_test_wait_until (fixture_get_n (fixture) == 1);
  g_assert_cmpstr (trs_project_get_data (fixture_get (fixture, 0))->video_id, ==, video_id);
}

static TrsAccount *
account_of (Fixture *fixture)
{
  return trs_session_get_account (fixture->session);
}

/* Two accounts of two services, each with a video of its own. */
static void
two_services (Fixture *fixture)
{
  keep (fixture);
  trs_session_start (fixture->session);
  trs_toy_service_add (fixture->toy, "first-video", "done");
  connect_to (fixture, FIXTURE_ADDRESS, "toy-key");
  assert_only (fixture, "first-video");
  g_assert_true (trs_account_set_field_names (account_of (fixture), "videoId", "platformId", NULL));

  trs_toy_service_clear (fixture->toy);
  trs_toy_service_add (fixture->toy, "second-video", "done");
  connect_to (fixture, OTHER_ADDRESS, "other-key");
  assert_only (fixture, "second-video");
}

/* Nothing but what they had transcribed tells two users of one server apart. */
static void
assert_told_apart (GPtrArray *accounts)
{
  const TrsKnownAccount *one = accounts->pdata[0];
  const TrsKnownAccount *other = accounts->pdata[1];
  g_autoptr (TrsKnownAccount) copy = trs_known_account_copy (one);

  g_assert_true (one->shared && other->shared);
  g_assert_cmpstr (one->newest, !=, other->newest);
  g_assert_cmpstr (copy->newest, ==, one->newest);
}

static void
test_switch (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GPtrArray) accounts = NULL;
  const TrsKnownAccount *account;

  two_services (fixture);
  g_assert_cmpstr (trs_account_get_submit_field (account_of (fixture)), ==, "platformVideoId");
  accounts = fixture_list_accounts (fixture);
  g_assert_cmpuint (accounts->len, ==, 2);
  account = accounts->pdata[0];
  g_assert_cmpstr (account->name, ==, OTHER_ADDRESS);
  g_assert_true (account->current);
  g_assert_false (account->keyless);
  g_assert_cmpuint (account->n_projects, ==, 1);
  account = accounts->pdata[1];
  g_assert_cmpstr (account->name, ==, FIXTURE_ADDRESS);
  g_assert_false (account->current);

  /* The service cannot be asked: what is here is shown at once all the same. */
  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  switch_to (fixture, FIXTURE_ADDRESS, FALSE);
  assert_only (fixture, "first-video");
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_cmpstr (trs_account_get_server_address (account_of (fixture)), ==, FIXTURE_ADDRESS);
  g_assert_cmpstr (trs_account_get_submit_field (account_of (fixture)), ==, "videoId");
  switch_to (fixture, OTHER_ADDRESS, FALSE);
  assert_only (fixture, "second-video");
  g_assert_cmpstr (trs_account_get_submit_field (account_of (fixture)), ==, "platformVideoId");

  /* The one that was used last is the one of the next start. */
  switch_to (fixture, FIXTURE_ADDRESS, FALSE);
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  assert_only (fixture, "first-video");
}

/* No key goes to the address of the other account. */
static void
test_keys_stay_apart (Fixture       *fixture,
                      gconstpointer  data)
{
  guint n_of_first = 0;

  two_services (fixture);
  trs_toy_service_set_key (fixture->toy, "toy-key");
  switch_to (fixture, FIXTURE_ADDRESS, FALSE);
  trs_toy_service_set_key (fixture->toy, "other-key");
  switch_to (fixture, OTHER_ADDRESS, FALSE);
  for (guint i = 0; i < trs_toy_service_get_n_asked (fixture->toy); i++)
    {
      gboolean of_first = strstr (trs_toy_service_get_line (fixture->toy, i), FIXTURE_ADDRESS) != NULL;

      g_assert_cmpstr (trs_toy_service_get_sent_key (fixture->toy, i), ==, of_first ? "toy-key" : "other-key");
      n_of_first += of_first;
    }
  g_assert_cmpuint (n_of_first, >, 1);
}

/* Two users of one address: the keyring has the key of the later one, and the account of the first stays readable. */
static void
test_two_users_of_one_address (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autoptr (GPtrArray) accounts = NULL;
  guint n_asked;

  /* Nothing is fetched in the background, so that each request is one too many. */
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  keep (fixture);
  trs_session_start (fixture->session);
  trs_toy_service_add (fixture->toy, "first-video", "done");
  connect_to (fixture, FIXTURE_ADDRESS, "toy-key");
  trs_toy_service_clear (fixture->toy);
  trs_toy_service_add (fixture->toy, "second-video", "done");
  connect_to (fixture, FIXTURE_ADDRESS, "other-key");
  assert_only (fixture, "second-video");

  n_asked = trs_toy_service_get_n_asked (fixture->toy);
  switch_to (fixture, FIXTURE_ADDRESS, TRUE);
  assert_only (fixture, "first-video");
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOST);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, n_asked);

  /* Nor is it used after a restart. */
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_KEY_LOST);
  assert_only (fixture, "first-video");
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, n_asked);

  switch_to (fixture, FIXTURE_ADDRESS, FALSE);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  assert_only (fixture, "second-video");
  accounts = fixture_list_accounts (fixture);
  g_assert_cmpuint (accounts->len, ==, 2);
  assert_told_apart (accounts);
}

/* Whoever steps through the accounts opens one before the other has answered. The key of one user is not used for
 * another one because of that, not even while it is not known yet which account is open. */
static void
test_switch_twice (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GPtrArray) accounts = NULL;
  const TrsKnownAccount *first = NULL;
  const TrsKnownAccount *elsewhere = NULL;
  guint n_asked;

  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  keep (fixture);
  trs_session_start (fixture->session);
  trs_toy_service_add (fixture->toy, "first-video", "done");
  connect_to (fixture, FIXTURE_ADDRESS, "toy-key");
  trs_toy_service_clear (fixture->toy);
  trs_toy_service_add (fixture->toy, "elsewhere-video", "done");
  connect_to (fixture, OTHER_ADDRESS, "elsewhere-key");
  trs_toy_service_clear (fixture->toy);
  trs_toy_service_add (fixture->toy, "second-video", "done");
  connect_to (fixture, FIXTURE_ADDRESS, "other-key");
  assert_only (fixture, "second-video");

  accounts = fixture_list_accounts (fixture);
  g_assert_cmpuint (accounts->len, ==, 3);
  for (guint i = 0; i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];

      if (g_str_equal (account->name, OTHER_ADDRESS))
        elsewhere = account;
      else if (account->keyless)
        first = account;
    }
  n_asked = trs_toy_service_get_n_asked (fixture->toy);
  trs_session_switch_account (fixture->session, elsewhere);
  trs_session_switch_account (fixture->session, first);
  trs_test_wait_until (trs_session_get_state (fixture->session) != TRS_SESSION_STARTING);
  settle (fixture);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOST);
  g_assert_cmpint (trs_library_get_account (trs_session_get_library (fixture->session)), ==, first->id);
  assert_only (fixture, "first-video");
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, n_asked);
}

static void
remove_account (Fixture    *fixture,
                const char *name)
{
  g_autoptr (GPtrArray) accounts = fixture_list_accounts (fixture);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];

      if (g_str_equal (account->name, name))
        trs_account_remover_remove_async (trs_session_get_remover (fixture->session), account, trs_test_store_result,
                                          &result);
    }
  trs_test_wait_result (result);
  trs_account_remover_remove_finish (trs_session_get_remover (fixture->session), result, &error);
  g_assert_no_error (error);
  settle (fixture);
}

static gboolean
has_key (Fixture    *fixture,
         const char *address)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *key = NULL;

  trs_keyring_lookup_async (fixture->keyring, address, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  key = trs_keyring_lookup_finish (fixture->keyring, result, NULL);
  return key != NULL;
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* Whoever has changed to another account before the one in use is removed stays there, undisturbed. */
static void
test_switch_while_removing (Fixture       *fixture,
                            gconstpointer  data)
{
  TrsAccountRemover *remover;
  g_autoptr (GPtrArray) accounts = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint n_closed = 0;

  two_services (fixture);
  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  accounts = fixture_list_accounts (fixture);
  remover = trs_session_get_remover (fixture->session);
  trs_account_remover_remove_async (remover, accounts->pdata[0], trs_test_store_result, &result);
  trs_session_switch_account (fixture->session, accounts->pdata[1]);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_READY);
  g_signal_connect_swapped (fixture->session, "notify::state", G_CALLBACK (count_cb), &n_closed);
  trs_test_wait_result (result);
  g_assert_true (trs_account_remover_remove_finish (remover, result, &error));
  g_assert_no_error (error);
  settle (fixture);
  assert_only (fixture, "first-video");
  g_assert_cmpstr (trs_account_get_server_address (account_of (fixture)), ==, FIXTURE_ADDRESS);
  g_assert_false (has_key (fixture, OTHER_ADDRESS));
  g_assert_cmpuint (n_closed, ==, 0);
}

/* A name belongs to one account, and goes with it. */
static void
test_name (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GPtrArray) accounts = NULL;
  g_autoptr (GPtrArray) named = NULL;
  g_autoptr (GVariant) names = NULL;
  const TrsKnownAccount *account;
  guint n_changes = 0;

  two_services (fixture);
  accounts = fixture_list_accounts (fixture);
  g_signal_connect_swapped (trs_session_get_accounts (fixture->session), "items-changed", G_CALLBACK (count_cb),
                            &n_changes);
  account = accounts->pdata[1];
  g_assert_cmpstr (account->name, ==, FIXTURE_ADDRESS);
  g_assert_null (account->label);
  trs_account_list_set_label (trs_session_get_accounts (fixture->session), account, "City Desk");
  trs_test_wait_until (n_changes == 1);

  switch_to (fixture, FIXTURE_ADDRESS, FALSE);
  named = fixture_list_accounts (fixture);
  g_assert_cmpstr (((const TrsKnownAccount *) named->pdata[0])->label, ==, "City Desk");
  g_assert_null (((const TrsKnownAccount *) named->pdata[1])->label);

  n_changes = 0;
  remove_account (fixture, FIXTURE_ADDRESS);
  g_assert_cmpuint (n_changes, >=, 1);
  names = g_settings_get_value (fixture->settings, "account-names");
  g_assert_cmpuint (g_variant_n_children (names), ==, 0);
}

typedef struct
{
  guint n;
  guint position;
  guint removed;
  guint added;
} Change;

static void
changed_cb (GListModel *model,
            guint       position,
            guint       removed,
            guint       added,
            Change     *change)
{
  *change = (Change) { change->n + 1, position, removed, added };
}

/* A view need not build again what is as it was. */
static void
test_list_changes_little (Fixture       *fixture,
                          gconstpointer  data)
{
  GListModel *list;
  g_autoptr (TrsAccountItem) first = NULL;
  g_autoptr (TrsAccountItem) second = NULL;
  g_autoptr (TrsAccountItem) same = NULL;
  g_autoptr (TrsAccountItem) named = NULL;
  g_autoptr (TrsKnownAccount) account = NULL;
  Change change = { 0 };

  two_services (fixture);
  list = G_LIST_MODEL (trs_session_get_accounts (fixture->session));
  g_signal_connect (list, "items-changed", G_CALLBACK (changed_cb), &change);
  /* Nobody has asked for it. */
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 0);
  g_ptr_array_unref (fixture_list_accounts (fixture));
  g_assert_cmpuint (change.n, ==, 1);
  g_assert_cmpuint (change.added, ==, 2);
  first = g_list_model_get_item (list, 0);
  second = g_list_model_get_item (list, 1);
  g_assert_null (g_list_model_get_item (list, 2));

  g_ptr_array_unref (fixture_list_accounts (fixture));
  g_assert_cmpuint (change.n, ==, 1);

  trs_account_list_set_label (trs_session_get_accounts (fixture->session), trs_account_item_get_account (second),
                              "City Desk");
  trs_test_wait_until (change.n == 2);
  g_assert_cmpuint (change.position, ==, 1);
  g_assert_cmpuint (change.removed, ==, 1);
  g_assert_cmpuint (change.added, ==, 1);
  same = g_list_model_get_item (list, 0);
  named = g_list_model_get_item (list, 1);
  g_assert_true (same == first);
  g_assert_true (named != second);
  g_object_get (named, "account", &account, NULL);
  g_assert_cmpstr (account->label, ==, "City Desk");
  g_assert_null (trs_account_item_get_account (second)->label);

  /* The one in use is another, and comes first. */
  switch_to (fixture, FIXTURE_ADDRESS, FALSE);
  trs_test_wait_until (trs_account_list_get_account (TRS_ACCOUNT_LIST (list), 0)->current);
  g_assert_cmpint (trs_account_list_get_account (TRS_ACCOUNT_LIST (list), 0)->id, ==, account->id);
  g_assert_false (trs_account_list_get_account (TRS_ACCOUNT_LIST (list), 1)->current);
  g_signal_handlers_disconnect_by_data (list, &change);
}

static void
test_remove (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GPtrArray) none = NULL;

  two_services (fixture);
  remove_account (fixture, FIXTURE_ADDRESS);
  assert_only (fixture, "second-video");
  left = fixture_list_accounts (fixture);
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_false (has_key (fixture, FIXTURE_ADDRESS));
  g_assert_true (has_key (fixture, OTHER_ADDRESS));

  remove_account (fixture, OTHER_ADDRESS);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_NO_ACCOUNT);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 0);
  g_assert_false (has_key (fixture, OTHER_ADDRESS));
  g_assert_false (trs_account_is_configured (account_of (fixture)));
  none = fixture_list_accounts (fixture);
  g_assert_cmpuint (none->len, ==, 0);
}

/* The account that was in use goes: the one before takes its place. */
static void
test_remove_current (Fixture       *fixture,
                     gconstpointer  data)
{
  two_services (fixture);
  trs_toy_service_clear (fixture->toy);
  trs_toy_service_set_key (fixture->toy, "toy-key");
  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  remove_account (fixture, OTHER_ADDRESS);
  assert_only (fixture, "first-video");
  g_assert_cmpstr (trs_account_get_server_address (account_of (fixture)), ==, FIXTURE_ADDRESS);
  g_assert_cmpstr (trs_account_get_submit_field (account_of (fixture)), ==, "videoId");
}

/* There is no key to take out of a keyring that is not there, and nothing to complain of. */
static void
test_remove_without_keyring (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr (GPtrArray) accounts = NULL;
  g_autoptr (GError) error = NULL;

  keep (fixture);
  fixture_end_session (fixture);
  g_assert_finalize_object (fixture->keyring);
  fixture->keyring = TRS_KEYRING (fragile_keyring_new ());
  fragile_keyring_break (FRAGILE_KEYRING (fixture->keyring), TRS_ERROR_KEYRING_MISSING);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "toy-key", &error));
  settle (fixture);
  accounts = fixture_list_accounts (fixture);
  g_assert_cmpuint (accounts->len, ==, 1);
  g_assert_true (((const TrsKnownAccount *) accounts->pdata[0])->session_key);
  remove_account (fixture, FIXTURE_ADDRESS);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_NO_ACCOUNT);
}

static void
read_kept (Fixture *fixture,
           TrsKept *kept)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree TrsKept *read = NULL;

  trs_storage_read_kept_async (trs_session_get_storage (fixture->session), trs_test_store_result, &result);
  trs_test_wait_result (result);
  read = trs_storage_read_kept_finish (trs_session_get_storage (fixture->session), result, &error);
  g_assert_no_error (error);
  *kept = *read;
}

static void
wait_for_texts (Fixture *fixture,
                guint    n)
{
  TrsKept kept = { 0 };

  for (read_kept (fixture, &kept); kept.n_texts < n; read_kept (fixture, &kept))
    fixture_pass (fixture);
  g_assert_cmpuint (kept.n_texts, ==, n);
}

static void
test_remove_everything (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GAsyncResult) removed = NULL;
  g_autoptr (GError) error = NULL;
  TrsKept kept;

  two_services (fixture);
  wait_for_texts (fixture, 1);
  read_kept (fixture, &kept);
  g_assert_cmpint (kept.disk_bytes, >, 4096);
  trs_library_set_note (trs_session_get_library (fixture->session), fixture_get (fixture, 0), "A note");
  settle (fixture);
  read_kept (fixture, &kept);
  g_assert_cmpuint (kept.n_own, ==, 1);

  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  trs_account_remover_empty_async (trs_session_get_remover (fixture->session), trs_test_store_result, &removed);
  trs_test_wait_result (removed);
  g_assert_true (trs_account_remover_empty_finish (trs_session_get_remover (fixture->session), removed, &error));
  g_assert_no_error (error);
  g_clear_object (&removed);
  settle (fixture);

  /* The list comes back from the service, without text and note; the key is still in use. */
  assert_only (fixture, "second-video");
  g_assert_null (trs_project_get_data (fixture_get (fixture, 0))->note);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_true (has_key (fixture, OTHER_ADDRESS));
  read_kept (fixture, &kept);
  g_assert_cmpuint (kept.n_texts, ==, 0);
  g_assert_cmpuint (kept.n_own, ==, 0);
}

static void
test_drop_texts (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GAsyncResult) removed = NULL;
  g_autoptr (GError) error = NULL;
  TrsKept kept;

  two_services (fixture);
  wait_for_texts (fixture, 1);
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  trs_storage_remove_texts_async (trs_session_get_storage (fixture->session), trs_test_store_result, &removed);
  trs_test_wait_result (removed);
  g_assert_true (trs_storage_remove_texts_finish (trs_session_get_storage (fixture->session), removed, &error));
  g_assert_no_error (error);
  g_clear_object (&removed);
  settle (fixture);
  read_kept (fixture, &kept);
  g_assert_cmpuint (kept.n_all_texts, ==, 0);
  assert_only (fixture, "second-video");
}

/* Whoever enters another user's key hears where the transcripts are that were there a moment ago. */
static void
test_other_user_is_told (Fixture       *fixture,
                         gconstpointer  data)
{
  const TrsKnownAccount *left;

  keep (fixture);
  trs_session_start (fixture->session);
  trs_toy_service_add (fixture->toy, "first-video", "done");
  connect_to (fixture, FIXTURE_ADDRESS, "toy-key");
  wait_for_texts (fixture, 1);
  g_assert_null (trs_account_list_get_left (trs_session_get_accounts (fixture->session)));

  trs_toy_service_clear (fixture->toy);
  trs_toy_service_add (fixture->toy, "second-video", "done");
  connect_to (fixture, FIXTURE_ADDRESS, "other-key");
  assert_only (fixture, "second-video");
  left = trs_account_list_get_left (trs_session_get_accounts (fixture->session));
  g_assert_nonnull (left);
  g_assert_cmpstr (left->name, ==, FIXTURE_ADDRESS);
  g_assert_cmpuint (left->n_texts, ==, 1);
  g_assert_false (left->current);

  /* Where it is shown again, there is nothing to say. */
  switch_to (fixture, FIXTURE_ADDRESS, TRUE);
  assert_only (fixture, "first-video");
  g_assert_null (trs_account_list_get_left (trs_session_get_accounts (fixture->session)));
}

/* Another server is another account, which nobody takes for the same. */
static void
test_other_server_is_not_told (Fixture       *fixture,
                               gconstpointer  data)
{
  two_services (fixture);
  g_assert_null (trs_account_list_get_left (trs_session_get_accounts (fixture->session)));
}

static void
test_empty_list_hides_nothing (Fixture       *fixture,
                               gconstpointer  data)
{
  keep (fixture);
  trs_session_start (fixture->session);
  trs_toy_service_add (fixture->toy, "first-video", "done");
  connect_to (fixture, FIXTURE_ADDRESS, "toy-key");
  wait_for_texts (fixture, 1);

  /* The same user, of whom the service lists nothing any more. */
  trs_toy_service_clear (fixture->toy);
  connect_to (fixture, FIXTURE_ADDRESS, "toy-key");
  assert_only (fixture, "first-video");
  g_assert_null (trs_account_list_get_left (trs_session_get_accounts (fixture->session)));

  /* Another key is another user's, who must not see what is here as his own, and is told where it is. */
  connect_to (fixture, FIXTURE_ADDRESS, "other-key");
  g_assert_cmpuint (fixture_get_n (fixture), ==, 0);
  g_assert_nonnull (trs_account_list_get_left (trs_session_get_accounts (fixture->session)));
  trs_account_list_set_left (trs_session_get_accounts (fixture->session), 0);
  g_assert_null (trs_account_list_get_left (trs_session_get_accounts (fixture->session)));

  /* After a start without a key, it is known again by its fingerprint. */
  switch_to (fixture, FIXTURE_ADDRESS, TRUE);
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_KEY_LOST);
  assert_only (fixture, "first-video");
  connect_to (fixture, FIXTURE_ADDRESS, "toy-key");
  assert_only (fixture, "first-video");
  g_assert_null (trs_account_list_get_left (trs_session_get_accounts (fixture->session)));
}

static void
add_many (Fixture    *fixture,
          const char *name)
{
  for (guint i = 0; i < 150; i++)
    {
      g_autofree char *video_id = g_strdup_printf ("%s-%u", name, i);

      trs_toy_service_add (fixture->toy, video_id, "done");
    }
}

/* A page that is full of new videos tells nothing of its user: it is asked for what is known. */
static void
test_many_new (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GPtrArray) one = NULL;
  g_autoptr (GPtrArray) two = NULL;

  keep (fixture);
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  trs_session_start (fixture->session);
  trs_toy_service_add (fixture->toy, "first-video", "done");
  connect_to (fixture, FIXTURE_ADDRESS, "toy-key");
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_keyring_remove_async (fixture->keyring, FIXTURE_ADDRESS, NULL, NULL, NULL);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_KEY_LOST);

  add_many (fixture, "new");
  connect_to (fixture, FIXTURE_ADDRESS, "toy-key");
  g_assert_null (trs_account_list_get_left (trs_session_get_accounts (fixture->session)));
  one = fixture_list_accounts (fixture);
  g_assert_cmpuint (one->len, ==, 1);
  trs_test_wait_until (fixture_get_n (fixture) == 151);

  trs_toy_service_clear (fixture->toy);
  add_many (fixture, "other");
  connect_to (fixture, FIXTURE_ADDRESS, "other-key");
  two = fixture_list_accounts (fixture);
  g_assert_cmpuint (two->len, ==, 2);
  g_assert_nonnull (trs_account_list_get_left (trs_session_get_accounts (fixture->session)));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/session-accounts/switch", test_switch);
  fixture_add_test ("/session-accounts/list-changes-little", test_list_changes_little);
  fixture_add_test ("/session-accounts/keys-stay-apart", test_keys_stay_apart);
  fixture_add_test ("/session-accounts/two-users-of-one-address", test_two_users_of_one_address);
  fixture_add_test ("/session-accounts/switch-twice", test_switch_twice);
  fixture_add_test ("/session-accounts/other-user-is-told", test_other_user_is_told);
  fixture_add_test ("/session-accounts/other-server-is-not-told", test_other_server_is_not_told);
  fixture_add_test ("/session-accounts/empty-list-hides-nothing", test_empty_list_hides_nothing);
  fixture_add_test ("/session-accounts/many-new", test_many_new);
  fixture_add_test ("/session-accounts/name", test_name);
  fixture_add_test ("/session-accounts/remove", test_remove);
  fixture_add_test ("/session-accounts/switch-while-removing", test_switch_while_removing);
  fixture_add_test ("/session-accounts/remove-current", test_remove_current);
  fixture_add_test ("/session-accounts/remove-everything", test_remove_everything);
  fixture_add_test ("/session-accounts/remove-without-keyring", test_remove_without_keyring);
  fixture_add_test ("/session-accounts/drop-texts", test_drop_texts);
  return g_test_run ();
}
