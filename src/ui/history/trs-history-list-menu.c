/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-list-private.h"

#include "trs-i18n.h"
#include "trs-project-row.h"
#include "trs-ui-compat.h"
#include "trs-video-ref.h"

/* The menu of a row acts on that row, whichever is open. */

static const struct
{
  const char *name;
  const char *window_action;
  const char *label;
} items[] = {
  { "open", "win.open-project", N_("_Open") },
  { "rename", "win.rename-project", N_("_Rename…") },
  { "copy-link", "win.copy-project-link", N_("Copy _Link") },
  { "export", "win.export-project", N_("_Export…") },
  { "remove", "win.remove-project", N_("Re_move…") },
};

/* The first three, what the text is needed for, and what cannot be taken back for long. */
static const gsize sections[] = { 3, 4, G_N_ELEMENTS (items) };

static gboolean
has_link (TrsSession *session,
          TrsProject *project)
{
  const char *video_id = trs_project_get_video_id (project);
  g_autofree char *link = NULL;

  if (session == NULL || !trs_video_ref_id_is_valid (video_id))
    return trs_video_ref_id_is_valid (video_id);

  link = trs_account_dup_video_link (trs_session_get_account (session), video_id, -1);
  return link != NULL;
}

static gboolean
can (TrsHistoryList *self,
     TrsProject     *project,
     const char     *name)
{
  if (g_str_equal (name, "open"))
    return TRUE;
  if (g_str_equal (name, "copy-link"))
    return has_link (self->session, project);
  if (trs_project_get_pending (project))
    return FALSE;
  if (g_str_equal (name, "export"))
    return trs_project_get_state (project) == TRS_PROJECT_STATE_DONE;
  if (g_str_equal (name, "remove"))
    return trs_project_state_is_final (trs_project_get_state (project));
  return TRUE;
}

static void
activate_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  TrsHistoryList *self = user_data;

  for (gsize i = 0; i < G_N_ELEMENTS (items); i++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), items[i].name))
      gtk_widget_activate_action (GTK_WIDGET (self), items[i].window_action, "s",
                                  trs_project_get_id (self->menu_project));
}

static GMenuModel *
create_model (void)
{
  GMenu *menu = g_menu_new ();

  for (gsize i = 0, section = 0; section < G_N_ELEMENTS (sections); section++)
    {
      g_autoptr (GMenu) part = g_menu_new ();

      for (; i < sections[section]; i++)
        {
          g_autofree char *action = g_strconcat ("row.", items[i].name, NULL);
          g_autoptr (GMenuItem) item = g_menu_item_new (_(items[i].label), action);

          /* The videos of the sample service never have a link. */
          if (g_str_equal (items[i].name, "copy-link"))
            g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
          g_menu_append_item (part, item);
        }
      g_menu_append_section (menu, NULL, G_MENU_MODEL (part));
    }
  return G_MENU_MODEL (menu);
}

/* Another popover each time: GTK 4.8 does not tell one of a group that has changed. */
static void
create_menu (TrsHistoryList *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenuModel) model = create_model ();

  for (gsize i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (items[i].name, NULL);

      g_simple_action_set_enabled (action, can (self, self->menu_project, items[i].name));
      g_signal_connect_object (action, "activate", G_CALLBACK (activate_cb), self, 0);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "row", G_ACTION_GROUP (group));

  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  trs_ui_compat_name_menu_items (self->menu);
}

static gboolean
show_menu (TrsHistoryList *self,
           GtkWidget      *item,
           GdkRectangle   *area)
{
  GtkWidget *row = item != NULL ? gtk_widget_get_first_child (item) : NULL;
  TrsProject *project = TRS_IS_PROJECT_ROW (row) ? trs_project_row_get_project (TRS_PROJECT_ROW (row)) : NULL;

  if (project == NULL)
    return FALSE;

  trs_history_list_drop_menu (self);
  self->menu_project = g_object_ref (project);
  create_menu (self);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), area);
  gtk_popover_popup (GTK_POPOVER (self->menu));
  return TRUE;
}

static void
pressed_cb (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y,
            TrsHistoryList  *self)
{
  GtkWidget *list = GTK_WIDGET (self->list);
  GtkWidget *item = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);
  double list_x, list_y;

  while (item != NULL && item != list && gtk_widget_get_parent (item) != list)
    item = gtk_widget_get_parent (item);
  if (item == NULL || item == list)
    return;

  gtk_widget_translate_coordinates (list, GTK_WIDGET (self), x, y, &list_x, &list_y);
  if (show_menu (self, item, &(GdkRectangle){ (int) list_x, (int) list_y, 1, 1 }))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static gboolean
key_cb (GtkEventControllerKey *controller,
        guint                  keyval,
        guint                  keycode,
        GdkModifierType        modifiers,
        TrsHistoryList        *self)
{
  GtkWidget *item = gtk_widget_get_focus_child (GTK_WIDGET (self->list));
  gboolean shift = (modifiers & gtk_accelerator_get_default_mod_mask ()) == GDK_SHIFT_MASK;
  graphene_rect_t bounds;

  if ((keyval != GDK_KEY_Menu && !(keyval == GDK_KEY_F10 && shift)) || item == NULL ||
      !gtk_widget_compute_bounds (item, GTK_WIDGET (self), &bounds))
    return FALSE;

  return show_menu (self, item, &(GdkRectangle){ (int) bounds.origin.x, (int) bounds.origin.y,
                                                 (int) bounds.size.width, (int) bounds.size.height });
}

/**
 * trs_history_list_add_menu:
 * @self: a list
 *
 * Lets the right button open the menu of the row under the pointer, and the
 * keys for it that of the row that has the focus. They are no shortcuts: GTK
 * 4.8 does not tell a widget that has some of the actions above it that come
 * later.
 */
void
trs_history_list_add_menu (TrsHistoryList *self)
{
  GtkGesture *gesture = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), GDK_BUTTON_SECONDARY);
  g_signal_connect (gesture, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (gesture));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
}

/**
 * trs_history_list_drop_menu:
 * @self: a list
 *
 * Takes the menu away that was shown last.
 */
void
trs_history_list_drop_menu (TrsHistoryList *self)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->menu_project);
}
