/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-player.h"

/* How long each of its recordings is, in milliseconds. */
#define TRS_TEST_PLAYER_DURATION 754000

/**
 * TrsTestPlayer:
 *
 * A player that plays nothing: its place is where the test puts it by trs_player_seek().
 */
#define TRS_TYPE_TEST_PLAYER (trs_test_player_get_type ())
G_DECLARE_FINAL_TYPE (TrsTestPlayer, trs_test_player, TRS, TEST_PLAYER, GObject)

TrsPlayer  *trs_test_player_new          (void);
const char *trs_test_player_get_path     (TrsTestPlayer *self);
guint       trs_test_player_get_track    (TrsTestPlayer *self);
void        trs_test_player_set_duration (TrsTestPlayer *self,
                                          gint64         duration);
void        trs_test_player_set_error    (TrsTestPlayer *self,
                                          const GError  *error);
