/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-download-queue-private.h"

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-project-data.h"

enum
{
  PROP_0,
  PROP_WANTED,
  PROP_KEPT,
  PROP_DOWNLOADING,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsDownloadQueue, trs_download_queue, G_TYPE_OBJECT)

static void
client_changed_cb (TrsApiClient *client,
                   GParamSpec   *pspec,
                   gpointer      user_data)
{
  if (!trs_api_client_is_open (client))
    trs_download_queue_step (user_data);
  else if (trs_api_client_get_offline_since (client) == 0)
    trs_download_queue_look (user_data);
}

static void
reading_changed_cb (TrsHistory *history,
                    GParamSpec *pspec,
                    gpointer    user_data)
{
  if (!trs_history_get_reading (history))
    trs_download_queue_look (user_data);
}

/* What somebody has just read is kept by now, and must not be fetched once more. */
static void
busy_changed_cb (TrsTranscripts *transcripts,
                 GParamSpec     *pspec,
                 gpointer        user_data)
{
  if (!trs_transcripts_get_busy (transcripts))
    trs_download_queue_look (user_data);
}

static void
trs_download_queue_get_property (GObject    *object,
                                 guint       property,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  TrsDownloadQueue *self = TRS_DOWNLOAD_QUEUE (object);

  switch (property)
    {
    case PROP_WANTED:
      g_value_set_uint (value, self->wanted);
      break;
    case PROP_KEPT:
      g_value_set_uint (value, self->kept);
      break;
    case PROP_DOWNLOADING:
      g_value_set_boolean (value, self->tasks->len > 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
    }
}

static void
trs_download_queue_finalize (GObject *object)
{
  TrsDownloadQueue *self = TRS_DOWNLOAD_QUEUE (object);

  trs_download_queue_stop_timer (self);
  g_queue_clear_full (&self->waiting, (GDestroyNotify) trs_project_data_free);
  g_hash_table_unref (self->strikes);
  g_hash_table_unref (self->out);
  g_hash_table_unref (self->come);
  g_ptr_array_unref (self->tasks);
  g_clear_object (&self->client);
  g_clear_object (&self->history);
  g_clear_object (&self->library);
  g_clear_object (&self->transcripts);
  g_clear_object (&self->clock);
  g_clear_object (&self->look_cancellable);

  G_OBJECT_CLASS (trs_download_queue_parent_class)->finalize (object);
}

static void
trs_download_queue_class_init (TrsDownloadQueueClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_download_queue_get_property;
  object_class->finalize = trs_download_queue_finalize;

  properties[PROP_WANTED] = g_param_spec_uint ("wanted", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_KEPT] = g_param_spec_uint ("kept", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_DOWNLOADING] = g_param_spec_boolean ("downloading", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
trs_download_queue_init (TrsDownloadQueue *self)
{
  g_queue_init (&self->waiting);
  self->strikes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->come = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  self->look_cancellable = g_cancellable_new ();
}

/**
 * trs_download_queue_new:
 * @client: the connection to the API
 * @history: the projects of the account
 * @library: what this computer keeps
 * @transcripts: fetches them
 * @clock: the time
 *
 * Returns: (transfer full): a queue that is not enabled
 */
TrsDownloadQueue *
trs_download_queue_new (TrsApiClient   *client,
                        TrsHistory     *history,
                        TrsLibrary     *library,
                        TrsTranscripts *transcripts,
                        TrsClock       *clock)
{
  TrsDownloadQueue *self = g_object_new (TRS_TYPE_DOWNLOAD_QUEUE, NULL);

  self->client = g_object_ref (client);
  self->history = g_object_ref (history);
  self->library = g_object_ref (library);
  self->transcripts = g_object_ref (transcripts);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (library, "notify::open", G_CALLBACK (trs_download_queue_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (library, "notify::error", G_CALLBACK (trs_download_queue_store_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::open", G_CALLBACK (client_changed_cb), self, 0);
  g_signal_connect_object (client, "notify::offline-since", G_CALLBACK (client_changed_cb), self, 0);
  g_signal_connect_object (history, "notify::reading", G_CALLBACK (reading_changed_cb), self, 0);
  g_signal_connect_object (transcripts, "notify::busy", G_CALLBACK (busy_changed_cb), self, 0);
  return self;
}

/**
 * trs_download_queue_set_counts:
 * @self: a queue
 * @wanted: how many finished projects there are
 * @kept: how many of them are here
 */
void
trs_download_queue_set_counts (TrsDownloadQueue *self,
                               guint           wanted,
                               guint           kept)
{
  if (self->wanted != wanted)
    {
      self->wanted = wanted;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WANTED]);
    }
  if (self->kept != kept)
    {
      self->kept = kept;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KEPT]);
    }
}

/**
 * trs_download_queue_end_tasks:
 * @self: a queue
 * @error: (nullable): why not all of them came
 *
 * Tells those who wait for all.
 */
void
trs_download_queue_end_tasks (TrsDownloadQueue *self,
                              const GError   *error)
{
  g_autoptr (GPtrArray) tasks = NULL;

  if (self->tasks->len == 0)
    return;

  tasks = g_steal_pointer (&self->tasks);
  self->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < tasks->len; i++)
    {
      if (error != NULL)
        g_task_return_error (g_ptr_array_index (tasks, i), g_error_copy (error));
      else
        g_task_return_boolean (g_ptr_array_index (tasks, i), TRUE);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOWNLOADING]);
}

/**
 * trs_download_queue_set_enabled:
 * @self: a queue
 * @enabled: whether transcripts are fetched that nobody has asked for
 */
void
trs_download_queue_set_enabled (TrsDownloadQueue *self,
                                gboolean        enabled)
{
  self->enabled = enabled;
  self->halted = FALSE;
  if (!enabled)
    trs_download_queue_stop_all (self);
  trs_download_queue_look (self);
}

gboolean
trs_download_queue_get_enabled (TrsDownloadQueue *self)
{
  return self->enabled;
}

/**
 * trs_download_queue_reset:
 * @self: a queue
 *
 * Gives up everything, because the account is left.
 */
void
trs_download_queue_reset (TrsDownloadQueue *self)
{
  g_cancellable_cancel (self->look_cancellable);
  g_object_unref (self->look_cancellable);
  self->look_cancellable = g_cancellable_new ();
  self->serial++;
  self->n_out = 0;
  self->failures = 0;
  self->halted = FALSE;
  self->looking = FALSE;
  self->look_again = FALSE;
  self->look_after = FALSE;
  trs_download_queue_stop_timer (self);
  g_queue_clear_full (&self->waiting, (GDestroyNotify) trs_project_data_free);
  g_hash_table_remove_all (self->strikes);
  g_hash_table_remove_all (self->out);
  g_hash_table_remove_all (self->come);
  trs_download_queue_stop_all (self);
  trs_download_queue_set_counts (self, 0, 0);
}

/**
 * trs_download_queue_get_wanted:
 * @self: a queue
 *
 * Returns: how many finished projects the account has
 */
guint
trs_download_queue_get_wanted (TrsDownloadQueue *self)
{
  return self->wanted;
}

/**
 * trs_download_queue_get_kept:
 * @self: a queue
 *
 * Returns: how many of them can be read without network
 */
guint
trs_download_queue_get_kept (TrsDownloadQueue *self)
{
  return self->kept;
}

/**
 * trs_download_queue_get_downloading:
 * @self: a queue
 *
 * Returns: %TRUE while all that is missing is fetched at once
 */
gboolean
trs_download_queue_get_downloading (TrsDownloadQueue *self)
{
  return self->tasks->len > 0;
}

static void
fetch_all (TrsDownloadQueue *self,
           GTask          *task)
{
  g_ptr_array_add (self->tasks, g_object_ref (task));
  if (self->tasks->len > 1)
    return;

  /* Who is in a hurry does not ask a service that wants to be left alone. */
  if (self->failures == 0)
    trs_download_queue_stop_timer (self);
  self->halted = FALSE;
  self->patient = trs_api_client_get_offline_since (self->client) == 0;
  g_hash_table_remove_all (self->strikes);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOWNLOADING]);
  trs_download_queue_look (self);
}

/**
 * trs_download_queue_fetch_all_async:
 * @self: a queue
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when nothing is missing any more that can be had
 * @user_data: (closure): for @callback
 *
 * Fetches all that is missing, at once. What failed before is tried again. If
 * the service goes away meanwhile, it is waited for. Asked for twice, it is
 * done once. trs_download_queue_stop_all() ends it.
 */
void
trs_download_queue_fetch_all_async (TrsDownloadQueue      *self,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_download_queue_fetch_all_async);
  if (!self->enabled)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "%s",
                             _("Saving transcripts is off in Preferences."));
  else if (trs_library_is_in_memory (self->library))
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_STORE_FAILED, "Nothing can be kept");
  else if (!trs_api_client_is_open (self->client))
    g_task_return_error (task, trs_api_client_new_closed_error (self->client));
  else
    fetch_all (self, task);
}

/**
 * trs_download_queue_fetch_all_finish:
 * @self: a queue
 * @result: what the callback got
 * @error: return location for an error: %G_IO_ERROR_CANCELLED after
 *   trs_download_queue_stop_all(), those of a request that nothing can leave
 *   after, those of the store
 *
 * Returns: %TRUE if all is here that the service gives; if it does not give
 *   some, #TrsDownloadQueue:kept stays below #TrsDownloadQueue:wanted
 */
gboolean
trs_download_queue_fetch_all_finish (TrsDownloadQueue  *self,
                                     GAsyncResult    *result,
                                     GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_download_queue_stop_all:
 * @self: a queue
 *
 * Ends trs_download_queue_fetch_all_async() with %G_IO_ERROR_CANCELLED. What has come stays.
 */
void
trs_download_queue_stop_all (TrsDownloadQueue *self)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The download was stopped");

  trs_download_queue_end_tasks (self, error);
}
