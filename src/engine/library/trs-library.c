/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-library.h"

#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-drafts.h"
#include "trs-store-projects.h"
#include "trs-store-spending.h"
#include "trs-store-submissions.h"
#include "trs-store-texts.h"
#include "trs-store.h"

struct _TrsLibrary
{
  GObject parent_instance;

  gint64 account;
  TrsStore *store;
  GError *error;

  TrsProjects *projects;
  TrsHistory *history;
  TrsClock *clock;
  guint generation; /* incremented when the account is closed */
  gboolean keep_texts;
  GHashTable *changed; /* set of projects to be written */
  GHashTable *noted;   /* those among them whose title or note has changed */
  guint flush_id;
  GCancellable *syncing; /* the latest read of changes by another process */
};

/* Debounce interval of writes, milliseconds. A transaction costs as much as thousands of rows. */
#define GATHERING 500

enum
{
  PROP_0,
  PROP_OPEN,
  PROP_ERROR,
  N_PROPS
};

enum
{
  TEXT_KEPT,
  EDIT_FAILED,
  LOST_FILE,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsLibrary, trs_library, G_TYPE_OBJECT)

/**
 * trs_library_take_error:
 * @self: a library
 * @error: (nullable): why something of the account could not be written; %NULL if it was
 *
 * Becomes the error of the library.
 */
void
trs_library_take_error (TrsLibrary   *self,
                        const GError *error)
{
  g_autoptr (GError) problem = trs_store_dup_problem (self->store);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || (error == NULL && self->error == NULL))
    return;
  /* A job that had nothing new to write does not prove that the file can be written. */
  if (error == NULL && problem != NULL)
    return;

  g_clear_error (&self->error);
  self->error = error != NULL ? g_error_copy (error) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ERROR]);
}

static void keep_project (TrsLibrary *self,
                          TrsProject *project);

static void
project_changed_cb (TrsProjects *projects,
                    TrsProject  *project,
                    gpointer     user_data)
{
  keep_project (user_data, project);
}

static void
stop_syncing (TrsLibrary *self)
{
  g_cancellable_cancel (self->syncing);
  g_clear_object (&self->syncing);
}

/* Notifies the listeners of the list, as if the service had just reported it. */
static void
sync_listed_open_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GPtrArray) news = user_data;
  g_autoptr (GPtrArray) open = trs_projects_list_open_finish (TRS_PROJECTS (source), result, NULL);

  for (guint i = 0; open != NULL && i < open->len; i++)
    if (trs_project_get_watch (TRS_PROJECT (open->pdata[i])) == TRS_PROJECT_WATCH_NONE)
      g_ptr_array_add (news, g_object_ref (open->pdata[i]));
  if (open != NULL)
    trs_projects_report_page (TRS_PROJECTS (source), news);
}

static void
sync_read_rows_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsLibrary) self = user_data;
  g_autoptr (GPtrArray) rows = trs_store_projects_read_rows_finish (TRS_STORE (source), result, NULL);
  GPtrArray *news;

  if (rows == NULL)
    return;

  news = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < rows->len; i++)
    {
      const TrsProjectData *data = rows->pdata[i];
      TrsProject *live = trs_projects_peek (self->projects, data->id);
      gboolean was_open = live != NULL && trs_project_is_under_way (live);
      g_autoptr (TrsProject) project = trs_projects_take_data (self->projects, data);

      if (!g_hash_table_contains (self->changed, project) && !g_hash_table_contains (self->noted, project))
        trs_project_take_own (project, data);
      if (was_open && trs_project_state_is_final (data->state))
        g_ptr_array_add (news, g_object_ref (project));
    }
  trs_projects_list_open_async (self->projects, self->syncing, sync_listed_open_cb, news);
}

/* Writes pending changes of this process first, then reads what both processes have written. */
static void
store_changed_elsewhere_cb (TrsStore *store,
                            gpointer  user_data)
{
  TrsLibrary *self = user_data;
  g_autoptr (GArray) rows = trs_projects_list_rows (self->projects);

  if (self->account == 0)
    return;

  trs_library_flush (self);
  stop_syncing (self);
  self->syncing = g_cancellable_new ();
  trs_store_projects_read_rows_async (store, (const gint64 *) (gconstpointer) rows->data, rows->len, self->syncing,
                                      sync_read_rows_cb, g_object_ref (self));
}

static void
lost_file_cb (TrsStore *store,
              gpointer  user_data)
{
  TrsLibrary *self = user_data;

  if (self->account != 0)
    g_signal_emit (self, signals[LOST_FILE], 0);
}

static void
trs_library_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  TrsLibrary *self = TRS_LIBRARY (object);

  switch (prop_id)
    {
    case PROP_OPEN:
      g_value_set_boolean (value, trs_library_is_open (self));
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_library_finalize (GObject *object)
{
  TrsLibrary *self = TRS_LIBRARY (object);

  trs_clock_clear_timeout (self->clock, &self->flush_id);
  stop_syncing (self);
  g_hash_table_unref (self->changed);
  g_hash_table_unref (self->noted);
  g_clear_error (&self->error);
  g_clear_object (&self->store);
  g_clear_object (&self->projects);
  g_clear_object (&self->history);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_library_parent_class)->finalize (object);
}

static void
trs_library_class_init (TrsLibraryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_library_get_property;
  object_class->finalize = trs_library_finalize;

  props[PROP_OPEN] = g_param_spec_boolean ("open", NULL, NULL, FALSE, flags);
  props[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[TEXT_KEPT] = g_signal_new ("text-kept", TRS_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
  signals[EDIT_FAILED] = g_signal_new ("edit-failed", TRS_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 3, TRS_TYPE_PROJECT, G_TYPE_UINT, G_TYPE_ERROR);
  signals[LOST_FILE] = g_signal_new ("lost-file", TRS_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);
}

static void
trs_library_init (TrsLibrary *self)
{
  self->changed = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->noted = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->keep_texts = TRUE;
}

TrsLibrary *
trs_library_new (TrsStore    *store,
                 TrsProjects *projects,
                 TrsHistory  *history,
                 TrsClock    *clock)
{
  TrsLibrary *self = g_object_new (TRS_TYPE_LIBRARY, NULL);

  self->projects = g_object_ref (projects);
  self->history = g_object_ref (history);
  self->clock = g_object_ref (clock);
  self->store = g_object_ref (store);
  g_signal_connect_object (store, "changed-elsewhere", G_CALLBACK (store_changed_elsewhere_cb), self, 0);
  g_signal_connect_object (store, "lost-file", G_CALLBACK (lost_file_cb), self, 0);
  g_signal_connect_object (projects, "project-changed", G_CALLBACK (project_changed_cb), self, 0);
  return self;
}

/* The account */

static void
tried_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (TrsLibrary) self = user_data;
  g_autoptr (GError) error = NULL;

  trs_store_accounts_use_finish (TRS_STORE (source), result, &error);
  trs_library_take_error (self, error);
}

/* Records that the account is in use now. This write also shows whether anything can be saved. */
static void
write_last_used (TrsLibrary *self)
{
  trs_store_accounts_use_async (self->store, self->account, trs_clock_get_time (self->clock), NULL, tried_cb,
                                g_object_ref (self));
}

static gboolean
return_error_if_stale (GTask *task)
{
  TrsLibrary *self = g_task_get_source_object (task);
  gboolean stale = GPOINTER_TO_UINT (g_task_get_task_data (task)) != self->generation;

  if (stale)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was closed");
  return stale;
}

static void
open_listed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsLibrary *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  gboolean good = trs_history_open_finish (TRS_HISTORY (source), result, &error);

  if (return_error_if_stale (task))
    return;

  /* Reading succeeds in a read-only file, so it does not clear an earlier write error. */
  if (!good)
    trs_library_take_error (self, error);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OPEN]);
  write_last_used (self);
  g_task_return_boolean (task, good);
}

static void
open_got_account_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsLibrary *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) problem = NULL;
  gint64 account = trs_store_accounts_open_finish (TRS_STORE (source), result, &error);

  if (return_error_if_stale (task))
    return;
  if (account == 0)
    {
      trs_library_take_error (self, error);
      g_task_return_boolean (task, FALSE);
      return;
    }

  problem = trs_store_dup_problem (TRS_STORE (source));
  trs_library_take_error (self, problem);
  self->account = account;
  trs_history_open_async (self->history, account, open_listed_cb, g_object_ref (task));
}

/**
 * trs_library_open_async:
 * @self: a library
 * @address: normalised address, or another name for the service
 * @account: the account of that address, its number in the store; 0 if it is not known
 * @ids: (nullable) (array zero-terminated=1): the newest projects of the list,
 *   by which the user is known, before @account; %NULL before the service was asked
 * @callback: called when the first rows stand in the history
 * @user_data: (closure): for @callback
 *
 * Opens an account, and shows what is kept of it.
 */
void
trs_library_open_async (TrsLibrary          *self,
                        const char          *address,
                        gint64               account,
                        const char * const  *ids,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  trs_library_close (self);
  g_task_set_source_tag (task, trs_library_open_async);
  g_task_set_task_data (task, GUINT_TO_POINTER (self->generation), NULL);
  trs_store_accounts_open_async (self->store, address, account, ids, NULL, trs_clock_get_time (self->clock), NULL,
                                 open_got_account_cb, task);
}

/**
 * trs_library_open_finish:
 * @self: a library
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if anything can be kept; %FALSE with %G_IO_ERROR_CANCELLED if
 *   the account was closed meanwhile, or another one opened; else %FALSE without
 *   an error, and why not is said by trs_library_get_error()
 */
gboolean
trs_library_open_finish (TrsLibrary    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_library_open_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
trs_library_is_open (TrsLibrary *self)
{
  return self->account != 0;
}

/**
 * trs_library_close:
 * @self: a library
 *
 * Writes what is still to be written of the account, and leaves it. The history
 * goes on to show it.
 */
void
trs_library_close (TrsLibrary *self)
{
  trs_library_flush (self);
  stop_syncing (self);
  self->generation++;
  if (self->account == 0)
    return;

  self->account = 0;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OPEN]);
}

/**
 * trs_library_get_kept_account:
 * @self: a library
 *
 * Returns: the account that is open and will be there at the next start; 0 if
 *   none is
 */
gint64
trs_library_get_kept_account (TrsLibrary *self)
{
  return trs_library_is_in_memory (self) ? 0 : self->account;
}

/* Where it is kept */

/**
 * trs_library_is_in_memory:
 * @self: a library
 *
 * Returns: %TRUE while no file can be used, and everything is gone with the
 *   program
 */
gboolean
trs_library_is_in_memory (TrsLibrary *self)
{
  return trs_store_get_mode (self->store) == TRS_STORE_MEMORY;
}

/**
 * trs_library_keep_again:
 * @self: a library
 *
 * Tries to keep what could not be kept, and sees whether anything can be.
 */
void
trs_library_keep_again (TrsLibrary *self)
{
  if (self->account == 0)
    return;

  trs_store_try_again (self->store);
  trs_library_flush (self);
  write_last_used (self);
}

/**
 * trs_library_use_file_again:
 * @self: a library
 *
 * Leaves the account. The next one is opened in the file that is there then,
 * in place of one that was moved or of memory.
 */
void
trs_library_use_file_again (TrsLibrary *self)
{
  trs_library_close (self);
  trs_store_try_again (self->store);
}

/* Projects */

typedef struct
{
  TrsLibrary *library;
  GPtrArray *projects;
  GHashTable *set; /* to which they go back if they are not written */
  guint generation;
} Save;

static Save *
save_new (TrsLibrary *self,
          GHashTable *set)
{
  Save *save = g_new0 (Save, 1);

  save->library = g_object_ref (self);
  save->projects = g_ptr_array_new_with_free_func (g_object_unref);
  save->set = set;
  save->generation = self->generation;
  return save;
}

static void
save_free (Save *save)
{
  g_object_unref (save->library);
  g_ptr_array_unref (save->projects);
  g_free (save);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Save, save_free)

static void
end_save (Save         *save,
          gboolean      good,
          const GError *error)
{
  TrsLibrary *self = save->library;

  for (guint i = 0; i < save->projects->len && save->generation == self->generation; i++)
    {
      TrsProject *project = g_ptr_array_index (save->projects, i);

      /* A project that could not be saved, on a full disk for instance, stays held and is written in its then
       * current state together with the next one. */
      if (good)
        trs_projects_release (self->projects, project);
      else
        g_hash_table_add (save->set, g_object_ref (project));
    }
  trs_library_take_error (self, error);
}

static void
projects_saved_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (Save) save = user_data;
  g_autoptr (GError) error = NULL;
  gboolean good = trs_store_projects_save_finish (TRS_STORE (source), result, &error);

  end_save (save, good, error);
}

static void
own_set_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Save) save = user_data;
  g_autoptr (GError) error = NULL;
  gboolean good = trs_store_projects_set_own_finish (TRS_STORE (source), result, &error);

  end_save (save, good, error);
}

/* The rows of these projects are in the store, or queued to be written before. */
static void
write_notes (TrsLibrary *self)
{
  GHashTableIter iter;
  gpointer project;

  g_hash_table_iter_init (&iter, self->noted);
  while (self->account != 0 && g_hash_table_iter_next (&iter, &project, NULL))
    {
      const TrsProjectData *data = trs_project_get_data (project);
      Save *save = save_new (self, self->noted);

      g_ptr_array_add (save->projects, g_object_ref (project));
      trs_store_projects_set_own_async (self->store, self->account, data->id, data->local_title, data->note, NULL,
                                        own_set_cb, save);
    }
  g_hash_table_remove_all (self->noted);
}

/* Adds projects that could not be written before, and that are held, to the next write. */
static void
gather_held (TrsLibrary *self)
{
  g_autoptr (GPtrArray) held = trs_projects_get_held (self->projects);

  for (guint i = 0; i < held->len; i++)
    if (!trs_project_is_pending (TRS_PROJECT (g_ptr_array_index (held, i))))
      g_hash_table_add (self->changed, g_object_ref (g_ptr_array_index (held, i)));
}

static void
write_projects (TrsLibrary *self)
{
  g_autoptr (GPtrArray) data = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  Save *save = save_new (self, self->changed);
  GHashTableIter iter;
  gpointer project;

  g_hash_table_iter_init (&iter, self->changed);
  while (g_hash_table_iter_next (&iter, &project, NULL))
    {
      g_ptr_array_add (save->projects, project);
      g_ptr_array_add (data, trs_project_data_copy (trs_project_get_data (project)));
      g_hash_table_iter_steal (&iter);
    }
  trs_store_projects_save_async (self->store, self->account, data, NULL, projects_saved_cb, save);
}

/**
 * trs_library_flush:
 * @self: a library
 *
 * Writes pending changes at once. Every later job of the store sees them.
 */
void
trs_library_flush (TrsLibrary *self)
{
  trs_clock_clear_timeout (self->clock, &self->flush_id);
  if (self->account != 0)
    gather_held (self);
  if (self->account != 0 && g_hash_table_size (self->changed) > 0)
    write_projects (self);
  g_hash_table_remove_all (self->changed);
  write_notes (self);
}

/**
 * trs_library_report_edit:
 * @self: a library
 * @project: the project of the transcript
 * @kind: what was added, changed or removed; 0 if that is not known
 * @error: why it could not be saved
 *
 * Emits `edit-failed`.
 */
void
trs_library_report_edit (TrsLibrary        *self,
                         TrsProject        *project,
                         TrsAnnotationKind  kind,
                         const GError      *error)
{
  g_return_if_fail (TRS_IS_LIBRARY (self) && TRS_IS_PROJECT (project) && error != NULL);

  g_signal_emit (self, signals[EDIT_FAILED], 0, project, (guint) kind, error);
}

/* Queues a project to be written soon, in the state that it has by then. */
static void
keep_project (TrsLibrary *self,
              TrsProject *project)
{
  if (self->account == 0 || trs_project_is_pending (project))
    return;

  g_hash_table_add (self->changed, g_object_ref (project));
  if (self->flush_id == 0)
    trs_clock_set_timeout (self->clock, &self->flush_id, GATHERING, (GSourceOnceFunc) trs_library_flush, self);
}

/* Titles and notes change with every letter, so their writes are debounced. */
static void
keep_notes (TrsLibrary *self,
            TrsProject *project)
{
  if (self->account == 0)
    return;

  /* The title and note are written into the row of the project, so the row has to exist first. */
  keep_project (self, project);
  g_hash_table_add (self->noted, g_object_ref (project));
}

/**
 * trs_library_set_local_title:
 * @self: a library
 * @project: a project
 * @title: (nullable): the user's title; %NULL or only spaces for the title of the service
 *
 * Names a project on this computer. The service never hears of it.
 */
void
trs_library_set_local_title (TrsLibrary *self,
                             TrsProject *project,
                             const char *title)
{
  g_return_if_fail (TRS_IS_LIBRARY (self));
  g_return_if_fail (TRS_IS_PROJECT (project) && !trs_project_is_pending (project));

  trs_project_set_local_title (project, title);
  keep_notes (self, project);
}

/**
 * trs_library_set_note:
 * @self: a library
 * @project: a project
 * @note: (nullable): what the user notes about it
 *
 * Keeps a note on this computer; may be called with every letter. The service
 * never hears of it.
 */
void
trs_library_set_note (TrsLibrary *self,
                      TrsProject *project,
                      const char *note)
{
  g_return_if_fail (TRS_IS_LIBRARY (self));
  g_return_if_fail (TRS_IS_PROJECT (project) && !trs_project_is_pending (project));

  trs_project_set_note (project, note);
  keep_notes (self, project);
}

/**
 * trs_library_set_place:
 * @self: a library
 * @project: a project
 * @place: bytes of words above the view
 * @caret: bytes of words before the caret
 *
 * Keeps where the user reads, if it is another place. Written at once, and not
 * tried again: it changes too often to be worth an error.
 */
void
trs_library_set_place (TrsLibrary *self,
                       TrsProject *project,
                       gint64      place,
                       gint64      caret)
{
  if (!trs_project_set_place (project, place, caret) || self->account == 0)
    return;

  trs_store_projects_set_place_async (self->store, self->account, trs_project_get_id (project), place, caret, NULL,
                                      NULL, NULL);
}

/**
 * trs_library_leave_out:
 * @self: a library
 * @project: a project that is removed from this computer
 *
 * What was still to be written of it would bring it back.
 */
void
trs_library_leave_out (TrsLibrary *self,
                       TrsProject *project)
{
  g_hash_table_remove (self->changed, project);
  g_hash_table_remove (self->noted, project);
}

static void
page_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *projects = trs_store_projects_read_page_finish (TRS_STORE (source), result, &error);

  if (projects != NULL)
    g_task_return_pointer (task, projects, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_library_read_page_async:
 * @self: a library with an open account
 * @show: which projects
 * @after: (nullable): the last one of the page before; %NULL for the first page
 * @limit: how many at most
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the list of the account as plain rows, newest first, for those who go through all of it: see
 * trs_store_projects_read_page_async(). What the store has no row of is not among them.
 */
void
trs_library_read_page_async (TrsLibrary           *self,
                             TrsProjectShow        show,
                             const TrsProjectData *after,
                             guint                 limit,
                             GCancellable         *cancellable,
                             GAsyncReadyCallback   callback,
                             gpointer              user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_library_read_page_async);
  trs_library_flush (self);
  trs_store_projects_read_page_async (self->store, self->account, show, after, limit, cancellable, page_read_cb, task);
}

/**
 * trs_library_read_page_finish:
 * @self: a library
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): the projects, none behind the last page; %NULL
 *   with @error set
 */
GPtrArray *
trs_library_read_page_finish (TrsLibrary    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_library_read_page_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Returns: (transfer full): the pending project of a submission: the one that the history shows, or a new one */
static TrsProject *
get_unconfirmed (TrsLibrary    *self,
                 TrsSubmission *submission)
{
  TrsProject *project =
      trs_project_new_pending (trs_submission_get_local_id (submission), trs_submission_get_video_id (submission),
                               trs_submission_get_language (submission));
  TrsProject *live = trs_projects_peek (self->projects, trs_project_get_id (project));

  if (live != NULL)
    g_set_object (&project, live);
  else
    trs_project_set_submitted_at (project, trs_submission_get_sent_at (submission));
  return project;
}

static void
unconfirmed_read_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsLibrary *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) submissions = trs_store_submissions_list_undecided_finish (TRS_STORE (source), result, &error);
  GPtrArray *projects;

  if (submissions == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  projects = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = submissions->len; i > 0; i--)
    g_ptr_array_add (projects, get_unconfirmed (self, g_ptr_array_index (submissions, i - 1)));
  g_task_return_pointer (task, projects, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * trs_library_read_unconfirmed_async:
 * @self: a library with an open account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the submissions of the account of which it is not known whether they were accepted. Needs no network.
 */
void
trs_library_read_unconfirmed_async (TrsLibrary          *self,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_library_read_unconfirmed_async);
  trs_store_submissions_list_undecided_async (self->store, self->account, cancellable, unconfirmed_read_cb, task);
}

/**
 * trs_library_read_unconfirmed_finish:
 * @self: a library
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): the pending projects that stand for them, newest
 *   first, those of the history where it has them; %NULL with @error set
 */
GPtrArray *
trs_library_read_unconfirmed_finish (TrsLibrary    *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_library_read_unconfirmed_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
spending_read_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsSpending *spending = trs_store_projects_read_spending_finish (TRS_STORE (source), result, &error);

  if (spending != NULL)
    g_task_return_pointer (task, spending, (GDestroyNotify) trs_spending_free);
  else
    g_task_return_error (task, error);
}

/**
 * trs_library_read_spending_async:
 * @self: a library
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads what the projects of the account cost.
 */
void
trs_library_read_spending_async (TrsLibrary          *self,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_library_read_spending_async);
  /* The store in memory may hold only a part of the list, so its sum would be wrong. */
  if (trs_library_is_in_memory (self))
    {
      g_task_return_error (task, self->error != NULL ? g_error_copy (self->error)
                                                     : g_error_new_literal (TRS_ERROR, TRS_ERROR_STORE_FAILED,
                                                                            "Nothing is kept on this computer"));
      return;
    }

  /* Pending changes have to be in the store before it is asked. */
  trs_library_flush (self);
  trs_store_projects_read_spending_async (self->store, self->account, cancellable, spending_read_cb,
                                          g_steal_pointer (&task));
}

/**
 * trs_library_read_spending_finish:
 * @self: a library
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what they cost; %NULL with @error set
 */
TrsSpending *
trs_library_read_spending_finish (TrsLibrary    *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_library_read_spending_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Drafts. A batch of submissions outlives its account being in use, so each call says which one it means. */

static void
draft_read_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsDraft *draft = trs_store_drafts_read_finish (TRS_STORE (source), result, &error);

  if (draft != NULL)
    g_task_return_pointer (task, draft, (GDestroyNotify) trs_draft_free);
  else
    g_task_return_error (task, error);
}

/**
 * trs_library_read_draft_async:
 * @self: a library
 * @account: an account, its number in the store
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads what was entered for an account and not sent.
 */
void
trs_library_read_draft_async (TrsLibrary          *self,
                              gint64               account,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_library_read_draft_async);
  trs_store_drafts_read_async (self->store, account, cancellable, draft_read_cb, task);
}

/**
 * trs_library_read_draft_finish:
 * @self: a library
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the draft, empty if there is none; %NULL with @error set
 */
TrsDraft *
trs_library_read_draft_finish (TrsLibrary    *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_library_read_draft_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
draft_written_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (TrsLibrary) self = user_data;
  g_autoptr (GError) error = NULL;

  trs_store_drafts_write_finish (TRS_STORE (source), result, &error);
  trs_library_take_error (self, error);
}

/**
 * trs_library_write_draft:
 * @self: a library
 * @account: an account, its number in the store
 * @draft: its draft from now on
 *
 * Writes what was entered for an account and not sent, at once. A failure
 * becomes the error of the library.
 */
void
trs_library_write_draft (TrsLibrary     *self,
                         gint64          account,
                         const TrsDraft *draft)
{
  trs_store_drafts_write_async (self->store, account, draft, NULL, draft_written_cb, g_object_ref (self));
}

static void
draft_added_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  gboolean good = trs_store_drafts_add_finish (TRS_STORE (source), result, &error);

  trs_library_take_error (g_task_get_source_object (task), error);
  if (good)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_library_add_draft_async:
 * @self: a library
 * @account: an account, its number in the store
 * @draft: what is added to its draft, unless it is there already
 * @callback: (nullable): called on the main context
 * @user_data: (closure): for @callback
 *
 * Adds to what was entered for an account and not sent, at once. A failure
 * becomes the error of the library, too.
 */
void
trs_library_add_draft_async (TrsLibrary          *self,
                             gint64               account,
                             const TrsDraft      *draft,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_library_add_draft_async);
  trs_store_drafts_add_async (self->store, account, draft, NULL, draft_added_cb, task);
}

/**
 * trs_library_add_draft_finish:
 * @self: a library
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it is there now
 */
gboolean
trs_library_add_draft_finish (TrsLibrary    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_library_add_draft_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Transcripts */

/**
 * trs_library_set_keep_texts:
 * @self: a library
 * @keep_texts: whether transcripts are kept from now on; what is here stays
 */
void
trs_library_set_keep_texts (TrsLibrary *self,
                            gboolean    keep_texts)
{
  self->keep_texts = keep_texts;
}

/**
 * trs_library_get_keep_texts:
 * @self: a #TrsLibrary
 *
 * Returns: whether transcripts are kept
 */
gboolean
trs_library_get_keep_texts (TrsLibrary *self)
{
  return self->keep_texts;
}

static void
text_saved_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsLibrary *self = g_task_get_source_object (task);
  GError *error = NULL;
  TrsStoreTextResult kept = trs_store_texts_save_finish (TRS_STORE (source), result, &error);

  trs_library_take_error (self, error);
  if (kept == TRS_STORE_TEXT_NEW)
    g_signal_emit (self, signals[TEXT_KEPT], 0, g_task_get_task_data (task));
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/**
 * trs_library_keep_text_async:
 * @self: a library
 * @project: a project of the account
 * @transcript: its text as received
 * @address: the service it came from
 * @callback: (nullable): called when it is kept
 * @user_data: (closure): for @callback
 *
 * Keeps a transcript. One that is kept already is never replaced; another
 * answer is kept beside it.
 */
void
trs_library_keep_text_async (TrsLibrary          *self,
                             TrsProject          *project,
                             TrsTranscript       *transcript,
                             const char          *address,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_library_keep_text_async);
  g_task_set_task_data (task, g_object_ref (project), g_object_unref);
  if (self->account == 0 || !self->keep_texts)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "No transcripts are kept");
      return;
    }

  keep_project (self, project);
  trs_library_flush (self);
  trs_store_texts_save_async (self->store, self->account, trs_project_get_id (project), transcript,
                              address != NULL ? address : "", trs_clock_get_time (self->clock), NULL, text_saved_cb,
                              g_steal_pointer (&task));
}

/**
 * trs_library_keep_text_finish:
 * @self: a library
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it is kept; %G_IO_ERROR_NOT_SUPPORTED if no transcripts are to
 *   be kept, or an error of the store
 */
gboolean
trs_library_keep_text_finish (TrsLibrary    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_library_keep_text_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_library_get_account:
 * @self: a #TrsLibrary
 *
 * Returns: the account that is open, its number in the store; 0 if none is
 */
gint64
trs_library_get_account (TrsLibrary *self)
{
  return self->account;
}

/**
 * trs_library_get_store:
 * @self: a #TrsLibrary
 *
 * Returns: (transfer none): where it is kept
 */
TrsStore *
trs_library_get_store (TrsLibrary *self)
{
  return self->store;
}

/**
 * trs_library_get_error:
 * @self: a #TrsLibrary
 *
 * Returns: (transfer none) (nullable): why nothing can be kept
 */
const GError *
trs_library_get_error (TrsLibrary *self)
{
  return self->error;
}
