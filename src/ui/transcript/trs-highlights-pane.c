/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-highlights-pane.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-highlight-list.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

/* Maximum width of a chip that shows a name; the tooltip has the rest. */
#define CHIP_MAX_CHARS 30

struct _TrsHighlightsPane
{
  AdwBin parent_instance;

  GtkStack *stack;
  GtkLabel *empty;
  GtkListView *list;
  GtkDropDown *show; /* the colour shown, or all */
  GtkWidget *close;
  GtkPopover *menu;

  TrsTranscriptView *view;
  TrsAnnotationEditor *editor; /* NULL if the transcript cannot be annotated */
  TrsHighlightList *highlights;
  GPtrArray *rows; /* (element-type GtkListItem): those in or near the visible part */
  GtkCustomFilter *filter;
  GtkSingleSelection *selection;
  gboolean following; /* set while the caret selects a row */
};

G_DEFINE_FINAL_TYPE (TrsHighlightsPane, trs_highlights_pane, ADW_TYPE_BIN)

static void
remove_highlight (TrsHighlightsPane *self,
                  TrsHighlight      *highlight)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  TrsLostStrings strings;
  guint n;

  if (self->editor == NULL || highlight == NULL)
    return;

  /* before the edit, which may free the highlight */
  strings = trs_highlight_strings_lost (trs_highlight_get_annotation (highlight)->kind);
  trs_annotation_editor_apply (self->editor,
                               trs_annotations_remove (trs_annotation_editor_get_annotations (self->editor),
                                                       trs_highlight_get_annotation (highlight)));
  gtk_widget_activate_action (GTK_WIDGET (self), "edits.offer", "s", strings.removed);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  if (position != GTK_INVALID_LIST_POSITION && n > 0)
    gtk_single_selection_set_selected (self->selection, MIN (position, n - 1));
}

/* The widget that GTK puts around a row */
static GtkWidget *
get_row_widget (GtkListItem *item)
{
  return gtk_widget_get_parent (gtk_list_item_get_child (item));
}

/* Returns: (transfer none) (nullable): the highlight of the row that has the focus, or else of the one that is
 * selected: GTK 4.8 gives the list the focus without a selection */
static TrsHighlight *
get_highlight (TrsHighlightsPane *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (gtk_list_item_get_item (self->rows->pdata[i]) != NULL &&
        gtk_widget_has_focus (get_row_widget (self->rows->pdata[i])))
      return gtk_list_item_get_item (self->rows->pdata[i]);
  return gtk_single_selection_get_selected_item (self->selection);
}

static void
remove_action (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  TrsHighlightsPane *self = TRS_HIGHLIGHTS_PANE (widget);

  remove_highlight (self, get_highlight (self));
}

/* A highlight that is lost has no place to be quoted from: its words are what there is. */
static void
copy_highlight (TrsHighlightsPane *self,
                TrsHighlight      *highlight,
                gboolean           quoted)
{
  TrsTextPosition start;
  TrsTextPosition end;

  if (highlight == NULL || trs_highlight_get_annotation (highlight)->kind != TRS_ANNOTATION_HIGHLIGHT)
    return;

  start = trs_highlight_get_start (highlight);
  end = trs_highlight_get_end (highlight);
  if (trs_highlight_is_lost (highlight))
    trs_transcript_view_copy_lost (self->view, trs_highlight_get_annotation (highlight)->words);
  else if (quoted)
    gtk_widget_activate_action (GTK_WIDGET (self), "page.quote-highlight", "(utut)", start.paragraph,
                                (guint64) start.byte, end.paragraph, (guint64) end.byte);
  else
    trs_transcript_view_copy_highlight (self->view, start, end);
}

static void
copy_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  TrsHighlightsPane *self = TRS_HIGHLIGHTS_PANE (widget);

  copy_highlight (self, get_highlight (self), g_str_has_suffix (action_name, "-quotation"));
}

static void
copy_clicked_cb (GtkListItem *item,
                 GtkWidget   *button)
{
  copy_highlight (TRS_HIGHLIGHTS_PANE (gtk_widget_get_ancestor (button, TRS_TYPE_HIGHLIGHTS_PANE)),
                  gtk_list_item_get_item (item), TRUE);
}

/* Selects the row, which is what the entries of the menu are about. */
static void
show_menu (TrsHighlightsPane *self,
           GtkListItem       *item,
           GdkRectangle      *area)
{
  TrsHighlight *highlight = gtk_list_item_get_item (item);
  gboolean is_highlight = trs_highlight_get_annotation (highlight)->kind == TRS_ANNOTATION_HIGHLIGHT;

  gtk_single_selection_set_selected (self->selection, gtk_list_item_get_position (item));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "highlights-pane.copy", is_highlight);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "highlights-pane.copy-quotation",
                                 is_highlight && !trs_highlight_is_lost (highlight));
  gtk_popover_set_pointing_to (self->menu, area);
  gtk_popover_popup (self->menu);
}

static void
secondary_pressed_cb (TrsHighlightsPane *self,
                      int                n_press,
                      double             x,
                      double             y,
                      GtkGesture        *gesture)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);
  double pane_x;
  double pane_y;

  gtk_widget_translate_coordinates (GTK_WIDGET (self->list), GTK_WIDGET (self), x, y, &pane_x, &pane_y);
  for (guint i = 0; i < self->rows->len && picked != NULL; i++)
    if (gtk_list_item_get_item (self->rows->pdata[i]) != NULL &&
        (picked == get_row_widget (self->rows->pdata[i]) ||
         gtk_widget_is_ancestor (picked, get_row_widget (self->rows->pdata[i]))))
      {
        gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
        show_menu (self, self->rows->pdata[i], &(GdkRectangle) { (int) pane_x, (int) pane_y, 1, 1 });
        return;
      }
}

static void
menu_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  TrsHighlightsPane *self = TRS_HIGHLIGHTS_PANE (widget);
  TrsHighlight *highlight = get_highlight (self);
  graphene_rect_t bounds;

  for (guint i = 0; i < self->rows->len; i++)
    if (highlight != NULL && gtk_list_item_get_item (self->rows->pdata[i]) == highlight &&
        gtk_widget_compute_bounds (get_row_widget (self->rows->pdata[i]), widget, &bounds))
      {
        show_menu (self, self->rows->pdata[i],
                   &(GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y, (int) bounds.size.width,
                                     (int) bounds.size.height });
        return;
      }
}

static void
menu_closed_cb (TrsHighlightsPane *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "highlights-pane.copy", TRUE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "highlights-pane.copy-quotation", TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
remove_clicked_cb (GtkListItem *item,
                   GtkWidget   *button)
{
  remove_highlight (TRS_HIGHLIGHTS_PANE (gtk_widget_get_ancestor (button, TRS_TYPE_HIGHLIGHTS_PANE)),
                    gtk_list_item_get_item (item));
}

static GtkWidget *
make_label (int lines)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                                   "lines", lines, "ellipsize", PANGO_ELLIPSIZE_END, "hexpand", TRUE, NULL);

  trs_tooltip_when_cut (label);
  return label;
}

/* Arrow keys move between rows, so the buttons are not focusable; their keys are Ctrl+Shift+C and Delete. */
static GtkWidget *
make_button (const char  *icon_name,
             GtkListItem *item,
             GCallback    clicked_cb)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_focusable (button, FALSE);
  g_signal_connect_object (button, "clicked", clicked_cb, item, G_CONNECT_SWAPPED);
  return button;
}

/* Row: a chip, facts and two buttons; then the words, then the note. An annotation other than a highlight has no note,
 * and its chip needs the place of the facts for a name. */
static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          TrsHighlightsPane        *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *chip = gtk_label_new (NULL);
  GtkWidget *facts = make_label (2);
  GtkWidget *copy = make_button ("edit-copy-symbolic", item, G_CALLBACK (copy_clicked_cb));
  GtkWidget *button = make_button ("user-trash-symbolic", item, G_CALLBACK (remove_clicked_cb));
  GtkWidget *note = make_label (3);

  gtk_widget_set_margin_top (row, 6);
  gtk_widget_set_margin_bottom (row, 6);
  gtk_widget_set_valign (chip, GTK_ALIGN_CENTER);
  gtk_label_set_ellipsize (GTK_LABEL (chip), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (chip), CHIP_MAX_CHARS);
  gtk_widget_add_css_class (facts, "facts");
  gtk_widget_add_css_class (facts, "quiet");
  gtk_widget_add_css_class (note, "facts");
  gtk_widget_add_css_class (note, "quiet");
  /* Translators: button: puts the words of a highlight on the clipboard, with who said them and when. */
  gtk_widget_set_tooltip_text (copy, _("Copy Quotation"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (copy), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Copy Quotation"), -1);
  gtk_box_append (GTK_BOX (top), chip);
  gtk_box_append (GTK_BOX (top), facts);
  gtk_box_append (GTK_BOX (top), copy);
  gtk_box_append (GTK_BOX (top), button);
  gtk_box_append (GTK_BOX (row), top);
  gtk_box_append (GTK_BOX (row), make_label (3));
  gtk_box_append (GTK_BOX (row), note);
  gtk_list_item_set_child (item, row);
  g_ptr_array_add (self->rows, item);
}

static void
teardown_cb (GtkSignalListItemFactory *factory,
             GtkListItem              *item,
             TrsHighlightsPane        *self)
{
  g_ptr_array_remove_fast (self->rows, item);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  TrsHighlight *highlight = gtk_list_item_get_item (item);
  const TrsAnnotation *annotation = trs_highlight_get_annotation (highlight);
  const char *what = trs_highlight_get_what (highlight);
  TrsLostStrings strings = trs_highlight_strings_lost (annotation->kind);
  const char *facts = trs_highlight_is_lost (highlight) ? strings.reason : trs_highlight_get_facts (highlight);
  gboolean is_highlight = annotation->kind == TRS_ANNOTATION_HIGHLIGHT;
  g_autofree char *class =
      is_highlight ? g_strdup_printf ("highlight-%u", annotation->number) : g_strdup ("highlight-none");
  g_autofree char *words = trs_highlight_strings_words (annotation);
  g_autofree char *note = is_highlight ? trs_display_text_line (annotation->text) : g_strdup ("");
  g_autofree char *spoken = g_strjoin (", ", what, words, facts, *note != '\0' ? note : NULL, NULL);
  GtkWidget *row = gtk_list_item_get_child (item);
  GtkWidget *top = gtk_widget_get_first_child (row);
  GtkWidget *chip = gtk_widget_get_first_child (top);
  GtkWidget *facts_label = gtk_widget_get_next_sibling (chip);
  GtkWidget *copy = gtk_widget_get_next_sibling (facts_label);
  GtkWidget *button = gtk_widget_get_next_sibling (copy);
  GtkWidget *words_label = gtk_widget_get_next_sibling (top);
  GtkWidget *note_label = gtk_widget_get_next_sibling (words_label);
  const char *const classes[] = { "highlight", class, NULL };

  gtk_widget_set_css_classes (chip, (const char **) classes);
  gtk_label_set_label (GTK_LABEL (chip), what);
  gtk_widget_set_tooltip_text (chip, is_highlight ? NULL : what);
  gtk_widget_set_visible (copy, is_highlight && !trs_highlight_is_lost (highlight));
  gtk_widget_set_tooltip_text (button, strings.remove);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, strings.remove, -1);
  gtk_label_set_lines (GTK_LABEL (facts_label), trs_highlight_is_lost (highlight) ? 3 : 2);
  gtk_label_set_label (GTK_LABEL (facts_label), is_highlight ? facts : "");
  gtk_label_set_label (GTK_LABEL (words_label), words);
  gtk_label_set_label (GTK_LABEL (note_label), is_highlight ? note : facts);
  gtk_widget_set_visible (note_label, !is_highlight || *note != '\0');
  /* the widget to focus */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (row)), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
}

static gboolean
filter_cb (gpointer item,
           gpointer user_data)
{
  guint shown = gtk_drop_down_get_selected (TRS_HIGHLIGHTS_PANE (user_data)->show);
  const TrsAnnotation *annotation = trs_highlight_get_annotation (item);

  return shown == 0 || (annotation->kind == TRS_ANNOTATION_HIGHLIGHT && annotation->number == shown - 1);
}

static void
show_changed_cb (TrsHighlightsPane *self)
{
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
items_changed_cb (TrsHighlightsPane *self)
{
  gboolean empty = g_list_model_get_n_items (G_LIST_MODEL (self->highlights)) == 0;

  gtk_stack_set_visible_child_name (self->stack, empty ? "empty" : "list");
  gtk_widget_set_sensitive (GTK_WIDGET (self->show), !empty);
}

/* Scrolls the text to the selected highlight. */
static void
selected_cb (TrsHighlightsPane *self)
{
  TrsHighlight *highlight = gtk_single_selection_get_selected_item (self->selection);

  if (self->following || highlight == NULL || trs_transcript_view_get_buffer (self->view) == NULL ||
      trs_highlight_is_lost (highlight))
    return;

  self->following = TRUE;
  trs_transcript_view_go_to (self->view, trs_highlight_get_start (highlight));
  self->following = FALSE;
}

static void
focus_text (TrsHighlightsPane *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
focus_text_action (GtkWidget  *widget,
                   const char *action_name,
                   GVariant   *parameter)
{
  focus_text (TRS_HIGHLIGHTS_PANE (widget));
}

static void
activated_cb (TrsHighlightsPane *self,
              guint              position)
{
  gtk_single_selection_set_selected (self->selection, position);
  /* Scroll even if it was selected already: the text may have been scrolled since. */
  selected_cb (self);
  focus_text (self);
}

/* Returns: the row of the innermost highlight at the caret */
static guint
find_at_caret (TrsHighlightsPane *self)
{
  TrsTextPosition caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (self->view));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  guint found = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TrsHighlight) highlight = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (!trs_highlight_is_lost (highlight) &&
          trs_text_position_compare (trs_highlight_get_start (highlight), caret) <= 0 &&
          trs_text_position_compare (caret, trs_highlight_get_end (highlight)) < 0)
        found = i;
    }
  return found;
}

static void
caret_moved_cb (TrsHighlightsPane *self)
{
  guint row;

  if (self->following || trs_transcript_view_get_buffer (self->view) == NULL ||
      !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  self->following = TRUE;
  row = find_at_caret (self);
  if (row != gtk_single_selection_get_selected (self->selection))
    {
      gtk_single_selection_set_selected (self->selection, row);
      if (row != GTK_INVALID_LIST_POSITION)
        /* floor: remove with GTK ≥ 4.12, which has gtk_list_view_scroll_to() */
        gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", row);
    }
  self->following = FALSE;
}

/* Catch up with changes while the pane was hidden. */
static void
trs_highlights_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (trs_highlights_pane_parent_class)->map (widget);

  caret_moved_cb (TRS_HIGHLIGHTS_PANE (widget));
}

/* The page, which sets the document of the view, must handle the edit first. */
static void
update (TrsHighlightsPane *self)
{
  TrsDocument *document = self->editor != NULL ? trs_transcript_view_get_document (self->view) : NULL;
  gboolean possible = document != NULL && trs_transcript_is_aligned (trs_document_get_transcript (document));

  gtk_label_set_label (self->empty, possible ? _("No highlights. Select words in the text and press Ctrl+H.")
                                             : _("There are no highlights in this transcript."));
  self->following = TRUE;
  trs_highlight_list_set_document (self->highlights, document,
                                   trs_transcript_view_get_exact_times (self->view));
  self->following = FALSE;
}

/* Returns: the row of the first highlight that does not end before the caret, or else the first row */
static guint
find_from_caret (TrsHighlightsPane *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  TrsTextPosition caret;

  if (trs_transcript_view_get_buffer (self->view) == NULL)
    return 0;

  caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (self->view));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TrsHighlight) highlight = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (!trs_highlight_is_lost (highlight) &&
          trs_text_position_compare (trs_highlight_get_end (highlight), caret) > 0)
        return i;
    }
  return 0;
}

static gboolean
trs_highlights_pane_grab_focus (GtkWidget *widget)
{
  TrsHighlightsPane *self = TRS_HIGHLIGHTS_PANE (widget);

  guint wanted = find_from_caret (self);

  if (wanted < g_list_model_get_n_items (G_LIST_MODEL (self->selection)))
    trs_ui_compat_scroll_to_row (self->list, wanted);
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkListItem *item = g_ptr_array_index (self->rows, i);

      if (gtk_list_item_get_position (item) == wanted && gtk_list_item_get_item (item) != NULL)
        return gtk_widget_grab_focus (gtk_widget_get_parent (gtk_list_item_get_child (item)));
    }
  return gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD) || gtk_widget_grab_focus (self->close);
}

static void
trs_highlights_pane_dispose (GObject *object)
{
  TrsHighlightsPane *self = TRS_HIGHLIGHTS_PANE (object);

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_data (self->view, self);
  if (self->menu != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->menu));
  self->menu = NULL;
  g_clear_object (&self->view);
  g_clear_object (&self->editor);
  g_clear_object (&self->highlights);
  g_clear_object (&self->selection);

  G_OBJECT_CLASS (trs_highlights_pane_parent_class)->dispose (object);
}

static void
trs_highlights_pane_finalize (GObject *object)
{
  g_ptr_array_unref (TRS_HIGHLIGHTS_PANE (object)->rows);

  G_OBJECT_CLASS (trs_highlights_pane_parent_class)->finalize (object);
}

static void
trs_highlights_pane_class_init (TrsHighlightsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_highlights_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_highlights_pane_finalize;
  widget_class->map = trs_highlights_pane_map;
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_highlights_pane_grab_focus;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-highlights-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsHighlightsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsHighlightsPane, empty);
  gtk_widget_class_bind_template_child (widget_class, TrsHighlightsPane, list);
  gtk_widget_class_bind_template_child (widget_class, TrsHighlightsPane, show);
  gtk_widget_class_bind_template_child (widget_class, TrsHighlightsPane, close);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, teardown_cb);
  gtk_widget_class_bind_template_child (widget_class, TrsHighlightsPane, menu);
  gtk_widget_class_bind_template_callback (widget_class, menu_closed_cb);
  gtk_widget_class_bind_template_callback (widget_class, secondary_pressed_cb);
  gtk_widget_class_install_action (widget_class, "highlights-pane.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "highlights-pane.copy-quotation", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "highlights-pane.leave", NULL, focus_text_action);
  gtk_widget_class_install_action (widget_class, "highlights-pane.menu", NULL, menu_action);
  gtk_widget_class_install_action (widget_class, "highlights-pane.remove", NULL, remove_action);
}

static void
trs_highlights_pane_init (TrsHighlightsPane *self)
{
  GtkFilterListModel *filtered;

  self->rows = g_ptr_array_new ();
  self->highlights = trs_highlight_list_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->menu), GTK_WIDGET (self));
  trs_ui_compat_name_menu_items (GTK_WIDGET (self->menu));
  self->filter = gtk_custom_filter_new (filter_cb, self, NULL);
  filtered = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->highlights)), GTK_FILTER (self->filter));
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (filtered));
  g_object_unref (filtered);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->highlights, "items-changed", G_CALLBACK (items_changed_cb), self, G_CONNECT_SWAPPED);
  items_changed_cb (self);
}

/* Sets the view of the page; to be called once. */
void
trs_highlights_pane_set_view (TrsHighlightsPane *self,
                              TrsTranscriptView *view)
{
  self->view = g_object_ref (view);
  g_signal_connect_object (view, "selection-changed", G_CALLBACK (caret_moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::exact-times", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

/**
 * trs_highlights_pane_set_editor:
 * @self: a pane
 * @editor: (nullable): edits what is added to the transcript that the view shows
 */
void
trs_highlights_pane_set_editor (TrsHighlightsPane   *self,
                                TrsAnnotationEditor *editor)
{
  if (self->editor != NULL)
    g_signal_handlers_disconnect_by_data (self->editor, self);
  g_set_object (&self->editor, editor);
  if (editor != NULL)
    g_signal_connect_object (editor, "notify::annotations", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * trs_highlights_pane_step:
 * @self: a pane
 * @step: 1 for the next highlight, -1 for the one before
 *
 * Goes there from the caret, and on at the other end behind the last one. While
 * the list shows one colour only, the others are passed.
 */
void
trs_highlights_pane_step (TrsHighlightsPane *self,
                          int                step)
{
  gboolean listed = gtk_widget_get_mapped (GTK_WIDGET (self));
  GListModel *model = listed ? G_LIST_MODEL (self->selection) : G_LIST_MODEL (self->highlights);
  guint n = g_list_model_get_n_items (model);
  g_autoptr (TrsHighlight) found = NULL;
  TrsTextPosition caret;

  if (trs_transcript_view_get_buffer (self->view) == NULL)
    return;

  caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (self->view));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TrsHighlight) highlight = g_list_model_get_item (model, step > 0 ? i : n - 1 - i);
      gboolean ahead = trs_text_position_compare (trs_highlight_get_start (highlight), caret) * step > 0;

      if (trs_highlight_is_lost (highlight) || (found != NULL && !ahead))
        continue;
      /* wrap around to the first highlight */
      g_set_object (&found, highlight);
      if (ahead)
        break;
    }
  if (found == NULL)
    return;

  trs_transcript_view_go_to (self->view, trs_highlight_get_start (found));
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}
