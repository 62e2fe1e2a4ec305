/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsSampleProcess:
 *
 * One run of the service in the tree, from its start to its end. It lives
 * until the program has ended, whoever else lets go of it.
 *
 * Signals: `ready` when address and key are known; `ended`, once, when the
 * program has ended.
 */
#define TRS_TYPE_SAMPLE_PROCESS (trs_sample_process_get_type ())
G_DECLARE_FINAL_TYPE (TrsSampleProcess, trs_sample_process, TRS, SAMPLE_PROCESS, GObject)

TrsSampleProcess *trs_sample_process_new            (const char         *program,
                                                     const char         *catalogue,
                                                     const char         *data,
                                                     TrsClock           *clock,
                                                     GError            **error);
const char       *trs_sample_process_get_address    (TrsSampleProcess   *self);
const char       *trs_sample_process_get_key        (TrsSampleProcess   *self);
const char       *trs_sample_process_get_last_words (TrsSampleProcess   *self);
gboolean          trs_sample_process_is_ready       (TrsSampleProcess   *self);
void              trs_sample_process_end            (TrsSampleProcess   *self);

G_END_DECLS
