/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/**
 * TrsErrorSink:
 *
 * The one path of errors to the screen: any widget throws, the nearest
 * ancestor that is a sink (the window; for a dialog its transient parent)
 * shows the error with advice and one action.
 */
#define TRS_TYPE_ERROR_SINK (trs_error_sink_get_type ())
G_DECLARE_INTERFACE (TrsErrorSink, trs_error_sink, TRS, ERROR_SINK, GtkWidget)

struct _TrsErrorSinkInterface
{
  GTypeInterface parent_iface;

  void (*take) (TrsErrorSink *self,
                const GError *error,
                const char   *doing);
};

void trs_error_sink_throw (GtkWidget    *from,
                           const GError *error,
                           const char   *doing);
