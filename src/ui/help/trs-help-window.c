/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-help-window.h"

#include "config.h"
#include "trs-help-page.h"
#include "trs-i18n.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

#define INDEX "index"
#define SCHEME "help:"

struct _TrsHelpWindow
{
  AdwWindow parent_instance;

  GtkWidget *back;
  GtkScrolledWindow *scroller;
  GtkBox *column;

  /* PAGE or PAGE#SECTION: what is shown, and what Back leads to, the latest last */
  char *place;
  GPtrArray *earlier;
  /* a heading or a row, which is scrolled to when the page is laid out */
  GtkWidget *start;
};

G_DEFINE_FINAL_TYPE (TrsHelpWindow, trs_help_window, ADW_TYPE_WINDOW)

static const char *
translate (const char *message)
{
  return g_dgettext (GETTEXT_PACKAGE, message);
}

static char *
dup_page_id (const char *place)
{
  return g_strndup (place, strcspn (place, "#"));
}

/* Returns: (transfer full) (nullable): a page of the resources, or %NULL if there is none of this id */
static TrsHelpPage *
load_page (const char *id)
{
  g_autofree char *path = g_strdup_printf (TRS_RESOURCE_BASE "/help/%s.page", id);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  if (bytes == NULL)
    return NULL;
  return trs_help_page_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), translate);
}

static gboolean
follow_link_cb (TrsHelpWindow *self,
                const char    *address)
{
  if (g_str_has_prefix (address, SCHEME))
    trs_help_window_open (self, address + strlen (SCHEME));
  else
    trs_ui_compat_open_uri (GTK_WINDOW (self), address);
  return TRUE;
}

/* A label that can be selected has all its words selected when Tab comes to it, and then Tab passes its links by: words
 * with a link are left to the link. */
static GtkWidget *
make_label (TrsHelpWindow     *self,
            GtkAccessibleRole  role,
            const char        *markup)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL,
                                   "accessible-role", role,
                                   "label", markup,
                                   "use-markup", TRUE,
                                   "selectable", strstr (markup, "<a ") == NULL,
                                   "wrap", TRUE,
                                   "wrap-mode", PANGO_WRAP_WORD_CHAR,
                                   "xalign", 0.0f,
                                   "hexpand", TRUE,
                                   NULL);

  g_signal_connect_object (label, "activate-link", G_CALLBACK (follow_link_cb), self, G_CONNECT_SWAPPED);
  return label;
}

static GtkWidget *
make_heading (TrsHelpWindow *self,
              const char    *markup,
              int            level)
{
  GtkWidget *label = make_label (self, GTK_ACCESSIBLE_ROLE_HEADING, markup);

  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
  gtk_widget_add_css_class (label, level == 1 ? "page-title" : "title-3");
  if (level > 1)
    gtk_widget_set_margin_top (label, 12);
  return label;
}

/* What stands before the words of an item: its number or a dot. */
static GtkWidget *
make_item (TrsHelpWindow      *self,
           const TrsHelpBlock *block)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  g_autofree char *number = block->kind == TRS_HELP_STEP ? g_strdup_printf ("%u.", block->number) : g_strdup ("•");
  GtkWidget *marker = gtk_label_new (number);

  gtk_widget_set_valign (marker, GTK_ALIGN_START);
  gtk_widget_add_css_class (marker, "num");
  gtk_widget_set_margin_start (box, 6);
  gtk_box_append (GTK_BOX (box), marker);
  gtk_box_append (GTK_BOX (box), make_label (self, GTK_ACCESSIBLE_ROLE_LABEL, block->markup));
  return box;
}

static GtkWidget *
make_note (TrsHelpWindow      *self,
           const TrsHelpBlock *block)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "quote");
  gtk_box_append (GTK_BOX (card), make_label (self, GTK_ACCESSIBLE_ROLE_LABEL, block->markup));
  return card;
}

static GtkWidget *
make_block (TrsHelpWindow      *self,
            const TrsHelpBlock *block)
{
  switch (block->kind)
    {
    case TRS_HELP_TITLE:
      return make_heading (self, block->markup, 1);
    case TRS_HELP_HEADING:
      return make_heading (self, block->markup, 2);
    case TRS_HELP_ITEM:
    case TRS_HELP_STEP:
      return make_item (self, block);
    case TRS_HELP_NOTE:
      return make_note (self, block);
    case TRS_HELP_PARAGRAPH:
    default:
      return make_label (self, GTK_ACCESSIBLE_ROLE_LABEL, block->markup);
    }
}

static void
add_blocks (TrsHelpWindow     *self,
            const TrsHelpPage *page,
            const char        *section)
{
  for (guint i = 0; i < page->blocks->len; i++)
    {
      const TrsHelpBlock *block = g_ptr_array_index (page->blocks, i);
      GtkWidget *widget = make_block (self, block);

      gtk_box_append (self->column, widget);
      if (block->kind == TRS_HELP_TITLE || (section != NULL && g_strcmp0 (block->id, section) == 0))
        self->start = widget;
    }
}

static void
add_topic (TrsHelpWindow *self,
           GtkListBox    *list,
           const char    *id)
{
  g_autoptr (TrsHelpPage) page = load_page (id);
  g_autofree char *title = NULL;
  g_autofree char *description = NULL;
  GtkWidget *row, *arrow;

  if (page == NULL || page->title == NULL)
    return;

  title = g_markup_escape_text (page->title, -1);
  description = g_markup_escape_text (page->description != NULL ? page->description : "", -1);
  row = g_object_new (ADW_TYPE_ACTION_ROW,
                      "title", title,
                      "subtitle", description,
                      "activatable", TRUE,
                      "action-name", "help.open",
                      NULL);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", id);
  arrow = g_object_new (GTK_TYPE_IMAGE,
                        "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                        "icon-name", "go-next-symbolic",
                        NULL);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), arrow);
  gtk_list_box_append (list, row);
}

/* @from: (nullable): id of the page from which the user comes back */
static void
add_topics (TrsHelpWindow     *self,
            const TrsHelpPage *page,
            const char        *from)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, page->title, -1);
  for (guint i = 0; i < page->topics->len; i++)
    add_topic (self, GTK_LIST_BOX (list), g_ptr_array_index (page->topics, i));
  gtk_box_append (self->column, list);

  self->start = gtk_widget_get_first_child (list);
  for (GtkWidget *row = self->start; row != NULL && from != NULL; row = gtk_widget_get_next_sibling (row))
    if (g_str_equal (g_variant_get_string (gtk_actionable_get_action_target_value (GTK_ACTIONABLE (row)), NULL), from))
      self->start = row;
}

/* Widgets have no place to scroll to before they are laid out. */
static void
scroll_to_start (GtkWidget *widget)
{
  TrsHelpWindow *self = TRS_HELP_WINDOW (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  graphene_rect_t bounds;

  if (self->start == NULL || !gtk_widget_compute_bounds (self->start, GTK_WIDGET (self->column), &bounds))
    return;

  if (GTK_IS_LABEL (self->start))
    gtk_adjustment_set_value (adjustment, bounds.origin.y);
  else
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
  self->start = NULL;
}

static void
clear (TrsHelpWindow *self)
{
  GtkWidget *child;

  self->start = NULL;
  gtk_window_set_focus (GTK_WINDOW (self), NULL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->column))) != NULL)
    gtk_box_remove (self->column, child);
}

static gboolean
has_page (const char *place)
{
  g_autofree char *id = dup_page_id (place);
  g_autofree char *path = g_strdup_printf (TRS_RESOURCE_BASE "/help/%s.page", id);

  return g_resources_get_info (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL, NULL, NULL);
}

/* @from: (nullable): id of the page from which the user comes back */
static void
show_place (TrsHelpWindow *self,
            const char    *place,
            const char    *from)
{
  g_autofree char *shown = g_strdup (place);
  g_autofree char *id = dup_page_id (place);
  const char *section = strchr (shown, '#');
  g_autoptr (TrsHelpPage) page = load_page (id);

  g_return_if_fail (page != NULL);

  g_free (self->place);
  self->place = g_strdup (shown);
  clear (self);
  add_blocks (self, page, section != NULL ? section + 1 : NULL);
  if (page->topics->len > 0)
    add_topics (self, page, from);
  gtk_window_set_title (GTK_WINDOW (self), page->title);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.back", self->earlier->len > 0);
  gtk_widget_set_visible (self->back, self->earlier->len > 0);
  gtk_window_set_focus (GTK_WINDOW (self), self->start);
  /* A label that gets the focus selects its words, which is for Tab alone. */
  if (GTK_IS_LABEL (self->start))
    gtk_label_select_region (GTK_LABEL (self->start), 0, 0);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    trs_after_frame (GTK_WIDGET (self), scroll_to_start);
}

static void
back_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  TrsHelpWindow *self = TRS_HELP_WINDOW (widget);
  g_autofree char *from = dup_page_id (self->place);
  g_autofree char *place = g_ptr_array_steal_index (self->earlier, self->earlier->len - 1);

  show_place (self, place, from);
}

static void
open_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  TrsHelpWindow *self = TRS_HELP_WINDOW (widget);

  trs_help_window_open (self, g_variant_get_string (parameter, NULL));
}

static void
trs_help_window_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (trs_help_window_parent_class)->map (widget);

  trs_after_frame (widget, scroll_to_start);
}

static void
trs_help_window_finalize (GObject *object)
{
  TrsHelpWindow *self = TRS_HELP_WINDOW (object);

  g_free (self->place);
  g_ptr_array_unref (self->earlier);

  G_OBJECT_CLASS (trs_help_window_parent_class)->finalize (object);
}

static void
trs_help_window_class_init (TrsHelpWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_help_window_finalize;
  widget_class->map = trs_help_window_map;

  gtk_widget_class_install_action (widget_class, "help.back", NULL, back_action);
  gtk_widget_class_install_action (widget_class, "help.open", "s", open_action);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-help-window.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsHelpWindow, back);
  gtk_widget_class_bind_template_child (widget_class, TrsHelpWindow, scroller);
  gtk_widget_class_bind_template_child (widget_class, TrsHelpWindow, column);
}

static void
trs_help_window_init (TrsHelpWindow *self)
{
  g_autoptr (GtkWindowGroup) group = gtk_window_group_new ();

  self->earlier = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A modal dialog, which the help may explain, takes the input of its own group only. */
  gtk_window_group_add_window (group, GTK_WINDOW (self));
  trs_dialog_size_follow (GTK_WINDOW (self), trs_dialog_lay_out);
}

/**
 * trs_help_window_new:
 *
 * Returns: (transfer floating): the help, which shows nothing yet
 */
TrsHelpWindow *
trs_help_window_new (void)
{
  return g_object_new (TRS_TYPE_HELP_WINDOW, NULL);
}

/**
 * trs_help_window_open:
 * @self: the help
 * @place: id of a page, or `PAGE#SECTION`; if there is none, the list of pages is shown
 *
 * Shows a page, from which Back leads to what was shown before, or to the list of pages.
 */
void
trs_help_window_open (TrsHelpWindow *self,
                      const char    *place)
{
  const char *before = self->place != NULL ? self->place : INDEX;

  if (!has_page (place))
    place = INDEX;
  if (!g_str_equal (before, place))
    g_ptr_array_add (self->earlier, g_strdup (before));
  show_place (self, place, NULL);
}

/**
 * trs_help_window_get_place:
 * @self: the help
 *
 * Returns: (nullable): what is shown, as in trs_help_window_open()
 */
const char *
trs_help_window_get_place (TrsHelpWindow *self)
{
  return self->place;
}
