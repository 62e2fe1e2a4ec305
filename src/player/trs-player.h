/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* How far a skip goes, and how far a pause goes back, so that no word is missed when it goes on; in milliseconds. */
#define TRS_PLAYER_SKIP 5000
#define TRS_PLAYER_BACK 2000

#define TRS_PLAYER_MIN_RATE 0.75
#define TRS_PLAYER_MAX_RATE 1.5

#define TRS_PLAYER_ERROR (trs_player_error_quark ())

/**
 * TrsPlayerError:
 * @TRS_PLAYER_ERROR_SETUP: what plays, or a part of it, is not installed
 * @TRS_PLAYER_ERROR_NO_DEVICE: there is nothing to hear it on
 * @TRS_PLAYER_ERROR_NO_DECODER: nothing that is installed decodes this sound
 * @TRS_PLAYER_ERROR_UNREADABLE: the file is gone, damaged or no recording
 * @TRS_PLAYER_ERROR_NO_SOUND: it has pictures alone
 * @TRS_PLAYER_ERROR_PROTECTED: it is encrypted
 */
typedef enum
{
  TRS_PLAYER_ERROR_SETUP,
  TRS_PLAYER_ERROR_NO_DEVICE,
  TRS_PLAYER_ERROR_NO_DECODER,
  TRS_PLAYER_ERROR_UNREADABLE,
  TRS_PLAYER_ERROR_NO_SOUND,
  TRS_PLAYER_ERROR_PROTECTED,
} TrsPlayerError;

GQuark trs_player_error_quark (void);

#define TRS_TYPE_PLAYER (trs_player_get_type ())
G_DECLARE_INTERFACE (TrsPlayer, trs_player, TRS, PLAYER, GObject)

/**
 * TrsPlayerInterface:
 * @open: see trs_player_open()
 * @set_playing: sets the property `playing`
 * @seek: see trs_player_seek()
 *
 * What plays implements this, and the properties.
 */
struct _TrsPlayerInterface
{
  GTypeInterface parent_interface;

  void (*open)        (TrsPlayer  *self,
                       const char *path,
                       guint       track);
  void (*set_playing) (TrsPlayer  *self,
                       gboolean    playing);
  void (*seek)        (TrsPlayer  *self,
                       gint64      milliseconds);
};

void     trs_player_open         (TrsPlayer  *self,
                                  const char *path,
                                  guint       track);
void     trs_player_play         (TrsPlayer  *self);
void     trs_player_play_from    (TrsPlayer  *self,
                                  gint64      milliseconds);
void     trs_player_pause        (TrsPlayer  *self);
void     trs_player_seek         (TrsPlayer  *self,
                                  gint64      milliseconds);
void     trs_player_skip         (TrsPlayer  *self,
                                  gint64      milliseconds);
void     trs_player_set_rate     (TrsPlayer  *self,
                                  double      rate);

gboolean trs_player_get_playing  (TrsPlayer  *self);
gint64   trs_player_get_position (TrsPlayer  *self);
gint64   trs_player_get_duration (TrsPlayer  *self);
double   trs_player_get_rate     (TrsPlayer  *self);
GError  *trs_player_dup_error    (TrsPlayer  *self);

G_END_DECLS
