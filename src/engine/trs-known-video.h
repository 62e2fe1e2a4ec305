/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history.h"

G_BEGIN_DECLS

/* What speaks against paying for a video. */

TrsProject *trs_known_video_find  (TrsHistory *history,
                                   const char *video_id);
gboolean    trs_known_video_holds (TrsProject *project);

G_END_DECLS
