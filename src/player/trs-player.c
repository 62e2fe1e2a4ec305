/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-player.h"

/**
 * TrsPlayer:
 *
 * Plays the sound of a recording. No call waits for a file or a device: what is asked for comes about later, and
 * the properties say when. Properties, which all notify:
 *
 * - `playing`: whether it plays, or will as soon as it can;
 * - `position`: where it is, or is about to be, in milliseconds;
 * - `duration`: in milliseconds; 0 while that is not known;
 * - `rate`: how fast, from %TRS_PLAYER_MIN_RATE to %TRS_PLAYER_MAX_RATE; voices keep their pitch. Can be written;
 * - `error`: (nullable): with %TRS_PLAYER_ERROR, why it does not play.
 *
 * Signal: `seeked`, when `position` is another one than by playing.
 *
 * What implements it comes out of a module, so that this library needs nothing that plays.
 */
G_DEFINE_INTERFACE (TrsPlayer, trs_player, G_TYPE_OBJECT)

static guint seeked_signal;

G_DEFINE_QUARK (trs-player-error, trs_player_error)

static void
trs_player_default_init (TrsPlayerInterface *iface)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  g_object_interface_install_property (iface, g_param_spec_boolean ("playing", NULL, NULL, FALSE, flags));
  g_object_interface_install_property (iface, g_param_spec_int64 ("position", NULL, NULL, 0, G_MAXINT64, 0, flags));
  g_object_interface_install_property (iface, g_param_spec_int64 ("duration", NULL, NULL, 0, G_MAXINT64, 0, flags));
  g_object_interface_install_property (iface, g_param_spec_double ("rate", NULL, NULL, TRS_PLAYER_MIN_RATE,
                                                                   TRS_PLAYER_MAX_RATE, 1.0,
                                                                   flags | G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY));
  g_object_interface_install_property (iface, g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags));

  seeked_signal = g_signal_new ("seeked", TRS_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/**
 * trs_player_open:
 * @self: a player
 * @path: (type filename): a recording
 * @track: which of its sound tracks is heard, from 1
 *
 * Leaves what was open, and makes this one ready. It is looked at first: what is no recording, or names others,
 * is never given to what decodes.
 */
void
trs_player_open (TrsPlayer  *self,
                 const char *path,
                 guint       track)
{
  TRS_PLAYER_GET_IFACE (self)->open (self, path, track);
}

/**
 * trs_player_play:
 * @self: a player
 *
 * Plays on from its position, or from the beginning if that is the end. After an error it is tried again.
 */
void
trs_player_play (TrsPlayer *self)
{
  TRS_PLAYER_GET_IFACE (self)->set_playing (self, TRUE);
}

/**
 * trs_player_play_from:
 * @self: a player
 * @milliseconds: a place in the recording
 */
void
trs_player_play_from (TrsPlayer *self,
                      gint64     milliseconds)
{
  trs_player_seek (self, milliseconds);
  trs_player_play (self);
}

/**
 * trs_player_pause:
 * @self: a player
 *
 * Stops, and goes back by %TRS_PLAYER_BACK.
 */
void
trs_player_pause (TrsPlayer *self)
{
  if (!trs_player_get_playing (self))
    return;

  TRS_PLAYER_GET_IFACE (self)->set_playing (self, FALSE);
  trs_player_skip (self, -TRS_PLAYER_BACK);
}

/**
 * trs_player_seek:
 * @self: a player
 * @milliseconds: a place in the recording; what lies outside counts as its beginning or end
 *
 * Goes there, playing or not.
 */
void
trs_player_seek (TrsPlayer *self,
                 gint64     milliseconds)
{
  gint64 duration = trs_player_get_duration (self);

  TRS_PLAYER_GET_IFACE (self)->seek (self, CLAMP (milliseconds, 0, duration > 0 ? duration : G_MAXINT64));
  g_signal_emit (self, seeked_signal, 0);
}

/**
 * trs_player_skip:
 * @self: a player
 * @milliseconds: how far, negative to go back
 */
void
trs_player_skip (TrsPlayer *self,
                 gint64     milliseconds)
{
  trs_player_seek (self, trs_player_get_position (self) + milliseconds);
}

/**
 * trs_player_set_rate:
 * @self: a player
 * @rate: how fast; what is out of bounds counts as the nearest bound
 */
void
trs_player_set_rate (TrsPlayer *self,
                     double     rate)
{
  g_object_set (self, "rate", CLAMP (rate, TRS_PLAYER_MIN_RATE, TRS_PLAYER_MAX_RATE), NULL);
}

/**
 * trs_player_get_playing:
 * @self: a player
 *
 * Returns: whether it plays, or will as soon as it can
 */
gboolean
trs_player_get_playing (TrsPlayer *self)
{
  gboolean playing;

  g_object_get (self, "playing", &playing, NULL);
  return playing;
}

/**
 * trs_player_get_position:
 * @self: a player
 *
 * Returns: where it is, or is about to be, in milliseconds
 */
gint64
trs_player_get_position (TrsPlayer *self)
{
  gint64 position;

  g_object_get (self, "position", &position, NULL);
  return position;
}

/**
 * trs_player_get_duration:
 * @self: a player
 *
 * Returns: how long the recording is, in milliseconds; 0 while that is not known
 */
gint64
trs_player_get_duration (TrsPlayer *self)
{
  gint64 duration;

  g_object_get (self, "duration", &duration, NULL);
  return duration;
}

/**
 * trs_player_get_rate:
 * @self: a player
 *
 * Returns: how fast it plays, 1.0 as it was recorded
 */
double
trs_player_get_rate (TrsPlayer *self)
{
  double rate;

  g_object_get (self, "rate", &rate, NULL);
  return rate;
}

/**
 * trs_player_dup_error:
 * @self: a player
 *
 * Returns: (transfer full) (nullable): why it does not play
 */
GError *
trs_player_dup_error (TrsPlayer *self)
{
  GError *error;

  g_object_get (self, "error", &error, NULL);
  return error;
}
