/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-highlight-collector.h"

#include "trs-error.h"
#include "trs-store-projects.h"
#include "trs-store.h"

struct _TrsHighlightCollector
{
  GObject parent_instance;

  TrsProjects *projects;
  TrsLibrary *library;
  TrsTranscripts *transcripts;
  char *pattern;

  GHashTable *wanted;    /* rows, as gint64; NULL for all finished ones */
  guint n_transcripts;
  GQueue highlighted;    /* TrsProjectData with highlights that are still to be loaded */
  TrsProject *project;   /* the project whose transcript is being loaded */
  GPtrArray *sources;
  GPtrArray *failures;
  GError *offline;       /* why the service cannot be reached; what is not saved fails with this */
  guint n_done;
  guint n_total;
};

G_DEFINE_FINAL_TYPE (TrsHighlightCollector, trs_highlight_collector, G_TYPE_OBJECT)

enum
{
  PROP_N_DONE = 1,
  PROP_N_TOTAL,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

static void
trs_highlight_collector_get_property (GObject    *object,
                                      guint       id,
                                      GValue     *value,
                                      GParamSpec *pspec)
{
  TrsHighlightCollector *self = TRS_HIGHLIGHT_COLLECTOR (object);

  switch (id)
    {
    case PROP_N_DONE:
      g_value_set_uint (value, self->n_done);
      break;
    case PROP_N_TOTAL:
      g_value_set_uint (value, self->n_total);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_highlight_collector_finalize (GObject *object)
{
  TrsHighlightCollector *self = TRS_HIGHLIGHT_COLLECTOR (object);

  g_object_unref (self->projects);
  g_object_unref (self->library);
  g_object_unref (self->transcripts);
  g_free (self->pattern);
  g_clear_pointer (&self->wanted, g_hash_table_unref);
  g_queue_clear_full (&self->highlighted, (GDestroyNotify) trs_project_data_free);
  g_clear_object (&self->project);
  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->failures);
  g_clear_error (&self->offline);

  G_OBJECT_CLASS (trs_highlight_collector_parent_class)->finalize (object);
}

static void
trs_highlight_collector_class_init (TrsHighlightCollectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_highlight_collector_get_property;
  object_class->finalize = trs_highlight_collector_finalize;

  props[PROP_N_DONE] = g_param_spec_uint ("n-done", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_N_TOTAL] = g_param_spec_uint ("n-total", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_highlight_collector_init (TrsHighlightCollector *self)
{
  g_queue_init (&self->highlighted);
  self->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_export_source_unref);
  self->failures = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_batch_failure_free);
}

/**
 * trs_highlight_collector_new:
 * @projects: the projects of the account in use
 * @library: what is kept of it
 * @transcripts: its transcripts
 * @pattern: (nullable): address pattern of the video pages
 *
 * Returns: (transfer full): a collector, for one run
 */
TrsHighlightCollector *
trs_highlight_collector_new (TrsProjects    *projects,
                             TrsLibrary     *library,
                             TrsTranscripts *transcripts,
                             const char     *pattern)
{
  TrsHighlightCollector *self = g_object_new (TRS_TYPE_HIGHLIGHT_COLLECTOR, NULL);

  self->projects = g_object_ref (projects);
  self->library = g_object_ref (library);
  self->transcripts = g_object_ref (transcripts);
  self->pattern = g_strdup (pattern);
  return self;
}

guint
trs_highlight_collector_get_n_done (TrsHighlightCollector *self)
{
  return self->n_done;
}

guint
trs_highlight_collector_get_n_total (TrsHighlightCollector *self)
{
  return self->n_total;
}

/**
 * trs_highlight_collector_get_n_transcripts:
 * @self: a collector
 *
 * Returns: among how many transcripts it looks, with and without highlights
 */
guint
trs_highlight_collector_get_n_transcripts (TrsHighlightCollector *self)
{
  return self->n_transcripts;
}

/**
 * trs_highlight_collector_get_failures:
 * @self: a collector
 *
 * Returns: (transfer none) (element-type TrsBatchFailure): what has highlights and could not be read
 */
GPtrArray *
trs_highlight_collector_get_failures (TrsHighlightCollector *self)
{
  return self->failures;
}

static void
count_done (TrsHighlightCollector *self)
{
  g_clear_object (&self->project);
  self->n_done++;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_DONE]);
}

/* @error: (transfer full) */
static void
count_failed (TrsHighlightCollector *self,
              GError                *error)
{
  g_ptr_array_add (self->failures, trs_batch_failure_new (self->project, error));
  count_done (self);
}

/* A highlight whose words are no longer in the text is not collected. If the annotations could not be read, that is
 * a failure, so that it does not look as if there were none. */
static void
collect_source (TrsHighlightCollector *self,
                TrsExportSource       *source)
{
  if (trs_document_get_annotations (source->document) == NULL)
    {
      count_failed (self, g_error_new_literal (TRS_ERROR, TRS_ERROR_STORE_FAILED, "The annotations cannot be read"));
      return;
    }
  if (trs_document_get_highlights (source->document)->len > 0)
    g_ptr_array_add (self->sources, trs_export_source_ref (source));
  count_done (self);
}

static void load_next (GTask *task);

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsHighlightCollector *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsExportSource) loaded = trs_export_load_finish (result, &error);

  if (g_task_return_error_if_cancelled (task))
    return;

  if (loaded != NULL)
    collect_source (self, loaded);
  else
    {
      if (self->offline == NULL && trs_batch_failure_is_about_all (error))
        self->offline = g_error_copy (error);
      count_failed (self, g_steal_pointer (&error));
    }
  load_next (task);
}

/* The next one, or the end. Those that need the service fail one after another while it cannot be reached. */
static void
load_next (GTask *task)
{
  TrsHighlightCollector *self = g_task_get_source_object (task);

  if (g_task_return_error_if_cancelled (task))
    return;

  while (!g_queue_is_empty (&self->highlighted))
    {
      g_autoptr (TrsProjectData) data = g_queue_pop_head (&self->highlighted);

      self->project = trs_projects_take_data (self->projects, data);
      if (self->offline == NULL || data->has_text)
        {
          trs_export_load_async (self->transcripts, self->library, self->project, NULL, self->pattern,
                                 g_task_get_cancellable (task), loaded_cb, g_object_ref (task));
          return;
        }
      count_failed (self, g_error_copy (self->offline));
    }
  g_task_return_pointer (task, g_ptr_array_ref (self->sources), (GDestroyNotify) g_ptr_array_unref);
}

static void
highlighted_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsHighlightCollector *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) highlighted = trs_store_projects_read_highlighted_finish (TRS_STORE (source), result, &error);

  if (highlighted == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  for (guint i = 0; i < highlighted->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (highlighted, i);

      if (self->wanted == NULL || g_hash_table_contains (self->wanted, &data->row))
        g_queue_push_tail (&self->highlighted, trs_project_data_copy (data));
    }
  self->n_total = self->highlighted.length;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_TOTAL]);
  load_next (task);
}

/* (transfer full) */
static void
read_highlighted (GTask *task)
{
  TrsHighlightCollector *self = g_task_get_source_object (task);

  trs_store_projects_read_highlighted_async (trs_library_get_store (self->library),
                                             trs_library_get_account (self->library), g_task_get_cancellable (task),
                                             highlighted_cb, task);
}

static void
queried_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  GTask *task = user_data;
  TrsHighlightCollector *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (TrsStoreList) list = trs_store_projects_query_finish (TRS_STORE (source), result, &error);

  if (list == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }

  self->n_transcripts = list->entries->len;
  read_highlighted (task);
}

/**
 * trs_highlight_collector_run_async:
 * @self: a collector
 * @rows: (nullable) (element-type gint64): rows of projects; %NULL for all finished ones
 * @cancellable: (nullable): to stop
 * @callback: called at the end
 * @user_data: (closure): for @callback
 *
 * Collects, once. See trs_highlight_collector_run_finish().
 */
void
trs_highlight_collector_run_async (TrsHighlightCollector *self,
                                   GArray                *rows,
                                   GCancellable          *cancellable,
                                   GAsyncReadyCallback    callback,
                                   gpointer               user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_return_if_fail (self->n_transcripts == 0 && self->wanted == NULL);

  g_task_set_source_tag (task, trs_highlight_collector_run_async);
  trs_library_flush (self->library);
  if (rows == NULL)
    {
      trs_store_projects_query_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                      TRS_PROJECT_SHOW_DONE, TRS_PROJECT_ORDER_DATE, 0, cancellable, queried_cb, task);
      return;
    }

  self->n_transcripts = rows->len;
  self->wanted = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < rows->len; i++)
    g_hash_table_add (self->wanted, g_memdup2 (&g_array_index (rows, gint64, i), sizeof (gint64)));
  read_highlighted (task);
}

/**
 * trs_highlight_collector_run_finish:
 * @self: a collector
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Errors: %G_IO_ERROR_CANCELLED; those of the store.
 *
 * Returns: (transfer full) (nullable) (element-type TrsExportSource): the
 *   transcripts that have highlights, newest first; it may be empty
 */
GPtrArray *
trs_highlight_collector_run_finish (TrsHighlightCollector  *self,
                                    GAsyncResult           *result,
                                    GError                **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_highlight_collector_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
