/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-print.h"

#include <cairo-pdf.h>
#include <pango/pangocairo.h>

#include "trs-display-text.h"
#include "trs-error-sink.h"
#include "trs-export.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"

#define EXTENSION ".pdf"

/* Sizes in points. */
#define MARGIN 57.0
#define GAP 12.0
#define NAME_GAP 2.0

/* Long paragraphs are laid out in parts of this many bytes, because one speaker may go on for hours. */
#define CHUNK 4000

/* Time slice for pagination in microseconds, so that the print dialog keeps drawing. */
#define SLICE 8000

typedef enum
{
  ITEM_TITLE,
  ITEM_FACT,
  ITEM_NAME,
  ITEM_TEXT,
  ITEM_NOTE,
  ITEM_TIME,
} ItemStyle;

static const struct
{
  const char *font;
  double grey;
  double space; /* space above */
  guint n_lines; /* lines that must fit on the page where the item starts, so that a name is never the last one */
} styles[] = {
  [ITEM_TITLE] = { "Sans Bold 18", 0, 0, 3 },
  [ITEM_FACT] = { "Sans 9", 0.3, 2, 1 },
  [ITEM_NAME] = { "Sans Bold 10", 0, 14, 3 },
  [ITEM_TEXT] = { "Serif 11", 0, 7, 1 },
  [ITEM_NOTE] = { "Sans 8", 0.3, 3, 1 },
  [ITEM_TIME] = { "Sans 8", 0.4, 0, 0 },
};

/* A run with other attributes, in bytes of the text of an item. */
typedef struct
{
  gsize start;
  gsize end;
  guint top;   /* colour of the highlight */
  guint below; /* colour of the highlight below it, or TRS_HIGHLIGHT_N_COLOURS */
} Run;

typedef struct
{
  ItemStyle style;
  char *text;
  char *time;   /* in the margin beside the first line, or NULL */
  GArray *runs; /* or NULL */
} Item;

/* Where a line begins. */
typedef struct
{
  guint item;
  gsize byte;
} Place;

struct _TrsExportPrint
{
  GtkPrintOperation parent_instance;

  TrsExportSource *source;
  TrsExportOptions options;
  GArray *items;
  GArray *pages; /* start of each page */
  Place next;
  double gutter;
  guint n_notes;
};

G_DEFINE_FINAL_TYPE (TrsExportPrint, trs_export_print, GTK_TYPE_PRINT_OPERATION)

static void
item_clear (gpointer data)
{
  Item *item = data;

  g_free (item->text);
  g_free (item->time);
  g_clear_pointer (&item->runs, g_array_unref);
}

static void
add_item (TrsExportPrint *self,
          ItemStyle       style,
          char           *text,
          char           *time)
{
  Item item = { .style = style, .text = text, .time = time };

  g_array_append_val (self->items, item);
}

typedef struct
{
  TrsExportPrint *printer;
  GString *text;
  GArray *runs;
  GPtrArray *notes;
} Words;

static void
words_cb (const char               *text,
          gsize                     length,
          const TrsExportHighlight *top,
          const TrsExportHighlight *below,
          gpointer                  user_data)
{
  Words *self = user_data;
  Run run = { .start = self->text->len, .end = self->text->len + length };

  g_string_append_len (self->text, text, (gssize) length);
  if (top == NULL)
    return;
  run.top = top->annotation->number % TRS_HIGHLIGHT_N_COLOURS;
  run.below = below != NULL ? below->annotation->number % TRS_HIGHLIGHT_N_COLOURS : TRS_HIGHLIGHT_N_COLOURS;
  g_array_append_val (self->runs, run);
}

/* Paper has no tooltips: notes are numbered and printed below the paragraph. */
static void
highlight_ended_cb (const TrsExportHighlight *highlight,
                    gpointer                  user_data)
{
  Words *self = user_data;
  g_autofree char *note = trs_export_highlight_dup_note (highlight, &self->printer->options);

  if (note == NULL)
    return;
  g_string_append_printf (self->text, " [%u]", ++self->printer->n_notes);
  g_ptr_array_add (self->notes, g_strdup_printf ("[%u] %s: %s", self->printer->n_notes,
                                                 trs_highlight_strings_name (highlight->annotation->number), note));
}

static void
checked_cb (gpointer user_data)
{
  g_string_append (((Words *) user_data)->text, "\302\240" TRS_EXPORT_CHECK);
}

/* @time: (transfer full) (nullable): printed in the margin */
static void
add_text_item (TrsExportPrint       *self,
               const TrsExportBlock *block,
               char                 *time)
{
  static const TrsExportVisitor visitor = { .words = words_cb, .end = highlight_ended_cb, .check = checked_cb };
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  Words words = { self, g_string_new (NULL), g_array_new (FALSE, FALSE, sizeof (Run)), notes };

  trs_export_block_visit (block, &self->options, &visitor, &words);
  add_item (self, ITEM_TEXT, g_string_free (words.text, FALSE), time);
  g_array_index (self->items, Item, self->items->len - 1).runs = words.runs;
  for (guint i = 0; i < notes->len; i++)
    add_item (self, ITEM_NOTE, g_strdup (g_ptr_array_index (notes, i)), NULL);
}

/* A legend with the names of the colours, each in its colour. */
static void
add_legend (TrsExportPrint *self,
            guint           colours)
{
  GString *text = g_string_new (_("Highlights"));
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));

  g_string_append_c (text, ':');
  for (guint i = 0; i < TRS_HIGHLIGHT_N_COLOURS; i++)
    if ((colours & 1u << i) != 0)
      {
        const char *name = trs_highlight_strings_name (i);
        Run run = { text->len + 2, text->len + 2 + strlen (name), i, TRS_HIGHLIGHT_N_COLOURS };

        g_string_append_printf (text, "  %s", name);
        g_array_append_val (runs, run);
      }
  add_item (self, ITEM_FACT, g_string_free (text, FALSE), NULL);
  g_array_index (self->items, Item, self->items->len - 1).runs = runs;
}

static void
add_header (TrsExportPrint *self)
{
  g_autoptr (GPtrArray) facts = trs_export_source_list_page_facts (self->source, &self->options);

  for (guint i = 0; i < facts->len; i++)
    {
      const TrsExportFact *fact = g_ptr_array_index (facts, i);

      add_item (self, g_str_equal (fact->key, "title") ? ITEM_TITLE : ITEM_FACT, g_strdup (fact->line), NULL);
    }
}

/* As on the page, a name is printed only where the speaker changes. */
static void
add_blocks (TrsExportPrint *self)
{
  g_autoptr (GArray) blocks = trs_export_blocks_new (self->source, &self->options);
  guint colours = trs_export_blocks_get_colours (&self->options, blocks);

  if (colours != 0)
    add_legend (self, colours);
  for (guint i = 0; i < blocks->len; i++)
    {
      TrsExportBlock *block = &g_array_index (blocks, TrsExportBlock, i);

      if (block->heading != NULL)
        add_item (self, ITEM_NAME, g_strdup (block->heading), g_steal_pointer (&block->time));
      add_text_item (self, block, g_steal_pointer (&block->time));
    }
}

static gboolean
is_indented (ItemStyle style)
{
  return style == ITEM_NAME || style == ITEM_TEXT || style == ITEM_NOTE;
}

static void
add_attribute (PangoAttrList  *list,
               PangoAttribute *attribute,
               guint           start,
               guint           end)
{
  attribute->start_index = start;
  attribute->end_index = end;
  pango_attr_list_insert (list, attribute);
}

/* As on the page in light style: a background colour, and an underline for black and white. */
static void
highlight_run (PangoAttrList *list,
               const Run     *run,
               guint          start,
               guint          end)
{
  static const char * const fills[] = TRS_HIGHLIGHT_FILLS;
  static const char * const lines[] = TRS_HIGHLIGHT_LINES;
  static const PangoUnderline underlines[] = { PANGO_UNDERLINE_NONE, PANGO_UNDERLINE_DOUBLE, PANGO_UNDERLINE_ERROR,
                                               PANGO_UNDERLINE_SINGLE };
  gboolean overlaps = run->below < TRS_HIGHLIGHT_N_COLOURS;
  PangoColor colour;

  pango_color_parse (&colour, fills[run->top]);
  add_attribute (list, pango_attr_background_new (colour.red, colour.green, colour.blue), start, end);
  add_attribute (list, pango_attr_underline_new (overlaps ? PANGO_UNDERLINE_SINGLE : underlines[run->top]), start, end);
  pango_color_parse (&colour, lines[overlaps ? run->below : run->top]);
  add_attribute (list, pango_attr_underline_color_new (colour.red, colour.green, colour.blue), start, end);
  if (run->top == TRS_HIGHLIGHT_PINK && !overlaps)
    add_attribute (list, pango_attr_overline_new (PANGO_OVERLINE_SINGLE), start, end);
}

/* Attributes for the part of the item that is laid out. */
static void
highlight_words (PangoLayout *layout,
                 const Item  *item,
                 gsize        first,
                 gsize        length)
{
  g_autoptr (PangoAttrList) list = NULL;

  if (item->runs == NULL || item->runs->len == 0)
    return;
  list = pango_attr_list_new ();
  for (guint i = 0; i < item->runs->len; i++)
    {
      const Run *run = &g_array_index (item->runs, Run, i);
      gsize start = MAX (run->start, first);
      gsize end = MIN (run->end, first + length);

      if (start < end)
        highlight_run (list, run, (guint) (start - first), (guint) (end - first));
    }
  pango_layout_set_attributes (layout, list);
}

static PangoLayout *
make_layout (TrsExportPrint  *self,
             GtkPrintContext *context,
             ItemStyle        style)
{
  gboolean is_rtl = trs_transcript_is_rtl (trs_document_get_transcript (self->source->document));
  double gutter = is_indented (style) ? self->gutter : 0;
  PangoLayout *layout = gtk_print_context_create_pango_layout (context);
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string (styles[style].font);

  pango_context_set_base_dir (pango_layout_get_context (layout), is_rtl ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR);
  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_set_alignment (layout, is_rtl ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, (int) ((gtk_print_context_get_width (context) - 2 * MARGIN - gutter) * PANGO_SCALE));
  return layout;
}

/* Draws the lines one by one, at the horizontal positions that Pango calculated. */
static void
draw_line (TrsExportPrint  *self,
           PangoLayoutIter *iter,
           ItemStyle        style,
           cairo_t         *cr,
           double           baseline)
{
  gboolean indented =
      is_indented (style) && !trs_transcript_is_rtl (trs_document_get_transcript (self->source->document));
  PangoRectangle rectangle;

  pango_layout_iter_get_line_extents (iter, NULL, &rectangle);
  cairo_set_source_rgb (cr, styles[style].grey, styles[style].grey, styles[style].grey);
  cairo_move_to (cr, MARGIN + (indented ? self->gutter : 0) + (double) rectangle.x / PANGO_SCALE, baseline);
  pango_cairo_show_layout_line (cr, pango_layout_iter_get_line_readonly (iter));
}

static void
draw_time (TrsExportPrint  *self,
           GtkPrintContext *context,
           const char      *time,
           cairo_t         *cr,
           double           baseline)
{
  g_autoptr (PangoLayout) layout = make_layout (self, context, ITEM_TIME);
  g_autoptr (PangoLayoutIter) iter = NULL;

  pango_layout_set_text (layout, time, -1);
  iter = pango_layout_get_iter (layout);
  draw_line (self, iter, ITEM_TIME, cr, baseline);
}

/* Lays out the next part of an item, up to the end of the page. Returns: %FALSE if the page is full */
static gboolean
place_chunk (TrsExportPrint  *self,
             GtkPrintContext *context,
             Place           *place,
             double          *y,
             cairo_t         *cr)
{
  const Item *item = &g_array_index (self->items, Item, place->item);
  double bottom = gtk_print_context_get_height (context) - MARGIN;
  g_autoptr (PangoLayout) layout = make_layout (self, context, item->style);
  const char *text = item->text + place->byte;
  gsize first = place->byte;
  gsize length = strnlen (text, CHUNK);
  gboolean cut = length == CHUNK && text[length] != '\0';
  g_autoptr (PangoLayoutIter) iter = NULL;

  while (cut && (text[length] & 0xc0) == 0x80)
    length--;
  pango_layout_set_text (layout, text, (int) length);
  highlight_words (layout, item, first, length);
  iter = pango_layout_get_iter (layout);
  do
    {
      PangoLayoutLine *line = pango_layout_iter_get_line_readonly (iter);
      PangoRectangle rectangle;
      double height, baseline;

      place->byte = first + (gsize) line->start_index;
      /* Leave the last line to the next part: only there is it known where that line ends. */
      if (cut && pango_layout_iter_at_last_line (iter) && line->start_index > 0)
        return TRUE;

      pango_layout_iter_get_line_extents (iter, NULL, &rectangle);
      height = (double) rectangle.height / PANGO_SCALE;
      if (*y > MARGIN && *y + height * (place->byte == 0 ? styles[item->style].n_lines : 1) > bottom)
        return FALSE;

      baseline = *y + (double) (pango_layout_iter_get_baseline (iter) - rectangle.y) / PANGO_SCALE;
      if (cr != NULL && place->byte == 0 && item->time != NULL)
        draw_time (self, context, item->time, cr, baseline);
      if (cr != NULL)
        draw_line (self, iter, item->style, cr, baseline);
      *y += height;
    }
  while (pango_layout_iter_next_line (iter));

  place->byte = first + length;
  return TRUE;
}

/* Used for pagination and for drawing. Returns: whether something is left for another page */
static gboolean
place_page (TrsExportPrint  *self,
            GtkPrintContext *context,
            Place           *place,
            cairo_t         *cr)
{
  double y = MARGIN;

  while (place->item < self->items->len)
    {
      const Item *item = &g_array_index (self->items, Item, place->item);

      if (place->byte == 0 && y > MARGIN)
        y += place->item > 0 && item[-1].style == ITEM_NAME ? NAME_GAP : styles[item->style].space;
      if (!place_chunk (self, context, place, &y, cr))
        return TRUE;
      if (item->text[place->byte] == '\0')
        *place = (Place) { .item = place->item + 1 };
    }
  return FALSE;
}

/* The document title in a PDF. */
static void
set_title (TrsExportPrint  *self,
           GtkPrintContext *context)
{
  cairo_surface_t *surface = cairo_get_target (gtk_print_context_get_cairo_context (context));
  g_autofree char *title = trs_display_text_title (self->source->title);

  if (cairo_surface_get_type (surface) == CAIRO_SURFACE_TYPE_PDF)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
}

/* The margin has the width of the last time, which is the longest. */
static void
trs_export_print_begin_print (GtkPrintOperation *operation,
                              GtkPrintContext   *context)
{
  TrsExportPrint *self = TRS_EXPORT_PRINT (operation);
  g_autoptr (PangoLayout) layout = make_layout (self, context, ITEM_TIME);
  int width;

  set_title (self, context);
  for (guint i = self->items->len; i > 0 && self->gutter <= 0; i--)
    {
      const char *time = g_array_index (self->items, Item, i - 1).time;

      if (time == NULL)
        continue;
      pango_layout_set_text (layout, time, -1);
      pango_layout_get_pixel_size (layout, &width, NULL);
      self->gutter = width + GAP;
    }
}

static gboolean
trs_export_print_paginate (GtkPrintOperation *operation,
                           GtkPrintContext   *context)
{
  TrsExportPrint *self = TRS_EXPORT_PRINT (operation);
  gint64 end = g_get_monotonic_time () + SLICE;
  gboolean more;

  do
    {
      g_array_append_val (self->pages, self->next);
      more = place_page (self, context, &self->next, NULL);
    }
  while (more && g_get_monotonic_time () < end);

  if (!more)
    gtk_print_operation_set_n_pages (operation, (int) self->pages->len);
  return !more;
}

static void
trs_export_print_draw_page (GtkPrintOperation *operation,
                            GtkPrintContext   *context,
                            int                page)
{
  TrsExportPrint *self = TRS_EXPORT_PRINT (operation);
  Place place = g_array_index (self->pages, Place, page);
  cairo_t *cr = gtk_print_context_get_cairo_context (context);
  g_autoptr (PangoLayout) layout = make_layout (self, context, ITEM_FACT);
  /* Translators: the number of a page and how many there are, "2 of 9". */
  g_autofree char *number = g_strdup_printf (C_("pages", "%'d of %'u"), page + 1, self->pages->len);

  place_page (self, context, &place, cr);
  pango_layout_set_auto_dir (layout, TRUE);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_set_text (layout, number, -1);
  cairo_move_to (cr, MARGIN, gtk_print_context_get_height (context) - MARGIN / 1.5);
  pango_cairo_show_layout (cr, layout);
}

static void
trs_export_print_finalize (GObject *object)
{
  TrsExportPrint *self = TRS_EXPORT_PRINT (object);

  g_clear_pointer (&self->source, trs_export_source_unref);
  g_array_unref (self->items);
  g_array_unref (self->pages);

  G_OBJECT_CLASS (trs_export_print_parent_class)->finalize (object);
}

static void
trs_export_print_class_init (TrsExportPrintClass *klass)
{
  GtkPrintOperationClass *operation_class = GTK_PRINT_OPERATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_export_print_finalize;
  operation_class->begin_print = trs_export_print_begin_print;
  operation_class->paginate = trs_export_print_paginate;
  operation_class->draw_page = trs_export_print_draw_page;
}

static void
trs_export_print_init (TrsExportPrint *self)
{
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  g_array_set_clear_func (self->items, item_clear);
  self->pages = g_array_new (FALSE, FALSE, sizeof (Place));
}

/**
 * trs_export_print_new:
 * @source: what to print
 * @options: how
 *
 * Returns: (transfer full): an operation that prints the transcript
 */
GtkPrintOperation *
trs_export_print_new (TrsExportSource        *source,
                      const TrsExportOptions *options)
{
  TrsExportPrint *self = g_object_new (TRS_TYPE_EXPORT_PRINT, NULL);
  GtkPrintOperation *operation = GTK_PRINT_OPERATION (self);
  g_autoptr (GtkPrintSettings) settings = gtk_print_settings_new ();
  g_autofree char *name = trs_export_make_name (source->title, source->project_id, EXTENSION);

  self->source = trs_export_source_ref (source);
  self->options = *options;
  add_header (self);
  add_blocks (self);

  /* GTK appends the extension of the chosen format. */
  name[strlen (name) - strlen (EXTENSION)] = '\0';
  gtk_print_settings_set (settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, name);
  gtk_print_operation_set_print_settings (operation, settings);
  gtk_print_operation_set_job_name (operation, name);
  gtk_print_operation_set_use_full_page (operation, TRUE);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  gtk_print_operation_set_allow_async (operation, TRUE);
  return operation;
}

static void
done_cb (GtkPrintOperation       *operation,
         GtkPrintOperationResult  result,
         GtkWindow               *parent)
{
  g_autoptr (GError) error = NULL;

  if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
    return;

  gtk_print_operation_get_error (operation, &error);
  /* Translators: what failed, as the title of an error. */
  trs_error_sink_throw (GTK_WIDGET (parent), error, _("Printing the transcript"));
}

/**
 * trs_export_print_run:
 * @parent: the window that asks
 * @source: what to print
 * @options: how
 *
 * Asks for a printer, or a file, and prints.
 */
void
trs_export_print_run (GtkWindow              *parent,
                      TrsExportSource        *source,
                      const TrsExportOptions *options)
{
  g_autoptr (GtkPrintOperation) operation = trs_export_print_new (source, options);

  g_signal_connect_object (operation, "done", G_CALLBACK (done_cb), parent, 0);
  gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent, NULL);
}
