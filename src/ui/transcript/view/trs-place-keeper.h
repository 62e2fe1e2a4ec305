/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-buffer.h"

/**
 * TrsPlaceKeeper:
 *
 * Keeps the scroll position of a text view through changes of its layout, and
 * restores it while lines have no heights yet.
 */
#define TRS_TYPE_PLACE_KEEPER (trs_place_keeper_get_type ())
G_DECLARE_FINAL_TYPE (TrsPlaceKeeper, trs_place_keeper, TRS, PLACE_KEEPER, GObject)

TrsPlaceKeeper  *trs_place_keeper_new        (GtkTextView         *view);
void             trs_place_keeper_set_buffer (TrsPlaceKeeper      *self,
                                              TrsTranscriptBuffer *buffer);
void             trs_place_keeper_hold       (TrsPlaceKeeper      *self);
void             trs_place_keeper_load_held  (TrsPlaceKeeper      *self);
void             trs_place_keeper_restore    (TrsPlaceKeeper      *self);
void             trs_place_keeper_release    (TrsPlaceKeeper      *self);
void             trs_place_keeper_allocated  (TrsPlaceKeeper      *self);

void             trs_place_keeper_show_caret (TrsPlaceKeeper      *self);
void             trs_place_keeper_scroll_to  (TrsPlaceKeeper      *self,
                                              TrsTextPosition      position);
TrsTextPosition  trs_place_keeper_get_top    (TrsPlaceKeeper      *self);
void             trs_place_keeper_set_top    (TrsPlaceKeeper      *self,
                                              TrsTextPosition      position);
