/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error-sink.h"

G_DEFINE_INTERFACE (TrsErrorSink, trs_error_sink, GTK_TYPE_WIDGET)

static void
trs_error_sink_default_init (TrsErrorSinkInterface *iface)
{
}

static GtkWidget *
next_on_path (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (parent == NULL && GTK_IS_WINDOW (widget))
    parent = GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (widget)));
  return parent;
}

/**
 * trs_error_sink_throw:
 * @from: the widget in which it happened
 * @error: what happened; a cancelled operation is dropped
 * @doing: (nullable): what was being done, in the user's words
 *
 * Throws an error up to the window.
 */
void
trs_error_sink_throw (GtkWidget    *from,
                      const GError *error,
                      const char   *doing)
{
  g_return_if_fail (error != NULL);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  for (GtkWidget *widget = from; widget != NULL; widget = next_on_path (widget))
    if (TRS_IS_ERROR_SINK (widget))
      {
        TRS_ERROR_SINK_GET_IFACE (widget)->take (TRS_ERROR_SINK (widget), error, doing);
        return;
      }

  g_warning ("An error found no sink: %s", error->message);
}
