/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-private.h"

#include "trs-records.h"
#include "trs-store-accounts.h"

/* Rows at once: what a window can show comes first, the rest in slices that take far less than a frame. */
#define FIRST_SLICE 100
#define SLICE 2500

/* Milliseconds in which the first rows are drawn, with nobody beside who wants the processor, too. */
#define FIRST_FRAME 100

enum
{
  PROP_0,
  PROP_ERROR,
  PROP_OPEN,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

enum
{
  MOVED_ASIDE,
  LOST_FILE,
  FILLED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsArchive, trs_archive, G_TYPE_OBJECT)

void
trs_archive_set_error (TrsArchive   *self,
                       const GError *error)
{
  g_autoptr (GError) problem = trs_store_dup_problem (self->store);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || (error == NULL && self->error == NULL))
    return;
  /* What had nothing new to write has not shown that anything can be written. */
  if (error == NULL && problem != NULL)
    return;

  g_clear_error (&self->error);
  self->error = error != NULL ? g_error_copy (error) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

static void
project_changed_cb (TrsHistory *history,
                    TrsProject *project,
                    gpointer    user_data)
{
  trs_archive_keep_project (user_data, project);
}

static void
history_changed_cb (GListModel *history,
                    guint       position,
                    guint       removed,
                    guint       added,
                    gpointer    user_data)
{
  TrsArchive *self = user_data;

  if (!self->filling)
    trs_archive_keep_rows (self, position, added);
}

static void
page_read_cb (TrsHistory *history,
              GPtrArray  *ids,
              GPtrArray  *projects,
              gpointer    user_data)
{
  for (guint i = 0; i < projects->len; i++)
    trs_archive_keep_project (user_data, g_ptr_array_index (projects, i));
}

static void
moved_aside_cb (TrsStore   *store,
                const char *path,
                gpointer    user_data)
{
  g_signal_emit (user_data, signals[MOVED_ASIDE], 0, path);
}

static void
lost_file_cb (TrsStore *store,
              gpointer  user_data)
{
  TrsArchive *self = user_data;

  if (self->account != 0)
    g_signal_emit (self, signals[LOST_FILE], 0);
}

static void
trs_archive_get_property (GObject    *object,
                          guint       property,
                          GValue     *value,
                          GParamSpec *pspec)
{
  if (property == PROP_OPEN)
    g_value_set_boolean (value, trs_archive_is_open (TRS_ARCHIVE (object)));
  else
    g_value_set_boxed (value, TRS_ARCHIVE (object)->error);
}

static void
trs_archive_finalize (GObject *object)
{
  TrsArchive *self = TRS_ARCHIVE (object);

  if (self->flush_id != 0)
    trs_clock_remove_timeout (self->clock, self->flush_id);
  trs_archive_cancel_check (self);
  g_byte_array_unref (self->rows);
  g_hash_table_unref (self->unsaved);
  g_hash_table_unref (self->changed);
  g_hash_table_unref (self->noted);
  g_clear_pointer (&self->loaded, trs_stored_page_free);
  g_clear_error (&self->error);
  g_clear_object (&self->store);
  g_clear_object (&self->history);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_archive_parent_class)->finalize (object);
}

static void
trs_archive_class_init (TrsArchiveClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_archive_get_property;
  object_class->finalize = trs_archive_finalize;

  properties[PROP_ERROR] =
      g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_OPEN] =
      g_param_spec_boolean ("open", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[MOVED_ASIDE] = g_signal_new ("moved-aside", TRS_TYPE_ARCHIVE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LOST_FILE] = g_signal_new ("lost-file", TRS_TYPE_ARCHIVE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);
  signals[FILLED] = g_signal_new ("filled", TRS_TYPE_ARCHIVE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void
trs_archive_init (TrsArchive *self)
{
  self->rows = g_byte_array_new ();
  self->unsaved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->changed = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->noted = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->keep_texts = TRUE;
}

/**
 * trs_archive_new:
 * @store: where to keep
 * @history: what is shown of the account
 * @clock: the time
 *
 * Returns: (transfer full): an archive that is not open yet
 */
TrsArchive *
trs_archive_new (TrsStore   *store,
                 TrsHistory *history,
                 TrsClock   *clock)
{
  TrsArchive *self = g_object_new (TRS_TYPE_ARCHIVE, NULL);

  self->history = g_object_ref (history);
  self->clock = g_object_ref (clock);
  self->store = g_object_ref (store);
  g_signal_connect_object (store, "moved-aside", G_CALLBACK (moved_aside_cb), self, 0);
  g_signal_connect_object (store, "lost-file", G_CALLBACK (lost_file_cb), self, 0);
  g_signal_connect_object (history, "items-changed", G_CALLBACK (history_changed_cb), self, 0);
  g_signal_connect_object (history, "project-changed", G_CALLBACK (project_changed_cb), self, 0);
  g_signal_connect_object (history, "page-read", G_CALLBACK (page_read_cb), self, 0);
  return self;
}

static void load_slice (TrsArchive *self,
                        GTask      *task);

static gboolean
load_slice_cb (gpointer user_data)
{
  GTask *task = user_data;
  TrsArchive *self = g_task_get_source_object (task);

  if (GPOINTER_TO_UINT (g_task_get_task_data (task)) == self->generation)
    load_slice (self, task);
  return G_SOURCE_REMOVE;
}

/* Whoever looks at the first rows, and scrolls, goes before what is far below. */
static void
load_slice_later (TrsArchive *self,
                  GTask      *task,
                  gboolean    first)
{
  g_timeout_add_full (G_PRIORITY_LOW, first ? FIRST_FRAME : 0, load_slice_cb, g_object_ref (task), g_object_unref);
}

static void
put_slice (TrsArchive    *self,
           TrsStoredPage *page)
{
  g_clear_pointer (&self->loaded, trs_stored_page_free);
  self->loaded = page;
  self->filling = TRUE;
  trs_history_append_kept (self->history, page->block);
  self->filling = FALSE;
}

static void
slice_loaded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsArchive *self = g_task_get_source_object (task);
  gboolean first = self->loaded == NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsStoredPage) page = trs_store_load_projects_finish (TRS_STORE (source), result, &error);
  gboolean good = page != NULL;
  gboolean more = good && page->n_projects == (first ? FIRST_SLICE : SLICE);

  if (GPOINTER_TO_UINT (g_task_get_task_data (task)) != self->generation)
    {
      if (!g_task_get_completed (task))
        g_task_return_boolean (task, FALSE);
      return;
    }

  /* To read works where nothing can be written, so that it does not take back that nothing can be. */
  if (error != NULL)
    trs_archive_set_error (self, error);
  if (good)
    put_slice (self, g_steal_pointer (&page));
  if (more)
    load_slice_later (self, task, first);
  else
    g_clear_pointer (&self->loaded, trs_stored_page_free);
  if (first)
    g_task_return_boolean (task, good);
  if (good && !more)
    {
      self->filled = TRUE;
      g_signal_emit (self, signals[FILLED], 0);
      trs_archive_plan_check (self);
      trs_store_end_loading_projects (self->store);
    }
}

static void
load_slice (TrsArchive *self,
            GTask      *task)
{
  trs_store_load_projects_async (self->store, self->account, self->loaded, self->loaded == NULL ? FIRST_SLICE : SLICE,
                                 NULL, slice_loaded_cb, g_object_ref (task));
}

static void
set_account (TrsArchive *self,
             gint64      account)
{
  if (self->account == account)
    return;

  self->account = account;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPEN]);
}

static void
account_opened_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsArchive *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) problem = NULL;
  gint64 account = trs_store_open_account_finish (TRS_STORE (source), result, &error);

  if (GPOINTER_TO_UINT (g_task_get_task_data (task)) != self->generation || account == 0)
    {
      trs_archive_set_error (self, error);
      g_task_return_boolean (task, FALSE);
      return;
    }

  problem = trs_store_dup_problem (TRS_STORE (source));
  trs_archive_set_error (self, problem);
  set_account (self, account);
  trs_archive_keep_rows (self, 0, g_list_model_get_n_items (G_LIST_MODEL (self->history)));
  load_slice (self, task);
  trs_archive_try_to_write (self);
}

static GStrv
dup_ids (GPtrArray *newest)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < newest->len; i++)
    g_strv_builder_add (builder, ((TrsProjectRecord *) g_ptr_array_index (newest, i))->id);
  return g_strv_builder_end (builder);
}

/**
 * trs_archive_open_async:
 * @self: an archive
 * @address: normalised address, or another name for the service
 * @newest: (nullable) (element-type TrsProjectRecord): the newest page of the
 *   list, which tells the user; %NULL before the service was asked
 * @callback: called when the first rows stand in the history
 * @user_data: (closure): for @callback
 *
 * Opens the shelf of an account and puts what is kept of it into the history,
 * the newest first, the rest behind.
 */
void
trs_archive_open_async (TrsArchive          *self,
                        const char          *address,
                        GPtrArray           *newest,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_auto (GStrv) ids = newest != NULL ? dup_ids (newest) : NULL;

  trs_archive_close (self);
  g_task_set_source_tag (task, trs_archive_open_async);
  g_task_set_task_data (task, GUINT_TO_POINTER (self->generation), NULL);
  trs_store_open_account_async (self->store, address, (const char * const *) ids, trs_clock_get_time (self->clock),
                                NULL, account_opened_cb, g_object_ref (task));
}

/**
 * trs_archive_open_finish:
 * @self: an archive
 * @result: what the callback got
 *
 * Returns: %TRUE if anything can be kept; why not is said by #TrsArchive:error
 */
gboolean
trs_archive_open_finish (TrsArchive   *self,
                         GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), NULL);
}

/**
 * trs_archive_is_open:
 * @self: an archive
 *
 * Returns: %TRUE while an account is open
 */
gboolean
trs_archive_is_open (TrsArchive *self)
{
  return self->account != 0;
}

/**
 * trs_archive_close:
 * @self: an archive
 *
 * Writes what is still to be written of the account, and leaves it.
 */
void
trs_archive_close (TrsArchive *self)
{
  trs_archive_flush (self);
  trs_archive_cancel_check (self);
  self->generation++;
  g_hash_table_remove_all (self->unsaved);
  set_account (self, 0);
  g_clear_pointer (&self->loaded, trs_stored_page_free);
  self->filled = FALSE;
}
