/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-document.h"

/**
 * TrsSpeakersDialog:
 *
 * Who speaks in a transcript: names them, and says which labels are one person.
 * Nothing is changed before the user applies it.
 *
 * Signals: `applied` (#TrsAnnotations, and whether they are those without any
 * names); `time-activated` (milliseconds) when the user wants to see the video.
 */
#define TRS_TYPE_SPEAKERS_DIALOG (trs_speakers_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsSpeakersDialog, trs_speakers_dialog, TRS, SPEAKERS_DIALOG, AdwWindow)

TrsSpeakersDialog *trs_speakers_dialog_new             (TrsDocument       *document,
                                                        const char        *title,
                                                        gint64             length,
                                                        gboolean           has_video);
void               trs_speakers_dialog_set_suggestions (TrsSpeakersDialog *self,
                                                        GPtrArray         *names);
