/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsClock:
 *
 * The clock of the computer, with timers on the main context. Tests derive one
 * that they move on themselves.
 */
#define TRS_TYPE_CLOCK (trs_clock_get_type ())
G_DECLARE_DERIVABLE_TYPE (TrsClock, trs_clock, TRS, CLOCK, GObject)

struct _TrsClockClass
{
  GObjectClass parent_class;

  gint64 (*get_time)       (TrsClock       *self);
  gint64 (*get_boot_time)  (TrsClock       *self);
  guint  (*add_timeout)    (TrsClock       *self,
                            guint           interval,
                            GSourceFunc     function,
                            gpointer        user_data,
                            GDestroyNotify  notify);
  void   (*remove_timeout) (TrsClock       *self,
                            guint           id);
};

TrsClock *trs_system_clock_new     (void);

gint64    trs_clock_get_time       (TrsClock        *self);
gint64    trs_clock_get_boot_time  (TrsClock        *self);
void      trs_clock_set_timeout    (TrsClock        *self,
                                    guint           *id,
                                    guint            interval,
                                    GSourceOnceFunc  function,
                                    gpointer         user_data);
void      trs_clock_clear_timeout  (TrsClock        *self,
                                    guint           *id);
