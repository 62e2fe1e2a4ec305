/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-toast-queue.h"

#include "trs-session.h"

/**
 * TrsComposer:
 *
 * Begins new transcriptions of a window: with the links and files that are
 * dropped on it, pasted into it or handed over, in one dialog for links and one
 * for files. Links that come before there is an account wait until there is one.
 * `new-transcription-for` and `transcribe-files` are entries of the action map of
 * the window.
 *
 * Signal `open` (#TrsProject): what was submitted is to be opened.
 */
#define TRS_TYPE_COMPOSER (trs_composer_get_type ())
G_DECLARE_FINAL_TYPE (TrsComposer, trs_composer, TRS, COMPOSER, GObject)

TrsComposer *trs_composer_new              (GtkApplicationWindow *window,
                                            TrsSession           *session,
                                            GSettings            *settings,
                                            TrsToastQueue        *toasts);

void         trs_composer_compose          (TrsComposer          *self,
                                            const char           *lines);
void         trs_composer_transcribe_files (TrsComposer          *self,
                                            GListModel           *files,
                                            guint                again);
gboolean     trs_composer_take_files       (TrsComposer          *self,
                                            GListModel           *files);
