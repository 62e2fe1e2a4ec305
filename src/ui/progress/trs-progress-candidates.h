/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsProgressCandidates:
 *
 * The projects that may have come of a submission whose outcome is not known,
 * each with the button "This One", the action `progress.choose-candidate`.
 * Visible while there are any for the project shown.
 */
#define TRS_TYPE_PROGRESS_CANDIDATES (trs_progress_candidates_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressCandidates, trs_progress_candidates, TRS, PROGRESS_CANDIDATES, AdwBin)

void trs_progress_candidates_show (TrsProgressCandidates *self,
                                   TrsProject            *project);

G_END_DECLS
