/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"
#include "trs-search-list.h"

/**
 * TrsReadingPane:
 *
 * What is read, beside the list: the page of the open project (its transcript,
 * or how far it is), an empty page, and the page of the search, which lies over
 * that of the project and leaves it as it was. The pages are created when they
 * are first needed. A project is read two seconds after it was opened, or when
 * it is scrolled or gets the focus.
 *
 * Beside the properties of #TrsPage: `settings` and `results` (#TrsSearchList;
 * both set once), `searching` (read-only: there is a query), `search-shown`,
 * `document` (read-only: the transcript on the screen).
 *
 * Signal `passage-open` (#TrsSearchResult, query, passage), as that of
 * #TrsSearchPage.
 */
#define TRS_TYPE_READING_PANE (trs_reading_pane_get_type ())
G_DECLARE_FINAL_TYPE (TrsReadingPane, trs_reading_pane, TRS, READING_PANE, TrsPage)

TrsProject *trs_reading_pane_get_project      (TrsReadingPane  *self);

gboolean    trs_reading_pane_get_searching    (TrsReadingPane  *self);
gboolean    trs_reading_pane_get_search_shown (TrsReadingPane  *self);
void        trs_reading_pane_set_search_shown (TrsReadingPane  *self,
                                               gboolean         shown);

void        trs_reading_pane_add_panes        (TrsReadingPane  *self,
                                               GPtrArray       *panes);
gboolean    trs_reading_pane_has_text         (TrsReadingPane  *self);
gboolean    trs_reading_pane_activate_in_text (TrsReadingPane  *self,
                                               const char      *action_name);
void        trs_reading_pane_undo_edit        (TrsReadingPane  *self);
void        trs_reading_pane_set_read         (TrsReadingPane  *self);
void        trs_reading_pane_go_to_time       (TrsReadingPane  *self,
                                               gint64           time);
void        trs_reading_pane_go_to            (TrsReadingPane  *self,
                                               TrsSearchResult *result,
                                               const char      *query,
                                               guint            passage);
