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
 * before. Those that wait for that stand in the settings, so that what is missed
 * while the folder is not there is saved when it is back, or another one was
 * chosen, also after a restart.
 *
 * Property, read-only: `n-missed`, how many wait because the folder takes none; it
 * notifies also when the error or the folder is another one.
 *
 * Signal `failed`: one could not be saved, which has nothing to do with the
 * folder: its title, and why.
 */
#define TRS_TYPE_AUTO_EXPORT (trs_auto_export_get_type ())
G_DECLARE_FINAL_TYPE (TrsAutoExport, trs_auto_export, TRS, AUTO_EXPORT, GObject)

const GError *trs_auto_export_get_error        (TrsAutoExport *self);
guint         trs_auto_export_get_n_missed     (TrsAutoExport *self);
const char   *trs_auto_export_get_missed_title (TrsAutoExport *self);
GFile        *trs_auto_export_get_folder       (TrsAutoExport *self);

TrsAutoExport *trs_auto_export_new  (GSettings      *settings,
                                     TrsProjects    *projects,
                                     TrsLibrary     *library,
                                     TrsTranscripts *transcripts);
void           trs_auto_export_stop (TrsAutoExport  *self);
