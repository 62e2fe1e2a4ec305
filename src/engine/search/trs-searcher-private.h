/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-searcher.h"

#include "trs-library.h"

/* Between what is asked of a searcher and how it asks the store. */

G_BEGIN_DECLS

struct _TrsSearcher
{
  GObject parent_instance;

  TrsLibrary *library;
  TrsHistory *history;
  TrsClock *clock;

  char *query;
  char *answered;
  GListStore *found;
  GError *error;
  gboolean more;
  guint n_kept;
  guint n_finished;

  guint n_told; /* by the store, which knows nothing of what the history holds */
  gint64 last_row;
  guint n_held;

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

G_END_DECLS
