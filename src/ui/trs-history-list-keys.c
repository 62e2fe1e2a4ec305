/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-list-private.h"

/**
 * trs_history_list_open_first:
 * @self: a list
 *
 * Opens the first project that is shown, if there is one.
 */
void
trs_history_list_open_first (TrsHistoryList *self)
{
  g_return_if_fail (TRS_IS_HISTORY_LIST (self));

  if (g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
    trs_history_list_activate (self, 0);
}

/**
 * trs_history_list_move:
 * @self: a list
 * @by: 1 for the next project, -1 for the one before
 *
 * Selects a neighbour and brings it into sight.
 */
void
trs_history_list_move (TrsHistoryList *self,
                       int             by)
{
  guint n, position;
  gint64 target;

  g_return_if_fail (TRS_IS_HISTORY_LIST (self));

  /* Without frames, as while the list is folded away, the rows below would never come. */
  while (self->view != NULL && trs_history_view_get_pending (self->view) && !gtk_widget_get_mapped (GTK_WIDGET (self)))
    trs_history_view_show_more (self->view);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  if (n == 0)
    return;

  position = gtk_single_selection_get_selected (self->selection);
  target = position == GTK_INVALID_LIST_POSITION ? 0 : CLAMP ((gint64) position + by, 0, (gint64) n - 1);
  gtk_single_selection_set_selected (self->selection, (guint) target);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", (guint) target);
}
