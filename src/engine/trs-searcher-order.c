/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-searcher-private.h"

#include <string.h>

/* How it was found; NULL if it does not have all that is looked for. */
static TrsSearchHit *
match_pending (const TrsSearchQuery *query,
               TrsProject           *project)
{
  const char *texts[] = { trs_project_get_title (project), trs_project_get_local_title (project),
                          trs_project_get_video_id (project), trs_project_get_note (project) };
  TrsSearchHitFields fields = 0;
  guint64 terms = 0;
  TrsSearchHit *hit;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      guint64 found = texts[i] != NULL ? trs_search_query_find_terms (query, texts[i], strlen (texts[i])) : 0;

      terms |= found;
      if (found != 0)
        fields |= TRS_SEARCH_HIT_TITLE << i;
    }
  if (terms == 0 || terms != trs_search_query_get_terms (query))
    return NULL;

  hit = g_new0 (TrsSearchHit, 1);
  hit->project_id = g_strdup (trs_project_get_id (project));
  hit->row = G_MAXINT64;
  hit->fields = fields;
  hit->passages = g_ptr_array_new ();
  return hit;
}

/**
 * trs_searcher_add_pending:
 * @self: a searcher
 * @wanted: (element-type TrsFound): what was found, so far nothing
 *
 * Finds submissions of which nobody knows yet what became: they stand in the
 * history, and the store has no row of them.
 */
void
trs_searcher_add_pending (TrsSearcher *self,
                          GPtrArray   *wanted)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (self->query);
  TrsShelf *shelf = self->history->shelf;
  guint length;
  const guint32 *handles = trs_shelf_get_handles (shelf, &length);

  self->n_pending = self->history->n_pending;
  for (guint i = 0, n = 0; i < length && n < self->n_pending; i++)
    {
      g_autoptr (TrsProject) project = NULL;
      TrsSearchHit *hit;

      if (!trs_packed_project_get_pending (trs_shelf_get_packed (shelf, handles[i])))
        continue;

      n++;
      project = trs_shelf_dup_handle (shelf, handles[i]);
      hit = match_pending (query, project);
      if (hit != NULL)
        g_ptr_array_add (wanted, trs_found_new (project, hit));
    }
}

static gint64
get_created_at (gpointer found)
{
  return trs_project_get_created_at (trs_found_get_project (found));
}

static int
compare_positions (gconstpointer a,
                   gconstpointer b,
                   gpointer      user_data)
{
  GHashTable *positions = user_data;
  guint left = GPOINTER_TO_UINT (g_hash_table_lookup (positions, *(gpointer *) a));
  guint right = GPOINTER_TO_UINT (g_hash_table_lookup (positions, *(gpointer *) b));

  return (left > right) - (left < right);
}

static void
sort_as_history (TrsSearcher *self,
                 GPtrArray   *wanted)
{
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < wanted->len; i++)
    {
      guint position = 0;

      if (trs_shelf_index_of (self->history->shelf, trs_found_get_project (wanted->pdata[i]), &position))
        g_hash_table_insert (positions, wanted->pdata[i], GUINT_TO_POINTER (position));
    }
  g_ptr_array_sort_with_data (wanted, compare_positions, positions);
}

/**
 * trs_searcher_order:
 * @self: a searcher
 * @wanted: (element-type TrsFound): what was found, in the order of the store
 * @from: where it is to be shown, behind what was found before
 *
 * The store has the order of seconds. Those of one second are put into the
 * order of the history, and what was shown of that second joins them.
 *
 * Returns: from where on @wanted is to be shown
 */
guint
trs_searcher_order (TrsSearcher *self,
                    GPtrArray   *wanted,
                    guint        from)
{
  gboolean ordered = TRUE;
  gint64 newest = G_MININT64;

  for (guint i = 0; i < wanted->len; i++)
    newest = MAX (newest, get_created_at (wanted->pdata[i]));
  while (from > 0 && wanted->len > 0)
    {
      g_autoptr (TrsFound) before = g_list_model_get_item (G_LIST_MODEL (self->found), from - 1);

      if (get_created_at (before) > newest)
        break;
      g_ptr_array_insert (wanted, 0, g_steal_pointer (&before));
      from--;
    }

  for (guint i = 1; i < wanted->len && ordered; i++)
    ordered = get_created_at (wanted->pdata[i - 1]) > get_created_at (wanted->pdata[i]);
  /* To look for the place of one takes a walk through the list, which is seldom needed. */
  if (!ordered)
    sort_as_history (self, wanted);
  return from;
}
