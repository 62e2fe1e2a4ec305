/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-compare-text.h"

#include "trs-i18n.h"
#include "trs-text-diff.h"
#include "trs-transcript-layout.h"
#include "trs-transcript-strings.h"

/* Paragraphs that are the same and stand beside a difference, so that its place is known. */
#define CONTEXT 1

/* A difference shows by its heading, by the label above each text, and by what is struck out or underlined; the colours
 * only help. They are translucent, so that they serve light and dark alike. */
typedef struct
{
  GtkTextBuffer *buffer;
  GtkTextIter end;
  GArray *rows;
  const char *before;
  const char *after;
  guint n_differences;
  guint number;
} Filling;

static void
make_tags (GtkTextBuffer *buffer)
{
  gtk_text_buffer_create_tag (buffer, "heading", "weight", PANGO_WEIGHT_BOLD, "pixels-below-lines", 6, NULL);
  gtk_text_buffer_create_tag (buffer, "same", "pixels-above-lines", 6, "pixels-below-lines", 6, NULL);
  gtk_text_buffer_create_tag (buffer, "skipped", "justification", GTK_JUSTIFY_CENTER, "scale", 0.9,
                              "pixels-above-lines", 12, "pixels-below-lines", 12, NULL);
  gtk_text_buffer_create_tag (buffer, "gone", "paragraph-background", "rgba(224,27,36,0.13)", "pixels-below-lines", 6,
                              NULL);
  gtk_text_buffer_create_tag (buffer, "come", "paragraph-background", "rgba(46,194,126,0.17)", "pixels-below-lines", 6,
                              NULL);
  gtk_text_buffer_create_tag (buffer, "label", "weight", PANGO_WEIGHT_BOLD, "scale", 0.9, "pixels-above-lines", 6,
                              "pixels-below-lines", 0, NULL);
  gtk_text_buffer_create_tag (buffer, "struck", "strikethrough", TRUE, NULL);
  gtk_text_buffer_create_tag (buffer, "underlined", "underline", PANGO_UNDERLINE_SINGLE, "weight", PANGO_WEIGHT_BOLD,
                              NULL);
}

static void
insert (Filling    *self,
        const char *text,
        gssize      length,
        const char *tag,
        const char *other_tag)
{
  gtk_text_buffer_insert_with_tags_by_name (self->buffer, &self->end, text, (int) length, tag, other_tag, NULL);
}

static void
insert_line (Filling    *self,
             const char *text,
             const char *tag,
             const char *other_tag)
{
  insert (self, text, -1, tag, other_tag);
  insert (self, "\n", 1, tag, other_tag);
}

/* A very long paragraph is broken for display, as on the page of the transcript. */
static void
insert_run (Filling    *self,
            const char *text,
            gsize       length,
            const char *tag,
            const char *other_tag)
{
  while (length > 0)
    {
      gsize taken;
      gsize shown = trs_line_break (text, length, &taken);

      insert (self, text, (gssize) shown, tag, other_tag);
      text += taken;
      length -= taken;
      if (length > 0)
        insert (self, "\n", 1, tag, NULL);
    }
}

static void
insert_piece (Filling            *self,
              const TrsTextPiece *piece,
              const char         *tag,
              const char         *changed_tag)
{
  insert_run (self, piece->text, piece->changed_from, tag, NULL);
  insert_run (self, piece->text + piece->changed_from, piece->changed_to - piece->changed_from, tag, changed_tag);
  insert_run (self, piece->text + piece->changed_to, piece->length - piece->changed_to, tag, NULL);
  insert (self, "\n", 1, tag, NULL);
}

static const TrsTextDiffRow *
row_at (GArray *rows,
        guint   i)
{
  return &g_array_index (rows, TrsTextDiffRow, i);
}

static guint
run_length (GArray *rows,
            guint   from)
{
  gboolean same = row_at (rows, from)->kind == TRS_TEXT_DIFF_SAME;
  guint i = from;

  while (i < rows->len && (row_at (rows, i)->kind == TRS_TEXT_DIFF_SAME) == same)
    i++;
  return i - from;
}

static void
insert_same (Filling *self,
             guint    from,
             guint    length)
{
  guint first = from > 0 ? MIN (CONTEXT, length) : 0;
  guint last = from + length < self->rows->len ? MIN (CONTEXT, length - first) : 0;
  guint skipped = length - first - last;

  for (guint i = 0; i < length; i++)
    {
      const TrsTextPiece *piece = &row_at (self->rows, from + i)->after;

      if (i == first && skipped > 0)
        {
          g_autofree char *words =
              /* Translators: stands in the place of parts that are the same in both texts. */
              g_strdup_printf (ngettext ("· %u paragraph is the same ·", "· %u paragraphs are the same ·", skipped),
                               skipped);

          insert_line (self, words, "skipped", NULL);
        }
      if (i < first || i >= length - last)
        {
          insert_run (self, piece->text, piece->length, "same", NULL);
          insert (self, "\n", 1, "same", NULL);
        }
    }
}

static void
insert_side (Filling    *self,
             guint       from,
             guint       length,
             gboolean    after)
{
  const char *tag = after ? "come" : "gone";
  gboolean labelled = FALSE;

  for (guint i = from; i < from + length; i++)
    {
      const TrsTextDiffRow *row = row_at (self->rows, i);
      const TrsTextPiece *piece = after ? &row->after : &row->before;

      if (piece->text == NULL)
        continue;
      if (!labelled)
        insert_line (self, after ? self->after : self->before, tag, "label");
      labelled = TRUE;
      insert_piece (self, piece, tag, after ? "underlined" : "struck");
    }
}

static void
insert_difference (Filling *self,
                   guint    from,
                   guint    length)
{
  g_autofree char *name = g_strdup_printf ("difference-%u", self->number);
  g_autofree char *heading =
      trs_transcript_strings_differences (self, (int) self->n_differences, (int) self->number);

  insert_line (self, "", "same", NULL);
  gtk_text_buffer_create_mark (self->buffer, name, &self->end, TRUE);
  insert_line (self, heading, "heading", NULL);
  insert_side (self, from, length, FALSE);
  insert_side (self, from, length, TRUE);
  self->number++;
}

static guint
count_differences (GArray *rows)
{
  guint n = 0;

  for (guint i = 0; i < rows->len; i += run_length (rows, i))
    if (row_at (rows, i)->kind != TRS_TEXT_DIFF_SAME)
      n++;
  return n;
}

/**
 * trs_compare_text_fill:
 * @view: a view whose buffer is empty
 * @rows: (element-type TrsTextDiffRow): how the two texts compare
 * @before: what the first text is called
 * @after: what the second text is called
 *
 * Writes down what differs, and a little of what does not.
 *
 * Returns: how many differences there are
 */
guint
trs_compare_text_fill (GtkTextView *view,
                       GArray      *rows,
                       const char  *before,
                       const char  *after)
{
  g_autofree char *gone = g_strdup_printf ("− %s", before);
  g_autofree char *come = g_strdup_printf ("+ %s", after);
  Filling self = { gtk_text_view_get_buffer (view), { 0 }, rows, gone, come, count_differences (rows), 0 };

  make_tags (self.buffer);
  gtk_text_buffer_get_end_iter (self.buffer, &self.end);
  for (guint i = 0, length; i < rows->len; i += length)
    {
      length = run_length (rows, i);
      if (row_at (rows, i)->kind == TRS_TEXT_DIFF_SAME)
        insert_same (&self, i, length);
      else
        insert_difference (&self, i, length);
    }

  return self.n_differences;
}

/**
 * trs_compare_text_show:
 * @view: a view that was filled
 * @number: which difference, from 0
 *
 * Brings a difference into view, and selects its heading, which is read out.
 */
void
trs_compare_text_show (GtkTextView *view,
                       guint        number)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  g_autofree char *name = g_strdup_printf ("difference-%u", number);
  GtkTextMark *mark = gtk_text_buffer_get_mark (buffer, name);
  GtkTextIter start;
  GtkTextIter end;

  if (mark == NULL)
    return;

  gtk_text_buffer_get_iter_at_mark (buffer, &start, mark);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_select_range (buffer, &start, &end);
  gtk_text_view_scroll_to_mark (view, mark, 0, TRUE, 0, 0.1);
}
