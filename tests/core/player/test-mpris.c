/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the desktop sees of a player, and does to it, over a bus. */
#include "trs-mpris.h"
#include "trs-test-bus.h"
#include "trs-test-player.h"
#include "trs-test-utils.h"

#include <math.h>
#include <string.h>

#define ID "org.example.Player.Devel"
#define NAME "org.mpris.MediaPlayer2." ID
#define PATH "/org/mpris/MediaPlayer2"
#define ROOT "org.mpris.MediaPlayer2"
#define PLAYER "org.mpris.MediaPlayer2.Player"
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define TRACK "/org/example/Player/Devel/recording/"

static char *address;

/* The desktop: a connection of its own. */
typedef struct
{
  GDBusConnection *bus;
  guint watch_id;
  guint signals_id;
  gboolean there;
  GVariantDict *changed; /* what PropertiesChanged said, the last word of each */
  gint64 seeked;         /* -1 until Seeked */
  TrsPlayer *player;
  TrsMpris *mpris;
  guint n_raised;
} Fixture;

static void
appeared_cb (GDBusConnection *bus,
             const char      *name,
             const char      *owner,
             gpointer         user_data)
{
  ((Fixture *) user_data)->there = TRUE;
}

static void
vanished_cb (GDBusConnection *bus,
             const char      *name,
             gpointer         user_data)
{
  ((Fixture *) user_data)->there = FALSE;
}

static void
signal_cb (GDBusConnection *bus,
           const char      *sender,
           const char      *path,
           const char      *interface,
           const char      *signal,
           GVariant        *parameters,
           gpointer         user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (GVariant) changed = NULL;
  GVariantIter iter;
  const char *property;
  GVariant *value;

  if (g_str_equal (signal, "Seeked"))
    {
      g_assert_cmpstr (interface, ==, PLAYER);
      g_variant_get (parameters, "(x)", &fixture->seeked);
      return;
    }

  g_assert_cmpstr (signal, ==, "PropertiesChanged");
  g_assert_cmpstr (interface, ==, PROPERTIES);
  g_variant_get (parameters, "(&s@a{sv}as)", NULL, &changed, NULL);
  g_variant_iter_init (&iter, changed);
  while (g_variant_iter_loop (&iter, "{&sv}", &property, &value))
    g_variant_dict_insert_value (fixture->changed, property, value);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->bus = trs_test_bus_connect (address);
  fixture->watch_id = g_bus_watch_name_on_connection (fixture->bus, NAME, G_BUS_NAME_WATCHER_FLAGS_NONE, appeared_cb,
                                                      vanished_cb, fixture, NULL);
  fixture->signals_id = g_dbus_connection_signal_subscribe (fixture->bus, NAME, NULL, NULL, PATH, NULL,
                                                            G_DBUS_SIGNAL_FLAGS_NONE, signal_cb, fixture, NULL);
  fixture->changed = g_variant_dict_new (NULL);
  fixture->seeked = -1;
  fixture->player = trs_test_player_new ();
  fixture->mpris = trs_mpris_new (ID);
  trs_player_open (fixture->player, "/a/source.ogg", 1);
}

static void
show (Fixture *fixture)
{
  trs_mpris_show (fixture->mpris, fixture->player);
  trs_test_wait_until (fixture->there);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->mpris);
  g_assert_finalize_object (fixture->player);
  trs_test_wait_until (!fixture->there);
  g_bus_unwatch_name (fixture->watch_id);
  g_dbus_connection_signal_unsubscribe (fixture->bus, fixture->signals_id);
  g_variant_dict_unref (fixture->changed);
  g_assert_true (g_dbus_connection_close_sync (fixture->bus, NULL, NULL));
  g_object_unref (fixture->bus);
}

/* Returns: (nullable): the answer, or %NULL with @error */
static GVariant *
call_full (Fixture     *fixture,
           const char  *interface,
           const char  *method,
           GVariant    *parameters,
           GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  g_dbus_connection_call (fixture->bus, NAME, PATH, interface, method, parameters, NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return g_dbus_connection_call_finish (fixture->bus, result, error);
}

static void
call (Fixture    *fixture,
      const char *method,
      GVariant   *parameters)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer = call_full (fixture, PLAYER, method, parameters, &error);

  g_assert_no_error (error);
  g_assert_true (g_variant_is_of_type (answer, G_VARIANT_TYPE_UNIT));
}

static GVariant *
get (Fixture    *fixture,
     const char *interface,
     const char *property)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer =
      call_full (fixture, PROPERTIES, "Get", g_variant_new ("(ss)", interface, property), &error);
  GVariant *value;

  g_assert_no_error (error);
  g_variant_get (answer, "(v)", &value);
  return value;
}

#define assert_property(fixture, interface, property, expected)                 \
  G_STMT_START                                                                  \
  {                                                                             \
    g_autoptr (GVariant) value_ = get (fixture, interface, property);           \
    g_autofree char *text_ = g_variant_print (value_, TRUE);                    \
                                                                                \
    g_assert_cmpstr (text_, ==, expected);                                      \
  }                                                                             \
  G_STMT_END

static void
set_rate (Fixture *fixture,
          double   rate)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer = call_full (fixture, PROPERTIES, "Set",
                                           g_variant_new ("(ssv)", PLAYER, "Rate", g_variant_new_double (rate)),
                                           &error);

  g_assert_no_error (error);
  g_assert_nonnull (answer);
}

/* Whether PropertiesChanged has said so, which it may be about to */
static gboolean
has_changed_to (Fixture    *fixture,
                const char *property,
                const char *expected)
{
  g_autoptr (GVariant) value = g_variant_dict_lookup_value (fixture->changed, property, NULL);
  g_autofree char *text = value != NULL ? g_variant_print (value, TRUE) : NULL;

  return g_strcmp0 (text, expected) == 0;
}

/* Whether the last metadata that were announced have this */
static gboolean
has_announced (Fixture    *fixture,
               const char *words)
{
  g_autoptr (GVariant) metadata = g_variant_dict_lookup_value (fixture->changed, "Metadata", NULL);
  g_autofree char *text = metadata != NULL ? g_variant_print (metadata, TRUE) : g_strdup ("");

  return strstr (text, words) != NULL;
}

static void
test_comes_and_goes (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  show (fixture);
  trs_mpris_hide (fixture->mpris);
  trs_test_wait_until (!fixture->there);
  show (fixture);
  assert_property (fixture, PLAYER, "PlaybackStatus", "'Paused'");

  /* Nothing is left under the name of the connection, either. */
  trs_mpris_hide (fixture->mpris);
  trs_test_wait_until (!fixture->there);
  g_assert_null (call_full (fixture, PLAYER, "Play", NULL, &error));
  g_assert_nonnull (error);
  g_assert_false (trs_player_get_playing (fixture->player));

  /* gone before the bus has answered */
  trs_mpris_show (fixture->mpris, fixture->player);
  trs_mpris_hide (fixture->mpris);
  trs_test_settle ();
  g_assert_false (fixture->there);
}

static void
test_says_what_it_is (Fixture       *fixture,
                      gconstpointer  data)
{
  static const struct
  {
    const char *interface;
    const char *property;
    const char *value;
  } properties[] = {
    { ROOT, "CanQuit", "false" },
    { ROOT, "CanRaise", "true" },
    { ROOT, "HasTrackList", "false" },
    { ROOT, "Identity", "'Player of the Test'" },
    { ROOT, "DesktopEntry", "'" ID "'" },
    { ROOT, "SupportedUriSchemes", "@as []" },
    { ROOT, "SupportedMimeTypes", "@as []" },
    { PLAYER, "PlaybackStatus", "'Playing'" },
    { PLAYER, "Rate", "1.0" },
    { PLAYER, "MinimumRate", "0.75" },
    { PLAYER, "MaximumRate", "1.5" },
    { PLAYER, "Volume", "1.0" },
    { PLAYER, "Position", "int64 60000000" },
    { PLAYER, "CanGoNext", "false" },
    { PLAYER, "CanGoPrevious", "false" },
    { PLAYER, "CanPlay", "true" },
    { PLAYER, "CanPause", "true" },
    { PLAYER, "CanSeek", "true" },
    { PLAYER, "CanControl", "true" },
  };
  g_autoptr (GError) error = NULL;

  trs_player_play_from (fixture->player, 60000);
  show (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    assert_property (fixture, properties[i].interface, properties[i].property, properties[i].value);

  g_signal_connect_swapped (fixture->mpris, "raise", G_CALLBACK (g_atomic_int_inc), &fixture->n_raised);
  g_variant_unref (call_full (fixture, ROOT, "Raise", NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (fixture->n_raised, ==, 1);
  g_variant_unref (call_full (fixture, ROOT, "Quit", NULL, &error));
  g_assert_no_error (error);
  g_assert_true (trs_player_get_playing (fixture->player));
}

static void
test_plays_and_pauses (Fixture       *fixture,
                       gconstpointer  data)
{
  trs_player_play_from (fixture->player, 60000);
  show (fixture);
  call (fixture, "PlayPause", NULL);
  g_assert_false (trs_player_get_playing (fixture->player));
  trs_test_wait_until (has_changed_to (fixture, "PlaybackStatus", "'Paused'"));
  /* as by the button */
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 60000 - TRS_PLAYER_BACK);
  trs_test_wait_until (fixture->seeked == 58000000);
  call (fixture, "PlayPause", NULL);
  g_assert_true (trs_player_get_playing (fixture->player));
  trs_test_wait_until (has_changed_to (fixture, "PlaybackStatus", "'Playing'"));

  call (fixture, "Play", NULL);
  g_assert_true (trs_player_get_playing (fixture->player));
  call (fixture, "Pause", NULL);
  g_assert_false (trs_player_get_playing (fixture->player));
  call (fixture, "Pause", NULL);
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 56000);
  call (fixture, "Play", NULL);
  g_assert_true (trs_player_get_playing (fixture->player));

  /* neither is there */
  call (fixture, "Next", NULL);
  call (fixture, "Previous", NULL);
  g_assert_true (trs_player_get_playing (fixture->player));
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 56000);

  call (fixture, "Stop", NULL);
  g_assert_false (trs_player_get_playing (fixture->player));
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 0);
  trs_test_wait_until (!fixture->there);
}

/* While it plays, the place is no news. */
static void
test_seeks (Fixture       *fixture,
            gconstpointer  data)
{
  show (fixture);
  call (fixture, "Seek", g_variant_new ("(x)", G_GINT64_CONSTANT (90000000)));
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 90000);
  trs_test_wait_until (fixture->seeked == 90000000);
  call (fixture, "Seek", g_variant_new ("(x)", G_GINT64_CONSTANT (-30000000)));
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 60000);
  call (fixture, "SetPosition", g_variant_new ("(ox)", TRACK "1", G_GINT64_CONSTANT (754000000)));
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 754000);
  call (fixture, "SetPosition", g_variant_new ("(ox)", TRACK "1", G_GINT64_CONSTANT (0)));
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 0);
  trs_player_seek (fixture->player, 1000);
  trs_test_wait_until (fixture->seeked == 1000000);

  g_object_notify (G_OBJECT (fixture->player), "position");
  assert_property (fixture, PLAYER, "Position", "int64 1000000");
  g_assert_false (g_variant_dict_contains (fixture->changed, "Position"));
}

static void
test_rate (Fixture       *fixture,
           gconstpointer  data)
{
  show (fixture);
  trs_player_play (fixture->player);
  set_rate (fixture, 1.25);
  g_assert_cmpfloat (trs_player_get_rate (fixture->player), ==, 1.25);
  trs_test_wait_until (has_changed_to (fixture, "Rate", "1.25"));
  set_rate (fixture, 1000);
  g_assert_cmpfloat (trs_player_get_rate (fixture->player), ==, TRS_PLAYER_MAX_RATE);
  set_rate (fixture, 0.1);
  g_assert_cmpfloat (trs_player_get_rate (fixture->player), ==, TRS_PLAYER_MIN_RATE);
  g_assert_true (trs_player_get_playing (fixture->player));

  set_rate (fixture, 0);
  g_assert_false (trs_player_get_playing (fixture->player));
  g_assert_cmpfloat (trs_player_get_rate (fixture->player), ==, TRS_PLAYER_MIN_RATE);
}

/* What makes no sense changes nothing, and nobody gets an error for it. */
static void
test_nonsense (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  trs_player_play_from (fixture->player, 60000);
  show (fixture);
  call (fixture, "Seek", g_variant_new ("(x)", G_GINT64_CONSTANT (694001000)));
  call (fixture, "Seek", g_variant_new ("(x)", G_MAXINT64));
  call (fixture, "SetPosition", g_variant_new ("(ox)", TRACK "2", G_GINT64_CONSTANT (1000000)));
  call (fixture, "SetPosition", g_variant_new ("(ox)", "/org/mpris/MediaPlayer2/TrackList/NoTrack",
                                               G_GINT64_CONSTANT (1000000)));
  call (fixture, "SetPosition", g_variant_new ("(ox)", TRACK "1", G_GINT64_CONSTANT (-1)));
  call (fixture, "SetPosition", g_variant_new ("(ox)", TRACK "1", G_GINT64_CONSTANT (754001000)));
  call (fixture, "SetPosition", g_variant_new ("(ox)", TRACK "1", G_MAXINT64));
  set_rate (fixture, NAN);
  set_rate (fixture, INFINITY);
  set_rate (fixture, -1);
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 60000);
  g_assert_cmpfloat (trs_player_get_rate (fixture->player), ==, 1.0);
  g_assert_true (trs_player_get_playing (fixture->player));

  /* before the beginning is the beginning */
  call (fixture, "Seek", g_variant_new ("(x)", G_MININT64));
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 0);

  /* No program opens a file or an address by this. */
  g_assert_null (call_full (fixture, PLAYER, "OpenUri", g_variant_new ("(s)", "file:///etc/passwd"), &error));
  g_assert_error (error, G_DBUS_ERROR, G_DBUS_ERROR_NOT_SUPPORTED);
  g_assert_cmpstr (trs_test_player_get_path (TRS_TEST_PLAYER (fixture->player)), ==, "/a/source.ogg");
  g_clear_error (&error);
  g_assert_null (call_full (fixture, PROPERTIES, "Set",
                            g_variant_new ("(ssv)", PLAYER, "Volume", g_variant_new_double (0)), &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (call_full (fixture, PROPERTIES, "Set",
                            g_variant_new ("(ssv)", PLAYER, "Rate", g_variant_new_string ("1.5")), &error));
  g_assert_nonnull (error);
  g_assert_cmpfloat (trs_player_get_rate (fixture->player), ==, 1.0);
}

/* How long it is may not be known at first. */
static void
test_metadata (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GVariant) all = NULL;
  g_autofree char *text = NULL;

  trs_test_player_set_duration (TRS_TEST_PLAYER (fixture->player), 0);
  show (fixture);
  assert_property (fixture, PLAYER, "Metadata", "{'mpris:trackid': <objectpath '" TRACK "1'>}");
  assert_property (fixture, PLAYER, "CanSeek", "false");
  call (fixture, "Seek", g_variant_new ("(x)", G_GINT64_CONSTANT (1000000)));
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 0);

  trs_test_player_set_duration (TRS_TEST_PLAYER (fixture->player), 5000);
  trs_test_wait_until (has_changed_to (fixture, "CanSeek", "true"));
  g_assert_true (has_announced (fixture, "'mpris:length': <int64 5000000>"));
  g_assert_false (has_announced (fixture, "xesam:title"));

  trs_mpris_set_title (fixture->mpris, "A source");
  trs_test_wait_until (has_announced (fixture, "'xesam:title': <'A source'>"));
  all = get (fixture, PLAYER, "Metadata");
  g_assert_cmpuint (g_variant_n_children (all), ==, 3);
  text = g_variant_print (all, TRUE);
  g_assert_nonnull (strstr (text, "'xesam:title': <'A source'>"));
  g_assert_null (strstr (text, "ogg"));
  trs_mpris_set_title (fixture->mpris, NULL);
  trs_test_wait_until (!has_announced (fixture, "xesam:title"));

  /* another recording is another one for the desktop, too */
  trs_test_player_set_duration (TRS_TEST_PLAYER (fixture->player), 0);
  trs_mpris_hide (fixture->mpris);
  trs_test_wait_until (!fixture->there);
  show (fixture);
  assert_property (fixture, PLAYER, "Metadata", "{'mpris:trackid': <objectpath '" TRACK "2'>}");
}

/* Without a bus everything else is as ever. */
static void
test_no_bus (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr (TrsMpris) mpris = trs_mpris_new (ID);
      g_autoptr (TrsPlayer) player = trs_test_player_new ();

      g_setenv ("DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
      trs_player_open (player, "/a/source.ogg", 1);
      trs_mpris_set_title (mpris, "A source");
      trs_mpris_show (mpris, player);
      trs_player_play (player);
      trs_test_settle ();
      trs_player_seek (player, 1000);
      trs_mpris_set_title (mpris, NULL);
      trs_mpris_hide (mpris);
      g_assert_true (trs_player_get_playing (player));
      return;
    }

  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

int
main (int   argc,
      char *argv[])
{
  GTestDBus *bus;

  trs_test_init (&argc, &argv);
  g_set_application_name ("Player of the Test");
  bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (bus);
  address = g_strdup (g_test_dbus_get_bus_address (bus));

#define ADD(path, test) g_test_add ("/mpris/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("comes-and-goes", test_comes_and_goes);
  ADD ("says-what-it-is", test_says_what_it_is);
  ADD ("plays-and-pauses", test_plays_and_pauses);
  ADD ("seeks", test_seeks);
  ADD ("rate", test_rate);
  ADD ("nonsense", test_nonsense);
  ADD ("metadata", test_metadata);
  g_test_add_func ("/mpris/no-bus", test_no_bus);
  /* The bus ends with this process, to which the connection belongs. */
  return g_test_run ();
}
