/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-frame-figures.h"

/* A 60 Hz frame. */
#define GOAL_STALL 16.7

/**
 * trs_frame_figures_init:
 * @self: (out): figures
 */
void
trs_frame_figures_init (TrsFrameFigures *self)
{
  self->frame = g_array_new (FALSE, FALSE, sizeof (double));
  self->stall = g_array_new (FALSE, FALSE, sizeof (double));
  self->frame_cpu = g_array_new (FALSE, FALSE, sizeof (double));
  self->stall_cpu = g_array_new (FALSE, FALSE, sizeof (double));
}

/**
 * trs_frame_figures_add:
 * @self: figures
 * @times: what one more change costs
 */
void
trs_frame_figures_add (TrsFrameFigures     *self,
                       const TrsFrameTimes *times)
{
  g_array_append_val (self->frame, times->frame);
  g_array_append_val (self->stall, times->stall);
  g_array_append_val (self->frame_cpu, times->frame_cpu);
  g_array_append_val (self->stall_cpu, times->stall_cpu);
}

static void
print_row (const char         *clock,
           GArray             *frame,
           GArray             *base,
           GArray             *stall,
           const TrsFrameGoal *goal)
{
  double time = trs_frame_harness_percentile (frame, goal->percent);

  g_print ("  %-9s p%.0f %5.1f ms", clock, goal->percent, time);
  if (goal->frame > 0)
    g_print (" (goal %.1f)", goal->frame);
  g_print (", %.2f × %s", time / trs_frame_harness_percentile (base, goal->percent), goal->base);
  if (goal->ratio > 0)
    g_print (" (goal %.2f)", goal->ratio);
  g_print ("; main loop away at most %.1f ms (goal %.1f), in half of the cases %.1f\n",
           trs_frame_harness_percentile (stall, 100), goal->stall > 0 ? goal->stall : GOAL_STALL,
           trs_frame_harness_percentile (stall, 50));
}

/**
 * trs_frame_figures_print:
 * @self: figures
 * @name: of what they are
 * @base: what they are compared with
 * @goal: what they should be
 *
 * Prints them by the clock on the wall, and by that of the processor: of a
 * machine that others use, too, only the latter can be compared.
 */
void
trs_frame_figures_print (const TrsFrameFigures *self,
                         const char            *name,
                         const TrsFrameFigures *base,
                         const TrsFrameGoal    *goal)
{
  g_print ("%s\n", name);
  print_row ("wall", self->frame, base->frame, self->stall, goal);
  print_row ("processor", self->frame_cpu, base->frame_cpu, self->stall_cpu, goal);
}

/**
 * trs_frame_figures_clear:
 * @self: figures
 */
void
trs_frame_figures_clear (TrsFrameFigures *self)
{
  g_array_unref (self->frame);
  g_array_unref (self->stall);
  g_array_unref (self->frame_cpu);
  g_array_unref (self->stall_cpu);
}
