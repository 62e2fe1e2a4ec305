/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsSampleVideos:
 *
 * The videos that the sample service knows, for a user who has no links at
 * hand; not there for any other account. Signal `chosen` (identifier).
 */
#define TRS_TYPE_SAMPLE_VIDEOS (trs_sample_videos_get_type ())
G_DECLARE_FINAL_TYPE (TrsSampleVideos, trs_sample_videos, TRS, SAMPLE_VIDEOS, AdwBin)

void trs_sample_videos_set_session (TrsSampleVideos *self,
                                    TrsSession      *session);

G_END_DECLS
