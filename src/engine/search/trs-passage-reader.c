/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-passage-reader.h"

#include "trs-language-tag.h"
#include "trs-library.h"
#include "trs-store-passages.h"
#include "trs-store.h"
#include "trs-task.h"

struct _TrsPassageReader
{
  GObject parent_instance;

  TrsLibrary *library;
  TrsProjects *projects;
  TrsSearchFilter *filter;

  /* where the next page begins in the list */
  gint64 before_at;
  gint64 before_row;
  guint page;
  gboolean begun;
  gboolean complete;
};

/* Projects of the first page, so that it is there at once, and of a later one: each looks the words up anew. */
#define FIRST_PAGE 50
#define MAX_PAGE 400

G_DEFINE_FINAL_TYPE (TrsPassageReader, trs_passage_reader, G_TYPE_OBJECT)

static void
trs_passage_reader_finalize (GObject *object)
{
  TrsPassageReader *self = TRS_PASSAGE_READER (object);

  g_clear_object (&self->library);
  g_clear_object (&self->projects);
  g_clear_pointer (&self->filter, trs_search_filter_free);

  G_OBJECT_CLASS (trs_passage_reader_parent_class)->finalize (object);
}

static void
trs_passage_reader_class_init (TrsPassageReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_passage_reader_finalize;
}

static void
trs_passage_reader_init (TrsPassageReader *self)
{
  self->before_at = G_MAXINT64;
  self->before_row = G_MAXINT64;
  self->page = FIRST_PAGE;
}

/**
 * trs_passage_reader_new:
 * @library: a library with an open account
 * @projects: those of the account in use
 * @filter: what is looked for
 *
 * Returns: (transfer full): a reader that has read nothing yet
 */
TrsPassageReader *
trs_passage_reader_new (TrsLibrary            *library,
                        TrsProjects           *projects,
                        const TrsSearchFilter *filter)
{
  TrsPassageReader *self = g_object_new (TRS_TYPE_PASSAGE_READER, NULL);

  self->library = g_object_ref (library);
  self->projects = g_object_ref (projects);
  self->filter = trs_search_filter_copy (filter);
  return self;
}

/* What the store has no row of has no text either. */
static void
add_held (TrsPassageReader *self,
          GPtrArray        *found,
          guint             limit)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (self->filter->query);
  g_autoptr (GPtrArray) held = trs_projects_get_held (self->projects);

  if (self->filter->highlights || self->filter->speaker != NULL)
    return;

  for (guint i = 0; i < held->len && found->len < limit; i++)
    {
      TrsProject *project = g_ptr_array_index (held, i);
      const TrsProjectData *data = trs_project_get_data (project);
      const char *language = data->language != NULL ? data->language : data->requested_language;
      TrsSearchResult *result = trs_search_result_match (project, query);

      if (result == NULL)
        continue;
      if (trs_project_get_begun_at (project) < self->filter->since ||
          (self->filter->language != NULL && !trs_language_tag_matches (language, self->filter->language)))
        g_object_unref (result);
      else
        g_ptr_array_add (found, result);
    }
}

static void
add_hits (TrsPassageReader *self,
          TrsSearchResults *results,
          GPtrArray        *found)
{
  gsize n;
  g_autofree gpointer *hits = g_ptr_array_steal (results->hits, &n);

  for (gsize i = 0; i < n; i++)
    {
      TrsSearchHit *hit = hits[i];
      g_autoptr (TrsProject) project = trs_projects_take_data (self->projects, hit->project);

      g_ptr_array_add (found, trs_search_result_new (project, hit));
    }
}

/* @found: (element-type TrsSearchResult): what is returned */
typedef struct
{
  GPtrArray *found;
  guint limit;
} ReadState;

static void
read_state_clear (ReadState *state)
{
  g_clear_pointer (&state->found, g_ptr_array_unref);
}

TRS_DEFINE_TASK_STATE (ReadState, read_state)

static void read_page (GTask *task);

static void
read_page_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsPassageReader *self = g_task_get_source_object (task);
  ReadState *state = read_state_get (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsSearchResults) results = trs_store_passages_read_finish (TRS_STORE (source), result, &error);

  if (results == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  add_hits (self, results, state->found);
  self->complete = !results->more;
  self->before_at = results->last_at;
  self->before_row = results->last_row;
  self->page = MIN (self->page * 2, MAX_PAGE);
  /* Many texts may not have passed the filter. */
  if (state->found->len == 0 && !self->complete)
    read_page (g_steal_pointer (&task));
  else
    g_task_return_pointer (task, g_steal_pointer (&state->found), (GDestroyNotify) g_ptr_array_unref);
}

/* @task: (transfer full): a task for which something is still to be found */
static void
read_page (GTask *task)
{
  TrsPassageReader *self = g_task_get_source_object (task);
  ReadState *state = read_state_get (task);

  trs_store_passages_read_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                 self->filter, MIN (state->limit - state->found->len, self->page), self->before_at,
                                 self->before_row, g_task_get_cancellable (task), read_page_cb, task);
}

/**
 * trs_passage_reader_read_async:
 * @self: a reader that is not reading
 * @limit: how many projects at most, 1 or more
 * @cancellable: (nullable): to give up
 * @callback: called when some are there
 * @user_data: (closure): for @callback
 *
 * Reads on. See trs_passage_reader_read_finish().
 */
void
trs_passage_reader_read_async (TrsPassageReader    *self,
                               guint                limit,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  ReadState *state = read_state_attach (task);

  g_task_set_source_tag (task, trs_passage_reader_read_async);
  state->found = g_ptr_array_new_with_free_func (g_object_unref);
  state->limit = limit;
  if (!self->begun)
    add_held (self, state->found, limit);
  self->begun = TRUE;
  if (self->complete || state->found->len == limit)
    g_task_return_pointer (task, g_steal_pointer (&state->found), (GDestroyNotify) g_ptr_array_unref);
  else
    read_page (g_steal_pointer (&task));
}

/**
 * trs_passage_reader_read_finish:
 * @self: a reader
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Returns: (transfer full) (nullable) (element-type TrsSearchResult): the next projects, in the order of the list, with
 *   their passages in the order of the text; empty if there are no more, %NULL with @error set
 */
GPtrArray *
trs_passage_reader_read_finish (TrsPassageReader  *self,
                                GAsyncResult      *result,
                                GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_passage_reader_read_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
counted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  gint64 n = trs_store_passages_count_absent_finish (TRS_STORE (source), result, &error);

  if (error != NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, g_memdup2 (&n, sizeof n), g_free);
}

/**
 * trs_passage_reader_count_absent_async:
 * @self: a reader
 * @cancellable: (nullable): to give up
 * @callback: called when they are counted
 * @user_data: (closure): for @callback
 *
 * Counts the transcripts that are not searched because they are not on this computer: those that can be downloaded, and
 * could pass the conditions. Highlights are all here.
 */
void
trs_passage_reader_count_absent_async (TrsPassageReader    *self,
                                       GCancellable        *cancellable,
                                       GAsyncReadyCallback  callback,
                                       gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_passage_reader_count_absent_async);
  if (self->filter->highlights)
    {
      g_task_return_pointer (task, g_new0 (gint64, 1), g_free);
      g_object_unref (task);
      return;
    }
  trs_store_passages_count_absent_async (trs_library_get_store (self->library),
                                         trs_library_get_account (self->library), self->filter, cancellable, counted_cb,
                                         task);
}

/**
 * trs_passage_reader_count_absent_finish:
 * @self: a reader
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Returns: how many; -1 with @error set
 */
gint64
trs_passage_reader_count_absent_finish (TrsPassageReader  *self,
                                        GAsyncResult      *result,
                                        GError           **error)
{
  g_autofree gint64 *n = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), -1);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_passage_reader_count_absent_async), -1);

  n = g_task_propagate_pointer (G_TASK (result), error);
  return n != NULL ? *n : -1;
}
