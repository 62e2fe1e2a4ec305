/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-highlighter.h"

#include <string.h>

#include "trs-widget-utils.h"

/* A range covered by more than one highlight, and their colours as bits. */
typedef struct
{
  TrsTextPosition start;
  TrsTextPosition end;
  guint colours;
} Overlap;

/* The start or the end of a highlight. */
typedef struct
{
  TrsTextPosition at;
  guint colour;
  int step;
} Edge;

struct _TrsHighlighter
{
  GObject parent_instance;

  GtkTextBuffer *buffer; /* not owned: it owns the highlighter */
  TrsLineMap *lines;
  TrsDocument *document;
  GArray *overlaps;
};

G_DEFINE_FINAL_TYPE (TrsHighlighter, trs_highlighter, G_TYPE_OBJECT)

static guint
get_n_highlights (TrsDocument *document)
{
  return trs_document_get_highlights (document)->len;
}

static const TrsPlacedHighlight *
get_highlight (TrsDocument *document,
               guint        i)
{
  return &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);
}

static guint
get_colour (const TrsPlacedHighlight *highlight)
{
  return highlight->annotation->number % TRS_HIGHLIGHT_N_COLOURS;
}

static gboolean
is_same_place (TrsTextPosition a,
               TrsTextPosition b)
{
  return trs_text_position_compare (a, b) == 0;
}

/* Adds or removes a tag on words, in the lines from @first on. Prefixes and the signs around the words stay as they
 * are. */
static void
tag_words (TrsHighlighter  *self,
           const char      *tag,
           TrsTextPosition  start,
           TrsTextPosition  end,
           guint            first,
           gboolean         on)
{
  guint n = trs_line_map_get_n_lines (self->lines);

  for (guint i = MAX (first, trs_line_map_find_line (self->lines, start)); i < n; i++)
    {
      const TrsBufferLine *line = trs_line_map_get_line (self->lines, i);
      gsize line_end = line->byte + line->length;
      gsize from = line->paragraph == start.paragraph ? MAX (start.byte, line->byte) : line->byte;
      gsize to = line->paragraph == end.paragraph ? MIN (end.byte, line_end) : line_end;
      GtkTextIter from_iter;
      GtkTextIter to_iter;

      if (line->paragraph > end.paragraph)
        break;
      if (line->paragraph < start.paragraph || from >= to)
        continue;
      gtk_text_buffer_get_iter_at_line_index (self->buffer, &from_iter, (int) i,
                                              (int) trs_line_map_get_index_behind_signs (self->lines, i, from));
      gtk_text_buffer_get_iter_at_line_index (self->buffer, &to_iter, (int) i,
                                              (int) trs_line_map_get_index (self->lines, i, to));
      if (on)
        gtk_text_buffer_apply_tag_by_name (self->buffer, tag, &from_iter, &to_iter);
      else
        gtk_text_buffer_remove_tag_by_name (self->buffer, tag, &from_iter, &to_iter);
    }
}

static void
tag_highlight (TrsHighlighter           *self,
               const TrsPlacedHighlight *highlight,
               guint                     first,
               gboolean                  on)
{
  g_autofree char *tag = g_strdup_printf ("highlight-%u", get_colour (highlight));

  tag_words (self, tag, highlight->start, highlight->end, first, on);
}

static gboolean
is_same_highlight (const TrsPlacedHighlight *a,
                   const TrsPlacedHighlight *b)
{
  return is_same_place (a->start, b->start) && is_same_place (a->end, b->end) && get_colour (a) == get_colour (b);
}

static gboolean
has_highlight (TrsDocument              *document,
               const TrsPlacedHighlight *highlight)
{
  for (guint i = 0; i < get_n_highlights (document); i++)
    if (is_same_highlight (get_highlight (document, i), highlight))
      return TRUE;
  return FALSE;
}

/* To remove a highlight takes its tag also from others of its colour that overlap with it: so all are added again. */
static void
update_highlights (TrsHighlighter *self,
                   TrsDocument    *old)
{
  gboolean removed = FALSE;

  for (guint i = 0; i < get_n_highlights (old); i++)
    if (!has_highlight (self->document, get_highlight (old, i)))
      {
        tag_highlight (self, get_highlight (old, i), 0, FALSE);
        removed = TRUE;
      }
  for (guint i = 0; i < get_n_highlights (self->document); i++)
    if (removed || !has_highlight (old, get_highlight (self->document, i)))
      tag_highlight (self, get_highlight (self->document, i), 0, TRUE);
}

static int
compare_edges (gconstpointer a,
               gconstpointer b)
{
  return trs_text_position_compare (((const Edge *) a)->at, ((const Edge *) b)->at);
}

/* Returns: (transfer full): where highlights begin and end, in the order of the transcript */
static GArray *
list_edges (TrsDocument *document)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (Edge));

  for (guint i = 0; i < get_n_highlights (document); i++)
    {
      const TrsPlacedHighlight *highlight = get_highlight (document, i);
      Edge start = { highlight->start, get_colour (highlight), 1 };
      Edge end = { highlight->end, get_colour (highlight), -1 };

      g_array_append_val (edges, start);
      g_array_append_val (edges, end);
    }
  g_array_sort (edges, compare_edges);
  return edges;
}

/* Returns: (transfer full): the ranges covered by more than one highlight */
static GArray *
find_overlaps (TrsDocument *document)
{
  g_autoptr (GArray) edges = list_edges (document);
  GArray *overlaps = g_array_new (FALSE, FALSE, sizeof (Overlap));
  guint n_of[TRS_HIGHLIGHT_N_COLOURS] = { 0 };
  guint n = 0;

  for (guint i = 0; i + 1 < edges->len; i++)
    {
      const Edge *edge = &g_array_index (edges, Edge, i);
      Overlap overlap = { edge->at, edge[1].at };

      n += edge->step;
      n_of[edge->colour] += edge->step;
      if (n < 2 || is_same_place (overlap.start, overlap.end))
        continue;
      for (guint colour = 0; colour < TRS_HIGHLIGHT_N_COLOURS; colour++)
        overlap.colours |= n_of[colour] > 0 ? 1u << colour : 0;
      g_array_append_val (overlaps, overlap);
    }
  return overlaps;
}

static void
tag_overlaps (TrsHighlighter *self,
              guint           first)
{
  for (guint i = 0; i < self->overlaps->len; i++)
    {
      const Overlap *overlap = &g_array_index (self->overlaps, Overlap, i);
      g_autofree char *tag = g_strdup_printf ("highlights-%u", overlap->colours);

      tag_words (self, tag, overlap->start, overlap->end, first, TRUE);
    }
}

static gboolean
are_same_overlaps (GArray *a,
                   GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const Overlap *in_a = &g_array_index (a, Overlap, i);
      const Overlap *in_b = &g_array_index (b, Overlap, i);

      if (!is_same_place (in_a->start, in_b->start) || !is_same_place (in_a->end, in_b->end) ||
          in_a->colours != in_b->colours)
        return FALSE;
    }
  return TRUE;
}

static void
update_overlaps (TrsHighlighter *self)
{
  g_autoptr (GArray) old = g_steal_pointer (&self->overlaps);

  self->overlaps = find_overlaps (self->document);
  if (are_same_overlaps (old, self->overlaps))
    return;

  for (guint colours = 1; colours < 1u << TRS_HIGHLIGHT_N_COLOURS; colours++)
    {
      g_autofree char *tag = g_strdup_printf ("highlights-%u", colours);

      trs_text_buffer_clear_tag (self->buffer, tag);
    }
  tag_overlaps (self, 0);
}

static void
insert_sign (TrsHighlighter  *self,
             guint            i,
             TrsTextPosition  sign)
{
  GtkTextIter start;
  GtkTextIter end;
  guint index;
  guint number = trs_line_map_locate_sign (self->lines, sign, &index);

  gtk_text_buffer_get_iter_at_line_index (self->buffer, &end, (int) number, (int) index);
  trs_line_map_insert_sign (self->lines, i, sign);
  gtk_text_buffer_insert (self->buffer, &end, TRS_NOTE_SIGN, -1);
  gtk_text_buffer_get_iter_at_line_index (self->buffer, &start, (int) number, (int) index);
  gtk_text_buffer_apply_tag_by_name (self->buffer, "all", &start, &end);
  gtk_text_buffer_apply_tag_by_name (self->buffer, "note-sign", &start, &end);
}

static void
remove_sign (TrsHighlighter *self,
             guint           i)
{
  GtkTextIter start;
  GtkTextIter end;
  guint index;
  guint number = trs_line_map_locate_sign (self->lines, trs_line_map_get_sign (self->lines, i), &index);

  gtk_text_buffer_get_iter_at_line_index (self->buffer, &start, (int) number, (int) index);
  gtk_text_buffer_get_iter_at_line_index (self->buffer, &end, (int) number, (int) (index + strlen (TRS_NOTE_SIGN)));
  trs_line_map_remove_sign (self->lines, i);
  gtk_text_buffer_delete (self->buffer, &start, &end);
}

static int
compare_positions (gconstpointer a,
                   gconstpointer b)
{
  return trs_text_position_compare (*(const TrsTextPosition *) a, *(const TrsTextPosition *) b);
}

/* Returns: (transfer full): the ends of highlights with notes in the lines so far, sorted, each once */
static GArray *
find_signs (TrsHighlighter *self)
{
  GArray *signs = g_array_new (FALSE, FALSE, sizeof (TrsTextPosition));
  TrsTextPosition lines_end = trs_line_map_get_end (self->lines);
  guint n = 0;

  for (guint i = 0; i < get_n_highlights (self->document); i++)
    {
      const TrsPlacedHighlight *highlight = get_highlight (self->document, i);

      if (highlight->annotation->text != NULL && highlight->end.byte > 0 &&
          trs_text_position_compare (highlight->end, lines_end) <= 0)
        g_array_append_val (signs, highlight->end);
    }
  g_array_sort (signs, compare_positions);

  for (guint i = 0; i < signs->len; i++)
    {
      TrsTextPosition sign = g_array_index (signs, TrsTextPosition, i);

      if (n == 0 || !is_same_place (g_array_index (signs, TrsTextPosition, n - 1), sign))
        g_array_index (signs, TrsTextPosition, n++) = sign;
    }
  g_array_set_size (signs, n);
  return signs;
}

static void
update_signs (TrsHighlighter *self)
{
  g_autoptr (GArray) signs = find_signs (self);
  guint i = 0;

  while (i < trs_line_map_get_n_signs (self->lines) || i < signs->len)
    {
      int order;

      if (i == trs_line_map_get_n_signs (self->lines))
        order = 1;
      else if (i == signs->len)
        order = -1;
      else
        order = trs_text_position_compare (trs_line_map_get_sign (self->lines, i),
                                           g_array_index (signs, TrsTextPosition, i));
      if (order < 0)
        {
          remove_sign (self, i);
          continue;
        }
      if (order > 0)
        insert_sign (self, i, g_array_index (signs, TrsTextPosition, i));
      i++;
    }
}

static void
trs_highlighter_finalize (GObject *object)
{
  TrsHighlighter *self = TRS_HIGHLIGHTER (object);

  g_object_unref (self->lines);
  g_clear_object (&self->document);
  g_clear_pointer (&self->overlaps, g_array_unref);

  G_OBJECT_CLASS (trs_highlighter_parent_class)->finalize (object);
}

static void
trs_highlighter_class_init (TrsHighlighterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_highlighter_finalize;
}

static void
trs_highlighter_init (TrsHighlighter *self)
{
}

/**
 * trs_highlighter_new:
 * @buffer: the text buffer, which has to outlive the highlighter
 * @lines: its lines; notes add their signs to them
 *
 * Returns: (transfer full): a highlighter that shows nothing yet
 */
TrsHighlighter *
trs_highlighter_new (GtkTextBuffer *buffer,
                     TrsLineMap    *lines)
{
  TrsHighlighter *self = g_object_new (TRS_TYPE_HIGHLIGHTER, NULL);

  self->buffer = buffer;
  self->lines = g_object_ref (lines);
  return self;
}

/**
 * trs_highlighter_set_document:
 * @self: a highlighter
 * @document: a document; after the first one, of the same transcript
 *
 * Shows the highlights of a document in the lines so far, in place of those of
 * the document before.
 */
void
trs_highlighter_set_document (TrsHighlighter *self,
                              TrsDocument    *document)
{
  g_autoptr (TrsDocument) old = g_steal_pointer (&self->document);

  self->document = g_object_ref (document);
  if (old == NULL)
    {
      self->overlaps = find_overlaps (document);
      trs_highlighter_add_lines (self, 0);
      return;
    }

  update_highlights (self, old);
  update_overlaps (self);
  update_signs (self);
}

/**
 * trs_highlighter_add_lines:
 * @self: a highlighter that has a document
 * @first: number of the first new line
 *
 * Shows the highlights in lines that have come at the end of the buffer.
 */
void
trs_highlighter_add_lines (TrsHighlighter *self,
                           guint           first)
{
  for (guint i = 0; i < get_n_highlights (self->document); i++)
    tag_highlight (self, get_highlight (self->document, i), first, TRUE);
  tag_overlaps (self, first);
  update_signs (self);
}
