/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"
#include "trs-submit-file.h"

/**
 * TrsSubmitFiles:
 *
 * The recordings that the user has chosen for *On This Computer*, and what is
 * done with them: folders become their recordings, each file is looked at, and
 * then read and submitted, one after another, so that the first one is being
 * transcribed while the next is read.
 *
 * Property, read-only: `busy`, whether files are being submitted. Signal:
 * `changed`, when any file may be different.
 */
#define TRS_TYPE_SUBMIT_FILES (trs_submit_files_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitFiles, trs_submit_files, TRS, SUBMIT_FILES, GObject)

TrsSubmitFiles *trs_submit_files_new          (TrsSession           *session);

GListModel     *trs_submit_files_get_files    (TrsSubmitFiles       *self);
gboolean        trs_submit_files_get_busy     (TrsSubmitFiles       *self);
guint           trs_submit_files_get_n_ready  (TrsSubmitFiles       *self,
                                               double               *seconds);

void            trs_submit_files_add          (TrsSubmitFiles       *self,
                                               GListModel           *files,
                                               guint                 again);
void            trs_submit_files_remove       (TrsSubmitFiles       *self,
                                               TrsSubmitFile        *file);
void            trs_submit_files_stop         (TrsSubmitFiles       *self);

void            trs_submit_files_run_async    (TrsSubmitFiles       *self,
                                               const char           *language,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
TrsProject     *trs_submit_files_run_finish   (TrsSubmitFiles       *self,
                                               GAsyncResult         *result,
                                               GError              **error);
