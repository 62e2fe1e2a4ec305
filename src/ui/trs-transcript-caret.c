/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-view-private.h"

/* Returns: whether the place was in a name or a time that is hidden, and is behind it now */
static gboolean
leave_hidden (TrsTranscriptView *self,
              GtkTextIter       *iter)
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

/* The caret stands where it can be seen. */
void
trs_transcript_caret_rescue (TrsTranscriptView *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
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
