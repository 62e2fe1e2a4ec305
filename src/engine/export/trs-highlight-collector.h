/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-batch-failure.h"
#include "trs-export-load.h"
#include "trs-projects.h"

/**
 * TrsHighlightCollector:
 *
 * Collects those of many transcripts in which something is highlighted, for a
 * quote sheet of all of them. The store knows which these are, so that no other
 * one is read or downloaded. One that cannot be had does not end it.
 *
 * Properties, read-only: `n-done` and `n-total`, how many were read, and of how
 * many that have highlights; `n-total` is 0 until that is known.
 */
#define TRS_TYPE_HIGHLIGHT_COLLECTOR (trs_highlight_collector_get_type ())
G_DECLARE_FINAL_TYPE (TrsHighlightCollector, trs_highlight_collector, TRS, HIGHLIGHT_COLLECTOR, GObject)

TrsHighlightCollector *trs_highlight_collector_new               (TrsProjects            *projects,
                                                                  TrsLibrary             *library,
                                                                  TrsTranscripts         *transcripts,
                                                                  const char             *pattern);

guint                  trs_highlight_collector_get_n_done        (TrsHighlightCollector  *self);
guint                  trs_highlight_collector_get_n_total       (TrsHighlightCollector  *self);
guint                  trs_highlight_collector_get_n_transcripts (TrsHighlightCollector  *self);
GPtrArray             *trs_highlight_collector_get_failures      (TrsHighlightCollector  *self);

void                   trs_highlight_collector_run_async         (TrsHighlightCollector  *self,
                                                                  GArray                 *rows,
                                                                  GCancellable           *cancellable,
                                                                  GAsyncReadyCallback     callback,
                                                                  gpointer                user_data);
GPtrArray             *trs_highlight_collector_run_finish        (TrsHighlightCollector  *self,
                                                                  GAsyncResult           *result,
                                                                  GError                **error);
