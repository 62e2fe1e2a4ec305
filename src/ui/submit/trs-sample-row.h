/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-sample-service.h"

/**
 * TrsSampleRow:
 *
 * A video of the sample service in the submit dialog. Its action,
 * `submit.toggle-sample`, has the identifier of the video. Property: `added`,
 * whether the video is among those to be submitted.
 */
#define TRS_TYPE_SAMPLE_ROW (trs_sample_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsSampleRow, trs_sample_row, TRS, SAMPLE_ROW, AdwActionRow)

GtkWidget  *trs_sample_row_new          (const TrsSampleVideo *video);
const char *trs_sample_row_get_video_id (TrsSampleRow         *self);
void        trs_sample_row_set_added    (TrsSampleRow         *self,
                                         gboolean              added);
