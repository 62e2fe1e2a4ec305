/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TRS_WORKER_WAV_HEADER 44

void trs_worker_wav_write_header (guint8   header[TRS_WORKER_WAV_HEADER],
                                  guint64  n_samples);

G_END_DECLS
