/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The way into an account, with what it uses and without a session: what is late, what goes before what, and that no
 * key is tried for an account that is not open. */
#include "trs-sign-in.h"

#include <glib/gstdio.h>

#include "fragile-keyring.h"
#include "trs-api-client.h"
#include "trs-error.h"
#include "trs-list-reader.h"
#include "trs-manual-clock.h"
#include "trs-service-starter.h"
#include "trs-store-accounts.h"
#include "trs-store-submissions.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"
#include "trs-toy-service.h"

#define ADDRESS "https://toy.example/base"
#define ELSEWHERE "https://elsewhere.example"
#define ANNA "key-of-anna"
#define BERT "key-of-bert"

typedef struct
{
  TrsManualClock *clock;
  TrsToyService *toy;
  FragileKeyring *keyring;
  GSettings *settings;
  TrsAccount *account;
  TrsStore *store;
  TrsApiClient *client;
  TrsServiceStarter *starter;
  TrsConnector *connector;
  TrsProjects *projects;
  TrsHistory *history;
  TrsLibrary *library;
  TrsListReader *reader;
  TrsSignIn *sign_in;
  GString *told;
  gint64 left;
  guint generation; /* of the client, before the key is used */
} Parts;

/* Each signal is told with the account that is open at that moment, if one is. */
static void
tell (Parts      *parts,
      const char *word)
{
  if (parts->told->len > 0)
    g_string_append_c (parts->told, ' ');
  g_string_append (parts->told, word);
  if (trs_library_is_open (parts->library))
    g_string_append_printf (parts->told, ":%" G_GINT64_FORMAT, trs_library_get_account (parts->library));
}

static void
replacing_cb (Parts *parts)
{
  tell (parts, "replacing");
  trs_library_close (parts->library);
  trs_history_close (parts->history);
}

/* Nothing can be asked with a new key yet. */
static void
committing_cb (Parts      *parts,
               const char *name)
{
  parts->generation = trs_api_client_get_generation (parts->client);
  g_assert_nonnull (name);
  trs_list_reader_reset (parts->reader);
  tell (parts, "committing");
}

static void
signed_in_cb (Parts               *parts,
              const TrsConnection *connection,
              gint64               left)
{
  g_assert_cmpstr (connection->name, ==, trs_account_get_name (parts->account));
  g_assert_cmpuint (trs_api_client_get_generation (parts->client), !=, parts->generation);
  g_assert_cmpint (trs_connector_get_resting_state (parts->connector), >=, TRS_CONNECTOR_PROBATION);
  tell (parts, "signed-in");
  parts->left = left;
  if (connection->page != NULL)
    trs_list_reader_take_page (parts->reader, connection->page);
}

static void
key_missing_cb (Parts *parts)
{
  g_assert_cmpint (trs_connector_get_resting_state (parts->connector), ==, TRS_CONNECTOR_IDLE);
  tell (parts, "key-missing");
}

static void
reset_settings (GSettings *settings)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (guint i = 0; keys[i] != NULL; i++)
    g_settings_reset (settings, keys[i]);
}

static TrsStore *
new_store (void)
{
  static const char *const suffixes[] = { "", "-wal", "-shm" };
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "sign-in", "transcripts.db", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *file = g_strconcat (path, suffixes[i], NULL);

      g_remove (file);
    }
  return trs_store_new (path);
}

static void
set_up (Parts         *parts,
        gconstpointer  data)
{
  TrsClock *clock;

  parts->clock = trs_manual_clock_new (G_GINT64_CONSTANT (1700000000000000));
  clock = TRS_CLOCK (parts->clock);
  parts->toy = trs_toy_service_new (clock);
  trs_toy_service_set_key (parts->toy, ANNA);
  trs_toy_service_add_user (parts->toy, BERT);
  parts->keyring = fragile_keyring_new ();
  parts->settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  reset_settings (parts->settings);
  parts->account = trs_account_new (parts->settings);
  parts->store = new_store ();
  parts->client = trs_api_client_new (TRS_TRANSPORT (parts->toy), clock);
  parts->starter = trs_service_starter_new (NULL, NULL, NULL, clock);
  parts->connector = trs_connector_new (parts->account, parts->client, TRS_TRANSPORT (parts->toy),
                                        TRS_KEYRING (parts->keyring), parts->store, parts->starter, clock);
  parts->projects = trs_projects_new (parts->store, clock);
  parts->history = trs_history_new (parts->projects, parts->store, clock);
  parts->library = trs_library_new (parts->store, parts->projects, parts->history, clock);
  parts->reader = trs_list_reader_new (parts->client, parts->store, parts->projects, parts->history, clock);
  parts->sign_in =
      trs_sign_in_new (parts->account, parts->connector, parts->library, parts->projects, parts->history);
  parts->told = g_string_new (NULL);
  g_signal_connect_swapped (parts->sign_in, "replacing", G_CALLBACK (replacing_cb), parts);
  g_signal_connect_swapped (parts->sign_in, "committing", G_CALLBACK (committing_cb), parts);
  g_signal_connect_swapped (parts->sign_in, "signed-in", G_CALLBACK (signed_in_cb), parts);
  g_signal_connect_swapped (parts->sign_in, "key-missing", G_CALLBACK (key_missing_cb), parts);
}

static void
drain (Parts *parts)
{
  do
    {
      while (g_main_context_iteration (NULL, FALSE))
        continue;
      trs_test_flush_store (parts->store);
    }
  while (g_main_context_pending (NULL));
}

/* Nothing holds on to what has begun nothing, or has ended. */
static void
tear_down (Parts         *parts,
           gconstpointer  data)
{
  trs_sign_in_stop (parts->sign_in);
  trs_connector_stop (parts->connector);
  trs_api_client_stop (parts->client);
  trs_list_reader_reset (parts->reader);
  trs_library_close (parts->library);
  drain (parts);
  g_signal_handlers_disconnect_by_data (parts->sign_in, parts);
  g_assert_finalize_object (parts->sign_in);
  g_object_unref (parts->reader);
  g_object_unref (parts->library);
  g_object_unref (parts->history);
  g_object_unref (parts->projects);
  g_assert_finalize_object (parts->connector);
  g_object_unref (parts->starter);
  g_object_unref (parts->client);
  g_object_unref (parts->store);
  g_object_unref (parts->account);
  g_object_unref (parts->settings);
  g_object_unref (parts->keyring);
  g_object_unref (parts->toy);
  g_object_unref (parts->clock);
  g_string_free (parts->told, TRUE);
}

static void
assert_told (Parts      *parts,
             const char *words)
{
  g_assert_cmpstr (parts->told->str, ==, words);
  g_string_truncate (parts->told, 0);
}

static gboolean
connect_finish (Parts         *parts,
                GAsyncResult **result,
                GError       **error)
{
  g_autoptr (GAsyncResult) taken = NULL;

  trs_test_wait_result (*result);
  taken = g_steal_pointer (result);
  return trs_sign_in_connect_finish (parts->sign_in, taken, error);
}

/* Returns: the account that is open then */
static gint64
connect_with (Parts      *parts,
              const char *address,
              const char *key)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_sign_in_connect_async (parts->sign_in, address, key, NULL, trs_test_store_result, &result);
  connect_finish (parts, &result, &error);
  g_assert_no_error (error);
  drain (parts);
  g_assert_cmpint (trs_connector_get_state (parts->connector), ==, TRS_CONNECTOR_PROVED);
  return trs_library_get_account (parts->library);
}

static void
leave (Parts      *parts,
       const char *name)
{
  trs_sign_in_leave (parts->sign_in);
  trs_library_close (parts->library);
  trs_history_close (parts->history);
  trs_account_set_server (parts->account, name, FALSE);
}

/* Both users of one server are known, whose key the keyring has is Bert, and his account is open. */
static void
let_both_in (Parts  *parts,
             gint64 *anna,
             gint64 *bert)
{
  trs_toy_service_add (parts->toy, "annas-video", "done");
  trs_toy_service_add_for (parts->toy, BERT, "berts-video", "done");
  *anna = connect_with (parts, ADDRESS, ANNA);
  *bert = connect_with (parts, ADDRESS, BERT);
  g_assert_cmpint (*anna, !=, *bert);
  g_assert_cmpint (trs_account_get_key_account (parts->account, ADDRESS), ==, *bert);
  g_string_truncate (parts->told, 0);
}

static gboolean
is_asked (Parts *parts,
          guint  n_before)
{
  return fragile_keyring_get_n_lookups (parts->keyring) > n_before;
}

static void
test_connect (Parts         *parts,
              gconstpointer  data)
{
  trs_toy_service_add (parts->toy, "annas-video", "done");
  connect_with (parts, ADDRESS, ANNA);
  assert_told (parts, "committing:1 signed-in:1");
  g_assert_cmpint (parts->left, ==, 0);
  g_assert_cmpstr (trs_account_get_name (parts->account), ==, ADDRESS);
  g_assert_cmpstr (fragile_keyring_get_key (parts->keyring, ADDRESS), ==, ANNA);
  /* What proved the key is handed over, and not asked for once more. */
  g_assert_cmpuint (trs_toy_service_count (parts->toy, "page=1"), ==, 1);

  /* The same user once more: nothing is replaced. */
  connect_with (parts, ADDRESS, ANNA);
  g_assert_cmpstr (strstr (parts->told->str, "replacing"), ==, NULL);
  g_assert_cmpint (parts->left, ==, 0);
}

/* What Anna is shown goes before the account of Bert is opened, and it is said which account that was. */
static void
test_another_user (Parts         *parts,
                   gconstpointer  data)
{
  trs_toy_service_add (parts->toy, "annas-video", "done");
  trs_toy_service_add_for (parts->toy, BERT, "berts-video", "done");
  connect_with (parts, ADDRESS, ANNA);
  assert_told (parts, "committing:1 signed-in:1");
  connect_with (parts, ADDRESS, BERT);
  assert_told (parts, "replacing:1 committing:2 signed-in:2");
  g_assert_cmpint (parts->left, ==, 1);

  /* Another server is another account, and takes no place. */
  connect_with (parts, ELSEWHERE, ANNA);
  g_assert_cmpint (parts->left, ==, 0);
}

static void
test_connect_fails (Parts         *parts,
                    gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) refused = NULL;
  g_autoptr (GError) invalid = NULL;

  trs_sign_in_connect_async (parts->sign_in, ADDRESS, "key-of-nobody", NULL, trs_test_store_result, &result);
  g_assert_false (connect_finish (parts, &result, &refused));
  g_assert_error (refused, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
  trs_sign_in_connect_async (parts->sign_in, "http://toy.example", ANNA, NULL, trs_test_store_result, &result);
  g_assert_false (connect_finish (parts, &result, &invalid));
  g_assert_error (invalid, TRS_ERROR, TRS_ERROR_REFUSED_ADDRESS);
  assert_told (parts, "");
  g_assert_false (trs_library_is_open (parts->library));
  g_assert_false (trs_account_is_configured (parts->account));
}

static void
test_no_service (Parts         *parts,
                 gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_sign_in_connect_service_async (parts->sign_in, TRS_ACCOUNT_SAMPLE, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_false (trs_sign_in_connect_service_finish (parts->sign_in, result, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  assert_told (parts, "");
}

/* Saved projects are there before the keyring is asked, which may take its time. */
static void
test_open (Parts         *parts,
           gconstpointer  data)
{
  guint n_lookups;

  trs_toy_service_add (parts->toy, "annas-video", "done");
  connect_with (parts, ADDRESS, ANNA);
  leave (parts, ADDRESS);
  g_string_truncate (parts->told, 0);
  n_lookups = fragile_keyring_get_n_lookups (parts->keyring);
  fragile_keyring_hold_lookups (parts->keyring);
  trs_sign_in_open (parts->sign_in);
  g_assert_false (is_asked (parts, n_lookups));
  trs_test_wait_until (is_asked (parts, n_lookups));
  g_assert_true (trs_library_is_open (parts->library));
  g_assert_cmpuint (trs_history_get_n_known (parts->history), ==, 1);
  assert_told (parts, "");

  fragile_keyring_answer_lookups (parts->keyring);
  drain (parts);
  assert_told (parts, "committing:1 signed-in:1");
  g_assert_cmpint (trs_connector_get_state (parts->connector), ==, TRS_CONNECTOR_PROVED);
  g_assert_cmpuint (fragile_keyring_get_n_lookups (parts->keyring), ==, n_lookups + 1);
}

static void
test_key_missing (Parts         *parts,
                  gconstpointer  data)
{
  trs_account_set_server (parts->account, ADDRESS, FALSE);
  trs_sign_in_open (parts->sign_in);
  trs_test_wait_until (trs_connector_get_state (parts->connector) == TRS_CONNECTOR_LOST);
  assert_told (parts, "key-missing:1");

  leave (parts, ADDRESS);
  fragile_keyring_break (parts->keyring, TRS_ERROR_KEYRING_LOCKED);
  trs_sign_in_open (parts->sign_in);
  trs_test_wait_until (trs_connector_get_state (parts->connector) == TRS_CONNECTOR_LOCKED);
  assert_told (parts, "key-missing:1");
  g_assert_error (trs_connector_get_error (parts->connector), TRS_ERROR, TRS_ERROR_KEYRING_LOCKED);
}

/* The key that the keyring has is Bert's. Anna's account is not open yet when its key is wanted, for whatever reason:
 * by the number of no account, it would be taken for hers. */
static void
test_no_key_before_account (Parts         *parts,
                            gconstpointer  data)
{
  guint reason = GPOINTER_TO_UINT (data);
  g_autoptr (GAsyncResult) used = NULL;
  gint64 anna;
  gint64 bert;
  guint n_asked;

  let_both_in (parts, &anna, &bert);
  n_asked = trs_toy_service_get_n_asked (parts->toy);
  /* An account whose opening is answered late, after that of Anna has begun. */
  leave (parts, ELSEWHERE);
  if (reason == 0)
    trs_sign_in_open (parts->sign_in);
  leave (parts, ADDRESS);
  trs_store_accounts_use_async (parts->store, anna, trs_clock_get_time (TRS_CLOCK (parts->clock)), NULL,
                                trs_test_store_result, &used);
  trs_sign_in_open (parts->sign_in);
  if (reason == 1)
    trs_sign_in_find_key (parts->sign_in);
  trs_test_wait_until (trs_connector_get_resting_state (parts->connector) != TRS_CONNECTOR_IDLE);
  drain (parts);
  g_assert_cmpint (trs_connector_get_state (parts->connector), ==, TRS_CONNECTOR_LOST);
  g_assert_cmpint (trs_library_get_account (parts->library), ==, anna);
  g_assert_cmpuint (trs_toy_service_get_n_asked (parts->toy), ==, n_asked);
  g_assert_cmpstr (strstr (parts->told->str, "signed-in"), ==, NULL);
  g_assert_cmpint (trs_account_get_key_account (parts->account, ADDRESS), ==, bert);
}

/* The keyring answers when the account is left. */
static void
test_late_key (Parts         *parts,
               gconstpointer  data)
{
  guint n_lookups;

  connect_with (parts, ADDRESS, ANNA);
  leave (parts, ADDRESS);
  g_string_truncate (parts->told, 0);
  n_lookups = fragile_keyring_get_n_lookups (parts->keyring);
  fragile_keyring_hold_lookups (parts->keyring);
  trs_sign_in_open (parts->sign_in);
  trs_test_wait_until (is_asked (parts, n_lookups));
  leave (parts, ELSEWHERE);
  fragile_keyring_answer_lookups (parts->keyring);
  drain (parts);
  assert_told (parts, "");
  g_assert_cmpint (trs_connector_get_state (parts->connector), ==, TRS_CONNECTOR_IDLE);
}

/* The user enters a key while the keyring asks for its password, which gives another one, or none, just when the
 * account of the entered one is being opened. */
static void
test_entered_goes_first (Parts         *parts,
                         gconstpointer  data)
{
  gboolean found = GPOINTER_TO_INT (data);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 anna;
  gint64 bert;

  let_both_in (parts, &anna, &bert);
  leave (parts, ADDRESS);
  fragile_keyring_hold_lookups (parts->keyring);
  trs_sign_in_open (parts->sign_in);
  trs_test_wait_until (trs_connector_get_state (parts->connector) == TRS_CONNECTOR_ACQUIRING);
  g_assert_true (trs_library_is_open (parts->library));
  trs_sign_in_connect_async (parts->sign_in, ADDRESS, ANNA, NULL, trs_test_store_result, &result);
  trs_test_wait_until (!trs_library_is_open (parts->library));
  if (!found)
    fragile_keyring_set_key (parts->keyring, ADDRESS, NULL);
  fragile_keyring_answer_lookups (parts->keyring);
  g_assert_true (connect_finish (parts, &result, &error));
  g_assert_no_error (error);
  drain (parts);
  g_assert_cmpint (trs_connector_get_state (parts->connector), ==, TRS_CONNECTOR_PROVED);
  g_assert_cmpint (trs_library_get_account (parts->library), ==, anna);
  g_assert_cmpstr (strstr (parts->told->str, "key-missing"), ==, NULL);
  g_assert_nonnull (strstr (parts->told->str, "signed-in"));
  g_assert_cmpstr (strstr (parts->told->str, "signed-in"), ==, anna == 1 ? "signed-in:1" : "signed-in:2");
}

/* A window of the store says Try Again meanwhile, or what is kept of the account is removed. */
static void
test_closed_while_opening (Parts         *parts,
                           gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_toy_service_add (parts->toy, "annas-video", "done");
  trs_sign_in_connect_async (parts->sign_in, ADDRESS, ANNA, NULL, trs_test_store_result, &result);
  trs_test_wait_until (trs_connector_get_state (parts->connector) == TRS_CONNECTOR_STORING);
  trs_test_wait_until (fragile_keyring_get_key (parts->keyring, ADDRESS) != NULL);
  while (trs_connector_get_state (parts->connector) == TRS_CONNECTOR_STORING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (trs_library_is_open (parts->library));
  trs_library_close (parts->library);
  g_assert_true (connect_finish (parts, &result, &error));
  g_assert_no_error (error);
  drain (parts);
  assert_told (parts, "committing:1 signed-in:1");

  leave (parts, ADDRESS);
  trs_sign_in_open (parts->sign_in);
  trs_library_close (parts->library);
  trs_test_wait_until (trs_connector_get_state (parts->connector) == TRS_CONNECTOR_PROVED);
  assert_told (parts, "committing:1 signed-in:1");
}

static gboolean
reopen (Parts   *parts,
        GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_sign_in_reopen_async (parts->sign_in, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_sign_in_reopen_finish (parts->sign_in, result, error);
}

/* The key in use stays in use, without being looked for. */
static void
test_reopen (Parts         *parts,
             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) busy = NULL;
  guint n_lookups;

  trs_toy_service_add (parts->toy, "annas-video", "done");
  connect_with (parts, ADDRESS, ANNA);
  g_string_truncate (parts->told, 0);
  n_lookups = fragile_keyring_get_n_lookups (parts->keyring);
  g_assert_true (reopen (parts, &error));
  g_assert_no_error (error);
  drain (parts);
  g_assert_true (trs_library_is_open (parts->library));
  assert_told (parts, "");
  g_assert_cmpuint (fragile_keyring_get_n_lookups (parts->keyring), ==, n_lookups);
  g_assert_cmpint (trs_connector_get_state (parts->connector), ==, TRS_CONNECTOR_PROVED);
  g_assert_cmpint (trs_account_get_key_account (parts->account, ADDRESS), ==, 1);

  /* Whoever opens it already is not disturbed. */
  leave (parts, ADDRESS);
  trs_sign_in_open (parts->sign_in);
  g_assert_false (reopen (parts, &busy));
  g_assert_error (busy, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  trs_test_wait_until (trs_connector_get_state (parts->connector) == TRS_CONNECTOR_PROVED);
  assert_told (parts, "committing:1 signed-in:1");
}

/* In the file that is used now, the account has another number, by which the keyring is known to have its key. */
static void
test_reopen_elsewhere (Parts         *parts,
                       gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  const char *nobodys[] = { "nobodys-project", NULL };
  gint64 number;

  trs_toy_service_add (parts->toy, "annas-video", "done");
  connect_with (parts, ADDRESS, ANNA);
  trs_sign_in_reopen_async (parts->sign_in, nobodys, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_reopen_finish (parts->sign_in, result, NULL));
  number = trs_library_get_account (parts->library);
  g_assert_cmpint (number, >, 1);
  g_assert_cmpint (trs_account_get_key_account (parts->account, ADDRESS), ==, number);
}

/* An account of which the service lists nothing is opened again by its number, also where another program has used the
 * other user's account last, or where something is undecided in it. */
static void
test_reopen_empty (Parts         *parts,
                   gconstpointer  data)
{
  static const char * const nothing[] = { NULL };
  const char * const *ids = data != NULL ? nothing : NULL;
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", NULL);
  g_autoptr (GAsyncResult) written = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  gint64 anna;
  gint64 bert;

  connect_with (parts, ADDRESS, ANNA);
  anna = trs_library_get_account (parts->library);
  connect_with (parts, ADDRESS, BERT);
  bert = trs_library_get_account (parts->library);
  g_assert_cmpint (bert, !=, anna);
  trs_submission_set_sending (submission, "https://callback.invalid/", 5);
  trs_store_submissions_write_intent_async (parts->store, bert, submission, NULL, trs_test_store_result, &written);
  trs_test_wait_result (written);
  g_assert_true (trs_store_submissions_write_intent_finish (parts->store, written, NULL));
  trs_store_accounts_use_async (parts->store, anna, g_get_real_time (), NULL, NULL, NULL);

  trs_sign_in_reopen_async (parts->sign_in, ids, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_reopen_finish (parts->sign_in, result, NULL));
  g_assert_cmpint (trs_library_get_account (parts->library), ==, bert);
}

/* The file is lost while the keyring is asked: its answer is not one for the account as it is opened then. */
static void
test_reopen_while_looking (Parts         *parts,
                           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  guint n_lookups;

  connect_with (parts, ADDRESS, ANNA);
  leave (parts, ADDRESS);
  g_string_truncate (parts->told, 0);
  n_lookups = fragile_keyring_get_n_lookups (parts->keyring);
  fragile_keyring_hold_lookups (parts->keyring);
  trs_sign_in_open (parts->sign_in);
  trs_test_wait_until (is_asked (parts, n_lookups));
  g_assert_true (reopen (parts, &error));
  g_assert_no_error (error);
  trs_test_wait_until (is_asked (parts, n_lookups + 1));
  fragile_keyring_answer_lookups (parts->keyring);
  drain (parts);
  assert_told (parts, "committing:1 signed-in:1");
}

static void
test_left_while_proving (Parts         *parts,
                         gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_toy_service_hold (parts->toy);
  trs_sign_in_connect_async (parts->sign_in, ADDRESS, ANNA, NULL, trs_test_store_result, &result);
  trs_test_wait_until (trs_toy_service_get_n_held (parts->toy) == 1);
  trs_sign_in_leave (parts->sign_in);
  trs_toy_service_release (parts->toy);
  g_assert_false (connect_finish (parts, &result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_told (parts, "");
  g_assert_null (fragile_keyring_get_key (parts->keyring, ADDRESS));
}

/* The key is proved and stored, and its account is being opened. @data: whether the program ends */
static void
test_left_while_opening (Parts         *parts,
                         gconstpointer  data)
{
  gboolean stopped = GPOINTER_TO_INT (data);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  connect_with (parts, ELSEWHERE, ANNA);
  g_string_truncate (parts->told, 0);
  trs_sign_in_connect_async (parts->sign_in, ADDRESS, ANNA, NULL, trs_test_store_result, &result);
  trs_test_wait_until (!trs_library_is_open (parts->library));
  if (stopped)
    trs_sign_in_stop (parts->sign_in);
  else
    trs_sign_in_leave (parts->sign_in);
  g_assert_false (connect_finish (parts, &result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  drain (parts);
  assert_told (parts, "");
  g_assert_cmpstr (trs_account_get_name (parts->account), ==, ELSEWHERE);
}

/* Once a key is proved, giving up has no effect. */
static void
test_cancelled_late (Parts         *parts,
                     gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  connect_with (parts, ELSEWHERE, ANNA);
  trs_sign_in_connect_async (parts->sign_in, ADDRESS, ANNA, cancellable, trs_test_store_result, &result);
  trs_test_wait_until (!trs_library_is_open (parts->library));
  g_cancellable_cancel (cancellable);
  g_assert_true (connect_finish (parts, &result, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (trs_account_get_name (parts->account), ==, ADDRESS);
}

static gboolean
forget_key (Parts   *parts,
            GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_sign_in_forget_key_async (parts->sign_in, NULL, trs_test_store_result, &result);
  g_assert_cmpint (trs_connector_get_state (parts->connector), ==, TRS_CONNECTOR_LOST);
  trs_test_wait_result (result);
  return trs_sign_in_forget_key_finish (parts->sign_in, result, error);
}

static void
test_forget_key (Parts         *parts,
                 gconstpointer  data)
{
  g_autoptr (GError) failed = NULL;
  g_autoptr (GError) error = NULL;
  guint n_lookups;

  connect_with (parts, ADDRESS, ANNA);
  g_assert_true (forget_key (parts, &error));
  g_assert_null (fragile_keyring_get_key (parts->keyring, ADDRESS));

  /* One that the keyring has, and does not give back. */
  connect_with (parts, ADDRESS, ANNA);
  fragile_keyring_break (parts->keyring, TRS_ERROR_KEYRING_LOCKED);
  g_assert_false (forget_key (parts, &failed));
  g_assert_error (failed, TRS_ERROR, TRS_ERROR_KEYRING_LOCKED);

  /* One that it never had. */
  connect_with (parts, ADDRESS, ANNA);
  g_assert_true (forget_key (parts, &error));
  g_assert_no_error (error);

  /* One that is wanted, but not looked for yet: it is forgotten all the same. */
  fragile_keyring_mend (parts->keyring);
  connect_with (parts, ADDRESS, ANNA);
  leave (parts, ADDRESS);
  n_lookups = fragile_keyring_get_n_lookups (parts->keyring);
  trs_sign_in_open (parts->sign_in);
  g_assert_true (forget_key (parts, &error));
  drain (parts);
  g_assert_true (trs_library_is_open (parts->library));
  g_assert_cmpuint (fragile_keyring_get_n_lookups (parts->keyring), ==, n_lookups);
  g_assert_cmpint (trs_connector_get_state (parts->connector), ==, TRS_CONNECTOR_LOST);
}

#define ADD(path, data, function) g_test_add (path, Parts, data, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/sign-in/connect", NULL, test_connect);
  ADD ("/sign-in/another-user", NULL, test_another_user);
  ADD ("/sign-in/connect-fails", NULL, test_connect_fails);
  ADD ("/sign-in/no-service", NULL, test_no_service);
  ADD ("/sign-in/open", NULL, test_open);
  ADD ("/sign-in/key-missing", NULL, test_key_missing);
  ADD ("/sign-in/no-key-before-account/opened-late", GUINT_TO_POINTER (0), test_no_key_before_account);
  ADD ("/sign-in/no-key-before-account/wanted-early", GUINT_TO_POINTER (1), test_no_key_before_account);
  ADD ("/sign-in/late-key", NULL, test_late_key);
  ADD ("/sign-in/entered-goes-first/found", GINT_TO_POINTER (TRUE), test_entered_goes_first);
  ADD ("/sign-in/entered-goes-first/missing", GINT_TO_POINTER (FALSE), test_entered_goes_first);
  ADD ("/sign-in/closed-while-opening", NULL, test_closed_while_opening);
  ADD ("/sign-in/reopen", NULL, test_reopen);
  ADD ("/sign-in/reopen-elsewhere", NULL, test_reopen_elsewhere);
  ADD ("/sign-in/reopen-empty/unasked", NULL, test_reopen_empty);
  ADD ("/sign-in/reopen-empty/lists-nothing", GINT_TO_POINTER (TRUE), test_reopen_empty);
  ADD ("/sign-in/reopen-while-looking", NULL, test_reopen_while_looking);
  ADD ("/sign-in/left-while-proving", NULL, test_left_while_proving);
  ADD ("/sign-in/left-while-opening", GINT_TO_POINTER (FALSE), test_left_while_opening);
  ADD ("/sign-in/stopped-while-opening", GINT_TO_POINTER (TRUE), test_left_while_opening);
  ADD ("/sign-in/cancelled-late", NULL, test_cancelled_late);
  ADD ("/sign-in/forget-key", NULL, test_forget_key);
  return g_test_run ();
}
