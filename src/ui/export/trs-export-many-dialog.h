/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsExportManyDialog:
 *
 * Exports many transcripts: all, those that a search has found, or those that
 * are ticked, into a folder or an archive. Shows how far it is, and in the end
 * what could not be exported and why.
 *
 * Signal `highlights-wanted` (a #GArray of rows, or %NULL for all finished
 * transcripts, and whether to copy): the highlights alone are wanted, copied or
 * exported, of those that are chosen. The dialog is gone then.
 */
#define TRS_TYPE_EXPORT_MANY_DIALOG (trs_export_many_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsExportManyDialog, trs_export_many_dialog, TRS, EXPORT_MANY_DIALOG, AdwWindow)

TrsExportManyDialog *trs_export_many_dialog_new (TrsSession *session,
                                                 GSettings  *settings);
