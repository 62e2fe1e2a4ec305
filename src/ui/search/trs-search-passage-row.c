/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-passage-row.h"

#include <string.h>

#include "config.h"
#include "trs-palette.h"
#include "trs-transcript.h"

#define ELLIPSIS "…"

struct _TrsSearchPassageRow
{
  GtkListBoxRow parent_instance;

  GtkLabel *time;
  GtkWidget *head;
  GtkLabel *speaker;
  GtkLabel *time_beside;
  GtkLabel *words;
};

G_DEFINE_FINAL_TYPE (TrsSearchPassageRow, trs_search_passage_row, GTK_TYPE_LIST_BOX_ROW)

/* In the words of the service, as it stands in the text: what is found is what is read there. */
static char *
dup_speaker (guint number)
{
  return number > 0 ? g_strdup_printf ("Speaker %u", number) : g_strdup ("");
}

static void
insert (PangoAttrList        *list,
        PangoAttribute       *attribute,
        const TrsSearchRange *range)
{
  attribute->start_index = (guint) range->start;
  attribute->end_index = (guint) (range->start + range->length);
  pango_attr_list_insert (list, attribute);
}

/**
 * trs_search_set_marked:
 * @label: a label
 * @text: what it shows
 * @marks: (element-type TrsSearchRange): what of it was looked for
 */
void
trs_search_set_marked (GtkLabel     *label,
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

/* With an ellipsis where words were cut off. */
static void
show_words (TrsSearchPassageRow    *self,
            const TrsSearchPassage *passage)
{
  const char *before = passage->offset > 0 ? ELLIPSIS : "";
  g_autoptr (GArray) ranges = g_array_copy (passage->ranges);
  g_autoptr (GArray) marks = NULL;
  g_autofree char *words = NULL;
  g_autofree char *text = NULL;

  /* The passage counts from the beginning of its paragraph. */
  for (guint i = 0; i < ranges->len; i++)
    g_array_index (ranges, TrsSearchRange, i).start -= passage->offset;
  words = trs_display_text_marked (passage->excerpt, ranges, &marks);
  for (guint i = 0; i < marks->len; i++)
    g_array_index (marks, TrsSearchRange, i).start += strlen (before);
  text = g_strconcat (before, words, passage->cut ? ELLIPSIS : "", NULL);
  trs_search_set_marked (self->words, text, marks);
}

/* In high contrast a name has the colour of the text. */
static void
show_speaker (TrsSearchPassageRow *self,
              const char          *speaker,
              guint                number)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  const TrsPalette *palette = trs_palette_get (adw_style_manager_get_dark (style));
  g_autoptr (PangoAttrList) name = pango_attr_list_new ();
  PangoColor colour;

  if (number > 0 && !adw_style_manager_get_high_contrast (style))
    {
      pango_color_parse (&colour, palette->speakers[(number - 1) % TRS_PALETTE_N_SPEAKERS]);
      pango_attr_list_insert (name, pango_attr_foreground_new (colour.red, colour.green, colour.blue));
      /* Text is not quite opaque otherwise. */
      pango_attr_list_insert (name, pango_attr_foreground_alpha_new (G_MAXUINT16));
    }
  gtk_label_set_label (self->speaker, speaker);
  gtk_label_set_attributes (self->speaker, name);
  gtk_widget_set_visible (GTK_WIDGET (self->speaker), *speaker != '\0');
}

/* In a narrow window the time stands over the words. */
static void
show_time (TrsSearchPassageRow *self,
           const char          *time,
           gboolean             has_speaker,
           TrsPage             *page)
{
  gtk_label_set_label (self->time, time);
  gtk_label_set_label (self->time_beside, time);
  gtk_widget_set_visible (self->head, has_speaker);
  if (*time == '\0')
    return;

  g_object_bind_property (page, "compact", self->time, "visible", G_BINDING_SYNC_CREATE | G_BINDING_INVERT_BOOLEAN);
  g_object_bind_property (page, "compact", self->time_beside, "visible", G_BINDING_SYNC_CREATE);
  if (!has_speaker)
    g_object_bind_property (page, "compact", self->head, "visible", G_BINDING_SYNC_CREATE);
}

/* A row is read as one. */
static void
update_accessible (TrsSearchPassageRow *self)
{
  g_autoptr (GString) spoken = g_string_new (NULL);
  GtkLabel *labels[] = { self->time, self->speaker, self->words };

  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    if (*gtk_label_get_label (labels[i]) != '\0')
      g_string_append_printf (spoken, "%s%s", spoken->len > 0 ? ", " : "", gtk_label_get_label (labels[i]));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken->str, -1);
}

static void
trs_search_passage_row_class_init (TrsSearchPassageRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-search-passage-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPassageRow, time);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPassageRow, head);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPassageRow, speaker);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPassageRow, time_beside);
  gtk_widget_class_bind_template_child (widget_class, TrsSearchPassageRow, words);
}

static void
trs_search_passage_row_init (TrsSearchPassageRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_search_passage_row_new:
 * @page: tells whether the window is narrow
 * @passage: a passage
 * @label: (nullable): what stands over it in the place of the speaker
 *
 * Returns: (transfer floating): a row that shows it
 */
GtkWidget *
trs_search_passage_row_new (TrsPage                *page,
                            const TrsSearchPassage *passage,
                            const char             *label)
{
  TrsSearchPassageRow *self = g_object_new (TRS_TYPE_SEARCH_PASSAGE_ROW, NULL);
  g_autofree char *time = passage->time >= 0 ? trs_timecode_format_clock (passage->time) : g_strdup ("");
  g_autofree char *speaker = label != NULL ? g_strdup (label) : dup_speaker (passage->speaker);

  show_words (self, passage);
  show_speaker (self, speaker, passage->speaker);
  show_time (self, time, *speaker != '\0', page);
  update_accessible (self);
  return GTK_WIDGET (self);
}
