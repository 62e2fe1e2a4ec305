/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-export-source.h"

/**
 * TrsExportDialog:
 *
 * Saves or copies a transcript in the format that the user chooses, and shows
 * beforehand what that is.
 */
#define TRS_TYPE_EXPORT_DIALOG (trs_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsExportDialog, trs_export_dialog, TRS, EXPORT_DIALOG, AdwWindow)

TrsExportDialog *trs_export_dialog_new (TrsExportSource *source,
                                        GSettings             *settings);
