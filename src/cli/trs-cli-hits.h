/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-search-query.h"
#include "trs-search-result.h"

/* What a search has found, for eyes: the title of a video, and below it a line for each hit. */

char     *trs_cli_hits_dup_speaker (const TrsSearchPassage *passage);
gboolean  trs_cli_hits_print       (TrsSearchResult        *result,
                                    const TrsSearchQuery   *query,
                                    TrsAccount             *account,
                                    gboolean                whole,
                                    gboolean                first);
