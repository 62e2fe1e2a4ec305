/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history.h"
#include "trs-search-results.h"

typedef struct _TrsLibrary TrsLibrary;

/**
 * TrsSearchResult:
 * @project: where something was found
 * @hit: whether it stands in the title, the note, the transcript…, and the best passages, in their order
 *
 * A project in which was found what is looked for, and where. Never changes;
 * the project in it lives on.
 */
#define TRS_TYPE_SEARCH_RESULT (trs_search_result_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearchResult, trs_search_result, TRS, SEARCH_RESULT, GObject)

struct _TrsSearchResult
{
  GObject parent_instance;

  TrsProject *project;
  TrsSearchHit *hit;
};

TrsSearchResult    *trs_search_result_new            (TrsProject      *project,
                                                      TrsSearchHit    *hit);
guint               trs_search_result_get_n_passages (TrsSearchResult *self);
gboolean            trs_search_result_is_equal       (TrsSearchResult *self,
                                                      TrsSearchResult *other);

/**
 * TrsSearcher:
 * @query: what is looked for, as it was typed; never %NULL
 * @answered: (nullable): the query that @results answers; %NULL before there is an answer
 * @results: #TrsSearchResult objects, newest first
 * @error: (nullable): why there is no answer
 * @more: older projects match, too, see trs_searcher_load_more()
 * @marks: only marks of the user are looked for
 *
 * Looks for words in everything that this computer keeps of the account in
 * use: titles, identifiers of videos, notes and transcripts. It needs neither
 * network nor key. A search that is not needed any more is given up; while one
 * is shown, it is repeated when something else is kept. What the history holds
 * without a row in the store is found as well, above all else.
 *
 * Property: `marks`, to look for the marks of the user alone, all of them if
 * there is no query. Signal: `changed`, with the detail `query` when it is
 * something else that is looked for.
 */
#define TRS_TYPE_SEARCHER (trs_searcher_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearcher, trs_searcher, TRS, SEARCHER, GObject)

struct _TrsSearcher
{
  GObject parent_instance;

  char *query;
  char *answered;
  GListStore *results;
  GError *error;
  gboolean more;
  gboolean marks;

  /*< private >*/
  TrsLibrary *library;
  TrsHistory *history;
  TrsClock *clock;
  gint64 last_row;           /* in the store, which knows nothing of what the history holds */
  GCancellable *cancellable; /* of the search under way, or NULL */
  gboolean append;           /* its results stand below those that are there */
  gboolean stale;
  guint refresh_id;
};

TrsSearcher  *trs_searcher_new            (TrsLibrary  *library,
                                           TrsHistory  *history,
                                           TrsClock    *clock);

void          trs_searcher_set_query      (TrsSearcher *self,
                                           const char  *query);
gboolean      trs_searcher_is_active      (TrsSearcher *self);
void          trs_searcher_end            (TrsSearcher *self);
gboolean      trs_searcher_get_searching  (TrsSearcher *self);
void          trs_searcher_load_more      (TrsSearcher *self);
