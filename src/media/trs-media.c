/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media.h"

#include <gst/gst.h>

/* What a playlist or a stream description is to GStreamer. Elements that read one connect to what it names. */
static const char * const LISTS[] = {
  "application/x-hls", "application/vnd.apple.mpegurl", "application/dash+xml", "application/vnd.ms-sstr+xml",
  "application/sdp", "application/x-rtsp", "application/x-rtp", "application/smil", "application/xspf+xml",
  "text/uri-list", "text/html", NULL
};

/* By name, too: a demuxer of a later version may take another type. */
static const char * const LIST_READERS[] = { "hls", "dash", "mss", "sdp", "rtsp", "rtp", "rtmp", "rist", "srt", NULL };

/* The one element that may open something by itself. */
#define FILE_SOURCE "filesrc"

G_DEFINE_QUARK (trs-media-error, trs_media_error)

/**
 * trs_media_error_get_reason:
 * @code: a code of %TRS_MEDIA_ERROR
 *
 * Returns: the word for it in the lines of the worker
 */
const char *
trs_media_error_get_reason (TrsMediaError code)
{
  switch (code)
    {
    case TRS_MEDIA_ERROR_EMPTY:
      return "empty";
    case TRS_MEDIA_ERROR_UNREADABLE:
    case TRS_MEDIA_ERROR_NO_DECODER:
      return "unreadable";
    case TRS_MEDIA_ERROR_NOT_MEDIA:
      return "not-media";
    case TRS_MEDIA_ERROR_NO_SOUND:
      return "no-sound";
    case TRS_MEDIA_ERROR_PROTECTED:
      return "protected";
    case TRS_MEDIA_ERROR_PLAYLIST:
      return "playlist";
    case TRS_MEDIA_ERROR_CUT:
      return "cut";
    case TRS_MEDIA_ERROR_SETUP:
    default:
      return "setup";
    }
}

static gboolean
takes_lists (GstElementFactory *factory)
{
  for (const GList *l = gst_element_factory_get_static_pad_templates (factory); l != NULL; l = l->next)
    {
      GstStaticPadTemplate *template = l->data;
      g_autoptr (GstCaps) caps = NULL;

      if (template->direction != GST_PAD_SINK)
        continue;
      caps = gst_static_pad_template_get_caps (template);
      for (guint i = 0; !gst_caps_is_any (caps) && i < gst_caps_get_size (caps); i++)
        if (g_strv_contains (LISTS, gst_structure_get_name (gst_caps_get_structure (caps, i))))
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_named_for_lists (const char *name)
{
  for (guint i = 0; LIST_READERS[i] != NULL; i++)
    if (g_str_has_prefix (name, LIST_READERS[i]))
      return TRUE;
  return FALSE;
}

static gboolean
may_connect (GstElementFactory *factory)
{
  const char *name = GST_OBJECT_NAME (factory);

  if (gst_element_factory_list_is_type (factory, GST_ELEMENT_FACTORY_TYPE_SRC) ||
      gst_element_factory_get_uri_type (factory) == GST_URI_SRC)
    return !g_str_equal (name, FILE_SOURCE);
  return is_named_for_lists (name) || takes_lists (factory);
}

static gboolean
shows_pictures (GstElementFactory *factory)
{
  return gst_element_factory_list_is_type (factory, GST_ELEMENT_FACTORY_TYPE_DECODER) &&
         !gst_element_factory_list_is_type (factory, GST_ELEMENT_FACTORY_TYPE_MEDIA_AUDIO) &&
         gst_element_factory_list_is_type (factory, GST_ELEMENT_FACTORY_TYPE_MEDIA_VIDEO |
                                                       GST_ELEMENT_FACTORY_TYPE_MEDIA_IMAGE);
}

/**
 * trs_media_init:
 * @sound_alone: whether pictures are of no use to the program: what decodes them is then kept from foreign bytes
 * @error: return location for an error
 *
 * Loads GStreamer, so that it opens the files it is given and nothing else: whatever may connect to
 * somewhere, as a playlist asks it to, is never chosen. To be called before anything else of this room.
 *
 * Returns: %FALSE with %TRS_MEDIA_ERROR_SETUP if it cannot be used
 */
gboolean
trs_media_init (gboolean   sound_alone,
                GError   **error)
{
  g_autoptr (GError) inner = NULL;
  GList *factories;

  if (!gst_init_check (NULL, NULL, &inner))
    {
      g_set_error (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_SETUP, "GStreamer cannot be used: %s",
                   inner != NULL ? inner->message : "no reason given");
      return FALSE;
    }

  factories = gst_registry_get_feature_list (gst_registry_get (), GST_TYPE_ELEMENT_FACTORY);
  for (GList *l = factories; l != NULL; l = l->next)
    if (may_connect (l->data) || (sound_alone && shows_pictures (l->data)))
      gst_plugin_feature_set_rank (l->data, GST_RANK_NONE);
  gst_plugin_feature_list_free (factories);
  return TRUE;
}
