/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-search-results.h"

G_BEGIN_DECLS

/**
 * TrsSearchPassageRow:
 *
 * A passage of a transcript or of a note: its time, who speaks, and the words,
 * what was looked for marked in colour and bold.
 */
#define TRS_TYPE_SEARCH_PASSAGE_ROW (trs_search_passage_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearchPassageRow, trs_search_passage_row, TRS, SEARCH_PASSAGE_ROW, GtkListBoxRow)

GtkWidget *trs_search_passage_row_new         (const TrsSearchPassage *passage,
                                               const char             *label,
                                               gboolean                compact);
void       trs_search_passage_row_set_compact (TrsSearchPassageRow    *self,
                                               gboolean                compact);

G_END_DECLS
