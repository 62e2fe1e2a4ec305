/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* trs_transcript_align() on a worker thread, because fifty hours of speech are three megabytes. */

void           trs_text_align_async  (GBytes               *bare,
                                      GBytes               *prefixed,
                                      const char           *language,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
TrsTranscript *trs_text_align_finish (GAsyncResult         *result);

G_END_DECLS
