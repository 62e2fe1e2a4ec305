/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-list-private.h"

/* A page of the service. */
#define N_REVEALED 100

/**
 * trs_history_list_open_first:
 * @self: a list
 *
 * Opens the first project that is shown, if there is one. While the rows are
 * those of another chip, the first of those that come.
 */
void
trs_history_list_open_first (TrsHistoryList *self)
{
  g_return_if_fail (TRS_IS_HISTORY_LIST (self));

  if (self->history != NULL && trs_history_get_querying (self->history))
    self->opening_first = TRUE;
  else
    trs_history_list_choose (self, 0, TRUE);
}

/**
 * trs_history_list_move:
 * @self: a list
 * @by: 1 for the next project, -1 for the one before
 * @open: whether it is opened
 *
 * Selects a neighbour and brings it into sight.
 */
void
trs_history_list_move (TrsHistoryList *self,
                       int             by,
                       gboolean        open)
{
  guint n, position;
  gint64 target;

  g_return_if_fail (TRS_IS_HISTORY_LIST (self));

  n = trs_history_list_get_n_shown (self);
  if (n == 0)
    return;

  position = gtk_single_selection_get_selected (self->selection);
  target = position == GTK_INVALID_LIST_POSITION ? 0 : CLAMP ((gint64) position + by, 0, (gint64) n - 1);
  trs_history_list_choose (self, (guint) target, open);
  self->revealing = !trs_history_list_scroll_to (self, (guint) target);
  self->following = gtk_widget_get_focus_child (GTK_WIDGET (self->list)) != NULL;
  trs_history_list_queue_frame (self);
}

static GtkWidget *
find_row (GtkWidget     *list,
          GtkStateFlags  flags)
{
  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      graphene_rect_t bounds;

      if (gtk_widget_get_mapped (row) && (gtk_widget_get_state_flags (row) & flags) == flags &&
          gtk_widget_compute_bounds (row, list, &bounds) && bounds.origin.y >= 0)
        return row;
    }
  return NULL;
}

/**
 * trs_history_list_focus_row:
 * @self: a list
 *
 * Puts the focus on the selected row if it is in sight, otherwise on that
 * which had it, or on the first one in sight: where a filter took the row that
 * had the focus, GtkListView takes it for itself, and no arrow leads on from
 * there.
 *
 * Returns: %TRUE if the list has the focus
 */
gboolean
trs_history_list_focus_row (TrsHistoryList *self)
{
  GtkWidget *list = GTK_WIDGET (self->list);
  GtkWidget *row = find_row (list, GTK_STATE_FLAG_SELECTED);

  if (row != NULL && gtk_widget_grab_focus (row))
    return TRUE;
  if (!gtk_widget_grab_focus (list))
    return FALSE;
  row = gtk_root_get_focus (gtk_widget_get_root (list)) == list ? find_row (list, GTK_STATE_FLAG_NORMAL) : NULL;
  if (row != NULL)
    gtk_widget_grab_focus (row);
  return TRUE;
}

/**
 * trs_history_list_follow_selected:
 * @self: a list whose rows are laid out
 *
 * Takes the focus to the selected row, from another one, as soon as that row
 * is there.
 */
void
trs_history_list_follow_selected (TrsHistoryList *self)
{
  GtkWidget *row = find_row (GTK_WIDGET (self->list), GTK_STATE_FLAG_SELECTED);

  self->following = row == NULL && gtk_widget_get_focus_child (GTK_WIDGET (self->list)) != NULL;
  if (row != NULL && gtk_widget_get_focus_child (GTK_WIDGET (self->list)) != NULL)
    gtk_widget_grab_focus (row);
}

/**
 * trs_history_list_reveal_selected:
 * @self: a list
 *
 * Brings the selected row into sight as soon as it is there, and the focus to
 * it if that is in the list. One that is far down is left where it is: it may
 * come so late that the list would move under the hands of the user.
 */
void
trs_history_list_reveal_selected (TrsHistoryList *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (position == GTK_INVALID_LIST_POSITION)
    return;

  self->revealing = position < N_REVEALED;
  if (!self->revealing)
    return;
  if (!trs_history_list_scroll_to (self, position))
    return;

  /* One that was out of sight has its widget with the next frame. */
  self->revealing = find_row (GTK_WIDGET (self->list), GTK_STATE_FLAG_SELECTED) == NULL;
  if (!self->revealing && gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL)
    trs_history_list_focus_row (self);
}
