/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-auto-export.h"

#include "config.h"
#include "trs-batch-export.h"

#define WAITING "auto-export-waiting"

struct _TrsAutoExport
{
  GObject parent_instance;

  GSettings *settings;
  GSettings *saved; /* the settings on the disk, where those of a command are a copy */
  TrsProjects *projects;
  TrsLibrary *library;
  TrsTranscripts *transcripts;

  GCancellable *cancellable; /* of the export under way, or NULL */
  GFile *folder;             /* that was exported to last */

  GError *error;         /* why the folder takes none */
  char *missed_title;    /* of the one that was tried last */
  guint n_missed;
  GFileMonitor *monitor; /* while the folder is not there */
};

enum
{
  PROP_0,
  PROP_N_MISSED,
  N_PROPS
};

enum
{
  FAILED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsAutoExport, trs_auto_export, G_TYPE_OBJECT)

static void
trs_auto_export_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  if (id == PROP_N_MISSED)
    g_value_set_uint (value, trs_auto_export_get_n_missed (TRS_AUTO_EXPORT (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_auto_export_finalize (GObject *object)
{
  TrsAutoExport *self = TRS_AUTO_EXPORT (object);

  g_object_unref (self->settings);
  g_object_unref (self->saved);
  g_object_unref (self->projects);
  g_object_unref (self->library);
  g_object_unref (self->transcripts);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->folder);
  g_clear_error (&self->error);
  g_free (self->missed_title);
  g_clear_object (&self->monitor);

  G_OBJECT_CLASS (trs_auto_export_parent_class)->finalize (object);
}

static void
trs_auto_export_class_init (TrsAutoExportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_auto_export_get_property;
  object_class->finalize = trs_auto_export_finalize;

  props[PROP_N_MISSED] = g_param_spec_uint ("n-missed", NULL, NULL, 0, G_MAXUINT, 0,
                                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[FAILED] = g_signal_new ("failed", TRS_TYPE_AUTO_EXPORT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_ERROR);
}

static void
trs_auto_export_init (TrsAutoExport *self)
{
}

/* What waits. The settings have it before the file is written, so that no end of the program loses it; a file that is
 * written already is recognised by its bytes. */

/* Returns: (transfer full) (nullable): the first one of the account in use */
static char *
dup_next (TrsAutoExport *self,
          guint         *n_waiting)
{
  g_autoptr (GVariant) waiting = g_settings_get_value (self->saved, WAITING);
  GVariantIter iter;
  char *first = NULL;
  const char *id;
  gint64 account;

  *n_waiting = 0;
  g_variant_iter_init (&iter, waiting);
  while (g_variant_iter_next (&iter, "(x&s)", &account, &id))
    if (account == trs_library_get_account (self->library) && (*n_waiting)++ == 0)
      first = g_strdup (id);
  return first;
}

/* Takes one of the account in use out of those that wait, and adds it at their end if it is still to be saved. */
static void
set_waiting (TrsAutoExport *self,
             const char    *wanted,
             gboolean       is_waiting)
{
  g_autoptr (GVariant) waiting = g_settings_get_value (self->saved, WAITING);
  const gint64 in_use = trs_library_get_account (self->library);
  GVariantBuilder builder;
  GVariantIter iter;
  const char *id;
  gint64 account;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(xs)"));
  g_variant_iter_init (&iter, waiting);
  while (g_variant_iter_next (&iter, "(x&s)", &account, &id))
    if (account != in_use || !g_str_equal (id, wanted))
      g_variant_builder_add (&builder, "(xs)", account, id);
  if (is_waiting)
    g_variant_builder_add (&builder, "(xs)", in_use, wanted);
  g_settings_set_value (self->saved, WAITING, g_variant_builder_end (&builder));
}

static void export_next (TrsAutoExport *self);

static void
monitor_changed_cb (TrsAutoExport     *self,
                    GFile             *file,
                    GFile             *other,
                    GFileMonitorEvent  event)
{
  if (event == G_FILE_MONITOR_EVENT_CREATED || event == G_FILE_MONITOR_EVENT_MOVED_IN)
    export_next (self);
}

/* Only a folder that is missing is waited for: what else keeps it from taking a file is not heard of, and is looked at
 * when the next transcript comes, and at the next start. */
static void
wait_for_folder (TrsAutoExport *self)
{
  g_clear_object (&self->monitor);
  if (!g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) || !g_file_is_native (self->folder))
    return;

  self->monitor = g_file_monitor_file (self->folder, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (monitor_changed_cb), self, G_CONNECT_SWAPPED);
}

/* @error: (transfer full) (nullable): why the folder takes nothing; %NULL if it does, or nothing waits for it */
static void
set_error (TrsAutoExport *self,
           GError        *error)
{
  guint n_waiting = 0;
  gboolean was_set = self->error != NULL;

  g_clear_error (&self->error);
  self->error = error;
  if (error != NULL)
    g_free (dup_next (self, &n_waiting));
  self->n_missed = n_waiting;
  wait_for_folder (self);
  if (error != NULL || was_set)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_MISSED]);
}

/* The export of one transcript. */
typedef struct
{
  TrsAutoExport *owner;
  TrsProject *project;
  GCancellable *cancellable;
} Export;

static void
export_free (Export *export)
{
  g_object_unref (export->owner);
  g_object_unref (export->project);
  g_object_unref (export->cancellable);
  g_free (export);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Export, export_free)

/* @error: (transfer full): it ended the run, so that it is about the folder */
static void
miss (TrsAutoExport *self,
      TrsProject    *project,
      GError        *error)
{
  g_free (self->missed_title);
  self->missed_title = g_strdup (trs_project_get_shown_title (project));
  set_error (self, error);
}

static void
export_done_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (Export) export = user_data;
  TrsAutoExport *self = export->owner;
  GPtrArray *failures = trs_batch_export_get_failures (TRS_BATCH_EXPORT (source));
  const TrsBatchFailure *failure = failures->len > 0 ? g_ptr_array_index (failures, 0) : NULL;
  GError *error = NULL;

  trs_batch_export_run_finish (TRS_BATCH_EXPORT (source), result, &error);
  /* The account was closed, or another folder chosen. It waits, even if it was written. */
  if (g_cancellable_is_cancelled (export->cancellable))
    {
      g_clear_error (&error);
      return;
    }

  g_clear_object (&self->cancellable);
  if (error != NULL)
    {
      miss (self, export->project, error);
      return;
    }
  if (failure != NULL && trs_batch_failure_is_about_all (failure->error))
    return;

  set_waiting (self, trs_project_get_id (export->project), FALSE);
  if (failure != NULL)
    g_signal_emit (self, signals[FAILED], 0, failure->title, failure->error);
  export_next (self);
}

/* @project: (transfer full) */
static void
export_project (TrsAutoExport *self,
                TrsProject    *project)
{
  const char *const ids[] = { trs_project_get_id (project), NULL };
  g_autofree char *format_id = g_settings_get_string (self->settings, "auto-export-format");
  g_autofree char *name_template = g_settings_get_string (self->settings, "export-name-template");
  g_autofree char *pattern = NULL;
  const TrsExportFormat *format = trs_export_format_find (format_id);
  g_autoptr (TrsBatchExport) batch = NULL;
  TrsExportTarget *target = trs_export_target_new (self->folder, FALSE);
  Export *export = g_new (Export, 1);

  *export = (Export) { g_object_ref (self), project, g_object_ref (self->cancellable) };
  trs_export_target_set_skip_same (target, TRUE);
  if (!g_settings_get_boolean (self->settings, "sample-service"))
    pattern = g_settings_get_string (self->settings, "video-page-pattern");
  batch = trs_batch_export_new (self->projects, self->library, self->transcripts, pattern);
  trs_batch_export_run_async (batch, ids, NULL, target, format, &format->defaults, name_template, self->cancellable,
                              export_done_cb, export);
}

static void
project_found_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (TrsAutoExport) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_projects_find_finish (TRS_PROJECTS (source), result, &error);
  guint n_waiting;
  g_autofree char *id = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  /* What was removed from this computer is not downloaded again for this. */
  if (project != NULL && trs_project_get_data (project)->has_text)
    {
      export_project (self, g_steal_pointer (&project));
      return;
    }

  g_clear_object (&self->cancellable);
  /* The store could not be read: later. */
  if (error != NULL)
    return;

  id = dup_next (self, &n_waiting);
  if (id != NULL)
    set_waiting (self, id, FALSE);
  export_next (self);
}

static void
export_next (TrsAutoExport *self)
{
  g_autofree char *uri = g_settings_get_string (self->settings, "auto-export-folder");
  g_autofree char *format = g_settings_get_string (self->settings, "auto-export-format");
  g_autofree char *id = NULL;
  guint n_waiting;

  if (self->cancellable != NULL || !trs_library_is_open (self->library) || *uri == '\0' ||
      trs_export_format_find (format) == NULL || !g_settings_get_boolean (self->settings, "auto-export"))
    return;

  id = dup_next (self, &n_waiting);
  if (id == NULL)
    {
      set_error (self, NULL);
      return;
    }

  g_clear_object (&self->folder);
  self->folder = g_file_new_for_uri (uri);
  self->cancellable = g_cancellable_new ();
  trs_projects_find_async (self->projects, id, self->cancellable, project_found_cb, g_object_ref (self));
}

static void
text_kept_cb (TrsAutoExport *self,
              TrsProject    *project)
{
  const TrsProjectData *data = trs_project_get_data (project);

  if (!g_settings_get_boolean (self->settings, "auto-export") || (data->finished_seen_at == 0 && !data->unread))
    return;

  set_waiting (self, data->id, TRUE);
  export_next (self);
}

/* Whatever is under way goes to the folder of before, and is begun anew. */
static void
settings_changed_cb (TrsAutoExport *self)
{
  trs_auto_export_stop (self);
  if (!g_settings_get_boolean (self->settings, "auto-export"))
    g_settings_reset (self->saved, WAITING);
  export_next (self);
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
  self->saved = g_settings_new (TRS_APPLICATION_ID);
  self->projects = g_object_ref (projects);
  self->library = g_object_ref (library);
  self->transcripts = g_object_ref (transcripts);
  g_signal_connect_object (library, "text-kept", G_CALLBACK (text_kept_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (library, "notify::open", G_CALLBACK (export_next), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::auto-export", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::auto-export-folder", G_CALLBACK (settings_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_auto_export_stop:
 * @self: a #TrsAutoExport
 *
 * Cancels what is under way, because the account is being closed. It still waits.
 */
void
trs_auto_export_stop (TrsAutoExport *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  set_error (self, NULL);
}

/**
 * trs_auto_export_get_error:
 * @self: a #TrsAutoExport
 *
 * Returns: (transfer none) (nullable): why the folder takes no transcript
 */
const GError *
trs_auto_export_get_error (TrsAutoExport *self)
{
  return self->error;
}

/**
 * trs_auto_export_get_n_missed:
 * @self: a #TrsAutoExport
 *
 * Returns: how many transcripts wait because the folder takes none
 */
guint
trs_auto_export_get_n_missed (TrsAutoExport *self)
{
  return self->n_missed;
}

/**
 * trs_auto_export_get_missed_title:
 * @self: a #TrsAutoExport
 *
 * Returns: (transfer none) (nullable): the title of one of those
 */
const char *
trs_auto_export_get_missed_title (TrsAutoExport *self)
{
  return self->missed_title;
}

/**
 * trs_auto_export_get_folder:
 * @self: a #TrsAutoExport
 *
 * Returns: (transfer none) (nullable): the folder that was tried last
 */
GFile *
trs_auto_export_get_folder (TrsAutoExport *self)
{
  return self->folder;
}
