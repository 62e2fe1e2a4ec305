/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsPollEntry:
 * @project: what is waited for
 * @started_at: from when the schedule counts
 * @asked_at: when the service was asked about it last
 * @seen_at: when a list told of it last
 * @due: when to ask again
 * @state: what the service told last
 * @active: whether the schedule goes on
 * @out: whether it is being asked about
 * @missed: whether the last answer did not come
 * @no_word: whether the last answer came, and did not tell about it
 * @gone: whether the last answer was that the service does not know it
 * @hinted: whether something else says that there is news
 *
 * One project on the polling schedule. All times in microseconds.
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

TrsPollEntry *trs_poll_entry_new      (TrsProject *project,
                                       gint64      now);
void      trs_poll_entry_free     (TrsPollEntry   *self);

gboolean  trs_poll_entry_schedule (TrsPollEntry   *self,
                                   gint64      now);
void      trs_poll_entry_show     (TrsPollEntry   *self,
                                   gboolean    open,
                                   gboolean    offline,
                                   gint64      not_before);

G_END_DECLS
