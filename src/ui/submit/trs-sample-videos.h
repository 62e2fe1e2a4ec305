/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsSampleVideos:
 *
 * The examples that the sample service can transcribe, each with a mark if it
 * is in the text. Hidden in every other account. Their action is
 * `submit.toggle-sample` with the identifier of the video.
 */
#define TRS_TYPE_SAMPLE_VIDEOS (trs_sample_videos_get_type ())
G_DECLARE_FINAL_TYPE (TrsSampleVideos, trs_sample_videos, TRS, SAMPLE_VIDEOS, AdwBin)

void  trs_sample_videos_set_session (TrsSampleVideos *self,
                                     TrsSession      *session);
void  trs_sample_videos_mark        (TrsSampleVideos *self,
                                     GListModel      *lines);
char *trs_sample_videos_toggle      (const char      *text,
                                     const char      *video_id);

G_END_DECLS
