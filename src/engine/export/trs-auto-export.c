/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-auto-export.h"

#include "trs-batch-export.h"

struct _TrsAutoExport
{
  GObject parent_instance;

  GError *error;

  GSettings *settings;
  TrsProjects *projects;
  TrsLibrary *library;
  TrsTranscripts *transcripts;
  GPtrArray *waiting;        /* (element-type utf8): ids of the projects to export in the next run */
  GCancellable *cancellable; /* of the run, or NULL */
};

enum
{
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsAutoExport, trs_auto_export, G_TYPE_OBJECT)

static void
trs_auto_export_finalize (GObject *object)
{
  TrsAutoExport *self = TRS_AUTO_EXPORT (object);

  g_object_unref (self->settings);
  g_object_unref (self->projects);
  g_object_unref (self->library);
  g_object_unref (self->transcripts);
  g_ptr_array_unref (self->waiting);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (trs_auto_export_parent_class)->finalize (object);
}

static void
trs_auto_export_class_init (TrsAutoExportClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_auto_export_finalize;

  signals[FAILED] = g_signal_new ("failed", TRS_TYPE_AUTO_EXPORT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void
trs_auto_export_init (TrsAutoExport *self)
{
  self->waiting = g_ptr_array_new_null_terminated (0, g_free, TRUE);
}

static void export_pending (TrsAutoExport *self);

/* @error: (transfer full) (nullable): not notified again if it equals the last one */
static void
set_error (TrsAutoExport *self,
           GError        *error)
{
  g_autoptr (GError) last = g_steal_pointer (&self->error);

  self->error = error;
  if (error != NULL && (last == NULL || !g_error_matches (error, last->domain, last->code)))
    g_signal_emit (self, signals[FAILED], 0);
}

static void
export_done_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (TrsAutoExport) self = user_data;
  TrsBatchExport *batch = TRS_BATCH_EXPORT (source);
  GPtrArray *failures = trs_batch_export_get_failures (batch);
  GError *error = NULL;

  trs_batch_export_run_finish (batch, result, &error);
  if (g_cancellable_is_cancelled (self->cancellable))
    {
      g_clear_error (&error);
      return;
    }

  if (error == NULL && failures->len > 0)
    error = g_error_copy (((TrsBatchFailure *) g_ptr_array_index (failures, 0))->error);
  g_clear_object (&self->cancellable);
  set_error (self, error);
  export_pending (self);
}

/* Exports together all transcripts that arrived during the last run. */
static void
export_pending (TrsAutoExport *self)
{
  g_autofree char *uri = g_settings_get_string (self->settings, "auto-export-folder");
  g_autofree char *id = g_settings_get_string (self->settings, "auto-export-format");
  g_autofree char *name_template = g_settings_get_string (self->settings, "export-name-template");
  g_autofree char *pattern = NULL;
  const TrsExportFormat *format = trs_export_format_find (id);
  g_autoptr (GFile) folder = g_file_new_for_uri (uri);
  g_autoptr (TrsBatchExport) batch = NULL;

  if (self->cancellable != NULL || self->waiting->len == 0 || format == NULL)
    return;

  if (!g_settings_get_boolean (self->settings, "sample-service"))
    pattern = g_settings_get_string (self->settings, "video-page-pattern");
  batch = trs_batch_export_new (self->projects, self->library, self->transcripts, pattern);
  self->cancellable = g_cancellable_new ();
  trs_batch_export_run_async (batch, (const char * const *) self->waiting->pdata, NULL,
                              trs_export_target_new (folder, FALSE), format, &format->defaults, name_template,
                              self->cancellable, export_done_cb, g_object_ref (self));
  g_ptr_array_set_size (self->waiting, 0);
}

static void
text_kept_cb (TrsAutoExport *self,
              TrsProject    *project)
{
  const TrsProjectData *data = trs_project_get_data (project);

  if (!g_settings_get_boolean (self->settings, "auto-export") || (data->finished_seen_at == 0 && !data->unread))
    return;

  g_ptr_array_add (self->waiting, g_strdup (data->id));
  export_pending (self);
}

/**
 * trs_auto_export_new:
 * @settings: `auto-export`, `auto-export-folder` and so on
 * @projects: the projects of the account in use
 * @library: what is kept of it
 * @transcripts: its transcripts
 *
 * Returns: (transfer full): an object that follows @library
 */
TrsAutoExport *
trs_auto_export_new (GSettings      *settings,
                     TrsProjects    *projects,
                     TrsLibrary     *library,
                     TrsTranscripts *transcripts)
{
  TrsAutoExport *self = g_object_new (TRS_TYPE_AUTO_EXPORT, NULL);

  self->settings = g_object_ref (settings);
  self->projects = g_object_ref (projects);
  self->library = g_object_ref (library);
  self->transcripts = g_object_ref (transcripts);
  g_signal_connect_object (library, "text-kept", G_CALLBACK (text_kept_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/* Cancels the run under way, because the account is being closed. */
void
trs_auto_export_stop (TrsAutoExport *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_ptr_array_set_size (self->waiting, 0);
}

/**
 * trs_auto_export_get_error:
 * @self: a #TrsAutoExport
 *
 * Returns: (transfer none) (nullable): why the last transcript could not be
 *   saved
 */
const GError *
trs_auto_export_get_error (TrsAutoExport *self)
{
  return self->error;
}
