/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-frame-harness.h"

G_BEGIN_DECLS

/**
 * TrsFrameFigures:
 *
 * What many changes of one kind cost.
 */
typedef struct
{
  GArray *frame;
  GArray *stall;
  GArray *frame_cpu;
  GArray *stall_cpu;
} TrsFrameFigures;

/**
 * TrsFrameGoal:
 * @percent: which percentile of the frames counts
 * @frame: milliseconds until the next frame, 0 if only the ratio counts
 * @ratio: of that to the base, 0 if it is only told
 * @base: what the base is
 * @stall: milliseconds that the main loop may be away, 0 for one frame
 *
 * What the figures should be.
 */
typedef struct
{
  double percent;
  double frame;
  double ratio;
  const char *base;
  double stall;
} TrsFrameGoal;

void trs_frame_figures_init  (TrsFrameFigures       *self);
void trs_frame_figures_add   (TrsFrameFigures       *self,
                              const TrsFrameTimes   *times);
void trs_frame_figures_print (const TrsFrameFigures *self,
                              const char            *name,
                              const TrsFrameFigures *base,
                              const TrsFrameGoal    *goal);
void trs_frame_figures_clear (TrsFrameFigures       *self);

G_END_DECLS
