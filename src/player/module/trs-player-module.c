/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-gst-player.h"

#include "trs-media.h"
#include "trs-player-loader.h"

#include <gmodule.h>

static gboolean
init (GError **error)
{
  g_autoptr (GError) inner = NULL;

  if (trs_media_init (TRUE, &inner))
    return TRUE;

  g_set_error_literal (error, g_quark_from_static_string (TRS_GST_PLAYER_ERROR_NAME), TRS_PLAYER_ERROR_SETUP,
                       inner->message);
  return FALSE;
}

static GObject *
create (GType    player_type,
        GError **error)
{
  return trs_gst_player_new (player_type, NULL, error);
}

extern G_MODULE_EXPORT const TrsPlayerModule trs_player_module;

const TrsPlayerModule trs_player_module = { init, create };
