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
find_line (TrsTranscriptRelayout *self,
           double                 y)
{
  GtkTextIter iter;

  gtk_text_view_get_line_at_y (self->view, &iter, y, NULL);
  return gtk_text_iter_get_line (&iter);
}

/* Lines that become smaller let others come into sight, before them or after: where every name stands above a single
 * word, more than once as many again. Where one line fills the screen, a few. */
static void
refresh_screen (TrsTranscriptRelayout *self)
{
  double top = self->adjustment != NULL ? gtk_adjustment_get_value (self->adjustment) : 0;
  double height = self->adjustment != NULL ? gtk_adjustment_get_page_size (self->adjustment) : 0;
  int first = find_line (self, top);
  int last = find_line (self, top + height);
  int more = 2 * (last - first) + 8;
  int until = (last + more) / TRS_TRANSCRIPT_STRETCH_LINES;

  for (int i = MAX (first - more, 0) / TRS_TRANSCRIPT_STRETCH_LINES; i <= MIN (until, (int) self->stale->len - 1); i++)
    refresh (self, i);
}

/* Whenever it scrolls, GTK asks where the caret is in what it has laid out of its line before. Out of a line that is
 * hidden, the caret goes to the next one. */
static void
refresh_caret (TrsTranscriptRelayout *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter iter;
  guint line;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  line = gtk_text_iter_get_line (&iter);
  refresh (self, line / TRS_TRANSCRIPT_STRETCH_LINES);
  refresh (self, MIN ((line + 1) / TRS_TRANSCRIPT_STRETCH_LINES, self->stale->len - 1));
}

/* GTK measures the screen whenever this changes. It may also have changed while GTK measures the screen, which ends the
 * program if lines are told then and nobody measures them: so GTK has its turn once more. */
static void
value_changed_cb (TrsTranscriptRelayout *self)
{
  guint n_stale = self->n_stale;

  refresh_screen (self);
  if (self->n_stale < n_stale)
    g_signal_emit_by_name (self->adjustment, "value-changed");
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

  refresh_caret (self);
  refresh_screen (self);
  if (self->n_stale == 0)
    {
      trs_transcript_relayout_stop (self);
      return;
    }

  self->rest_id = g_idle_add_full (PRIORITY_REST, rest_cb, self, NULL);
  if (self->adjustment != NULL)
    g_signal_connect_swapped (self->adjustment, "value-changed", G_CALLBACK (value_changed_cb), self);
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
