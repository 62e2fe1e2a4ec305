/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-project.h"

/**
 * TrsCandidateRow:
 *
 * A project that a submission with an unknown outcome may have become. Its
 * button has the action `progress.match`, with the identifier of the project.
 */
#define TRS_TYPE_CANDIDATE_ROW (trs_candidate_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsCandidateRow, trs_candidate_row, TRS, CANDIDATE_ROW, AdwActionRow)

GtkWidget *trs_candidate_row_new (TrsProject *project);
