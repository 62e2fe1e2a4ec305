/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-batch-export.h"

#include "trs-error.h"
#include "trs-export-template.h"
#include "trs-store.h"
#include "trs-task.h"

/* How many projects the store is asked for at once. */
#define CHUNK 100

struct _TrsBatchExport
{
  GObject parent_instance;

  TrsHistory *history;
  TrsLibrary *library;
  TrsTranscripts *transcripts;
  char *pattern;

  /* what is exported: numbers of rows, and those read of them that come next */
  GArray *rows;
  guint next;
  GQueue chunk;

  guint n_done;
  guint n_saved;
  guint n_total;
  GPtrArray *failures;
  GError *offline; /* the service cannot be asked: what is not here fails with this */
};

typedef struct
{
  TrsExportTarget *target;
  const TrsExportFormat *format;
  TrsExportOptions options;
  char *name_template;

  TrsProject *project; /* the one that is exported now */
} RunState;

enum
{
  PROP_N_DONE = 1,
  PROP_N_TOTAL,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsBatchExport, trs_batch_export, G_TYPE_OBJECT)

static void
run_state_clear (RunState *state)
{
  g_clear_object (&state->target);
  g_clear_object (&state->project);
  g_free (state->name_template);
}

TRS_DEFINE_TASK_STATE (RunState, run_state)

static void
failure_free (gpointer data)
{
  TrsBatchFailure *failure = data;

  g_free (failure->title);
  g_error_free (failure->error);
  g_free (failure);
}

static void
trs_batch_export_finalize (GObject *object)
{
  TrsBatchExport *self = TRS_BATCH_EXPORT (object);

  g_object_unref (self->history);
  g_object_unref (self->library);
  g_object_unref (self->transcripts);
  g_free (self->pattern);
  g_array_unref (self->rows);
  g_queue_clear_full (&self->chunk, (GDestroyNotify) trs_project_data_free);
  g_ptr_array_unref (self->failures);
  g_clear_error (&self->offline);

  G_OBJECT_CLASS (trs_batch_export_parent_class)->finalize (object);
}

static void
trs_batch_export_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  TrsBatchExport *self = TRS_BATCH_EXPORT (object);

  g_value_set_uint (value, id == PROP_N_DONE ? self->n_done : self->n_total);
}

static void
trs_batch_export_class_init (TrsBatchExportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = trs_batch_export_finalize;
  object_class->get_property = trs_batch_export_get_property;

  props[PROP_N_DONE] = g_param_spec_uint ("n-done", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_N_TOTAL] = g_param_spec_uint ("n-total", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_batch_export_init (TrsBatchExport *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_queue_init (&self->chunk);
  self->failures = g_ptr_array_new_with_free_func (failure_free);
}

/**
 * trs_batch_export_new:
 * @history: the projects of the account in use
 * @library: what is kept of it
 * @transcripts: its transcripts
 * @pattern: (nullable): address pattern of the video pages
 *
 * Returns: (transfer full): an export, for one run
 */
TrsBatchExport *
trs_batch_export_new (TrsHistory     *history,
                      TrsLibrary     *library,
                      TrsTranscripts *transcripts,
                      const char     *pattern)
{
  TrsBatchExport *self = g_object_new (TRS_TYPE_BATCH_EXPORT, NULL);

  self->history = g_object_ref (history);
  self->library = g_object_ref (library);
  self->transcripts = g_object_ref (transcripts);
  self->pattern = g_strdup (pattern);
  return self;
}

static void step (GTask *task);

static void
done_one (GTask *task)
{
  TrsBatchExport *self = g_task_get_source_object (task);

  g_clear_object (&run_state_get (task)->project);
  self->n_done++;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_DONE]);
  step (task);
}

/* @error: (transfer full) */
static void
fail_one (GTask  *task,
          GError *error)
{
  TrsBatchExport *self = g_task_get_source_object (task);
  const TrsProjectData *data = trs_project_get_data (run_state_get (task)->project);
  TrsBatchFailure *failure = g_new0 (TrsBatchFailure, 1);
  const char *title = data->local_title != NULL ? data->local_title : data->title;

  failure->title = g_strdup (title != NULL ? title : data->id);
  failure->error = error;
  g_ptr_array_add (self->failures, failure);
  done_one (task);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
close_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  GError *error = NULL;

  if (trs_export_target_close (source, TRUE, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
close_target (GTask *task)
{
  g_autoptr (GTask) closing = g_task_new (run_state_get (task)->target, g_task_get_cancellable (task), closed_cb,
                                          g_object_ref (task));

  g_task_set_source_tag (closing, close_target);
  g_task_set_check_cancellable (closing, FALSE);
  g_task_run_in_thread (closing, close_thread);
}

typedef struct
{
  TrsExportSource *source;
  GTask *run;
  gboolean rendered;
} WriteState;

static void
write_state_clear (WriteState *state)
{
  g_clear_pointer (&state->source, trs_export_source_free);
}

TRS_DEFINE_TASK_STATE (WriteState, write_state)

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  WriteState *write = task_data;
  RunState *state = run_state_get (write->run);
  GError *error = NULL;
  g_autoptr (GBytes) bytes = trs_export_format_render (state->format, write->source, &state->options, &error);
  g_autofree char *name =
      trs_export_template_expand (state->name_template, write->source, state->format->extension);
  g_autofree char *written =
      bytes != NULL ? trs_export_target_add (state->target, name, bytes, write->source->created_at, cancellable, &error)
                    : NULL;

  write->rendered = bytes != NULL;
  if (written != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Where one file cannot be written, the next one cannot, either; a transcript that a format cannot hold, as subtitles
 * one without times, is one that fails. */
static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsBatchExport *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      self->n_saved++;
      done_one (task);
    }
  else if (write_state_get (G_TASK (result))->rendered || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_task_return_error (task, error);
  else
    fail_one (task, error);
}

static gboolean
is_about_all (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_TIMED_OUT) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsBatchExport *self = g_task_get_source_object (task);
  GError *error = NULL;
  TrsExportSource *loaded = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr (GTask) writing = NULL;
  WriteState *write;

  if (g_task_return_error_if_cancelled (task))
    {
      g_clear_pointer (&loaded, trs_export_source_free);
      g_clear_error (&error);
      return;
    }
  if (loaded == NULL)
    {
      if (self->offline == NULL && is_about_all (error))
        self->offline = g_error_copy (error);
      fail_one (task, error);
      return;
    }

  /* The thread may be the last to let go of its task: nothing of the engine hangs on that. */
  writing = g_task_new (NULL, g_task_get_cancellable (task), written_cb, g_object_ref (task));
  g_task_set_source_tag (writing, loaded_cb);
  write = write_state_attach (writing);
  write->source = loaded;
  write->run = task;
  g_task_run_in_thread (writing, write_thread);
}

static void
export_one (GTask                *task,
            const TrsProjectData *data)
{
  TrsBatchExport *self = g_task_get_source_object (task);
  RunState *state = run_state_get (task);

  state->project = trs_history_take_data (self->history, data);
  if (self->offline != NULL && !data->has_text)
    fail_one (task, g_error_copy (self->offline));
  else
    trs_export_load_async (self->transcripts, self->library, state->project, NULL, self->pattern,
                           g_task_get_cancellable (task), loaded_cb, g_object_ref (task));
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsBatchExport *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) chunk = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (chunk == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  for (guint i = 0; i < chunk->len; i++)
    g_queue_push_tail (&self->chunk, trs_project_data_copy (g_ptr_array_index (chunk, i)));
  step (task);
}

/* The next project, or the next ones from the store, or the end. */
static void
step (GTask *task)
{
  TrsBatchExport *self = g_task_get_source_object (task);
  g_autoptr (TrsProjectData) data = NULL;
  guint n = MIN (CHUNK, self->rows->len - self->next);

  if (g_task_return_error_if_cancelled (task))
    return;

  data = g_queue_pop_head (&self->chunk);
  if (data != NULL)
    {
      export_one (task, data);
      return;
    }
  if (n == 0)
    {
      close_target (task);
      return;
    }

  self->next += n;
  trs_store_run_async (self->library->store, &trs_store_read_rows,
                       &(TrsStoreArgs) { .rows = &g_array_index (self->rows, gint64, self->next - n), .n_rows = n },
                       g_task_get_cancellable (task), read_cb, g_object_ref (task));
}

static void
start (GTask *task)
{
  TrsBatchExport *self = g_task_get_source_object (task);

  self->n_total = self->rows->len;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_TOTAL]);
  step (task);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsBatchExport *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) found = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (found == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  for (guint i = 0; i < found->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (found, i);

      if (data->state == TRS_PROJECT_STATE_DONE)
        g_array_append_val (self->rows, data->row);
    }
  start (task);
}

static void
queried_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsBatchExport *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (TrsStoreList) list = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (list == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  for (guint i = 0; i < list->entries->len; i++)
    g_array_append_val (self->rows, g_array_index (list->entries, TrsStoreEntry, i).row);
  start (task);
}

/**
 * trs_batch_export_run_async:
 * @self: an export
 * @ids: (nullable): the projects, of which those that are not done are left out
 * @rows: (nullable) (element-type gint64): rows of finished projects, if there
 *   are no @ids; without either it is all finished ones, newest first
 * @target: where the files go
 * @format: their format
 * @options: how they are exported
 * @name_template: their names, see trs_export_template_check()
 * @cancellable: (nullable): to stop; the files that are written stay, an archive does not
 * @callback: called at the end
 * @user_data: (closure): for @callback
 *
 * Exports transcripts. What could not be had is in
 * trs_batch_export_get_failures() then.
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
  RunState *state = run_state_attach (task);
  TrsStoreArgs args = { .account = self->library->account, .ids = ids, .show = TRS_PROJECT_SHOW_DONE };

  g_task_set_source_tag (task, trs_batch_export_run_async);
  g_task_set_check_cancellable (task, FALSE);
  state->target = g_object_ref (target);
  state->format = format;
  state->options = *options;
  state->name_template = g_strdup (name_template);
  trs_library_flush (self->library);
  if (ids != NULL)
    trs_store_run_async (self->library->store, &trs_store_read_ids, &args, cancellable, found_cb, task);
  else if (rows == NULL)
    trs_store_run_async (self->library->store, &trs_store_query_projects, &args, cancellable, queried_cb, task);
  else
    {
      g_array_append_vals (self->rows, rows->data, rows->len);
      start (task);
      g_object_unref (task);
    }
}

/**
 * trs_batch_export_run_finish:
 * @self: an export
 * @result: what the callback got
 * @error: %G_IO_ERROR_CANCELLED, or why no more could be written
 *
 * Returns: %FALSE if it did not come to its end
 */
gboolean
trs_batch_export_run_finish (TrsBatchExport  *self,
                             GAsyncResult    *result,
                             GError         **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* How many files were written. */
guint
trs_batch_export_get_n_saved (TrsBatchExport *self)
{
  return self->n_saved;
}

/* Returns: (transfer none) (element-type TrsBatchFailure): what could not be exported */
GPtrArray *
trs_batch_export_get_failures (TrsBatchExport *self)
{
  return self->failures;
}
