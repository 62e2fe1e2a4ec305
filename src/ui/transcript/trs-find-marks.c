/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-find-marks.h"

struct _TrsFindMarks
{
  GObject parent_instance;

  TrsTranscriptView *view;
  GtkAdjustment *adjustment;
  GArray *hits;
  int current;

  /* what is marked in the buffer now */
  TrsTranscriptBuffer *buffer;
  GtkTextMark *from;
  GtkTextMark *to;
  guint update_id;
};

G_DEFINE_FINAL_TYPE (TrsFindMarks, trs_find_marks, G_TYPE_OBJECT)

static void
remove_marks (TrsFindMarks *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start;
  GtkTextIter end;

  if (buffer == NULL)
    return;

  gtk_text_buffer_get_iter_at_mark (buffer, &start, self->from);
  gtk_text_buffer_get_iter_at_mark (buffer, &end, self->to);
  gtk_text_buffer_remove_tag (buffer, trs_transcript_buffer_get_tag (self->buffer, TRS_TRANSCRIPT_TAG_HIT), &start, &end);
  gtk_text_buffer_remove_tag (buffer, trs_transcript_buffer_get_tag (self->buffer, TRS_TRANSCRIPT_TAG_CURRENT), &start, &end);
  gtk_text_buffer_delete_mark (buffer, self->from);
  gtk_text_buffer_delete_mark (buffer, self->to);
  g_clear_object (&self->buffer);
}

static TrsTextPosition
position_at (TrsFindMarks *self,
             double        y,
             gboolean      end)
{
  GtkTextIter iter;

  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (self->view), &iter, y, NULL);
  if (end && !gtk_text_iter_ends_line (&iter))
    gtk_text_iter_forward_to_line_end (&iter);
  return trs_transcript_buffer_to_position (self->buffer, &iter);
}

static gboolean
is_before (TrsTextPosition a,
           TrsTextPosition b)
{
  return a.paragraph < b.paragraph || (a.paragraph == b.paragraph && a.byte < b.byte);
}

/**
 * trs_find_marks_find:
 * @self: the marks
 * @position: a place in the transcript
 *
 * Returns: the index of the first hit that is not before the place; their
 *   number, if there is none
 */
int
trs_find_marks_find (TrsFindMarks    *self,
                     TrsTextPosition  position)
{
  guint low = 0;
  guint high = self->hits->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (is_before (g_array_index (self->hits, TrsFindHit, middle).start, position))
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

static void
mark_hit (TrsFindMarks *self,
          int           index)
{
  const TrsFindHit *hit = &g_array_index (self->hits, TrsFindHit, index);
  TrsTextPosition stop = { hit->start.paragraph, hit->start.byte + hit->length };
  GtkTextIter start;
  GtkTextIter end;

  trs_transcript_buffer_get_iter (self->buffer, hit->start, &start);
  trs_transcript_buffer_get_iter (self->buffer, stop, &end);
  gtk_text_buffer_apply_tag (
      GTK_TEXT_BUFFER (self->buffer),
      trs_transcript_buffer_get_tag (self->buffer, index == self->current ? TRS_TRANSCRIPT_TAG_CURRENT : TRS_TRANSCRIPT_TAG_HIT),
      &start, &end);
}

static void
mark_visible (TrsFindMarks *self)
{
  GtkTextBuffer *buffer;
  TrsTextPosition from;
  TrsTextPosition until;
  GdkRectangle visible;
  GtkTextIter start;
  GtkTextIter end;

  if (self->hits->len == 0 || trs_transcript_view_get_buffer (self->view) == NULL)
    return;

  self->buffer = g_object_ref (trs_transcript_view_get_buffer (self->view));
  buffer = GTK_TEXT_BUFFER (self->buffer);
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self->view), &visible);
  from = position_at (self, visible.y, FALSE);
  until = position_at (self, visible.y + visible.height, TRUE);

  trs_transcript_buffer_get_iter (self->buffer, from, &start);
  trs_transcript_buffer_get_iter (self->buffer, until, &end);
  self->from = gtk_text_buffer_create_mark (buffer, NULL, &start, TRUE);
  self->to = gtk_text_buffer_create_mark (buffer, NULL, &end, FALSE);
  for (int i = trs_find_marks_find (self, from);
       i < (int) self->hits->len && is_before (g_array_index (self->hits, TrsFindHit, i).start, until); i++)
    mark_hit (self, i);
}

static gboolean
update_cb (gpointer user_data)
{
  TrsFindMarks *self = user_data;

  self->update_id = 0;
  remove_marks (self);
  mark_visible (self);
  return G_SOURCE_REMOVE;
}

/* Once a frame, after what scrolls and before it is painted. */
static void
queue_update (TrsFindMarks *self)
{
  if (self->update_id == 0 && (self->hits->len > 0 || self->buffer != NULL))
    self->update_id = g_idle_add_full (GTK_PRIORITY_RESIZE, update_cb, self, NULL);
}

static void
watch_adjustment (TrsFindMarks *self)
{
  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_set_object (&self->adjustment, gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)));
  if (self->adjustment != NULL)
    {
      g_signal_connect_swapped (self->adjustment, "value-changed", G_CALLBACK (queue_update), self);
      g_signal_connect_swapped (self->adjustment, "changed", G_CALLBACK (queue_update), self);
    }
}

static void
trs_find_marks_dispose (GObject *object)
{
  TrsFindMarks *self = TRS_FIND_MARKS (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  if (self->view != NULL)
    {
      remove_marks (self);
      g_signal_handlers_disconnect_by_data (self->view, self);
    }
  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_clear_object (&self->adjustment);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (trs_find_marks_parent_class)->dispose (object);
}

static void
trs_find_marks_finalize (GObject *object)
{
  g_array_unref (TRS_FIND_MARKS (object)->hits);

  G_OBJECT_CLASS (trs_find_marks_parent_class)->finalize (object);
}

static void
trs_find_marks_class_init (TrsFindMarksClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_find_marks_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_find_marks_finalize;
}

static void
trs_find_marks_init (TrsFindMarks *self)
{
  self->hits = g_array_new (FALSE, FALSE, sizeof (TrsFindHit));
  self->current = -1;
}

/**
 * trs_find_marks_new:
 * @view: the view
 *
 * Returns: (transfer full): marks without hits
 */
TrsFindMarks *
trs_find_marks_new (TrsTranscriptView *view)
{
  TrsFindMarks *self = g_object_new (TRS_TYPE_FIND_MARKS, NULL);

  self->view = g_object_ref (view);
  g_signal_connect_swapped (view, "notify::vadjustment", G_CALLBACK (watch_adjustment), self);
  watch_adjustment (self);
  return self;
}

/**
 * trs_find_marks_set_hits:
 * @self: the marks
 * @hits: (nullable) (element-type TrsFindHit): the hits, in their order
 *
 * Shows other hits; none of them is the current one.
 */
void
trs_find_marks_set_hits (TrsFindMarks *self,
                         GArray       *hits)
{
  g_array_set_size (self->hits, 0);
  if (hits != NULL)
    g_array_append_vals (self->hits, hits->data, hits->len);
  self->current = -1;
  queue_update (self);
}

/**
 * trs_find_marks_get_n_hits:
 * @self: the marks
 *
 * Returns: how many hits there are
 */
guint
trs_find_marks_get_n_hits (TrsFindMarks *self)
{
  return self->hits->len;
}

/**
 * trs_find_marks_get_current:
 * @self: the marks
 *
 * Returns: the index of the hit that the user is at, or -1
 */
int
trs_find_marks_get_current (TrsFindMarks *self)
{
  return self->current;
}

/**
 * trs_find_marks_set_current:
 * @self: the marks
 * @current: index of a hit
 *
 * Goes to a hit: it is scrolled to, and the caret stands before it.
 */
void
trs_find_marks_set_current (TrsFindMarks *self,
                            int           current)
{
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (self->view);
  TrsTextPosition start;
  GtkTextIter iter;

  g_return_if_fail (current >= 0 && current < (int) self->hits->len);

  if (buffer == NULL)
    return;

  self->current = current;
  start = g_array_index (self->hits, TrsFindHit, current).start;
  trs_transcript_buffer_get_iter (buffer, start, &iter);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (buffer), &iter);
  trs_transcript_view_scroll_to (self->view, start);
  queue_update (self);
}
