/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-player.h"

G_BEGIN_DECLS

/**
 * TrsPlayerModule:
 * @init: (nullable): loads what plays; on any thread, and may take its time
 * @create: makes a player, whose type implements @player_type, which is #TrsPlayer
 *
 * What the module gives: it links nothing of the program, and so the type is handed to it. It is to be found under
 * the name `trs_player_module`.
 */
typedef struct
{
  gboolean (*init)   (GError **error);
  GObject *(*create) (GType    player_type,
                      GError **error);
} TrsPlayerModule;

#define TRS_PLAYER_MODULE_SYMBOL "trs_player_module"

void       trs_player_load_async  (const char           *path,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data);
TrsPlayer *trs_player_load_finish (GAsyncResult         *result,
                                   GError              **error);

G_END_DECLS
