/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-passage-row.h"

#include "config.h"
#include "trs-palette.h"
#include "trs-search-marks.h"
#include "trs-search-strings.h"
#include "trs-transcript.h"

struct _TrsSearchPassageRow
{
  GtkListBoxRow parent_instance;

  GtkLabel *time;
  GtkWidget *head;
  GtkLabel *speaker;
  GtkLabel *time_beside;
  GtkLabel *words;

  guint number;
  GArray *marks;
};

G_DEFINE_FINAL_TYPE (TrsSearchPassageRow, trs_search_passage_row, GTK_TYPE_LIST_BOX_ROW)

/* In high contrast a name has the colour of the text. */
static void
update_colours (TrsSearchPassageRow *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (style);
  g_autoptr (PangoAttrList) words = trs_search_marks_attributes (self->marks, dark);
  g_autoptr (PangoAttrList) name = pango_attr_list_new ();
  PangoColor colour;

  if (self->number > 0 && !adw_style_manager_get_high_contrast (style))
    {
      pango_color_parse (&colour, trs_palette_get (dark)->speakers[(self->number - 1) % TRS_PALETTE_N_SPEAKERS]);
      pango_attr_list_insert (name, pango_attr_foreground_new (colour.red, colour.green, colour.blue));
      /* Text is not quite opaque otherwise. */
      pango_attr_list_insert (name, pango_attr_foreground_alpha_new (G_MAXUINT16));
    }
  gtk_label_set_attributes (self->speaker, name);
  gtk_label_set_attributes (self->words, words);
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
trs_search_passage_row_finalize (GObject *object)
{
  g_clear_pointer (&TRS_SEARCH_PASSAGE_ROW (object)->marks, g_array_unref);

  G_OBJECT_CLASS (trs_search_passage_row_parent_class)->finalize (object);
}

static void
trs_search_passage_row_class_init (TrsSearchPassageRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_search_passage_row_finalize;

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
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->marks = g_array_new (FALSE, FALSE, sizeof (TrsSearchRange));
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (update_colours), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (update_colours), self, G_CONNECT_SWAPPED);
}

/**
 * trs_search_passage_row_set_compact:
 * @self: a row
 * @compact: whether the window is narrow: the time stands over the words
 */
void
trs_search_passage_row_set_compact (TrsSearchPassageRow *self,
                                    gboolean             compact)
{
  gboolean has_time = *gtk_label_get_label (self->time) != '\0';
  gboolean has_speaker = *gtk_label_get_label (self->speaker) != '\0';

  gtk_widget_set_visible (GTK_WIDGET (self->time), has_time && !compact);
  gtk_widget_set_visible (GTK_WIDGET (self->time_beside), has_time && compact);
  gtk_widget_set_visible (GTK_WIDGET (self->speaker), has_speaker);
  gtk_widget_set_visible (self->head, has_speaker || (has_time && compact));
}

/**
 * trs_search_passage_row_new:
 * @passage: a passage
 * @label: (nullable): what stands over it in the place of the speaker
 * @compact: whether the window is narrow
 *
 * Returns: (transfer floating): a row that shows it
 */
GtkWidget *
trs_search_passage_row_new (const TrsSearchPassage *passage,
                            const char             *label,
                            gboolean                compact)
{
  TrsSearchPassageRow *self = g_object_new (TRS_TYPE_SEARCH_PASSAGE_ROW, NULL);
  g_autofree char *time = passage->time >= 0 ? trs_timecode_format_clock (passage->time) : g_strdup ("");
  g_autofree char *speaker = label != NULL ? g_strdup (label) : trs_search_strings_speaker (passage->speaker);
  g_autofree char *words = NULL;

  g_clear_pointer (&self->marks, g_array_unref);
  words = trs_search_marks_passage (passage, &self->marks);
  self->number = passage->speaker;
  gtk_label_set_label (self->time, time);
  gtk_label_set_label (self->time_beside, time);
  gtk_label_set_label (self->speaker, speaker != NULL ? speaker : "");
  gtk_label_set_label (self->words, words);
  trs_search_passage_row_set_compact (self, compact);
  update_colours (self);
  update_accessible (self);
  return GTK_WIDGET (self);
}
