/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-projects.h"

typedef struct _TrsLibrary TrsLibrary;
typedef struct _TrsTranscripts TrsTranscripts;

/**
 * TrsAutoExport:
 *
 * Saves each transcript to a folder automatically when it arrives, if the settings
 * say so: once, and only those whose end was seen from here on, not the years
 * before.
 *
 * Signal `failed`: one could not be saved, for another reason than the one
 * before.
 */
#define TRS_TYPE_AUTO_EXPORT (trs_auto_export_get_type ())
G_DECLARE_FINAL_TYPE (TrsAutoExport, trs_auto_export, TRS, AUTO_EXPORT, GObject)

const GError *trs_auto_export_get_error (TrsAutoExport *self);

TrsAutoExport *trs_auto_export_new  (GSettings      *settings,
                                     TrsProjects    *projects,
                                     TrsLibrary     *library,
                                     TrsTranscripts *transcripts);
void           trs_auto_export_stop (TrsAutoExport  *self);
