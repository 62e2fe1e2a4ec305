/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who gets the texts where the settings cannot be saved: in the window, and in a command, which reads what is saved. */
#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-stubborn-settings.h"
#include "trs-test-store.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#define HOOK "https://me.example/hook"
#define OTHER_HOOK "https://me.example/other"
#define NOWHERE "https://callback.invalid/"

typedef struct
{
  Fixture window;
  TrsStubbornSettings *disk;
  char *folder;
  char *path;
} Delivery;

static const TrsStubbornMode modes[] = { TRS_STUBBORN_REFUSES, TRS_STUBBORN_DROPS, TRS_STUBBORN_REVERTS,
                                         TRS_STUBBORN_FORGETS };

/* A new session on the same file: a window, or a command with a copy of what is saved. */
static void
begin (Delivery *delivery,
       gboolean  command)
{
  Fixture *window = &delivery->window;
  g_autoptr (GSettings) saved = NULL;

  if (window->session != NULL)
    fixture_end_session (window);
  g_clear_object (&window->settings);
  g_clear_object (&window->store);
  trs_stubborn_settings_restart (delivery->disk);
  if (command)
    window->settings = trs_stubborn_settings_open_saved (delivery->disk);
  else
    {
      saved = trs_stubborn_settings_open (delivery->disk);
      window->settings = trs_held_settings_new (saved);
    }
  window->store = trs_store_new (delivery->path);
  fixture_new_session (window);
}

static void
set_up (Delivery      *delivery,
        gconstpointer  data)
{
  fixture_set_up (&delivery->window, NULL);
  delivery->folder = g_dir_make_tmp ("trs-delivery-XXXXXX", NULL);
  delivery->path = g_build_filename (delivery->folder, "transcripts.db", NULL);
  delivery->disk = trs_stubborn_settings_new (TRS_STUBBORN_SAVES);
  begin (delivery, FALSE);
}

static void
tear_down (Delivery      *delivery,
           gconstpointer  data)
{
  g_autofree char *wal = g_strconcat (delivery->path, "-wal", NULL);
  g_autofree char *shm = g_strconcat (delivery->path, "-shm", NULL);

  fixture_tear_down (&delivery->window, NULL);
  g_object_unref (delivery->disk);
  g_unlink (delivery->path);
  g_unlink (wal);
  g_unlink (shm);
  g_rmdir (delivery->folder);
  g_free (delivery->path);
  g_free (delivery->folder);
}

static void
choose (Delivery        *delivery,
        TrsCallbackMode  mode,
        const char      *address)
{
  g_assert_true (
      trs_account_set_callback (trs_session_get_account (delivery->window.session), mode, address, NULL, 0, NULL));
}

static gint64
run_sql (Delivery   *delivery,
         const char *sql)
{
  sqlite3 *db;
  sqlite3_stmt *statement;
  gint64 value = 0;

  g_assert_cmpint (sqlite3_open (delivery->path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 10000);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  if (sqlite3_step (statement) == SQLITE_ROW)
    value = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return value;
}

static gint64
get_row (Delivery *delivery)
{
  return run_sql (delivery, "SELECT delivery FROM account");
}

static gboolean
is_settled (Delivery *delivery)
{
  TrsHeldSettings *held = trs_account_get_held_settings (trs_session_get_account (delivery->window.session));

  return (trs_held_settings_is_saved (held, "callback-mode") || trs_held_settings_is_lost (held, "callback-mode")) &&
         (trs_held_settings_is_saved (held, "callback-address") ||
          trs_held_settings_is_lost (held, "callback-address"));
}

static void
settle (Delivery *delivery)
{
  trs_test_wait_until (is_settled (delivery));
  trs_test_flush_store (delivery->window.store);
  fixture_drain ();
}

/* Returns: (nullable): the body of the last POST of a submission of @video_id */
static const char *
submit (Delivery   *delivery,
        const char *video_id)
{
  TrsToyService *toy = delivery->window.toy;
  guint n_before = trs_toy_service_count (toy, "POST");
  g_autoptr (TrsSubmission) submission = fixture_submit (&delivery->window, video_id);

  if (trs_toy_service_count (toy, "POST") == n_before)
    {
      g_assert_error (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_NOT_DURABLE);
      return NULL;
    }
  for (guint i = trs_toy_service_get_n_asked (toy); i > 0; i--)
    {
      if (strstr (trs_toy_service_get_line (toy, i - 1), "POST") != NULL)
        return trs_toy_service_get_body (toy, i - 1);
    }
  return NULL;
}

static void
assert_sends (Delivery   *delivery,
              const char *video_id,
              const char *address)
{
  const char *body = submit (delivery, video_id);
  g_autofree char *member = g_strdup_printf ("\"%s\"", address);

  g_assert_nonnull (body);
  g_test_message ("%s", body);
  g_assert_nonnull (strstr (body, member));
}

static void
start (Delivery *delivery)
{
  trs_session_start (delivery->window.session);
  trs_test_wait_until (trs_session_get_state (delivery->window.session) == TRS_SESSION_READY);
  trs_test_flush_store (delivery->window.store);
  fixture_drain ();
}

/* "Nowhere" is ticked, and holds for this window, for a command, and for the next window. */
static void
test_nowhere_holds (Delivery      *delivery,
                    gconstpointer  data)
{
  const TrsStubbornMode *mode = data;

  fixture_connect (&delivery->window);
  choose (delivery, TRS_CALLBACK_MY_ADDRESS, HOOK);
  settle (delivery);
  g_assert_cmpint (get_row (delivery), ==, -1);
  assert_sends (delivery, "one", HOOK);

  trs_stubborn_settings_set_mode (delivery->disk, *mode);
  choose (delivery, TRS_CALLBACK_NOWHERE, NULL);
  settle (delivery);
  g_assert_true (trs_account_get_settings_lost (trs_session_get_account (delivery->window.session)));
  g_assert_false (trs_account_is_lost (trs_session_get_account (delivery->window.session)));
  g_assert_cmpint (get_row (delivery), ==, TRS_CALLBACK_NOWHERE);
  assert_sends (delivery, "two", NOWHERE);

  begin (delivery, TRUE);
  g_assert_cmpint (g_settings_get_enum (delivery->window.settings, "callback-mode"), ==, TRS_CALLBACK_MY_ADDRESS);
  start (delivery);
  assert_sends (delivery, "three", NOWHERE);
  g_assert_cmpint (get_row (delivery), ==, TRS_CALLBACK_NOWHERE);

  begin (delivery, FALSE);
  start (delivery);
  settle (delivery);
  g_assert_cmpint (trs_account_get_callback_mode (trs_session_get_account (delivery->window.session)), ==,
                   TRS_CALLBACK_NOWHERE);
  assert_sends (delivery, "four", NOWHERE);

  /* As soon as it can be saved, it is. */
  trs_stubborn_settings_set_mode (delivery->disk, TRS_STUBBORN_SAVES);
  trs_account_save_again (trs_session_get_account (delivery->window.session));
  settle (delivery);
  g_assert_false (trs_account_get_settings_lost (trs_session_get_account (delivery->window.session)));
  g_assert_cmpint (get_row (delivery), ==, -1);
  begin (delivery, TRUE);
  g_assert_cmpint (g_settings_get_enum (delivery->window.settings, "callback-mode"), ==, TRS_CALLBACK_NOWHERE);
}

/* An address that could not be saved is this window's alone; nobody sends to the one before. */
static void
test_other_address (Delivery      *delivery,
                    gconstpointer  data)
{
  fixture_connect (&delivery->window);
  choose (delivery, TRS_CALLBACK_MY_ADDRESS, HOOK);
  settle (delivery);
  trs_stubborn_settings_set_mode (delivery->disk, TRS_STUBBORN_REVERTS);
  choose (delivery, TRS_CALLBACK_MY_ADDRESS, OTHER_HOOK);
  settle (delivery);
  assert_sends (delivery, "one", OTHER_HOOK);
  begin (delivery, TRUE);
  start (delivery);
  assert_sends (delivery, "two", NOWHERE);
}

/* What could not be saved never makes anyone disclose more. */
static void
test_least (Delivery      *delivery,
            gconstpointer  data)
{
  fixture_connect (&delivery->window);
  trs_stubborn_settings_set_mode (delivery->disk, TRS_STUBBORN_DROPS);
  choose (delivery, TRS_CALLBACK_MY_ADDRESS, HOOK);
  settle (delivery);
  assert_sends (delivery, "one", HOOK);

  /* Another program takes it back: so it is here, too, before anything leaves. */
  run_sql (delivery, "UPDATE account SET delivery = 0");
  assert_sends (delivery, "two", NOWHERE);
  g_assert_cmpint (trs_account_get_callback_mode (trs_session_get_account (delivery->window.session)), ==,
                   TRS_CALLBACK_NOWHERE);
}

/* While the account of another server is opened, nobody's row or settings are taken for those of the other. */
static void
test_other_account (Delivery      *delivery,
                    gconstpointer  data)
{
  Fixture *window = &delivery->window;

  fixture_connect (window);
  settle (delivery);
  trs_stubborn_settings_set_mode (delivery->disk, TRS_STUBBORN_DROPS);
  choose (delivery, TRS_CALLBACK_THIS_COMPUTER, NULL);
  settle (delivery);
  g_assert_true (fixture_connect_to (window, "https://toy.example/other", "toy-key", NULL));
  settle (delivery);
  choose (delivery, TRS_CALLBACK_MY_ADDRESS, HOOK);
  settle (delivery);
  g_assert_cmpint (run_sql (delivery, "SELECT delivery FROM account WHERE address LIKE '%base'"), ==,
                   TRS_CALLBACK_THIS_COMPUTER);
  g_assert_cmpint (run_sql (delivery, "SELECT delivery FROM account WHERE address LIKE '%other'"), ==, 3);
  g_assert_cmpint (trs_account_get_callback_mode (trs_session_get_account (window->session)), ==,
                   TRS_CALLBACK_MY_ADDRESS);

  /* What the first one has says nothing of the second. */
  run_sql (delivery, "UPDATE account SET delivery = 0 WHERE address LIKE '%base'");
  assert_sends (delivery, "one", HOOK);
  g_assert_true (fixture_connect_to (window, FIXTURE_ADDRESS, "toy-key", NULL));
  settle (delivery);
  g_assert_cmpint (trs_account_get_callback_mode (trs_session_get_account (window->session)), ==, TRS_CALLBACK_NOWHERE);
  g_assert_cmpint (run_sql (delivery, "SELECT delivery FROM account WHERE address LIKE '%other'"), ==, 3);
}

/* A command would go on sending to an address that was taken back, so nothing is sent at all. */
static void
test_neither (Delivery      *delivery,
              gconstpointer  data)
{
  fixture_connect (&delivery->window);
  choose (delivery, TRS_CALLBACK_MY_ADDRESS, HOOK);
  settle (delivery);
  trs_stubborn_settings_set_mode (delivery->disk, TRS_STUBBORN_DROPS);
  run_sql (delivery, "CREATE TRIGGER stuck BEFORE UPDATE OF delivery ON account "
                     "BEGIN SELECT raise (ABORT, 'stuck'); END");
  choose (delivery, TRS_CALLBACK_NOWHERE, NULL);
  settle (delivery);
  g_assert_null (submit (delivery, "one"));

  run_sql (delivery, "DROP TRIGGER stuck");
  assert_sends (delivery, "two", NOWHERE);
  g_assert_cmpint (get_row (delivery), ==, TRS_CALLBACK_NOWHERE);
}

/* A service on this computer is no reason to give it an address that another user could take over. */
static void
test_loopback (Delivery      *delivery,
               gconstpointer  data)
{
  g_assert_true (fixture_connect_to (&delivery->window, "http://127.0.0.1:8000/base", "toy-key", NULL));
  settle (delivery);
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *video_id = g_strdup_printf ("video-%u", i);

      assert_sends (delivery, video_id, NOWHERE);
    }
  begin (delivery, TRUE);
  start (delivery);
  assert_sends (delivery, "of-a-command", NOWHERE);
  g_assert_cmpint (run_sql (delivery, "SELECT count(*) FROM submission"), ==, 11);
  g_assert_cmpint (run_sql (delivery, "SELECT count(*) FROM submission WHERE webhook_url NOT LIKE '%.invalid/'"), ==,
                   0);
}

static void
connect (Delivery   *delivery,
         const char *key)
{
  g_assert_true (fixture_connect_to (&delivery->window, FIXTURE_ADDRESS, key, NULL));
  settle (delivery);
}

/* The address that one user of a server has chosen gets nothing of the other one. */
static void
test_two_users (Delivery      *delivery,
                gconstpointer  data)
{
  trs_toy_service_add_user (delivery->window.toy, "key-of-bert");
  fixture_connect (&delivery->window);
  choose (delivery, TRS_CALLBACK_MY_ADDRESS, HOOK);
  settle (delivery);
  assert_sends (delivery, "one", HOOK);

  connect (delivery, "key-of-bert");
  assert_sends (delivery, "two", NOWHERE);
  begin (delivery, TRUE);
  start (delivery);
  assert_sends (delivery, "three", NOWHERE);

  /* The choice of the first one stays; then the second one chooses, and it is no more. */
  begin (delivery, FALSE);
  start (delivery);
  connect (delivery, "toy-key");
  assert_sends (delivery, "four", HOOK);
  connect (delivery, "key-of-bert");
  choose (delivery, TRS_CALLBACK_MY_ADDRESS, OTHER_HOOK);
  settle (delivery);
  assert_sends (delivery, "five", OTHER_HOOK);
  connect (delivery, "toy-key");
  assert_sends (delivery, "six", NOWHERE);
  g_assert_cmpint (run_sql (delivery, "SELECT count(DISTINCT account) FROM submission"), ==, 2);
}

/* An earlier version did not note who has chosen: it is the only user of the server, or nobody. */
static void
test_before_the_update (Delivery      *delivery,
                        gconstpointer  data)
{
  trs_toy_service_add_user (delivery->window.toy, "key-of-bert");
  fixture_connect (&delivery->window);
  choose (delivery, TRS_CALLBACK_MY_ADDRESS, HOOK);
  g_settings_reset (delivery->window.settings, "callback-account");
  settle (delivery);
  begin (delivery, TRUE);
  start (delivery);
  assert_sends (delivery, "one", HOOK);
  begin (delivery, FALSE);
  start (delivery);
  assert_sends (delivery, "two", HOOK);
  connect (delivery, "key-of-bert");
  assert_sends (delivery, "three", NOWHERE);
  connect (delivery, "toy-key");
  assert_sends (delivery, "four", HOOK);

  g_settings_reset (delivery->window.settings, "callback-account");
  settle (delivery);
  for (guint i = 0; i < 2; i++)
    {
      begin (delivery, i > 0);
      start (delivery);
      assert_sends (delivery, i > 0 ? "five" : "six", NOWHERE);
    }
}

static void
remove_account (Delivery *delivery,
                gint64    number)
{
  g_autoptr (GPtrArray) accounts = fixture_list_accounts (&delivery->window);
  g_autoptr (GAsyncResult) result = NULL;
  guint i;

  for (i = 0; ((TrsKnownAccount *) accounts->pdata[i])->id != number; i++)
    g_assert_cmpuint (i + 1, <, accounts->len);
  trs_account_remover_remove_async (trs_session_get_remover (delivery->window.session), accounts->pdata[i],
                                    trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_account_remover_remove_finish (trs_session_get_remover (delivery->window.session), result, NULL));
  settle (delivery);
}

/* Numbers are given again. */
static void
test_removed_user (Delivery      *delivery,
                   gconstpointer  data)
{
  trs_toy_service_add_user (delivery->window.toy, "key-of-bert");
  trs_toy_service_add_user (delivery->window.toy, "key-of-carl");
  fixture_connect (&delivery->window);
  assert_sends (delivery, "one", NOWHERE);
  connect (delivery, "key-of-bert");
  assert_sends (delivery, "two", NOWHERE);
  choose (delivery, TRS_CALLBACK_MY_ADDRESS, HOOK);
  settle (delivery);
  remove_account (delivery, 2);
  connect (delivery, "key-of-carl");
  assert_sends (delivery, "three", NOWHERE);
  g_assert_cmpint (run_sql (delivery, "SELECT max (account) FROM account"), ==, 2);
}

/* The first run on a machine where nothing can be saved. */
static void
test_first_run (Delivery      *delivery,
                gconstpointer  data)
{
  const TrsStubbornMode *mode = data;
  TrsSession *session = delivery->window.session;

  trs_stubborn_settings_set_mode (delivery->disk, *mode);
  trs_session_start (session);
  fixture_connect (&delivery->window);
  g_assert_true (trs_account_is_configured (trs_session_get_account (session)));
  trs_test_wait_until (trs_account_is_lost (trs_session_get_account (session)));
  g_assert_true (trs_account_get_settings_lost (trs_session_get_account (session)));
  g_assert_cmpint (trs_session_get_state (session), ==, TRS_SESSION_READY);
  g_assert_true (trs_account_is_configured (trs_session_get_account (session)));
  assert_sends (delivery, "one", NOWHERE);
  g_assert_cmpint (get_row (delivery), ==, -1);
}

/* Returns: (nullable) (transfer full): the key that the keyring holds */
static char *
dup_key (Delivery *delivery)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_keyring_lookup_async (delivery->window.keyring, FIXTURE_ADDRESS, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_keyring_lookup_finish (delivery->window.keyring, result, NULL);
}

static void
assert_key (Delivery   *delivery,
            const char *wanted)
{
  g_autofree char *key = dup_key (delivery);

  g_assert_cmpstr (key, ==, wanted);
}

/* While it cannot be saved that the key of the keyring is not the one of the first user any more, it stays that one: a
 * command would charge the one with the key of the other. */
static void
test_key_of_another (Delivery      *delivery,
                     gconstpointer  data)
{
  Fixture *window = &delivery->window;
  const TrsStubbornMode *mode = data;
  g_autoptr (GSettings) saved = NULL;
  g_autoptr (GSettings) saved_later = NULL;

  trs_toy_service_add_user (window->toy, "key-of-bert");
  fixture_connect (window);
  trs_test_wait_until (!trs_account_get_settings_lost (trs_session_get_account (window->session)) &&
                       trs_held_settings_is_saved (trs_held_settings_find (window->settings), "key-account"));
  saved = trs_stubborn_settings_open_saved (delivery->disk);
  g_assert_cmpint (g_settings_get_int64 (saved, "key-account"), ==, 1);
  assert_key (delivery, "toy-key");
  assert_sends (delivery, "one", NOWHERE);

  trs_stubborn_settings_set_mode (delivery->disk, *mode);
  g_assert_true (fixture_connect_to (window, FIXTURE_ADDRESS, "key-of-bert", NULL));
  g_assert_cmpint (trs_session_get_state (window->session), ==, TRS_SESSION_READY);
  g_assert_false (trs_session_get_key_in_keyring (window->session));
  g_assert_error (trs_session_get_key_error (window->session), TRS_ERROR, TRS_ERROR_KEYRING_FAILED);
  assert_key (delivery, "toy-key");
  saved_later = trs_stubborn_settings_open_saved (delivery->disk);
  g_assert_cmpint (g_settings_get_int64 (saved_later, "key-account"), ==, 1);
  settle (delivery);
}

int
main (int   argc,
      char *argv[])
{
  static const char *const names[] = { "refuses", "drops", "reverts", "forgets" };

  trs_test_init (&argc, &argv);

  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autofree char *nowhere = g_strdup_printf ("/delivery/nowhere-holds/%s", names[i]);
      g_autofree char *key = g_strdup_printf ("/delivery/key-of-another/%s", names[i]);
      g_autofree char *first = g_strdup_printf ("/delivery/first-run/%s", names[i]);

      g_test_add (nowhere, Delivery, &modes[i], set_up, test_nowhere_holds, tear_down);
      g_test_add (key, Delivery, &modes[i], set_up, test_key_of_another, tear_down);
      g_test_add (first, Delivery, &modes[i], set_up, test_first_run, tear_down);
    }
  g_test_add ("/delivery/other-address", Delivery, NULL, set_up, test_other_address, tear_down);
  g_test_add ("/delivery/other-account", Delivery, NULL, set_up, test_other_account, tear_down);
  g_test_add ("/delivery/least", Delivery, NULL, set_up, test_least, tear_down);
  g_test_add ("/delivery/loopback", Delivery, NULL, set_up, test_loopback, tear_down);
  g_test_add ("/delivery/two-users", Delivery, NULL, set_up, test_two_users, tear_down);
  g_test_add ("/delivery/before-the-update", Delivery, NULL, set_up, test_before_the_update, tear_down);
  g_test_add ("/delivery/removed-user", Delivery, NULL, set_up, test_removed_user, tear_down);
  g_test_add ("/delivery/neither", Delivery, NULL, set_up, test_neither, tear_down);

  return g_test_run ();
}
