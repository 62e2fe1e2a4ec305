/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-clock.h"

#include <time.h>

G_DEFINE_TYPE (TrsClock, trs_clock, G_TYPE_OBJECT)

/**
 * trs_clock_get_time:
 * @self: a clock
 *
 * Returns: the wall-clock time, in microseconds since the epoch
 */
gint64
trs_clock_get_time (TrsClock *self)
{
  return TRS_CLOCK_GET_CLASS (self)->get_time (self);
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
  return TRS_CLOCK_GET_CLASS (self)->get_boot_time (self);
}

typedef struct
{
  guint *id;
  GSourceOnceFunc function;
  gpointer user_data;
} Timeout;

/* The callback may free the owner of the clock. */
static gboolean
timeout_cb (gpointer user_data)
{
  Timeout *timeout = user_data;

  *timeout->id = 0;
  timeout->function (timeout->user_data);
  return G_SOURCE_REMOVE;
}

/**
 * trs_clock_set_timeout:
 * @self: a clock
 * @id: (inout): identifies the timeout as long as it runs, and is 0 when
 *   @function is called; one that runs already is replaced
 * @interval: milliseconds from now
 * @function: what to call, once
 * @user_data: (closure): for @function
 *
 * The owner of @id must call trs_clock_clear_timeout() before it is freed.
 */
void
trs_clock_set_timeout (TrsClock        *self,
                       guint           *id,
                       guint            interval,
                       GSourceOnceFunc  function,
                       gpointer         user_data)
{
  Timeout *timeout = g_new (Timeout, 1);

  trs_clock_clear_timeout (self, id);
  *timeout = (Timeout) { id, function, user_data };
  *id = TRS_CLOCK_GET_CLASS (self)->add_timeout (self, interval, timeout_cb, timeout, g_free);
}

/* Removes the timeout if there is one; @id is 0 afterwards. */
void
trs_clock_clear_timeout (TrsClock *self,
                         guint    *id)
{
  if (*id != 0)
    TRS_CLOCK_GET_CLASS (self)->remove_timeout (self, *id);
  *id = 0;
}

/* The clock of the computer */

static gint64
get_system_time (TrsClock *self)
{
  return g_get_real_time ();
}

static gint64
get_system_boot_time (TrsClock *self)
{
#ifdef CLOCK_BOOTTIME
  struct timespec since;

  if (clock_gettime (CLOCK_BOOTTIME, &since) == 0)
    return since.tv_sec * G_TIME_SPAN_SECOND + since.tv_nsec / 1000;
#endif

  return g_get_monotonic_time ();
}

static guint
add_system_timeout (TrsClock       *self,
                    guint           interval,
                    GSourceFunc     function,
                    gpointer        user_data,
                    GDestroyNotify  notify)
{
  /* GLib lets timers of whole seconds expire together, which saves wake-ups. */
  if (interval >= 1000 && interval % 1000 == 0)
    return g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, interval / 1000, function, user_data, notify);

  return g_timeout_add_full (G_PRIORITY_DEFAULT, interval, function, user_data, notify);
}

static void
remove_system_timeout (TrsClock *self,
                       guint     id)
{
  g_source_remove (id);
}

static void
trs_clock_class_init (TrsClockClass *klass)
{
  klass->get_time = get_system_time;
  klass->get_boot_time = get_system_boot_time;
  klass->add_timeout = add_system_timeout;
  klass->remove_timeout = remove_system_timeout;
}

static void
trs_clock_init (TrsClock *self)
{
}

TrsClock *
trs_system_clock_new (void)
{
  return g_object_new (TRS_TYPE_CLOCK, NULL);
}
