/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <sqlite3.h>

#include "engine-fixture.h"
#include "fragile-keyring.h"
#include "trs-error.h"
#include "trs-test-store.h"

/* Nothing is read into, written to or charged to an account with a key that was not proved to be that account's: two
 * users of one server, and a keyring that is slow, lies, or holds the key of the other. */

#define ANNA "toy-key"
#define BERT "key-of-bert"
#define CARL "key-of-carl"

static FragileKeyring *
keyring_of (Fixture *fixture)
{
  return FRAGILE_KEYRING (fixture->keyring);
}

static void
settle (Fixture *fixture)
{
  for (guint i = 0; i < 3; i++)
    {
      fixture_advance (fixture, 1);
      trs_test_flush_store (fixture->store);
      fixture_drain ();
    }
}

static char *
build_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "two-users", "transcripts.db", NULL);
}

/* From now on the accounts are as those of a file from before they had one. */
static void
forget_fingerprints (void)
{
  g_autofree char *path = build_path ();
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "UPDATE account SET (key_salt, key_mark) = (NULL, NULL)", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static gboolean
has_fingerprint (void)
{
  g_autofree char *path = build_path ();
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  gboolean found;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT 1 FROM account WHERE length (key_mark) = 4", -1, &statement, NULL),
                   ==, SQLITE_OK);
  found = sqlite3_step (statement) == SQLITE_ROW;
  sqlite3_finalize (statement);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
  return found;
}

static void
begin (Fixture *fixture)
{
  static const char *const suffixes[] = { "", "-wal", "-shm" };
  g_autofree char *path = build_path ();

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *file = g_strconcat (path, suffixes[i], NULL);

      g_remove (file);
    }
  fixture_end_session (fixture);
  g_assert_finalize_object (fixture->keyring);
  fixture->keyring = TRS_KEYRING (fragile_keyring_new ());
  fixture_new_session (fixture);
  fixture_keep (fixture, path);
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  trs_toy_service_add_user (fixture->toy, BERT);
  trs_session_start (fixture->session);
}

static void
restart (Fixture *fixture)
{
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) != TRS_SESSION_STARTING);
  settle (fixture);
}

static gint64
log_in (Fixture    *fixture,
        const char *key)
{
  g_autoptr (GError) error = NULL;

  fixture_connect_to (fixture, FIXTURE_ADDRESS, key, &error);
  g_assert_no_error (error);
  settle (fixture);
  return trs_library_get_account (trs_session_get_library (fixture->session));
}

static void
switch_to (Fixture *fixture,
           gint64   id)
{
  g_autoptr (GPtrArray) accounts = fixture_list_accounts (fixture);

  for (guint i = 0; i < accounts->len; i++)
    if (((const TrsKnownAccount *) accounts->pdata[i])->id == id)
      {
        trs_session_switch_account (fixture->session, accounts->pdata[i]);
        trs_test_wait_until (trs_session_get_state (fixture->session) != TRS_SESSION_STARTING);
        settle (fixture);
        g_assert_cmpint (trs_library_get_account (trs_session_get_library (fixture->session)), ==, id);
        return;
      }
  g_assert_not_reached ();
}

static gint64
get_key_account (Fixture *fixture)
{
  return g_settings_get_int64 (fixture->settings, "key-account");
}

static void
assert_only (Fixture    *fixture,
             const char *video_id)
{
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_cmpstr (trs_project_get_data (fixture_get (fixture, 0))->video_id, ==, video_id);
}

/* Submits, and looks whose key paid: NULL if nobody did. */
static const char *
submit (Fixture    *fixture,
        const char *video_id)
{
  guint n_before = trs_toy_service_get_n_asked (fixture->toy);
  G_GNUC_UNUSED g_autoptr (TrsSubmission) submission = fixture_submit (fixture, video_id);
  const char *key = NULL;

  settle (fixture);
  for (guint i = n_before; i < trs_toy_service_get_n_asked (fixture->toy); i++)
    if (g_str_has_prefix (trs_toy_service_get_line (fixture->toy, i), "POST"))
      key = trs_toy_service_get_sent_key (fixture->toy, i);
  return key;
}

static void
assert_signed_out (Fixture *fixture)
{
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOST);
  g_assert_null (submit (fixture, "must-not-leave"));
}

static guint
count_asked_with (Fixture    *fixture,
                  const char *key)
{
  guint n = 0;

  for (guint i = 0; i < trs_toy_service_get_n_asked (fixture->toy); i++)
    n += g_str_equal (trs_toy_service_get_sent_key (fixture->toy, i), key);
  return n;
}

typedef struct
{
  FragileStore stores;
  gboolean released; /* it answers late before the other account is opened */
} Slow;

static const Slow cases[] = {
  { FRAGILE_STORES_LATE, TRUE },
  { FRAGILE_STORES_LATE, FALSE },
  { FRAGILE_STORES_AND_TIMES_OUT, FALSE },
  { FRAGILE_STORES_AND_IS_CANCELLED, FALSE },
  { FRAGILE_STORES_AND_FAILS, FALSE },
};

/* Both are known here, and Bert was the last; @anna and @bert are their accounts. */
static void
let_both_log_in (Fixture    *fixture,
                 const Slow *slow,
                 gint64     *anna,
                 gint64     *bert)
{
  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  trs_toy_service_add_for (fixture->toy, BERT, "berts-video", "done");
  *anna = log_in (fixture, ANNA);
  g_assert_cmpint (get_key_account (fixture), ==, *anna);

  fragile_keyring_set_stores (keyring_of (fixture), slow->stores);
  *bert = log_in (fixture, BERT);
  g_assert_cmpint (*bert, !=, *anna);
}

/* A key is in use at once, and whose is kept is not said before it is known. */
static void
test_connect (Fixture       *fixture,
              gconstpointer  data)
{
  const Slow *slow = data;
  gint64 anna;
  gint64 bert;

  let_both_log_in (fixture, slow, &anna, &bert);
  g_assert_cmpint (get_key_account (fixture), ==, 0);
  assert_only (fixture, "berts-video");
  g_assert_cmpstr (submit (fixture, "more-of-bert"), ==, BERT);
  if (slow->stores == FRAGILE_STORES_LATE)
    {
      fragile_keyring_release (keyring_of (fixture));
      settle (fixture);
      g_assert_cmpint (get_key_account (fixture), ==, bert);
      g_assert_true (trs_session_get_key_in_keyring (fixture->session));
      g_assert_null (trs_session_get_key_error (fixture->session));
    }

  /* Whose it is shows at the next start, too. */
  restart (fixture);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_cmpint (get_key_account (fixture), ==, bert);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 2);
  g_assert_cmpstr (submit (fixture, "yet-more-of-bert"), ==, BERT);
}

static void
test_switch (Fixture       *fixture,
             gconstpointer  data)
{
  const Slow *slow = data;
  gint64 anna;
  gint64 bert;

  let_both_log_in (fixture, slow, &anna, &bert);
  if (slow->released)
    fragile_keyring_release (keyring_of (fixture));
  settle (fixture);
  switch_to (fixture, anna);
  assert_only (fixture, "annas-video");
  if (slow->stores == FRAGILE_STORES_LATE && !slow->released)
    {
      /* The key of Anna was still there, and is in use. Then that of Bert comes in its place. */
      g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
      fragile_keyring_release (keyring_of (fixture));
      settle (fixture);
      g_assert_cmpint (get_key_account (fixture), ==, bert);
      g_assert_cmpstr (submit (fixture, "more-of-anna"), ==, ANNA);
      restart (fixture);
      g_assert_cmpuint (fixture_get_n (fixture), ==, 2);
      assert_signed_out (fixture);
    }
  else
    {
      assert_signed_out (fixture);
      assert_only (fixture, "annas-video");
    }

  switch_to (fixture, bert);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  assert_only (fixture, "berts-video");
  g_assert_cmpstr (submit (fixture, "more-of-bert"), ==, BERT);
}

/* The program ends before the keyring has answered. */
static void
test_restart (Fixture       *fixture,
              gconstpointer  data)
{
  const Slow *slow = data;
  gint64 anna;
  gint64 bert;

  let_both_log_in (fixture, slow, &anna, &bert);
  switch_to (fixture, anna);
  fixture_end_session (fixture);
  if (slow->stores == FRAGILE_STORES_LATE)
    fragile_keyring_release (keyring_of (fixture));
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) != TRS_SESSION_STARTING);
  settle (fixture);

  assert_only (fixture, "annas-video");
  assert_signed_out (fixture);
  assert_only (fixture, "annas-video");
  g_assert_cmpint (get_key_account (fixture), !=, anna);
}

static TrsConnectorState
get_state (Fixture *fixture)
{
  return trs_connector_get_state (trs_session_get_connector (fixture->session));
}

/* The table of verdicts: what a key that was looked up shows of itself. */

typedef struct
{
  const char *what;
  gboolean known;       /* Anna has a video that is known here */
  gboolean named;       /* `key-account` says that the key is hers */
  const char *key;      /* what the keyring has */
  guint n_new;          /* videos of its user that are not known here */
  gboolean gone;        /* what is known is not listed any more, and is no project of anybody */
  guint detail_status;  /* what the service answers to details, 0 for what it knows */
  TrsConnectorState state;
  guint n_shown;
  const char *payer;    /* of a submission; NULL if none leaves */
  gboolean marked;      /* the account has the fingerprint of her key */
} Row;

static const Row rows[] = {
  { "shares a project", TRUE, FALSE, ANNA, 1, FALSE, 0, TRS_CONNECTOR_PROVED, 2, ANNA },
  { "empty, nothing known, named", FALSE, TRUE, ANNA, 0, FALSE, 0, TRS_CONNECTOR_PROVED, 0, ANNA },
  { "nothing known, named", FALSE, TRUE, ANNA, 1, FALSE, 0, TRS_CONNECTOR_PROVED, 1, ANNA },
  { "empty, named", TRUE, TRUE, ANNA, 0, TRUE, 0, TRS_CONNECTOR_PROBATION, 1, ANNA },
  { "empty, not named", TRUE, FALSE, BERT, 0, FALSE, 0, TRS_CONNECTOR_PROBATION, 1, NULL },
  { "full, hers", TRUE, FALSE, ANNA, 150, FALSE, 0, TRS_CONNECTOR_PROVED, 151, ANNA },
  { "full, another's", TRUE, FALSE, BERT, 150, FALSE, 0, TRS_CONNECTOR_LOST, 1, NULL },
  { "full, another's, named", TRUE, TRUE, BERT, 150, FALSE, 0, TRS_CONNECTOR_LOST, 1, NULL },
  { "full, no word", TRUE, FALSE, BERT, 150, FALSE, 500, TRS_CONNECTOR_PROBATION, 1, NULL },
  { "not full, another's", TRUE, FALSE, BERT, 1, FALSE, 0, TRS_CONNECTOR_LOST, 1, NULL },
  { "not full, another's, named", TRUE, TRUE, BERT, 1, FALSE, 0, TRS_CONNECTOR_LOST, 1, NULL },
  { "nothing known, not named", FALSE, FALSE, ANNA, 1, FALSE, 0, TRS_CONNECTOR_LOST, 0, NULL },
  { "nothing known, not named, another's", FALSE, FALSE, BERT, 1, FALSE, 0, TRS_CONNECTOR_LOST, 0, NULL },
  /* Her fingerprint goes before all of it. */
  { "empty, hers", TRUE, FALSE, ANNA, 0, TRUE, 0, TRS_CONNECTOR_PROVED, 1, ANNA, TRUE },
  { "full, shares nothing, hers", TRUE, FALSE, ANNA, 150, TRUE, 0, TRS_CONNECTOR_PROVED, 151, ANNA, TRUE },
  { "shares nothing, hers", TRUE, FALSE, ANNA, 1, TRUE, 0, TRS_CONNECTOR_PROVED, 2, ANNA, TRUE },
  { "full, another's than the fingerprint", TRUE, TRUE, BERT, 150, FALSE, 0, TRS_CONNECTOR_LOST, 1, NULL, TRUE },
};

static void
add_many (Fixture    *fixture,
          const char *key,
          guint       n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *video_id = g_strdup_printf ("new-%u", i);

      trs_toy_service_add_for (fixture->toy, g_str_equal (key, BERT) ? key : NULL, video_id, "done");
    }
}

static void
test_verdict (Fixture       *fixture,
              gconstpointer  data)
{
  const Row *row = data;
  guint n_asked;

  g_test_message ("%s", row->what);
  begin (fixture);
  if (row->known)
    trs_toy_service_add (fixture->toy, "annas-video", "done");
  log_in (fixture, ANNA);
  fixture_end_session (fixture);
  if (!row->marked)
    forget_fingerprints ();
  if (row->gone)
    trs_toy_service_clear (fixture->toy);
  add_many (fixture, row->key, row->n_new);
  if (!row->named)
    g_settings_set_int64 (fixture->settings, "key-account", 0);
  fragile_keyring_set_key (keyring_of (fixture), FIXTURE_ADDRESS, row->key);
  if (row->detail_status != 0)
    trs_toy_service_fail (fixture->toy, "/api/detail/", TRS_TOY_STATUS, row->detail_status, -1, G_MAXUINT);
  n_asked = trs_toy_service_get_n_asked (fixture->toy);

  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) != TRS_SESSION_STARTING);
  settle (fixture);
  g_assert_cmpint (get_state (fixture), ==, row->state);
  g_assert_cmpuint (fixture_get_n (fixture), ==, row->n_shown);
  /* A key that is proved is known again from then on. */
  g_assert_cmpint (has_fingerprint (), ==, row->marked || row->state == TRS_CONNECTOR_PROVED);
  if (!row->known && !row->named)
    g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, n_asked);
  g_assert_cmpstr (submit (fixture, "paid-video"), ==, row->payer);
  if (row->payer == NULL)
    g_assert_cmpuint (fixture_get_n (fixture), ==, row->n_shown);
  if (row->state == TRS_CONNECTOR_LOST)
    g_assert_cmpint (get_key_account (fixture), ==, 0);

  /* At the next read it is asked again. */
  if (row->detail_status == 0)
    return;
  trs_toy_service_mend (fixture->toy);
  fixture_advance (fixture, 5);
  fixture_refresh (fixture);
  settle (fixture);
  assert_signed_out (fixture);
}

/* Nothing but the list is asked with a key that is not proved; what the user asks for waits for it. */
static void
test_waits (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GAsyncResult) hers = NULL;
  g_autoptr (GAsyncResult) his = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  log_in (fixture, ANNA);
  fixture_end_session (fixture);
  forget_fingerprints ();
  fixture_new_session (fixture);
  trs_toy_service_hold (fixture->toy);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_READY);
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), fixture_get (fixture, 0), NULL,
                              trs_test_store_result, &hers);
  settle (fixture);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/"), ==, 0);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (hers);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), hers, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/"), >, 0);

  g_clear_object (&hers);

  /* With a key of somebody else it fails. */
  fixture_end_session (fixture);
  fragile_keyring_set_key (keyring_of (fixture), FIXTURE_ADDRESS, BERT);
  trs_toy_service_add_for (fixture->toy, BERT, "berts-video", "done");
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  fixture_new_session (fixture);
  trs_toy_service_hold (fixture->toy);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_READY);
  trs_poller_check_now (trs_session_get_poller (fixture->session), fixture_get (fixture, 0));
  trs_transcripts_fetch_again_async (trs_session_get_transcripts (fixture->session), fixture_get (fixture, 0),
                                     trs_test_store_result, &his);
  settle (fixture);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (his);
  settle (fixture);
  for (guint i = 0; i < trs_toy_service_get_n_asked (fixture->toy); i++)
    if (g_str_equal (trs_toy_service_get_sent_key (fixture->toy, i), BERT))
      g_assert_nonnull (strstr (trs_toy_service_get_line (fixture->toy, i), "/api/list"));
  assert_signed_out (fixture);
}

/* The keyring was asked: it may have the key, so that nobody can give up any more. */
static void
test_point_of_no_return (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 anna;

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  trs_toy_service_add_for (fixture->toy, BERT, "berts-video", "done");
  anna = log_in (fixture, ANNA);
  fragile_keyring_set_stores (keyring_of (fixture), FRAGILE_STORES_WHEN_RELEASED);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, BERT, cancellable,
                             trs_test_store_result, &result);
  g_assert_true (trs_connector_get_can_cancel (trs_session_get_connector (fixture->session)));
  trs_test_wait_until (fragile_keyring_is_asked (keyring_of (fixture)));
  g_assert_cmpint (get_state (fixture), ==, TRS_CONNECTOR_STORING);
  g_assert_false (trs_connector_get_can_cancel (trs_session_get_connector (fixture->session)));
  g_assert_cmpint (get_key_account (fixture), ==, 0);

  g_cancellable_cancel (cancellable);
  settle (fixture);
  g_assert_null (result);
  assert_only (fixture, "annas-video");
  fragile_keyring_release (keyring_of (fixture));
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, &error));
  g_assert_no_error (error);
  settle (fixture);
  assert_only (fixture, "berts-video");
  g_assert_cmpint (get_key_account (fixture), ==, trs_library_get_account (trs_session_get_library (fixture->session)));
  g_assert_cmpint (get_key_account (fixture), !=, anna);
}

/* Before that it is given up, and nothing has happened. */
static void
test_given_up_in_time (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 anna;

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  anna = log_in (fixture, ANNA);
  trs_toy_service_hold (fixture->toy);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, BERT, cancellable,
                             trs_test_store_result, &result);
  fixture_drain ();
  g_cancellable_cancel (cancellable);
  trs_test_wait_result (result);
  g_assert_false (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  trs_toy_service_release (fixture->toy);
  settle (fixture);
  g_assert_cmpint (get_key_account (fixture), ==, anna);
  g_assert_cmpstr (fragile_keyring_get_key (keyring_of (fixture), FIXTURE_ADDRESS), ==, ANNA);
  assert_only (fixture, "annas-video");
  g_assert_cmpstr (submit (fixture, "more-of-anna"), ==, ANNA);
}

/* The user goes elsewhere while the keyring asks for its password. */
static void
test_left_while_storing (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 anna;
  gint64 bert;

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  trs_toy_service_add_for (fixture->toy, BERT, "berts-video", "done");
  anna = log_in (fixture, ANNA);
  bert = log_in (fixture, BERT);
  fragile_keyring_set_stores (keyring_of (fixture), FRAGILE_STORES_WHEN_RELEASED);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, ANNA, NULL,
                             trs_test_store_result, &result);
  trs_test_wait_until (fragile_keyring_is_asked (keyring_of (fixture)));
  switch_to (fixture, anna);
  fragile_keyring_release (keyring_of (fixture));
  trs_test_wait_result (result);
  g_assert_false (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  settle (fixture);
  assert_only (fixture, "annas-video");
  g_assert_cmpint (get_key_account (fixture), ==, 0);

  g_clear_object (&result);
  restart (fixture);
  g_assert_cmpint (trs_library_get_account (trs_session_get_library (fixture->session)), ==, anna);
  g_assert_cmpstr (submit (fixture, "more-of-anna"), ==, ANNA);
  g_assert_cmpint (get_key_account (fixture), ==, anna);
  switch_to (fixture, bert);
  assert_signed_out (fixture);
}

/* Of two stores the one that was done last counts, and nothing is said as long as that is open. */
static void
test_overtaken (Fixture       *fixture,
                gconstpointer  data)
{
  static const Slow late = { FRAGILE_STORES_LATE, FALSE };
  gint64 anna;
  gint64 bert;

  let_both_log_in (fixture, &late, &anna, &bert);
  fragile_keyring_set_stores (keyring_of (fixture), FRAGILE_STORES);
  g_assert_cmpint (log_in (fixture, ANNA), ==, anna);
  g_assert_cmpint (get_key_account (fixture), ==, 0);
  g_assert_cmpstr (submit (fixture, "more-of-anna"), ==, ANNA);
  fragile_keyring_release (keyring_of (fixture));
  settle (fixture);
  g_assert_cmpint (get_key_account (fixture), ==, bert);
  restart (fixture);
  assert_signed_out (fixture);
}

/* What the user has forgotten does not come back by itself. */
static void
test_forgotten_meanwhile (Fixture       *fixture,
                          gconstpointer  data)
{
  static const Slow late = { FRAGILE_STORES_LATE, FALSE };
  g_autoptr (GAsyncResult) result = NULL;
  gint64 anna;
  gint64 bert;

  let_both_log_in (fixture, &late, &anna, &bert);
  trs_sign_in_forget_key_async (trs_session_get_sign_in (fixture->session), NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  fragile_keyring_release (keyring_of (fixture));
  settle (fixture);
  g_assert_null (fragile_keyring_get_key (keyring_of (fixture), FIXTURE_ADDRESS));
  g_assert_cmpint (get_key_account (fixture), ==, 0);
  g_clear_object (&result);
  restart (fixture);
  assert_signed_out (fixture);
}

/* It is named where it belongs, whatever is open then. */
static void
test_late_under_another_server (Fixture       *fixture,
                                gconstpointer  data)
{
  static const Slow late = { FRAGILE_STORES_LATE, FALSE };
  g_autoptr (GError) error = NULL;
  gint64 anna;
  gint64 bert;

  let_both_log_in (fixture, &late, &anna, &bert);
  fragile_keyring_set_stores (keyring_of (fixture), FRAGILE_STORES);
  trs_session_start (fixture->session);
  g_assert_true (fixture_connect_to (fixture, "https://other.example", ANNA, &error));
  settle (fixture);
  g_assert_cmpint (get_key_account (fixture), ==, trs_library_get_account (trs_session_get_library (fixture->session)));
  fragile_keyring_release (keyring_of (fixture));
  settle (fixture);
  g_assert_cmpint (get_key_account (fixture), ==, trs_library_get_account (trs_session_get_library (fixture->session)));
  g_assert_cmpint (trs_account_get_key_account (trs_session_get_account (fixture->session), FIXTURE_ADDRESS), ==, bert);
  switch_to (fixture, anna);
  assert_signed_out (fixture);
  switch_to (fixture, bert);
  g_assert_cmpstr (submit (fixture, "more-of-bert"), ==, BERT);
}

/* The user goes elsewhere while it is found out whose the key is: nobody is asked about it any more. */
static void
test_left_while_proving (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 anna;

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  trs_toy_service_add_for (fixture->toy, BERT, "berts-video", "done");
  anna = log_in (fixture, ANNA);
  log_in (fixture, BERT);
  trs_toy_service_add_user (fixture->toy, CARL);
  for (guint i = 0; i < 100; i++)
    trs_toy_service_add_for (fixture->toy, CARL, "carls-video", "done");
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, CARL, NULL,
                             trs_test_store_result, &result);
  trs_test_wait_until (count_asked_with (fixture, CARL) == 2);
  trs_toy_service_hold (fixture->toy);
  fixture_drain ();
  g_assert_cmpuint (trs_toy_service_get_n_held (fixture->toy), ==, 1);
  switch_to (fixture, anna);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (result);
  g_assert_false (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  settle (fixture);
  g_assert_cmpuint (count_asked_with (fixture, CARL), ==, 2);
  g_assert_cmpstr (fragile_keyring_get_key (keyring_of (fixture), FIXTURE_ADDRESS), ==, BERT);
  g_assert_cmpint (get_state (fixture), !=, TRS_CONNECTOR_PROVING);
}

/* The same while a key that was looked up is judged. */
static void
test_left_while_judging (Fixture       *fixture,
                         gconstpointer  data)
{
  const TrsKnownAccount other = { .name = (char *) "https://other.example" };

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  log_in (fixture, ANNA);
  fixture_end_session (fixture);
  forget_fingerprints ();
  add_many (fixture, ANNA, 150);
  fixture_new_session (fixture);
  trs_toy_service_hold (fixture->toy);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_toy_service_get_n_held (fixture->toy) == 1);
  trs_toy_service_release (fixture->toy);
  trs_toy_service_hold (fixture->toy);
  trs_test_wait_until (trs_toy_service_get_n_held (fixture->toy) == 1);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/"), ==, 1);
  trs_session_switch_account (fixture->session, &other);
  settle (fixture);
  g_assert_cmpuint (trs_toy_service_get_n_held (fixture->toy), ==, 0);
  trs_toy_service_release (fixture->toy);
  settle (fixture);
  g_assert_cmpint (get_state (fixture), ==, TRS_CONNECTOR_LOST);
}

/* A full page is that of an account only if the service says so, and nobody's if it says so; a failure says neither. */
static void
test_no_answer_while_proving (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autoptr (GPtrArray) accounts = NULL;
  g_autoptr (GError) error = NULL;
  gint64 anna;

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  anna = log_in (fixture, ANNA);
  fixture_end_session (fixture);
  forget_fingerprints ();
  fixture_new_session (fixture);
  add_many (fixture, ANNA, 150);
  fragile_keyring_set_key (keyring_of (fixture), FIXTURE_ADDRESS, NULL);
  trs_session_start (fixture->session);
  trs_test_wait_until (get_state (fixture) == TRS_CONNECTOR_LOST);
  trs_toy_service_fail (fixture->toy, "/api/detail/", TRS_TOY_STATUS, 500, -1, G_MAXUINT);
  g_assert_false (fixture_connect_to (fixture, FIXTURE_ADDRESS, ANNA, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (get_state (fixture), ==, TRS_CONNECTOR_LOST);
  g_assert_null (fragile_keyring_get_key (keyring_of (fixture), FIXTURE_ADDRESS));

  trs_toy_service_mend (fixture->toy);
  g_assert_cmpint (log_in (fixture, ANNA), ==, anna);
  accounts = fixture_list_accounts (fixture);
  g_assert_cmpuint (accounts->len, ==, 1);
}

/* A key is entered while the account of another user is still being opened. That it has to be compared once more is no
 * reason to give up. */
static void
test_connect_while_opening (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 anna;

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  anna = log_in (fixture, ANNA);
  fixture_end_session (fixture);
  fragile_keyring_set_stores (keyring_of (fixture), FRAGILE_STORES_WHEN_RELEASED);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, BERT, cancellable,
                             trs_test_store_result, &result);
  trs_test_wait_until (fragile_keyring_is_asked (keyring_of (fixture)));
  g_cancellable_cancel (cancellable);
  settle (fixture);
  assert_only (fixture, "annas-video");
  g_assert_cmpint (trs_library_get_account (trs_session_get_library (fixture->session)), ==, anna);

  fragile_keyring_release (keyring_of (fixture));
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, &error));
  g_assert_no_error (error);
  settle (fixture);
  g_assert_cmpint (trs_library_get_account (trs_session_get_library (fixture->session)), !=, anna);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 0);
  g_assert_cmpstr (submit (fixture, "berts-video"), ==, BERT);
  assert_only (fixture, "berts-video");
}

/* What another program does: `transcripts logout` removes the key, and then says in the settings that nobody's is
 * there. A login of somebody else begins with the latter. */

static void
set_key_account (Fixture *fixture,
                 gint64   key_account)
{
  g_settings_set_int64 (fixture->settings, "key-account", key_account);
  settle (fixture);
}

static void
log_out_elsewhere (Fixture *fixture)
{
  fragile_keyring_set_key (keyring_of (fixture), FIXTURE_ADDRESS, NULL);
  set_key_account (fixture, 0);
}

static void
test_logged_out_elsewhere (Fixture       *fixture,
                           gconstpointer  data)
{
  gint64 anna;

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  anna = log_in (fixture, ANNA);
  set_key_account (fixture, 0);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_cmpstr (submit (fixture, "still-hers"), ==, ANNA);

  /* somebody else logs in and out */
  fragile_keyring_set_key (keyring_of (fixture), FIXTURE_ADDRESS, BERT);
  set_key_account (fixture, anna + 1);
  log_out_elsewhere (fixture);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_cmpstr (submit (fixture, "hers-as-before"), ==, ANNA);

  set_key_account (fixture, anna);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  log_out_elsewhere (fixture);
  assert_signed_out (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 3);
  g_assert_cmpint (log_in (fixture, ANNA), ==, anna);
  g_assert_cmpstr (submit (fixture, "hers-again"), ==, ANNA);

  /* and what a login elsewhere stores is used at once */
  log_out_elsewhere (fixture);
  assert_signed_out (fixture);
  fragile_keyring_set_key (keyring_of (fixture), FIXTURE_ADDRESS, ANNA);
  set_key_account (fixture, anna);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
}

/* A key on probation may spend if the settings name it, so that it is let go of, too. */
static void
test_logged_out_on_probation (Fixture       *fixture,
                              gconstpointer  data)
{
  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  log_in (fixture, ANNA);
  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  forget_fingerprints ();
  restart (fixture);
  g_assert_cmpint (get_state (fixture), ==, TRS_CONNECTOR_PROBATION);
  log_out_elsewhere (fixture);
  g_assert_cmpint (get_state (fixture), ==, TRS_CONNECTOR_LOST);
  trs_toy_service_mend (fixture->toy);
  assert_signed_out (fixture);
}

/* A key that no keyring holds is not that of a keyring. */
static void
test_logged_out_session_key (Fixture       *fixture,
                             gconstpointer  data)
{
  gint64 anna;

  begin (fixture);
  fragile_keyring_break (keyring_of (fixture), TRS_ERROR_KEYRING_LOCKED);
  anna = log_in (fixture, ANNA);
  g_assert_false (trs_session_get_key_in_keyring (fixture->session));
  fragile_keyring_mend (keyring_of (fixture));
  set_key_account (fixture, anna);
  log_out_elsewhere (fixture);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_cmpstr (submit (fixture, "still-hers"), ==, ANNA);
}

/* The other user of the server is open when the keyring answers, with a key of this run of the program. */
static void
test_logged_out_while_leaving (Fixture       *fixture,
                               gconstpointer  data)
{
  gint64 anna;
  gint64 bert;

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "done");
  trs_toy_service_add_for (fixture->toy, BERT, "berts-video", "done");
  trs_connector_set_keep_keys (trs_session_get_connector (fixture->session), FALSE);
  bert = log_in (fixture, BERT);
  trs_connector_set_keep_keys (trs_session_get_connector (fixture->session), TRUE);
  anna = log_in (fixture, ANNA);
  g_assert_cmpint (get_key_account (fixture), ==, anna);
  fragile_keyring_hold_lookups (keyring_of (fixture));
  log_out_elsewhere (fixture);
  switch_to (fixture, bert);
  fragile_keyring_answer_lookups (keyring_of (fixture));
  settle (fixture);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_cmpstr (submit (fixture, "more-of-bert"), ==, BERT);
  switch_to (fixture, anna);
  assert_signed_out (fixture);
}

/* What is under way is not asked about any more, and is again once the key is there. What the user is entering
 * meanwhile is proved all the same. */
static void
test_logged_out_under_way (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint n_before;

  begin (fixture);
  trs_toy_service_add (fixture->toy, "annas-video", "transcription");
  log_in (fixture, ANNA);
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_CHECKING);
  log_out_elsewhere (fixture);
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_NEEDS_KEY);
  n_before = trs_toy_service_get_n_asked (fixture->toy);
  fixture_advance (fixture, 60);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, n_before);

  log_in (fixture, ANNA);
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_CHECKING);
  n_before = trs_toy_service_get_n_asked (fixture->toy);
  fixture_advance (fixture, 60);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), >, n_before);

  trs_toy_service_hold (fixture->toy);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, ANNA, NULL,
                             trs_test_store_result, &result);
  fixture_drain ();
  log_out_elsewhere (fixture);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOST);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, &error));
  g_assert_no_error (error);
  settle (fixture);
  g_assert_cmpstr (submit (fixture, "hers-again"), ==, ANNA);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *connect = g_strdup_printf ("/two-users/connect/%u", i);
      g_autofree char *switched = g_strdup_printf ("/two-users/switch/%u", i);
      g_autofree char *restarted = g_strdup_printf ("/two-users/restart/%u", i);

      g_test_add (connect, Fixture, &cases[i], fixture_set_up, test_connect, fixture_tear_down);
      g_test_add (switched, Fixture, &cases[i], fixture_set_up, test_switch, fixture_tear_down);
      g_test_add (restarted, Fixture, &cases[i], fixture_set_up, test_restart, fixture_tear_down);
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/two-users/verdict/%u", i);

      g_test_add (path, Fixture, &rows[i], fixture_set_up, test_verdict, fixture_tear_down);
    }
  fixture_add_test ("/two-users/waits", test_waits);
  fixture_add_test ("/two-users/point-of-no-return", test_point_of_no_return);
  fixture_add_test ("/two-users/given-up-in-time", test_given_up_in_time);
  fixture_add_test ("/two-users/left-while-storing", test_left_while_storing);
  fixture_add_test ("/two-users/overtaken", test_overtaken);
  fixture_add_test ("/two-users/forgotten-meanwhile", test_forgotten_meanwhile);
  fixture_add_test ("/two-users/logged-out-elsewhere", test_logged_out_elsewhere);
  fixture_add_test ("/two-users/logged-out-on-probation", test_logged_out_on_probation);
  fixture_add_test ("/two-users/logged-out-session-key", test_logged_out_session_key);
  fixture_add_test ("/two-users/logged-out-while-leaving", test_logged_out_while_leaving);
  fixture_add_test ("/two-users/logged-out-under-way", test_logged_out_under_way);
  fixture_add_test ("/two-users/late-under-another-server", test_late_under_another_server);
  fixture_add_test ("/two-users/left-while-proving", test_left_while_proving);
  fixture_add_test ("/two-users/left-while-judging", test_left_while_judging);
  fixture_add_test ("/two-users/no-answer-while-proving", test_no_answer_while_proving);
  fixture_add_test ("/two-users/connect-while-opening", test_connect_while_opening);
  return g_test_run ();
}
