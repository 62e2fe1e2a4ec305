/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-widget-utils.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-strings.h"
#include "trs-ui-compat.h"

/* The number of row widgets that GtkListView of GTK 4.8 keeps, however few are visible.
 * floor: try without it with GTK ≥ 4.10 */
#define ROWS_KEPT 200
#define ROWS_PER_FRAME 10

/* Up to this scale of the text, every bar fits on a narrow screen. */
#define LARGE_TEXT 1.4
#define LETTERS_LEFT 5
#define NARROWEST 360

#define LEFT_TO_RIGHT_MARK "\xe2\x80\x8e"
#define RIGHT_TO_LEFT_MARK "\xe2\x80\x8f"

/* Connects a handler for as long as @owner lives. @data is freed with g_free(). */
static void
connect_owned (gpointer    instance,
               const char *signal,
               GCallback   handler,
               gpointer    data,
               gpointer    owner)
{
  GClosure *closure = g_cclosure_new_swap (handler, data, (GClosureNotify) (GCallback) g_free);

  g_object_watch_closure (owner, closure);
  g_signal_connect_closure (instance, signal, closure, FALSE);
}

/* User data: a function to be called after the next frame of a widget. */
typedef struct
{
  GtkWidget *widget;
  TrsAfterFrameFunc function;
} AfterFrame;

static void
painted_cb (AfterFrame    *self,
            GdkFrameClock *clock)
{
  g_signal_handlers_disconnect_by_data (clock, self);
  self->function (self->widget);
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
  AfterFrame *waiting;

  g_return_if_fail (clock != NULL);

  waiting = g_new (AfterFrame, 1);
  waiting->widget = widget;
  waiting->function = function;
  connect_owned (clock, "after-paint", G_CALLBACK (painted_cb), waiting, widget);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT);
}

/**
 * trs_has_focus_within:
 * @widget: a widget in a window
 *
 * The focus child of a widget does not tell: it stays when the focus leaves.
 *
 * Returns: %TRUE if @widget contains what has the focus
 */
gboolean
trs_has_focus_within (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
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

/* Runs after GtkTextView has validated new lines, at a higher priority: their height is known now. */
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
  g_signal_connect_object (gtk_text_view_get_buffer (view), "paste-done", G_CALLBACK (pasted_cb), view,
                           G_CONNECT_SWAPPED);
}

/**
 * trs_text_view_get_iter_at:
 * @view: a view
 * @x: of a point of the widget
 * @y: of a point of the widget
 * @iter: (out): the place of the text that is nearest to it
 *
 * Returns: %FALSE if there is none at the point itself
 */
gboolean
trs_text_view_get_iter_at (GtkTextView *view,
                           double       x,
                           double       y,
                           GtkTextIter *iter)
{
  int buffer_x;
  int buffer_y;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y, &buffer_x, &buffer_y);
  return gtk_text_view_get_iter_at_location (view, iter, buffer_x, buffer_y);
}

/**
 * trs_text_buffer_clear_tag:
 * @buffer: a text buffer
 * @name: name of one of its tags
 *
 * Removes a tag wherever it is set, and only there: of the range from which a
 * tag is removed, GTK lays out all lines again.
 */
void
trs_text_buffer_clear_tag (GtkTextBuffer *buffer,
                           const char    *name)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), name);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_start_iter (buffer, &start);
  while (gtk_text_iter_starts_tag (&start, tag) || gtk_text_iter_forward_to_tag_toggle (&start, tag))
    {
      end = start;
      gtk_text_iter_forward_to_tag_toggle (&end, tag);
      gtk_text_buffer_remove_tag (buffer, tag, &start, &end);
    }
}

static void
set_name (GtkWidget  *widget,
          const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/**
 * trs_has_text:
 * @widget: (nullable): not used
 * @text: (nullable): a text
 *
 * Also a closure for templates: what has nothing to say is hidden.
 *
 * Returns: whether there is any
 */
gboolean
trs_has_text (gpointer    widget,
              const char *text)
{
  return text != NULL && *text != '\0';
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
  else if (group != NULL && !trs_has_text (NULL, adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (group))) &&
           ADW_IS_PREFERENCES_ROW (row))
    set_name (box, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
}

/**
 * trs_control_names_complete:
 * @root: a widget whose template is in place
 *
 * Sets the accessible labels that libadwaita 1.2 leaves out: of lists in groups
 * without a heading, and of expander rows.
 */
/* floor: try without it with libadwaita ≥ 1.3 */
void
trs_control_names_complete (GtkWidget *root)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_LIST_BOX (child))
        name_list_box (child);
      else if (ADW_IS_EXPANDER_ROW (child))
        set_name (child, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (child)));
      trs_control_names_complete (child);
    }
}

/* Also emitted when nothing changes for the layout. */
static void
width_changed_cb (GtkWindow           *dialog,
                  GParamSpec          *pspec,
                  TrsDialogLayoutFunc  layout)
{
  int width, height;

  gtk_window_get_default_size (dialog, &width, &height);
  layout (dialog, width > 0 && width < TRS_DIALOG_COMPACT_WIDTH);
}

static void
parent_changed_cb (GtkWindow           *dialog,
                   GParamSpec          *pspec,
                   TrsDialogLayoutFunc  layout)
{
  GtkWidget *parent = GTK_WIDGET (gtk_window_get_transient_for (dialog));
  int least_width, width, height;

  if (parent == NULL || gtk_widget_get_width (parent) <= 0)
    return;

  gtk_window_get_default_size (dialog, &width, &height);
  gtk_widget_get_size_request (GTK_WIDGET (dialog), &least_width, NULL);
  width = MAX (least_width, MIN (width, gtk_widget_get_width (parent)));
  /* On a narrow screen, a compact dialog covers its parent window. */
  if (layout != NULL && width < TRS_DIALOG_COMPACT_WIDTH)
    height = gtk_widget_get_height (parent);
  gtk_window_set_default_size (dialog, width, MIN (height, gtk_widget_get_height (parent)));
}

/* A pending operation may hold the dialog longer than its transient parent lives, to which GTK 4.8 keeps a dangling
 * pointer.
 * floor: try without it with GTK ≥ 4.10 */
static void
unrealized_cb (GtkWindow *dialog)
{
  gtk_window_set_transient_for (dialog, NULL);
}

static void
parent_set_cb (GtkWindow *dialog)
{
  GtkWidget *parent = GTK_WIDGET (gtk_window_get_transient_for (dialog));

  if (parent != NULL)
    trs_widget_set_css_class (GTK_WIDGET (dialog), "narrow", gtk_widget_has_css_class (parent, "narrow"));
}

/**
 * trs_dialog_adapt:
 * @dialog: a dialog that is being made
 *
 * Makes the dialog fit for a narrow screen and large text: it gets the style class `narrow`, which makes targets as
 * large as a thumb, when its transient parent has it, and trs_labels_complete() runs when it is shown.
 * trs_dialog_size_follow() does so itself.
 */
void
trs_dialog_adapt (GtkWindow *dialog)
{
  g_signal_connect (dialog, "notify::transient-for", G_CALLBACK (parent_set_cb), NULL);
  g_signal_connect (dialog, "map", G_CALLBACK (trs_labels_complete), NULL);
}

/**
 * trs_help_open:
 * @widget: a widget in a window or a dialog
 * @place: a page of the help, or a part of one, as the action `app.help-page` takes it
 *
 * Opens the help. The actions of the application are those of its own windows, so that from a dialog the window below
 * it is asked.
 *
 * Returns: %TRUE if there is somebody to open it
 */
gboolean
trs_help_open (GtkWidget  *widget,
               const char *place)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (widget));

  while (window != NULL && !gtk_widget_activate_action (GTK_WIDGET (window), "app.help-page", "s", place))
    window = gtk_window_get_transient_for (window);
  return window != NULL;
}

static G_DEFINE_QUARK (trs-dialog-help, help)

/* A message dialog has no help page of its own: F1 opens that of the dialog below it. */
static gboolean
show_help_cb (GtkWidget *dialog,
              GVariant  *arguments,
              gpointer   user_data)
{
  const char *place = NULL;

  for (GtkWindow *window = GTK_WINDOW (dialog); window != NULL && place == NULL;
       window = gtk_window_get_transient_for (window))
    place = trs_dialog_get_help (window);
  return trs_help_open (dialog, place != NULL ? place : "index");
}

/**
 * trs_dialog_set_help:
 * @dialog: a dialog with trs_dialog_add_help_key()
 * @place: a page of the help, or a part of one
 *
 * Says what F1 opens; else it is what the dialog below has, or the list of pages.
 */
void
trs_dialog_set_help (GtkWindow  *dialog,
                     const char *place)
{
  g_object_set_qdata_full (G_OBJECT (dialog), help_quark (), g_strdup (place), g_free);
}

/**
 * trs_dialog_get_help:
 * @dialog: a dialog
 *
 * Returns: (nullable): what trs_dialog_set_help() has said
 */
const char *
trs_dialog_get_help (GtkWindow *dialog)
{
  return g_object_get_qdata (G_OBJECT (dialog), help_quark ());
}

/**
 * trs_dialog_add_help_key:
 * @dialog: a dialog
 *
 * Has F1 open the help from a dialog, as it does from the window.
 */
void
trs_dialog_add_help_key (GtkWindow *dialog)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (keys), GTK_SHORTCUT_SCOPE_MANAGED);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F1, 0),
                                                          gtk_callback_action_new (show_help_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (dialog), keys);
}

/**
 * trs_dialog_size_follow:
 * @dialog: a dialog that is being made
 * @layout: (nullable): called now and whenever the width changes; %NULL for a
 *   small dialog, which has its natural height in any width
 *
 * Makes the dialog no larger than its transient parent, and lays it out for its
 * width. When it closes it has no transient parent any more. F1 in it opens the
 * help: see trs_dialog_set_help().
 */
/* floor: remove with libadwaita ≥ 1.5, which has AdwDialog */
void
trs_dialog_size_follow (GtkWindow           *dialog,
                        TrsDialogLayoutFunc  layout)
{
  trs_dialog_adapt (dialog);
  g_signal_connect (dialog, "notify::transient-for", G_CALLBACK (parent_changed_cb), (gpointer) layout);
  g_signal_connect_after (dialog, "unrealize", G_CALLBACK (unrealized_cb), NULL);
  trs_dialog_add_help_key (dialog);
  if (layout == NULL)
    return;

  g_signal_connect (dialog, "notify::default-width", G_CALLBACK (width_changed_cb), (gpointer) layout);
  width_changed_cb (dialog, NULL, layout);
}

/**
 * trs_dialog_present:
 * @parent: the window that it belongs to
 * @dialog: (type GtkWindow): a dialog that was just made
 *
 * Presents a dialog over a window.
 */
void
trs_dialog_present (GtkWindow *parent,
                    gpointer   dialog)
{
  gtk_window_set_transient_for (dialog, parent);
  gtk_window_present (dialog);
}

/**
 * trs_dialog_lay_out:
 * @dialog: the dialog
 * @compact: whether it is narrow
 *
 * A #TrsDialogLayoutFunc that gives the dialog the style class `compact`.
 */
void
trs_dialog_lay_out (GtkWindow *dialog,
                    gboolean   compact)
{
  trs_widget_set_css_class (GTK_WIDGET (dialog), "compact", compact);
}

/**
 * trs_dialog_is_wide:
 * @dialog: (nullable): not used
 * @css_classes: (array zero-terminated=1): the style classes of a dialog
 *
 * A closure for templates.
 *
 * Returns: whether trs_dialog_lay_out() has laid it out for a wide screen
 */
gboolean
trs_dialog_is_wide (GtkWidget          *dialog,
                    const char * const *css_classes)
{
  return !g_strv_contains (css_classes, "compact");
}

/**
 * trs_widget_set_css_class:
 * @widget: a widget
 * @css_class: a style class
 * @set: whether the widget has it
 */
void
trs_widget_set_css_class (GtkWidget  *widget,
                          const char *css_class,
                          gboolean    set)
{
  if (set)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

static gboolean
load_more_rows_cb (GtkWidget     *list,
                   GdkFrameClock *clock,
                   gpointer       user_data)
{
  GtkSliceListModel *slice = user_data;
  guint size = gtk_slice_list_model_get_size (slice) + ROWS_PER_FRAME;
  guint n_items = g_list_model_get_n_items (gtk_slice_list_model_get_model (slice));
  gboolean growing = size < MIN (n_items, ROWS_KEPT);

  gtk_slice_list_model_set_size (slice, growing ? size : MAX (n_items, ROWS_KEPT));
  return growing;
}

/* A slice of the rows, and the widget that shows it. */
typedef struct
{
  GtkSliceListModel *slice;
  GtkWidget *list;
} GradualRows;

/* Connected after the slice, which has handled the change already. */
static void
rows_changed_cb (GradualRows *self)
{
  GtkSliceListModel *slice = self->slice;
  guint n_items = g_list_model_get_n_items (gtk_slice_list_model_get_model (slice));
  guint size = gtk_slice_list_model_get_size (slice);

  if (n_items < size)
    gtk_slice_list_model_set_size (slice, MAX (n_items, ROWS_PER_FRAME));
  else if (n_items > size)
    gtk_widget_add_tick_callback (self->list, load_more_rows_cb, g_object_ref (slice), g_object_unref);
}

/**
 * trs_gradual_rows_new:
 * @model: (transfer full): what is to be shown
 * @list: the widget that shows it, and lives as long as it does
 *
 * Hundreds of rows take longer to make than a frame, and no list of GTK 4.8
 * makes only those that are visible.
 *
 * Returns: (transfer full): the items of @model, of which many are loaded later,
 *   a few with each frame
 */
GListModel *
trs_gradual_rows_new (GListModel *model,
                      GtkWidget  *list)
{
  GradualRows *self = g_new (GradualRows, 1);

  self->slice = gtk_slice_list_model_new (model, 0, ROWS_PER_FRAME);
  self->list = list;
  connect_owned (model, "items-changed", G_CALLBACK (rows_changed_cb), self, self->slice);
  rows_changed_cb (self);
  return G_LIST_MODEL (self->slice);
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
/* floor: try without it with GTK ≥ 4.10 */
void
trs_lazy_menu_attach (GtkMenuButton *button,
                      GMenuModel    *menu)
{
  gtk_menu_button_set_create_popup_func (button, create_popup_cb, g_object_ref (menu), g_object_unref);
}

/**
 * trs_actions_enable:
 * @actions: a group
 * @name: a #GSimpleAction in it
 * @enabled: whether it can be used
 */
void
trs_actions_enable (GSimpleActionGroup *actions,
                    const char         *name,
                    gboolean            enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

/**
 * trs_inscription_set_line:
 * @inscription: an inscription of one line
 * @text: what it shows
 *
 * Aligns the text with the direction of the window. An inscription would align
 * a text of the other direction at the far edge, so that lines of both
 * directions would not line up. A label does not, but measures each text.
 */
void
trs_inscription_set_line (GtkInscription *inscription,
                          const char     *text)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (inscription)) == GTK_TEXT_DIR_RTL;
  int other = mirrored ? 1 : -1;
  g_autofree char *marked = NULL;

  /* Do not close the isolate: an ellipsis would cut off its end, and be placed before the text. */
  if (trs_bidi_get_first_direction (text, strlen (text)) == other)
    marked = g_strconcat (mirrored ? RIGHT_TO_LEFT_MARK : LEFT_TO_RIGHT_MARK, TRS_BIDI_FSI, text, NULL);

  gtk_inscription_set_text (inscription, marked != NULL ? marked : text);
}

/**
 * trs_get_cut_text:
 * @widget: a label or an inscription
 *
 * An inscription does not tell what it has cut off.
 *
 * Returns: (transfer none) (nullable): the whole of what it says, if that is cut off
 */
const char *
trs_get_cut_text (GtkWidget *widget)
{
  g_autoptr (PangoLayout) layout = NULL;
  int width;

  if (GTK_IS_LABEL (widget))
    return pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)))
               ? gtk_label_get_text (GTK_LABEL (widget)) : NULL;

  layout = gtk_widget_create_pango_layout (widget, gtk_inscription_get_text (GTK_INSCRIPTION (widget)));
  pango_layout_set_attributes (layout, gtk_inscription_get_attributes (GTK_INSCRIPTION (widget)));
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width > gtk_widget_get_width (widget) ? gtk_inscription_get_text (GTK_INSCRIPTION (widget)) : NULL;
}

static gboolean
query_tooltip_cb (GtkWidget  *widget,
                  int         x,
                  int         y,
                  gboolean    keyboard,
                  GtkTooltip *tooltip)
{
  const char *text = trs_get_cut_text (widget);

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/**
 * trs_tooltip_when_cut:
 * @widget: (type GtkWidget): a label or an inscription
 *
 * Shows what the widget says as its tooltip whenever it is cut off.
 */
void
trs_tooltip_when_cut (gpointer widget)
{
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (widget, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}

/**
 * trs_text_is_large:
 *
 * Returns: whether the user has asked for text so large that labels beside each other have no room
 */
gboolean
trs_text_is_large (void)
{
  int dpi;

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi > LARGE_TEXT * 96 * PANGO_SCALE;
}

/* Some letters are always left.
 * floor: remove with GTK ≥ 4.12, where buttons can shrink */
static void
shrink (GtkWidget *widget,
        gboolean   in_button)
{
  if (GTK_IS_LABEL (widget) && in_button)
    {
      glong n = g_utf8_strlen (gtk_label_get_text (GTK_LABEL (widget)), -1);

      gtk_label_set_ellipsize (GTK_LABEL (widget), PANGO_ELLIPSIZE_END);
      gtk_label_set_width_chars (GTK_LABEL (widget), (int) MIN (n, LETTERS_LEFT));
    }
  if (GTK_IS_BUTTON (widget))
    trs_ui_compat_let_shrink (GTK_BUTTON (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    shrink (child, in_button || GTK_IS_BUTTON (widget));
}

/* The window has the title, too. */
static void
give_up_title (AdwHeaderBar *bar)
{
  GtkWidget *title = adw_header_bar_get_title_widget (bar);
  int width;

  gtk_widget_measure (GTK_WIDGET (bar), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  if (width <= NARROWEST)
    return;
  if (title != NULL)
    gtk_widget_set_visible (title, FALSE);
  else
    adw_header_bar_set_title_widget (bar, adw_bin_new ());
}

/**
 * trs_labels_complete:
 * @root: a widget whose template is in place
 *
 * Has every label that may be cut off say the whole as its tooltip. With very large text, this includes the labels of
 * buttons in header bars, and in boxes of the style class `can-shrink`, which would ask for more room than a narrow
 * screen has. A header bar whose buttons need all of it gives up its title.
 */
void
trs_labels_complete (GtkWidget *root)
{
  if ((ADW_IS_HEADER_BAR (root) || gtk_widget_has_css_class (root, "can-shrink")) && trs_text_is_large ())
    {
      shrink (root, FALSE);
      if (ADW_IS_HEADER_BAR (root))
        give_up_title (ADW_HEADER_BAR (root));
    }
  if (GTK_IS_LABEL (root) && gtk_label_get_ellipsize (GTK_LABEL (root)) != PANGO_ELLIPSIZE_NONE &&
      !gtk_widget_get_has_tooltip (root))
    trs_tooltip_when_cut (root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    trs_labels_complete (child);
}

/**
 * trs_invitation_new:
 *
 * Returns: (transfer floating): invites to transcribe the first video
 */
GtkWidget *
trs_invitation_new (void)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-invitation.ui");

  GObject *invitation = g_object_ref (gtk_builder_get_object (builder, "invitation"));

  g_object_force_floating (invitation);
  return GTK_WIDGET (invitation);
}

/**
 * trs_invitation_update:
 * @invitation: what trs_invitation_new() returned
 *
 * Invites to what the account in use transcribes.
 */
void
trs_invitation_update (GtkWidget *invitation)
{
  AdwStatusPage *page = ADW_STATUS_PAGE (invitation);
  gboolean local = trs_strings_get_local ();

  adw_status_page_set_title (page,
                             local ? _("Transcribe Your First Recording") : _("Transcribe Your First Video"));
  adw_status_page_set_description (page,
                                   local ? _("Drop recordings on this window and read their words. They stay on this "
                                             "computer.")
                                         : _("Paste links to videos and get their words, with timecodes and speakers, "
                                             "ready to quote."));
}
