/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsProgressFacts:
 *
 * The rows with what is known of a project that has no text: when it was
 * submitted and checked, and what it costs. Its button is the action
 * `progress.check-now`.
 */
#define TRS_TYPE_PROGRESS_FACTS (trs_progress_facts_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressFacts, trs_progress_facts, TRS, PROGRESS_FACTS, AdwBin)

void trs_progress_facts_show (TrsProgressFacts *self,
                              TrsProject       *project);

G_END_DECLS
