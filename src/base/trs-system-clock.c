/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-system-clock.h"

#include <time.h>

struct _TrsSystemClock
{
  GObject parent_instance;
};

static gint64
trs_system_clock_get_time (TrsClock *clock)
{
  return g_get_real_time ();
}

static gint64
trs_system_clock_get_boot_time (TrsClock *clock)
{
#ifdef CLOCK_BOOTTIME
  struct timespec since;

  if (clock_gettime (CLOCK_BOOTTIME, &since) == 0)
    return since.tv_sec * G_TIME_SPAN_SECOND + since.tv_nsec / 1000;
#endif

  return g_get_monotonic_time ();
}

static guint
trs_system_clock_add_timeout (TrsClock       *clock,
                              guint           interval,
                              GSourceFunc     function,
                              gpointer        user_data,
                              GDestroyNotify  notify)
{
  /* Whole seconds may fire together with other timers of the system: fewer wake-ups. */
  if (interval >= 1000 && interval % 1000 == 0)
    return g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, interval / 1000, function, user_data, notify);

  return g_timeout_add_full (G_PRIORITY_DEFAULT, interval, function, user_data, notify);
}

static void
trs_system_clock_remove_timeout (TrsClock *clock,
                                 guint     id)
{
  g_source_remove (id);
}

static void
trs_system_clock_iface_init (TrsClockInterface *iface)
{
  iface->get_time = trs_system_clock_get_time;
  iface->get_boot_time = trs_system_clock_get_boot_time;
  iface->add_timeout = trs_system_clock_add_timeout;
  iface->remove_timeout = trs_system_clock_remove_timeout;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsSystemClock, trs_system_clock, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_CLOCK, trs_system_clock_iface_init))

static void
trs_system_clock_class_init (TrsSystemClockClass *klass)
{
}

static void
trs_system_clock_init (TrsSystemClock *self)
{
}

/**
 * trs_system_clock_new:
 *
 * Returns: (transfer full): the clock of this computer
 */
TrsClock *
trs_system_clock_new (void)
{
  return g_object_new (TRS_TYPE_SYSTEM_CLOCK, NULL);
}
