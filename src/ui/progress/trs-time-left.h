/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

/**
 * TrsTimeLeft:
 *
 * How long a transcription on this computer is going to take, reckoned from how
 * fast its percentage was seen to grow. All zeros are a new one.
 */
typedef struct
{
  gint64 begun_at;
  gint64 seen_at;
  gint64 changed_at;
  int first;
  int last;
} TrsTimeLeft;

void   trs_time_left_clear    (TrsTimeLeft       *self);
void   trs_time_left_push     (TrsTimeLeft       *self,
                               int                percent,
                               gint64             now);
gint64 trs_time_left_estimate (const TrsTimeLeft *self);
char  *trs_time_left_dup_text (const TrsTimeLeft *self);
