/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-clock.h"

G_DEFINE_INTERFACE (TrsClock, trs_clock, G_TYPE_OBJECT)

static void
trs_clock_default_init (TrsClockInterface *iface)
{
}

/**
 * trs_clock_get_time:
 * @self: a clock
 *
 * Returns: the wall-clock time, in microseconds since the epoch
 */
gint64
trs_clock_get_time (TrsClock *self)
{
  g_return_val_if_fail (TRS_IS_CLOCK (self), 0);

  return TRS_CLOCK_GET_IFACE (self)->get_time (self);
}

/**
 * trs_clock_get_setting:
 * @self: a clock
 *
 * Two of these differ by what the clock was set forward (or, negative, back)
 * in between. Time that passes, also while the computer sleeps, does not
 * change it, so a clock that was put right can be told from a long sleep.
 *
 * Returns: the wall-clock time at which the computer was started, in
 *   microseconds since the epoch; 0 if nobody ever sets this clock
 */
gint64
trs_clock_get_setting (TrsClock *self)
{
  TrsClockInterface *iface;

  g_return_val_if_fail (TRS_IS_CLOCK (self), 0);

  iface = TRS_CLOCK_GET_IFACE (self);
  return iface->get_setting != NULL ? iface->get_setting (self) : 0;
}

/**
 * trs_clock_add_timeout:
 * @self: a clock
 * @interval: milliseconds from now
 * @function: what to call, once or until it returns %G_SOURCE_REMOVE
 * @user_data: (closure): for @function
 * @notify: (nullable): frees @user_data
 *
 * Returns: an id for trs_clock_remove_timeout(), never 0
 */
guint
trs_clock_add_timeout (TrsClock       *self,
                       guint           interval,
                       GSourceFunc     function,
                       gpointer        user_data,
                       GDestroyNotify  notify)
{
  g_return_val_if_fail (TRS_IS_CLOCK (self), 0);
  g_return_val_if_fail (function != NULL, 0);

  return TRS_CLOCK_GET_IFACE (self)->add_timeout (self, interval, function, user_data, notify);
}

void
trs_clock_remove_timeout (TrsClock *self,
                          guint     id)
{
  g_return_if_fail (TRS_IS_CLOCK (self));
  g_return_if_fail (id != 0);

  TRS_CLOCK_GET_IFACE (self)->remove_timeout (self, id);
}
