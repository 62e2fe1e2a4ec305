/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-player.h"
#include "trs-transcript-view.h"

/**
 * TrsPlayerBar:
 *
 * Plays the sound of what a view shows, and marks the paragraph that is heard. It is there only where there is
 * sound. What plays is loaded when something is to be played for the first time, and from then on the desktop can
 * control it, as long as the bar is on the screen.
 *
 * Properties: `sound-path` (nullable), the recording, and `sound-track`, the track of it that is heard, from 1; a
 * change stops what plays. `playing`, whether it plays. `title` (nullable), what the desktop may show, unless
 * `hide-title` is set.
 */
#define TRS_TYPE_PLAYER_BAR (trs_player_bar_get_type ())
G_DECLARE_FINAL_TYPE (TrsPlayerBar, trs_player_bar, TRS, PLAYER_BAR, AdwBin)

void     trs_player_bar_attach        (TrsPlayerBar      *self,
                                       GtkWidget         *page,
                                       TrsTranscriptView *view);
void     trs_player_bar_set_player    (TrsPlayerBar      *self,
                                       TrsPlayer         *player);
void     trs_player_bar_play_from     (TrsPlayerBar      *self,
                                       gint64             milliseconds);
gboolean trs_player_bar_get_paragraph (TrsPlayerBar      *self,
                                       guint             *paragraph);
