/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsCandidateRow:
 *
 * A project that may have come of a submission whose outcome is not known, as
 * it is at the moment. Signal `chosen`: it is this one.
 */
#define TRS_TYPE_CANDIDATE_ROW (trs_candidate_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsCandidateRow, trs_candidate_row, TRS, CANDIDATE_ROW, AdwActionRow)

GtkWidget  *trs_candidate_row_new         (TrsProject      *project);
TrsProject *trs_candidate_row_get_project (TrsCandidateRow *self);

G_END_DECLS
