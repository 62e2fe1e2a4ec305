/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history.h"
#include "trs-search-result.h"

typedef struct _TrsLibrary TrsLibrary;

/**
 * TrsSearcher:
 *
 * Searches the local data of the account in use: titles, identifiers of videos,
 * notes and transcripts. It needs neither network nor key. A search that is not
 * needed any more is cancelled; while its results are shown, it is repeated when
 * the data changes. Projects that the history holds without a row in the store
 * are found as well, and come first.
 *
 * Properties: `query`; `highlights`, to look only for the user's highlights, all of
 * them if there is no query. Read-only: `searching`, which notifies when the
 * results of an answer are there; `answered`, the query that they answer;
 * `more`, whether older projects match, too; `error`, why there is no answer.
 * They notify after the rows.
 */
#define TRS_TYPE_SEARCHER (trs_searcher_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearcher, trs_searcher, TRS, SEARCHER, GObject)

const char   *trs_searcher_get_query      (TrsSearcher *self);
const char   *trs_searcher_get_answered   (TrsSearcher *self);
GListModel   *trs_searcher_get_results    (TrsSearcher *self);
const GError *trs_searcher_get_error      (TrsSearcher *self);
gboolean      trs_searcher_get_more       (TrsSearcher *self);
gboolean      trs_searcher_get_highlights (TrsSearcher *self);
void          trs_searcher_set_highlights (TrsSearcher *self,
                                           gboolean     highlights);

TrsSearcher  *trs_searcher_new            (TrsLibrary  *library,
                                           TrsProjects *projects,
                                           TrsHistory  *history,
                                           TrsClock    *clock);

void          trs_searcher_set_query      (TrsSearcher *self,
                                           const char  *query);
gboolean      trs_searcher_is_active      (TrsSearcher *self);
void          trs_searcher_end            (TrsSearcher *self);
gboolean      trs_searcher_get_searching  (TrsSearcher *self);
void          trs_searcher_load_more      (TrsSearcher *self);
