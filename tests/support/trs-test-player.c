/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-player.h"

struct _TrsTestPlayer
{
  GObject parent_instance;

  char *path;
  guint track;
  gboolean playing;
  gint64 position;
  gint64 duration;
  double rate;
  GError *error;
};

enum
{
  PROP_PLAYING = 1,
  PROP_POSITION,
  PROP_DURATION,
  PROP_RATE,
  PROP_ERROR,
};

static void
trs_test_player_open (TrsPlayer  *player,
                  const char *path,
                  guint       track)
{
  TrsTestPlayer *self = TRS_TEST_PLAYER (player);

  g_free (self->path);
  self->path = g_strdup (path);
  self->track = track;
  self->duration = TRS_TEST_PLAYER_DURATION;
  g_object_notify (G_OBJECT (self), "duration");
}

static void
trs_test_player_set_playing (TrsPlayer *player,
                         gboolean   playing)
{
  TrsTestPlayer *self = TRS_TEST_PLAYER (player);

  g_assert_nonnull (self->path);
  self->playing = playing;
  g_object_notify (G_OBJECT (self), "playing");
}

static void
trs_test_player_seek (TrsPlayer *player,
                  gint64     milliseconds)
{
  TrsTestPlayer *self = TRS_TEST_PLAYER (player);

  self->position = milliseconds;
  g_object_notify (G_OBJECT (self), "position");
}

static void
trs_test_player_interface_init (TrsPlayerInterface *iface)
{
  iface->open = trs_test_player_open;
  iface->set_playing = trs_test_player_set_playing;
  iface->seek = trs_test_player_seek;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsTestPlayer, trs_test_player, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_PLAYER, trs_test_player_interface_init))

static void
trs_test_player_get_property (GObject    *object,
                          guint       id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  TrsTestPlayer *self = TRS_TEST_PLAYER (object);

  if (id == PROP_PLAYING)
    g_value_set_boolean (value, self->playing);
  else if (id == PROP_ERROR)
    g_value_set_boxed (value, self->error);
  else if (id == PROP_RATE)
    g_value_set_double (value, self->rate);
  else
    g_value_set_int64 (value, id == PROP_POSITION ? self->position : self->duration);
}

static void
trs_test_player_set_property (GObject      *object,
                          guint         id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  TRS_TEST_PLAYER (object)->rate = g_value_get_double (value);
  g_object_notify (object, "rate");
}

static void
trs_test_player_finalize (GObject *object)
{
  TrsTestPlayer *self = TRS_TEST_PLAYER (object);

  g_free (self->path);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (trs_test_player_parent_class)->finalize (object);
}

static void
trs_test_player_class_init (TrsTestPlayerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_test_player_get_property;
  object_class->set_property = trs_test_player_set_property;
  object_class->finalize = trs_test_player_finalize;
  g_object_class_override_property (object_class, PROP_PLAYING, "playing");
  g_object_class_override_property (object_class, PROP_POSITION, "position");
  g_object_class_override_property (object_class, PROP_DURATION, "duration");
  g_object_class_override_property (object_class, PROP_RATE, "rate");
  g_object_class_override_property (object_class, PROP_ERROR, "error");
}

static void
trs_test_player_init (TrsTestPlayer *self)
{
  self->rate = 1.0;
}

TrsPlayer *
trs_test_player_new (void)
{
  return TRS_PLAYER (g_object_new (TRS_TYPE_TEST_PLAYER, NULL));
}

/* Returns: (nullable) (type filename): what was opened */
guint
trs_test_player_get_track (TrsTestPlayer *self)
{
  return self->track;
}

const char *
trs_test_player_get_path (TrsTestPlayer *self)
{
  return self->path;
}

/* @duration: in milliseconds */
void
trs_test_player_set_duration (TrsTestPlayer *self,
                              gint64         duration)
{
  self->duration = duration;
  g_object_notify (G_OBJECT (self), "duration");
}

/* @error: (nullable): why it does not play */
void
trs_test_player_set_error (TrsTestPlayer *self,
                           const GError  *error)
{
  g_clear_error (&self->error);
  self->error = error != NULL ? g_error_copy (error) : NULL;
  g_object_notify (G_OBJECT (self), "error");
}
