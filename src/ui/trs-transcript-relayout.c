/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-relayout.h"

#define SLICE_US 2000

/* Before the background re-wrap of the view, and what prepares it: both would begin with lines that are told once
 * more. */
#define PRIORITY_REST (GTK_TEXT_VIEW_PRIORITY_VALIDATE - 2)

static void
refresh (TrsTranscriptRelayout *self,
         guint                  stretch)
{
  if (!self->stale->data[stretch])
    return;

  self->stale->data[stretch] = FALSE;
  self->n_stale--;
  gtk_text_tag_changed (trs_transcript_tags_get_stretch (self->tags, stretch), TRUE);
}

static int
find_stretch (TrsTranscriptRelayout *self,
              double                 y)
{
  GtkTextIter iter;

  gtk_text_view_get_line_at_y (self->view, &iter, y, NULL);
  return gtk_text_iter_get_line (&iter) / TRS_TRANSCRIPT_STRETCH_LINES;
}

/* With a stretch before and one after it: lines that become smaller let others come into sight. */
static void
refresh_screen (TrsTranscriptRelayout *self)
{
  double top = self->adjustment != NULL ? gtk_adjustment_get_value (self->adjustment) : 0;
  double height = self->adjustment != NULL ? gtk_adjustment_get_page_size (self->adjustment) : 0;
  int first = find_stretch (self, top) - 1;
  int last = find_stretch (self, top + height) + 1;

  for (int i = MAX (first, 0); i <= MIN (last, (int) self->stale->len - 1); i++)
    refresh (self, i);
}

static gboolean
rest_cb (gpointer user_data)
{
  TrsTranscriptRelayout *self = user_data;
  gint64 until = g_get_monotonic_time () + SLICE_US;

  for (guint i = 0; i < self->stale->len && self->n_stale > 0; i++)
    {
      refresh (self, i);
      if (self->n_stale > 0 && g_get_monotonic_time () >= until)
        return G_SOURCE_CONTINUE;
    }

  self->rest_id = 0;
  trs_transcript_relayout_stop (self);
  return G_SOURCE_REMOVE;
}

/**
 * trs_transcript_relayout_start:
 * @self: zero-filled, or what an earlier start has left
 * @view: a view of a #TrsTranscriptBuffer
 * @tags: its tags, the state of which has changed
 *
 * Begins to lay all lines of the text out anew. Whatever comes onto the screen
 * meanwhile has its turn first.
 */
void
trs_transcript_relayout_start (TrsTranscriptRelayout *self,
                               GtkTextView           *view,
                               TrsTranscriptTags     *tags)
{
  int n_lines = gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (view));

  trs_transcript_relayout_stop (self);
  self->view = view;
  g_set_object (&self->adjustment, gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)));
  self->tags = tags;
  self->n_stale = (n_lines - 1) / TRS_TRANSCRIPT_STRETCH_LINES + 1;
  self->stale = g_byte_array_sized_new (self->n_stale);
  g_byte_array_set_size (self->stale, self->n_stale);
  memset (self->stale->data, TRUE, self->n_stale);

  refresh_screen (self);
  if (self->n_stale == 0)
    {
      trs_transcript_relayout_stop (self);
      return;
    }

  self->rest_id = g_idle_add_full (PRIORITY_REST, rest_cb, self, NULL);
  if (self->adjustment != NULL)
    g_signal_connect_swapped (self->adjustment, "value-changed", G_CALLBACK (refresh_screen), self);
}

/**
 * trs_transcript_relayout_stop:
 * @self: zero-filled, or what a start has left
 *
 * Forgets what is left: the view goes away, or shows another text.
 */
void
trs_transcript_relayout_stop (TrsTranscriptRelayout *self)
{
  if (self->view == NULL)
    return;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_clear_object (&self->adjustment);
  g_clear_pointer (&self->stale, g_byte_array_unref);
  self->n_stale = 0;
  self->view = NULL;
}
