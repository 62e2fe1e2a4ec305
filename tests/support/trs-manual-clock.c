/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-manual-clock.h"

typedef struct
{
  guint id;
  gint64 due;
  guint interval;
  GSourceFunc function;
  gpointer user_data;
  GDestroyNotify notify;
} Timeout;

struct _TrsManualClock
{
  TrsClock parent_instance;

  gint64 time;
  gint64 boot_time;
  gint64 elapsed;
  guint last_id;
  GPtrArray *timeouts;
  GSourceFunc settle;
  gpointer settle_data;
};

static void
timeout_free (Timeout *timeout)
{
  if (timeout->notify != NULL)
    timeout->notify (timeout->user_data);
  g_free (timeout);
}

static gint64
trs_manual_clock_get_time (TrsClock *clock)
{
  return TRS_MANUAL_CLOCK (clock)->time;
}

static gint64
trs_manual_clock_get_boot_time (TrsClock *clock)
{
  return TRS_MANUAL_CLOCK (clock)->boot_time;
}

static guint
trs_manual_clock_add_timeout (TrsClock       *clock,
                              guint           interval,
                              GSourceFunc     function,
                              gpointer        user_data,
                              GDestroyNotify  notify)
{
  TrsManualClock *self = TRS_MANUAL_CLOCK (clock);
  Timeout *timeout = g_new0 (Timeout, 1);

  timeout->id = ++self->last_id;
  timeout->interval = interval;
  timeout->due = self->elapsed + interval * G_GINT64_CONSTANT (1000);
  timeout->function = function;
  timeout->user_data = user_data;
  timeout->notify = notify;
  g_ptr_array_add (self->timeouts, timeout);

  return timeout->id;
}

static Timeout *
find_timeout (TrsManualClock *self,
              guint           id)
{
  for (guint i = 0; i < self->timeouts->len; i++)
    {
      Timeout *timeout = g_ptr_array_index (self->timeouts, i);

      if (timeout->id == id)
        return timeout;
    }

  return NULL;
}

static void
trs_manual_clock_remove_timeout (TrsClock *clock,
                                 guint     id)
{
  TrsManualClock *self = TRS_MANUAL_CLOCK (clock);
  Timeout *timeout = find_timeout (self, id);

  g_assert_nonnull (timeout);
  g_ptr_array_remove (self->timeouts, timeout);
}

G_DEFINE_FINAL_TYPE (TrsManualClock, trs_manual_clock, TRS_TYPE_CLOCK)

static void
trs_manual_clock_finalize (GObject *object)
{
  g_ptr_array_unref (TRS_MANUAL_CLOCK (object)->timeouts);

  G_OBJECT_CLASS (trs_manual_clock_parent_class)->finalize (object);
}

static void
trs_manual_clock_class_init (TrsManualClockClass *klass)
{
  TrsClockClass *clock_class = TRS_CLOCK_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_manual_clock_finalize;
  clock_class->get_time = trs_manual_clock_get_time;
  clock_class->get_boot_time = trs_manual_clock_get_boot_time;
  clock_class->add_timeout = trs_manual_clock_add_timeout;
  clock_class->remove_timeout = trs_manual_clock_remove_timeout;
}

static void
trs_manual_clock_init (TrsManualClock *self)
{
  self->timeouts = g_ptr_array_new_with_free_func ((GDestroyNotify) timeout_free);
}

/**
 * trs_manual_clock_new:
 * @start: its time, in microseconds since the epoch
 *
 * Returns: (transfer full): a clock that stands still
 */
TrsManualClock *
trs_manual_clock_new (gint64 start)
{
  TrsManualClock *self = g_object_new (TRS_TYPE_MANUAL_CLOCK, NULL);

  self->time = start;
  /* An hour after the computer was started. */
  self->boot_time = G_TIME_SPAN_HOUR;
  return self;
}

static Timeout *
next_due (TrsManualClock *self,
          gint64          until)
{
  Timeout *next = NULL;

  for (guint i = 0; i < self->timeouts->len; i++)
    {
      Timeout *timeout = g_ptr_array_index (self->timeouts, i);

      if (timeout->due <= until && (next == NULL || timeout->due < next->due))
        next = timeout;
    }

  return next;
}

static void
pass (TrsManualClock *self,
      gint64          span)
{
  self->time += span;
  self->boot_time += span;
}

/**
 * trs_manual_clock_set_settle:
 * @self: a clock
 * @settle: dispatches what is pending, and waits for what worker threads do about it
 * @user_data: for @settle
 *
 * Lets everything that happens at one time come to its end before the time moves on.
 */
void
trs_manual_clock_set_settle (TrsManualClock *self,
                             GSourceFunc     settle,
                             gpointer        user_data)
{
  self->settle = settle;
  self->settle_data = user_data;
}

/**
 * trs_manual_clock_advance:
 * @self: a clock
 * @milliseconds: how far
 *
 * Moves the time on and fires what becomes due, each at its own time. Pending
 * events of the default main context are dispatched after each.
 */
void
trs_manual_clock_advance (TrsManualClock *self,
                          gint64          milliseconds)
{
  gint64 until = self->elapsed + milliseconds * 1000;
  Timeout *timeout;

  while ((timeout = next_due (self, until)) != NULL)
    {
      guint id = timeout->id;

      pass (self, timeout->due - self->elapsed);
      self->elapsed = timeout->due;
      timeout->due += MAX (timeout->interval, 1) * G_GINT64_CONSTANT (1000);

      if (timeout->function (timeout->user_data) == G_SOURCE_REMOVE && (timeout = find_timeout (self, id)) != NULL)
        g_ptr_array_remove (self->timeouts, timeout);

      if (self->settle != NULL)
        self->settle (self->settle_data);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }

  pass (self, until - self->elapsed);
  self->elapsed = until;
}

/**
 * trs_manual_clock_suspend:
 * @self: a clock
 * @milliseconds: how long the computer sleeps
 *
 * Moves the wall clock without letting the timeouts come nearer, as a
 * suspended computer does.
 */
void
trs_manual_clock_suspend (TrsManualClock *self,
                          gint64          milliseconds)
{
  pass (self, milliseconds * 1000);
}

/**
 * trs_manual_clock_set:
 * @self: a clock
 * @milliseconds: by how much, negative to set it back
 *
 * Sets the wall clock while no time passes, as a user or a time server does.
 */
void
trs_manual_clock_set (TrsManualClock *self,
                      gint64          milliseconds)
{
  self->time += milliseconds * 1000;
}

/**
 * trs_manual_clock_get_n_waiting:
 * @self: a clock
 *
 * Returns: how many timeouts are waiting
 */
guint
trs_manual_clock_get_n_waiting (TrsManualClock *self)
{
  return self->timeouts->len;
}
