/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-buffer.h"

#define CHUNK 24
#define DROP_LINES 16

/* Before the background re-wrap of the view: behind it, each slice would wait
 * for a re-wrap of all that is in already. */
#define PRIORITY_LOAD (GTK_TEXT_VIEW_PRIORITY_VALIDATE - 2)
#define PRIORITY_DROP GTK_TEXT_VIEW_PRIORITY_VALIDATE

struct _TrsTranscriptBuffer
{
  GtkTextBuffer parent_instance;

  TrsTranscriptLayout *layout;
  guint load_id;
};

G_DEFINE_FINAL_TYPE (TrsTranscriptBuffer, trs_transcript_buffer, GTK_TYPE_TEXT_BUFFER)

static void
trs_transcript_buffer_finalize (GObject *object)
{
  TrsTranscriptBuffer *self = TRS_TRANSCRIPT_BUFFER (object);

  g_clear_handle_id (&self->load_id, g_source_remove);
  g_clear_pointer (&self->layout, trs_transcript_layout_free);

  G_OBJECT_CLASS (trs_transcript_buffer_parent_class)->finalize (object);
}

/* Does not chain up: GtkTextBuffer would offer its own text as the primary
 * selection, and in GTK 4.8 a buffer that ever had a selection is never freed.
 * `has-selection` is not kept up to date therefore; use
 * gtk_text_buffer_get_selection_bounds(). */
static void
trs_transcript_buffer_mark_set (GtkTextBuffer     *buffer,
                                const GtkTextIter *location,
                                GtkTextMark       *mark)
{
}

static void
trs_transcript_buffer_class_init (TrsTranscriptBufferClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_transcript_buffer_finalize;
  GTK_TEXT_BUFFER_CLASS (klass)->mark_set = trs_transcript_buffer_mark_set;

  g_signal_new ("loaded", TRS_TYPE_TRANSCRIPT_BUFFER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_transcript_buffer_init (TrsTranscriptBuffer *self)
{
}

static void
apply_tag (GtkTextBuffer     *buffer,
           TrsTranscriptTag   tag,
           const GtkTextIter *start,
           const GtkTextIter *end)
{
  gtk_text_buffer_apply_tag (buffer, trs_transcript_tags_get (gtk_text_buffer_get_tag_table (buffer), tag), start, end);
}

/* @from and @to count bytes. */
static void
apply (GtkTextBuffer    *buffer,
       TrsTranscriptTag  tag,
       guint             line,
       guint             from,
       guint             to)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line_index (buffer, &start, line, from);
  gtk_text_buffer_get_iter_at_line_index (buffer, &end, line, to);
  apply_tag (buffer, tag, &start, &end);
}

/* GTK takes what concerns a whole line from the line's first character. */
static void
apply_to_first_character (GtkTextBuffer    *buffer,
                          TrsTranscriptTag  tag,
                          guint             line)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, line);
  end = start;
  gtk_text_iter_forward_char (&end);
  apply_tag (buffer, tag, &start, &end);
}

/* From the beginning of a line on. */
static void
apply_to_lines (GtkTextBuffer    *buffer,
                TrsTranscriptTag  tag,
                guint             first,
                guint             n_lines)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, first);
  end = start;
  gtk_text_iter_forward_lines (&end, n_lines);
  apply_tag (buffer, tag, &start, &end);
}

static void
tag_name_line (GtkTextBuffer       *buffer,
               guint                number,
               const TrsLayoutLine *line)
{
  guint from = trs_layout_line_get_prefix (line);
  guint to = from + line->name;

  apply_to_lines (buffer, TRS_TAG_NAME, number, 1);
  apply (buffer, line->unknown ? TRS_TAG_SPEAKER_UNKNOWN : TRS_TAG_SPEAKER_0 + line->colour, number, from, to);
  if (line->again)
    apply (buffer, TRS_TAG_SPEAKER_AGAIN, number, from, to);
  if (line->time > 0)
    {
      apply (buffer, TRS_TAG_TIME_NAME_WIDE, number, line->mark, from);
      apply (buffer, TRS_TAG_TIME_NAME_NARROW, number, to, to + 2 + line->time);
    }
  if (number == 0)
    apply_to_first_character (buffer, TRS_TAG_TOP_NAME, number);
}

static void
tag_body_line (GtkTextBuffer       *buffer,
               guint                number,
               const TrsLayoutLine *line)
{
  if (line->time > 0)
    apply (buffer, line->first ? TRS_TAG_TIME_FIRST : TRS_TAG_TIME_BODY, number, line->mark,
           trs_layout_line_get_prefix (line));
  if (line->time > 0 && line->first)
    apply_to_first_character (buffer, TRS_TAG_BODY_FIRST, number);

  if (line->kind == TRS_LAYOUT_MORE)
    apply_to_first_character (buffer, TRS_TAG_MORE, number);
  else if (line->first)
    apply_to_first_character (buffer, TRS_TAG_AFTER_NAME, number);
  if (line->paragraph == 0 && line->kind == TRS_LAYOUT_BODY)
    apply_to_first_character (buffer, TRS_TAG_TOP, number);
}

/* Appends one chunk; returns whether there is more. */
static gboolean
load_chunk (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  guint from = trs_transcript_layout_get_n_lines (self->layout);
  g_autoptr (GString) chunk = g_string_new (NULL);
  gboolean more = trs_transcript_layout_append (self->layout, CHUNK, chunk);
  guint to = trs_transcript_layout_get_n_lines (self->layout);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert (buffer, &end, chunk->str, chunk->len);
  apply_to_lines (buffer, TRS_TAG_ALL, from, to - from);
  for (guint i = from; i < to; i++)
    {
      const TrsLayoutLine *line = trs_transcript_layout_get_line (self->layout, i);

      if (line->kind == TRS_LAYOUT_NAME)
        tag_name_line (buffer, i, line);
      else
        tag_body_line (buffer, i, line);
      if (line->time == 0)
        apply_to_first_character (buffer, TRS_TAG_NO_TIME, i);
    }

  return more;
}

static gboolean
load_cb (gpointer user_data)
{
  TrsTranscriptBuffer *self = user_data;

  if (load_chunk (self))
    return G_SOURCE_CONTINUE;

  self->load_id = 0;
  g_signal_emit_by_name (self, "loaded");
  return G_SOURCE_REMOVE;
}

/**
 * trs_transcript_buffer_new:
 * @tags: the tags of the view
 * @transcript: what is to be read
 * @flags: which of its texts, for one that is not aligned
 *
 * Returns: (transfer full): a buffer with the first screen; the rest follows
 */
TrsTranscriptBuffer *
trs_transcript_buffer_new (GtkTextTagTable *tags,
                           TrsTranscript   *transcript,
                           TrsTextFlags     flags)
{
  TrsTranscriptBuffer *self = g_object_new (TRS_TYPE_TRANSCRIPT_BUFFER, "tag-table", tags, "enable-undo", FALSE, NULL);
  GtkTextIter start;

  self->layout = trs_transcript_layout_new (transcript, flags);
  if (load_chunk (self))
    self->load_id = g_idle_add_full (PRIORITY_LOAD, load_cb, self, NULL);

  /* the caret was pushed along by the text */
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self), &start);
  return self;
}

TrsTranscriptLayout *
trs_transcript_buffer_get_layout (TrsTranscriptBuffer *self)
{
  return self->layout;
}

gboolean
trs_transcript_buffer_is_loaded (TrsTranscriptBuffer *self)
{
  return self->load_id == 0;
}

/* Where a place of the buffer is in the transcript. */
TrsTextPosition
trs_transcript_buffer_to_position (TrsTranscriptBuffer *self,
                                   const GtkTextIter   *iter)
{
  return trs_transcript_layout_to_position (self->layout, gtk_text_iter_get_line (iter),
                                            gtk_text_iter_get_line_index (iter));
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
  gboolean more = TRUE;
  guint line;
  gsize index;

  while (!trs_transcript_layout_from_position (self->layout, position, &line, &index))
    {
      if (!more)
        {
          gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (self), iter);
          return;
        }
      more = load_chunk (self);
    }

  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (self), iter, line, index);
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
  TrsTranscript *transcript = trs_transcript_layout_get_transcript (self->layout);
  TrsTextFlags flags = trs_transcript_layout_get_flags (self->layout);
  GtkTextIter from;
  GtkTextIter to;

  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self), &from, &to))
    return FALSE;

  *start = trs_transcript_buffer_to_position (self, &from);
  *end = trs_transcript_buffer_to_position (self, &to);

  /* Up to the beginning of a paragraph is up to the end of the one before it. */
  if (end->byte == 0 && end->paragraph > start->paragraph)
    {
      end->paragraph--;
      end->byte = trs_transcript_get_paragraph (transcript, flags, end->paragraph)->body_length;
    }

  return TRUE;
}

/* Where the caret stands in the transcript, or the selection begins. */
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
 * @start: (out): when the paragraph of the caret begins, in milliseconds
 *
 * Returns: %FALSE if that is not known
 */
gboolean
trs_transcript_buffer_get_caret_time (TrsTranscriptBuffer *self,
                                      gint64              *start)
{
  TrsTextPosition caret = trs_transcript_buffer_get_caret (self);
  TrsTranscript *transcript = trs_transcript_layout_get_transcript (self->layout);

  if (!transcript->aligned || caret.paragraph >= trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL))
    return FALSE;

  *start = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, caret.paragraph)->start;
  return *start >= 0;
}

/* Whether the character at a place is of a name or a time that is hidden. */
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

/* Removes a tag from where it is: GTK invalidates all lines of the range it is told to remove a tag from. */
void
trs_transcript_buffer_clear_tag (TrsTranscriptBuffer *self,
                                 TrsTranscriptTag     tag)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextTag *found = trs_transcript_tags_get (gtk_text_buffer_get_tag_table (buffer), tag);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_start_iter (buffer, &start);
  while (gtk_text_iter_starts_tag (&start, found) || gtk_text_iter_forward_to_tag_toggle (&start, found))
    {
      end = start;
      gtk_text_iter_forward_to_tag_toggle (&end, found);
      gtk_text_buffer_remove_tag (buffer, found, &start, &end);
    }
}

/* Moves the caret out of hidden text. */
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
 * Takes the text apart in slices; to free a long one at once would stall the
 * window.
 */
void
trs_transcript_buffer_drop (TrsTranscriptBuffer *self)
{
  g_clear_handle_id (&self->load_id, g_source_remove);
  g_idle_add_full (PRIORITY_DROP, drop_cb, self, g_object_unref);
}
