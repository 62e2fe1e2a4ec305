/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-row-menu.h"

#include "config.h"
#include "trs-project-row.h"
#include "trs-ui-compat.h"
#include "trs-video-ref.h"

struct _TrsRowMenu
{
  GObject parent_instance;

  GtkWidget *widget; /* not owned: it owns this */
  GtkWidget *list;   /* not owned: it lies inside the widget */
  TrsSession *session;
  GSimpleActionGroup *actions;
  GtkWidget *menu; /* NULL until it is needed */
  char *id;        /* (nullable): the project whose row has the menu */
};

enum
{
  OPEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsRowMenu, trs_row_menu, G_TYPE_OBJECT)

static void
open_cb (TrsRowMenu *self)
{
  g_signal_emit (self, signals[OPEN], 0, self->id);
}

/* Activates "win.NAME" for the row whose menu shows "row.NAME". */
static void
window_cb (TrsRowMenu *self,
           GVariant   *parameter,
           GAction    *action)
{
  g_autofree char *name = g_strconcat ("win.", g_action_get_name (action), NULL);

  gtk_widget_activate_action (self->widget, name, "s", self->id);
}

static const struct
{
  const char *name;
  GCallback activate;
} entries[] = {
  { "open-project", G_CALLBACK (open_cb) },
  { "rename-project", G_CALLBACK (window_cb) },
  { "copy-project-link", G_CALLBACK (window_cb) },
  { "export-project", G_CALLBACK (window_cb) },
  { "remove-project", G_CALLBACK (window_cb) },
};

static void
set_enabled (TrsRowMenu *self,
             const char *name,
             gboolean    enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static gboolean
has_link (TrsRowMenu *self,
          TrsProject *project)
{
  const char *video_id = trs_project_get_data (project)->video_id;
  g_autofree char *link = NULL;

  if (trs_video_ref_id_is_valid (video_id))
    link = trs_account_dup_video_link (trs_session_get_account (self->session), video_id, -1);
  return link != NULL;
}

/* @item: (nullable): the widget that GTK puts around a row */
static TrsProject *
get_project (GtkWidget *item)
{
  GtkWidget *row = item != NULL ? gtk_widget_get_first_child (item) : NULL;

  return TRS_IS_PROJECT_ROW (row) ? trs_project_row_get_project (TRS_PROJECT_ROW (row)) : NULL;
}

static void
create_menu (TrsRowMenu *self)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-row-menu.ui");

  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (gtk_builder_get_object (builder, "menu")));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  trs_ui_compat_name_menu_items (self->menu);
  gtk_widget_set_parent (self->menu, self->widget);
}

static gboolean
show_menu (TrsRowMenu   *self,
           GtkWidget    *item,
           GdkRectangle *area)
{
  TrsProject *project = get_project (item);
  gboolean pending;
  TrsProjectState state;

  if (project == NULL)
    return FALSE;

  pending = trs_project_is_pending (project);
  state = trs_project_get_state (project);
  g_free (self->id);
  self->id = g_strdup (trs_project_get_id (project));
  set_enabled (self, "rename-project", !pending);
  set_enabled (self, "copy-project-link", has_link (self, project));
  set_enabled (self, "export-project", !pending && state == TRS_PROJECT_STATE_DONE);
  set_enabled (self, "remove-project", !pending && trs_project_state_is_final (state));

  if (self->menu == NULL)
    create_menu (self);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), area);
  gtk_popover_popup (GTK_POPOVER (self->menu));
  return TRUE;
}

static void
secondary_pressed_cb (TrsRowMenu      *self,
                      int              n_press,
                      double           x,
                      double           y,
                      GtkGestureClick *gesture)
{
  GtkWidget *item = gtk_widget_pick (self->list, x, y, GTK_PICK_DEFAULT);
  double widget_x, widget_y;

  while (item != NULL && item != self->list && gtk_widget_get_parent (item) != self->list)
    item = gtk_widget_get_parent (item);
  if (item == NULL || item == self->list)
    return;

  gtk_widget_translate_coordinates (self->list, self->widget, x, y, &widget_x, &widget_y);
  if (show_menu (self, item, &(GdkRectangle) { (int) widget_x, (int) widget_y, 1, 1 }))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

/* Keys act on the focused row, whichever project is open. */
static const struct
{
  guint keyval;
  const char *action_name;
} row_keys[] = {
  { GDK_KEY_F2, "win.rename-project" },
  { GDK_KEY_Delete, "win.remove-project" },
  { GDK_KEY_KP_Delete, "win.remove-project" },
};

static gboolean
press_row_key (TrsRowMenu *self,
               TrsProject *project,
               guint       keyval)
{
  for (gsize i = 0; project != NULL && i < G_N_ELEMENTS (row_keys); i++)
    if (row_keys[i].keyval == keyval)
      return !trs_project_is_pending (project) &&
             gtk_widget_activate_action (self->widget, row_keys[i].action_name, "s", trs_project_get_id (project));
  return GDK_EVENT_PROPAGATE;
}

/* Not GtkShortcut: GTK 4.8 does not tell a widget of actions that are added above it later.
 * floor: try without it with GTK ≥ 4.10 */
static gboolean
key_pressed_cb (TrsRowMenu      *self,
                guint            keyval,
                guint            keycode,
                GdkModifierType  modifiers)
{
  GtkWidget *item = gtk_widget_get_focus_child (self->list);
  GdkModifierType held = modifiers & gtk_accelerator_get_default_mod_mask ();
  gboolean shift = held == GDK_SHIFT_MASK;
  graphene_rect_t bounds;

  if (held == GDK_CONTROL_MASK && gdk_keyval_to_lower (keyval) == GDK_KEY_z)
    return gtk_widget_activate_action (self->widget, "win.undo-last", NULL);
  if (held == 0 && press_row_key (self, get_project (item), keyval))
    return GDK_EVENT_STOP;
  if ((keyval != GDK_KEY_Menu && !(keyval == GDK_KEY_F10 && shift)) || item == NULL ||
      !gtk_widget_compute_bounds (item, self->widget, &bounds))
    return FALSE;

  return show_menu (self, item, &(GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y,
                                                 (int) bounds.size.width, (int) bounds.size.height });
}

static void
trs_row_menu_dispose (GObject *object)
{
  TrsRowMenu *self = TRS_ROW_MENU (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->actions);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (trs_row_menu_parent_class)->dispose (object);
}

static void
trs_row_menu_finalize (GObject *object)
{
  g_free (TRS_ROW_MENU (object)->id);

  G_OBJECT_CLASS (trs_row_menu_parent_class)->finalize (object);
}

static void
trs_row_menu_class_init (TrsRowMenuClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_row_menu_dispose;
  object_class->finalize = trs_row_menu_finalize;

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_ROW_MENU, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_STRING);
}

static void
trs_row_menu_init (TrsRowMenu *self)
{
  self->actions = g_simple_action_group_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (entries[i].name, NULL);

      g_signal_connect_object (action, "activate", entries[i].activate, self, G_CONNECT_SWAPPED);
      g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
    }
}

/**
 * trs_row_menu_new:
 * @widget: what contains @list; it owns the menu, and drops it when it is disposed of
 * @list: a list view whose rows are #TrsProjectRow
 * @session: the session
 *
 * Returns: (transfer full): the menu of the rows
 */
TrsRowMenu *
trs_row_menu_new (GtkWidget  *widget,
                  GtkWidget  *list,
                  TrsSession *session)
{
  TrsRowMenu *self = g_object_new (TRS_TYPE_ROW_MENU, NULL);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->widget = widget;
  self->list = list;
  self->session = g_object_ref (session);
  gtk_widget_insert_action_group (widget, "row", G_ACTION_GROUP (self->actions));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (secondary_pressed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (list, keys);
  return self;
}
