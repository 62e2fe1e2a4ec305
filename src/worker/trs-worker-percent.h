/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsWorkerPercent:
 *
 * Finds out how far a recogniser is from what it prints: the last number with a percent sign of a line, which ends at
 * a line feed or a carriage return. It never goes backwards, since each part of such a program counts for itself, and
 * is never 100, since what comes after it takes time, too.
 */
typedef struct
{
  /*< private >*/
  char line[512];
  gsize length;
  guint percent;
} TrsWorkerPercent;

guint trs_worker_percent_push (TrsWorkerPercent *self,
                               const char       *data,
                               gsize             size);

G_END_DECLS
