/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-rows.h"

/* Before the next frame, and once for all that changed until then: there may be hundreds. */
#define PRIORITY (GDK_PRIORITY_REDRAW - 5)

static gboolean
has_row_cb (gpointer item,
            gpointer user_data)
{
  return trs_submit_line_get_has_row (item);
}

static gboolean
filter_cb (gpointer user_data)
{
  g_object_set_data (user_data, "queued", NULL);
  gtk_filter_changed (user_data, GTK_FILTER_CHANGE_DIFFERENT);
  return G_SOURCE_REMOVE;
}

static void
queue_filter (GtkFilter *filter)
{
  if (g_object_get_data (G_OBJECT (filter), "queued") != NULL)
    return;

  g_object_set_data (G_OBJECT (filter), "queued", filter);
  g_idle_add_full (PRIORITY, filter_cb, g_object_ref (filter), g_object_unref);
}

static void
follow (GListModel *lines,
        guint       position,
        guint       removed,
        guint       added,
        GtkFilter  *filter)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (TrsSubmitLine) line = g_list_model_get_item (lines, i);

      g_signal_connect_object (line, "notify::has-row", G_CALLBACK (queue_filter), filter, G_CONNECT_SWAPPED);
    }
}

/**
 * trs_submit_rows_new:
 * @lines: lines, empty so far
 *
 * Returns: (transfer full): those of @lines of which there is something to be
 *   said; the others are only counted
 */
GListModel *
trs_submit_rows_new (TrsSubmitLines *lines)
{
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (has_row_cb, NULL, NULL));

  g_return_val_if_fail (TRS_IS_SUBMIT_LINES (lines), NULL);

  g_signal_connect_object (lines, "items-changed", G_CALLBACK (follow), filter, 0);
  return G_LIST_MODEL (gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (lines)), filter));
}
