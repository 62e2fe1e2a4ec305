/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-sniff.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>

static gboolean
is_playlist (const char *head)
{
  return trs_media_sniff_is_playlist ((const guint8 *) head, strlen (head));
}

static void
test_playlists (void)
{
  static const char * const lists[] = {
    "#EXTM3U\n#EXTINF:10,\nhttp://example.org/a.ts\n",
    "\xef\xbb\xbf#EXTM3U\r\nhttp://example.org/a.ts\r\n",
    "# my songs\nhttp://example.org/a.mp3\n",
    "http://example.org/a.mp3\n",
    "[playlist]\nFile1=http://example.org/a.mp3\n",
    "[Reference]\nRef1=http://example.org/a.asf\n",
    "<?xml version=\"1.0\"?>\n<!-- <x> -->\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"></MPD>",
    "<SmoothStreamingMedia MajorVersion=\"2\">",
    "  <asx version=\"3.0\"><entry/></asx>",
    "<?xml version=\"1.0\"?><playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">",
    "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n",
    "RTSPtext\r\nrtsp://example.org/a\r\n",
    "<!DOCTYPE html><html></html>",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_test_message ("%s", lists[i]);
      g_assert_true (is_playlist (lists[i]));
    }
}

static void
test_others (void)
{
  static const guint8 mp4[] = { 0, 0, 0, 24, 'f', 't', 'y', 'p', 'i', 's', 'o', 'm' };

  g_assert_false (is_playlist (""));
  g_assert_false (is_playlist ("# only a comment"));
  g_assert_false (is_playlist ("<?xml version=\"1.0\""));
  g_assert_false (is_playlist ("<!-- no end"));
  g_assert_false (is_playlist ("RIFF....WAVEfmt "));
  g_assert_false (is_playlist ("ID3\x04"));
  g_assert_false (trs_media_sniff_is_playlist (mp4, sizeof mp4));
  g_assert_false (trs_media_sniff_is_playlist (NULL, 0));
}

static TrsMediaBoxes
look (const void *bytes,
      gsize       size)
{
  g_autofree char *path = trs_test_media_path ("boxes");
  g_autoptr (GError) error = NULL;
  TrsMediaBoxes boxes;
  int fd;

  g_file_set_contents (path, bytes, (gssize) size, &error);
  g_assert_no_error (error);
  fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  g_assert_cmpint (fd, >=, 0);
  boxes = trs_media_sniff_boxes (fd);
  g_close (fd, NULL);
  return boxes;
}

static void
test_boxes (void)
{
  static const guint8 whole[] = "\0\0\0\x0c" "ftypisom" "\0\0\0\x09" "moov!" "\0\0\0\x0a" "mdat..";
  static const guint8 late[] = "\0\0\0\x0c" "ftypisom" "\0\0\0\x0a" "mdat.." "\0\0\0\x09" "moov!";
  static const guint8 large[] = "\0\0\0\x0c" "ftypisom" "\0\0\0\x01" "mdat" "\0\0\0\0\0\0\0\x12" ".."
                                "\0\0\0\x08" "moov";
  static const guint8 open[] = "\0\0\0\x0c" "ftypisom" "\0\0\0\x08" "moov" "\0\0\0\0" "mdat.....";
  static const guint8 hostile[] = "\0\0\0\x0c" "ftypisom" "\0\0\0\x01" "moov" "\xff\xff\xff\xff\xff\xff\xff\xff";

  g_assert_cmpint (look (whole, sizeof whole - 1), ==, TRS_MEDIA_BOXES_WHOLE);
  g_assert_cmpint (look (late, sizeof late - 1), ==, TRS_MEDIA_BOXES_WHOLE);
  g_assert_cmpint (look (large, sizeof large - 1), ==, TRS_MEDIA_BOXES_WHOLE);
  g_assert_cmpint (look (open, sizeof open - 1), ==, TRS_MEDIA_BOXES_WHOLE);
  g_assert_cmpint (look (whole, sizeof whole - 3), ==, TRS_MEDIA_BOXES_CUT);
  for (gsize size = 8; size < sizeof late - 1; size++)
    g_assert_cmpint (look (late, size), ==, TRS_MEDIA_BOXES_HEADLESS);
  g_assert_cmpint (look (hostile, sizeof hostile - 1), ==, TRS_MEDIA_BOXES_HEADLESS);
  g_assert_cmpint (look ("RIFF....WAVEfmt ", 16), ==, TRS_MEDIA_BOXES_NONE);
  g_assert_cmpint (look ("", 0), ==, TRS_MEDIA_BOXES_NONE);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/media/sniff/playlists", test_playlists);
  g_test_add_func ("/media/sniff/others", test_others);
  g_test_add_func ("/media/sniff/boxes", test_boxes);
  return g_test_run ();
}
