/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-batch-export.h"

#include "trs-error.h"
#include "trs-store-projects.h"
#include "trs-store.h"
#include "trs-task.h"

struct _TrsBatchExport
{
  GObject parent_instance;

  guint n_done;
  guint n_saved;
  guint n_total;
  GPtrArray *failures;

  TrsProjects *projects;
  TrsLibrary *library;
  TrsTranscripts *transcripts;
  char *pattern;
  TrsExportTarget *target;
  const TrsExportFormat *format;
  TrsExportOptions options;
  char *name_template;
  GArray *rows; /* what is exported */
  guint next;   /* index in @rows */
  GQueue chunk; /* projects read from the store that come next */
  TrsProject *project; /* the project that is being exported */
  GError *end;     /* why the run ends before its time */
  GError *offline; /* why the service cannot be reached; what is not saved fails with this */
};

/* How many projects the store is asked for at once. */
#define CHUNK 100

enum
{
  PROP_0,
  PROP_N_DONE,
  PROP_N_TOTAL,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsBatchExport, trs_batch_export, G_TYPE_OBJECT)

static void
trs_batch_export_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  TrsBatchExport *self = TRS_BATCH_EXPORT (object);

  switch (prop_id)
    {
    case PROP_N_DONE:
      g_value_set_uint (value, self->n_done);
      break;
    case PROP_N_TOTAL:
      g_value_set_uint (value, self->n_total);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_batch_export_finalize (GObject *object)
{
  TrsBatchExport *self = TRS_BATCH_EXPORT (object);

  g_object_unref (self->projects);
  g_object_unref (self->library);
  g_object_unref (self->transcripts);
  g_free (self->pattern);
  g_clear_pointer (&self->target, trs_export_target_free);
  g_free (self->name_template);
  g_clear_object (&self->project);
  g_array_unref (self->rows);
  g_queue_clear_full (&self->chunk, (GDestroyNotify) trs_project_data_free);
  g_ptr_array_unref (self->failures);
  g_clear_error (&self->end);
  g_clear_error (&self->offline);

  G_OBJECT_CLASS (trs_batch_export_parent_class)->finalize (object);
}

static void
trs_batch_export_class_init (TrsBatchExportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_batch_export_get_property;
  object_class->finalize = trs_batch_export_finalize;

  props[PROP_N_DONE] = g_param_spec_uint ("n-done", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_N_TOTAL] = g_param_spec_uint ("n-total", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_batch_export_init (TrsBatchExport *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_queue_init (&self->chunk);
  self->failures = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_batch_failure_free);
}

/**
 * trs_batch_export_new:
 * @projects: the projects of the account in use
 * @library: what is kept of it
 * @transcripts: its transcripts
 * @pattern: (nullable): address pattern of the video pages
 *
 * Returns: (transfer full): an export, for one run
 */
TrsBatchExport *
trs_batch_export_new (TrsProjects    *projects,
                      TrsLibrary     *library,
                      TrsTranscripts *transcripts,
                      const char     *pattern)
{
  TrsBatchExport *self = g_object_new (TRS_TYPE_BATCH_EXPORT, NULL);

  self->projects = g_object_ref (projects);
  self->library = g_object_ref (library);
  self->transcripts = g_object_ref (transcripts);
  self->pattern = g_strdup (pattern);
  return self;
}

static void export_next (GTask *task);

static void
set_n_total (TrsBatchExport *self,
             guint           n_total)
{
  if (self->n_total == n_total)
    return;

  self->n_total = n_total;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_TOTAL]);
}

static void
count_done (TrsBatchExport *self)
{
  g_clear_object (&self->project);
  self->n_done++;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_DONE]);
}

static void
report_done (GTask *task)
{
  count_done (g_task_get_source_object (task));
  export_next (task);
}

/* @error: (transfer full) */
static void
count_failed (TrsBatchExport *self,
              GError         *error)
{
  g_ptr_array_add (self->failures, trs_batch_failure_new (self->project, error));
  count_done (self);
}

/* @error: (transfer full) */
static void
report_failed (GTask  *task,
               GError *error)
{
  count_failed (g_task_get_source_object (task), error);
  export_next (task);
}

typedef struct
{
  TrsBatchExport *run;
  TrsExportSource *source; /* NULL: nothing follows, and the target is closed */
  gboolean rendered;
  guint n_saved; /* files that have got their names meanwhile */
} WriteState;

static void
write_state_clear (WriteState *state)
{
  g_clear_pointer (&state->source, trs_export_source_unref);
}

TRS_DEFINE_TASK_STATE (WriteState, write_state)

static gboolean
write_one (WriteState    *write,
           GCancellable  *cancellable,
           GError       **error)
{
  TrsBatchExport *run = write->run;
  g_autoptr (GBytes) bytes = trs_export_format_render (run->format, write->source, &run->options, error);
  g_autofree char *name = trs_export_template_expand (run->name_template, write->source, run->format->extension);
  g_autofree char *written = NULL;

  write->rendered = bytes != NULL;
  if (bytes != NULL)
    written = trs_export_target_add (run->target, name, bytes, write->source->created_at, cancellable, error);
  return written != NULL;
}

/* What was added before an export ends early stays, except in an archive. */
static gboolean
close_target (TrsBatchExport  *run,
              GError         **error)
{
  if (run->end == NULL)
    return trs_export_target_close (run->target, error);

  trs_export_target_flush (run->target, NULL);
  g_propagate_error (error, g_error_copy (run->end));
  return FALSE;
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  WriteState *write = task_data;
  GError *error = NULL;
  gboolean good = write->source != NULL ? write_one (write, cancellable, &error) : close_target (write->run, &error);
  g_autoptr (GPtrArray) saved = trs_export_target_take_saved (write->run->target);

  write->n_saved = saved->len;
  if (good)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* @source: (transfer full) (nullable): see WriteState */
static void
write_async (TrsBatchExport      *self,
             TrsExportSource     *source,
             GCancellable        *cancellable,
             GAsyncReadyCallback  callback,
             gpointer             user_data)
{
  /* The worker may drop the last reference to this task, so freeing it must not touch objects of the engine. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  WriteState *write = write_state_attach (task);

  g_task_set_source_tag (task, write_async);
  /* Completed files are counted, even if the export was cancelled meanwhile. */
  g_task_set_check_cancellable (task, FALSE);
  write->run = self;
  write->source = source;
  g_task_run_in_thread (task, write_thread);
}

/* @write: (out) (transfer none): what was to be written and how far that has come, also after an error */
static gboolean
write_finish (GAsyncResult  *result,
              WriteState   **write,
              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, write_async), FALSE);

  *write = write_state_get (G_TASK (result));
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void end_run (GTask  *task,
                     GError *error);

/* If one file cannot be written, the next one cannot either, and the export ends. A transcript that does not fit the
 * format, as subtitles without times, only counts as failed. */
static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsBatchExport *run = g_task_get_source_object (task);
  WriteState *write = NULL;
  GError *error = NULL;
  gboolean good = write_finish (result, &write, &error);

  run->n_saved += write->n_saved;
  if (write->source == NULL && good)
    g_task_return_boolean (task, TRUE);
  else if (write->source == NULL)
    g_task_return_error (task, error);
  else if (good)
    report_done (task);
  else if (write->rendered || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    end_run (task, error);
  else
    report_failed (task, error);
}

/* @source: (transfer full) (nullable): see WriteState */
static void
write_next (GTask           *task,
            TrsExportSource *source)
{
  write_async (g_task_get_source_object (task), source, g_task_get_cancellable (task), written_cb, g_object_ref (task));
}

/* @error: (transfer full): why */
static void
end_run (GTask  *task,
         GError *error)
{
  TrsBatchExport *self = g_task_get_source_object (task);

  self->end = error;
  write_next (task, NULL);
}

/* Returns: %TRUE if it is, and the run ends */
static gboolean
end_run_if_cancelled (GTask *task)
{
  GError *error = NULL;

  if (!g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    return FALSE;

  end_run (task, error);
  return TRUE;
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsBatchExport *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (TrsExportSource) loaded = trs_export_load_finish (result, &error);

  if (end_run_if_cancelled (task))
    g_clear_error (&error);
  else if (loaded != NULL)
    write_next (task, g_steal_pointer (&loaded));
  else
    {
      if (self->offline == NULL && trs_batch_failure_is_about_all (error))
        self->offline = g_error_copy (error);
      report_failed (task, error);
    }
}

/* While the service cannot be reached, transcripts that have to be downloaded fail one after another. Returns: %TRUE
 * if one is being exported */
static gboolean
export_next_of_chunk (GTask *task)
{
  TrsBatchExport *self = g_task_get_source_object (task);

  while (!g_queue_is_empty (&self->chunk))
    {
      g_autoptr (TrsProjectData) data = g_queue_pop_head (&self->chunk);

      self->project = trs_projects_take_data (self->projects, data);
      if (self->offline == NULL || data->has_text)
        {
          trs_export_load_async (self->transcripts, self->library, self->project, NULL, self->pattern,
                                 g_task_get_cancellable (task), loaded_cb, g_object_ref (task));
          return TRUE;
        }
      count_failed (self, g_error_copy (self->offline));
    }
  return FALSE;
}

/* @chunk: (nullable): the next projects, unless there is an @error (transfer full) */
static void
handle_chunk (GTask     *task,
              GPtrArray *chunk,
              GError    *error)
{
  TrsBatchExport *self = g_task_get_source_object (task);

  if (chunk == NULL)
    {
      end_run (task, error);
      return;
    }

  for (guint i = 0; i < chunk->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (chunk, i);

      if (data->state == TRS_PROJECT_STATE_DONE)
        g_queue_push_tail (&self->chunk, trs_project_data_copy (data));
    }
  /* Projects that were given by id have no rows to count. */
  set_n_total (self, MAX (self->n_total, self->chunk.length));
  export_next (task);
}

static void
read_rows_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) chunk = trs_store_projects_read_rows_finish (TRS_STORE (source), result, &error);

  handle_chunk (task, chunk, error);
}

static void
read_ids_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) chunk = trs_store_projects_read_ids_finish (TRS_STORE (source), result, &error);

  handle_chunk (task, chunk, error);
}

/* Exports the next project, reads more from the store, or ends. */
static void
export_next (GTask *task)
{
  TrsBatchExport *self = g_task_get_source_object (task);
  guint n = MIN (CHUNK, self->rows->len - self->next);

  if (end_run_if_cancelled (task) || export_next_of_chunk (task))
    return;
  if (n == 0)
    {
      write_next (task, NULL);
      return;
    }

  self->next += n;
  trs_store_projects_read_rows_async (trs_library_get_store (self->library),
                                      &g_array_index (self->rows, gint64, self->next - n), n,
                                      g_task_get_cancellable (task), read_rows_cb, g_object_ref (task));
}

static void
start_export (GTask *task)
{
  TrsBatchExport *self = g_task_get_source_object (task);

  set_n_total (self, self->rows->len);
  export_next (task);
}

static void
queried_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsBatchExport *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (TrsStoreList) list = trs_store_projects_query_finish (TRS_STORE (source), result, &error);

  if (list == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  for (guint i = 0; i < list->entries->len; i++)
    g_array_append_val (self->rows, g_array_index (list->entries, TrsStoreEntry, i).row);
  start_export (task);
}

/**
 * trs_batch_export_run_async:
 * @self: an export
 * @ids: (nullable): the projects, of which those that are not done are left out
 * @rows: (nullable) (element-type gint64): rows of finished projects, if there
 *   are no @ids; without either it is all finished ones, newest first
 * @target: (transfer full): where the files go
 * @format: their format
 * @options: how they are exported
 * @name_template: their names, see trs_export_template_check()
 * @cancellable: (nullable): to stop; the files that are written stay, an archive does not
 * @callback: called at the end
 * @user_data: (closure): for @callback
 *
 * Exports transcripts, once.
 */
void
trs_batch_export_run_async (TrsBatchExport         *self,
                            const char * const     *ids,
                            GArray                 *rows,
                            TrsExportTarget        *target,
                            const TrsExportFormat  *format,
                            const TrsExportOptions *options,
                            const char             *name_template,
                            GCancellable           *cancellable,
                            GAsyncReadyCallback     callback,
                            gpointer                user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_batch_export_run_async);
  g_task_set_check_cancellable (task, FALSE);
  self->target = target;
  self->format = format;
  self->options = *options;
  self->name_template = g_strdup (name_template);
  trs_library_flush (self->library);
  if (ids != NULL)
    trs_store_projects_read_ids_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                       ids, cancellable, read_ids_cb, task);
  else if (rows == NULL)
    trs_store_projects_query_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                    TRS_PROJECT_SHOW_DONE, TRS_PROJECT_ORDER_DATE, 0, cancellable, queried_cb, task);
  else
    {
      g_array_append_vals (self->rows, rows->data, rows->len);
      start_export (task);
      g_object_unref (task);
    }
}

/**
 * trs_batch_export_run_finish:
 * @self: an export
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it came to its end; else %G_IO_ERROR_CANCELLED, or why no more
 *   could be written
 */
gboolean
trs_batch_export_run_finish (TrsBatchExport  *self,
                             GAsyncResult    *result,
                             GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_batch_export_run_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_batch_export_get_n_done:
 * @self: a #TrsBatchExport
 *
 * Returns: how many have been tried
 */
guint
trs_batch_export_get_n_done (TrsBatchExport *self)
{
  return self->n_done;
}

/**
 * trs_batch_export_get_n_saved:
 * @self: a #TrsBatchExport
 *
 * Returns: how many files were written
 */
guint
trs_batch_export_get_n_saved (TrsBatchExport *self)
{
  return self->n_saved;
}

/**
 * trs_batch_export_get_n_total:
 * @self: a #TrsBatchExport
 *
 * Returns: how many there are, 0 until that is known
 */
guint
trs_batch_export_get_n_total (TrsBatchExport *self)
{
  return self->n_total;
}

/**
 * trs_batch_export_get_failures:
 * @self: a #TrsBatchExport
 *
 * Returns: (transfer none) (element-type TrsBatchFailure): what could not be
 *   exported
 */
GPtrArray *
trs_batch_export_get_failures (TrsBatchExport *self)
{
  return self->failures;
}
