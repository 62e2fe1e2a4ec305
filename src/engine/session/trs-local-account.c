/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-account.h"

#include "trs-api-client.h"
#include "trs-known-account.h"
#include "trs-project-data.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-removal.h"
#include "trs-store.h"
#include "trs-task.h"

struct _TrsLocalAccount
{
  GObject parent_instance;

  GSettings *settings;
  TrsAccount *account; /* settings of the account in use, which may be another one */
  TrsStore *store;
  TrsTransport *transport;
  TrsClock *clock;

  /* the parts */
  TrsLocalIntake *intake;
  TrsLocalService *service;
  TrsLocalService *runner_service; /* the same service, as the runner holds it */
  TrsLocalKeeper *keeper;
  TrsLocalRunner *runner;
  TrsLocalPause *pause; /* (nullable): see trs_local_account_set_thrift() */
  char *worker;

  gboolean stopped;
};

enum
{
  FORGOTTEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsLocalAccount, trs_local_account, G_TYPE_OBJECT)

/* What is removed from the service */

static void
erased_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_local_service_erase_finish (TRS_LOCAL_SERVICE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_local_account_erase_async:
 * @self: On This Computer, which may be the account in use
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Ends the service, and removes everything that it has. The files of the user
 * are not touched.
 */
void
trs_local_account_erase_async (TrsLocalAccount     *self,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_local_account_erase_async);
  trs_local_runner_let_go (self->runner);
  trs_local_service_erase_async (self->service, erased_cb, task);
}

/**
 * trs_local_account_erase_finish:
 * @self: On This Computer
 * @result: what the callback got
 * @error: return location for an error of the file system
 *
 * Returns: %TRUE if nothing is left of it
 */
gboolean
trs_local_account_erase_finish (TrsLocalAccount  *self,
                                GAsyncResult     *result,
                                GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_account_erase_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Removing the texts of the account, which stays */

typedef struct
{
  gint64 number;   /* of the account in the store */
  GPtrArray *open; /* (element-type TrsProjectData): what is under way */
  gboolean waiting;
} TextRemoval;

static void
text_removal_clear (TextRemoval *removal)
{
  g_clear_pointer (&removal->open, g_ptr_array_unref);
}

TRS_DEFINE_TASK_STATE (TextRemoval, text_removal)

/* Who runs the service sees that the tickets are gone, and removes what it has. Where nobody does, all of it is erased,
 * unless something waits there: then it runs until that is done. */
static void
videos_forgotten_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsLocalAccount *self = g_task_get_source_object (task);
  gboolean running = trs_local_service_is_running (self->service);
  GError *error = NULL;

  if (!trs_store_projects_forget_videos_finish (TRS_STORE (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  g_signal_emit (self, signals[FORGOTTEN], 0);
  if (!running && !text_removal_get (task)->waiting)
    {
      trs_local_runner_let_go (self->runner);
      trs_local_service_erase_async (self->runner_service, erased_cb, g_steal_pointer (&task));
      return;
    }
  if (!running)
    trs_local_runner_start (self->runner);
  g_task_return_boolean (task, TRUE);
}

static gboolean
is_under_way (GPtrArray  *projects,
              const char *video_id)
{
  for (guint i = 0; i < projects->len; i++)
    if (g_strcmp0 (((TrsProjectData *) projects->pdata[i])->video_id, video_id) == 0)
      return TRUE;
  return FALSE;
}

static void
forget_videos (GTask *task)
{
  TrsLocalAccount *self = g_task_get_source_object (task);
  TextRemoval *removal = text_removal_get (task);
  g_auto (GStrv) ids = trs_local_intake_dup_ids (self->intake);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) gone = NULL;

  for (guint i = 0; ids[i] != NULL; i++)
    if (is_under_way (removal->open, ids[i]))
      removal->waiting = TRUE;
    else if (trs_local_intake_drop (self->intake, ids[i], NULL))
      g_strv_builder_add (builder, ids[i]);
  gone = g_strv_builder_end (builder);
  trs_store_projects_forget_videos_async (self->store, removal->number, (const char * const *) gone, NULL,
                                          videos_forgotten_cb, g_object_ref (task));
}

/* What has ended since a command left it is still open for the store. */
static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GPtrArray *open = text_removal_get (task)->open;
  g_autoptr (GPtrArray) page = trs_api_client_list_finish (TRS_API_CLIENT (source), result, NULL);

  for (guint i = 0; page != NULL && i < page->len; i++)
    {
      const TrsProjectRecord *record = page->pdata[i];

      for (guint j = open->len; trs_project_state_is_final (record->state) && j-- > 0;)
        if (g_strcmp0 (((TrsProjectData *) open->pdata[j])->id, record->id) == 0)
          g_ptr_array_remove_index (open, j);
    }
  forget_videos (task);
}

static void
started_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsLocalAccount *self = g_task_get_source_object (task);
  g_autoptr (TrsApiClient) client = trs_api_client_new (self->transport, self->clock);

  if (!trs_local_service_start_finish (TRS_LOCAL_SERVICE (source), result, NULL))
    {
      forget_videos (task);
      return;
    }
  trs_api_client_open (client, trs_local_service_get_address (self->runner_service),
                       trs_local_service_get_key (self->runner_service));
  trs_api_client_list_async (client, 1, FALSE, NULL, listed_cb, g_steal_pointer (&task));
}

static void
open_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsLocalAccount *self = g_task_get_source_object (task);
  GError *error = NULL;
  GPtrArray *open = trs_store_projects_read_open_finish (TRS_STORE (source), result, &error);

  if (open == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  text_removal_get (task)->open = open;
  if (open->len == 0 || trs_local_service_is_running (self->service))
    forget_videos (task);
  else
    trs_local_service_start_async (self->runner_service, NULL, started_cb, g_steal_pointer (&task));
}

static void
accounts_listed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) accounts = trs_store_accounts_list_finish (TRS_STORE (source), result, &error);

  if (accounts == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];

      if (!g_str_equal (account->name, TRS_ACCOUNT_LOCAL))
        continue;
      text_removal_get (task)->number = account->id;
      trs_store_projects_read_open_async (TRS_STORE (source), account->id, NULL, open_read_cb,
                                          g_steal_pointer (&task));
      return;
    }
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_local_account_remove_texts_async:
 * @self: On This Computer, which may be the account in use
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes the texts that the service has, after those of the store. What is
 * under way goes on; of every other recording nothing is known any more but
 * what the user entered, so that it can be transcribed again.
 */
void
trs_local_account_remove_texts_async (TrsLocalAccount     *self,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_local_account_remove_texts_async);
  text_removal_attach (task);
  if (self->stopped)
    g_task_return_boolean (task, TRUE);
  else
    trs_store_accounts_list_async (self->store, NULL, accounts_listed_cb, g_steal_pointer (&task));
}

/**
 * trs_local_account_remove_texts_finish:
 * @self: On This Computer
 * @result: what the callback got
 * @error: return location for an error of the store, or of the file system
 *
 * Returns: %TRUE if they are removed, or are being removed by the service
 */
gboolean
trs_local_account_remove_texts_finish (TrsLocalAccount  *self,
                                       GAsyncResult     *result,
                                       GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_account_remove_texts_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Its settings */

static void
recognizer_changed_cb (TrsLocalAccount *self)
{
  g_autofree char *recognizer = g_settings_get_string (self->settings, "local-recognizer");
  g_autofree char *model = g_settings_get_string (self->settings, "local-model");

  trs_local_service_set_recognizer (self->service, recognizer, model);
  trs_local_service_set_recognizer (self->runner_service, recognizer, model);
}

static void
keep_sound_changed_cb (TrsLocalAccount *self)
{
  gboolean keep = g_settings_get_boolean (self->settings, "local-keep-sound");

  trs_local_service_set_keep_sound (self->service, keep);
  trs_local_service_set_keep_sound (self->runner_service, keep);
}

static void
connect_to_settings (TrsLocalAccount *self,
                     const char      *signal,
                     GCallback        callback)
{
  g_signal_connect_object (self->settings, signal, callback, self, G_CONNECT_SWAPPED);
}

static void
trs_local_account_dispose (GObject *object)
{
  TrsLocalAccount *self = TRS_LOCAL_ACCOUNT (object);

  g_clear_object (&self->keeper);
  g_clear_object (&self->pause);
  g_clear_object (&self->runner);
  g_clear_object (&self->runner_service);
  g_clear_object (&self->service);
  g_clear_object (&self->intake);
  g_clear_object (&self->store);
  g_clear_object (&self->transport);
  g_clear_object (&self->account);
  g_clear_object (&self->settings);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_local_account_parent_class)->dispose (object);
}

static void
trs_local_account_finalize (GObject *object)
{
  TrsLocalAccount *self = TRS_LOCAL_ACCOUNT (object);

  g_free (self->worker);

  G_OBJECT_CLASS (trs_local_account_parent_class)->finalize (object);
}

static void
trs_local_account_class_init (TrsLocalAccountClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_local_account_dispose;
  object_class->finalize = trs_local_account_finalize;

  signals[FORGOTTEN] = g_signal_new ("forgotten", TRS_TYPE_LOCAL_ACCOUNT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);
}

static void
trs_local_account_init (TrsLocalAccount *self)
{
}

/**
 * trs_local_account_new:
 * @program: (type filename): path of `transcription-service`
 * @folder: (type filename): where everything of On This Computer is to lie
 * @worker: (type filename): path of `transcription-worker`
 * @settings: the settings of the program
 * @account: the settings of the account in use
 * @store: what is kept
 * @projects: the projects of the account in use
 * @reader: what reads its list
 * @poller: what checks them
 * @storage: what removes them
 * @transport: the network
 * @clock: the time
 *
 * Returns: (transfer full): On This Computer, of which nothing runs yet
 */
TrsLocalAccount *
trs_local_account_new (const char    *program,
                       const char    *folder,
                       const char    *worker,
                       GSettings     *settings,
                       TrsAccount    *account,
                       TrsStore      *store,
                       TrsProjects   *projects,
                       TrsListReader *reader,
                       TrsPoller     *poller,
                       TrsStorage    *storage,
                       TrsTransport  *transport,
                       TrsClock      *clock)
{
  TrsLocalAccount *self = g_object_new (TRS_TYPE_LOCAL_ACCOUNT, NULL);

  self->settings = g_object_ref (settings);
  self->account = g_object_ref (account);
  self->store = g_object_ref (store);
  self->transport = g_object_ref (transport);
  self->clock = g_object_ref (clock);
  self->worker = g_strdup (worker);
  self->intake = trs_local_intake_new (folder);
  self->service = trs_local_service_new (program, worker, folder, transport, clock);
  self->runner_service = trs_local_service_new (program, worker, folder, transport, clock);
  self->keeper = trs_local_keeper_new (self->intake, store, projects, reader, poller, storage, clock);
  self->runner = trs_local_runner_new (self->intake, self->runner_service, self->service, store, transport, clock);
  /* A command that submits the first file makes the account known. */
  connect_to_settings (self, "changed::local-service", G_CALLBACK (trs_local_account_take_up));
  connect_to_settings (self, "changed::other-accounts", G_CALLBACK (trs_local_account_take_up));
  connect_to_settings (self, "changed::local-recognizer", G_CALLBACK (recognizer_changed_cb));
  connect_to_settings (self, "changed::local-model", G_CALLBACK (recognizer_changed_cb));
  connect_to_settings (self, "changed::local-keep-sound", G_CALLBACK (keep_sound_changed_cb));
  recognizer_changed_cb (self);
  keep_sound_changed_cb (self);

  return self;
}

/**
 * trs_local_account_get_intake:
 * @self: On This Computer
 *
 * Returns: (transfer none): the files that were given to it
 */
TrsLocalIntake *
trs_local_account_get_intake (TrsLocalAccount *self)
{
  return self->intake;
}

/**
 * trs_local_account_get_service:
 * @self: On This Computer
 *
 * Returns: (transfer none): its service, which is held while it is the account in use
 */
TrsLocalService *
trs_local_account_get_service (TrsLocalAccount *self)
{
  return self->service;
}

/**
 * trs_local_account_get_keeper:
 * @self: On This Computer
 *
 * Returns: (transfer none): what ends jobs, and removes from the service what was removed here
 */
TrsLocalKeeper *
trs_local_account_get_keeper (TrsLocalAccount *self)
{
  return self->keeper;
}

/**
 * trs_local_account_get_runner:
 * @self: On This Computer
 *
 * Returns: (transfer none): what transcribes what commands have left; a program that stays starts it
 */
TrsLocalRunner *
trs_local_account_get_runner (TrsLocalAccount *self)
{
  return self->runner;
}

/**
 * trs_local_account_get_pause:
 * @self: On This Computer
 *
 * Returns: (transfer none) (nullable): what lets the service rest while power is saved; %NULL where it never does
 */
TrsLocalPause *
trs_local_account_get_pause (TrsLocalAccount *self)
{
  return self->pause;
}

/**
 * trs_local_account_set_thrift:
 * @self: On This Computer, which was not in use yet
 * @thrift: what knows whether power is to be saved
 *
 * Without this, it never is.
 */
void
trs_local_account_set_thrift (TrsLocalAccount *self,
                              TrsThrift       *thrift)
{
  g_return_if_fail (self->pause == NULL);

  self->pause = trs_local_pause_new (thrift, self->service, self->runner_service);
}

/**
 * trs_local_account_get_worker:
 * @self: On This Computer
 *
 * Returns: (transfer none) (type filename): path of `transcription-worker`
 */
const char *
trs_local_account_get_worker (TrsLocalAccount *self)
{
  return self->worker;
}

/**
 * trs_local_account_set_number:
 * @self: On This Computer
 * @number: its number in the store while it is the account in use; else 0
 */
void
trs_local_account_set_number (TrsLocalAccount *self,
                              gint64           number)
{
  trs_local_keeper_set_account (self->keeper, number);
}

/**
 * trs_local_account_take_up:
 * @self: On This Computer
 *
 * Files may wait for the service, which ends with the account in use: it goes on
 * for them while another account is in use.
 */
void
trs_local_account_take_up (TrsLocalAccount *self)
{
  if (!trs_account_get_local (self->account))
    trs_local_runner_look (self->runner);
}

/**
 * trs_local_account_stop:
 * @self: On This Computer
 *
 * Gives up what is under way, at the end of the program.
 */
void
trs_local_account_stop (TrsLocalAccount *self)
{
  self->stopped = TRUE;
  if (self->pause != NULL)
    trs_local_pause_end (self->pause);
  trs_local_runner_stop (self->runner);
  trs_local_keeper_set_account (self->keeper, 0);
}

/**
 * trs_local_account_dup_sound_path:
 * @self: On This Computer
 * @project: a project of the account in use
 * @track: (out) (optional): which sound track of that was transcribed, from 1
 *
 * Returns: (transfer full) (nullable) (type filename): the sound of @project that is kept, else its recording, for the
 *   player; %NULL where there is neither, or where another account is in use
 */
char *
trs_local_account_dup_sound_path (TrsLocalAccount *self,
                                  TrsProject      *project,
                                  guint           *track)
{
  const char *video = trs_project_get_data (project)->video_id;

  if (video == NULL || !trs_account_get_local (self->account))
    return NULL;
  return trs_local_intake_dup_sound (self->intake, video, track);
}
