/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-player.h"

G_BEGIN_DECLS

/**
 * TrsMpris:
 *
 * What the desktop knows of a player, by MPRIS: the keys for media, headphones, and the controls of its shell and of
 * its lock screen. It is on the session bus from trs_mpris_show() to trs_mpris_hide(). What goes wrong on the bus is
 * nobody's concern but the bus's.
 *
 * Signal: `raise`, when the desktop wants to have the window in front.
 */
#define TRS_TYPE_MPRIS (trs_mpris_get_type ())
G_DECLARE_FINAL_TYPE (TrsMpris, trs_mpris, TRS, MPRIS, GObject)

TrsMpris *trs_mpris_new       (const char *application_id);
void      trs_mpris_set_title (TrsMpris   *self,
                               const char *title);
void      trs_mpris_show      (TrsMpris   *self,
                               TrsPlayer  *player);
void      trs_mpris_hide      (TrsMpris   *self);

G_END_DECLS
