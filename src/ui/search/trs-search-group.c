/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-group.h"

#include <string.h>

#include "config.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"
#include "trs-palette.h"
#include "trs-project-strings.h"
#include "trs-search-strings.h"
#include "trs-strings.h"
#include "trs-transcript.h"
#include "trs-widget-utils.h"

struct _TrsSearchGroup
{
  GtkBox parent_instance;

  TrsSearchResult *result;
  char *query;

  GtkLabel *title;
  GtkLabel *facts;
  GtkLabel *count;
  GtkListBox *rows;

  TrsPage *page;
  gboolean has_rest;
};

#define ELLIPSIS "…"

enum
{
  OPEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSearchGroup, trs_search_group, GTK_TYPE_BOX)

/* The speaker as labelled by the service: that is the text which was searched. */
static void
insert (PangoAttrList        *list,
        PangoAttribute       *attribute,
        const TrsSearchRange *range)
{
  attribute->start_index = (guint) range->start;
  attribute->end_index = (guint) (range->start + range->length);
  pango_attr_list_insert (list, attribute);
}

/* @marks: ranges of @text that match the query */
static void
set_marked (GtkLabel     *label,
            const char   *text,
            const GArray *marks)
{
  g_autoptr (PangoAttrList) list = pango_attr_list_new ();
  PangoColor colour;

  pango_color_parse (&colour, trs_palette_get (adw_style_manager_get_dark (adw_style_manager_get_default ()))->hit);
  for (guint i = 0; i < marks->len; i++)
    {
      const TrsSearchRange *range = &g_array_index (marks, TrsSearchRange, i);

      if (range->length == 0)
        continue;
      insert (list, pango_attr_background_new (colour.red, colour.green, colour.blue), range);
      insert (list, pango_attr_weight_new (PANGO_WEIGHT_BOLD), range);
    }
  gtk_label_set_label (label, text);
  gtk_label_set_attributes (label, list);
}

/* Adds an ellipsis where words were cut off. */
static void
show_words (GtkLabel               *label,
            const TrsSearchPassage *passage)
{
  const char *before = passage->offset > 0 ? ELLIPSIS : "";
  g_autoptr (GArray) ranges = g_array_copy (passage->ranges);
  g_autoptr (GArray) marks = NULL;
  g_autofree char *words = NULL;
  g_autofree char *text = NULL;

  /* Offsets of the passage are relative to the beginning of its paragraph. */
  for (guint i = 0; i < ranges->len; i++)
    g_array_index (ranges, TrsSearchRange, i).start -= passage->offset;
  words = trs_display_text_marked (passage->excerpt, ranges, &marks);
  for (guint i = 0; i < marks->len; i++)
    g_array_index (marks, TrsSearchRange, i).start += strlen (before);
  text = g_strconcat (before, words, passage->cut ? ELLIPSIS : "", NULL);
  set_marked (label, text, marks);
}

/* In high contrast, names have the text colour. */
static void
show_speaker (GtkLabel   *label,
              const char *speaker,
              guint       number)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  const TrsPalette *palette = trs_palette_get (adw_style_manager_get_dark (style));
  g_autoptr (PangoAttrList) name = pango_attr_list_new ();
  PangoColor colour;

  if (number > 0 && !adw_style_manager_get_high_contrast (style))
    {
      pango_color_parse (&colour, palette->speakers[(number - 1) % TRS_PALETTE_N_SPEAKERS]);
      pango_attr_list_insert (name, pango_attr_foreground_new (colour.red, colour.green, colour.blue));
      /* Reset the opacity of the text, which is below 1 otherwise. */
      pango_attr_list_insert (name, pango_attr_foreground_alpha_new (G_MAXUINT16));
    }
  gtk_label_set_label (label, speaker);
  gtk_label_set_attributes (label, name);
  gtk_widget_set_visible (GTK_WIDGET (label), *speaker != '\0');
}

/* In a narrow window, the time is above the words. */
static void
show_time (GtkBuilder *row,
           const char *time,
           gboolean    has_speaker,
           TrsPage    *page)
{
  GtkLabel *left = GTK_LABEL (gtk_builder_get_object (row, "time"));
  GtkLabel *beside = GTK_LABEL (gtk_builder_get_object (row, "time_beside"));
  GtkWidget *head = GTK_WIDGET (gtk_builder_get_object (row, "head"));

  gtk_label_set_label (left, time);
  gtk_label_set_label (beside, time);
  gtk_widget_set_visible (head, has_speaker);
  if (*time == '\0')
    return;

  g_object_bind_property (page, "compact", left, "visible", G_BINDING_SYNC_CREATE | G_BINDING_INVERT_BOOLEAN);
  g_object_bind_property (page, "compact", beside, "visible", G_BINDING_SYNC_CREATE);
  if (!has_speaker)
    g_object_bind_property (page, "compact", head, "visible", G_BINDING_SYNC_CREATE);
}

/* For a highlight, shows the name of its colour and its note. */
static void
show_highlight (GtkBuilder             *row,
                const TrsSearchPassage *passage)
{
  GtkLabel *highlight = GTK_LABEL (gtk_builder_get_object (row, "highlight"));
  GtkLabel *note = GTK_LABEL (gtk_builder_get_object (row, "note"));
  g_autofree char *class = g_strdup_printf ("highlight-%u", passage->highlight - 1);
  g_autofree char *words = trs_display_text_line (passage->note);

  gtk_label_set_label (highlight, trs_highlight_strings_name (passage->highlight - 1));
  gtk_widget_add_css_class (GTK_WIDGET (highlight), class);
  gtk_widget_set_visible (GTK_WIDGET (highlight), TRUE);
  gtk_label_set_label (note, words);
  gtk_widget_set_visible (GTK_WIDGET (note), *words != '\0');
}

/* A screen reader reads the row as a whole. */
static void
update_accessible (GtkBuilder *row)
{
  static const char *const labels[] = { "time", "highlight", "speaker", "words", "note" };
  GtkAccessible *accessible = GTK_ACCESSIBLE (gtk_builder_get_object (row, "row"));
  g_autoptr (GString) spoken = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      const char *text = gtk_label_get_label (GTK_LABEL (gtk_builder_get_object (row, labels[i])));

      if (*text != '\0')
        g_string_append_printf (spoken, "%s%s", spoken->len > 0 ? ", " : "", text);
    }
  gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, spoken->str, -1);
}

/* @label: (nullable): what is shown in place of the speaker */
static void
add_passage (TrsSearchGroup         *self,
             const TrsSearchPassage *passage,
             const char             *label)
{
  g_autoptr (GtkBuilder) row = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-search-passage-row.ui");
  g_autofree char *time = passage->time >= 0 ? trs_timecode_format_clock (passage->time) : g_strdup ("");
  g_autofree char *speaker = label != NULL           ? g_strdup (label)
                             : passage->name != NULL ? trs_display_text_line (passage->name)
                             : passage->speaker > 0  ? trs_strings_speaker (NULL, passage->speaker)
                                                     : g_strdup ("");

  show_words (GTK_LABEL (gtk_builder_get_object (row, "words")), passage);
  show_speaker (GTK_LABEL (gtk_builder_get_object (row, "speaker")), speaker, passage->speaker);
  show_time (row, time, *speaker != '\0' || passage->highlight > 0, self->page);
  if (passage->highlight > 0)
    show_highlight (row, passage);
  update_accessible (row);
  gtk_list_box_append (self->rows, GTK_WIDGET (gtk_builder_get_object (row, "row")));
}

static void
row_activated_cb (TrsSearchGroup *self,
                  GtkListBoxRow  *row)
{
  guint index = (guint) gtk_list_box_row_get_index (row);
  guint n_passages = trs_search_result_get_hit (self->result)->passages->len;

  /* Rows after the passages (the number of those not shown, and matches outside of the text) lead to the first passage
   * not shown. */
  if (index > n_passages || (index == n_passages && !self->has_rest))
    index = 0;
  g_signal_emit (self, signals[OPEN], 0, self->result, self->query, index);
}

static gboolean
focus_end (TrsSearchGroup *self,
           gboolean        first)
{
  GtkWidget *row = first ? gtk_widget_get_first_child (GTK_WIDGET (self->rows))
                         : gtk_widget_get_last_child (GTK_WIDGET (self->rows));

  return row != NULL && gtk_widget_grab_focus (row);
}

/* At the ends of a group, the arrow keys move to the next group. */
static gboolean
keynav_failed_cb (TrsSearchGroup   *self,
                  GtkDirectionType  direction)
{
  gboolean down = direction == GTK_DIR_DOWN;
  GtkWidget *next = GTK_WIDGET (self);

  if (!down && direction != GTK_DIR_UP)
    return FALSE;

  do
    next = down ? gtk_widget_get_next_sibling (next) : gtk_widget_get_prev_sibling (next);
  while (next != NULL && !(TRS_IS_SEARCH_GROUP (next) && focus_end (TRS_SEARCH_GROUP (next), down)));
  return next != NULL;
}

static void
update_title (TrsSearchGroup *self)
{
  g_autofree char *title = trs_project_strings_title (trs_search_result_get_project (self->result));
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (self->query);
  g_autoptr (GArray) marks = trs_search_find_ranges (query, title, strlen (title));

  set_marked (self->title, title, marks);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

/* A row that opens the transcript at the passages not shown. */
static void
add_continuation_row (TrsSearchGroup *self,
                      const char     *text)
{
  static const char *const classes[] = { "leads-on", NULL };
  GtkWidget *label =
      g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0f, "wrap", TRUE, "css-classes", classes, NULL);
  GtkWidget *row = g_object_new (GTK_TYPE_LIST_BOX_ROW, "child", label, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_list_box_append (self->rows, row);
}

/* A row for matches outside of the transcript, such as in a note. @label: where they are */
static gboolean
add_match_outside (TrsSearchGroup *self,
                   const char     *text,
                   const char     *label)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (self->query);
  g_autoptr (GBytes) bytes = text != NULL ? g_bytes_new_static (text, strlen (text)) : NULL;
  g_autoptr (GPtrArray) passages = NULL;
  guint n;

  if (bytes == NULL)
    return FALSE;

  passages = trs_search_find_passages (query, bytes, TRS_SPLIT_FIRST, 1, &n);
  for (guint i = 0; i < passages->len; i++)
    add_passage (self, g_ptr_array_index (passages, i), label);
  return passages->len > 0;
}

static void
update_rows (TrsSearchGroup *self)
{
  TrsProject *project = trs_search_result_get_project (self->result);
  GPtrArray *passages = trs_search_result_get_hit (self->result)->passages;
  g_autofree char *rest = trs_search_strings_rest (self->result);
  gboolean beside = FALSE;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->rows))) != NULL)
    gtk_list_box_remove (self->rows, row);

  for (guint i = 0; i < passages->len; i++)
    add_passage (self, g_ptr_array_index (passages, i), NULL);
  self->has_rest = passages->len > 0 && rest != NULL;
  if (self->has_rest)
    add_continuation_row (self, rest);
  if (trs_search_strings_is_original (self->result))
    /* Translators: label before the title that the service gave the video. */
    beside |= add_match_outside (self, trs_project_get_data (project)->title, _("Original Title"));
  if ((trs_search_result_get_hit (self->result)->fields & TRS_SEARCH_HIT_NOTE) != 0)
    beside |= add_match_outside (self, trs_project_get_data (project)->note, _("Note"));
  if (passages->len == 0 && !beside)
    add_continuation_row (self, rest);
}

static void
update_facts (TrsSearchGroup *self)
{
  g_autofree char *facts = trs_search_strings_facts (self->result);
  g_autofree char *count = trs_search_strings_count (self->result);

  gtk_label_set_label (self->facts, facts);
  gtk_label_set_label (self->count, count);
  gtk_widget_set_visible (GTK_WIDGET (self->count), trs_search_result_get_n_passages (self->result) > 0);
}

static void
project_changed_cb (TrsSearchGroup *self)
{
  update_title (self);
  update_facts (self);
}

/* Matches have colours that depend on the style. */
static void
style_changed_cb (TrsSearchGroup *self)
{
  update_title (self);
  update_rows (self);
}

static void
trs_search_group_finalize (GObject *object)
{
  TrsSearchGroup *self = TRS_SEARCH_GROUP (object);

  g_object_unref (self->result);
  g_free (self->query);

  G_OBJECT_CLASS (trs_search_group_parent_class)->finalize (object);
}

static void
trs_search_group_class_init (TrsSearchGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_search_group_finalize;

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_SEARCH_GROUP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                                TRS_TYPE_SEARCH_RESULT, G_TYPE_STRING, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-search-group.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSearchGroup, title);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchGroup, facts);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchGroup, count);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchGroup, rows);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, keynav_failed_cb);
}

static void
trs_search_group_init (TrsSearchGroup *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  gtk_widget_init_template (GTK_WIDGET (self));
  trs_labels_complete (GTK_WIDGET (self));
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (style_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (style_changed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * trs_search_group_new:
 * @page: the page, which outlives it
 * @result: a result of the search
 * @query: what was looked for, to be emphasised in the title
 *
 * Returns: (transfer floating): a group that shows it
 */
GtkWidget *
trs_search_group_new (TrsPage         *page,
                      TrsSearchResult *result,
                      const char      *query)
{
  TrsSearchGroup *self = g_object_new (TRS_TYPE_SEARCH_GROUP, NULL);

  self->page = page;
  self->result = g_object_ref (result);
  self->query = g_strdup (query);
  g_signal_connect_object (trs_search_result_get_project (result), "changed", G_CALLBACK (project_changed_cb), self,
                           G_CONNECT_SWAPPED);
  update_title (self);
  update_facts (self);
  update_rows (self);
  return GTK_WIDGET (self);
}

/**
 * trs_search_group_get_result:
 * @self: a #TrsSearchGroup
 *
 * Returns: (transfer none): what it shows
 */
TrsSearchResult *
trs_search_group_get_result (TrsSearchGroup *self)
{
  return self->result;
}

/**
 * trs_search_group_get_query:
 * @self: a #TrsSearchGroup
 *
 * Returns: (transfer none) (nullable): what was looked for
 */
const char *
trs_search_group_get_query (TrsSearchGroup *self)
{
  return self->query;
}
