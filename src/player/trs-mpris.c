/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-mpris.h"

#include <math.h>

/* https://specifications.freedesktop.org/mpris-spec/latest/ */
#define OBJECT_PATH "/org/mpris/MediaPlayer2"
#define ROOT_INTERFACE "org.mpris.MediaPlayer2"
#define PLAYER_INTERFACE "org.mpris.MediaPlayer2.Player"

/* Its times are in microseconds, those of a player in milliseconds. */
#define MICROSECONDS 1000

/* There is one loudness, that of the system, and one recording, so that `Volume` cannot be set and nothing is said of
 * what comes next. */
static const char interfaces[] =
    "<node>"
    "<interface name='" ROOT_INTERFACE "'>"
    "<method name='Raise'/>"
    "<method name='Quit'/>"
    "<property name='CanQuit' type='b' access='read'/>"
    "<property name='CanRaise' type='b' access='read'/>"
    "<property name='HasTrackList' type='b' access='read'/>"
    "<property name='Identity' type='s' access='read'/>"
    "<property name='DesktopEntry' type='s' access='read'/>"
    "<property name='SupportedUriSchemes' type='as' access='read'/>"
    "<property name='SupportedMimeTypes' type='as' access='read'/>"
    "</interface>"
    "<interface name='" PLAYER_INTERFACE "'>"
    "<method name='Next'/>"
    "<method name='Previous'/>"
    "<method name='Pause'/>"
    "<method name='PlayPause'/>"
    "<method name='Stop'/>"
    "<method name='Play'/>"
    "<method name='Seek'><arg name='Offset' type='x' direction='in'/></method>"
    "<method name='SetPosition'>"
    "<arg name='TrackId' type='o' direction='in'/><arg name='Position' type='x' direction='in'/>"
    "</method>"
    "<method name='OpenUri'><arg name='Uri' type='s' direction='in'/></method>"
    "<signal name='Seeked'><arg name='Position' type='x'/></signal>"
    "<property name='PlaybackStatus' type='s' access='read'/>"
    "<property name='Rate' type='d' access='readwrite'/>"
    "<property name='Metadata' type='a{sv}' access='read'/>"
    "<property name='Volume' type='d' access='read'/>"
    "<property name='Position' type='x' access='read'>"
    "<annotation name='org.freedesktop.DBus.Property.EmitsChangedSignal' value='false'/>"
    "</property>"
    "<property name='MinimumRate' type='d' access='read'/>"
    "<property name='MaximumRate' type='d' access='read'/>"
    "<property name='CanGoNext' type='b' access='read'/>"
    "<property name='CanGoPrevious' type='b' access='read'/>"
    "<property name='CanPlay' type='b' access='read'/>"
    "<property name='CanPause' type='b' access='read'/>"
    "<property name='CanSeek' type='b' access='read'/>"
    "<property name='CanControl' type='b' access='read'/>"
    "</interface>"
    "</node>";

struct _TrsMpris
{
  GObject parent_instance;

  char *application_id;
  char *title;
  TrsPlayer *player; /* NULL while it is hidden */
  GSignalGroup *player_signals;
  gulong seeked_id;
  guint n_tracks; /* how many were shown; the number of the last one is its identifier on the bus */

  guint name_id;        /* 0 while it is hidden */
  GDBusConnection *bus; /* NULL until there is one */
  guint object_ids[2];
};

static guint raise_signal;

G_DEFINE_FINAL_TYPE (TrsMpris, trs_mpris, G_TYPE_OBJECT)

/* What is said */

static char *
dup_track (TrsMpris *self)
{
  g_autofree char *path = g_strdelimit (g_strdup (self->application_id), ".", '/');

  return g_strdup_printf ("/%s/recording/%u", path, self->n_tracks);
}

/* Neither where the recording lies nor who speaks. */
static GVariant *
make_metadata (TrsMpris *self)
{
  gint64 duration = trs_player_get_duration (self->player);
  g_autofree char *track = dup_track (self);
  GVariantDict metadata;

  g_variant_dict_init (&metadata, NULL);
  g_variant_dict_insert_value (&metadata, "mpris:trackid", g_variant_new_object_path (track));
  if (duration > 0)
    g_variant_dict_insert (&metadata, "mpris:length", "x", duration * MICROSECONDS);
  if (self->title != NULL)
    g_variant_dict_insert (&metadata, "xesam:title", "s", self->title);
  return g_variant_dict_end (&metadata);
}

static gboolean
can_seek (TrsMpris *self)
{
  return trs_player_get_duration (self->player) > 0;
}

static GVariant *
make_number (TrsMpris   *self,
             const char *property)
{
  if (g_str_equal (property, "Rate"))
    return g_variant_new_double (trs_player_get_rate (self->player));
  if (g_str_equal (property, "MinimumRate"))
    return g_variant_new_double (TRS_PLAYER_MIN_RATE);
  if (g_str_equal (property, "MaximumRate"))
    return g_variant_new_double (TRS_PLAYER_MAX_RATE);
  return g_variant_new_double (1.0);
}

static GVariant *
make_flag (TrsMpris   *self,
           const char *property)
{
  static const char *const always[] = { "CanControl", "CanPause", "CanPlay", "CanRaise", NULL };

  if (g_str_equal (property, "CanSeek"))
    return g_variant_new_boolean (can_seek (self));
  return g_variant_new_boolean (g_strv_contains (always, property));
}

/* Returns: (transfer floating): the value of a property of either interface */
static GVariant *
make_value (TrsMpris   *self,
            const char *property)
{
  if (g_str_equal (property, "Identity"))
    return g_variant_new_string (g_get_application_name ());
  if (g_str_equal (property, "DesktopEntry"))
    return g_variant_new_string (self->application_id);
  if (g_str_has_prefix (property, "Supported"))
    return g_variant_new_strv (NULL, 0);
  if (g_str_equal (property, "PlaybackStatus"))
    return g_variant_new_string (trs_player_get_playing (self->player) ? "Playing" : "Paused");
  if (g_str_equal (property, "Metadata"))
    return make_metadata (self);
  if (g_str_equal (property, "Position"))
    return g_variant_new_int64 (trs_player_get_position (self->player) * MICROSECONDS);
  if (g_str_has_prefix (property, "Can") || g_str_equal (property, "HasTrackList"))
    return make_flag (self, property);
  return make_number (self, property);
}

static void
emit (TrsMpris   *self,
      const char *interface,
      const char *signal,
      GVariant   *parameters)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (parameters);

  if (self->bus != NULL)
    g_dbus_connection_emit_signal (self->bus, NULL, OBJECT_PATH, interface, signal, owned, NULL);
}

static void
emit_changed (TrsMpris   *self,
              const char *property)
{
  GVariantDict changed;

  g_variant_dict_init (&changed, NULL);
  g_variant_dict_insert_value (&changed, property, make_value (self, property));
  emit (self, "org.freedesktop.DBus.Properties", "PropertiesChanged",
        g_variant_new ("(s@a{sv}@as)", PLAYER_INTERFACE, g_variant_dict_end (&changed), g_variant_new_strv (NULL, 0)));
}

static void
playing_changed_cb (TrsMpris *self)
{
  emit_changed (self, "PlaybackStatus");
}

static void
rate_changed_cb (TrsMpris *self)
{
  emit_changed (self, "Rate");
}

static void
duration_changed_cb (TrsMpris *self)
{
  emit_changed (self, "Metadata");
  emit_changed (self, "CanSeek");
}

static void
seeked_cb (TrsMpris *self)
{
  emit (self, PLAYER_INTERFACE, "Seeked", g_variant_new ("(@x)", make_value (self, "Position")));
}

/* What is asked for. What makes no sense has no effect, as the specification says: no caller gets an error for it. */

/* Beyond the end it is a call of Next, and there is none. */
static void
seek (TrsMpris *self,
      gint64    offset)
{
  gint64 position = trs_player_get_position (self->player) + offset / MICROSECONDS;

  if (can_seek (self) && position <= trs_player_get_duration (self->player))
    trs_player_seek (self->player, position);
}

static void
set_position (TrsMpris   *self,
              const char *track,
              gint64      position)
{
  g_autofree char *current = dup_track (self);

  if (can_seek (self) && g_str_equal (track, current) && position >= 0 &&
      position / MICROSECONDS <= trs_player_get_duration (self->player))
    trs_player_seek (self->player, position / MICROSECONDS);
}

/* After Stop, Play begins at the start. */
static void
stop (TrsMpris *self)
{
  g_autoptr (TrsPlayer) player = g_object_ref (self->player);

  trs_player_pause (player);
  trs_player_seek (player, 0);
  trs_mpris_hide (self);
}

static void
call_cb (GDBusConnection       *connection,
         const char            *sender,
         const char            *path,
         const char            *interface,
         const char            *method,
         GVariant              *parameters,
         GDBusMethodInvocation *invocation,
         gpointer               user_data)
{
  g_autoptr (TrsMpris) self = g_object_ref (user_data);

  if (g_str_equal (method, "OpenUri"))
    {
      g_dbus_method_invocation_return_error_literal (invocation, G_DBUS_ERROR, G_DBUS_ERROR_NOT_SUPPORTED,
                                                     "Only what is on the screen is played");
      return;
    }

  g_dbus_method_invocation_return_value (invocation, NULL);
  if (self->player == NULL)
    return;

  if (g_str_equal (method, "Raise"))
    g_signal_emit (self, raise_signal, 0);
  else if (g_str_equal (method, "Pause") ||
           (g_str_equal (method, "PlayPause") && trs_player_get_playing (self->player)))
    trs_player_pause (self->player);
  else if (g_str_equal (method, "Play") || g_str_equal (method, "PlayPause"))
    trs_player_play (self->player);
  else if (g_str_equal (method, "Stop"))
    stop (self);
  else if (g_str_equal (method, "Seek"))
    {
      gint64 offset;

      g_variant_get (parameters, "(x)", &offset);
      seek (self, offset);
    }
  else if (g_str_equal (method, "SetPosition"))
    {
      const char *track;
      gint64 position;

      g_variant_get (parameters, "(&ox)", &track, &position);
      set_position (self, track, position);
    }
}

static GVariant *
get_property_cb (GDBusConnection  *connection,
                 const char       *sender,
                 const char       *path,
                 const char       *interface,
                 const char       *property,
                 GError          **error,
                 gpointer          user_data)
{
  TrsMpris *self = user_data;

  if (self->player != NULL)
    return make_value (self, property);

  g_set_error_literal (error, G_DBUS_ERROR, G_DBUS_ERROR_FAILED, "Nothing is played");
  return NULL;
}

/* `Rate` is the only one that can be set; to set it to 0 is to pause. */
static gboolean
set_property_cb (GDBusConnection  *connection,
                 const char       *sender,
                 const char       *path,
                 const char       *interface,
                 const char       *property,
                 GVariant         *value,
                 GError          **error,
                 gpointer          user_data)
{
  TrsMpris *self = user_data;
  double rate = g_variant_get_double (value);

  if (self->player == NULL || !isfinite (rate) || rate < 0)
    return TRUE;

  if (rate > 0)
    trs_player_set_rate (self->player, rate);
  else
    trs_player_pause (self->player);
  return TRUE;
}

static const GDBusInterfaceVTable vtable = { call_cb, get_property_cb, set_property_cb, { NULL } };

/* The bus */

static void
bus_acquired_cb (GDBusConnection *bus,
                 const char      *name,
                 gpointer         user_data)
{
  TrsMpris *self = user_data;
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (interfaces, NULL);

  self->bus = g_object_ref (bus);
  for (guint i = 0; i < G_N_ELEMENTS (self->object_ids); i++)
    {
      g_autoptr (GError) error = NULL;

      self->object_ids[i] =
          g_dbus_connection_register_object (bus, OBJECT_PATH, info->interfaces[i], &vtable, self, NULL, &error);
      if (error != NULL)
        g_info ("The desktop cannot control the player: %s", error->message);
    }
}

static void
own_name (TrsMpris *self)
{
  g_autofree char *name = g_strconcat (ROOT_INTERFACE ".", self->application_id, NULL);

  self->name_id = g_bus_own_name (G_BUS_TYPE_SESSION, name, G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE, bus_acquired_cb,
                                  NULL, NULL, self, NULL);
}

static void
trs_mpris_dispose (GObject *object)
{
  TrsMpris *self = TRS_MPRIS (object);

  trs_mpris_hide (self);
  g_clear_object (&self->player_signals);

  G_OBJECT_CLASS (trs_mpris_parent_class)->dispose (object);
}

static void
trs_mpris_finalize (GObject *object)
{
  TrsMpris *self = TRS_MPRIS (object);

  g_free (self->application_id);
  g_free (self->title);

  G_OBJECT_CLASS (trs_mpris_parent_class)->finalize (object);
}

static void
trs_mpris_class_init (TrsMprisClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_mpris_dispose;
  object_class->finalize = trs_mpris_finalize;

  raise_signal = g_signal_new ("raise", TRS_TYPE_MPRIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_mpris_init (TrsMpris *self)
{
  self->player_signals = g_signal_group_new (G_TYPE_OBJECT);
  g_signal_group_connect_swapped (self->player_signals, "notify::playing", G_CALLBACK (playing_changed_cb), self);
  g_signal_group_connect_swapped (self->player_signals, "notify::rate", G_CALLBACK (rate_changed_cb), self);
  g_signal_group_connect_swapped (self->player_signals, "notify::duration", G_CALLBACK (duration_changed_cb), self);
}

/**
 * trs_mpris_new:
 * @application_id: the program, as its desktop file is named
 *
 * Returns: (transfer full): one that is not on the bus
 */
TrsMpris *
trs_mpris_new (const char *application_id)
{
  TrsMpris *self = g_object_new (TRS_TYPE_MPRIS, NULL);

  self->application_id = g_strdup (application_id);
  return self;
}

/**
 * trs_mpris_set_title:
 * @self: what the desktop knows
 * @title: (nullable): what is heard, safe to show; %NULL to say nothing of it
 */
void
trs_mpris_set_title (TrsMpris   *self,
                     const char *title)
{
  if (g_strcmp0 (self->title, title) == 0)
    return;

  g_free (self->title);
  self->title = g_strdup (title);
  if (self->player != NULL)
    emit_changed (self, "Metadata");
}

/**
 * trs_mpris_show:
 * @self: what the desktop knows
 * @player: what plays
 *
 * Is on the bus from now on, if there is one.
 */
void
trs_mpris_show (TrsMpris  *self,
                TrsPlayer *player)
{
  if (self->player == player)
    return;

  trs_mpris_hide (self);
  self->n_tracks++;
  self->player = g_object_ref (player);
  g_signal_group_set_target (self->player_signals, player);
  self->seeked_id = g_signal_connect_swapped (player, "seeked", G_CALLBACK (seeked_cb), self);
  own_name (self);
}

/**
 * trs_mpris_hide:
 * @self: what the desktop knows
 *
 * Is not on the bus any more. The desktop may also bring that about, by its *Stop*.
 */
void
trs_mpris_hide (TrsMpris *self)
{
  if (self->player == NULL)
    return;

  g_signal_group_set_target (self->player_signals, NULL);
  g_clear_signal_handler (&self->seeked_id, self->player);
  g_clear_object (&self->player);
  g_clear_handle_id (&self->name_id, g_bus_unown_name);
  for (guint i = 0; i < G_N_ELEMENTS (self->object_ids); i++)
    {
      if (self->object_ids[i] != 0)
        g_dbus_connection_unregister_object (self->bus, self->object_ids[i]);
      self->object_ids[i] = 0;
    }
  g_clear_object (&self->bus);
}
