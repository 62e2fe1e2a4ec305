/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-key-vault.h"

#include "fragile-keyring.h"
#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-stubborn-settings.h"
#include "trs-test-utils.h"

/* The account in use, and another one that is known. */
#define NAME "https://one.example"
#define OTHER "https://other.example"

typedef struct
{
  GSettings *saved;
  TrsAccount *settings;
  FragileKeyring *keyring;
  TrsKeyVault *vault;
  guint n_owner_changes;
  GString *gone;             /* what another program has removed, as “name owner;” */
  GString *late;             /* what came late, as “name owner checksum;” */
  TrsStubbornSettings *disk; /* of use_slow_settings() */
} Fixture;

static void
owner_changed_cb (Fixture *fixture)
{
  fixture->n_owner_changes++;
}

static void
key_gone_cb (Fixture    *fixture,
             const char *name,
             gint64      owner)
{
  g_string_append_printf (fixture->gone, "%s %d;", name, (int) owner);
}

static void
stored_late_cb (Fixture    *fixture,
                const char *name,
                gint64      owner,
                const char *checksum)
{
  g_string_append_printf (fixture->late, "%s %d %.4s;", name, (int) owner, checksum);
}

static void
open_vault (Fixture   *fixture,
            GSettings *settings)
{
  fixture->settings = trs_account_new (settings);
  trs_account_set_server (fixture->settings, OTHER, FALSE);
  trs_account_set_server (fixture->settings, NAME, FALSE);
  fixture->keyring = fragile_keyring_new ();
  fixture->vault = trs_key_vault_new (fixture->settings, TRS_KEYRING (fixture->keyring));
  fixture->gone = g_string_new (NULL);
  fixture->late = g_string_new (NULL);
  g_signal_connect_swapped (fixture->vault, "key-gone", G_CALLBACK (key_gone_cb), fixture);
  g_signal_connect_swapped (fixture->vault, "owner-changed", G_CALLBACK (owner_changed_cb), fixture);
  g_signal_connect_swapped (fixture->vault, "stored-late", G_CALLBACK (stored_late_cb), fixture);
}

static void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  static const char * const keys[] = { "server-address", "sample-account", "key-account", "other-accounts" };

  fixture->saved = g_settings_new ("io.github.transcripts_app.Transcripts");
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (fixture->saved, keys[i]);
  open_vault (fixture, fixture->saved);
}

static void
close_vault (Fixture *fixture)
{
  g_assert_finalize_object (g_steal_pointer (&fixture->vault));
  g_assert_finalize_object (g_steal_pointer (&fixture->keyring));
  g_clear_object (&fixture->settings);
  g_string_free (g_steal_pointer (&fixture->gone), TRUE);
  g_string_free (g_steal_pointer (&fixture->late), TRUE);
}

static void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  close_vault (fixture);
  g_clear_object (&fixture->disk);
  g_clear_object (&fixture->saved);
}

/* Returns the serial of the store, 0 if the keyring was not asked. */
static guint
store (Fixture     *fixture,
       const char  *name,
       const char  *key,
       GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  guint serial = 99;

  trs_key_vault_store_async (fixture->vault, name, key, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_key_vault_store_finish (fixture->vault, result, &serial, error);
  return serial;
}

static char *
look_up (Fixture    *fixture,
         const char *name)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *key;

  trs_key_vault_lookup_async (fixture->vault, name, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  key = trs_key_vault_lookup_finish (fixture->vault, result, &error);
  g_assert_no_error (error);
  return key;
}

static void
remove_key (Fixture    *fixture,
            const char *name,
            gint64      owner)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_key_vault_remove_async (fixture->vault, name, owner, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_key_vault_remove_finish (fixture->vault, result, &error));
  g_assert_no_error (error);
}

static gint64
get_key_account (Fixture *fixture)
{
  return g_settings_get_int64 (fixture->saved, "key-account");
}

/* What the number in the settings means, for an account that is stored and for one in memory. */
static void
test_owner (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct
  {
    gint64 key_account;
    gint64 owner;
    gboolean owned;
    gboolean foreign;
  } rows[] = {
    { 0, 1, FALSE, FALSE },
    { 0, TRS_KEY_VAULT_NOBODY, FALSE, FALSE },
    { 1, 1, TRUE, FALSE },
    { 2, 1, FALSE, TRUE },
    { -1, 1, FALSE, TRUE },
    { 2, TRS_KEY_VAULT_NOBODY, TRUE, FALSE },
    { -1, TRS_KEY_VAULT_NOBODY, TRUE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_settings_set_int64 (fixture->saved, "key-account", rows[i].key_account);
      g_assert_cmpint (trs_key_vault_is_owned_by (fixture->vault, NAME, rows[i].owner), ==, rows[i].owned);
      g_assert_cmpint (trs_key_vault_is_foreign (fixture->vault, NAME, rows[i].owner), ==, rows[i].foreign);
      g_assert_cmpint (trs_key_vault_has_owner (fixture->vault, NAME), ==, rows[i].key_account > 0);
      g_assert_false (trs_key_vault_is_foreign (fixture->vault, OTHER, rows[i].owner));
    }
  g_assert_cmpuint (fixture->n_owner_changes, >, 0);
}

/* The owner is unknown from before the store until it is known for whom it was. */
static void
test_store (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint serial = 0;

  g_settings_set_int64 (fixture->saved, "key-account", 7);
  fragile_keyring_set_stores (fixture->keyring, FRAGILE_STORES_WHEN_RELEASED);
  trs_key_vault_store_async (fixture->vault, NAME, "key", NULL, trs_test_store_result, &result);
  g_assert_true (fragile_keyring_is_asked (fixture->keyring));
  g_assert_cmpint (get_key_account (fixture), ==, 0);
  fragile_keyring_release (fixture->keyring);
  trs_test_wait_result (result);
  g_assert_true (trs_key_vault_store_finish (fixture->vault, result, &serial, &error));
  g_assert_no_error (error);
  g_assert_cmpint (get_key_account (fixture), ==, 0);
  g_assert_true (trs_key_vault_set_stored_owner (fixture->vault, NAME, serial, 3));
  g_assert_cmpint (get_key_account (fixture), ==, 3);

  /* What was never stored says nothing. */
  g_assert_false (trs_key_vault_set_stored_owner (fixture->vault, NAME, 0, 4));
  g_assert_cmpint (get_key_account (fixture), ==, 3);
}

/* Said of the account that is not in use, too. */
static void
test_store_elsewhere (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  guint serial = store (fixture, OTHER, "key", &error);

  g_assert_no_error (error);
  g_assert_true (trs_key_vault_set_stored_owner (fixture->vault, OTHER, serial, 5));
  g_assert_true (trs_key_vault_is_owned_by (fixture->vault, OTHER, 5));
  g_assert_cmpint (get_key_account (fixture), ==, 0);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  guint first;
  guint second;

  first = store (fixture, NAME, "first", &error);
  g_assert_no_error (error);
  fragile_keyring_break (fixture->keyring, TRS_ERROR_KEYRING_LOCKED);
  second = store (fixture, NAME, "second", &error);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_KEYRING_LOCKED);
  g_assert_cmpuint (second, >, first);
  /* Nothing comes of it any more, so that the first one counts. */
  g_assert_false (trs_key_vault_set_stored_owner (fixture->vault, NAME, second, 2));
  g_assert_true (trs_key_vault_set_stored_owner (fixture->vault, NAME, first, 1));
  g_assert_cmpint (get_key_account (fixture), ==, 1);
}

/* It was given up on, and is done all the same: the owner is named then, and no program takes the key of this run for
 * one that is lost with it. */
static void
test_late (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *checksum = trs_key_vault_make_checksum ("key");
  g_autofree char *late = g_strdup_printf ("%s 3 %.4s;", NAME, checksum);
  guint serial;

  fragile_keyring_set_stores (fixture->keyring, FRAGILE_STORES_LATE);
  serial = store (fixture, NAME, "key", &error);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT);
  g_assert_cmpuint (serial, >, 0);
  g_assert_false (trs_key_vault_set_stored_owner (fixture->vault, NAME, serial, 3));
  trs_key_vault_set_session_key (fixture->vault, NAME, 3, "key");
  trs_key_vault_set_session_key (fixture->vault, NAME, 4, "key");
  g_assert_cmpint (get_key_account (fixture), ==, 0);
  g_assert_cmpstr (fixture->late->str, ==, "");

  fragile_keyring_release (fixture->keyring);
  g_assert_cmpstr (fixture->late->str, ==, late);
  g_assert_cmpint (get_key_account (fixture), ==, 3);
  g_assert_null (trs_key_vault_get_session_key (fixture->vault, NAME, 3));
  g_assert_cmpstr (trs_key_vault_get_session_key (fixture->vault, NAME, 4), ==, "key");
}

/* A key that was entered since then is another one, which nobody keeps. */
static void
test_late_for_older_key (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  guint serial;

  fragile_keyring_set_stores (fixture->keyring, FRAGILE_STORES_LATE);
  serial = store (fixture, NAME, "older", &error);
  trs_key_vault_set_stored_owner (fixture->vault, NAME, serial, 3);
  trs_key_vault_set_session_key (fixture->vault, NAME, 3, "newer");
  fragile_keyring_release (fixture->keyring);
  g_assert_cmpstr (trs_key_vault_get_session_key (fixture->vault, NAME, 3), ==, "newer");
}

/* As long as another key may still be stored, neither a proof nor a new number names an owner. */
static void
test_undecided (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *checksum = trs_key_vault_make_checksum ("old");
  g_autofree char *found = NULL;
  guint serial;

  fragile_keyring_set_key (fixture->keyring, NAME, "old");
  fragile_keyring_set_stores (fixture->keyring, FRAGILE_STORES_LATE);
  serial = store (fixture, NAME, "new", &error);
  found = look_up (fixture, NAME);
  g_assert_cmpstr (found, ==, "old");
  trs_key_vault_set_found_owner (fixture->vault, NAME, checksum, 1);
  trs_key_vault_set_owner (fixture->vault, NAME, checksum, 1);
  g_assert_cmpint (get_key_account (fixture), ==, 0);

  trs_key_vault_set_stored_owner (fixture->vault, NAME, serial, 2);
  fragile_keyring_release (fixture->keyring);
  g_assert_cmpint (get_key_account (fixture), ==, 2);
  trs_key_vault_set_owner (fixture->vault, NAME, checksum, 1);
  g_assert_cmpint (get_key_account (fixture), ==, 1);
}

/* What the keyring has taken since then is another key, even if nobody has said yet for whom. */
static void
test_replaced (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *old = trs_key_vault_make_checksum ("old");
  g_autofree char *new = trs_key_vault_make_checksum ("new");

  store (fixture, NAME, "old", &error);
  g_assert_no_error (error);
  store (fixture, NAME, "new", &error);
  g_assert_no_error (error);
  trs_key_vault_set_owner (fixture->vault, NAME, old, 1);
  g_assert_cmpint (get_key_account (fixture), ==, 0);
  trs_key_vault_set_owner (fixture->vault, NAME, new, 2);
  g_assert_cmpint (get_key_account (fixture), ==, 2);
}

/* A store since the look-up may have replaced what was found. */
static void
test_found (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *old = trs_key_vault_make_checksum ("old");
  g_autofree char *new = trs_key_vault_make_checksum ("new");
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *none = NULL;
  guint serial;

  fragile_keyring_set_key (fixture->keyring, NAME, "old");
  first = look_up (fixture, NAME);
  serial = store (fixture, NAME, "new", &error);
  g_assert_no_error (error);
  /* To see whether there is a keyring is no look-up. */
  none = look_up (fixture, NULL);
  g_assert_null (none);
  trs_key_vault_set_found_owner (fixture->vault, NAME, old, 1);
  g_assert_cmpint (get_key_account (fixture), ==, 0);

  /* That it is there now shows whose it is, whoever it was stored for. */
  second = look_up (fixture, NAME);
  g_assert_cmpstr (second, ==, "new");
  trs_key_vault_set_found_owner (fixture->vault, NAME, new, 1);
  g_assert_cmpint (get_key_account (fixture), ==, 1);
  g_assert_false (trs_key_vault_set_stored_owner (fixture->vault, NAME, serial, 2));
  g_assert_cmpint (get_key_account (fixture), ==, 1);
  trs_key_vault_unset_owner (fixture->vault, NAME);
  g_assert_cmpint (get_key_account (fixture), ==, 0);
}

/* What is removed does not come back. */
static void
test_remove (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) late = NULL;
  guint serial;

  serial = store (fixture, NAME, "key", &error);
  trs_key_vault_set_stored_owner (fixture->vault, NAME, serial, 3);
  fragile_keyring_set_stores (fixture->keyring, FRAGILE_STORES_LATE);
  serial = store (fixture, NAME, "late", &late);
  trs_key_vault_set_stored_owner (fixture->vault, NAME, serial, 3);
  g_settings_set_int64 (fixture->saved, "key-account", 3);
  remove_key (fixture, NAME, 3);
  g_assert_cmpint (get_key_account (fixture), ==, 0);
  g_assert_null (fragile_keyring_get_key (fixture->keyring, NAME));

  fragile_keyring_release (fixture->keyring);
  trs_test_settle ();
  g_assert_null (fragile_keyring_get_key (fixture->keyring, NAME));
  g_assert_cmpint (get_key_account (fixture), ==, 0);
  g_assert_cmpstr (fixture->late->str, ==, "");
}

/* A keyring that does not remove it still has it, and its owner. */
static void
test_remove_fails (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_settings_set_int64 (fixture->saved, "key-account", 3);
  fragile_keyring_break (fixture->keyring, TRS_ERROR_KEYRING_LOCKED);
  trs_key_vault_remove_async (fixture->vault, NAME, 3, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_false (trs_key_vault_remove_finish (fixture->vault, result, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_KEYRING_LOCKED);
  g_assert_cmpint (get_key_account (fixture), ==, 3);
}

static void
test_session_keys (Fixture       *fixture,
                   gconstpointer  data)
{
  trs_key_vault_set_session_key (fixture->vault, NAME, 1, "of one");
  trs_key_vault_set_session_key (fixture->vault, NAME, 2, "of two");
  trs_key_vault_set_session_key (fixture->vault, OTHER, 1, "elsewhere");
  trs_key_vault_set_session_key (fixture->vault, NAME, 2, NULL);
  g_assert_cmpstr (trs_key_vault_get_session_key (fixture->vault, NAME, 1), ==, "of one");
  g_assert_null (trs_key_vault_get_session_key (fixture->vault, NAME, 2));
  g_assert_cmpstr (trs_key_vault_get_session_key (fixture->vault, OTHER, 1), ==, "elsewhere");
  g_assert_null (fragile_keyring_get_key (fixture->keyring, NAME));
}

/* What another program does. */

static void
set_key_account (Fixture *fixture,
                 gint64   owner)
{
  g_settings_set_int64 (fixture->saved, "key-account", owner);
  trs_test_settle ();
}

static void
remove_elsewhere (Fixture *fixture)
{
  fragile_keyring_set_key (fixture->keyring, NAME, NULL);
  set_key_account (fixture, 0);
}

static void
test_gone (Fixture       *fixture,
           gconstpointer  data)
{
  fragile_keyring_set_key (fixture->keyring, NAME, "key");
  set_key_account (fixture, 3);
  remove_elsewhere (fixture);
  g_assert_cmpstr (fixture->gone->str, ==, NAME " 3;");

  /* It is said once, and again of the next one. */
  set_key_account (fixture, 0);
  fragile_keyring_set_key (fixture->keyring, NAME, "next");
  set_key_account (fixture, 4);
  g_assert_cmpstr (fixture->gone->str, ==, NAME " 3;");
  remove_elsewhere (fixture);
  g_assert_cmpstr (fixture->gone->str, ==, NAME " 3;" NAME " 4;");
  g_assert_cmpint (get_key_account (fixture), ==, 0);
}

/* That the owner is unknown is how a login begins, too: then there is a key. */
static void
test_not_gone (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  guint n_before;
  guint serial;

  fragile_keyring_set_key (fixture->keyring, NAME, "key");
  set_key_account (fixture, 3);
  set_key_account (fixture, 0);
  fragile_keyring_set_key (fixture->keyring, NAME, "of another user");
  set_key_account (fixture, 4);
  g_assert_cmpstr (fixture->gone->str, ==, "");

  /* What is done here, nobody has to be told. */
  n_before = fragile_keyring_get_n_lookups (fixture->keyring);
  remove_key (fixture, NAME, 4);
  trs_test_settle ();
  serial = store (fixture, NAME, "key", &error);
  g_assert_no_error (error);
  trs_key_vault_set_stored_owner (fixture->vault, NAME, serial, 3);
  trs_key_vault_unset_owner (fixture->vault, NAME);
  trs_test_settle ();
  /* Nor is the key of the account that is not in use. */
  serial = store (fixture, OTHER, "key", &error);
  trs_key_vault_set_stored_owner (fixture->vault, OTHER, serial, 5);
  fragile_keyring_set_key (fixture->keyring, OTHER, NULL);
  trs_account_set_key_account (fixture->settings, OTHER, 0);
  trs_test_settle ();
  g_assert_cmpuint (fragile_keyring_get_n_lookups (fixture->keyring), ==, n_before);
  g_assert_cmpstr (fixture->gone->str, ==, "");
}

/* A keyring that does not answer says nothing, until it does. */
static void
test_gone_without_answer (Fixture       *fixture,
                          gconstpointer  data)
{
  set_key_account (fixture, 3);
  fragile_keyring_break (fixture->keyring, TRS_ERROR_KEYRING_TIMED_OUT);
  set_key_account (fixture, 0);
  g_assert_cmpstr (fixture->gone->str, ==, "");

  fragile_keyring_mend (fixture->keyring);
  trs_keyring_answered_late (TRS_KEYRING (fixture->keyring), OTHER);
  trs_test_settle ();
  g_assert_cmpstr (fixture->gone->str, ==, "");
  trs_keyring_answered_late (TRS_KEYRING (fixture->keyring), NAME);
  trs_test_settle ();
  g_assert_cmpstr (fixture->gone->str, ==, NAME " 3;");
}

/* A key that was given up on may still come in the place of the one that was removed. */
static void
test_gone_while_undecided (Fixture       *fixture,
                           gconstpointer  data)
{
  const gboolean *stored = data;
  g_autoptr (GError) error = NULL;
  guint serial;

  fragile_keyring_set_stores (fixture->keyring, FRAGILE_STORES_LATE);
  serial = store (fixture, NAME, "late", &error);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT);
  trs_key_vault_set_stored_owner (fixture->vault, NAME, serial, 4);
  set_key_account (fixture, 3);
  remove_elsewhere (fixture);
  g_assert_cmpstr (fixture->gone->str, ==, "");
  if (*stored)
    fragile_keyring_release (fixture->keyring);
  else
    trs_keyring_store_answered_late (TRS_KEYRING (fixture->keyring), NAME, serial, FALSE);
  trs_test_settle ();
  g_assert_cmpstr (fixture->gone->str, ==, *stored ? "" : NAME " 3;");
  g_assert_cmpint (get_key_account (fixture), ==, *stored ? 4 : 0);
}

/* Between the question and the answer it has changed again: the answer is about what was. */
static void
test_gone_too_late (Fixture       *fixture,
                    gconstpointer  data)
{
  fragile_keyring_hold_lookups (fixture->keyring);
  set_key_account (fixture, 3);
  remove_elsewhere (fixture);
  g_assert_cmpuint (fragile_keyring_get_n_lookups (fixture->keyring), ==, 1);
  set_key_account (fixture, 3);
  fragile_keyring_answer_lookups (fixture->keyring);
  trs_test_settle ();
  g_assert_cmpstr (fixture->gone->str, ==, "");

  /* The account is left. */
  fragile_keyring_hold_lookups (fixture->keyring);
  set_key_account (fixture, 0);
  trs_account_set_server (fixture->settings, OTHER, FALSE);
  fragile_keyring_answer_lookups (fixture->keyring);
  trs_test_settle ();
  g_assert_cmpstr (fixture->gone->str, ==, "");

  /* That another account has no key is no loss of one. */
  trs_account_set_server (fixture->settings, NAME, FALSE);
  set_key_account (fixture, 3);
  trs_account_set_server (fixture->settings, OTHER, FALSE);
  trs_test_settle ();
  g_assert_cmpstr (fixture->gone->str, ==, "");

  /* The program ends. */
  set_key_account (fixture, 3);
  fragile_keyring_hold_lookups (fixture->keyring);
  set_key_account (fixture, 0);
  trs_key_vault_stop (fixture->vault);
  fragile_keyring_answer_lookups (fixture->keyring);
  trs_test_settle ();
  set_key_account (fixture, 3);
  set_key_account (fixture, 0);
  g_assert_cmpstr (fixture->gone->str, ==, "");
}

/* What was asked before is over, and what is being asked now can still be given up. */
static void
test_gone_asked_twice (Fixture       *fixture,
                       gconstpointer  data)
{
  fragile_keyring_hold_lookups (fixture->keyring);
  set_key_account (fixture, 3);
  remove_elsewhere (fixture);
  set_key_account (fixture, 3);
  set_key_account (fixture, 0);
  g_assert_cmpuint (fragile_keyring_get_n_lookups (fixture->keyring), ==, 2);
  fragile_keyring_answer_oldest (fixture->keyring);
  trs_test_settle ();
  trs_key_vault_stop (fixture->vault);
  fragile_keyring_answer_lookups (fixture->keyring);
  trs_test_settle ();
  g_assert_cmpstr (fixture->gone->str, ==, "");
}

/* Settings of which it is known only later whether they are saved. */

static gboolean
is_saved (Fixture *fixture)
{
  gboolean saved = FALSE;

  return trs_account_is_key_account_known (fixture->settings, NAME, &saved) && saved;
}

static void
use_slow_settings (Fixture         *fixture,
                   TrsStubbornMode  mode)
{
  g_autoptr (GSettings) saved = NULL;
  g_autoptr (GSettings) held = NULL;

  fixture->disk = trs_stubborn_settings_new (TRS_STUBBORN_SAVES);
  saved = trs_stubborn_settings_open (fixture->disk);
  held = trs_held_settings_new (saved);
  close_vault (fixture);
  open_vault (fixture, held);
  g_settings_set_int64 (held, "key-account", 7);
  trs_test_wait_until (is_saved (fixture));
  trs_stubborn_settings_set_mode (fixture->disk, mode);
}

static void
test_waits_for_settings (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint serial = 0;

  use_slow_settings (fixture, TRS_STUBBORN_SAVES);
  fragile_keyring_set_stores (fixture->keyring, FRAGILE_STORES_WHEN_RELEASED);
  trs_key_vault_store_async (fixture->vault, NAME, "key", NULL, trs_test_store_result, &result);
  g_assert_false (fragile_keyring_is_asked (fixture->keyring));
  trs_test_wait_until (fragile_keyring_is_asked (fixture->keyring));
  fragile_keyring_release (fixture->keyring);
  trs_test_wait_result (result);
  g_assert_true (trs_key_vault_store_finish (fixture->vault, result, &serial, &error));
  g_assert_no_error (error);
}

static void
test_settings_not_saved (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  use_slow_settings (fixture, TRS_STUBBORN_DROPS);
  g_assert_cmpuint (store (fixture, NAME, "key", &error), ==, 0);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_KEYRING_FAILED);
  g_assert_null (fragile_keyring_get_key (fixture->keyring, NAME));
}

/* The account is left before the keyring is asked: it is not asked any more. After that nobody gives up. */
static void
test_given_up (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GCancellable) early = g_cancellable_new ();
  g_autoptr (GCancellable) late = g_cancellable_new ();
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GError) error = NULL;
  guint serial = 1;

  use_slow_settings (fixture, TRS_STUBBORN_SAVES);
  fragile_keyring_set_stores (fixture->keyring, FRAGILE_STORES_WHEN_RELEASED);
  trs_key_vault_store_async (fixture->vault, NAME, "key", early, trs_test_store_result, &first);
  g_cancellable_cancel (early);
  trs_test_wait_result (first);
  g_assert_false (trs_key_vault_store_finish (fixture->vault, first, &serial, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (serial, ==, 0);
  g_assert_false (fragile_keyring_is_asked (fixture->keyring));
  g_clear_error (&error);
  g_clear_object (&first);

  trs_key_vault_store_async (fixture->vault, NAME, "key", early, trs_test_store_result, &first);
  trs_test_wait_result (first);
  g_assert_false (trs_key_vault_store_finish (fixture->vault, first, &serial, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (fragile_keyring_is_asked (fixture->keyring));
  g_clear_error (&error);

  trs_key_vault_store_async (fixture->vault, NAME, "key", late, trs_test_store_result, &second);
  trs_test_wait_until (fragile_keyring_is_asked (fixture->keyring));
  g_cancellable_cancel (late);
  trs_test_settle ();
  g_assert_null (second);
  fragile_keyring_release (fixture->keyring);
  trs_test_wait_result (second);
  g_assert_true (trs_key_vault_store_finish (fixture->vault, second, &serial, &error));
  g_assert_no_error (error);
}

int
main (int   argc,
      char *argv[])
{
  static const gboolean stored[] = { FALSE, TRUE };

  trs_test_init (&argc, &argv);

#define add_test(path, function) g_test_add (path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)
  add_test ("/key-vault/owner", test_owner);
  add_test ("/key-vault/store", test_store);
  add_test ("/key-vault/store-elsewhere", test_store_elsewhere);
  add_test ("/key-vault/refused", test_refused);
  add_test ("/key-vault/late", test_late);
  add_test ("/key-vault/late-for-older-key", test_late_for_older_key);
  add_test ("/key-vault/undecided", test_undecided);
  add_test ("/key-vault/replaced", test_replaced);
  add_test ("/key-vault/found", test_found);
  add_test ("/key-vault/remove", test_remove);
  add_test ("/key-vault/remove-fails", test_remove_fails);
  add_test ("/key-vault/session-keys", test_session_keys);
  add_test ("/key-vault/gone", test_gone);
  add_test ("/key-vault/not-gone", test_not_gone);
  add_test ("/key-vault/gone-without-answer", test_gone_without_answer);
  g_test_add ("/key-vault/gone-while-undecided/stored", Fixture, &stored[1], fixture_set_up, test_gone_while_undecided,
              fixture_tear_down);
  g_test_add ("/key-vault/gone-while-undecided/refused", Fixture, &stored[0], fixture_set_up,
              test_gone_while_undecided, fixture_tear_down);
  add_test ("/key-vault/gone-too-late", test_gone_too_late);
  add_test ("/key-vault/gone-asked-twice", test_gone_asked_twice);
  add_test ("/key-vault/waits-for-settings", test_waits_for_settings);
  add_test ("/key-vault/settings-not-saved", test_settings_not_saved);
  add_test ("/key-vault/given-up", test_given_up);

  return g_test_run ();
}
