/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"
#include "trs-transcript-view.h"

/**
 * TrsReadingPlace:
 *
 * Where the user reads in the transcripts that a view shows. Kept in the
 * library when a transcript is left, and after a pause in scrolling.
 */
#define TRS_TYPE_READING_PLACE (trs_reading_place_get_type ())
G_DECLARE_FINAL_TYPE (TrsReadingPlace, trs_reading_place, TRS, READING_PLACE, GObject)

TrsReadingPlace *trs_reading_place_new     (TrsTranscriptView *view);
void             trs_reading_place_follow  (TrsReadingPlace   *self,
                                            TrsSession        *session,
                                            TrsProject        *project);
void             trs_reading_place_restore (TrsReadingPlace   *self);
void             trs_reading_place_keep    (TrsReadingPlace   *self);
void             trs_reading_place_leave   (TrsReadingPlace   *self);
