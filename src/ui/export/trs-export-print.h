/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-export-blocks.h"

GtkPrintOperation *trs_export_print_new (TrsExportSource        *source,
                                         const TrsExportOptions *options);
void               trs_export_print_run (GtkWindow              *parent,
                                         TrsExportSource        *source,
                                         const TrsExportOptions *options);
