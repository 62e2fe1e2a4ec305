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
 * trs_clock_get_boot_time:
 * @self: a clock
 *
 * For what is planned: unlike the wall clock nobody sets it, and unlike the
 * monotonic time of GLib it counts the time that the computer sleeps.
 *
 * Returns: microseconds since some fixed moment, usually the start of the computer
 */
gint64
trs_clock_get_boot_time (TrsClock *self)
{
  g_return_val_if_fail (TRS_IS_CLOCK (self), 0);

  return TRS_CLOCK_GET_IFACE (self)->get_boot_time (self);
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

/* Removes the timeout if there is one; @id is 0 afterwards. */
void
trs_clock_clear_timeout (TrsClock *self,
                         guint    *id)
{
  if (*id != 0)
    trs_clock_remove_timeout (self, *id);
  *id = 0;
}
