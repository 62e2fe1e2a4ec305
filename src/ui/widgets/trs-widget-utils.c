/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-widget-utils.h"

#include <string.h>

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-ui-compat.h"

/* GtkListView of GTK 4.8 keeps so many rows, however few are visible. */
#define ROWS_KEPT 200

#define LEFT_TO_RIGHT_MARK "\xe2\x80\x8e"
#define RIGHT_TO_LEFT_MARK "\xe2\x80\x8f"

typedef struct
{
  GtkWidget *widget;
  TrsAfterFrameFunc function;
  gulong id;
} Waiting;

static void
waiting_free (gpointer  data,
              GClosure *closure)
{
  g_free (data);
}

static void
painted_cb (GdkFrameClock *clock,
            gpointer       user_data)
{
  Waiting *waiting = user_data;
  g_autoptr (GtkWidget) widget = g_object_ref (waiting->widget);
  TrsAfterFrameFunc function = waiting->function;

  g_signal_handler_disconnect (clock, waiting->id);
  function (widget);
}

/**
 * trs_after_frame:
 * @widget: a widget that is realized
 * @function: called once
 *
 * Calls @function after the next frame, when everything is laid out and drawn;
 * never if the widget is destroyed before.
 */
void
trs_after_frame (GtkWidget         *widget,
                 TrsAfterFrameFunc  function)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  Waiting *waiting;
  GClosure *closure;

  g_return_if_fail (clock != NULL);

  waiting = g_new0 (Waiting, 1);
  waiting->widget = widget;
  waiting->function = function;
  closure = g_cclosure_new (G_CALLBACK (painted_cb), waiting, waiting_free);
  g_object_watch_closure (G_OBJECT (widget), closure);
  waiting->id = g_signal_connect_closure (clock, "after-paint", closure, FALSE);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT);
}

/**
 * trs_bin_focus:
 * @widget: an #AdwBin with a `grab_focus` of its own
 * @direction: where the focus moves
 *
 * The virtual function `focus` of such a widget. The default one calls
 * `grab_focus` when Tab comes in or Shift+Tab goes out, so that nothing before
 * the chosen place could be reached.
 *
 * Returns: %TRUE if the focus stays inside
 */
gboolean
trs_bin_focus (GtkWidget        *widget,
               GtkDirectionType  direction)
{
  GtkWidget *child = gtk_widget_get_focus_child (widget);

  if (child == NULL)
    child = adw_bin_get_child (ADW_BIN (widget));
  return child != NULL && gtk_widget_child_focus (child, direction);
}

/* GtkTextView validates new lines at a higher priority: now the height is known. */
static gboolean
show_caret_cb (gpointer user_data)
{
  GtkTextView *view = user_data;

  gtk_text_view_scroll_mark_onscreen (view, gtk_text_buffer_get_insert (gtk_text_view_get_buffer (view)));
  return G_SOURCE_REMOVE;
}

static void
pasted_cb (GtkTextView *view)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, show_caret_cb, g_object_ref (view), g_object_unref);
}

/**
 * trs_caret_follow:
 * @view: a view
 *
 * Scrolls to the caret after a paste. GtkTextView does so itself, but only as
 * far as it has measured by then.
 */
void
trs_caret_follow (GtkTextView *view)
{
  g_return_if_fail (GTK_IS_TEXT_VIEW (view));

  g_signal_connect_object (gtk_text_view_get_buffer (view), "paste-done", G_CALLBACK (pasted_cb), view,
                           G_CONNECT_SWAPPED);
}

static void
set_name (GtkWidget  *widget,
          const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static gboolean
has_words (const char *words)
{
  return words != NULL && *words != '\0';
}

/* A list without a heading gets the name of its first row. */
static void
name_list_box (GtkWidget *box)
{
  GtkWidget *expander = gtk_widget_get_ancestor (box, ADW_TYPE_EXPANDER_ROW);
  GtkWidget *group = gtk_widget_get_ancestor (box, ADW_TYPE_PREFERENCES_GROUP);
  GtkWidget *row = gtk_widget_get_first_child (box);

  if (expander != NULL)
    set_name (box, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (expander)));
  else if (group != NULL && !has_words (adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (group))) &&
           ADW_IS_PREFERENCES_ROW (row))
    set_name (box, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
}

/**
 * trs_control_names_complete:
 * @root: a widget whose template is in place
 *
 * Sets the accessible labels that libadwaita 1.2 leaves out: of lists in groups
 * without a heading, of expander rows, and of the button of a password row.
 */
void
trs_control_names_complete (GtkWidget *root)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_LIST_BOX (child))
        name_list_box (child);
      else if (GTK_IS_BUTTON (child) && gtk_widget_get_ancestor (child, ADW_TYPE_PASSWORD_ENTRY_ROW) != NULL)
        set_name (child, _("Show or Hide the Key"));
      else if (ADW_IS_EXPANDER_ROW (child))
        set_name (child, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (child)));
      trs_control_names_complete (child);
    }
}

typedef struct
{
  TrsDialogLayoutFunc layout;
  gboolean compact;
  gboolean laid_out;
} Follower;

static void
width_changed_cb (GtkWindow  *dialog,
                  GParamSpec *pspec,
                  gpointer    user_data)
{
  Follower *follower = user_data;
  gboolean compact;
  int width;
  int height;

  gtk_window_get_default_size (dialog, &width, &height);
  compact = width > 0 && width < TRS_DIALOG_COMPACT_WIDTH;
  if (follower->laid_out && compact == follower->compact)
    return;
  follower->laid_out = TRUE;
  follower->compact = compact;
  if (follower->layout != NULL)
    follower->layout (dialog, compact);
}

static void
parent_changed_cb (GtkWindow  *dialog,
                   GParamSpec *pspec,
                   gpointer    user_data)
{
  GtkWindow *parent = gtk_window_get_transient_for (dialog);
  Follower *follower = user_data;
  int parent_width = parent != NULL ? gtk_widget_get_width (GTK_WIDGET (parent)) : 0;
  int parent_height;
  int least_width;
  int width;
  int height;

  if (parent_width <= 0)
    return;
  gtk_window_get_default_size (dialog, &width, &height);
  gtk_widget_get_size_request (GTK_WIDGET (dialog), &least_width, NULL);
  width = MAX (least_width, MIN (width, parent_width));
  parent_height = gtk_widget_get_height (GTK_WIDGET (parent));
  /* On a narrow screen a dialog with a compact layout covers the window below. */
  if (follower->layout == NULL || width >= TRS_DIALOG_COMPACT_WIDTH)
    parent_height = MIN (height, parent_height);
  gtk_window_set_default_size (dialog, width, parent_height);
}

/**
 * trs_dialog_size_follow:
 * @dialog: a dialog that is being made
 * @layout: (nullable): called now and whenever the dialog becomes narrow or
 *   wide; %NULL for a small one, which has its natural height in any width
 *
 * Makes the dialog no larger than its transient parent, and lays it out for its
 * width.
 */
void
trs_dialog_size_follow (GtkWindow           *dialog,
                        TrsDialogLayoutFunc  layout)
{
  Follower *follower = g_new0 (Follower, 1);

  follower->layout = layout;
  g_signal_connect (dialog, "notify::transient-for", G_CALLBACK (parent_changed_cb), follower);
  g_signal_connect_data (dialog, "notify::default-width", G_CALLBACK (width_changed_cb), follower,
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  width_changed_cb (dialog, NULL, follower);
}

static gboolean
query_tooltip_cb (GtkWidget  *label,
                  int         x,
                  int         y,
                  gboolean    keyboard,
                  GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, gtk_label_get_label (GTK_LABEL (label)));
  return TRUE;
}

/**
 * trs_full_length_attach:
 * @label: a label without markup that may be cut off
 *
 * Shows the whole text in a tooltip that is made on demand: setting a tooltip
 * text makes GTK query the pointer at once, for each of hundreds of rows.
 */
void
trs_full_length_attach (GtkLabel *label)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  gtk_widget_set_has_tooltip (GTK_WIDGET (label), TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}

/* Of a slice that grows. */
typedef struct
{
  GtkWidget *list;
  guint rows_per_frame;
  gboolean growing;
} GradualRows;

static gboolean
grow_cb (GtkWidget     *list,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  GtkSliceListModel *slice = user_data;
  GradualRows *self = g_object_get_data (G_OBJECT (slice), "gradual-rows");
  guint size = gtk_slice_list_model_get_size (slice) + self->rows_per_frame;
  guint n_items = g_list_model_get_n_items (gtk_slice_list_model_get_model (slice));

  self->growing = size < MIN (n_items, ROWS_KEPT);
  gtk_slice_list_model_set_size (slice, self->growing ? size : MAX (n_items, ROWS_KEPT));
  return self->growing ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Connected after the slice, which knows of the change already. */
static void
rows_changed_cb (GListModel        *model,
                 guint              position,
                 guint              removed,
                 guint              added,
                 GtkSliceListModel *slice)
{
  GradualRows *self = g_object_get_data (G_OBJECT (slice), "gradual-rows");
  guint n_items = g_list_model_get_n_items (model);
  guint size = gtk_slice_list_model_get_size (slice);

  if (n_items < size)
    gtk_slice_list_model_set_size (slice, MAX (n_items, self->rows_per_frame));
  else if (n_items > size && !self->growing)
    {
      self->growing = TRUE;
      gtk_widget_add_tick_callback (self->list, grow_cb, g_object_ref (slice), g_object_unref);
    }
}

/**
 * trs_gradual_rows_new:
 * @model: (transfer full): what is to be shown
 * @list: the widget that shows it, and lives as long as it does
 * @rows_per_frame: how many rows can be made within a frame
 *
 * Hundreds of rows take longer to make than a frame, and no list of GTK 4.8
 * makes only those that are visible.
 *
 * Returns: (transfer full): the items of @model, of which many come by and by,
 *   a few with each frame
 */
GListModel *
trs_gradual_rows_new (GListModel *model,
                      GtkWidget  *list,
                      guint       rows_per_frame)
{
  GtkSliceListModel *slice = gtk_slice_list_model_new (model, 0, rows_per_frame);
  GradualRows *self = g_new0 (GradualRows, 1);

  self->list = list;
  self->rows_per_frame = rows_per_frame;
  g_object_set_data_full (G_OBJECT (slice), "gradual-rows", self, g_free);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (rows_changed_cb), slice, 0);
  rows_changed_cb (model, 0, 0, g_list_model_get_n_items (model), slice);
  return G_LIST_MODEL (slice);
}

static void
create_popup_cb (GtkMenuButton *button,
                 gpointer       user_data)
{
  if (gtk_menu_button_get_popover (button) != NULL)
    return;

  gtk_menu_button_set_menu_model (button, user_data);
  trs_ui_compat_name_menu_items (GTK_WIDGET (button));
}

/**
 * trs_lazy_menu_attach:
 * @button: a button without a menu
 * @menu: its menu
 *
 * Creates the popover on first use. By then all action groups are there: GTK 4.8
 * does not notify a popover of a group that is inserted above it later.
 */
void
trs_lazy_menu_attach (GtkMenuButton *button,
                      GMenuModel    *menu)
{
  g_return_if_fail (GTK_IS_MENU_BUTTON (button));
  g_return_if_fail (G_IS_MENU_MODEL (menu));

  gtk_menu_button_set_create_popup_func (button, create_popup_cb, g_object_ref (menu), g_object_unref);
}

/**
 * trs_line_start_set_text:
 * @inscription: an inscription
 * @text: the text
 *
 * Sets a text that is aligned with the direction of the window. An inscription
 * would align a text of the other direction at the far edge, so that titles of
 * both directions would not line up. A label does not, but measures each text.
 */
void
trs_line_start_set_text (GtkInscription *inscription,
                         const char     *text)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (inscription)) == GTK_TEXT_DIR_RTL;
  int other = mirrored ? 1 : -1;
  g_autofree char *marked = NULL;

  /* The isolate stays open: the ellipsis would cut off its end, and stand before the text. */
  if (trs_bidi_get_first_direction (text, strlen (text)) == other)
    marked = g_strconcat (mirrored ? RIGHT_TO_LEFT_MARK : LEFT_TO_RIGHT_MARK, TRS_BIDI_FSI, text, NULL);

  gtk_inscription_set_text (inscription, marked != NULL ? marked : text);
}

static gboolean
focus_first (GtkWidget          *widget,
             const char * const *names)
{
  const char *name = GTK_IS_BUTTON (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;

  if (!gtk_widget_get_visible (widget))
    return FALSE;
  if (name != NULL && g_strv_contains (names, name))
    return gtk_widget_grab_focus (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (focus_first (child, names))
      return TRUE;
  return FALSE;
}

/**
 * trs_main_action_focus:
 * @widget: the widget with the button
 * @names: (array zero-terminated=1): names of actions
 *
 * Focuses the first visible button with one of the actions, unless the focus is
 * in a text field.
 *
 * Returns: %FALSE if there is none, or if it is insensitive
 */
gboolean
trs_main_action_focus (GtkWidget          *widget,
                       const char * const *names)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  return gtk_widget_get_mapped (widget) && !GTK_IS_TEXT (gtk_root_get_focus (root)) && focus_first (widget, names);
}
