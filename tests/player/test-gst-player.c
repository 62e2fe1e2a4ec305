/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-gst-player.h"
#include "trs-media-decoder.h"
#include "trs-media-encoder.h"
#include "trs-media.h"
#include "trs-mpris.h"
#include "trs-test-bus.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <gst/app/gstappsink.h>
#include <math.h>
#include <string.h>

/* A device that the test holds. */
#define TEST_TYPE_DEVICE (test_device_get_type ())
G_DECLARE_FINAL_TYPE (TestDevice, test_device, TEST, DEVICE, GstBin)

typedef enum
{
  DEVICE_WORKS,
  DEVICE_FAILS,
  DEVICE_WARNS,
  DEVICE_HANGS,
} DeviceMode;

struct _TestDevice
{
  GstBin parent_instance;

  GMutex mutex;
  GCond cond;
  DeviceMode mode;
  gboolean hangs_now;
};

G_DEFINE_FINAL_TYPE (TestDevice, test_device, GST_TYPE_BIN)

static GstStateChangeReturn
test_device_change_state (GstElement     *element,
                          GstStateChange  change)
{
  TestDevice *self = TEST_DEVICE (element);
  DeviceMode mode;

  g_mutex_lock (&self->mutex);
  mode = self->mode;
  while (change != GST_STATE_CHANGE_READY_TO_NULL && self->mode == DEVICE_HANGS)
    {
      self->hangs_now = TRUE;
      g_cond_broadcast (&self->cond);
      g_cond_wait (&self->cond, &self->mutex);
    }
  self->hangs_now = FALSE;
  g_mutex_unlock (&self->mutex);

  if (change == GST_STATE_CHANGE_NULL_TO_READY && mode == DEVICE_FAILS)
    {
      GST_ELEMENT_ERROR (self, RESOURCE, OPEN_WRITE, ("no such device"), (NULL));
      return GST_STATE_CHANGE_FAILURE;
    }
  if (change == GST_STATE_CHANGE_NULL_TO_READY && mode == DEVICE_WARNS)
    GST_ELEMENT_WARNING (self, RESOURCE, OPEN_READ, ("no usable device"), (NULL));
  return GST_ELEMENT_CLASS (test_device_parent_class)->change_state (element, change);
}

static void
test_device_finalize (GObject *object)
{
  TestDevice *self = TEST_DEVICE (object);

  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);

  G_OBJECT_CLASS (test_device_parent_class)->finalize (object);
}

static void
test_device_class_init (TestDeviceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_device_finalize;
  GST_ELEMENT_CLASS (klass)->change_state = test_device_change_state;
}

static void
test_device_init (TestDevice *self)
{
  GstElement *sink = gst_element_factory_make ("fakesink", NULL);
  g_autoptr (GstPad) pad = gst_element_get_static_pad (sink, "sink");

  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  g_object_set (sink, "sync", TRUE, NULL);
  gst_bin_add (GST_BIN (self), sink);
  gst_element_add_pad (GST_ELEMENT (self), gst_ghost_pad_new ("sink", pad));
  GST_OBJECT_FLAG_SET (self, GST_ELEMENT_FLAG_SINK);
}

static void
set_mode (TestDevice *device,
          DeviceMode  mode)
{
  g_mutex_lock (&device->mutex);
  device->mode = mode;
  g_cond_broadcast (&device->cond);
  g_mutex_unlock (&device->mutex);
}

static gboolean
hangs (TestDevice *device)
{
  gboolean hangs_now;

  g_mutex_lock (&device->mutex);
  hangs_now = device->hangs_now;
  g_mutex_unlock (&device->mutex);
  return hangs_now;
}

static void
gone_cb (gpointer  data,
         GObject  *object)
{
  g_atomic_int_set ((int *) data, TRUE);
}

/* Nobody waits for a device to close, but for a check of leaks. */
static void
drop (TrsPlayer  *player,
      GstElement *sink)
{
  int gone = FALSE;

  g_object_weak_ref (G_OBJECT (sink), gone_cb, &gone);
  gst_object_unref (sink);
  g_object_unref (player);
  trs_test_poll_until (g_atomic_int_get (&gone));
  trs_test_settle ();
}

/* @sink: gets a reference */
static TrsPlayer *
make_player (GstElement *sink)
{
  g_autoptr (GError) error = NULL;
  GObject *player;

  gst_object_ref_sink (sink);
  player = trs_gst_player_new (TRS_TYPE_PLAYER, sink, &error);
  g_assert_no_error (error);
  return TRS_PLAYER (player);
}

static GstElement *
make_app_sink (gboolean sync)
{
  GstElement *sink = gst_element_factory_make ("appsink", NULL);
  g_autoptr (GstCaps) caps = gst_caps_new_simple ("audio/x-raw", "format", G_TYPE_STRING, "S16LE", "rate", G_TYPE_INT,
                                                  TRS_MEDIA_RATE, "channels", G_TYPE_INT, 1, "layout", G_TYPE_STRING,
                                                  "interleaved", NULL);

  g_object_set (sink, "caps", caps, "sync", sync, NULL);
  return sink;
}

static char *
write_noise (const char             *name,
             const TrsTestMediaKind *kind,
             double                  seconds)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (seconds);

  trs_test_media_add_noise (samples, 0, seconds, -20);
  return trs_test_media_write (name, kind, samples, NULL);
}

static void
count_cb (guint *count)
{
  ++*count;
}

static void
assert_failed (TrsPlayer      *player,
               TrsPlayerError  code)
{
  g_autoptr (GError) error = trs_player_dup_error (player);

  g_assert_error (error, TRS_PLAYER_ERROR, (int) code);
  g_assert_false (trs_player_get_playing (player));
}

static gboolean
has_failed (TrsPlayer *player)
{
  g_autoptr (GError) error = trs_player_dup_error (player);

  return error != NULL;
}

static void
test_plays (void)
{
  g_autofree char *path = write_noise ("plays", NULL, 30);
  GstElement *sink = g_object_new (TEST_TYPE_DEVICE, NULL);
  TrsPlayer *player = make_player (sink);
  guint n_playing = 0;
  guint n_position = 0;
  gint64 position;

  g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (count_cb), &n_playing);
  g_signal_connect_swapped (player, "notify::position", G_CALLBACK (count_cb), &n_position);
  trs_player_play (player);
  g_assert_false (trs_player_get_playing (player));

  trs_player_open (player, path, 1);
  trs_test_wait_until (trs_player_get_duration (player) > 0);
  g_assert_cmpint (trs_player_get_duration (player), ==, 30000);
  g_assert_false (trs_player_get_playing (player));
  g_assert_cmpint (trs_player_get_position (player), ==, 0);

  trs_player_play_from (player, 10000);
  g_assert_true (trs_player_get_playing (player));
  g_assert_cmpint (trs_player_get_position (player), ==, 10000);
  n_position = 0;
  trs_test_wait_until (trs_player_get_position (player) > 10200);
  g_assert_cmpint (trs_player_get_position (player), <, 25000);
  g_assert_cmpuint (n_position, >, 0);

  position = trs_player_get_position (player);
  trs_player_skip (player, TRS_PLAYER_SKIP);
  g_assert_cmpint (trs_player_get_position (player), ==, position + 5000);
  trs_player_skip (player, -TRS_PLAYER_SKIP);
  g_assert_cmpint (trs_player_get_position (player), ==, position);
  trs_test_wait_until (trs_player_get_position (player) > position);

  position = trs_player_get_position (player);
  g_assert_cmpuint (n_playing, ==, 1);
  trs_player_pause (player);
  g_assert_false (trs_player_get_playing (player));
  g_assert_cmpint (trs_player_get_position (player), ==, position - 2000);
  g_assert_cmpuint (n_playing, ==, 2);
  /* once is enough */
  trs_player_pause (player);
  g_assert_cmpint (trs_player_get_position (player), ==, position - 2000);

  trs_player_play (player);
  trs_test_wait_until (trs_player_get_position (player) > position - 2000);
  g_assert_cmpint (trs_player_get_position (player), <, position + 5000);
  drop (player, sink);
}

static void
tell (GDBusConnection *desktop,
      const char      *interface,
      const char      *method,
      GVariant        *parameters)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer = NULL;

  g_dbus_connection_call (desktop, "org.mpris.MediaPlayer2.org.example.Player", "/org/mpris/MediaPlayer2", interface,
                          method, parameters, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  answer = g_dbus_connection_call_finish (desktop, result, &error);
  g_assert_no_error (error);
}

static void
acquired_cb (GDBusConnection *bus,
             const char      *name,
             const char      *owner,
             gpointer         user_data)
{
  *(gboolean *) user_data = TRUE;
}

/* What the desktop asks of something that really plays. */
static void
test_desktop (void)
{
  g_autofree char *path = write_noise ("desktop", NULL, 30);
  GstElement *sink = g_object_new (TEST_TYPE_DEVICE, NULL);
  TrsPlayer *player = make_player (sink);
  TrsMpris *mpris = trs_mpris_new ("org.example.Player");
  GTestDBus *bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_autoptr (GDBusConnection) desktop = NULL;
  gboolean there = FALSE;
  guint watch_id;

  g_test_dbus_up (bus);
  desktop = trs_test_bus_connect (g_test_dbus_get_bus_address (bus));
  watch_id = g_bus_watch_name_on_connection (desktop, "org.mpris.MediaPlayer2.org.example.Player",
                                             G_BUS_NAME_WATCHER_FLAGS_NONE, acquired_cb, NULL, &there, NULL);
  trs_player_open (player, path, 1);
  trs_mpris_show (mpris, player);
  trs_test_wait_until (there && trs_player_get_duration (player) > 0);

  tell (desktop, "org.mpris.MediaPlayer2.Player", "Play", NULL);
  trs_test_wait_until (trs_player_get_position (player) > 200);
  tell (desktop, "org.mpris.MediaPlayer2.Player", "Seek", g_variant_new ("(x)", G_GINT64_CONSTANT (10000000)));
  g_assert_cmpint (trs_player_get_position (player), >=, 10200);
  tell (desktop, "org.freedesktop.DBus.Properties", "Set",
        g_variant_new ("(ssv)", "org.mpris.MediaPlayer2.Player", "Rate", g_variant_new_double (1.5)));
  g_assert_cmpfloat (trs_player_get_rate (player), ==, 1.5);
  trs_test_wait_until (trs_player_get_position (player) > 10500);
  tell (desktop, "org.mpris.MediaPlayer2.Player", "PlayPause", NULL);
  g_assert_false (trs_player_get_playing (player));
  tell (desktop, "org.mpris.MediaPlayer2.Player", "Play", NULL);
  tell (desktop, "org.mpris.MediaPlayer2.Player", "Stop", NULL);
  g_assert_false (trs_player_get_playing (player));
  g_assert_cmpint (trs_player_get_position (player), ==, 0);
  g_assert_false (has_failed (player));

  g_assert_finalize_object (mpris);
  g_bus_unwatch_name (watch_id);
  /* The bus ends with this process, to which the connection belongs. */
  drop (player, sink);
}

static void
test_ends (void)
{
  g_autofree char *path = write_noise ("ends", &trs_test_media_kinds[3], 1.5);
  GstElement *sink = g_object_new (TEST_TYPE_DEVICE, NULL);
  TrsPlayer *player = make_player (sink);

  trs_player_open (player, path, 1);
  trs_player_play (player);
  trs_test_wait_until (!trs_player_get_playing (player));
  g_assert_false (has_failed (player));
  g_assert_cmpint (trs_player_get_duration (player), >, 1400);
  g_assert_cmpint (trs_player_get_position (player), ==, trs_player_get_duration (player));

  /* from the beginning again */
  trs_player_play (player);
  g_assert_cmpint (trs_player_get_position (player), ==, 0);
  trs_test_wait_until (trs_player_get_position (player) > 0);
  g_assert_cmpint (trs_player_get_position (player), <, trs_player_get_duration (player));
  trs_test_wait_until (!trs_player_get_playing (player));

  /* beyond the end is the end */
  trs_player_play_from (player, 99000);
  g_assert_cmpint (trs_player_get_position (player), ==, trs_player_get_duration (player));
  trs_test_wait_until (!trs_player_get_playing (player));
  trs_player_seek (player, -1);
  g_assert_cmpint (trs_player_get_position (player), ==, 0);
  drop (player, sink);
}

static void
collect (TrsPlayer  *player,
         GstElement *sink,
         GArray     *samples,
         guint       n)
{
  trs_test_alarm_start (60);
  while (samples->len < n && (trs_player_get_playing (player) || !gst_app_sink_is_eos (GST_APP_SINK (sink))))
    {
      g_autoptr (GstSample) sample = gst_app_sink_try_pull_sample (GST_APP_SINK (sink), GST_MSECOND);
      GstMapInfo map;

      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_assert_false (has_failed (player));
      if (sample == NULL)
        continue;
      g_assert_true (gst_buffer_map (gst_sample_get_buffer (sample), &map, GST_MAP_READ));
      g_array_append_vals (samples, map.data, (guint) (map.size / 2));
      gst_buffer_unmap (gst_sample_get_buffer (sample), &map);
    }
  trs_test_alarm_stop ();
}

static GArray *
decode (const char *path)
{
  g_autoptr (TrsMediaDecoder) decoder = trs_media_decoder_new (path, 0);
  g_autoptr (GError) error = NULL;
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (gint16));
  gint16 buffer[4096];
  gssize n;

  g_assert_true (trs_media_decoder_start (decoder, &error));
  while ((n = trs_media_decoder_read (decoder, buffer, G_N_ELEMENTS (buffer), &error)) > 0)
    g_array_append_vals (samples, buffer, (guint) n);
  g_assert_no_error (error);
  return samples;
}

/* Samples of noise that are found in one place alone */
#define N_TO_LOCATE 800

/* Where in @whole @part was taken from, in samples, as far from @near as 300 ms at most. */
static gint64
locate (GArray *whole,
        GArray *part,
        gint64  near)
{
  guint n = MIN (part->len, N_TO_LOCATE);
  double best = 0;
  gint64 found = -1;

  for (gint64 at = MAX (near - 4800, 0); at < near + 4800 && at + n < whole->len; at++)
    {
      double sum = 0;

      for (guint i = 0; i < n; i++)
        sum += (double) g_array_index (whole, gint16, at + i) * g_array_index (part, gint16, i);
      if (sum > best)
        {
          best = sum;
          found = at;
        }
    }
  g_assert_cmpint (found, >=, 0);
  return found;
}

/* As it is kept of a recording. */
static char *
write_kept (const char *name,
            GArray     *samples)
{
  char *path = trs_test_media_path (name);
  int fd = g_open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsMediaEncoder) encoder = trs_media_encoder_new (fd, &error);

  g_assert_no_error (error);
  g_assert_true (trs_media_encoder_write (encoder, &g_array_index (samples, gint16, 0), samples->len));
  g_assert_true (trs_media_encoder_finish (encoder));
  g_close (fd, NULL);
  return path;
}

/* What is heard of @path is what stands in @whole at the time that was asked for. */
static void
assert_lands (const char *path,
              GArray     *whole,
              const char *name)
{
  static const gint64 places[] = { 7250, 3010, 10900, 500 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (GArray) part = g_array_new (FALSE, FALSE, sizeof (gint16));
      gint64 expected = places[i] * TRS_MEDIA_RATE / 1000;
      GstElement *sink = make_app_sink (TRUE);
      TrsPlayer *player = make_player (sink);
      gint64 error;

      trs_player_open (player, path, 1);
      trs_player_play_from (player, places[i]);
      collect (player, sink, part, N_TO_LOCATE);
      error = (locate (whole, part, expected) - expected) * 1000 / TRS_MEDIA_RATE;
      g_test_message ("%s: %" G_GINT64_FORMAT " ms off at %" G_GINT64_FORMAT, name, error, places[i]);
      g_assert_cmpint (ABS (error), <=, 50);
      drop (player, sink);
    }
}

/* Whatever it comes in. */
static void
test_lands (gconstpointer data)
{
  const TrsTestMediaKind *kind = data;
  g_autofree char *path = write_noise ("lands", kind, 12);
  g_autoptr (GArray) whole = decode (path);

  assert_lands (path, whole, kind->suffix);
}

/* The sound that is kept has the times of the recording itself, by which its transcript is made. */
static void
test_lands_in_kept (void)
{
  g_autofree char *path = write_noise ("recording", NULL, 12);
  g_autoptr (GArray) whole = decode (path);
  g_autofree char *kept = write_kept ("kept.opus", whole);

  assert_lands (kept, whole, "kept");
}

static guint
count_crossings (GArray *samples,
                 guint   from,
                 guint   to)
{
  guint n = 0;

  for (guint i = from + 1; i < to; i++)
    n += g_array_index (samples, gint16, i - 1) < 0 && g_array_index (samples, gint16, i) >= 0;
  return n;
}

/* Of two tracks, the one that is asked for is heard. */
static void
test_tracks (void)
{
  static const double begins[] = { 1, 3 };
  g_autofree char *path = trs_test_media_write_tracks ("tracks", FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    {
      g_autoptr (GArray) heard = g_array_new (FALSE, FALSE, sizeof (gint16));
      GstElement *sink = make_app_sink (FALSE);
      TrsPlayer *player = make_player (sink);
      guint loud = 0;

      trs_player_open (player, path, i + 1);
      trs_player_play (player);
      collect (player, sink, heard, G_MAXUINT);
      while (loud < heard->len && abs (g_array_index (heard, gint16, loud)) < 1000)
        loud++;
      g_assert_cmpfloat_with_epsilon (loud / (double) TRS_MEDIA_RATE, begins[i], 0.1);
      drop (player, sink);
    }
}

/* Faster and slower, but not higher and lower. */
static void
test_rate (void)
{
  g_autoptr (GArray) tone = trs_test_media_new_samples (4);
  g_autofree char *path = NULL;
  static const double rates[] = { 1.5, 0.75, 1.0 };

  for (guint i = 0; i < tone->len; i++)
    g_array_index (tone, gint16, i) = (gint16) (8000 * sin (2 * G_PI * 300 * i / TRS_MEDIA_RATE));
  path = trs_test_media_write ("rate", NULL, tone, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autoptr (GArray) heard = g_array_new (FALSE, FALSE, sizeof (gint16));
      GstElement *sink = make_app_sink (FALSE);
      TrsPlayer *player = make_player (sink);

      trs_player_set_rate (player, rates[i]);
      trs_player_open (player, path, 1);
      trs_player_play (player);
      collect (player, sink, heard, G_MAXUINT);
      g_assert_cmpfloat_with_epsilon (heard->len / (double) TRS_MEDIA_RATE, 4 / rates[i], 0.2);
      g_assert_cmpuint (count_crossings (heard, TRS_MEDIA_RATE / 2, TRS_MEDIA_RATE * 3 / 2), >, 280);
      g_assert_cmpuint (count_crossings (heard, TRS_MEDIA_RATE / 2, TRS_MEDIA_RATE * 3 / 2), <, 320);
      drop (player, sink);
    }
}

/* While it plays, and its place stays. */
static void
test_rate_changes (void)
{
  g_autofree char *path = write_noise ("rate-changes", NULL, 30);
  GstElement *sink = g_object_new (TEST_TYPE_DEVICE, NULL);
  TrsPlayer *player = make_player (sink);
  guint n_rate = 0;

  g_signal_connect_swapped (player, "notify::rate", G_CALLBACK (count_cb), &n_rate);
  trs_player_set_rate (player, 9);
  g_assert_cmpfloat (trs_player_get_rate (player), ==, 1.5);
  trs_player_set_rate (player, 1.5);
  g_assert_cmpuint (n_rate, ==, 1);

  trs_player_open (player, path, 1);
  trs_player_play_from (player, 10000);
  trs_test_wait_until (trs_player_get_position (player) > 10000);
  trs_player_set_rate (player, 0);
  g_assert_cmpfloat (trs_player_get_rate (player), ==, 0.75);
  trs_test_wait_until (trs_player_get_position (player) > 10500);
  g_assert_cmpint (trs_player_get_position (player), <, 20000);
  drop (player, sink);
}

static void
test_refuses (void)
{
  static const struct
  {
    const char *name;
    const char *bytes;
  } files[] = {
    { "empty.mp3", "" },
    { "text.mp3", "These are words, and none of them is spoken.\n" },
    { "list.m3u8", "#EXTM3U\n#EXTINF:10.0,\nfile:///dev/zero\n" },
    { "list.sdp", "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 0\r\n" },
  };
  g_autofree char *good = write_noise ("good", NULL, 3);
  g_autofree char *cut = write_noise ("cut", &trs_test_media_kinds[0], 3);
  GstElement *sink = g_object_new (TEST_TYPE_DEVICE, NULL);
  TrsPlayer *player = make_player (sink);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = trs_test_media_path (files[i].name);

      g_assert_true (g_file_set_contents (path, files[i].bytes, -1, NULL));
      trs_player_open (player, path, 1);
      trs_player_play (player);
      trs_test_wait_until (has_failed (player));
      assert_failed (player, TRS_PLAYER_ERROR_UNREADABLE);
      g_assert_cmpint (trs_player_get_duration (player), ==, 0);
      /* It was not even tried. */
      g_assert_cmpint (GST_STATE (sink), ==, GST_STATE_NULL);
    }
  trs_test_media_cut (cut, 0.6);
  trs_player_open (player, cut, 1);
  trs_test_wait_until (has_failed (player));
  assert_failed (player, TRS_PLAYER_ERROR_UNREADABLE);
  trs_player_open (player, "/nothing/here.ogg", 1);
  g_assert_false (has_failed (player));
  trs_test_wait_until (has_failed (player));
  assert_failed (player, TRS_PLAYER_ERROR_UNREADABLE);

  /* and goes on with a good one */
  trs_player_open (player, good, 1);
  g_assert_false (has_failed (player));
  trs_player_play (player);
  trs_test_wait_until (trs_player_get_position (player) > 0);
  drop (player, sink);
}

static void
test_no_device (void)
{
  g_autofree char *path = write_noise ("no-device", NULL, 30);
  TestDevice *device = g_object_new (TEST_TYPE_DEVICE, NULL);
  TrsPlayer *player = make_player (GST_ELEMENT (device));

  set_mode (device, DEVICE_FAILS);
  trs_player_open (player, path, 1);
  trs_player_play_from (player, 9000);
  trs_test_wait_until (has_failed (player));
  assert_failed (player, TRS_PLAYER_ERROR_NO_DEVICE);

  set_mode (device, DEVICE_WARNS);
  trs_player_play (player);
  g_assert_false (has_failed (player));
  trs_test_wait_until (has_failed (player));
  assert_failed (player, TRS_PLAYER_ERROR_NO_DEVICE);

  /* A headset was put in: it goes on where it was to begin. */
  set_mode (device, DEVICE_WORKS);
  trs_player_play (player);
  trs_test_wait_until (trs_player_get_position (player) > 9000);
  g_assert_cmpint (trs_player_get_position (player), <, 20000);
  g_assert_false (has_failed (player));
  drop (player, GST_ELEMENT (device));
}

/* What the window has: it chooses among all that there is, and here all of that is out of reach. */
static void
test_nothing_to_hear_with (void)
{
  g_autofree char *path = write_noise ("nothing-to-hear-with", NULL, 30);
  GList *factories = gst_element_factory_list_get_elements (
      GST_ELEMENT_FACTORY_TYPE_SINK | GST_ELEMENT_FACTORY_TYPE_MEDIA_AUDIO, GST_RANK_MARGINAL);
  GstElement *sink;
  TrsPlayer *player;

  for (guint i = 0; i < 2; i++)
    {
      /* First with one that cannot be reached, then with none. */
      for (GList *l = factories; l != NULL; l = l->next)
        if (i == 1 || !g_str_equal (GST_OBJECT_NAME (l->data), "pulsesink"))
          gst_plugin_feature_set_rank (l->data, GST_RANK_NONE);

      sink = gst_element_factory_make ("autoaudiosink", NULL);
      player = make_player (sink);
      trs_player_open (player, path, 1);
      trs_player_play (player);
      trs_test_wait_until (has_failed (player));
      assert_failed (player, TRS_PLAYER_ERROR_NO_DEVICE);
      drop (player, sink);
    }
  gst_plugin_feature_list_free (factories);
}

/* Whatever a device does, nobody waits for it. */
static void
test_never_waits (void)
{
  g_autofree char *path = write_noise ("never-waits", NULL, 30);
  TestDevice *device = g_object_new (TEST_TYPE_DEVICE, NULL);
  TrsPlayer *player = make_player (GST_ELEMENT (device));

  set_mode (device, DEVICE_HANGS);
  trs_player_open (player, path, 1);
  trs_player_play (player);
  trs_test_poll_until (hangs (device));
  /* Each of these would never come back. */
  trs_player_pause (player);
  trs_player_seek (player, 4000);
  trs_player_play (player);
  trs_player_set_rate (player, 1.25);
  trs_player_seek (player, 8000);
  g_assert_true (hangs (device));
  set_mode (device, DEVICE_WORKS);
  trs_test_wait_until (trs_player_get_position (player) > 8000);
  g_assert_cmpint (trs_player_get_position (player), <, 20000);

  set_mode (device, DEVICE_HANGS);
  trs_player_pause (player);
  trs_test_poll_until (hangs (device));
  g_object_ref (device);
  g_object_unref (player);
  g_assert_true (hangs (device));
  set_mode (device, DEVICE_WORKS);
  trs_test_poll_until (G_OBJECT (device)->ref_count == 2);
  trs_test_settle ();
  g_object_unref (device);
  g_object_unref (device);
}

static void
test_another (void)
{
  g_autofree char *one = write_noise ("one", NULL, 30);
  g_autofree char *two = write_noise ("two", &trs_test_media_kinds[2], 20);
  GstElement *sink = g_object_new (TEST_TYPE_DEVICE, NULL);
  TrsPlayer *player = make_player (sink);

  trs_player_open (player, one, 1);
  trs_player_play_from (player, 25000);
  trs_test_wait_until (trs_player_get_position (player) > 25000);
  trs_player_open (player, two, 1);
  g_assert_false (trs_player_get_playing (player));
  g_assert_cmpint (trs_player_get_position (player), ==, 0);
  trs_player_play_from (player, 3000);
  trs_test_wait_until (trs_player_get_position (player) > 3000);
  g_assert_cmpint (trs_player_get_position (player), <, 15000);
  g_assert_cmpint (trs_player_get_duration (player), <, 21000);

  /* as fast as somebody goes through a list */
  for (guint i = 0; i < 20; i++)
    {
      trs_player_open (player, i % 2 == 0 ? one : two, 1);
      trs_player_play (player);
    }
  trs_player_open (player, one, 1);
  trs_player_play_from (player, 26000);
  trs_test_wait_until (trs_player_get_position (player) > 26000);
  g_assert_cmpint (trs_player_get_duration (player), ==, 30000);
  drop (player, sink);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;

  trs_test_init (&argc, &argv);
  g_setenv ("PULSE_SERVER", "unix:/nothing/here", TRUE);
  trs_media_init (TRUE, &error);
  g_assert_no_error (error);

  g_test_add_func ("/gst-player/plays", test_plays);
  g_test_add_func ("/gst-player/ends", test_ends);
  for (guint i = 0; i < TRS_TEST_MEDIA_N_KINDS; i++)
    {
      g_autofree char *name = g_strconcat ("/gst-player/lands/", trs_test_media_kinds[i].suffix, NULL);

      g_test_add_data_func (name, &trs_test_media_kinds[i], test_lands);
    }
  g_test_add_func ("/gst-player/lands/kept", test_lands_in_kept);
  g_test_add_func ("/gst-player/tracks", test_tracks);
  g_test_add_func ("/gst-player/rate", test_rate);
  g_test_add_func ("/gst-player/rate-changes", test_rate_changes);
  g_test_add_func ("/gst-player/refuses", test_refuses);
  g_test_add_func ("/gst-player/no-device", test_no_device);
  g_test_add_func ("/gst-player/nothing-to-hear-with", test_nothing_to_hear_with);
  g_test_add_func ("/gst-player/never-waits", test_never_waits);
  g_test_add_func ("/gst-player/another", test_another);
  g_test_add_func ("/gst-player/desktop", test_desktop);
  return g_test_run ();
}
