/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-search-result.h"
#include "trs-history.h"

G_BEGIN_DECLS

typedef struct _TrsLibrary TrsLibrary;

/**
 * TrsSearcher:
 *
 * Looks for words in everything that this computer keeps of the account in
 * use: titles, identifiers of videos, notes and transcripts. It needs neither
 * network nor key. A search that is not needed any more is given up; while one
 * is shown, it is repeated when something else is kept. What the history holds
 * without a row in the store is found as well, above all else.
 *
 * Properties, notifying: `query` (what is typed; the only one that can be
 * written), `answered` (the query to which the results are the answer, or %NULL),
 * `searching`, `more` (older projects match, too), `error` (boxed #GError or %NULL), `n-kept`
 * and `n-finished` (transcripts that can be searched here, and all that the
 * account has).
 */
#define TRS_TYPE_SEARCHER (trs_searcher_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearcher, trs_searcher, TRS, SEARCHER, GObject)

TrsSearcher  *trs_searcher_new            (TrsLibrary  *library,
                                           TrsHistory  *history,
                                           TrsClock    *clock);

const char   *trs_searcher_get_query      (TrsSearcher *self);
void          trs_searcher_set_query      (TrsSearcher *self,
                                           const char  *query);
gboolean      trs_searcher_is_active      (TrsSearcher *self);
const char   *trs_searcher_get_answered   (TrsSearcher *self);
GListModel   *trs_searcher_get_results      (TrsSearcher *self);
gboolean      trs_searcher_get_searching  (TrsSearcher *self);
gboolean      trs_searcher_get_more       (TrsSearcher *self);
const GError *trs_searcher_get_error      (TrsSearcher *self);
guint         trs_searcher_get_n_kept     (TrsSearcher *self);
guint         trs_searcher_get_n_finished (TrsSearcher *self);
void          trs_searcher_load_more      (TrsSearcher *self);

G_END_DECLS
