/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-rig.h"

#include "config.h"
#include "trs-memory-keyring.h"
#include "trs-session.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

/* The settings are shared by the tests of a program, so each begins with the defaults. */
static void
reset_settings (GSettings *settings)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (gsize i = 0; keys[i] != NULL; i++)
    g_settings_reset (settings, keys[i]);
}

static void
store_key (TrsSessionRig *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_keyring_store_async (self->keyring, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY, 0, NULL, trs_test_store_result,
                           &result);
  trs_test_wait_result (result);
  g_assert_true (trs_keyring_store_finish (self->keyring, result, NULL));
}

/* Takes @settings. */
static TrsSessionRig *
make_rig_on (GSettings *settings,
             gboolean   configured,
             TrsStore  *store,
             gint64     key_account)
{
  TrsSessionRig *self = g_new0 (TrsSessionRig, 1);
  g_autofree char *catalogue = g_test_build_filename (G_TEST_DIST, "..", "data", "catalogue", NULL);

  self->held = g_ptr_array_new_with_free_func (g_object_unref);
  self->settings = settings;
  self->transport = trs_recording_transport_new ();
  self->keyring = trs_memory_keyring_new ();
  self->clock = trs_manual_clock_new (TRS_SESSION_RIG_NOW);
  if (configured)
    {
      g_settings_set_string (self->settings, "server-address", TRS_SESSION_RIG_SERVER);
      g_settings_set_int64 (self->settings, "key-account", key_account);
      store_key (self);
    }
  self->store = store;
  self->session = trs_session_new (self->settings, TRS_TRANSPORT (self->transport), self->keyring, store,
                                   TRS_CLOCK (self->clock), "/nonexistent", catalogue, "/nonexistent");
  return self;
}

static TrsSessionRig *
make_rig (gboolean  configured,
          TrsStore *store,
          gint64    key_account)
{
  GSettings *settings = g_settings_new (TRS_APPLICATION_ID);

  reset_settings (settings);
  return make_rig_on (settings, configured, store, key_account);
}

/**
 * trs_session_rig_new_stubborn:
 * @disk: what becomes of settings
 *
 * Returns: (transfer full): a session on a first run, which was not started,
 *   with settings that are held as a window holds them
 */
TrsSessionRig *
trs_session_rig_new_stubborn (TrsStubbornSettings *disk)
{
  g_autoptr (GSettings) saved = trs_stubborn_settings_open (disk);

  return make_rig_on (trs_held_settings_new (saved), FALSE, trs_store_new (NULL), -1);
}

/**
 * trs_session_rig_new_waiting:
 * @configured: whether there is an account with a key already
 *
 * Returns: (transfer full): a session that was not started
 */
TrsSessionRig *
trs_session_rig_new_waiting (gboolean configured)
{
  return make_rig (configured, trs_store_new (NULL), -1);
}

/**
 * trs_session_rig_new_keeping:
 *
 * Returns: (transfer full): a session with an account and an empty store,
 *   which was not started
 */
TrsSessionRig *
trs_session_rig_new_keeping (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-rig-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "transcripts.db", NULL);

  return trs_session_rig_new_keeping_at (path);
}

/**
 * trs_session_rig_new_keeping_at:
 * @path: where the store is or will be
 *
 * Returns: (transfer full): a session with an account and a store, which was
 *   not started
 */
TrsSessionRig *
trs_session_rig_new_keeping_at (const char *path)
{
  return make_rig (TRUE, trs_store_new (path), 1);
}

/**
 * trs_session_rig_new:
 *
 * Returns: (transfer full): a session on a first run, started
 */
TrsSessionRig *
trs_session_rig_new (void)
{
  TrsSessionRig *self = trs_session_rig_new_waiting (FALSE);

  trs_session_start (self->session);
  return self;
}

/**
 * trs_session_rig_free:
 * @self: (nullable): a rig
 *
 * Stops the session and waits until nothing holds on to it.
 */
void
trs_session_rig_free (TrsSessionRig *self)
{
  if (self == NULL)
    return;

  trs_session_stop (self->session);
  g_object_add_weak_pointer (G_OBJECT (self->session), (gpointer *) &self->session);
  g_object_unref (self->session);
  trs_test_wait_until (self->session == NULL);
  trs_test_flush_store (self->store);
  g_clear_object (&self->store);
  g_clear_object (&self->clock);
  g_clear_object (&self->keyring);
  g_clear_object (&self->transport);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->held, g_ptr_array_unref);
  g_free (self);
}

/**
 * trs_session_rig_connect:
 * @self: a rig
 * @list: body of the first page of the list
 *
 * Connects with a key that is accepted. There is no second page.
 */
void
trs_session_rig_connect (TrsSessionRig *self,
                         const char    *list)
{
  trs_session_rig_connect_with (self, TRS_SESSION_RIG_KEY, list);
}

/**
 * trs_session_rig_connect_with:
 * @self: a rig
 * @key: a key; another one is that of another user
 * @list: body of the first page of the list
 *
 * As trs_session_rig_connect().
 */
void
trs_session_rig_connect_with (TrsSessionRig *self,
                              const char    *key,
                              const char    *list)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_recording_transport_add_for (self->transport, "page=1", 200, list);
  trs_recording_transport_add_for (self->transport, "page=2", 200, "[]");
  trs_sign_in_connect_async (trs_session_get_sign_in (self->session), TRS_SESSION_RIG_SERVER, key, NULL,
                             trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_sign_in_connect_finish (trs_session_get_sign_in (self->session), result, &error);
  g_assert_no_error (error);
  g_assert_cmpint (trs_session_get_state (self->session), ==, TRS_SESSION_READY);
}

/**
 * trs_session_rig_entry:
 * @id: identifier of the project
 * @name: its title, without quotes
 * @video_id: identifier of its video
 * @state: its state
 * @created_at: ISO 8601
 *
 * Returns: (transfer full): an entry of a list
 */
char *
trs_session_rig_entry (const char *id,
                       const char *name,
                       const char *video_id,
                       const char *state,
                       const char *created_at)
{
  return g_strdup_printf ("{\"id\":\"%s\",\"name\":\"%s\",\"platformId\":\"%s\",\"state\":\"%s\",\"createdAt\":\"%s\"}",
                          id, name, video_id, state, created_at);
}

/**
 * trs_session_rig_numbered:
 * @number: makes its identifiers
 * @name: title, without quotes
 * @state: state
 * @created_at: ISO 8601
 *
 * Returns: (transfer full): an entry of a list
 */
char *
trs_session_rig_numbered (guint       number,
                          const char *name,
                          const char *state,
                          const char *created_at)
{
  g_autofree char *id = g_strdup_printf ("5f1c2a30-0000-4000-8000-%012u", number);
  g_autofree char *video_id = g_strdup_printf ("video-%05u", number);

  return trs_session_rig_entry (id, name, video_id, state, created_at);
}

/**
 * trs_session_rig_sample_list:
 *
 * Returns: (transfer full): the entries of a history with every state in it
 */
char *
trs_session_rig_sample_list (void)
{
  static const struct
  {
    const char *name;
    const char *state;
    const char *created_at;
  } entries[] = {
    { "Port strike: the interview in full", "transcription", "2026-03-12T12:02:00Z" },
    { "Budget committee, second reading", "done", "2026-03-12T11:58:00Z" },
    { "Minister’s statement on ferries", "upload", "2026-03-12T11:57:00Z" },
    { "City council, 12 March", "done", "2026-03-11T20:00:00Z" },
    { "Press briefing", "error", "2026-03-11T10:00:00Z" },
    { "Straßenumfrage am Hafen — ungeschnitten und in voller Länge", "done", "2026-03-10T10:00:00Z" },
    { "Q&A <b>with the pilots</b>", "done", "2026-03-09T10:00:00Z" },
    { "東京都議会 定例会 一般質問", "done", "2026-03-06T10:00:00Z" },
    { "Interview with the chair of the fisheries union", "done", "2025-03-04T10:00:00Z" },
    { "Harbour walk", "proofreading", "2025-03-02T10:00:00Z" },
  };
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autofree char *entry = trs_session_rig_numbered (i + 1, entries[i].name, entries[i].state,
                                                         entries[i].created_at);

      g_string_append_printf (list, "%s%s", i > 0 ? "," : "", entry);
    }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/**
 * trs_session_rig_list:
 * @self: a rig
 * @entries: entries of the first and only page, comma-separated
 *
 * Lets the service have these projects once.
 */
void
trs_session_rig_list (TrsSessionRig *self,
                      const char   *entries)
{
  g_autofree char *body = g_strdup_printf ("[%s]", entries);

  trs_recording_transport_add_for (self->transport, "/api/list?page=1", 200, body);
  if (*entries != '\0')
    trs_recording_transport_add_for (self->transport, "/api/list?page=2", 200, "[]");
}

/**
 * trs_session_rig_start:
 * @self: a rig
 *
 * Starts the session and waits until the list was read to its end, if it is
 * read at all.
 */
void
trs_session_rig_start (TrsSessionRig *self)
{
  TrsHistory *history = trs_session_get_history (self->session);

  trs_session_start (self->session);
  trs_test_wait_until (trs_session_get_state (self->session) != TRS_SESSION_STARTING);
  if (trs_session_get_state (self->session) == TRS_SESSION_READY)
    trs_test_wait_until (!trs_history_get_reading (history) &&
                         (trs_history_get_checked_at (history) != 0 || trs_history_get_error (history) != NULL));
}

/**
 * trs_session_rig_find:
 * @self: a rig
 * @id: identifier of a project of the account
 *
 * Does not wait for one that somebody holds, so that it can be used in what is
 * waited for.
 *
 * Returns: (transfer none): the project, held until @self is freed
 */
TrsProject *
trs_session_rig_find (TrsSessionRig *self,
                      const char    *id)
{
  TrsProjects *projects = trs_session_get_projects (self->session);
  TrsProject *project = trs_projects_peek (projects, id);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (project != NULL)
    {
      g_ptr_array_add (self->held, g_object_ref (project));
      return project;
    }

  trs_projects_find_async (projects, id, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  project = trs_projects_find_finish (projects, result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (project);
  g_ptr_array_add (self->held, project);
  return project;
}

/**
 * trs_session_rig_find_listed:
 * @self: a rig
 * @video_id: identifier of a video
 *
 * Returns: (transfer none) (nullable): the first of its projects and
 *   submissions that is listed and has been read, held until @self is freed
 */
TrsProject *
trs_session_rig_find_listed (TrsSessionRig *self,
                             const char    *video_id)
{
  GListModel *history = G_LIST_MODEL (trs_session_get_history (self->session));

  for (guint i = 0; i < g_list_model_get_n_items (history); i++)
    {
      g_autoptr (TrsHistoryItem) item = g_list_model_get_item (history, i);
      TrsProject *project = trs_history_item_get_project (item);

      if (project == NULL || g_strcmp0 (trs_project_get_data (project)->video_id, video_id) != 0)
        continue;
      g_ptr_array_add (self->held, g_object_ref (project));
      return project;
    }

  return NULL;
}

/**
 * trs_session_rig_project:
 * @self: a rig
 * @number: the number it was made with
 *
 * Returns: (transfer none): the project of the history, held until @self is freed
 */
TrsProject *
trs_session_rig_project (TrsSessionRig *self,
                         guint         number)
{
  g_autofree char *id = g_strdup_printf ("5f1c2a30-0000-4000-8000-%012u", number);

  return trs_session_rig_find (self, id);
}
