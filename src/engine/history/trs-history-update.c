/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-update.h"

#include "trs-history-private.h"

static gboolean
is_held (GPtrArray  *held,
         const char *id)
{
  for (guint i = 0; i < held->len; i++)
    if (g_str_equal (trs_project_get_id (g_ptr_array_index (held, i)), id))
      return TRUE;

  return FALSE;
}

static void
mark_missing (TrsHistory *self,
              GArray     *rows)
{
  gint64 now = trs_clock_get_time (self->clock);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      TrsProject *project = trs_live_projects_peek_row (self->live, g_array_index (rows, gint64, i));

      if (project != NULL)
        trs_project_set_missing_since (project, now);
    }
}

/**
 * trs_history_take_page:
 * @self: a history
 * @stored: what came of pages of the list
 *
 * Brings the objects up to date, and makes those of what is not final, so that
 * it can be watched. What could not be written has no row and is held. Emits
 * `page-read`.
 *
 * Returns: how many projects were not known before; held ones were
 */
guint
trs_history_take_page (TrsHistory          *self,
                       const TrsStoredPage *stored)
{
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) held = trs_history_get_held (self);
  gint64 now = trs_clock_get_time (self->clock);
  guint n_new = stored->n_new;

  for (guint i = 0; i < stored->projects->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (stored->projects, i);
      TrsProject *live = trs_live_projects_peek (self->live, data->id);
      gboolean was_open = live != NULL && trs_project_is_under_way (live);
      TrsProject *project;

      if (live == NULL && data->row != 0 && trs_project_state_is_final (data->state))
        continue;

      project = trs_live_projects_take (self->live, data);
      trs_project_set_checked (project, now, project->next_check_at);
      /* It came to an end before the eyes of nobody, who may say otherwise. */
      if (was_open && data->unread)
        trs_project_set_unread (project, TRUE);
      if (data->row == 0 && is_held (held, data->id))
        n_new -= MIN (n_new, 1);
      else if (data->row == 0)
        trs_history_hold (self, project);
      g_ptr_array_add (told, project);
    }

  mark_missing (self, stored->missing);
  g_signal_emit_by_name (self, "page-read", told);
  return n_new;
}
