/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"
#include "trs-submit-lines.h"

G_BEGIN_DECLS

/* What "Transcribe" sent at once. It goes on when its dialog is closed: what was not
 * accepted is then remembered, and the first error is told by the window. */

typedef struct _TrsSubmitBatch TrsSubmitBatch;
typedef void (*TrsSubmitBatchFunc) (TrsSubmitBatch *batch,
                                    gpointer        dialog);

void        trs_submit_batch_send              (TrsSession         *session,
                                                GSettings          *settings,
                                                TrsSubmitLines     *lines,
                                                TrsSubmitLine      *only,
                                                GtkWindow          *dialog,
                                                TrsSubmitBatchFunc  done);
guint       trs_submit_batch_get_n_sent        (TrsSubmitBatch     *self);
guint       trs_submit_batch_get_n_accepted    (TrsSubmitBatch     *self);
guint       trs_submit_batch_get_n_unknown     (TrsSubmitBatch     *self);
TrsProject *trs_submit_batch_get_first_project (TrsSubmitBatch     *self);

G_END_DECLS
