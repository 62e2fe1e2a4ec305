/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-buffer.h"

#define CHUNK 24
#define SLICE_US 3000
#define DROP_LINES 16

/* Before the background re-wrap of the view: behind it, each slice would wait
 * for a re-wrap of all that is in already. */
#define PRIORITY_LOAD (GTK_TEXT_VIEW_PRIORITY_VALIDATE - 2)
#define PRIORITY_DROP GTK_TEXT_VIEW_PRIORITY_VALIDATE

struct _TrsTranscriptBuffer
{
  GtkTextBuffer parent_instance;

  TrsTranscriptTags *tags;
  TrsTranscriptLayout *layout;
  GString *chunk;
  gboolean has_timecodes;
  guint load_id;
};

G_DEFINE_FINAL_TYPE (TrsTranscriptBuffer, trs_transcript_buffer, GTK_TYPE_TEXT_BUFFER)

static void
trs_transcript_buffer_finalize (GObject *object)
{
  TrsTranscriptBuffer *self = TRS_TRANSCRIPT_BUFFER (object);

  g_clear_handle_id (&self->load_id, g_source_remove);
  g_clear_pointer (&self->tags, trs_transcript_tags_unref);
  g_clear_pointer (&self->layout, trs_transcript_layout_free);
  g_string_free (self->chunk, TRUE);

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
  self->chunk = g_string_new (NULL);
}

static void
apply (TrsTranscriptBuffer *self,
       TrsTranscriptTag     tag,
       guint                line,
       guint                from,
       guint                to)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line_index (buffer, &start, line, from);
  gtk_text_buffer_get_iter_at_line_index (buffer, &end, line, to);
  gtk_text_buffer_apply_tag (buffer, trs_transcript_buffer_get_tag (self, tag), &start, &end);
}

/* GTK takes what concerns a whole line from the line's first character. */
static void
apply_to_first_character (TrsTranscriptBuffer *self,
                          TrsTranscriptTag     tag,
                          guint                line)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, line);
  end = start;
  gtk_text_iter_forward_char (&end);
  gtk_text_buffer_apply_tag (buffer, trs_transcript_buffer_get_tag (self, tag), &start, &end);
}

static void
tag_name_line (TrsTranscriptBuffer *self,
               guint                number,
               const TrsLayoutLine *line)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  guint prefix = trs_layout_line_get_prefix (line);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, number);
  end = start;
  gtk_text_iter_forward_line (&end);
  gtk_text_buffer_apply_tag (buffer, trs_transcript_buffer_get_tag (self, TRS_TRANSCRIPT_TAG_NAME), &start, &end);
  if (line->unknown)
    apply (self, TRS_TRANSCRIPT_TAG_SPEAKER_UNKNOWN, number, prefix, prefix + line->name);
  else
    gtk_text_buffer_apply_tag (
        buffer, trs_transcript_buffer_get_tag (self, TRS_TRANSCRIPT_TAG_SPEAKER_0 + line->colour), &start, &end);
  if (line->again)
    apply (self, TRS_TRANSCRIPT_TAG_SPEAKER_AGAIN, number, prefix, prefix + line->name);

  if (line->time > 0)
    {
      apply (self, TRS_TRANSCRIPT_TAG_TIME_NAME_WIDE, number, line->mark, prefix);
      apply (self, TRS_TRANSCRIPT_TAG_TIME_NAME_NARROW, number, prefix + line->name,
             prefix + line->name + 2 + line->time);
    }
  else if (self->has_timecodes)
    {
      apply_to_first_character (self, TRS_TRANSCRIPT_TAG_NO_TIME, number);
    }
  if (number == 0)
    apply_to_first_character (self, TRS_TRANSCRIPT_TAG_TOP_NAME, number);
}

static void
tag_body_line (TrsTranscriptBuffer *self,
               guint                number,
               const TrsLayoutLine *line)
{
  if (line->time > 0)
    {
      apply (self, line->first ? TRS_TRANSCRIPT_TAG_TIME_FIRST : TRS_TRANSCRIPT_TAG_TIME_BODY, number, line->mark,
             trs_layout_line_get_prefix (line));
      if (line->first)
        apply_to_first_character (self, TRS_TRANSCRIPT_TAG_BODY_FIRST, number);
    }
  else if (self->has_timecodes)
    {
      apply_to_first_character (self, TRS_TRANSCRIPT_TAG_NO_TIME, number);
    }

  if (line->kind == TRS_LAYOUT_MORE)
    apply_to_first_character (self, TRS_TRANSCRIPT_TAG_MORE, number);
  else if (line->first)
    apply_to_first_character (self, TRS_TRANSCRIPT_TAG_AFTER_NAME, number);
  if (line->paragraph == 0 && line->kind == TRS_LAYOUT_BODY)
    apply_to_first_character (self, TRS_TRANSCRIPT_TAG_TOP, number);
}

/* Appends one chunk; returns whether there is more. */
static gboolean
load_chunk (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  guint from = trs_transcript_layout_get_n_lines (self->layout);
  gboolean more;
  GtkTextIter start;
  GtkTextIter end;

  g_string_truncate (self->chunk, 0);
  more = trs_transcript_layout_append (self->layout, CHUNK, self->chunk);

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert (buffer, &end, self->chunk->str, self->chunk->len);
  gtk_text_buffer_get_iter_at_line (buffer, &start, from);
  gtk_text_buffer_apply_tag (buffer, trs_transcript_buffer_get_tag (self, TRS_TRANSCRIPT_TAG_ALL), &start, &end);

  for (guint i = from; i < trs_transcript_layout_get_n_lines (self->layout); i++)
    {
      const TrsLayoutLine *line = trs_transcript_layout_get_line (self->layout, i);

      if (line->kind == TRS_LAYOUT_NAME)
        tag_name_line (self, i, line);
      else
        tag_body_line (self, i, line);
    }

  return more;
}

static gboolean
load_cb (gpointer user_data)
{
  TrsTranscriptBuffer *self = user_data;
  gint64 until = g_get_monotonic_time () + SLICE_US;

  while (load_chunk (self))
    if (g_get_monotonic_time () >= until)
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
trs_transcript_buffer_new (TrsTranscriptTags *tags,
                           TrsTranscript     *transcript,
                           TrsTextFlags       flags)
{
  TrsTranscriptBuffer *self =
      g_object_new (TRS_TYPE_TRANSCRIPT_BUFFER, "tag-table", trs_transcript_tags_get_table (tags), NULL);
  GtkTextIter start;

  self->tags = trs_transcript_tags_ref (tags);
  self->layout = trs_transcript_layout_new (transcript, flags);
  self->has_timecodes = trs_transcript_get_aligned (transcript) && trs_transcript_has_timecodes (transcript);
  gtk_text_buffer_set_enable_undo (GTK_TEXT_BUFFER (self), FALSE);

  if (load_chunk (self))
    self->load_id = g_idle_add_full (PRIORITY_LOAD, load_cb, self, NULL);

  /* the caret was pushed along by the text */
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self), &start);
  return self;
}

/**
 * trs_transcript_buffer_peek:
 * @view: a text view
 *
 * Returns: (transfer none) (nullable): its buffer, if that is one of a transcript
 */
TrsTranscriptBuffer *
trs_transcript_buffer_peek (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);

  return TRS_IS_TRANSCRIPT_BUFFER (buffer) ? TRS_TRANSCRIPT_BUFFER (buffer) : NULL;
}

TrsTranscriptLayout *
trs_transcript_buffer_get_layout (TrsTranscriptBuffer *self)
{
  return self->layout;
}

gboolean
trs_transcript_buffer_begins_with_name (TrsTranscriptBuffer *self)
{
  return trs_transcript_layout_get_n_lines (self->layout) > 0
         && trs_transcript_layout_get_line (self->layout, 0)->kind == TRS_LAYOUT_NAME;
}

TrsTranscript *
trs_transcript_buffer_get_transcript (TrsTranscriptBuffer *self)
{
  return trs_transcript_layout_get_transcript (self->layout);
}

GtkTextTag *
trs_transcript_buffer_get_tag (TrsTranscriptBuffer *self,
                               TrsTranscriptTag     tag)
{
  return trs_transcript_tags_get (self->tags, tag);
}

gboolean
trs_transcript_buffer_is_loaded (TrsTranscriptBuffer *self)
{
  return self->load_id == 0;
}

/**
 * trs_transcript_buffer_load_line:
 * @self: a buffer
 * @line: number of a line
 *
 * Loads the text at once as far as that line.
 *
 * Returns: how many lines are loaded
 */
guint
trs_transcript_buffer_load_line (TrsTranscriptBuffer *self,
                                 guint                line)
{
  while (trs_transcript_layout_get_n_lines (self->layout) <= line && load_chunk (self))
    continue;
  return trs_transcript_layout_get_n_lines (self->layout);
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
 * trs_transcript_buffer_get_iter_at_point:
 * @view: a view
 * @x: in coordinates of the widget
 * @y: in coordinates of the widget
 * @iter: (out): the nearest place of its buffer
 *
 * Returns: %FALSE if there is no text at the point itself
 */
gboolean
trs_transcript_buffer_get_iter_at_point (GtkTextView *view,
                                         double       x,
                                         double       y,
                                         GtkTextIter *iter)
{
  int buffer_x;
  int buffer_y;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &buffer_x, &buffer_y);
  return gtk_text_view_get_iter_at_location (view, iter, buffer_x, buffer_y);
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
      end->byte = trs_transcript_get_paragraph (trs_transcript_buffer_get_transcript (self), flags, end->paragraph)
                      ->body_length;
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
  TrsTranscript *transcript = trs_transcript_buffer_get_transcript (self);

  if (!trs_transcript_get_aligned (transcript)
      || caret.paragraph >= trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL))
    return FALSE;

  *start = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, caret.paragraph)->start;
  return *start >= 0;
}

/* Returns: whether the iter was in a name or a time that is hidden, and is behind it now */
static gboolean
leave_hidden (TrsTranscriptBuffer *self,
              GtkTextIter         *iter)
{
  for (guint i = TRS_TRANSCRIPT_TAG_NAME; i <= TRS_TRANSCRIPT_TAG_TIME_BODY; i++)
    {
      GtkTextTag *tag = trs_transcript_tags_get (self->tags, i);
      gboolean invisible;

      g_object_get (tag, "invisible", &invisible, NULL);
      if (invisible && gtk_text_iter_has_tag (iter, tag) && gtk_text_iter_forward_to_tag_toggle (iter, tag))
        return TRUE;
    }

  return FALSE;
}

/* Moves the caret out of hidden text. */
void
trs_transcript_buffer_rescue_caret (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter caret;

  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (!leave_hidden (self, &caret))
    return;

  while (leave_hidden (self, &caret))
    continue;
  if (gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL))
    gtk_text_buffer_move_mark (buffer, gtk_text_buffer_get_insert (buffer), &caret);
  else
    gtk_text_buffer_place_cursor (buffer, &caret);
}

static gboolean
drop_cb (gpointer user_data)
{
  GtkTextBuffer *buffer = user_data;
  gint64 until = g_get_monotonic_time () + SLICE_US;

  while (gtk_text_buffer_get_char_count (buffer) > 0)
    {
      GtkTextIter start;
      GtkTextIter end;

      if (g_get_monotonic_time () >= until)
        return G_SOURCE_CONTINUE;

      gtk_text_buffer_get_iter_at_line (buffer, &start, MAX (0, gtk_text_buffer_get_line_count (buffer) - DROP_LINES));
      gtk_text_buffer_get_end_iter (buffer, &end);
      gtk_text_buffer_delete (buffer, &start, &end);
    }

  return G_SOURCE_REMOVE;
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
