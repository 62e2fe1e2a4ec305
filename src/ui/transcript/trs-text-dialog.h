/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"
#include "trs-text-version.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TrsTextDialog:
 *
 * About a transcript: which video it is of, when it was received, from where,
 * and the checksums of the exact bytes; of its other versions as well. Signal
 * `compare` (gint64: number of the version to compare with the shown one).
 */
#define TRS_TYPE_TEXT_DIALOG (trs_text_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsTextDialog, trs_text_dialog, TRS, TEXT_DIALOG, AdwWindow)

TrsTextDialog *trs_text_dialog_new (TrsSession *session,
                                    TrsProject *project,
                                    GPtrArray  *versions);

G_END_DECLS
