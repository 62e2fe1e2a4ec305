/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include <libsoup/soup.h>
#include <sqlite3.h>

/* As fetched and as taken apart, about two hundred hours of speech. */
#define TEXT_CAPACITY (64 * 1024 * 1024)

static guint changed_signal;

G_DEFINE_ENUM_TYPE (TrsSessionState, trs_session_state,
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_STARTING, "starting"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_NO_ACCOUNT, "no-account"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_KEY_LOST, "key-lost"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_KEY_LOCKED, "key-locked"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_KEY_REFUSED, "key-refused"))

G_DEFINE_FINAL_TYPE (TrsSession, trs_session, G_TYPE_OBJECT)

static void
trs_session_dispose (GObject *object)
{
  TrsSession *self = TRS_SESSION (object);

  if (self->client != NULL)
    trs_session_stop (self);

  g_clear_object (&self->monitor);
  g_clear_object (&self->submitter);
  g_clear_object (&self->reconciler);
  g_clear_object (&self->receiver);
  g_clear_object (&self->poller);
  g_clear_object (&self->downloads);
  g_clear_object (&self->auto_export);
  g_clear_object (&self->transcripts);
  g_clear_object (&self->searcher);
  g_clear_object (&self->library);
  g_clear_object (&self->reader);
  g_clear_object (&self->history);
  g_clear_object (&self->connector);
  g_clear_object (&self->client);
  g_clear_object (&self->store);
  g_clear_object (&self->account);
  g_clear_object (&self->settings);
  g_clear_object (&self->clock);
  g_clear_error (&self->key_error);
  g_clear_pointer (&self->left_account, trs_known_account_free);
  g_clear_pointer (&self->sample_catalogue, g_free);
  g_clear_pointer (&self->moved_aside, g_free);
  g_clear_error (&self->erase_error);
  g_clear_pointer (&self->removed, trs_project_data_free);

  G_OBJECT_CLASS (trs_session_parent_class)->dispose (object);
}

static void
trs_session_class_init (TrsSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_session_dispose;

  changed_signal = g_signal_new ("changed", TRS_TYPE_SESSION, G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
trs_session_init (TrsSession *self)
{
}

/* What the list said meanwhile was not written: read it again. */
static void
library_error_changed_cb (TrsSession *self)
{
  if (trs_library_get_error (self->library) == NULL && self->state == TRS_SESSION_READY && !self->stopped)
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
}

static void
account_fields_changed_cb (TrsSession *self)
{
  trs_api_client_set_field_names (self->client, trs_account_get_submit_field (self->account),
                                  trs_account_get_project_field (self->account));
}

static void
keep_transcripts_changed_cb (TrsSession *self)
{
  gboolean keep = g_settings_get_boolean (self->settings, "keep-transcripts");

  trs_library_set_keep_texts (self->library, keep);
  trs_download_queue_set_enabled (self->downloads, keep);
}

/* @target is the first argument of @callback. */
void
trs_session_connect_to (gpointer    source,
                        const char *signal,
                        GCallback   callback,
                        gpointer    target)
{
  g_signal_connect_object (source, signal, callback, target, G_CONNECT_SWAPPED);
}

static void
wire (TrsSession *self)
{
  trs_session_connect_to (self->poller, "finished", G_CALLBACK (trs_webhook_receiver_forget_project), self->receiver);
  trs_session_connect_to (self->poller, "finished", G_CALLBACK (trs_download_queue_look), self->downloads);
  trs_session_connect_to (self->poller, "stopped", G_CALLBACK (trs_webhook_receiver_forget_project), self->receiver);
  trs_session_connect_to (self->receiver, "called", G_CALLBACK (trs_poller_hint), self->poller);
  trs_session_connect_to (self->reader, "not-written", G_CALLBACK (trs_library_take_error), self->library);
  trs_session_connect_to (self->library, "notify::error", G_CALLBACK (library_error_changed_cb), self);
  trs_session_connect_to (self->library, "lost-file", G_CALLBACK (trs_session_reopen_library), self);
  trs_session_connect_to (self->account, "notify::submit-field", G_CALLBACK (account_fields_changed_cb), self);
  trs_session_connect_to (self->account, "notify::project-field", G_CALLBACK (account_fields_changed_cb), self);
  account_fields_changed_cb (self);
  trs_session_connect_to (self->settings, "changed::keep-transcripts", G_CALLBACK (keep_transcripts_changed_cb), self);
  keep_transcripts_changed_cb (self);
  trs_session_watch_connector (self);
  trs_session_watch_service (self);
  trs_session_watch_store (self);
  trs_session_watch_settings (self);
}

/**
 * trs_session_new:
 * @settings: the settings of the program
 * @transport: the network
 * @keyring: the keyring
 * @store: what is kept on this computer
 * @clock: the time
 * @sample_program: (nullable): path of the sample service, %NULL if there is none
 * @sample_catalogue: (nullable): folder of its videos
 * @sample_data: (nullable): file in which it keeps its projects and its key
 *
 * Returns: (transfer full): a session in which nothing happens before trs_session_start()
 */
TrsSession *
trs_session_new (GSettings    *settings,
                 TrsTransport *transport,
                 TrsKeyring   *keyring,
                 TrsStore     *store,
                 TrsClock     *clock,
                 const char   *sample_program,
                 const char   *sample_catalogue,
                 const char   *sample_data)
{
  TrsSession *self = g_object_new (TRS_TYPE_SESSION, NULL);

  self->settings = g_object_ref (settings);
  self->account = trs_account_new (settings);
  self->clock = g_object_ref (clock);
  self->store = g_object_ref (store);
  self->client = trs_api_client_new (transport, clock);
  self->connector = trs_connector_new (self->account, self->client, transport, keyring, store, clock, sample_program,
                                       sample_catalogue, sample_data);
  self->history = trs_history_new (store, clock);
  self->reader = trs_list_reader_new (self->client, store, self->history, clock);
  self->library = trs_library_new (store, self->history, clock);
  self->searcher = trs_searcher_new (self->library, self->history, clock);
  self->poller = trs_poller_new (self->reader, self->history, self->client, clock);
  self->receiver = trs_webhook_receiver_new (self->account, clock);
  self->reconciler = trs_reconciler_new (store, self->history, self->poller, self->receiver, clock);
  self->submitter = trs_submitter_new (store, self->history, self->reader, self->client, self->poller, self->receiver,
                                       self->reconciler, clock);
  self->transcripts = trs_transcripts_new (self->client, self->library, clock, TEXT_CAPACITY);
  self->auto_export = trs_auto_export_new (settings, self->history, self->library, self->transcripts);
  self->downloads = trs_download_queue_new (self->client, self->history, self->library, self->transcripts, clock);
  self->sample_catalogue = g_strdup (sample_catalogue);
  wire (self);

  return self;
}

/* Emits `changed` with the detail @what. */
void
trs_session_changed (TrsSession *self,
                     const char *what)
{
  g_signal_emit (self, changed_signal, g_quark_from_string (what));
}

static gboolean
is_same_error (const GError *one,
               const GError *other)
{
  if (one == NULL || other == NULL)
    return one == other;
  return g_error_matches (one, other->domain, other->code) && g_str_equal (one->message, other->message);
}

/* @key_error: (nullable): what is wrong with the keyring; @key_in_keyring: whether the key outlives this run of the
 * program */
void
trs_session_set_state (TrsSession      *self,
                       TrsSessionState  state,
                       const GError    *key_error,
                       gboolean         key_in_keyring)
{
  gboolean has_other_state = self->state != state;
  gboolean has_other_error = !is_same_error (self->key_error, key_error);
  gboolean has_other_place = self->key_in_keyring != key_in_keyring;

  if (self->stopped)
    return;

  if (has_other_error)
    {
      g_clear_error (&self->key_error);
      self->key_error = key_error != NULL ? g_error_copy (key_error) : NULL;
    }
  self->key_in_keyring = key_in_keyring;
  self->state = state;
  if (has_other_error)
    trs_session_changed (self, "key-error");
  if (has_other_place)
    trs_session_changed (self, "key-in-keyring");
  if (has_other_state)
    trs_session_changed (self, "state");
}

/**
 * trs_session_get_sample_catalogue:
 * @self: a session
 *
 * Returns: (nullable): the folder of the videos that the sample service knows;
 *   %NULL if the account is another one
 */
const char *
trs_session_get_sample_catalogue (TrsSession *self)
{
  return trs_account_get_sample (self->account) ? self->sample_catalogue : NULL;
}

/**
 * trs_session_start:
 * @self: a session
 *
 * Begins with the account that is configured. Returns at once; the window can
 * open meanwhile.
 */
void
trs_session_start (TrsSession *self)
{
  if (trs_account_is_configured (self->account))
    {
      trs_session_open_library (self);
      return;
    }

  trs_session_set_state (self, TRS_SESSION_NO_ACCOUNT, NULL, FALSE);
  trs_session_probe_keyring (self);
}

/**
 * trs_session_stop:
 * @self: a session
 *
 * Gives up all that is under way and stops the sample service. Operations
 * that were waiting fail with %G_IO_ERROR_CANCELLED, and there are no signals
 * any more. What was sent and not answered stays open in the journal.
 */
void
trs_session_stop (TrsSession *self)
{
  if (self->stopped)
    return;

  self->stopped = TRUE;
  trs_clock_clear_timeout (self->clock, &self->retry_timer);
  trs_clock_clear_timeout (self->clock, &self->network_timer);
  trs_clock_clear_timeout (self->clock, &self->erase_timer);
  g_clear_handle_id (&self->check_id, g_source_remove);
  trs_connector_stop (self->connector);
  trs_api_client_stop (self->client);
  trs_poller_clear (self->poller);
  trs_list_reader_reset (self->reader);
  trs_download_queue_reset (self->downloads);
  trs_transcripts_interrupt (self->transcripts);
  trs_auto_export_stop (self->auto_export);
  trs_webhook_receiver_clear (self->receiver);
  trs_library_close (self->library);
}

/**
 * trs_session_set_current:
 * @self: a session
 * @project: (nullable): the project on the screen
 *
 * It is asked about in detail while it is under way, once if it is not watched
 * any more, and its transcript stays in memory.
 */
void
trs_session_set_current (TrsSession *self,
                         TrsProject *project)
{
  if (self->stopped)
    return;

  trs_transcripts_keep (self->transcripts, project);
  trs_poller_set_current (self->poller, project);
}

static guint
count_accounts (TrsSession *self)
{
  g_autoptr (GVariant) others = g_settings_get_value (self->settings, "other-accounts");

  return g_variant_n_children (others) + (self->state != TRS_SESSION_NO_ACCOUNT);
}

/* The message of an error may name a file; its code cannot. */
static char *
describe_store (TrsSession *self)
{
  const GError *error = trs_library_get_error (self->library);

  if (error != NULL)
    return g_strdup_printf ("%s %d", g_quark_to_string (error->domain), error->code);
  if (self->moved_aside != NULL)
    return g_strdup ("damaged file moved aside");
  return g_strdup (g_settings_get_boolean (self->settings, "keep-transcripts") ? "saved" : "not saved");
}

/**
 * trs_session_dup_facts:
 * @self: a session
 *
 * Facts for a bug report about the program below the window. It is public: no
 * address, key, path, title or text.
 *
 * Returns: (transfer full): lines, not translated
 */
char *
trs_session_dup_facts (TrsSession *self)
{
  g_autoptr (GEnumClass) states = g_type_class_ref (TRS_TYPE_SESSION_STATE);
  g_autofree char *store = describe_store (self);

  return g_strdup_printf ("GLib: %u.%u.%u\n"
                          "libsoup: %u.%u.%u\n"
                          "SQLite: %s\n"
                          "Accounts: %u\n"
                          "Sample account: %s\n"
                          "State: %s\n"
                          "Transcripts: %s\n",
                          glib_major_version, glib_minor_version, glib_micro_version, soup_get_major_version (),
                          soup_get_minor_version (), soup_get_micro_version (), sqlite3_libversion (),
                          count_accounts (self), trs_account_get_sample (self->account) ? "yes" : "no",
                          g_enum_get_value (states, self->state)->value_nick, store);
}

/**
 * trs_session_get_account:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the settings of the account in use
 */
TrsAccount *
trs_session_get_account (TrsSession *self)
{
  return self->account;
}

/**
 * trs_session_get_connector:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what owns the key
 */
TrsConnector *
trs_session_get_connector (TrsSession *self)
{
  return self->connector;
}

/**
 * trs_session_get_history:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the projects of the account in use
 */
TrsHistory *
trs_session_get_history (TrsSession *self)
{
  return self->history;
}

/**
 * trs_session_get_library:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what this computer keeps of them
 */
TrsLibrary *
trs_session_get_library (TrsSession *self)
{
  return self->library;
}

/**
 * trs_session_get_reader:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what reads the list of the service
 */
TrsListReader *
trs_session_get_reader (TrsSession *self)
{
  return self->reader;
}

/**
 * trs_session_get_poller:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what checks projects under way
 */
TrsPoller *
trs_session_get_poller (TrsSession *self)
{
  return self->poller;
}

/**
 * trs_session_get_submitter:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what submits videos
 */
TrsSubmitter *
trs_session_get_submitter (TrsSession *self)
{
  return self->submitter;
}

/**
 * trs_session_get_reconciler:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what resolves submissions with an unknown outcome
 */
TrsReconciler *
trs_session_get_reconciler (TrsSession *self)
{
  return self->reconciler;
}

/**
 * trs_session_get_transcripts:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what loads transcripts
 */
TrsTranscripts *
trs_session_get_transcripts (TrsSession *self)
{
  return self->transcripts;
}

/**
 * trs_session_get_downloads:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what downloads transcripts in the background
 */
TrsDownloadQueue *
trs_session_get_downloads (TrsSession *self)
{
  return self->downloads;
}

/**
 * trs_session_get_auto_export:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what saves transcripts as they arrive
 */
TrsAutoExport *
trs_session_get_auto_export (TrsSession *self)
{
  return self->auto_export;
}

/**
 * trs_session_get_searcher:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the search over everything that is kept
 */
TrsSearcher *
trs_session_get_searcher (TrsSession *self)
{
  return self->searcher;
}

/**
 * trs_session_get_clock:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): where all parts take the time from
 */
TrsClock *
trs_session_get_clock (TrsSession *self)
{
  return self->clock;
}

/**
 * trs_session_get_state:
 * @self: a #TrsSession
 *
 * Returns: what it is ready for
 */
TrsSessionState
trs_session_get_state (TrsSession *self)
{
  return self->state;
}

/**
 * trs_session_get_key_error:
 * @self: a #TrsSession
 *
 * Returns: (transfer none) (nullable): what is wrong with the keyring, or with
 *   the sample service
 */
const GError *
trs_session_get_key_error (TrsSession *self)
{
  return self->key_error;
}

/**
 * trs_session_get_key_in_keyring:
 * @self: a #TrsSession
 *
 * Returns: %FALSE while the key is kept for this run of the program only
 */
gboolean
trs_session_get_key_in_keyring (TrsSession *self)
{
  return self->key_in_keyring;
}

/**
 * trs_session_get_storing_key:
 * @self: a #TrsSession
 *
 * Returns: the service has accepted a new key and the keyring is asked to keep
 *   it, for which it may ask for its password
 */
gboolean
trs_session_get_storing_key (TrsSession *self)
{
  return self->storing_key;
}

/**
 * trs_session_get_left_account:
 * @self: a #TrsSession
 *
 * Returns: (transfer none) (nullable): the account of the same server that was
 *   shown until the key of another user was entered; %NULL if there was none,
 *   or if it was dismissed
 */
const TrsKnownAccount *
trs_session_get_left_account (TrsSession *self)
{
  return self->left_account;
}

/**
 * trs_session_get_moved_aside:
 * @self: a #TrsSession
 *
 * Returns: (transfer none) (nullable): where the damaged file is in whose place
 *   a new one was begun, by this process or by another that nobody may have
 *   looked at; %NULL if the user dismissed it
 */
const char *
trs_session_get_moved_aside (TrsSession *self)
{
  return self->moved_aside;
}

/**
 * trs_session_get_erase_error:
 * @self: a #TrsSession
 *
 * Returns: (transfer none) (nullable): why the words of what was removed could
 *   not be erased from the file yet, which is tried again by itself
 */
const GError *
trs_session_get_erase_error (TrsSession *self)
{
  return self->erase_error;
}

/**
 * trs_session_get_settings_lost:
 * @self: a #TrsSession
 *
 * Returns: a setting could not be saved, and ends with this run of the program
 */
gboolean
trs_session_get_settings_lost (TrsSession *self)
{
  return self->settings_lost;
}

/**
 * trs_session_get_account_lost:
 * @self: a #TrsSession
 *
 * Returns: one of those is the account in use
 */
gboolean
trs_session_get_account_lost (TrsSession *self)
{
  return self->account_lost;
}
