/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-highlight.h"

/**
 * TrsHighlightList:
 *
 * The highlights of a document as a #GListModel of #TrsHighlight, by their
 * places; those whose words the text does not have come last. A document never
 * changes: the list follows from one to the next, and emits only
 * what differs.
 */
#define TRS_TYPE_HIGHLIGHT_LIST (trs_highlight_list_get_type ())
G_DECLARE_FINAL_TYPE (TrsHighlightList, trs_highlight_list, TRS, HIGHLIGHT_LIST, GObject)

TrsHighlightList *trs_highlight_list_new          (void);
void              trs_highlight_list_set_document (TrsHighlightList *self,
                                                   TrsDocument      *document,
                                                   gboolean          exact_times);
