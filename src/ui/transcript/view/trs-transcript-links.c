/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-links.h"

#include "trs-transcript-buffer.h"

struct _TrsTranscriptLinks
{
  GtkTextView *view;
  gboolean no_video; /* times lead nowhere */

  /* the time under the pointer */
  gboolean shown;
  int line;
  int from;
};

typedef struct
{
  int line;
  int from;
  int to;
  gint64 start;
} Link;

static gboolean
inside (int index,
        int from,
        int length,
        Link *link)
{
  if (length == 0 || index < from || index >= from + length)
    return FALSE;

  link->from = from;
  link->to = from + length;
  return TRUE;
}

/* Finds the time at a point of the widget. */
static gboolean
get_link (TrsTranscriptLinks *self,
          double              x,
          double              y,
          Link               *link)
{
  TrsTranscriptBuffer *buffer = trs_transcript_buffer_peek (self->view);
  TrsTranscriptLayout *layout;
  const TrsLayoutLine *line;
  GtkTextIter iter;
  int index;

  if (buffer == NULL || self->no_video || !trs_transcript_buffer_get_iter_at_point (self->view, x, y, &iter))
    return FALSE;

  layout = trs_transcript_buffer_get_layout (buffer);
  link->line = gtk_text_iter_get_line (&iter);
  if ((guint) link->line >= trs_transcript_layout_get_n_lines (layout))
    return FALSE;

  line = trs_transcript_layout_get_line (layout, link->line);
  index = gtk_text_iter_get_line_index (&iter);
  if (!inside (index, line->mark, line->time, link)
      && !(line->kind == TRS_LAYOUT_NAME
           && inside (index, trs_layout_line_get_prefix (line) + line->name + 2, line->time, link)))
    return FALSE;

  link->start = trs_transcript_get_paragraph (trs_transcript_buffer_get_transcript (buffer), TRS_TEXT_ALL,
                                              line->paragraph)
                    ->start;
  return TRUE;
}

/* No time is under the pointer any more. */
void
trs_transcript_links_reset (TrsTranscriptLinks *self)
{
  TrsTranscriptBuffer *buffer = trs_transcript_buffer_peek (self->view);
  GtkTextIter start;
  GtkTextIter end;

  if (!self->shown || buffer == NULL)
    return;

  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (buffer), &start, self->line, self->from);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (buffer),
                              trs_transcript_buffer_get_tag (buffer, TRS_TRANSCRIPT_TAG_LINK), &start, &end);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->view), "text");
  self->shown = FALSE;
}

static void
motion_cb (TrsTranscriptLinks *self,
           double              x,
           double              y)
{
  TrsTranscriptBuffer *buffer = trs_transcript_buffer_peek (self->view);
  Link link;
  GtkTextIter start;
  GtkTextIter end;

  if (!get_link (self, x, y, &link))
    {
      trs_transcript_links_reset (self);
      return;
    }
  if (self->shown && self->line == link.line && self->from == link.from)
    return;

  trs_transcript_links_reset (self);
  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (buffer), &start, link.line, link.from);
  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (buffer), &end, link.line, link.to);
  gtk_text_buffer_apply_tag (GTK_TEXT_BUFFER (buffer),
                             trs_transcript_buffer_get_tag (buffer, TRS_TRANSCRIPT_TAG_LINK), &start, &end);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->view), "pointer");
  self->shown = TRUE;
  self->line = link.line;
  self->from = link.from;
}

static void
released_cb (TrsTranscriptLinks *self,
             int                 n_press,
             double              x,
             double              y)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  Link link;

  if (n_press == 1 && !gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL)
      && get_link (self, x, y, &link))
    g_signal_emit_by_name (self->view, "time-activated", link.start);
}

/**
 * trs_transcript_links_attach:
 * @view: a view with the signal `time-activated` (milliseconds)
 *
 * Makes links of the times in its transcript.
 *
 * Returns: (transfer none): the links, which live as long as the view
 */
TrsTranscriptLinks *
trs_transcript_links_attach (GtkTextView *view)
{
  TrsTranscriptLinks *self = g_new0 (TrsTranscriptLinks, 1);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->view = view;
  g_object_set_data_full (G_OBJECT (view), "trs-transcript-links", self, g_free);

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (trs_transcript_links_reset), self);
  gtk_widget_add_controller (GTK_WIDGET (view), motion);

  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (click));
  return self;
}

void
trs_transcript_links_set_has_video (TrsTranscriptLinks *self,
                                    gboolean            has_video)
{
  self->no_video = !has_video;
  if (self->no_video)
    trs_transcript_links_reset (self);
}
