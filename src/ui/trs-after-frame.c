/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-after-frame.h"

typedef struct
{
  GtkWidget *widget;
  TrsAfterFrameFunc function;
  gulong id;
} Waiting;

static void
waiting_free (gpointer  data,
              GClosure *closure)
{
  g_free (data);
}

static void
painted_cb (GdkFrameClock *clock,
            gpointer       user_data)
{
  Waiting *waiting = user_data;
  g_autoptr (GtkWidget) widget = g_object_ref (waiting->widget);
  TrsAfterFrameFunc function = waiting->function;

  g_signal_handler_disconnect (clock, waiting->id);
  function (widget);
}

/**
 * trs_after_frame:
 * @widget: a widget that is realized
 * @function: what to do then
 *
 * Does something once after the next frame, when everything is laid out and
 * drawn; not at all if the widget goes away before.
 */
void
trs_after_frame (GtkWidget         *widget,
                 TrsAfterFrameFunc  function)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  Waiting *waiting;
  GClosure *closure;

  g_return_if_fail (clock != NULL);

  waiting = g_new0 (Waiting, 1);
  waiting->widget = widget;
  waiting->function = function;
  closure = g_cclosure_new (G_CALLBACK (painted_cb), waiting, waiting_free);
  g_object_watch_closure (G_OBJECT (widget), closure);
  waiting->id = g_signal_connect_closure (clock, "after-paint", closure, FALSE);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT);
}
