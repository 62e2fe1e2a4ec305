/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-private.h"

/* Rows that are read on both sides of the one that was asked for last: some screens full. */
#define AHEAD 100

/* Projects that stay objects after they were read, for when the user scrolls back. */
#define MAX_RECENT 600

/* Weak tables: a project is one object, and a row one item, for as long as somebody holds it. */

typedef struct
{
  GHashTable *table;
  gpointer key;
  GObject *object;
} Weak;

static void
object_gone_cb (gpointer  data,
                GObject  *object)
{
  Weak *weak = data;

  weak->object = NULL;
  g_hash_table_remove (weak->table, weak->key);
}

static void
weak_free (gpointer data)
{
  Weak *weak = data;

  if (weak->object != NULL)
    g_object_weak_unref (weak->object, object_gone_cb, weak);
  g_free (weak->key);
  g_free (weak);
}

GHashTable *
trs_history_weak_table_new (GHashFunc  hash,
                            GEqualFunc equal)
{
  return g_hash_table_new_full (hash, equal, NULL, weak_free);
}

/* @key: (transfer full): not in the table */
static void
weak_table_add (GHashTable *table,
                gpointer    key,
                gpointer    object)
{
  Weak *weak = g_new0 (Weak, 1);

  weak->table = table;
  weak->key = key;
  weak->object = object;
  g_object_weak_ref (object, object_gone_cb, weak);
  g_hash_table_insert (table, key, weak);
}

static gpointer
weak_table_peek (GHashTable    *table,
                 gconstpointer  key)
{
  Weak *weak = g_hash_table_lookup (table, key);

  return weak != NULL ? weak->object : NULL;
}

/* Projects */

/* One that was removed or belongs to another account is followed no more. */
static void
project_changed_cb (TrsProject *project,
                    gboolean    unsaved,
                    gpointer    user_data)
{
  if (unsaved && trs_history_peek (user_data, trs_project_get_id (project)) == project)
    trs_history_emit_project_changed (user_data, project);
}

static void
add_project (TrsHistory *self,
             TrsProject *project)
{
  weak_table_add (self->projects, g_strdup (trs_project_get_id (project)), project);
  g_signal_connect_object (project, "changed", G_CALLBACK (project_changed_cb), self, 0);
}

/**
 * trs_history_peek:
 * @self: a history
 * @id: identifier of a project
 *
 * Returns: (transfer none) (nullable): the live object, if somebody holds it
 */
TrsProject *
trs_history_peek (TrsHistory *self,
                  const char *id)
{
  return weak_table_peek (self->projects, id);
}

/**
 * trs_history_take_data:
 * @self: a history
 * @data: a row of the store
 *
 * Brings the live object of the row up to date, or makes it. What is the user's
 * own is left alone in an existing object: it may not have been written to the
 * store yet.
 *
 * Returns: (transfer full): the object
 */
TrsProject *
trs_history_take_data (TrsHistory           *self,
                       const TrsProjectData *data)
{
  TrsProject *project = trs_history_peek (self, data->id);

  if (project != NULL)
    {
      g_object_ref (project);
      trs_project_take_data (project, data);
      return project;
    }

  project = trs_project_new_from_data (data);
  add_project (self, project);
  return project;
}

GArray *
trs_history_list_live (TrsHistory *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  GHashTableIter iter;
  gpointer weak;

  g_hash_table_iter_init (&iter, self->projects);
  while (g_hash_table_iter_next (&iter, NULL, &weak))
    if (trs_project_get_data (TRS_PROJECT (((Weak *) weak)->object))->row != 0)
      g_array_append_val (rows, trs_project_get_data (TRS_PROJECT (((Weak *) weak)->object))->row);

  return rows;
}

/* Rows */

/* Returns: (transfer full): the item of a row, without a project if that was not read */
TrsHistoryItem *
trs_history_get_row (TrsHistory *self,
                     gint64      row)
{
  TrsHistoryItem *item = weak_table_peek (self->items, &row);

  if (item != NULL)
    return g_object_ref (item);

  item = trs_history_item_new (row, NULL);
  weak_table_add (self->items, g_memdup2 (&row, sizeof row), item);
  return item;
}

void
trs_history_take_rows (TrsHistory *self,
                       GPtrArray  *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (rows, i);
      g_autoptr (TrsProject) project = trs_history_take_data (self, data);
      TrsHistoryItem *item = trs_history_get_row (self, data->row);

      trs_history_item_set_project (item, project);
      if (self->recent->len >= MAX_RECENT)
        g_ptr_array_remove_range (self->recent, 0, AHEAD);
      g_ptr_array_add (self->recent, item);
    }
}

static void
rows_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsHistory) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_projects_read_rows_finish (TRS_STORE (source), result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;

  if (rows != NULL)
    trs_history_take_rows (self, rows);
}

/* What somebody looks at. */
static void
add_items (TrsHistory *self,
           GArray     *rows)
{
  GHashTableIter iter;
  gpointer weak;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &weak))
    if (trs_history_item_get_project (TRS_HISTORY_ITEM (((Weak *) weak)->object)) == NULL)
      g_array_append_val (rows, *(gint64 *) ((Weak *) weak)->key);
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

      if (row > 0 && weak_table_peek (self->items, &row) == NULL)
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
  trs_store_projects_read_rows_async (self->store, (const gint64 *) (gconstpointer) rows->data, rows->len,
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

/* @rows: (nullable): the row that was asked for, if it is there; unless there is an @error (transfer full) */
static void
return_project (GTask     *task,
                GPtrArray *rows,
                GError    *error)
{
  TrsHistory *self = g_task_get_source_object (task);
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
  g_task_return_pointer (task, trs_history_take_data (self, g_ptr_array_index (rows, 0)), g_object_unref);
}

static void
row_read_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_projects_read_rows_finish (TRS_STORE (source), result, &error);

  return_project (task, rows, error);
}

static void
id_read_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_projects_read_ids_finish (TRS_STORE (source), result, &error);

  return_project (task, rows, error);
}

static GTask *
new_read (TrsHistory          *self,
          gpointer             tag,
          GCancellable        *cancellable,
          GAsyncReadyCallback  callback,
          gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, tag);
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
 * Waits for the project of a row that may not have been read yet.
 */
void
trs_history_load_item_async (TrsHistory          *self,
                             guint                position,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = new_read (self, trs_history_load_item_async, cancellable, callback, user_data);
  g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (self), position);

  if (item == NULL || trs_history_item_get_project (item) != NULL)
    g_task_return_pointer (task, item != NULL ? g_object_ref (trs_history_item_get_project (item)) : NULL,
                           g_object_unref);
  else
    {
      gint64 row = trs_history_item_get_row (item);

      trs_store_projects_read_rows_async (self->store, &row, 1, cancellable, row_read_cb, g_steal_pointer (&task));
    }
}

/**
 * trs_history_load_item_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the project; %NULL without an error if
 *   nothing stands there any more
 */
TrsProject *
trs_history_load_item_finish (TrsHistory    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_history_load_item_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
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
  g_autoptr (GTask) task = new_read (self, trs_history_get_project_async, cancellable, callback, user_data);
  TrsProject *project = trs_history_peek (self, id);

  if (project != NULL || self->account == 0)
    g_task_return_pointer (task, project != NULL ? g_object_ref (project) : NULL, g_object_unref);
  else
    trs_store_projects_read_ids_async (self->store, self->account, ids, cancellable, id_read_cb,
                                       g_steal_pointer (&task));
}

/**
 * trs_history_get_project_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the project; %NULL without an error if it
 *   is not here
 */
TrsProject *
trs_history_get_project_finish (TrsHistory    *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_history_get_project_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* @rows: (nullable): what was asked for, unless there is an @error (transfer full) */
static void
return_projects (GTask     *task,
                 GPtrArray *rows,
                 GError    *error)
{
  TrsHistory *self = g_task_get_source_object (task);
  gint64 *account = g_task_get_task_data (task);
  GPtrArray *projects;

  if (rows == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  projects = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; *account == self->account && i < rows->len; i++)
    g_ptr_array_add (projects, trs_history_take_data (self, g_ptr_array_index (rows, i)));
  g_task_return_pointer (task, projects, (GDestroyNotify) g_ptr_array_unref);
}

static void
open_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_projects_read_open_finish (TRS_STORE (source), result, &error);

  return_projects (task, rows, error);
}

static void
attempts_read_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_projects_read_attempts_finish (TRS_STORE (source), result, &error);

  return_projects (task, rows, error);
}

/**
 * trs_history_list_open_async:
 * @self: a history
 * @cancellable: (nullable): to give up
 * @callback: called when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for all projects that were neither done nor failed when the service
 * was asked last.
 */
void
trs_history_list_open_async (TrsHistory          *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  trs_store_projects_read_open_async (self->store, self->account, cancellable, open_read_cb,
                                      new_read (self, trs_history_list_open_async, cancellable, callback, user_data));
}

/**
 * trs_history_list_open_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): them, newest first;
 *   %NULL with @error set
 */
GPtrArray *
trs_history_list_open_finish (TrsHistory    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_history_list_open_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_history_list_attempts_async:
 * @self: a history
 * @video_id: identifier of a video
 * @cancellable: (nullable): to give up
 * @callback: called when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for all projects of a video that the service has reported.
 */
void
trs_history_list_attempts_async (TrsHistory          *self,
                                 const char          *video_id,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  trs_store_projects_read_attempts_async (
      self->store, self->account, video_id, cancellable, attempts_read_cb,
      new_read (self, trs_history_list_attempts_async, cancellable, callback, user_data));
}

/**
 * trs_history_list_attempts_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): them, newest first;
 *   %NULL with @error set
 */
GPtrArray *
trs_history_list_attempts_finish (TrsHistory    *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_history_list_attempts_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* What is held. In the place of a row its item has a number below zero. */

/* Returns: where its entry was put; -1 if it is not shown */
static gint
insert_held (TrsHistory     *self,
             GArray         *entries,
             TrsHistoryItem *item)
{
  TrsProject *project = trs_history_item_get_project (item);
  TrsStoreEntry entry = {
    .row = trs_history_item_get_row (item),
    .sort_at = trs_project_is_pending (project) ? TRS_HISTORY_SORT_PENDING : trs_project_get_data (project)->sort_at,
  };
  guint position = trs_history_order_find_place (entries, self->order, &entry);

  if (!trs_project_show_includes (self->show, trs_project_get_state (project), trs_project_is_pending (project)))
    return -1;

  g_array_insert_val (entries, position, entry);
  return (gint) position;
}

/* The query knows nothing of what is held. */
void
trs_history_add_held (TrsHistory *self,
                      GArray     *entries)
{
  for (guint i = 0; i < self->held->len; i++)
    insert_held (self, entries, g_ptr_array_index (self->held, i));
}

static TrsHistoryItem *
find_held (TrsHistory *self,
           TrsProject *project)
{
  for (guint i = 0; i < self->held->len; i++)
    if (trs_history_item_get_project (TRS_HISTORY_ITEM (g_ptr_array_index (self->held, i))) == project)
      return g_ptr_array_index (self->held, i);

  return NULL;
}

/**
 * trs_history_find:
 * @self: a history
 * @project: a project
 * @position: (out): where it stands
 *
 * Returns: %TRUE if it is listed
 */
gboolean
trs_history_find (TrsHistory *self,
                  TrsProject *project,
                  guint      *position)
{
  TrsHistoryItem *held = find_held (self, project);
  gint64 row = held != NULL ? trs_history_item_get_row (held) : trs_project_get_data (project)->row;

  for (guint i = 0; row != 0 && i < self->entries->len; i++)
    if (trs_history_order_get (self->entries, i)->row == row)
      {
        *position = i;
        return TRUE;
      }

  return FALSE;
}

/**
 * trs_history_hold:
 * @self: a history
 * @project: a pending submission, or a project that cannot be written
 *
 * Lists an object of which the store has no row; does nothing if it is held.
 */
void
trs_history_hold (TrsHistory *self,
                  TrsProject *project)
{
  TrsHistoryItem *item;
  gint position;

  if (find_held (self, project) != NULL)
    return;

  item = trs_history_get_row (self, --self->last_held);
  trs_history_item_set_project (item, project);
  g_ptr_array_add (self->held, item);
  if (trs_history_peek (self, trs_project_get_id (project)) == NULL)
    add_project (self, project);

  position = insert_held (self, self->entries, item);
  if (position >= 0)
    g_list_model_items_changed (G_LIST_MODEL (self), (guint) position, 0, 1);
  trs_history_emit_changed (self);
}

/**
 * trs_history_release:
 * @self: a history
 * @project: a project that is held, or not
 *
 * Lists it no more by itself: the store has a row of it, or it is gone.
 */
void
trs_history_release (TrsHistory *self,
                     TrsProject *project)
{
  G_GNUC_UNUSED g_autoptr (TrsProject) alive = g_object_ref (project);
  TrsHistoryItem *item = find_held (self, project);
  guint position;

  if (item == NULL)
    return;

  if (trs_history_find (self, project, &position))
    {
      g_array_remove_index (self->entries, position);
      g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
    }
  if (trs_project_is_pending (project))
    g_hash_table_remove (self->projects, trs_project_get_id (project));
  g_ptr_array_remove (self->held, item);
  trs_history_emit_changed (self);
}

/**
 * trs_history_get_held:
 * @self: a history
 *
 * Returns: (transfer container) (element-type TrsProject): the objects of which the store has no row
 */
GPtrArray *
trs_history_get_held (TrsHistory *self)
{
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->held->len; i++)
    g_ptr_array_add (
        projects, g_object_ref (trs_history_item_get_project (TRS_HISTORY_ITEM (g_ptr_array_index (self->held, i)))));

  return projects;
}

/* A page of the list */

static TrsProject *
find_row (TrsHistory *self,
          gint64      row)
{
  GHashTableIter iter;
  gpointer weak;

  g_hash_table_iter_init (&iter, self->projects);
  while (g_hash_table_iter_next (&iter, NULL, &weak))
    if (trs_project_get_data (TRS_PROJECT (((Weak *) weak)->object))->row == row)
      return TRS_PROJECT (((Weak *) weak)->object);

  return NULL;
}

/**
 * trs_history_take_page:
 * @self: a history
 * @projects: (element-type TrsProjectData): those of pages that were read that are new, changed or not final
 * @missing: (nullable) (element-type gint64): rows of projects that are missing from now on
 * @n_new: how many of @projects the store did not know before
 *
 * Brings the objects up to date, and makes those of what is not final, so that
 * it can be watched. What could not be written has no row and is held. Emits
 * `page-read`.
 *
 * Returns: how many projects were not known before; held ones were
 */
guint
trs_history_take_page (TrsHistory *self,
                       GPtrArray  *projects,
                       GArray     *missing,
                       guint       n_new)
{
  g_autoptr (GPtrArray) reported = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 now = trs_clock_get_time (self->clock);

  for (guint i = 0; i < projects->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (projects, i);
      TrsProject *live = trs_history_peek (self, data->id);
      gboolean was_open = live != NULL && trs_project_is_under_way (live);
      TrsProject *project;

      if (live == NULL && data->row != 0 && trs_project_state_is_final (data->state))
        continue;

      project = trs_history_take_data (self, data);
      trs_project_set_checked (project, now, trs_project_get_next_check_at (project));
      /* It came to an end before the eyes of nobody, who may say otherwise. */
      if (was_open && data->unread)
        trs_project_set_unread (project, TRUE);
      if (data->row == 0 && find_held (self, project) != NULL)
        n_new -= MIN (n_new, 1);
      else if (data->row == 0)
        trs_history_hold (self, project);
      g_ptr_array_add (reported, project);
    }
  for (guint i = 0; missing != NULL && i < missing->len; i++)
    {
      TrsProject *project = find_row (self, g_array_index (missing, gint64, i));

      if (project != NULL)
        trs_project_set_missing_since (project, now);
    }

  trs_history_report_page (self, reported);
  return n_new;
}
