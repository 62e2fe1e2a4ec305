/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

G_BEGIN_DECLS

/* When nothing was asked yet: long before any submission */
#define TRS_POLL_ENTRY_NEVER (-G_GINT64_CONSTANT (36525) * G_TIME_SPAN_DAY)

/**
 * TrsPollEntry:
 * @started_at: from when the schedule counts
 * @asked_at: when the service was asked about it last
 * @seen_at: when a list showed it last, in wall-clock time as trs_history_get_checked_at()
 * @due: when to ask again
 * @active: the schedule goes on
 * @out: it is being asked about
 * @missed: the last answer did not come
 * @no_word: the last answer came, and said nothing about it
 * @gone: the service does not know it
 * @hinted: something else says that there is news
 *
 * One project on the polling schedule, in microseconds of trs_clock_get_boot_time().
 */
typedef struct
{
  TrsProject *project;
  gint64 started_at;
  gint64 asked_at;
  gint64 seen_at;
  gint64 due;
  TrsProjectState state;
  gboolean active;
  gboolean out;
  gboolean missed;
  gboolean no_word;
  gboolean gone;
  gboolean hinted;
} TrsPollEntry;

TrsPollEntry   *trs_poll_entry_new       (TrsProject         *project,
                                          gint64              now,
                                          gint64              time);
void            trs_poll_entry_free      (TrsPollEntry       *self);

gboolean        trs_poll_entry_schedule  (TrsPollEntry       *self,
                                          gint64              now);
TrsProjectWatch trs_poll_entry_get_watch (const TrsPollEntry *self,
                                          gboolean            open,
                                          gboolean            offline);

G_END_DECLS
