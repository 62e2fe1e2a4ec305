/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsFrameTimes:
 * @call: the call itself
 * @frame: from the call until the next frame is painted
 * @settled: from the call until the main loop sleeps
 * @stall: the longest time in which the main loop did not look for input
 * @frame_cpu: as @frame, of the time of the processor
 * @stall_cpu: as @stall, likewise
 * @n_frames: frames that were painted
 *
 * What a change costs, in milliseconds. The processor's time says what is ours
 * where others use the machine too.
 */
typedef struct
{
  double call;
  double frame;
  double settled;
  double stall;
  double frame_cpu;
  double stall_cpu;
  guint n_frames;
} TrsFrameTimes;

typedef void     (*TrsFrameFunc)     (gpointer user_data);
typedef gboolean (*TrsFrameDoneFunc) (gpointer user_data);

void   trs_frame_harness_settle     (void);
void   trs_frame_harness_run        (GtkWidget     *widget,
                                     TrsFrameFunc   change,
                                     TrsFrameFunc   painted,
                                     gpointer       user_data,
                                     TrsFrameTimes *times);
void   trs_frame_harness_run_until  (GtkWidget        *widget,
                                     TrsFrameFunc      change,
                                     TrsFrameFunc      painted,
                                     TrsFrameDoneFunc  done,
                                     gpointer          user_data,
                                     TrsFrameTimes    *times);
double trs_frame_harness_percentile (GArray        *values,
                                     double         percent);
void   trs_frame_harness_pin        (void);

G_END_DECLS
