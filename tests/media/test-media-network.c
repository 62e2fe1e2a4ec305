/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is dropped as a recording connects to nobody: a listener counts. */
#include "trs-gst-player.h"
#include "trs-media-decoder.h"
#include "trs-media-discover.h"
#include "trs-media.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"

#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
#include <string.h>

typedef struct
{
  GSocketService *service;
  guint16 port;
  int connections;
} Listener;

static gboolean
run_cb (GThreadedSocketService *service,
        GSocketConnection      *connection,
        GObject                *source,
        gpointer                user_data)
{
  Listener *self = user_data;

  g_atomic_int_inc (&self->connections);
  return TRUE;
}

static void
listener_start (Listener *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) effective = NULL;

  self->connections = 0;
  self->service = g_threaded_socket_service_new (4);
  g_signal_connect (self->service, "run", G_CALLBACK (run_cb), self);
  g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &effective, &error);
  g_assert_no_error (error);
  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
  g_socket_service_start (self->service);
}

static void
listener_stop (Listener *self)
{
  g_socket_service_stop (self->service);
  g_clear_object (&self->service);
}

static const struct
{
  const char *name;
  const char *text;
} LISTS[] = {
  { "list.m3u8", "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n"
                 "http://127.0.0.1:%PORT%/a.ts\n#EXT-X-ENDLIST\n" },
  { "master.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\nhttp://127.0.0.1:%PORT%/b.m3u8\n" },
  { "list.mpd", "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\" "
                "mediaPresentationDuration=\"PT10S\" minBufferTime=\"PT1S\" "
                "profiles=\"urn:mpeg:dash:profile:isoff-on-demand:2011\"><Period><AdaptationSet mimeType=\"audio/mp4\">"
                "<Representation id=\"1\" bandwidth=\"64000\" codecs=\"mp4a.40.2\">"
                "<BaseURL>http://127.0.0.1:%PORT%/a.mp4</BaseURL><SegmentBase indexRange=\"0-100\"/></Representation>"
                "</AdaptationSet></Period></MPD>\n" },
  { "list.ism", "<?xml version=\"1.0\"?><SmoothStreamingMedia MajorVersion=\"2\" MinorVersion=\"0\" "
                "Duration=\"100000000\"><StreamIndex Type=\"audio\" QualityLevels=\"1\" Chunks=\"1\" "
                "Url=\"http://127.0.0.1:%PORT%/Q({bitrate})/F({start time})\"><QualityLevel Index=\"0\" "
                "Bitrate=\"64000\" FourCC=\"AACL\" SamplingRate=\"44100\" Channels=\"2\" BitsPerSample=\"16\" "
                "PacketSize=\"4\" AudioTag=\"255\" CodecPrivateData=\"1210\"/><c d=\"100000000\"/></StreamIndex>"
                "</SmoothStreamingMedia>\n" },
  { "list.sdp", "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n"
                "a=control:rtsp://127.0.0.1:%PORT%/x\r\nm=audio %PORT% RTP/AVP 0\r\n" },
  { "list.pls", "[playlist]\nFile1=http://127.0.0.1:%PORT%/a.mp3\nNumberOfEntries=1\n" },
  { "list.asx", "<asx version=\"3.0\"><entry><ref href=\"http://127.0.0.1:%PORT%/a.mp3\"/></entry></asx>\n" },
  { "list.xspf", "<?xml version=\"1.0\"?><playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList><track>"
                 "<location>http://127.0.0.1:%PORT%/a.mp3</location></track></trackList></playlist>\n" },
  { "rtsp.txt", "RTSPtext\r\nrtsp://127.0.0.1:%PORT%/a\r\n" },
};

static char *
write_list (guint   i,
            guint16 port)
{
  g_autofree char *number = g_strdup_printf ("%u", port);
  g_autoptr (GString) text = g_string_new (LISTS[i].text);
  g_autoptr (GError) error = NULL;
  char *path = trs_test_media_path (LISTS[i].name);

  g_string_replace (text, "%PORT%", number, 0);
  g_file_set_contents (path, text->str, -1, &error);
  g_assert_no_error (error);
  return path;
}

static void
end_cb (GstBus     *bus,
        GstMessage *message,
        gpointer    user_data)
{
  gboolean *ended = user_data;

  *ended = TRUE;
}

/* That nothing reads it is said this way. */
static void
element_cb (GstBus     *bus,
            GstMessage *message,
            gpointer    user_data)
{
  gboolean *ended = user_data;

  *ended = *ended || gst_is_missing_plugin_message (message);
}

/* Threads of a pipeline that has just failed may still push, of which GStreamer 1.22 warns itself
 * ("Got data flow before stream-start event"). */
static gboolean
warning_is_fatal_cb (const char    *domain,
                     GLogLevelFlags level,
                     const char    *message,
                     gpointer       user_data)
{
  return g_strcmp0 (domain, "GStreamer") != 0;
}

static void
warning_cb (const char    *domain,
            GLogLevelFlags level,
            const char    *message,
            gpointer       user_data)
{
  /* The handler of GLib's tests would bail out. */
  g_printerr ("%s: %s\n", domain, message);
}

/* With everything that GStreamer would choose for an address: it reads HLS by this element alone. */
static void
play (const char *path,
      Listener   *listener)
{
  g_autofree char *description = g_strdup_printf ("uridecodebin3 uri=\"file://%s\" ! fakesink", path);
  g_autoptr (GError) error = NULL;
  GstElement *pipeline = gst_parse_launch (description, &error);
  g_autoptr (GstBus) bus = NULL;
  gboolean ended = FALSE;
  guint handler;

  g_assert_no_error (error);
  g_test_log_set_fatal_handler (warning_is_fatal_cb, NULL);
  handler = g_log_set_handler ("GStreamer", G_LOG_LEVEL_WARNING | G_LOG_FLAG_FATAL, warning_cb, NULL);
  bus = gst_element_get_bus (pipeline);
  gst_bus_add_signal_watch (bus);
  g_signal_connect (bus, "message::error", G_CALLBACK (end_cb), &ended);
  g_signal_connect (bus, "message::eos", G_CALLBACK (end_cb), &ended);
  g_signal_connect (bus, "message::element", G_CALLBACK (element_cb), &ended);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  trs_test_poll_until (ended || g_atomic_int_get (&listener->connections) > 0);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_bus_remove_signal_watch (bus);
  gst_object_unref (pipeline);
  g_log_remove_handler ("GStreamer", handler);
  g_test_log_set_fatal_handler (NULL, NULL);
}

/* The test sees a connection where there is one: GStreamer as it is connects. */
static void
test_control (void)
{
  Listener listener;
  g_autofree char *path = NULL;

  listener_start (&listener);
  path = write_list (0, listener.port);
  play (path, &listener);
  g_assert_cmpint (g_atomic_int_get (&listener.connections), >, 0);
  listener_stop (&listener);
}

/* What a window is given to play. */
static void
try_to_play (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsPlayer) player = (TrsPlayer *) trs_gst_player_new (TRS_TYPE_PLAYER,
                                                                   gst_element_factory_make ("fakesink", NULL), &error);

  g_assert_no_error (error);
  trs_player_open (player, path, 1);
  trs_player_play (player);
  trs_test_wait_until ((error = trs_player_dup_error (player)) != NULL);
  g_assert_error (error, TRS_PLAYER_ERROR, TRS_PLAYER_ERROR_UNREADABLE);
}

/* Neither the player, nor discovery, nor a decoder that is given what discovery refuses, nor GStreamer's own way. */
static void
test_lists (void)
{
  Listener listener;
  g_autoptr (GError) inner = NULL;

  trs_media_init (TRUE, &inner);
  g_assert_no_error (inner);
  listener_start (&listener);
  for (guint i = 0; i < G_N_ELEMENTS (LISTS); i++)
    {
      g_autofree char *path = write_list (i, listener.port);
      g_autoptr (TrsMediaDecoder) decoder = trs_media_decoder_new (path, 10);
      g_autoptr (GError) error = NULL;
      gint16 samples[100];

      g_test_message ("%s", LISTS[i].name);
      g_assert_null (trs_media_discover (path, &error));
      g_assert_error (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_PLAYLIST);
      g_clear_error (&error);
      if (trs_media_decoder_start (decoder, &error))
        g_assert_cmpint (trs_media_decoder_read (decoder, samples, G_N_ELEMENTS (samples), &error), ==, -1);
      g_assert_error (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_UNREADABLE);
      try_to_play (path);
      play (path, &listener);
    }
  trs_test_settle ();
  g_assert_cmpint (g_atomic_int_get (&listener.connections), ==, 0);
  listener_stop (&listener);
}

/* Whatever is installed: nothing but a file is opened by its address. */
static void
test_ranks (void)
{
  g_autoptr (GError) error = NULL;
  GList *factories;

  trs_media_init (TRUE, &error);
  g_assert_no_error (error);
  factories = gst_element_factory_list_get_elements (GST_ELEMENT_FACTORY_TYPE_SRC, GST_RANK_MARGINAL);
  g_assert_cmpuint (g_list_length (factories), ==, 1);
  g_assert_cmpstr (GST_OBJECT_NAME (factories->data), ==, "filesrc");
  gst_plugin_feature_list_free (factories);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  gst_init (NULL, NULL);
  /* What the others change is never changed back, so that this is the first. */
  g_test_add_func ("/media/network/control", test_control);
  g_test_add_func ("/media/network/lists", test_lists);
  g_test_add_func ("/media/network/ranks", test_ranks);
  return g_test_run ();
}
