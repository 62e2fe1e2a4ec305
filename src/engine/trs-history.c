/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-reader.h"

enum
{
  PROP_0,
  PROP_READING,
  PROP_COMPLETE,
  PROP_N_READ,
  PROP_ERROR,
  PROP_CHECKED_AT,
  PROP_UPDATED_AT,
  N_PROPS
};

enum
{
  PAGE_READ,
  PROJECT_CHANGED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static GType
trs_history_get_item_type (GListModel *model)
{
  return TRS_TYPE_PROJECT;
}

static guint
trs_history_get_n_items (GListModel *model)
{
  return trs_shelf_get_length (TRS_HISTORY (model)->shelf);
}

static gpointer
trs_history_get_item (GListModel *model,
                      guint       position)
{
  return trs_shelf_dup (TRS_HISTORY (model)->shelf, position);
}

static void
trs_history_list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = trs_history_get_item_type;
  iface->get_n_items = trs_history_get_n_items;
  iface->get_item = trs_history_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsHistory, trs_history, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, trs_history_list_model_iface_init))

static void
trs_history_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  TrsHistory *self = TRS_HISTORY (object);

  switch (prop_id)
    {
    case PROP_READING:
      g_value_set_boolean (value, self->reading);
      break;
    case PROP_COMPLETE:
      g_value_set_boolean (value, self->complete);
      break;
    case PROP_N_READ:
      g_value_set_uint (value, trs_history_get_n_read (self));
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_CHECKED_AT:
      g_value_set_int64 (value, self->checked_at);
      break;
    case PROP_UPDATED_AT:
      g_value_set_int64 (value, self->updated_at);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_history_dispose (GObject *object)
{
  TrsHistory *self = TRS_HISTORY (object);

  if (self->reader != NULL)
    trs_history_reader_reset (self->reader);
  g_clear_object (&self->reader);

  G_OBJECT_CLASS (trs_history_parent_class)->dispose (object);
}

static void
trs_history_finalize (GObject *object)
{
  TrsHistory *self = TRS_HISTORY (object);

  g_clear_pointer (&self->shelf, trs_shelf_free);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (trs_history_parent_class)->finalize (object);
}

static void
trs_history_class_init (TrsHistoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_history_get_property;
  object_class->dispose = trs_history_dispose;
  object_class->finalize = trs_history_finalize;

  props[PROP_READING] = g_param_spec_boolean ("reading", NULL, NULL, FALSE, flags);
  props[PROP_COMPLETE] = g_param_spec_boolean ("complete", NULL, NULL, FALSE, flags);
  props[PROP_N_READ] = g_param_spec_uint ("n-read", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  props[PROP_CHECKED_AT] = g_param_spec_int64 ("checked-at", NULL, NULL, 0, G_MAXINT64, 0, flags);
  props[PROP_UPDATED_AT] = g_param_spec_int64 ("updated-at", NULL, NULL, 0, G_MAXINT64, 0, flags);

  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[PAGE_READ] = g_signal_new ("page-read", TRS_TYPE_HISTORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 2, G_TYPE_PTR_ARRAY, G_TYPE_PTR_ARRAY);
  signals[PROJECT_CHANGED] = g_signal_new ("project-changed", TRS_TYPE_HISTORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
}

static void
shelf_changed_cb (gpointer    user_data,
                  TrsProject *project)
{
  g_signal_emit (user_data, signals[PROJECT_CHANGED], 0, project);
}

static void
trs_history_init (TrsHistory *self)
{
  self->shelf = trs_shelf_new (shelf_changed_cb, self);
}

/**
 * trs_history_get_reading:
 * @self: a history
 *
 * Returns: %TRUE while pages are read for the user; checks of the poller do not count
 */
gboolean
trs_history_get_reading (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), FALSE);

  return self->reading;
}

/**
 * trs_history_get_complete:
 * @self: a history
 *
 * Returns: %TRUE once the empty array behind the last page was seen
 */
gboolean
trs_history_get_complete (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), FALSE);

  return self->complete;
}

/**
 * trs_history_get_n_read:
 * @self: a history
 *
 * Returns: how many projects the service has told of
 */
guint
trs_history_get_n_read (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), 0);

  return trs_shelf_get_length (self->shelf) - self->n_pending;
}

/**
 * trs_history_get_error:
 * @self: a history
 *
 * Returns: (transfer none) (nullable): why the last page could not be read
 */
const GError *
trs_history_get_error (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), NULL);

  return self->error;
}

/**
 * trs_history_get_checked_at:
 * @self: a history
 *
 * Returns: when the newest page was read last, in microseconds since the epoch, or 0
 */
gint64
trs_history_get_checked_at (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), 0);

  return self->checked_at;
}

/**
 * trs_history_get_updated_at:
 * @self: a history
 *
 * While one project alone is watched, the service is asked about it and not for the list; the user reads of one time
 * for both.
 *
 * Returns: when the service was heard of what is watched or of the newest page last, in microseconds since the
 *   epoch, or 0
 */
gint64
trs_history_get_updated_at (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), 0);

  return self->updated_at;
}

/**
 * trs_history_find_by_id:
 * @self: a history
 * @id: id of a project
 *
 * Returns: (transfer none) (nullable): the project; valid until the main loop
 *   turns, unless a reference is taken
 */
TrsProject *
trs_history_find_by_id (TrsHistory *self,
                        const char *id)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return trs_shelf_find_by_id (self->shelf, id);
}

/**
 * trs_history_find_by_video:
 * @self: a history
 * @video_id: identifier of a video
 *
 * Returns: (transfer none) (nullable): the newest project of the video that is
 *   known so far; valid until the main loop turns, unless a reference is taken
 */
TrsProject *
trs_history_find_by_video (TrsHistory *self,
                           const char *video_id)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), NULL);
  g_return_val_if_fail (video_id != NULL, NULL);

  return trs_shelf_find_by_video (self->shelf, video_id);
}

/**
 * trs_history_list_by_video:
 * @self: a history
 * @video_id: identifier of a video
 *
 * Returns: (transfer full) (element-type TrsProject): the projects of the
 *   video that are known so far, newest first
 */
GPtrArray *
trs_history_list_by_video (TrsHistory *self,
                           const char *video_id)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), NULL);
  g_return_val_if_fail (video_id != NULL, NULL);

  return trs_shelf_list_by_video (self->shelf, video_id);
}

/**
 * trs_history_load_more:
 * @self: a history
 *
 * Reads the next page of `GET /api/list`; for whenever the view comes near the
 * end. Does nothing while one is read already, or when there is none.
 */
void
trs_history_load_more (TrsHistory *self)
{
  g_return_if_fail (TRS_IS_HISTORY (self));

  trs_history_reader_load_more (self->reader);
}

static void
walk (TrsHistory          *self,
      TrsWalk              kind,
      gpointer             source_tag,
      GCancellable        *cancellable,
      GAsyncReadyCallback  callback,
      gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, source_tag);
  trs_history_reader_walk (self->reader, kind, task);
}

/**
 * trs_history_refresh_async:
 * @self: a history
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Reads from the top, to the first page whose projects were all known and
 * final, but not past what has been read so far. What was read less than
 * three seconds ago is not read again.
 */
void
trs_history_refresh_async (TrsHistory          *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_return_if_fail (TRS_IS_HISTORY (self));

  walk (self, TRS_WALK_REFRESH, trs_history_refresh_async, cancellable, callback, user_data);
}

/**
 * trs_history_refresh_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the history is fresh
 */
gboolean
trs_history_refresh_finish (TrsHistory    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_history_poll_async:
 * @self: a history
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Reads the newest page, and further ones only if all on it is new. Neither
 * `reading` nor `error` tells of it.
 */
void
trs_history_poll_async (TrsHistory          *self,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_return_if_fail (TRS_IS_HISTORY (self));

  walk (self, TRS_WALK_POLL, trs_history_poll_async, cancellable, callback, user_data);
}

/**
 * trs_history_poll_far_async:
 * @self: a history
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when it is done; ends with trs_history_poll_finish()
 * @user_data: (closure): for @callback
 *
 * Likewise, and reads on to where nothing is under way any more.
 */
void
trs_history_poll_far_async (TrsHistory          *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_return_if_fail (TRS_IS_HISTORY (self));

  walk (self, TRS_WALK_FAR, trs_history_poll_far_async, cancellable, callback, user_data);
}

/**
 * trs_history_poll_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the newest page was read
 */
gboolean
trs_history_poll_finish (TrsHistory    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_history_new:
 * @link: the road to the service
 * @clock: the time
 *
 * Returns: (transfer full): an empty history
 */
TrsHistory *
trs_history_new (TrsLink  *link,
                 TrsClock *clock)
{
  TrsHistory *self = g_object_new (TRS_TYPE_HISTORY, NULL);

  self->reader = trs_history_reader_new (self, link, clock);

  return self;
}

/**
 * trs_history_tell_page:
 * @self: a history
 * @ids: (element-type utf8): the ids of those that a page told of
 * @projects: (element-type TrsProject): those of them that were known before, or are under way
 *
 * Emits `page-read`.
 */
void
trs_history_tell_page (TrsHistory *self,
                       GPtrArray  *ids,
                       GPtrArray  *projects)
{
  g_signal_emit (self, signals[PAGE_READ], 0, ids, projects);
}
