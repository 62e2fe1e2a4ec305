/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsFilesDialog:
 *
 * *New Transcription* for recordings that lie on this computer: they are chosen
 * or dropped here, and transcribed by the account *On This Computer*, whichever
 * account is in use.
 *
 * Signal: `open-project` (#TrsProject) when the user follows a recording that
 * was transcribed before, or the first one that is under way is to be shown.
 */
#define TRS_TYPE_FILES_DIALOG (trs_files_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsFilesDialog, trs_files_dialog, TRS, FILES_DIALOG, AdwWindow)

TrsFilesDialog *trs_files_dialog_new (TrsSession     *session,
                                      GSettings      *settings);
void            trs_files_dialog_add (TrsFilesDialog *self,
                                      GListModel     *files,
                                      guint           again);
