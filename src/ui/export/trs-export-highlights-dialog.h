/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-quote-sheet.h"

/**
 * TrsExportHighlightsDialog:
 *
 * Saves the highlights of one or more transcripts as a quote sheet, in the format, order and with the notes that the
 * user chooses.
 */
#define TRS_TYPE_EXPORT_HIGHLIGHTS_DIALOG (trs_export_highlights_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsExportHighlightsDialog, trs_export_highlights_dialog, TRS, EXPORT_HIGHLIGHTS_DIALOG, AdwWindow)

TrsExportHighlightsDialog *trs_export_highlights_dialog_new (GPtrArray *sources,
                                                             GSettings *settings);
