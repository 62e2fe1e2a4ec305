/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"
#include "trs-submit-lines.h"

G_BEGIN_DECLS

/**
 * TrsSubmitBatchFunc:
 * @dialog: the dialog
 * @submissions: (element-type TrsSubmission): what was sent
 *
 * Called when all came back.
 */
typedef void (*TrsSubmitBatchFunc) (gpointer    dialog,
                                    GListModel *submissions);

/* What "Transcribe" sent at once. It goes on when its dialog is closed: what was not
 * accepted is then remembered, and the first error is told by the window. */
void trs_submit_batch_send (TrsSession         *session,
                            GSettings          *settings,
                            TrsSubmitLines     *lines,
                            TrsSubmitLine      *only,
                            GtkWindow          *dialog,
                            TrsSubmitBatchFunc  done);

G_END_DECLS
