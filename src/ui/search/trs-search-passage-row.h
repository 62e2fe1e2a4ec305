/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"
#include "trs-search-results.h"

G_BEGIN_DECLS

/**
 * TrsSearchPassageRow:
 *
 * A passage of a transcript or of a note: its time, who speaks, and the text,
 * what was looked for marked in colour and bold. The marks have the colours of
 * the style at the time it is made.
 */
#define TRS_TYPE_SEARCH_PASSAGE_ROW (trs_search_passage_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearchPassageRow, trs_search_passage_row, TRS, SEARCH_PASSAGE_ROW, GtkListBoxRow)

GtkWidget *trs_search_passage_row_new (TrsPage                *page,
                                       const TrsSearchPassage *passage,
                                       const char             *label);
void       trs_search_set_marked      (GtkLabel               *label,
                                       const char             *text,
                                       const GArray           *marks);

G_END_DECLS
