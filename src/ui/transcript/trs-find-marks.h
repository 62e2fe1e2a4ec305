/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-find.h"
#include "trs-transcript-view.h"

G_BEGIN_DECLS

/**
 * TrsFindMarks:
 *
 * Marks the hits of a search in a view: those on the screen, and the one that
 * the user is at. To mark all of a long text would stall the window.
 */
#define TRS_TYPE_FIND_MARKS (trs_find_marks_get_type ())
G_DECLARE_FINAL_TYPE (TrsFindMarks, trs_find_marks, TRS, FIND_MARKS, GObject)

TrsFindMarks *trs_find_marks_new         (TrsTranscriptView *view);

void          trs_find_marks_set_hits    (TrsFindMarks      *self,
                                          GArray            *hits);
guint         trs_find_marks_get_n_hits  (TrsFindMarks      *self);
int           trs_find_marks_get_current (TrsFindMarks      *self);
void          trs_find_marks_set_current (TrsFindMarks      *self,
                                          int                current);
int           trs_find_marks_find        (TrsFindMarks      *self,
                                          TrsTextPosition    position);

G_END_DECLS
