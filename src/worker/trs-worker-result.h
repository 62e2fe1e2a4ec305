/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-worker-cues.h"

G_BEGIN_DECLS

/* A longer file is none that a recogniser means. */
#define TRS_WORKER_RESULT_MAX (64 * 1024 * 1024)

TrsWorkerCues *trs_worker_result_parse (const char  *data,
                                        gsize        size,
                                        double       length,
                                        GError     **error);
TrsWorkerCues *trs_worker_result_find  (const char  *folder,
                                        double       length,
                                        GError     **error);

G_END_DECLS
