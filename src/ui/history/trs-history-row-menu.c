/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-row-menu.h"

#include "trs-i18n.h"
#include "trs-ui-compat.h"
#include "trs-video-ref.h"

static gboolean
has_link (TrsSession *session,
          TrsProject *project)
{
  const char *video_id = trs_project_get_data (project)->video_id;
  g_autofree char *link = NULL;

  if (!trs_video_ref_id_is_valid (video_id))
    return FALSE;

  link = trs_account_dup_video_link (trs_session_get_account (session), video_id, -1);
  return link != NULL;
}

/* An item whose action does not exist is insensitive. */
static void
append (GMenu      *menu,
        const char *label,
        const char *action,
        TrsProject *project,
        gboolean    available)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, available ? action : "row.unavailable", "s", trs_project_get_id (project));
  g_menu_append_item (menu, item);
}

static void
append_section (GMenu *menu,
                GMenu *section)
{
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenuModel *
create_model (TrsSession *session,
              TrsProject *project)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) always = g_menu_new ();
  g_autoptr (GMenu) text = g_menu_new ();
  g_autoptr (GMenu) removal = g_menu_new ();
  gboolean pending = trs_project_get_pending (project);
  TrsProjectState state = trs_project_get_state (project);

  append (always, _("_Open"), "win.open-project", project, TRUE);
  append (always, _("_Rename…"), "win.rename-project", project, !pending);
  if (has_link (session, project))
    append (always, _("Copy _Link"), "win.copy-project-link", project, TRUE);
  append (text, _("_Export…"), "win.export-project", project, !pending && state == TRS_PROJECT_STATE_DONE);
  append (removal, _("Re_move…"), "win.remove-project", project, !pending && trs_project_state_is_final (state));

  append_section (menu, always);
  append_section (menu, text);
  append_section (menu, removal);
  return G_MENU_MODEL (menu);
}

/**
 * trs_history_row_menu_new:
 * @session: the session
 * @project: the project of the row
 *
 * Creates the menu of a row, which acts on that row, whichever is open.
 *
 * Returns: (transfer floating): a popover
 */
GtkWidget *
trs_history_row_menu_new (TrsSession *session,
                          TrsProject *project)
{
  g_autoptr (GMenuModel) model = create_model (session, project);
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);

  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  trs_ui_compat_name_menu_items (menu);
  return menu;
}
