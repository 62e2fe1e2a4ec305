/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-export-blocks.h"

/**
 * TrsExportPrint:
 *
 * Lays a transcript out on paper, a few pages at a time.
 */
#define TRS_TYPE_EXPORT_PRINT (trs_export_print_get_type ())
G_DECLARE_FINAL_TYPE (TrsExportPrint, trs_export_print, TRS, EXPORT_PRINT, GtkPrintOperation)

GtkPrintOperation *trs_export_print_new (TrsExportSource        *source,
                                         const TrsExportOptions *options);
void               trs_export_print_run (GtkWindow              *parent,
                                         TrsExportSource        *source,
                                         const TrsExportOptions *options);
