/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-found-rows.h"

#include "trs-task.h"

typedef struct
{
  TrsSearcher *searcher;
  char *query; /* the query that is searched; another one has other rows */
  gboolean highlights;
  gulong notify_id;
} ListState;

static void
list_state_clear (ListState *state)
{
  g_clear_signal_handler (&state->notify_id, state->searcher);
  g_clear_object (&state->searcher);
  g_clear_pointer (&state->query, g_free);
}

TRS_DEFINE_TASK_STATE (ListState, list_state)

/**
 * trs_found_rows_new:
 * @searcher: a searcher
 *
 * Returns: (transfer full) (element-type gint64): the rows of what it has found so far
 */
GArray *
trs_found_rows_new (TrsSearcher *searcher)
{
  GListModel *results = G_LIST_MODEL (trs_searcher_get_results (searcher));
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < g_list_model_get_n_items (results); i++)
    {
      g_autoptr (TrsSearchResult) found = g_list_model_get_item (results, i);

      if (trs_project_get_state (trs_search_result_get_project (found)) == TRS_PROJECT_STATE_DONE)
        g_array_append_val (rows, trs_search_result_get_hit (found)->row);
    }
  return rows;
}

/* The search returns one page at a time, for scrolling; this asks for more pages until all results are there.
 * Returns: whether the search is complete */
static gboolean
follow (GTask *task)
{
  ListState *state = list_state_get (task);
  TrsSearcher *searcher = state->searcher;

  if (g_task_return_error_if_cancelled (task))
    return TRUE;
  if (!trs_searcher_is_active (searcher) || !g_str_equal (trs_searcher_get_query (searcher), state->query) ||
      trs_searcher_get_highlights (searcher) != state->highlights)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Something else is looked for");
  else if (trs_searcher_get_searching (searcher) ||
           (trs_searcher_get_error (searcher) == NULL && trs_searcher_get_answered (searcher) == NULL))
    return FALSE;
  else if (trs_searcher_get_error (searcher) != NULL)
    g_task_return_error (task, g_error_copy (trs_searcher_get_error (searcher)));
  else if (trs_searcher_get_more (searcher))
    {
      trs_searcher_load_more (searcher);
      return FALSE;
    }
  else
    g_task_return_pointer (task, trs_found_rows_new (searcher), (GDestroyNotify) g_array_unref);
  return TRUE;
}

static void
notify_cb (TrsSearcher *searcher,
           GParamSpec  *pspec,
           GTask       *task)
{
  ListState *state = list_state_get (task);

  if (state->notify_id == 0 || !follow (task))
    return;
  /* Drops the reference that kept the task alive for this handler. */
  g_clear_signal_handler (&state->notify_id, searcher);
  g_object_unref (task);
}

/**
 * trs_found_rows_list_async:
 * @searcher: a searcher that looks for something
 * @cancellable: (nullable): to give up, with the next change of the search
 * @callback: called when all is found
 * @user_data: (closure): for @callback
 *
 * Has the search find everything. See trs_found_rows_list_finish().
 */
void
trs_found_rows_list_async (TrsSearcher         *searcher,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  ListState *state = list_state_attach (task);

  g_task_set_source_tag (task, trs_found_rows_list_async);
  state->searcher = g_object_ref (searcher);
  state->query = g_strdup (trs_searcher_get_query (searcher));
  state->highlights = trs_searcher_get_highlights (searcher);
  if (follow (task))
    g_object_unref (task);
  else
    state->notify_id = g_signal_connect (searcher, "notify", G_CALLBACK (notify_cb), task);
}

/**
 * trs_found_rows_list_finish:
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Errors: %G_IO_ERROR_CANCELLED, also if something else is looked for by now;
 * why the search failed.
 *
 * Returns: (transfer full) (nullable) (element-type gint64): the rows, newest first
 */
GArray *
trs_found_rows_list_finish (GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_found_rows_list_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
