/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-rows.h"

/* What came after the titles were put in order stands below them until they are again. */
static GArray *
list_by_title (GArray        *by_title,
               const guint32 *handles,
               guint          n,
               guint          n_handles)
{
  GArray *all = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  g_autofree guint8 *there = g_new0 (guint8, n_handles + 1);

  for (guint i = 0; i < n; i++)
    there[handles[i]] = 1;
  for (guint i = 0; i < by_title->len; i++)
    {
      guint32 handle = g_array_index (by_title, guint32, i);

      if (there[handle] == 1)
        g_array_append_val (all, handle);
      there[handle] = 2;
    }
  for (guint i = 0; i < n; i++)
    if (there[handles[i]] == 1)
      g_array_append_val (all, handles[i]);

  return all;
}

/**
 * trs_history_rows_find:
 * @shelf: projects
 * @filter: what decides which of them are rows
 * @by_title: (nullable) (element-type guint32): handles in the order of their
 *   titles; %NULL for the order of the shelf
 * @n_handles: a number above all handles
 *
 * Returns: (transfer full) (element-type guint32): the handles of the rows; not to be changed
 */
GArray *
trs_history_rows_find (TrsShelf         *shelf,
                       TrsProjectFilter *filter,
                       GArray           *by_title,
                       guint             n_handles)
{
  gboolean open = trs_project_filter_is_open (filter);
  g_autoptr (GArray) all = NULL;
  GArray *rows;
  const guint32 *handles;
  guint n;

  if (open && by_title == NULL)
    return trs_shelf_ref_order (shelf);

  handles = trs_shelf_get_handles (shelf, &n);
  if (by_title != NULL)
    {
      all = list_by_title (by_title, handles, n, n_handles);
      handles = (const guint32 *) (gconstpointer) all->data;
    }
  if (open)
    return g_steal_pointer (&all);

  rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n; i++)
    if (trs_project_filter_matches (filter, trs_shelf_get_packed (shelf, handles[i])))
      g_array_append_val (rows, handles[i]);
  return rows;
}
