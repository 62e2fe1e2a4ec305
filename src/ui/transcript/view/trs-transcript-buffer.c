/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-buffer.h"

#define PIECE 24
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
  GString *piece;
  gboolean has_timecodes;
  guint load_id;
};

enum
{
  SIGNAL_LOADED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsTranscriptBuffer, trs_transcript_buffer, GTK_TYPE_TEXT_BUFFER)

static void
trs_transcript_buffer_dispose (GObject *object)
{
  TrsTranscriptBuffer *self = TRS_TRANSCRIPT_BUFFER (object);

  g_clear_handle_id (&self->load_id, g_source_remove);

  G_OBJECT_CLASS (trs_transcript_buffer_parent_class)->dispose (object);
}

static void
trs_transcript_buffer_finalize (GObject *object)
{
  TrsTranscriptBuffer *self = TRS_TRANSCRIPT_BUFFER (object);

  g_clear_object (&self->tags);
  g_clear_object (&self->layout);
  g_string_free (self->piece, TRUE);

  G_OBJECT_CLASS (trs_transcript_buffer_parent_class)->finalize (object);
}

/* Not the handler of GtkTextBuffer: that one hands the text as it stands in
 * the buffer to the primary selection, and in GTK 4.8 a buffer in which
 * anything was ever selected is never freed. What is left out with it is
 * `has-selection`; gtk_text_buffer_get_selection_bounds() tells the same. */
static void
trs_transcript_buffer_mark_set (GtkTextBuffer     *buffer,
                                const GtkTextIter *location,
                                GtkTextMark       *mark)
{
}

static void
trs_transcript_buffer_class_init (TrsTranscriptBufferClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_transcript_buffer_dispose;
  object_class->finalize = trs_transcript_buffer_finalize;
  GTK_TEXT_BUFFER_CLASS (klass)->mark_set = trs_transcript_buffer_mark_set;

  signals[SIGNAL_LOADED] =
      g_signal_new ("loaded", TRS_TYPE_TRANSCRIPT_BUFFER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_transcript_buffer_init (TrsTranscriptBuffer *self)
{
  self->piece = g_string_new (NULL);
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
  gtk_text_buffer_apply_tag (buffer, trs_transcript_tags_get (self->tags, tag), &start, &end);
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
  gtk_text_buffer_apply_tag (buffer, trs_transcript_tags_get (self->tags, tag), &start, &end);
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
  gtk_text_buffer_apply_tag (buffer, trs_transcript_tags_get (self->tags, TRS_TRANSCRIPT_TAG_NAME), &start, &end);
  if (line->unknown)
    apply (self, TRS_TRANSCRIPT_TAG_SPEAKER_UNKNOWN, number, prefix, prefix + line->name);
  else
    gtk_text_buffer_apply_tag (
        buffer, trs_transcript_tags_get (self->tags, TRS_TRANSCRIPT_TAG_SPEAKER_0 + line->colour), &start, &end);
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

/* Appends one piece; returns whether there is more. */
static gboolean
load_piece (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  guint from = trs_transcript_layout_get_n_lines (self->layout);
  gboolean more;
  GtkTextIter start;
  GtkTextIter end;

  g_string_truncate (self->piece, 0);
  more = trs_transcript_layout_append (self->layout, PIECE, self->piece);

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert (buffer, &end, self->piece->str, self->piece->len);
  gtk_text_buffer_get_iter_at_line (buffer, &start, from);
  gtk_text_buffer_apply_tag (buffer, trs_transcript_tags_get (self->tags, TRS_TRANSCRIPT_TAG_ALL), &start, &end);

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

  while (load_piece (self))
    if (g_get_monotonic_time () >= until)
      return G_SOURCE_CONTINUE;

  self->load_id = 0;
  g_signal_emit (self, signals[SIGNAL_LOADED], 0);
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

  self->tags = g_object_ref (tags);
  self->layout = trs_transcript_layout_new (transcript, flags);
  self->has_timecodes = trs_transcript_get_aligned (transcript) && trs_transcript_has_timecodes (transcript);
  gtk_text_buffer_set_enable_undo (GTK_TEXT_BUFFER (self), FALSE);

  if (!trs_transcript_layout_is_complete (self->layout) && load_piece (self))
    self->load_id = g_idle_add_full (PRIORITY_LOAD, load_cb, self, NULL);

  /* the caret was pushed along by the text */
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self), &start);
  return self;
}

/**
 * trs_transcript_buffer_get_layout:
 * @self: a buffer
 *
 * Returns: (transfer none): what stands where
 */
TrsTranscriptLayout *
trs_transcript_buffer_get_layout (TrsTranscriptBuffer *self)
{
  return self->layout;
}

/**
 * trs_transcript_buffer_get_tags:
 * @self: a buffer
 *
 * Returns: (transfer none): the tags of its text
 */
TrsTranscriptTags *
trs_transcript_buffer_get_tags (TrsTranscriptBuffer *self)
{
  return self->tags;
}

/**
 * trs_transcript_buffer_is_loaded:
 * @self: a buffer
 *
 * Returns: whether all of the text is in
 */
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
 * Loads the text at once as far as that line, if it is not in yet.
 */
void
trs_transcript_buffer_load_line (TrsTranscriptBuffer *self,
                                 guint                line)
{
  while (trs_transcript_layout_get_n_lines (self->layout) <= line && !trs_transcript_layout_is_complete (self->layout))
    load_piece (self);
}

/**
 * trs_transcript_buffer_to_position:
 * @self: a buffer
 * @iter: a place in it
 *
 * Returns: the place in the transcript
 */
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
  guint line;
  gsize index;

  while (!trs_transcript_layout_from_position (self->layout, position, &line, &index))
    {
      if (trs_transcript_layout_is_complete (self->layout))
        {
          gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (self), iter);
          return;
        }
      load_piece (self);
    }

  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (self), iter, line, index);
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
