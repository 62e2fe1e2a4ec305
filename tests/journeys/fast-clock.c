/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fast-clock.h"

struct _FastClock
{
  TrsClock parent_instance;

  gint64 begun;
  guint speed;
};

static gint64
fast_clock_get_time (TrsClock *clock)
{
  FastClock *self = FAST_CLOCK (clock);

  return self->begun + (g_get_real_time () - self->begun) * self->speed;
}

static gint64
fast_clock_get_boot_time (TrsClock *clock)
{
  return fast_clock_get_time (clock);
}

static guint
fast_clock_add_timeout (TrsClock       *clock,
                        guint           interval,
                        GSourceFunc     function,
                        gpointer        user_data,
                        GDestroyNotify  notify)
{
  FastClock *self = FAST_CLOCK (clock);

  return g_timeout_add_full (G_PRIORITY_DEFAULT, interval / self->speed + 1, function, user_data, notify);
}

G_DEFINE_FINAL_TYPE (FastClock, fast_clock, TRS_TYPE_CLOCK)

static void
fast_clock_class_init (FastClockClass *klass)
{
  TrsClockClass *clock_class = TRS_CLOCK_CLASS (klass);

  clock_class->get_time = fast_clock_get_time;
  clock_class->get_boot_time = fast_clock_get_boot_time;
  clock_class->add_timeout = fast_clock_add_timeout;
}

static void
fast_clock_init (FastClock *self)
{
  self->begun = g_get_real_time ();
}

/**
 * fast_clock_new:
 * @speed: how many seconds go by in one
 *
 * Returns: (transfer full): a clock
 */
TrsClock *
fast_clock_new (guint speed)
{
  FastClock *self = g_object_new (TYPE_FAST_CLOCK, NULL);

  self->speed = speed;
  return TRS_CLOCK (self);
}
