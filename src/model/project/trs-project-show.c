/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-show.h"

G_DEFINE_ENUM_TYPE (TrsProjectShow, trs_project_show,
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_SHOW_ALL, "all"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_SHOW_IN_PROGRESS, "in-progress"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_SHOW_DONE, "done"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_SHOW_FAILED, "failed"))

G_DEFINE_ENUM_TYPE (TrsProjectOrder, trs_project_order,
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_ORDER_DATE, "date"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_ORDER_TITLE, "title"))

/**
 * trs_project_show_includes:
 * @show: which projects a list shows
 * @state: state of a project
 * @pending: whether it is a submission whose outcome is not known
 *
 * Returns: %TRUE if the list shows it
 */
gboolean
trs_project_show_includes (TrsProjectShow  show,
                           TrsProjectState state,
                           gboolean        pending)
{
  switch (show)
    {
    case TRS_PROJECT_SHOW_IN_PROGRESS:
      return pending || !trs_project_state_is_final (state);
    case TRS_PROJECT_SHOW_DONE:
      return !pending && state == TRS_PROJECT_STATE_DONE;
    case TRS_PROJECT_SHOW_FAILED:
      return !pending && state == TRS_PROJECT_STATE_ERROR;
    case TRS_PROJECT_SHOW_ALL:
    default:
      return TRUE;
    }
}
