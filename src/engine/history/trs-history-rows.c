/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-private.h"

#include "trs-history-order.h"

/* Rows that are read on both sides of the one that was asked for last: some screens full. */
#define AHEAD 100

/* Projects that stay objects after they were read, for when the user scrolls back. */
#define MAX_RECENT 600

static void
keep_recent (TrsHistory *self,
             TrsProject *project)
{
  if (self->recent->len >= MAX_RECENT)
    g_ptr_array_remove_range (self->recent, 0, AHEAD);
  g_ptr_array_add (self->recent, project);
}

void
trs_history_take_rows (TrsHistory *self,
                       GPtrArray  *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (rows, i);
      TrsProject *project = trs_live_projects_take (self->live, data);
      TrsHistoryItem *item = g_hash_table_lookup (self->items, &data->row);

      keep_recent (self, project);
      if (item != NULL)
        trs_history_item_set_project (item, project);
    }
}

static void
rows_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsHistory) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;

  if (rows != NULL)
    trs_history_take_rows (self, rows);
}

/* What somebody looks at. Another read may have made the object in the meantime. */
static void
add_items (TrsHistory *self,
           GArray     *rows)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    if (trs_history_item_get_project (item) == NULL)
      g_ptr_array_add (items, g_object_ref (item));

  for (guint i = 0; i < items->len; i++)
    {
      gint64 row = trs_history_item_get_row (items->pdata[i]);
      TrsProject *project = trs_live_projects_peek_row (self->live, row);

      if (project != NULL)
        trs_history_item_set_project (items->pdata[i], project);
      else
        g_array_append_val (rows, row);
    }
}

/* Ahead of the scroll. */
static void
add_neighbours (TrsHistory *self,
                GArray     *rows)
{
  guint first = self->wanted > AHEAD ? self->wanted - AHEAD : 0;
  guint end = MIN (self->wanted + AHEAD, self->entries->len);

  for (guint i = first; i < end; i++)
    {
      gint64 row = trs_history_order_get (self->entries, i)->row;

      if (row > 0 && trs_live_projects_peek_row (self->live, row) == NULL &&
          g_hash_table_lookup (self->items, &row) == NULL)
        g_array_append_val (rows, row);
    }
}

static gboolean
read_rows_cb (gpointer user_data)
{
  TrsHistory *self = user_data;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  self->read_rows_id = 0;
  add_items (self, rows);
  if (rows->len == 0)
    return G_SOURCE_REMOVE;

  add_neighbours (self, rows);
  trs_store_run_async (self->store, &trs_store_read_rows,
                       &(TrsStoreArgs) { .rows = (const gint64 *) (gconstpointer) rows->data, .n_rows = rows->len },
                       self->cancellable, rows_read_cb, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

/* A view asks for all rows of a screen in one turn of the main loop. */
void
trs_history_want_row (TrsHistory *self,
                      guint       position)
{
  self->wanted = position;
  if (self->read_rows_id == 0)
    self->read_rows_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, read_rows_cb, self, NULL);
}

void
trs_history_stop_reading (TrsHistory *self)
{
  g_clear_handle_id (&self->read_rows_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
}

static void
project_read_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsHistory *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_run_finish (TRS_STORE (source), result, &error);
  gint64 *account = g_task_get_task_data (task);

  if (rows == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (rows->len == 0 || *account != self->account)
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }

  trs_history_take_rows (self, rows);
  g_task_return_pointer (task, g_object_ref (g_ptr_array_index (self->recent, self->recent->len - 1)), g_object_unref);
}

static GTask *
new_read (TrsHistory          *self,
          gpointer             source_tag,
          GCancellable        *cancellable,
          GAsyncReadyCallback  callback,
          gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, source_tag);
  g_task_set_task_data (task, g_memdup2 (&self->account, sizeof self->account), g_free);
  return task;
}

/**
 * trs_history_load_item_async:
 * @self: a history
 * @position: a position
 * @cancellable: (nullable): to give up
 * @callback: called when the project that stands there is known
 * @user_data: (closure): for @callback
 *
 * Waits for the project of a row that may not have been read yet. Finish with
 * trs_history_get_project_finish().
 */
void
trs_history_load_item_async (TrsHistory          *self,
                             guint                position,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TrsHistoryItem) item = NULL;
  TrsProject *project;
  gint64 row;

  g_return_if_fail (TRS_IS_HISTORY (self));

  task = new_read (self, trs_history_load_item_async, cancellable, callback, user_data);
  item = g_list_model_get_item (G_LIST_MODEL (self), position);
  project = item != NULL ? trs_history_item_get_project (item) : NULL;
  if (item == NULL || project != NULL)
    {
      g_task_return_pointer (task, project != NULL ? g_object_ref (project) : NULL, g_object_unref);
      return;
    }

  row = trs_history_item_get_row (item);
  trs_store_run_async (self->store, &trs_store_read_rows, &(TrsStoreArgs) { .rows = &row, .n_rows = 1 }, cancellable,
                       project_read_cb, g_steal_pointer (&task));
}

/**
 * trs_history_get_project_async:
 * @self: a history
 * @id: identifier of a project of the account, or of a pending submission
 * @cancellable: (nullable): to give up
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * Looks for a project, listed or not.
 */
void
trs_history_get_project_async (TrsHistory          *self,
                               const char          *id,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  const char *ids[] = { id, NULL };
  g_autoptr (GTask) task = NULL;
  TrsProject *project;

  g_return_if_fail (TRS_IS_HISTORY (self));
  g_return_if_fail (id != NULL);

  task = new_read (self, trs_history_get_project_async, cancellable, callback, user_data);
  project = trs_history_peek (self, id);
  if (project != NULL || self->account == 0)
    g_task_return_pointer (task, project != NULL ? g_object_ref (project) : NULL, g_object_unref);
  else
    trs_store_run_async (self->store, &trs_store_read_ids, &(TrsStoreArgs) { .account = self->account, .ids = ids },
                         cancellable, project_read_cb, g_steal_pointer (&task));
}

/**
 * trs_history_get_project_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error of the store, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the project, %NULL without @error if it
 *   is not here
 */
TrsProject *
trs_history_get_project_finish (TrsHistory    *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
return_projects (GTask     *task,
                 GPtrArray *rows)
{
  TrsHistory *self = g_task_get_source_object (task);
  gint64 *account = g_task_get_task_data (task);
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; *account == self->account && i < rows->len; i++)
    g_ptr_array_add (projects, trs_live_projects_take (self->live, g_ptr_array_index (rows, i)));
  g_task_return_pointer (task, projects, (GDestroyNotify) g_ptr_array_unref);
}

static void
attempts_read_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (rows != NULL)
    return_projects (task, rows);
  else
    g_task_return_error (task, error);
}

static void
open_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TrsStoreList) list = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (list != NULL)
    return_projects (task, list->first);
  else
    g_task_return_error (task, error);
}

/**
 * trs_history_list_open_async:
 * @self: a history
 * @cancellable: (nullable): to give up
 * @callback: called when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for all projects that were neither done nor failed when the service
 * was asked last. Finish with trs_history_list_finish().
 */
void
trs_history_list_open_async (TrsHistory          *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = new_read (self, trs_history_list_open_async, cancellable, callback, user_data);

  trs_store_run_async (self->store, &trs_store_query_projects,
                       &(TrsStoreArgs) { .account = self->account, .show = TRS_PROJECT_SHOW_IN_PROGRESS,
                                         .order = TRS_PROJECT_ORDER_DATE, .limit = G_MAXUINT },
                       cancellable, open_read_cb, task);
}

/**
 * trs_history_list_attempts_async:
 * @self: a history
 * @video_id: identifier of a video
 * @cancellable: (nullable): to give up
 * @callback: called when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for all projects of a video that the service has told of.
 */
void
trs_history_list_attempts_async (TrsHistory          *self,
                                 const char          *video_id,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_HISTORY (self));
  g_return_if_fail (video_id != NULL);

  task = new_read (self, trs_history_list_attempts_async, cancellable, callback, user_data);
  trs_store_run_async (self->store, &trs_store_read_attempts,
                       &(TrsStoreArgs) { .account = self->account, .video_id = video_id }, cancellable,
                       attempts_read_cb, task);
}

/**
 * trs_history_list_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error of the store, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): the projects, newest first
 */
GPtrArray *
trs_history_list_finish (TrsHistory    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
