/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-discover.h"
#include "trs-media.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <gst/gst.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

static GArray *
make_samples (double seconds)
{
  GArray *samples = trs_test_media_new_samples (seconds);

  trs_test_media_add_speech (samples, 0.5, seconds - 0.5, -20);
  return samples;
}

static void
test_kinds (void)
{
  g_autoptr (GArray) samples = make_samples (4);

  for (guint i = 0; i < TRS_TEST_MEDIA_N_KINDS; i++)
    {
      const TrsTestMediaKind *kind = &trs_test_media_kinds[i];
      g_autofree char *path = trs_test_media_write ("kind", kind, samples, "The harbour & its <b>crew</b>");
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsMediaInfo) info = trs_media_discover (path, &error);
      GStatBuf status;

      g_test_message ("%s", kind->suffix);
      g_assert_no_error (error);
      g_assert_cmpfloat (fabs (info->length - 4), <, 0.15);
      g_assert_cmpint (g_stat (path, &status), ==, 0);
      g_assert_cmpuint (info->bytes, ==, (guint64) status.st_size);
      if (!g_strv_contains ((const char * const[]) { "mp3", "avi", NULL }, kind->suffix))
        g_assert_cmpstr (info->title, ==, "The harbour & its <b>crew</b>");
    }
}

/* What the name says is no matter. */
static void
test_name (void)
{
  g_autoptr (GArray) samples = make_samples (2);
  g_autofree char *path = trs_test_media_write ("named", NULL, samples, NULL);
  g_autofree char *other = trs_test_media_path ("-a name? with #signs%20.txt");
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsMediaInfo) info = NULL;
  g_autoptr (TrsMediaInfo) copy = NULL;

  g_assert_cmpint (g_rename (path, other), ==, 0);
  info = trs_media_discover (other, &error);
  g_assert_no_error (error);
  g_assert_null (info->title);
  g_assert_cmpfloat (fabs (info->length - 2), <, 0.01);
  copy = trs_media_info_copy (info);
  g_assert_cmpuint (copy->bytes, ==, samples->len * 2 + 44);
}

static void
assert_refused (const char    *path,
                TrsMediaError  code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsMediaInfo) info = trs_media_discover (path, &error);

  g_test_message ("%s: %s", path, error != NULL ? error->message : "accepted");
  g_assert_null (info);
  g_assert_error (error, TRS_MEDIA_ERROR, (int) code);
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_null (strstr (error->message, "/"));
}

static void
assert_bytes_refused (const char    *name,
                      const char    *bytes,
                      gssize         size,
                      TrsMediaError  code)
{
  g_autofree char *path = trs_test_media_path (name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, bytes, size, &error);
  g_assert_no_error (error);
  assert_refused (path, code);
}

static void
test_no_media (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autofree char *bytes = g_malloc (100000);

  for (guint i = 0; i < 100000; i++)
    bytes[i] = (char) g_rand_int (rand);
  assert_bytes_refused ("empty.mp3", "", 0, TRS_MEDIA_ERROR_EMPTY);
  assert_bytes_refused ("one.mp3", "x", 1, TRS_MEDIA_ERROR_NOT_MEDIA);
  assert_bytes_refused ("text.mp3", "Minutes of the meeting.\n", -1, TRS_MEDIA_ERROR_NOT_MEDIA);
  assert_bytes_refused ("random.mp4", bytes, 100000, TRS_MEDIA_ERROR_NOT_MEDIA);
  assert_bytes_refused ("list.mp4", "#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n", -1, TRS_MEDIA_ERROR_PLAYLIST);
  assert_bytes_refused ("list.wav", "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n", -1, TRS_MEDIA_ERROR_PLAYLIST);
}

static void
test_no_file (void)
{
  g_autofree char *pipe = trs_test_media_path ("pipe");

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_refused (pipe, TRS_MEDIA_ERROR_UNREADABLE);
  assert_refused (g_get_user_data_dir (), TRS_MEDIA_ERROR_UNREADABLE);
  assert_refused ("/dev/zero", TRS_MEDIA_ERROR_UNREADABLE);
  assert_refused ("nothing-here.mp3", TRS_MEDIA_ERROR_UNREADABLE);
}

static void
test_no_sound (void)
{
  g_autofree char *path = trs_test_media_path ("pictures.webm");
  g_autofree char *avi = trs_test_media_path ("pictures.avi");
  g_autofree char *description =
      g_strdup_printf ("videotestsrc num-buffers=20 ! video/x-raw,width=64,height=48,framerate=10/1 ! tee name=t "
                       "t. ! queue ! vp8enc deadline=1 ! webmmux ! filesink location=\"%s\" "
                       "t. ! queue ! jpegenc ! avimux ! filesink location=\"%s\"",
                       path, avi);

  trs_test_media_launch (description);
  assert_refused (path, TRS_MEDIA_ERROR_NO_SOUND);
  assert_refused (avi, TRS_MEDIA_ERROR_NO_SOUND);
}

/* Returns: the one that it had */
static guint
set_rank (const char *name,
          guint       rank)
{
  g_autoptr (GstPluginFeature) feature = gst_registry_lookup_feature (gst_registry_get (), name);
  guint before = feature != NULL ? gst_plugin_feature_get_rank (feature) : GST_RANK_NONE;

  if (feature != NULL)
    gst_plugin_feature_set_rank (feature, rank);
  return before;
}

static void
assert_missing (const char *path,
                const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsMediaInfo) info = trs_media_discover (path, &error);

  g_assert_null (info);
  g_assert_error (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_NO_DECODER);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
}

/* It is said which part is missing, of the sound as of what holds it. */
static void
test_missing_decoder (void)
{
  static const char * const parts[] = { "asfdemux", "avdemux_asf", "opusdec", "avdec_opus" };
  g_autoptr (GArray) samples = make_samples (1);
  g_autofree char *webm = trs_test_media_write ("missing", &trs_test_media_kinds[2], samples, NULL);
  g_autofree char *wma = trs_test_media_path ("talk.wma");
  g_autofree char *description =
      g_strdup_printf ("audiotestsrc num-buffers=30 ! avenc_wmav2 ! avmux_asf ! filesink location=\"%s\"", wma);
  guint ranks[G_N_ELEMENTS (parts)];

  trs_test_media_launch (description);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    ranks[i] = set_rank (parts[i], GST_RANK_NONE);
  assert_missing (wma, "ASF");
  assert_missing (webm, "Opus");
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    set_rank (parts[i], ranks[i]);
}

static void
test_with_pictures (void)
{
  g_autofree char *path = trs_test_media_path ("both.webm");
  g_autofree char *description =
      g_strdup_printf ("videotestsrc num-buffers=30 ! video/x-raw,width=64,height=48,framerate=10/1 ! "
                       "vp8enc deadline=1 ! webmmux name=m ! filesink location=\"%s\" "
                       "audiotestsrc num-buffers=30 samplesperbuffer=4800 ! audio/x-raw,rate=48000 ! opusenc ! m.",
                       path);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsMediaInfo) info = NULL;

  trs_test_media_launch (description);
  info = trs_media_discover (path, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (fabs (info->length - 3), <, 0.1);
}

static void
test_protected (void)
{
  g_autofree char *path = trs_test_data_path ("media/protected.mp4");

  assert_refused (path, TRS_MEDIA_ERROR_PROTECTED);
}

/* An MP4 whose table of contents stands at its end hangs a bare pipeline once it is cut. */
static void
test_cut (void)
{
  g_autoptr (GArray) samples = make_samples (6);

  for (guint i = 1; i < 10; i += 4)
    {
      g_autofree char *path = trs_test_media_write ("cut", &trs_test_media_kinds[0], samples, NULL);

      trs_test_media_cut (path, i / 10.0);
      assert_refused (path, TRS_MEDIA_ERROR_CUT);
    }
}

/* In percent: the first of what is left of a kind. Of an Ogg or an AVI that has no sound left GStreamer may say nothing
 * until the time is up, which is ten seconds. */
static guint
get_first_cut (const TrsTestMediaKind *kind)
{
  if (g_str_equal (kind->suffix, "ogg"))
    return 99;
  return g_str_equal (kind->suffix, "avi") ? 15 : 1;
}

/* Whatever is cut away: an answer, and no crash. */
static void
test_cut_anywhere (void)
{
  g_autoptr (GArray) samples = make_samples (1);

  for (guint i = 1; i < TRS_TEST_MEDIA_N_KINDS; i++)
    for (guint j = get_first_cut (&trs_test_media_kinds[i]); j < 100; j += 14)
      {
        g_autofree char *path = trs_test_media_write ("anywhere", &trs_test_media_kinds[i], samples, NULL);
        g_autoptr (GError) error = NULL;
        g_autoptr (TrsMediaInfo) info = NULL;

        trs_test_media_cut (path, j / 100.0);
        info = trs_media_discover (path, &error);
        g_test_message ("%s cut to %u %%: %s", trs_test_media_kinds[i].suffix, j,
                        error != NULL ? error->message : "accepted");
        g_assert_true ((info == NULL) == (error != NULL));
      }
}

/* Titles are of strangers. */
static void
test_title (void)
{
  g_autoptr (GArray) samples = make_samples (1);
  g_autofree char *path = trs_test_media_write ("title", &trs_test_media_kinds[3], samples, "  a\tb\u2028c  d ");
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsMediaInfo) info = trs_media_discover (path, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (info->title, ==, "a b c d");
}

static void
assert_track (const TrsMediaInfo *info,
              guint               i,
              const char         *language,
              const char         *title)
{
  const TrsMediaTrack *track = info->tracks->pdata[i];

  g_assert_cmpstr (track->language, ==, language);
  g_assert_cmpstr (track->title, ==, title);
}

static void
test_tracks (void)
{
  g_autofree char *english_first = trs_test_media_write_tracks ("two", FALSE);
  g_autofree char *german_first = trs_test_media_write_tracks ("two", TRUE);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (TrsMediaInfo) matroska = trs_media_discover (english_first, &error);
      g_autoptr (TrsMediaInfo) mp4 = trs_media_discover (german_first, &error);
      g_autoptr (TrsMediaInfo) copy = trs_media_info_copy (matroska);

      g_assert_no_error (error);
      g_assert_null (copy->title);
      g_assert_cmpuint (copy->tracks->len, ==, 2);
      assert_track (copy, 0, "en", "Interpreter");
      assert_track (copy, 1, "de", "Floor");
      g_assert_cmpuint (mp4->tracks->len, ==, 2);
      /* An MP4 of GStreamer has no titles of tracks. */
      g_assert_cmpstr (((const TrsMediaTrack *) mp4->tracks->pdata[0])->language, ==, "de");
      g_assert_cmpstr (((const TrsMediaTrack *) mp4->tracks->pdata[1])->language, ==, "en");
    }
}

/* Whatever is written in a file, a list of its tracks stays small, and is text. */
static void
test_track_bounds (void)
{
  g_autoptr (GString) description = g_string_new (NULL);
  g_autofree char *path = trs_test_media_path ("many.mkv");
  g_autofree char *title = g_strnfill (5000, 'x');
  g_autoptr (TrsMediaTrack) track = trs_media_track_new ("e\nn", "a\xff\x01 b");
  g_autoptr (TrsMediaTrack) empty = trs_media_track_new ("", "  ");
  g_autoptr (TrsMediaInfo) info = NULL;
  g_autoptr (GError) error = NULL;

  g_string_printf (description, "matroskamux name=mux ! filesink location=\"%s\" ", path);
  for (guint i = 0; i < TRS_MEDIA_MAX_TRACKS + 4; i++)
    g_string_append_printf (
        description, "audiotestsrc num-buffers=50 ! taginject tags=\"title=%s\" ! vorbisenc ! mux. ", title);
  trs_test_media_launch (description->str);
  info = trs_media_discover (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (info->tracks->len, ==, TRS_MEDIA_MAX_TRACKS);
  for (guint i = 0; i < info->tracks->len; i++)
    g_assert_cmpuint (strlen (((const TrsMediaTrack *) info->tracks->pdata[i])->title), ==, 100);

  g_assert_cmpstr (track->language, ==, "e n");
  g_assert_cmpstr (track->title, ==, "a\xef\xbf\xbd b");
  g_assert_null (empty->language);
  g_assert_null (empty->title);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;

  trs_test_init (&argc, &argv);
  trs_media_init (TRUE, &error);
  g_assert_no_error (error);
  g_test_add_func ("/media/discover/kinds", test_kinds);
  g_test_add_func ("/media/discover/name", test_name);
  g_test_add_func ("/media/discover/no-media", test_no_media);
  g_test_add_func ("/media/discover/no-file", test_no_file);
  g_test_add_func ("/media/discover/no-sound", test_no_sound);
  g_test_add_func ("/media/discover/missing-decoder", test_missing_decoder);
  g_test_add_func ("/media/discover/with-pictures", test_with_pictures);
  g_test_add_func ("/media/discover/protected", test_protected);
  g_test_add_func ("/media/discover/cut", test_cut);
  g_test_add_func ("/media/discover/cut-anywhere", test_cut_anywhere);
  g_test_add_func ("/media/discover/title", test_title);
  g_test_add_func ("/media/discover/tracks", test_tracks);
  g_test_add_func ("/media/discover/track-bounds", test_track_bounds);
  return g_test_run ();
}
