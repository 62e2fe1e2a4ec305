/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-caret-follow.h"

/* GtkTextView measures what is new at a higher priority: now the height is known. */
static gboolean
show_caret_cb (gpointer user_data)
{
  GtkTextView *view = user_data;

  gtk_text_view_scroll_mark_onscreen (view, gtk_text_buffer_get_insert (gtk_text_view_get_buffer (view)));
  return G_SOURCE_REMOVE;
}

static void
pasted_cb (GtkTextView *view)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, show_caret_cb, g_object_ref (view), g_object_unref);
}

/**
 * trs_caret_follow:
 * @view: a view
 *
 * Brings the caret into sight after something was pasted. GtkTextView does so
 * itself, but ends where what it has measured by then ends.
 */
void
trs_caret_follow (GtkTextView *view)
{
  g_return_if_fail (GTK_IS_TEXT_VIEW (view));

  g_signal_connect_object (gtk_text_view_get_buffer (view), "paste-done", G_CALLBACK (pasted_cb), view,
                           G_CONNECT_SWAPPED);
}
