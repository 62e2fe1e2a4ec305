/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-buffer.h"

#include <string.h>

#include "trs-highlighter.h"
#include "trs-line-builder.h"

/* Limits for one slice of loading. */
#define MAX_CHUNK_PARAGRAPHS 24
#define MAX_CHUNK_BYTES 16384

/* Limits for one slice of updating name lines: paragraphs examined, and lines changed. */
#define MAX_EXAMINED 256
#define MAX_CHANGES 16

/* Lines deleted in one slice when a text is dropped. */
#define DROP_LINES 16

/* Higher than the priority at which GtkTextView validates lines in the background: otherwise each slice would wait
 * until all lines so far are validated. */
#define PRIORITY_LOAD (GTK_TEXT_VIEW_PRIORITY_VALIDATE - 2)
#define PRIORITY_DROP GTK_TEXT_VIEW_PRIORITY_VALIDATE

struct _TrsTranscriptBuffer
{
  GtkTextBuffer parent_instance;

  TrsDocument *document;
  TrsTranscript *transcript; /* those of the document that is shown */
  TrsTextFlags flags;
  TrsLineMap *lines;
  TrsLineBuilder *builder;
  TrsHighlighter *highlighter;
  guint load_id;
  gboolean deleting;

  TrsTextPosition next; /* where the next chunk begins */

  /* an update of name lines under way, and the next paragraph that it examines */
  guint update_id;
  guint update_paragraph;
};

enum
{
  LOADED,
  SELECTION_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsTranscriptBuffer, trs_transcript_buffer, GTK_TYPE_TEXT_BUFFER)

static void
trs_transcript_buffer_finalize (GObject *object)
{
  TrsTranscriptBuffer *self = TRS_TRANSCRIPT_BUFFER (object);

  g_clear_handle_id (&self->load_id, g_source_remove);
  g_clear_handle_id (&self->update_id, g_source_remove);
  g_object_unref (self->document);
  g_object_unref (self->highlighter);
  g_object_unref (self->lines);
  g_object_unref (self->builder);

  G_OBJECT_CLASS (trs_transcript_buffer_parent_class)->finalize (object);
}

/* Does not chain up: GtkTextBuffer would offer its own text as the primary
 * selection, and in GTK 4.8 a buffer that ever had a selection is never freed.
 * `has-selection` is not kept up to date therefore; use
 * gtk_text_buffer_get_selection_bounds().
 * floor: try without it with GTK ≥ 4.10 */
static void
trs_transcript_buffer_mark_set (GtkTextBuffer     *buffer,
                                const GtkTextIter *location,
                                GtkTextMark       *mark)
{
  if (!TRS_TRANSCRIPT_BUFFER (buffer)->deleting &&
      (mark == gtk_text_buffer_get_insert (buffer) || mark == gtk_text_buffer_get_selection_bound (buffer)))
    g_signal_emit (buffer, signals[SELECTION_CHANGED], 0);
}

/* For the same reason, clear the selection before deleting. */
static void
trs_transcript_buffer_delete_range (GtkTextBuffer *buffer,
                                    GtkTextIter   *start,
                                    GtkTextIter   *end)
{
  TrsTranscriptBuffer *self = TRS_TRANSCRIPT_BUFFER (buffer);
  GtkTextMark *bound = gtk_text_buffer_get_selection_bound (buffer);
  GtkTextMark *kept;
  GtkTextIter iter;

  self->deleting = TRUE;
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, bound);
  kept = gtk_text_buffer_create_mark (buffer, NULL, &iter, FALSE);
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  gtk_text_buffer_move_mark (buffer, bound, &iter);
  GTK_TEXT_BUFFER_CLASS (trs_transcript_buffer_parent_class)->delete_range (buffer, start, end);
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, kept);
  gtk_text_buffer_move_mark (buffer, bound, &iter);
  gtk_text_buffer_delete_mark (buffer, kept);
  self->deleting = FALSE;
}

static void
trs_transcript_buffer_class_init (TrsTranscriptBufferClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_transcript_buffer_finalize;
  GTK_TEXT_BUFFER_CLASS (klass)->mark_set = trs_transcript_buffer_mark_set;
  GTK_TEXT_BUFFER_CLASS (klass)->delete_range = trs_transcript_buffer_delete_range;

  signals[LOADED] =
      g_signal_new ("loaded", TRS_TYPE_TRANSCRIPT_BUFFER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", TRS_TYPE_TRANSCRIPT_BUFFER, G_SIGNAL_RUN_LAST, 0,
                                             NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_transcript_buffer_init (TrsTranscriptBuffer *self)
{
  self->lines = trs_line_map_new (strlen (TRS_NOTE_SIGN));
  self->highlighter = trs_highlighter_new (GTK_TEXT_BUFFER (self), self->lines);
}

/* Adds or removes the sign of a check where it differs from the document before. */
static void
update_checked (TrsTranscriptBuffer *self,
                TrsDocument         *old)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);

  for (guint i = 0; i < self->next.paragraph; i++)
    {
      gboolean checked = trs_document_get_checked (self->document, i) != NULL;
      guint number;
      guint index;
      GtkTextIter start;
      GtkTextIter end;

      if (checked == (trs_document_get_checked (old, i) != NULL))
        continue;
      number = trs_line_map_find_line (self->lines, (TrsTextPosition) { i, G_MAXSIZE });
      index = trs_line_map_get_index_behind_signs (self->lines, number, G_MAXSIZE);
      gtk_text_buffer_get_iter_at_line_index (buffer, &start, (int) number, (int) index);
      if (checked)
        {
          trs_line_builder_begin (self->builder, number);
          trs_line_builder_add_checked (self->builder, index);
          trs_line_builder_insert (self->builder, buffer, &start);
          continue;
        }
      end = start;
      if (!gtk_text_iter_ends_line (&end))
        gtk_text_iter_forward_to_line_end (&end);
      gtk_text_buffer_delete (buffer, &start, &end);
    }
}

static const TrsParagraph *
get_paragraph (TrsTranscriptBuffer *self,
               guint                index)
{
  return trs_transcript_get_paragraph (self->transcript, self->flags, index);
}

static guint
get_n_paragraphs (TrsTranscriptBuffer *self)
{
  return trs_transcript_get_n_paragraphs (self->transcript, self->flags);
}

/* Appends one chunk. Returns: whether there is more */
static gboolean
load_chunk (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  guint first = trs_line_map_get_n_lines (self->lines);
  guint n = get_n_paragraphs (self);
  guint until = MIN (n, self->next.paragraph + MAX_CHUNK_PARAGRAPHS);
  guint number = first;
  GtkTextIter end;

  trs_line_builder_begin (self->builder, first);
  while (self->next.paragraph < until && trs_line_builder_get_length (self->builder) < MAX_CHUNK_BYTES)
    {
      TrsBufferLine line;

      if (self->next.byte == 0 && trs_line_builder_needs_name (self->builder, self->next.paragraph))
        {
          line = trs_line_builder_add_name (self->builder, self->next.paragraph);
          trs_line_builder_end_line (self->builder);
          trs_line_map_insert_line (self->lines, number++, &line);
        }

      line = trs_line_builder_add_words (self->builder, self->next.paragraph, self->next.byte, &self->next.byte);
      trs_line_map_insert_line (self->lines, number++, &line);
      if (self->next.byte == 0)
        self->next.paragraph++;
      if (self->next.paragraph < n)
        trs_line_builder_end_line (self->builder);
    }

  gtk_text_buffer_get_end_iter (buffer, &end);
  trs_line_builder_insert (self->builder, buffer, &end);
  trs_highlighter_add_lines (self->highlighter, first);
  return self->next.paragraph < n;
}

static gboolean
load_cb (gpointer user_data)
{
  TrsTranscriptBuffer *self = user_data;

  if (load_chunk (self))
    return G_SOURCE_CONTINUE;

  self->load_id = 0;
  g_signal_emit (self, signals[LOADED], 0);
  return G_SOURCE_REMOVE;
}

/**
 * trs_transcript_buffer_new:
 * @tags: the tags of the view
 * @document: what is to be read
 * @flags: which of its texts, for one that is not aligned
 * @exact_times: whether times have their milliseconds
 *
 * Returns: (transfer full): a buffer with the first screen; the rest follows
 */
TrsTranscriptBuffer *
trs_transcript_buffer_new (GtkTextTagTable *tags,
                           TrsDocument     *document,
                           TrsTextFlags     flags,
                           gboolean         exact_times)
{
  TrsTranscriptBuffer *self = g_object_new (TRS_TYPE_TRANSCRIPT_BUFFER, "tag-table", tags, "enable-undo", FALSE, NULL);
  GtkTextIter start;

  self->document = g_object_ref (document);
  self->transcript = trs_document_get_transcript (document);
  self->flags = trs_transcript_is_aligned (self->transcript) ? TRS_TEXT_ALL : flags;
  self->builder = trs_line_builder_new (tags, document, self->flags, exact_times);
  trs_highlighter_set_document (self->highlighter, document);
  if (load_chunk (self))
    self->load_id = g_idle_add_full (PRIORITY_LOAD, load_cb, self, NULL);

  /* inserting at the caret has moved it along with the text */
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self), &start);
  return self;
}

/**
 * trs_transcript_buffer_to_position:
 * @self: a buffer
 * @iter: a place in the buffer
 *
 * Returns: the place in the transcript. What is none of its words stands for the
 *   nearest of them in its line, or below a name.
 */
TrsTextPosition
trs_transcript_buffer_to_position (TrsTranscriptBuffer *self,
                                   const GtkTextIter   *iter)
{
  return trs_line_map_get_position (self->lines, gtk_text_iter_get_line (iter), gtk_text_iter_get_line_index (iter));
}

/* Returns: whether the text is loaded up to a position */
static gboolean
has_position (TrsTranscriptBuffer *self,
              TrsTextPosition      position)
{
  return trs_text_position_compare (self->next, position) > 0;
}

/**
 * trs_transcript_buffer_get_iter:
 * @self: a buffer
 * @position: a place in the transcript
 * @iter: (out): the place in the buffer
 *
 * Loads the text at once as far as that place, if it is not in yet.
 */
void
trs_transcript_buffer_get_iter (TrsTranscriptBuffer *self,
                                TrsTextPosition      position,
                                GtkTextIter         *iter)
{
  guint number;

  while (!has_position (self, position) && load_chunk (self))
    continue;
  if (!has_position (self, position))
    {
      gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (self), iter);
      return;
    }

  number = trs_line_map_find_line (self->lines, position);
  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (self), iter, (int) number,
                                          (int) trs_line_map_get_index (self->lines, number, position.byte));
}

/**
 * trs_transcript_buffer_get_range:
 * @self: a buffer
 * @start: a place in the transcript
 * @end: a place that is not before it
 * @from: (out): the place of @start in the buffer
 * @to: (out): that of @end
 *
 * Loads the text at once as far as @end, if it is not in yet. To call
 * trs_transcript_buffer_get_iter() for one after the other may not do: what is
 * loaded for the end makes the iter at the start invalid.
 */
void
trs_transcript_buffer_get_range (TrsTranscriptBuffer *self,
                                 TrsTextPosition      start,
                                 TrsTextPosition      end,
                                 GtkTextIter         *from,
                                 GtkTextIter         *to)
{
  trs_transcript_buffer_get_iter (self, end, to);
  trs_transcript_buffer_get_iter (self, start, from);
}

/**
 * trs_transcript_buffer_get_selection:
 * @self: a buffer
 * @start: (out): where the selection begins in the transcript
 * @end: (out): where it ends
 *
 * Returns: %FALSE if nothing is selected
 */
gboolean
trs_transcript_buffer_get_selection (TrsTranscriptBuffer *self,
                                     TrsTextPosition     *start,
                                     TrsTextPosition     *end)
{
  GtkTextIter from;
  GtkTextIter to;

  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self), &from, &to))
    return FALSE;

  *start = trs_transcript_buffer_to_position (self, &from);
  *end = trs_transcript_buffer_to_position (self, &to);

  /* A selection up to the start of a paragraph ends with the previous one. */
  if (end->byte == 0 && end->paragraph > start->paragraph)
    {
      end->paragraph--;
      end->byte = get_paragraph (self, end->paragraph)->body_length;
    }

  return TRUE;
}

/**
 * trs_transcript_buffer_get_caret:
 * @self: a buffer
 *
 * Returns: where the caret is in the transcript, or where the selection begins
 */
TrsTextPosition
trs_transcript_buffer_get_caret (TrsTranscriptBuffer *self)
{
  GtkTextIter from;

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self), &from, NULL);
  return trs_transcript_buffer_to_position (self, &from);
}

/**
 * trs_transcript_buffer_get_caret_time:
 * @self: a buffer
 *
 * Returns: when the paragraph of the caret begins, in milliseconds; -1 if that is not known
 */
gint64
trs_transcript_buffer_get_caret_time (TrsTranscriptBuffer *self)
{
  TrsTextPosition caret = trs_transcript_buffer_get_caret (self);

  return caret.paragraph < get_n_paragraphs (self) ? get_paragraph (self, caret.paragraph)->start : -1;
}

/* Returns: the text of a line without its end */
static char *
dup_line (TrsTranscriptBuffer *self,
          guint                number,
          GtkTextIter         *start,
          GtkTextIter         *end)
{
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self), start, (int) number);
  *end = *start;
  if (!gtk_text_iter_ends_line (end))
    gtk_text_iter_forward_to_line_end (end);
  return gtk_text_iter_get_slice (start, end);
}

/* Returns: the offset of a mark in a line in characters; -1 if it is elsewhere */
static int
get_offset_in_line (TrsTranscriptBuffer *self,
                    GtkTextMark         *mark,
                    guint                number)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self), &iter, mark);
  return gtk_text_iter_get_line (&iter) == (int) number ? gtk_text_iter_get_line_offset (&iter) : -1;
}

/* Replaces the text of a name line with what has been built. The caret keeps its place, or stays in the name. */
static void
replace_name_line (TrsTranscriptBuffer *self,
                   guint                number,
                   const TrsBufferLine *line,
                   GtkTextIter         *start,
                   GtkTextIter         *end)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextMark *marks[] = { gtk_text_buffer_get_insert (buffer), gtk_text_buffer_get_selection_bound (buffer) };
  int offsets[G_N_ELEMENTS (marks)];
  GtkTextIter iter;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    offsets[i] = get_offset_in_line (self, marks[i], number);
  gtk_text_buffer_delete (buffer, start, end);
  trs_line_builder_insert (self->builder, buffer, start);
  trs_line_map_replace_line (self->lines, number, line);

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (offsets[i] >= 0)
      {
        gtk_text_buffer_get_iter_at_line (buffer, &iter, (int) number);
        gtk_text_iter_set_line_offset (&iter, MIN (offsets[i], gtk_text_iter_get_chars_in_line (&iter) - 1));
        gtk_text_buffer_move_mark (buffer, marks[i], &iter);
      }
}

/* @words: number of the first line of words below the name */
static void
insert_name_line (TrsTranscriptBuffer *self,
                  guint                words,
                  const TrsBufferLine *line)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_line (buffer, &at, (int) words);
  trs_line_builder_end_line (self->builder);
  trs_line_builder_insert (self->builder, buffer, &at);
  trs_line_map_insert_line (self->lines, words, line);
  trs_line_builder_retag_words (self->builder, buffer, words + 1, trs_line_map_get_line (self->lines, words + 1));
}

static void
remove_name_line (TrsTranscriptBuffer *self,
                  guint                number)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, (int) number);
  gtk_text_buffer_get_iter_at_line (buffer, &end, (int) number + 1);
  gtk_text_buffer_delete (buffer, &start, &end);
  trs_line_map_remove_line (self->lines, number);
  trs_line_builder_retag_words (self->builder, buffer, number, trs_line_map_get_line (self->lines, number));
}

/* Updates the name line over a paragraph to match the document. Returns: whether it has changed */
static gboolean
update_name_line (TrsTranscriptBuffer *self,
                  guint                paragraph)
{
  guint words = trs_line_map_find_line (self->lines, (TrsTextPosition) { paragraph, 0 });
  gboolean is_there = words > 0 && trs_line_map_get_line (self->lines, words - 1)->paragraph == paragraph;
  gboolean is_needed = trs_line_builder_needs_name (self->builder, paragraph);
  guint number = is_there ? words - 1 : words;
  TrsBufferLine line;
  g_autofree char *shown = NULL;
  GtkTextIter start;
  GtkTextIter end;

  if (!is_needed)
    {
      if (is_there)
        remove_name_line (self, number);
      return is_there;
    }

  trs_line_builder_begin (self->builder, number);
  line = trs_line_builder_add_name (self->builder, paragraph);
  if (!is_there)
    {
      insert_name_line (self, words, &line);
      return TRUE;
    }

  shown = dup_line (self, number, &start, &end);
  if (line.speaker == trs_line_map_get_line (self->lines, number)->speaker &&
      g_str_equal (shown, trs_line_builder_get_text (self->builder)))
    return FALSE;

  replace_name_line (self, number, &line, &start, &end);
  return TRUE;
}

/* Returns: whether any line of a paragraph is loaded */
static gboolean
is_paragraph_loaded (TrsTranscriptBuffer *self,
                     guint                paragraph)
{
  return has_position (self, (TrsTextPosition) { paragraph, 0 });
}

static gboolean
update_cb (gpointer user_data)
{
  TrsTranscriptBuffer *self = user_data;
  guint n_changes = 0;

  for (guint i = 0; i < MAX_EXAMINED && n_changes < MAX_CHANGES; i++)
    {
      if (!is_paragraph_loaded (self, self->update_paragraph))
        {
          self->update_id = 0;
          return G_SOURCE_REMOVE;
        }
      n_changes += update_name_line (self, self->update_paragraph++);
    }
  return G_SOURCE_CONTINUE;
}

/**
 * trs_transcript_buffer_set_document:
 * @self: a buffer
 * @document: the same text with other annotations
 * @from: a place in the buffer
 * @to: a place behind it
 *
 * Shows other highlights and checks, and brings the name lines up to date: between
 * the two places at once, the others in slices. Words, caret and selection stay.
 */
void
trs_transcript_buffer_set_document (TrsTranscriptBuffer *self,
                                    TrsDocument         *document,
                                    const GtkTextIter   *from,
                                    const GtkTextIter   *to)
{
  g_autoptr (TrsDocument) old = g_steal_pointer (&self->document);
  guint first = trs_transcript_buffer_to_position (self, from).paragraph;
  guint last = trs_transcript_buffer_to_position (self, to).paragraph;

  self->document = g_object_ref (document);
  trs_line_builder_set_document (self->builder, document);
  trs_highlighter_set_document (self->highlighter, document);
  update_checked (self, old);
  for (guint i = first; i <= last && is_paragraph_loaded (self, i); i++)
    update_name_line (self, i);
  self->update_paragraph = 0;
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (PRIORITY_LOAD, update_cb, self, NULL);
}

static gboolean
drop_cb (gpointer user_data)
{
  GtkTextBuffer *buffer = user_data;
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, MAX (0, gtk_text_buffer_get_line_count (buffer) - DROP_LINES));
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  return gtk_text_buffer_get_char_count (buffer) > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/**
 * trs_transcript_buffer_drop:
 * @self: (transfer full): a buffer that no view shows any more
 *
 * Deletes the text in slices, as freeing a long one at once would block the window.
 */
void
trs_transcript_buffer_drop (TrsTranscriptBuffer *self)
{
  g_clear_handle_id (&self->load_id, g_source_remove);
  g_clear_handle_id (&self->update_id, g_source_remove);
  g_idle_add_full (PRIORITY_DROP, drop_cb, self, g_object_unref);
}

/**
 * trs_transcript_buffer_find_name:
 * @self: a buffer
 * @words: where the words of a paragraph begin
 * @name: (out): the beginning of the name line over them
 *
 * Returns: whether one is shown
 */
gboolean
trs_transcript_buffer_find_name (TrsTranscriptBuffer *self,
                                 const GtkTextIter   *words,
                                 GtkTextIter         *name)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (GTK_TEXT_BUFFER (self)), "name");
  gboolean hidden;

  g_object_get (tag, "invisible", &hidden, NULL);
  *name = *words;
  if (hidden || !gtk_text_iter_backward_line (name) || !gtk_text_iter_has_tag (name, tag))
    return FALSE;
  return trs_transcript_buffer_to_position (self, name).paragraph ==
         trs_transcript_buffer_to_position (self, words).paragraph;
}

/**
 * trs_transcript_buffer_is_hidden:
 * @iter: a place in a buffer
 *
 * Returns: whether the character there is of a name or a time that is hidden
 */
gboolean
trs_transcript_buffer_is_hidden (const GtkTextIter *iter)
{
  GtkTextIter next = *iter;
  g_autofree char *visible = NULL;

  if (gtk_text_iter_is_end (iter))
    return FALSE;

  gtk_text_iter_forward_char (&next);
  visible = gtk_text_iter_get_visible_text (iter, &next);
  return *visible == '\0';
}

/**
 * trs_transcript_buffer_rescue_caret:
 * @self: a buffer
 *
 * Moves the caret out of hidden text.
 */
void
trs_transcript_buffer_rescue_caret (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter caret;

  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (!trs_transcript_buffer_is_hidden (&caret))
    return;

  while (trs_transcript_buffer_is_hidden (&caret))
    gtk_text_iter_forward_char (&caret);
  if (gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL))
    gtk_text_buffer_move_mark (buffer, gtk_text_buffer_get_insert (buffer), &caret);
  else
    gtk_text_buffer_place_cursor (buffer, &caret);
}

/**
 * trs_transcript_buffer_get_document:
 * @self: a #TrsTranscriptBuffer
 *
 * Returns: (transfer none): what is to be read
 */
TrsDocument *
trs_transcript_buffer_get_document (TrsTranscriptBuffer *self)
{
  return self->document;
}

/**
 * trs_transcript_buffer_get_paragraph:
 * @self: a #TrsTranscriptBuffer
 * @number: number of a paragraph
 *
 * Returns: (transfer none): the paragraph of the text that is shown
 */
const TrsParagraph *
trs_transcript_buffer_get_paragraph (TrsTranscriptBuffer *self,
                                     guint                number)
{
  return get_paragraph (self, number);
}
