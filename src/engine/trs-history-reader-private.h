/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-reader.h"
#include "trs-page-merge.h"

G_BEGIN_DECLS

typedef enum
{
  TRS_READER_NONE,
  TRS_READER_MORE,
  TRS_READER_POLL,
  TRS_READER_FAR,
  TRS_READER_REFRESH,
} TrsReaderKind;

struct _TrsHistoryReader
{
  GObject parent_instance;

  TrsHistory *history;
  TrsLink *link;
  TrsClock *clock;
  GCancellable *cancellable;

  /* the walk under way */
  TrsReaderKind kind;
  guint serial;
  guint page;
  GPtrArray *tasks;
  TrsPageMerge merge;

  /* what waits for it to end */
  GPtrArray *waiting[TRS_N_WALKS];
  gboolean want_more;
  gboolean want_top;
  guint restarts;
  guint timer;

  /* what was asked when */
  guint tail_page;
  gint64 top_asked_at;
  gboolean top_good;
  guint more_page;
  gint64 more_asked_at;

  /* for the sync */
  gboolean syncing;
  guint n_pushed;
};

void trs_history_reader_update_reading (TrsHistoryReader *self);

G_END_DECLS
