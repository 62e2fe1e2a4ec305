/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-searcher.h"

#include "trs-archive-private.h"

/* Between what is asked of a searcher and how it asks the store. */

G_BEGIN_DECLS

struct _TrsSearcher
{
  GObject parent_instance;

  TrsArchive *archive;
  TrsHistory *history;
  TrsClock *clock;

  char *query;
  char *answered;
  GListStore *found;
  GError *error;
  gboolean more;
  guint n_kept;
  guint n_finished;

  /* what the store told of, also of projects that the history has not got yet */
  guint n_told;
  gint64 last_row;
  gboolean incomplete;
  guint n_pending; /* submissions that were looked at, which the store does not know */

  GCancellable *cancellable;
  gboolean coverage_known;
  gboolean stale;
  guint refresh_id;
};

void trs_searcher_run         (TrsSearcher *self);
void trs_searcher_run_further (TrsSearcher *self);
void trs_searcher_clear       (TrsSearcher *self);
void trs_searcher_stop        (TrsSearcher *self);
void trs_searcher_watch       (TrsSearcher *self);
void trs_searcher_add_pending (TrsSearcher *self,
                               GPtrArray   *wanted);
guint trs_searcher_order      (TrsSearcher *self,
                               GPtrArray   *wanted,
                               guint        from);

G_END_DECLS
