/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-worker-cues.h"

G_BEGIN_DECLS

gboolean trs_worker_subtitles_are  (const char     *text);
gboolean trs_worker_subtitles_read (const char     *text,
                                    TrsWorkerCues  *cues,
                                    GError        **error);

G_END_DECLS
