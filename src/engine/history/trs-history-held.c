/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-private.h"

#include "trs-history-order.h"

void
trs_history_held_free (gpointer data)
{
  TrsHistoryHeld *held = data;

  g_object_unref (held->item);
  g_free (held);
}

static gboolean
shows (TrsHistory     *self,
       TrsHistoryHeld *held)
{
  TrsProject *project = trs_history_item_get_project (held->item);

  return trs_project_show_includes (self->show, trs_project_get_state (project), project->pending);
}

/* The query knows nothing of what is held. */
void
trs_history_add_held (TrsHistory *self,
                      GArray     *entries)
{
  for (guint i = 0; i < self->held->len; i++)
    {
      TrsHistoryHeld *held = g_ptr_array_index (self->held, i);

      if (shows (self, held))
        g_array_insert_val (entries, trs_history_order_find_place (entries, self->order, &held->entry), held->entry);
    }
}

TrsHistoryHeld *
trs_history_find_held (TrsHistory *self,
                       gint64      number)
{
  for (guint i = 0; i < self->held->len; i++)
    {
      TrsHistoryHeld *held = g_ptr_array_index (self->held, i);

      if (held->entry.row == number)
        return held;
    }

  g_return_val_if_reached (NULL);
}

TrsHistoryHeld *
trs_history_find_held_project (TrsHistory *self,
                               TrsProject *project,
                               guint      *index)
{
  for (guint i = 0; i < self->held->len; i++)
    {
      TrsHistoryHeld *held = g_ptr_array_index (self->held, i);

      if (trs_history_item_get_project (held->item) != project)
        continue;
      if (index != NULL)
        *index = i;
      return held;
    }

  return NULL;
}

/**
 * trs_history_hold:
 * @self: a history
 * @project: a pending submission, or a project that cannot be written
 *
 * Lists an object of which the store has no row; does nothing if it is held.
 */
void
trs_history_hold (TrsHistory *self,
                  TrsProject *project)
{
  TrsHistoryHeld *held;
  guint position;

  if (trs_history_find_held_project (self, project, NULL) != NULL)
    return;

  held = g_new0 (TrsHistoryHeld, 1);
  held->entry.row = --self->last_held;
  held->entry.sort_at = TRS_HISTORY_SORT_PENDING;
  if (!project->pending)
    held->entry.sort_at = trs_project_get_data (project)->sort_at;
  held->item = trs_history_item_new (held->entry.row, project);
  g_ptr_array_add (self->held, held);
  if (trs_live_projects_peek (self->live, trs_project_get_id (project)) == NULL)
    trs_live_projects_add (self->live, project);

  if (shows (self, held))
    {
      position = trs_history_order_find_place (self->entries, self->order, &held->entry);
      g_array_insert_val (self->entries, position, held->entry);
      g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
    }
  g_signal_emit_by_name (self, "changed");
}

/**
 * trs_history_release:
 * @self: a history
 * @project: a project that is held, or not
 *
 * Lists it no more by itself: the store has a row of it, or it is gone.
 */
void
trs_history_release (TrsHistory *self,
                     TrsProject *project)
{
  G_GNUC_UNUSED g_autoptr (TrsProject) alive = g_object_ref (project);
  guint index = 0;
  TrsHistoryHeld *held = trs_history_find_held_project (self, project, &index);

  if (held == NULL)
    return;

  for (guint i = 0; i < self->entries->len; i++)
    if (trs_history_order_get (self->entries, i)->row == held->entry.row)
      {
        g_array_remove_index (self->entries, i);
        g_list_model_items_changed (G_LIST_MODEL (self), i, 1, 0);
        break;
      }
  if (project->pending)
    trs_live_projects_remove (self->live, trs_project_get_id (project));
  g_ptr_array_remove_index (self->held, index);
  g_signal_emit_by_name (self, "changed");
}

/**
 * trs_history_get_held:
 * @self: a history
 *
 * Returns: (transfer container) (element-type TrsProject): the objects of which the store has no row
 */
GPtrArray *
trs_history_get_held (TrsHistory *self)
{
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->held->len; i++)
    {
      TrsHistoryHeld *held = g_ptr_array_index (self->held, i);

      g_ptr_array_add (projects, g_object_ref (trs_history_item_get_project (held->item)));
    }

  return projects;
}

