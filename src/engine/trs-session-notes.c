/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

/**
 * trs_session_set_local_title:
 * @self: a session
 * @project: a project
 * @title: (nullable): what the user calls it; %NULL or blank for the title of the service
 *
 * Names a project on this computer. The service never hears of it.
 */
void
trs_session_set_local_title (TrsSession *self,
                             TrsProject *project,
                             const char *title)
{
  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (TRS_IS_PROJECT (project) && !trs_project_get_pending (project));

  trs_project_set_local_title (project, title);
  trs_library_keep_notes (self->library, project);
}

/**
 * trs_session_set_note:
 * @self: a session
 * @project: a project
 * @note: (nullable): what the user notes about it
 *
 * Keeps a note on this computer; may be called with every letter. The service
 * never hears of it.
 */
void
trs_session_set_note (TrsSession *self,
                      TrsProject *project,
                      const char *note)
{
  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (TRS_IS_PROJECT (project) && !trs_project_get_pending (project));

  trs_project_set_note (project, note);
  trs_library_keep_notes (self->library, project);
}
