/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gst/gst.h>

#include "trs-player.h"

G_BEGIN_DECLS

/* The name of %TRS_PLAYER_ERROR, whose function the module does not link. */
#define TRS_GST_PLAYER_ERROR_NAME "trs-player-error"

#define TRS_TYPE_GST_PLAYER (trs_gst_player_get_type ())
G_DECLARE_FINAL_TYPE (TrsGstPlayer, trs_gst_player, TRS, GST_PLAYER, GObject)

GObject *trs_gst_player_new (GType        player_type,
                             GstElement  *sink,
                             GError     **error);

G_END_DECLS
