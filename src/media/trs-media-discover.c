/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-discover.h"

#include "trs-media-decoder.h"
#include "trs-media-sniff.h"
#include "trs-media-stall.h"
#include "trs-media.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <gst/pbutils/pbutils.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The longest that GStreamer allows: what neither reads nor computes for the time below hangs. */
#define TIMEOUT_SECONDS 3600
#define STALL_SECONDS 15
#define LOOK_MILLISECONDS 200

#define MAX_TITLE 300
#define MAX_TRACK_TITLE 100
#define MAX_LANGUAGE 35

/* Types that stand for something encrypted. */
static const char * const PROTECTED[] = { "application/x-cenc", "application/x-cbcs", "application/x-webm-enc" };

/* Types of files that hold sound beside pictures. */
static const char * const CONTAINERS[] = {
  "x-ms-asf", "x-matroska", "/quicktime", "mpegts", "x-flv", "x-msvideo", "application/mxf", "application/ogg",
  "video/webm", "video/mpeg, systemstream",
};

G_DEFINE_BOXED_TYPE (TrsMediaInfo, trs_media_info, trs_media_info_copy, trs_media_info_free)

TrsMediaInfo *
trs_media_info_copy (const TrsMediaInfo *self)
{
  TrsMediaInfo *copy = g_memdup2 (self, sizeof *self);

  copy->title = g_strdup (self->title);
  g_ptr_array_ref (copy->tracks);
  return copy;
}

void
trs_media_info_free (TrsMediaInfo *self)
{
  g_free (self->title);
  g_clear_pointer (&self->tracks, g_ptr_array_unref);
  g_free (self);
}

/* One line, without control characters and not endless. */
static char *
clean_line (const char *title,
            glong       max_length)
{
  g_autofree char *valid = NULL;
  g_autoptr (GString) line = NULL;

  if (title == NULL)
    return NULL;

  valid = g_utf8_make_valid (title, -1);
  line = g_string_new (NULL);
  for (const char *p = valid; *p != '\0' && g_utf8_strlen (line->str, -1) < max_length; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_iscntrl (c) && !g_unichar_isspace (c))
        g_string_append_unichar (line, c);
      else if (line->len > 0 && line->str[line->len - 1] != ' ')
        g_string_append_c (line, ' ');
    }
  g_strchomp (line->str);
  return *line->str != '\0' ? g_strdup (line->str) : NULL;
}

/**
 * trs_media_track_new:
 * @language: (nullable): foreign bytes
 * @title: (nullable): foreign bytes
 *
 * Returns: (transfer full): what is said of a track, made valid UTF-8 and cut
 */
TrsMediaTrack *
trs_media_track_new (const char *language,
                     const char *title)
{
  TrsMediaTrack *self = g_new0 (TrsMediaTrack, 1);

  self->language = clean_line (language, MAX_LANGUAGE);
  self->title = clean_line (title, MAX_TRACK_TITLE);
  return self;
}

void
trs_media_track_free (TrsMediaTrack *self)
{
  g_free (self->language);
  g_free (self->title);
  g_free (self);
}

static char *
dup_tag (const GstTagList *tags,
         const char       *name)
{
  char *text = NULL;

  return tags != NULL && gst_tag_list_get_string (tags, name, &text) ? text : NULL;
}

static char *
dup_title (const GstTagList *tags)
{
  g_autofree char *title = dup_tag (tags, GST_TAG_TITLE);

  return clean_line (title, MAX_TITLE);
}

static int
compare_stream_ids (gconstpointer a,
                    gconstpointer b)
{
  return g_strcmp0 (gst_discoverer_stream_info_get_stream_id ((GstDiscovererStreamInfo *) a),
                    gst_discoverer_stream_info_get_stream_id ((GstDiscovererStreamInfo *) b));
}

/* In the order of the numbers that they have in the file, however GStreamer came upon them. */
static GPtrArray *
find_tracks (GstDiscovererInfo *info)
{
  g_autolist (GstDiscovererStreamInfo) streams = gst_discoverer_info_get_audio_streams (info);
  GPtrArray *tracks = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_media_track_free);

  streams = g_list_sort (streams, compare_stream_ids);
  for (GList *l = streams; l != NULL && tracks->len < TRS_MEDIA_MAX_TRACKS; l = l->next)
    {
      const GstTagList *tags = gst_discoverer_stream_info_get_tags (l->data);
      g_autofree char *language = dup_tag (tags, GST_TAG_LANGUAGE_CODE);
      g_autofree char *title = dup_tag (tags, GST_TAG_TITLE);

      g_ptr_array_add (tracks, trs_media_track_new (language, title));
    }
  return tracks;
}

/* The title of one of several tracks is not that of the recording. */
static char *
find_title (GstDiscovererInfo *info,
            gboolean           has_tracks)
{
  g_autolist (GstDiscovererStreamInfo) streams = gst_discoverer_info_get_stream_list (info);
  g_autoptr (GstDiscovererStreamInfo) top = gst_discoverer_info_get_stream_info (info);
  char *title = NULL;

  if (GST_IS_DISCOVERER_CONTAINER_INFO (top))
    title = dup_title (gst_discoverer_container_info_get_tags (GST_DISCOVERER_CONTAINER_INFO (top)));
  for (GList *l = streams; title == NULL && !has_tracks && l != NULL; l = l->next)
    if (!GST_IS_DISCOVERER_VIDEO_INFO (l->data))
      title = dup_title (gst_discoverer_stream_info_get_tags (l->data));
  return title;
}

static gboolean
is_protected (GstDiscovererInfo *info)
{
  g_autolist (GstDiscovererStreamInfo) streams = gst_discoverer_info_get_stream_list (info);
  const char **missing = gst_discoverer_info_get_missing_elements_installer_details (info);

  for (guint i = 0; i < G_N_ELEMENTS (PROTECTED); i++)
    {
      for (guint j = 0; missing != NULL && missing[j] != NULL; j++)
        if (strstr (missing[j], PROTECTED[i]) != NULL)
          return TRUE;
      for (GList *l = streams; l != NULL; l = l->next)
        {
          g_autoptr (GstCaps) caps = gst_discoverer_stream_info_get_caps (l->data);

          if (caps != NULL && gst_caps_get_size (caps) > 0 &&
              g_str_equal (gst_structure_get_name (gst_caps_get_structure (caps, 0)), PROTECTED[i]))
            return TRUE;
        }
    }
  return FALSE;
}

/* Returns: (nullable): the part that is missing, as GStreamer describes it for an installer */
static const char *
find_missing (GstDiscovererInfo *info,
              const char        *what)
{
  const char **missing = gst_discoverer_info_get_missing_elements_installer_details (info);

  for (guint i = 0; missing != NULL && missing[i] != NULL; i++)
    if (strstr (missing[i], what) != NULL)
      return missing[i];
  return NULL;
}

static gboolean
misses (GstDiscovererInfo *info,
        const char        *what)
{
  return find_missing (info, what) != NULL;
}

/* Without what takes its container apart, nothing is known of a file, not even whether it has sound. */
static const char *
find_missing_for_sound (GstDiscovererInfo *info)
{
  const char *missing = find_missing (info, "decoder-audio/");

  for (guint i = 0; missing == NULL && i < G_N_ELEMENTS (CONTAINERS); i++)
    missing = find_missing (info, CONTAINERS[i]);
  return missing;
}

/* The fourth part is for people: “gstreamer|1.0|program|Windows Media Audio 8 decoder|decoder-audio/x-wma”. */
static gboolean
fail_missing (GError     **error,
              const char  *missing)
{
  g_auto (GStrv) parts = g_strsplit (missing, "|", 5);
  g_autofree char *name = g_strv_length (parts) > 3 ? clean_line (parts[3], MAX_TITLE) : NULL;

  g_set_error (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_NO_DECODER,
               "No decoder for the sound of this file is installed: %s is missing.",
               name != NULL ? name : "a part of GStreamer");
  return FALSE;
}

static gboolean
has_sound (GstDiscovererInfo *info)
{
  g_autolist (GstDiscovererStreamInfo) streams = gst_discoverer_info_get_audio_streams (info);

  return streams != NULL;
}

static gboolean
has_pictures (GstDiscovererInfo *info)
{
  g_autolist (GstDiscovererStreamInfo) streams = gst_discoverer_info_get_video_streams (info);

  return streams != NULL;
}

static gboolean
fail (GError        **error,
      TrsMediaError   code,
      const char     *sentence)
{
  g_set_error_literal (error, TRS_MEDIA_ERROR, code, sentence);
  return FALSE;
}

static gboolean
judge (GstDiscovererInfo  *info,
       TrsMediaBoxes       boxes,
       GError            **error)
{
  GstDiscovererResult result = gst_discoverer_info_get_result (info);
  const char *missing = find_missing_for_sound (info);

  if (is_protected (info))
    return fail (error, TRS_MEDIA_ERROR_PROTECTED, "The file is protected: it can be played by its own program alone.");
  if (missing != NULL)
    return fail_missing (error, missing);
  if (has_sound (info) && result != GST_DISCOVERER_TIMEOUT && result != GST_DISCOVERER_ERROR)
    return TRUE;
  if (has_pictures (info) || misses (info, "decoder-video/") || misses (info, "decoder-image/"))
    return fail (error, TRS_MEDIA_ERROR_NO_SOUND, "The file has no sound.");
  if (result == GST_DISCOVERER_TIMEOUT)
    return fail (error, TRS_MEDIA_ERROR_UNREADABLE, "The file does not say in time what it holds.");
  if (boxes != TRS_MEDIA_BOXES_NONE)
    return fail (error, TRS_MEDIA_ERROR_UNREADABLE, "The file is damaged.");
  return fail (error, TRS_MEDIA_ERROR_NOT_MEDIA, "The file is no audio or video.");
}

/* Fills what the file system knows, and refuses what no decoder should see. */
static gboolean
look_at_file (const char     *path,
              TrsMediaInfo   *info,
              TrsMediaBoxes  *boxes,
              GError        **error)
{
  guint8 head[TRS_MEDIA_SNIFF_BYTES];
  struct stat status;
  gssize n;
  /* Without this flag a FIFO waits for somebody who writes. */
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);

  if (fd < 0)
    return fail (error, TRS_MEDIA_ERROR_UNREADABLE,
                 errno == ENOENT ? "There is no such file." : "The file cannot be opened.");

  *boxes = TRS_MEDIA_BOXES_NONE;
  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    {
      g_close (fd, NULL);
      return fail (error, TRS_MEDIA_ERROR_UNREADABLE, "It is not a file.");
    }
  n = pread (fd, head, sizeof head, 0);
  if (n > 0)
    *boxes = trs_media_sniff_boxes (fd);
  g_close (fd, NULL);

  info->bytes = (guint64) status.st_size;
  if (n < 0)
    return fail (error, TRS_MEDIA_ERROR_UNREADABLE, "The file cannot be read.");
  if (n == 0)
    return fail (error, TRS_MEDIA_ERROR_EMPTY, "The file is empty.");
  if (trs_media_sniff_is_playlist (head, (gsize) n))
    return fail (error, TRS_MEDIA_ERROR_PLAYLIST, "The file is a list of addresses, not a recording.");
  if (*boxes == TRS_MEDIA_BOXES_HEADLESS)
    return fail (error, TRS_MEDIA_ERROR_CUT, "The file is cut: what is needed to read it should stand at its end.");
  return TRUE;
}

/* How long it is by counting. */
static gboolean
measure (const char    *path,
         TrsMediaInfo  *info,
         GError       **error)
{
  g_autoptr (TrsMediaDecoder) decoder = trs_media_decoder_new (path, 0);
  gint16 samples[4096];
  gssize n;

  if (!trs_media_decoder_start (decoder, error))
    return FALSE;
  while ((n = trs_media_decoder_read (decoder, samples, G_N_ELEMENTS (samples), error)) > 0)
    ;
  info->length = trs_media_decoder_get_seconds (decoder);
  if (n == 0 && info->length <= 0)
    return fail (error, TRS_MEDIA_ERROR_NO_SOUND, "The file has no sound.");
  return n == 0;
}

/* MP3 and AAC without a container: what is announced is an estimate of the first bytes, and may be wrong by far. */
static gboolean
is_estimated (GstDiscovererInfo *info)
{
  g_autoptr (GstDiscovererStreamInfo) top = gst_discoverer_info_get_stream_info (info);
  g_autoptr (GstCaps) caps = NULL;

  if (GST_IS_DISCOVERER_CONTAINER_INFO (top))
    return FALSE;
  caps = gst_discoverer_stream_info_get_caps (top);
  return caps != NULL && gst_caps_get_size (caps) > 0 &&
         gst_structure_has_name (gst_caps_get_structure (caps, 0), "audio/mpeg");
}

/* One file that GStreamer looks at. */
typedef struct
{
  GstDiscovererInfo *info;
  TrsMediaStall stall;
  gboolean over;
} Look;

static void
discovered_cb (GstDiscoverer     *discoverer,
               GstDiscovererInfo *info,
               GError            *error,
               gpointer           user_data)
{
  Look *look = user_data;

  look->over = TRUE;
  /* Its error says less than what it found. */
  look->info = info != NULL ? g_object_ref (info) : NULL;
}

static gboolean
look_cb (gpointer user_data)
{
  Look *look = user_data;

  look->over = look->over || trs_media_stall_look_here (&look->stall);
  return G_SOURCE_CONTINUE;
}

/* Returns: (transfer full) (nullable): what GStreamer finds, %NULL if it finds nothing or hangs */
static GstDiscovererInfo *
run_discoverer (GstDiscoverer *discoverer,
                const char    *uri,
                GMainContext  *context)
{
  Look look = { .stall.limit = STALL_SECONDS * G_USEC_PER_SEC };
  g_autoptr (GSource) source = g_timeout_source_new (LOOK_MILLISECONDS);

  g_source_set_callback (source, look_cb, &look, NULL);
  g_source_attach (source, context);
  g_signal_connect (discoverer, "discovered", G_CALLBACK (discovered_cb), &look);
  gst_discoverer_start (discoverer);
  look.over = !gst_discoverer_discover_uri_async (discoverer, uri);
  while (!look.over)
    g_main_context_iteration (context, TRUE);
  g_signal_handlers_disconnect_by_data (discoverer, &look);
  gst_discoverer_stop (discoverer);
  g_source_destroy (source);
  return look.info;
}

/* Returns: (transfer full) (nullable): what GStreamer finds, without the main context of the caller */
static GstDiscovererInfo *
discover_uri (const char  *uri,
              GError     **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GstDiscoverer) discoverer = NULL;
  GstDiscovererInfo *info = NULL;

  g_main_context_push_thread_default (context);
  discoverer = gst_discoverer_new (TIMEOUT_SECONDS * GST_SECOND, NULL);
  if (discoverer == NULL)
    fail (error, TRS_MEDIA_ERROR_SETUP, "The basic parts of GStreamer are not installed.");
  else if ((info = run_discoverer (discoverer, uri, context)) == NULL)
    fail (error, TRS_MEDIA_ERROR_UNREADABLE, "The file is damaged: nothing says what it holds.");
  g_main_context_pop_thread_default (context);
  return info;
}

/**
 * trs_media_discover:
 * @path: (type filename): a file
 * @error: return location for an error
 *
 * Finds out what a file holds, without trusting its name, and without leaving this computer. It takes
 * milliseconds; of a file that does not say how long it is, as an MP3, all sound is decoded once.
 *
 * Returns: (transfer full) (nullable): what is known of it, or %NULL with %TRS_MEDIA_ERROR, whose message is a
 *   sentence without the path
 */
TrsMediaInfo *
trs_media_discover (const char  *path,
                    GError     **error)
{
  g_autoptr (TrsMediaInfo) self = g_new0 (TrsMediaInfo, 1);
  g_autoptr (GstDiscovererInfo) info = NULL;
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *uri = NULL;
  TrsMediaBoxes boxes;

  if (!look_at_file (path, self, &boxes, error))
    return NULL;

  uri = g_filename_to_uri (absolute, NULL, NULL);
  info = discover_uri (uri, error);
  if (info == NULL)
    return NULL;
  if (!judge (info, boxes, error))
    return NULL;

  self->tracks = find_tracks (info);
  self->title = find_title (info, self->tracks->len > 1);
  if (GST_CLOCK_TIME_IS_VALID (gst_discoverer_info_get_duration (info)))
    self->length = (double) gst_discoverer_info_get_duration (info) / GST_SECOND;
  if ((self->length <= 0 || is_estimated (info)) && !measure (path, self, error))
    return NULL;
  if (self->length > TRS_MEDIA_MAX_SECONDS)
    {
      fail (error, TRS_MEDIA_ERROR_UNREADABLE, "The file says that it is longer than two days.");
      return NULL;
    }
  return g_steal_pointer (&self);
}
