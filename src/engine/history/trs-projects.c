/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-projects.h"

#include "trs-store-projects.h"
#include "trs-weak-table.h"

struct _TrsProjects
{
  GObject parent_instance;

  TrsStore *store;
  TrsClock *clock;

  gint64 account;      /* its number in the store; 0 if none is open */
  TrsWeakTable *table; /* by id */
  GPtrArray *held;     /* those that the store has no row of */
};

enum
{
  HELD,
  RELEASED,
  REMOVED,
  PAGE_READ,
  PROJECT_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsProjects, trs_projects, G_TYPE_OBJECT)

static void
trs_projects_dispose (GObject *object)
{
  trs_projects_set_account (TRS_PROJECTS (object), 0);

  G_OBJECT_CLASS (trs_projects_parent_class)->dispose (object);
}

static void
trs_projects_finalize (GObject *object)
{
  TrsProjects *self = TRS_PROJECTS (object);

  trs_weak_table_free (self->table);
  g_ptr_array_unref (self->held);
  g_clear_object (&self->store);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_projects_parent_class)->finalize (object);
}

static guint
add_signal (const char *name,
            GType       argument)
{
  return g_signal_new (name, TRS_TYPE_PROJECTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, argument);
}

static void
trs_projects_class_init (TrsProjectsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_projects_dispose;
  object_class->finalize = trs_projects_finalize;

  signals[HELD] = add_signal ("held", TRS_TYPE_PROJECT);
  signals[RELEASED] = add_signal ("released", TRS_TYPE_PROJECT);
  signals[REMOVED] = add_signal ("removed", G_TYPE_STRING);
  signals[PAGE_READ] = add_signal ("page-read", G_TYPE_PTR_ARRAY);
  signals[PROJECT_CHANGED] = add_signal ("project-changed", TRS_TYPE_PROJECT);
}

static void
trs_projects_init (TrsProjects *self)
{
  self->table = trs_weak_table_new (g_str_hash, g_str_equal, g_free);
  self->held = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * trs_projects_new:
 * @store: what is asked for those that nobody has
 * @clock: the time
 *
 * Returns: (transfer full): the projects of no account
 */
TrsProjects *
trs_projects_new (TrsStore *store,
                  TrsClock *clock)
{
  TrsProjects *self = g_object_new (TRS_TYPE_PROJECTS, NULL);

  self->store = g_object_ref (store);
  self->clock = g_object_ref (clock);
  return self;
}

/**
 * trs_projects_get_account:
 * @self: the projects
 *
 * Returns: the number of their account in the store; 0 if none is open
 */
gint64
trs_projects_get_account (TrsProjects *self)
{
  return self->account;
}

/**
 * trs_projects_set_account:
 * @self: the projects
 * @account: the number of an account in the store; 0 for none
 *
 * Forgets the objects of the account before: those that others have are
 * followed no more.
 */
void
trs_projects_set_account (TrsProjects *self,
                          gint64       account)
{
  if (self->account == account && account != 0)
    return;

  self->account = account;
  trs_weak_table_remove_all (self->table);
  g_ptr_array_set_size (self->held, 0);
}

/* One object for each */

/* A project that was removed or belongs to another account is no longer watched. */
static void
project_changed_cb (TrsProject *project,
                    gboolean    unsaved,
                    gpointer    user_data)
{
  if (unsaved && trs_projects_peek (user_data, trs_project_get_id (project)) == project)
    g_signal_emit (user_data, signals[PROJECT_CHANGED], 0, project);
}

static void
add_project (TrsProjects *self,
             TrsProject  *project)
{
  trs_weak_table_add (self->table, g_strdup (trs_project_get_id (project)), G_OBJECT (project));
  g_signal_connect_object (project, "changed", G_CALLBACK (project_changed_cb), self, 0);
}

/**
 * trs_projects_peek:
 * @self: the projects
 * @id: identifier of a project
 *
 * Returns: (transfer none) (nullable): the live object, if somebody holds it
 */
TrsProject *
trs_projects_peek (TrsProjects *self,
                   const char  *id)
{
  return trs_weak_table_peek (self->table, id);
}

/**
 * trs_projects_take_data:
 * @self: the projects
 * @data: a row of the store
 *
 * Brings the live object of the row up to date, or makes it. What is the user's
 * own is left alone in an existing object: it may not have been written to the
 * store yet.
 *
 * Returns: (transfer full): the object
 */
TrsProject *
trs_projects_take_data (TrsProjects          *self,
                        const TrsProjectData *data)
{
  TrsProject *project = trs_projects_peek (self, data->id);

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

/* Those that the store has no row of */

static gboolean
is_held (TrsProjects *self,
         TrsProject  *project)
{
  return g_ptr_array_find (self->held, project, NULL);
}

/**
 * trs_projects_hold:
 * @self: the projects
 * @project: a pending submission, or a project that cannot be written
 *
 * Keeps an object that could not be read again. Emits `held`, unless it is held
 * already.
 */
void
trs_projects_hold (TrsProjects *self,
                   TrsProject  *project)
{
  if (is_held (self, project))
    return;

  g_ptr_array_add (self->held, g_object_ref (project));
  if (trs_projects_peek (self, trs_project_get_id (project)) == NULL)
    add_project (self, project);
  g_signal_emit (self, signals[HELD], 0, project);
}

/**
 * trs_projects_release:
 * @self: the projects
 * @project: a project that is held, or not
 *
 * Holds it no more: the store has a row of it, or it is gone. Emits `released`,
 * if it was held.
 */
void
trs_projects_release (TrsProjects *self,
                      TrsProject  *project)
{
  g_autoptr (TrsProject) alive = g_object_ref (project);

  if (!g_ptr_array_remove (self->held, project))
    return;

  if (trs_project_is_pending (alive))
    trs_weak_table_remove (self->table, trs_project_get_id (alive));
  g_signal_emit (self, signals[RELEASED], 0, alive);
}

static gpointer
copy_reference (gconstpointer project,
                gpointer      user_data)
{
  return g_object_ref ((gpointer) project);
}

/**
 * trs_projects_get_held:
 * @self: the projects
 *
 * Returns: (transfer container) (element-type TrsProject): the objects of which the store has no row
 */
GPtrArray *
trs_projects_get_held (TrsProjects *self)
{
  return g_ptr_array_copy (self->held, copy_reference, NULL);
}

/* Reading */

/**
 * trs_projects_list_rows:
 * @self: the projects
 *
 * Returns: (transfer full) (element-type gint64): the rows of those that somebody has
 */
GArray *
trs_projects_list_rows (TrsProjects *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  TrsWeakTableIter iter;
  TrsProject *project;

  trs_weak_table_iter_init (&iter, self->table);
  while ((project = trs_weak_table_iter_next (&iter)) != NULL)
    if (trs_project_get_data (project)->row != 0)
      g_array_append_val (rows, trs_project_get_data (project)->row);

  return rows;
}

static GTask *
new_read (TrsProjects         *self,
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

/* @rows: (nullable): the row that was asked for, if it is there; unless there is an @error (transfer full) */
static void
return_project (GTask     *task,
                GPtrArray *rows,
                GError    *error)
{
  TrsProjects *self = g_task_get_source_object (task);
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

  g_task_return_pointer (task, trs_projects_take_data (self, g_ptr_array_index (rows, 0)), g_object_unref);
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

/**
 * trs_projects_find_async:
 * @self: the projects
 * @id: identifier of a project of the account, or of a pending submission
 * @cancellable: (nullable): to give up
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * Looks for a project, listed or not.
 */
void
trs_projects_find_async (TrsProjects         *self,
                         const char          *id,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  const char *ids[] = { id, NULL };
  g_autoptr (GTask) task = new_read (self, trs_projects_find_async, cancellable, callback, user_data);
  TrsProject *project = trs_projects_peek (self, id);

  if (project != NULL || self->account == 0)
    g_task_return_pointer (task, project != NULL ? g_object_ref (project) : NULL, g_object_unref);
  else
    trs_store_projects_read_ids_async (self->store, self->account, ids, cancellable, id_read_cb,
                                       g_steal_pointer (&task));
}

/**
 * trs_projects_find_finish:
 * @self: the projects
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the project; %NULL without an error if it
 *   is not here
 */
TrsProject *
trs_projects_find_finish (TrsProjects   *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_projects_find_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* @rows: (nullable): what was asked for, unless there is an @error (transfer full) */
static void
return_projects (GTask     *task,
                 GPtrArray *rows,
                 GError    *error)
{
  TrsProjects *self = g_task_get_source_object (task);
  gint64 *account = g_task_get_task_data (task);
  GPtrArray *projects;

  if (rows == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  projects = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; *account == self->account && i < rows->len; i++)
    g_ptr_array_add (projects, trs_projects_take_data (self, g_ptr_array_index (rows, i)));
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
finished_read_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_projects_read_finished_finish (TRS_STORE (source), result, &error);

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
 * trs_projects_list_open_async:
 * @self: the projects
 * @cancellable: (nullable): to give up
 * @callback: called when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for all projects that were neither done nor failed when the service
 * was asked last.
 */
void
trs_projects_list_open_async (TrsProjects         *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  trs_store_projects_read_open_async (self->store, self->account, cancellable, open_read_cb,
                                      new_read (self, trs_projects_list_open_async, cancellable, callback, user_data));
}

/**
 * trs_projects_list_open_finish:
 * @self: the projects
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): them, newest first;
 *   %NULL with @error set
 */
GPtrArray *
trs_projects_list_open_finish (TrsProjects   *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_projects_list_open_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_projects_list_finished_async:
 * @self: the projects
 * @since: microseconds since the epoch
 * @cancellable: (nullable): to give up
 * @callback: called when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for all projects whose end was seen after @since: done or failed. Of
 * one that had ended when it was first seen, the time of its creation counts.
 */
void
trs_projects_list_finished_async (TrsProjects         *self,
                                  gint64               since,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  trs_store_projects_read_finished_async (
      self->store, self->account, since, cancellable, finished_read_cb,
      new_read (self, trs_projects_list_finished_async, cancellable, callback, user_data));
}

/**
 * trs_projects_list_finished_finish:
 * @self: the projects
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): them, by that time;
 *   %NULL with @error set
 */
GPtrArray *
trs_projects_list_finished_finish (TrsProjects   *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_projects_list_finished_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_projects_list_attempts_async:
 * @self: the projects
 * @video_id: identifier of a video
 * @cancellable: (nullable): to give up
 * @callback: called when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for all projects of a video that the service has reported.
 */
void
trs_projects_list_attempts_async (TrsProjects         *self,
                                  const char          *video_id,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  trs_store_projects_read_attempts_async (
      self->store, self->account, video_id, cancellable, attempts_read_cb,
      new_read (self, trs_projects_list_attempts_async, cancellable, callback, user_data));
}

/**
 * trs_projects_list_attempts_finish:
 * @self: the projects
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): them, newest first;
 *   %NULL with @error set
 */
GPtrArray *
trs_projects_list_attempts_finish (TrsProjects   *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_projects_list_attempts_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
prefix_read_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_projects_find_prefix_finish (TRS_STORE (source), result, &error);

  return_projects (task, rows, error);
}

/**
 * trs_projects_list_prefix_async:
 * @self: the projects
 * @prefix: how the identifier begins, at least one character
 * @limit: how many at most
 * @cancellable: (nullable): to give up
 * @callback: called when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for the projects of the account, listed or not, whose identifiers begin alike.
 */
void
trs_projects_list_prefix_async (TrsProjects         *self,
                                const char          *prefix,
                                guint                limit,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  trs_store_projects_find_prefix_async (
      self->store, self->account, prefix, limit, cancellable, prefix_read_cb,
      new_read (self, trs_projects_list_prefix_async, cancellable, callback, user_data));
}

/**
 * trs_projects_list_prefix_finish:
 * @self: the projects
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): them, newest first;
 *   %NULL with @error set
 */
GPtrArray *
trs_projects_list_prefix_finish (TrsProjects   *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_projects_list_prefix_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* A page of the list */

static TrsProject *
find_row (TrsProjects *self,
          gint64       row)
{
  TrsWeakTableIter iter;
  TrsProject *project;

  trs_weak_table_iter_init (&iter, self->table);
  while ((project = trs_weak_table_iter_next (&iter)) != NULL && trs_project_get_data (project)->row != row)
    ;

  return project;
}

/**
 * trs_projects_take_page:
 * @self: the projects
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
trs_projects_take_page (TrsProjects *self,
                        GPtrArray   *projects,
                        GArray      *missing,
                        guint        n_new)
{
  g_autoptr (GPtrArray) reported = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 now = trs_clock_get_time (self->clock);

  for (guint i = 0; i < projects->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (projects, i);
      TrsProject *live = trs_projects_peek (self, data->id);
      gboolean was_open = live != NULL && trs_project_is_under_way (live);
      TrsProject *project;

      if (live == NULL && data->row != 0 && trs_project_state_is_final (data->state))
        continue;

      project = trs_projects_take_data (self, data);
      trs_project_set_checked (project, now, trs_project_get_next_check_at (project));
      /* The project finished while no view showed it, so it is unread. A view that does show it may mark it as read. */
      if (was_open && data->unread)
        trs_project_set_unread (project, TRUE);
      if (data->row == 0 && is_held (self, project))
        n_new -= MIN (n_new, 1);
      else if (data->row == 0)
        trs_projects_hold (self, project);
      g_ptr_array_add (reported, project);
    }
  for (guint i = 0; missing != NULL && i < missing->len; i++)
    {
      TrsProject *project = find_row (self, g_array_index (missing, gint64, i));

      if (project != NULL)
        trs_project_set_missing_since (project, now);
    }

  g_signal_emit (self, signals[PAGE_READ], 0, reported);
  return n_new;
}

/**
 * trs_projects_report_page:
 * @self: the projects
 * @projects: (element-type TrsProject): what the list shows of them is known here
 *
 * Tells those who follow the list: emits #TrsProjects::page-read.
 */
void
trs_projects_report_page (TrsProjects *self,
                          GPtrArray   *projects)
{
  g_signal_emit (self, signals[PAGE_READ], 0, projects);
}

/**
 * trs_projects_remove:
 * @self: the projects
 * @id: identifier of a project
 *
 * It is not on this computer any more: emits #TrsProjects::removed.
 */
void
trs_projects_remove (TrsProjects *self,
                     const char  *id)
{
  g_autofree char *copy = g_strdup (id);

  trs_weak_table_remove (self->table, copy);
  g_signal_emit (self, signals[REMOVED], 0, copy);
}
