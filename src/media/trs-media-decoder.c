/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-decoder.h"

#include "trs-media-sniff.h"
#include "trs-media-stall.h"
#include "trs-media.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <gst/app/gstappsink.h>
#include <string.h>

#define MAX_BUFFERS 16

/* A decoder that neither reads nor computes for this time is taken to hang. */
#define STALL_SECONDS 15

/* What is missing between two pieces of sound is filled with silence, so that times stay true. */
#define MIN_GAP (TRS_MEDIA_RATE / 5)

/* Where both channels together are so much quieter than one of them, in energy, they cancel each other out: one of two
 * microphones was the wrong way round. */
#define CANCELLED_PART 10

/* A file is cut if its sound ends this early: seconds, and the part of its length. What is made of boxes says it
 * better: in a whole one the sound may end long before the pictures. */
#define CUT_SECONDS 2.0
#define CUT_PART 0.01

/**
 * TrsMediaDecoder:
 *
 * The sound of a file, as samples of 16 bits in one channel of %TRS_MEDIA_RATE. Its place is counted in
 * samples from the beginning of the recording, where its times begin, too.
 */
struct _TrsMediaDecoder
{
  GObject parent_instance;

  char *path;
  double length;
  guint track;
  TrsMediaBoxes boxes;

  GstElement *pipeline;
  GstElement *converter;
  GstElement *sink;
  GArray *samples; /* of one channel, which have come and were not read */
  gsize used;

  guint64 place;
  guint64 silence;
  gboolean ended;
  gboolean broken;
};

G_DEFINE_FINAL_TYPE (TrsMediaDecoder, trs_media_decoder, G_TYPE_OBJECT)

static void
trs_media_decoder_finalize (GObject *object)
{
  TrsMediaDecoder *self = TRS_MEDIA_DECODER (object);

  if (self->pipeline != NULL)
    gst_element_set_state (self->pipeline, GST_STATE_NULL);
  g_array_unref (self->samples);
  gst_clear_object (&self->pipeline);
  g_free (self->path);
  G_OBJECT_CLASS (trs_media_decoder_parent_class)->finalize (object);
}

static void
trs_media_decoder_class_init (TrsMediaDecoderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_media_decoder_finalize;
}

static void
trs_media_decoder_init (TrsMediaDecoder *self)
{
  self->samples = g_array_new (FALSE, FALSE, sizeof (gint16));
  self->track = 1;
}

/**
 * trs_media_decoder_new:
 * @path: (type filename): a file that trs_media_discover() accepted
 * @length: how long it says to be, in seconds; 0 if that is not known
 *
 * Returns: (transfer full): what decodes it
 */
TrsMediaDecoder *
trs_media_decoder_new (const char *path,
                       double      length)
{
  TrsMediaDecoder *self = g_object_new (TRS_TYPE_MEDIA_DECODER, NULL);

  self->path = g_strdup (path);
  self->length = length;
  return self;
}

/**
 * trs_media_decoder_set_track:
 * @self: a decoder that was not started
 * @track: which of its sound tracks is read, from 1, which is read if nothing else is said
 *
 * Of a track that is not there nothing can be decoded.
 */
void
trs_media_decoder_set_track (TrsMediaDecoder *self,
                             guint            track)
{
  g_return_if_fail (self->pipeline == NULL && track > 0);

  self->track = track;
}

static void
look_at_boxes (TrsMediaDecoder *self)
{
  int fd = g_open (self->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);

  if (fd < 0)
    return;

  self->boxes = trs_media_sniff_boxes (fd);
  g_close (fd, NULL);
}

/* Two channels may cancel each other out, and are mixed here; more of them GStreamer knows how to mix. */
static void
set_channels (TrsMediaDecoder *self,
              int              n_channels)
{
  g_autoptr (GstCaps) caps = gst_caps_new_simple ("audio/x-raw", "format", G_TYPE_STRING, "S16LE", "rate", G_TYPE_INT,
                                                  TRS_MEDIA_RATE, "channels", G_TYPE_INT, n_channels == 2 ? 2 : 1,
                                                  "layout", G_TYPE_STRING, "interleaved", NULL);

  g_object_set (self->sink, "caps", caps, NULL);
}

static int
compare_stream_ids (gconstpointer a,
                    gconstpointer b)
{
  g_autofree char *one = gst_pad_get_stream_id (GST_PAD (a));
  g_autofree char *other = gst_pad_get_stream_id (GST_PAD (b));

  return g_strcmp0 (one, other);
}

/**
 * trs_media_decoder_find_track:
 * @decodebin: what has announced all its pads, which are those of sound alone
 * @track: from 1
 *
 * Counts in the order of the numbers that tracks have in the file, because pads come as their decoders are ready.
 *
 * Returns: (transfer full) (nullable): where the sound of the track comes from; %NULL if there is no such track
 */
GstPad *
trs_media_decoder_find_track (GstElement *decodebin,
                              guint       track)
{
  g_autolist (GstPad) pads = NULL;
  GstPad *pad;

  GST_OBJECT_LOCK (decodebin);
  pads = g_list_copy_deep (decodebin->srcpads, (GCopyFunc) (GCallback) gst_object_ref, NULL);
  GST_OBJECT_UNLOCK (decodebin);
  pads = g_list_sort (pads, compare_stream_ids);
  pad = g_list_nth_data (pads, track - 1);
  return pad != NULL ? gst_object_ref (pad) : NULL;
}

/* Only one track: another one may be another language, and nobody speaks in both. */
static void
no_more_pads_cb (GstElement *decodebin,
                 gpointer    user_data)
{
  TrsMediaDecoder *self = user_data;
  g_autoptr (GstPad) sink = gst_element_get_static_pad (self->converter, "sink");
  g_autoptr (GstPad) pad = trs_media_decoder_find_track (decodebin, self->track);
  g_autoptr (GstCaps) caps = pad != NULL ? gst_pad_get_current_caps (pad) : NULL;
  int n_channels = 1;

  if (pad == NULL || gst_pad_is_linked (sink))
    return;
  if (caps != NULL && gst_caps_get_size (caps) > 0)
    gst_structure_get_int (gst_caps_get_structure (caps, 0), "channels", &n_channels);
  set_channels (self, n_channels);
  gst_pad_link (pad, sink);
}

static GstElement *
add_element (TrsMediaDecoder *self,
             const char      *name)
{
  GstElement *element = gst_element_factory_make (name, NULL);

  if (element != NULL)
    gst_bin_add (GST_BIN (self->pipeline), element);
  return element;
}

static gboolean
build (TrsMediaDecoder *self)
{
  g_autoptr (GstCaps) decoded = gst_caps_from_string ("audio/x-raw(ANY)");
  GstElement *source, *decodebin, *resampler;

  self->pipeline = gst_pipeline_new (NULL);
  g_object_ref_sink (self->pipeline);
  source = add_element (self, "filesrc");
  decodebin = add_element (self, "decodebin");
  self->converter = add_element (self, "audioconvert");
  resampler = add_element (self, "audioresample");
  self->sink = add_element (self, "appsink");
  if (source == NULL || decodebin == NULL || self->converter == NULL || resampler == NULL || self->sink == NULL)
    return FALSE;

  g_object_set (source, "location", self->path, NULL);
  g_object_set (decodebin, "caps", decoded, "expose-all-streams", FALSE, NULL);
  set_channels (self, 1);
  g_object_set (self->sink, "sync", FALSE, "max-buffers", MAX_BUFFERS, NULL);
  g_signal_connect (decodebin, "no-more-pads", G_CALLBACK (no_more_pads_cb), self);
  return gst_element_link (source, decodebin) &&
         gst_element_link_many (self->converter, resampler, self->sink, NULL);
}

/**
 * trs_media_decoder_start:
 * @self: a decoder
 * @error: return location for an error
 *
 * Returns: %FALSE with %TRS_MEDIA_ERROR_SETUP if a part of GStreamer is missing, or
 *   %TRS_MEDIA_ERROR_UNREADABLE
 */
gboolean
trs_media_decoder_start (TrsMediaDecoder  *self,
                         GError          **error)
{
  g_return_val_if_fail (self->pipeline == NULL, FALSE);

  if (!build (self))
    {
      g_set_error_literal (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_SETUP,
                           "The basic parts of GStreamer are not installed.");
      return FALSE;
    }
  look_at_boxes (self);
  if (gst_element_set_state (self->pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE)
    {
      g_set_error_literal (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_UNREADABLE, "The file cannot be read.");
      return FALSE;
    }
  return TRUE;
}

static gboolean
has_failed (TrsMediaDecoder *self)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (self->pipeline);
  g_autoptr (GstMessage) message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);

  return message != NULL;
}

/* How much silence stands before a sample that came. */
static guint64
get_gap (TrsMediaDecoder *self,
         GstSample       *sample)
{
  GstClockTime time = GST_BUFFER_PTS (gst_sample_get_buffer (sample));
  guint64 limit = (guint64) (MIN (self->length, TRS_MEDIA_MAX_SECONDS) * TRS_MEDIA_RATE);
  guint64 place;

  if (GST_CLOCK_TIME_IS_VALID (time))
    time = gst_segment_to_stream_time (gst_sample_get_segment (sample), GST_FORMAT_TIME, time);
  if (!GST_CLOCK_TIME_IS_VALID (time))
    return 0;
  place = gst_util_uint64_scale (time, TRS_MEDIA_RATE, GST_SECOND);
  /* Times may lie: nothing is filled beyond the length. */
  return place > self->place + MIN_GAP && place <= limit ? place - self->place : 0;
}

/* Waits for a sample, and looks every now and then whether there is a reason that none comes. */
static GstSample *
pull (TrsMediaDecoder *self)
{
  TrsMediaStall stall = { .limit = STALL_SECONDS * G_USEC_PER_SEC };

  do
    {
      GstSample *sample = gst_app_sink_try_pull_sample (GST_APP_SINK (self->sink), GST_SECOND / 5);

      if (sample != NULL)
        return sample;
      if (has_failed (self))
        break;
      if (gst_app_sink_is_eos (GST_APP_SINK (self->sink)))
        return NULL;
    }
  while (!trs_media_stall_look_here (&stall));
  self->broken = TRUE;
  return NULL;
}

/* Mixes two channels, or takes the louder one where they cancel each other out. */
static void
mix (TrsMediaDecoder *self,
     const gint16    *samples,
     gsize            n)
{
  double left = 0, right = 0, both = 0;

  for (gsize i = 0; i < n; i++)
    {
      double l = samples[2 * i], r = samples[2 * i + 1];

      left += l * l;
      right += r * r;
      both += (l + r) * (l + r) / 4;
    }
  g_array_set_size (self->samples, (guint) n);
  for (gsize i = 0; i < n; i++)
    {
      gint16 *mixed = &g_array_index (self->samples, gint16, i);

      if (both * CANCELLED_PART < MAX (left, right))
        *mixed = samples[2 * i + (right > left)];
      else
        *mixed = (gint16) ((samples[2 * i] + samples[2 * i + 1]) / 2);
    }
}

static void
take (TrsMediaDecoder *self,
      GstSample       *sample)
{
  GstStructure *format = gst_caps_get_structure (gst_sample_get_caps (sample), 0);
  int n_channels = 1;
  GstMapInfo info;

  self->silence = get_gap (self, sample);
  gst_structure_get_int (format, "channels", &n_channels);
  if (!gst_buffer_map (gst_sample_get_buffer (sample), &info, GST_MAP_READ))
    return;
  if (n_channels == 2)
    mix (self, (const gint16 *) info.data, info.size / (2 * sizeof (gint16)));
  else
    g_array_append_vals (self->samples, info.data, (guint) (info.size / sizeof (gint16)));
  gst_buffer_unmap (gst_sample_get_buffer (sample), &info);
}

static gboolean
fetch (TrsMediaDecoder  *self,
       GError          **error)
{
  g_autoptr (GstSample) sample = NULL;

  g_array_set_size (self->samples, 0);
  self->used = 0;
  if (self->place < (guint64) TRS_MEDIA_MAX_SECONDS * TRS_MEDIA_RATE)
    sample = pull (self);
  if (sample != NULL)
    {
      take (self, sample);
      return TRUE;
    }

  self->ended = TRUE;
  if (self->broken && self->place == 0)
    {
      g_set_error_literal (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_UNREADABLE, "The sound cannot be decoded.");
      return FALSE;
    }
  return TRUE;
}

static gsize
copy_samples (TrsMediaDecoder *self,
              gint16          *samples,
              gsize            n)
{
  gsize copied = MIN (n, self->samples->len - self->used);

  /* Of an empty buffer there is no address to copy from. */
  if (copied > 0)
    memcpy (samples, &g_array_index (self->samples, gint16, self->used), copied * sizeof *samples);
  self->used += copied;
  return copied;
}

/**
 * trs_media_decoder_read:
 * @self: a decoder that was started
 * @samples: (array length=n): where they go
 * @n: how many at most
 * @error: return location for an error
 *
 * Waits for sound. What breaks behind its beginning ends it, and makes trs_media_decoder_is_cut() true.
 *
 * Returns: how many there are; 0 at the end, −1 with %TRS_MEDIA_ERROR_UNREADABLE if there never was any
 */
gssize
trs_media_decoder_read (TrsMediaDecoder  *self,
                        gint16           *samples,
                        gsize             n,
                        GError          **error)
{
  gsize done = 0;

  while (done == 0 && !self->ended)
    {
      if (self->silence == 0 && self->used == self->samples->len && !fetch (self, error))
        return -1;
      if (self->silence > 0)
        {
          done = (gsize) MIN (self->silence, n);
          memset (samples, 0, done * sizeof *samples);
          self->silence -= done;
        }
      else
        {
          done = copy_samples (self, samples, n);
        }
    }
  self->place += done;
  return (gssize) done;
}

/**
 * trs_media_decoder_get_seconds:
 * @self: a decoder
 *
 * Returns: how many were read
 */
double
trs_media_decoder_get_seconds (TrsMediaDecoder *self)
{
  return (double) self->place / TRS_MEDIA_RATE;
}

/**
 * trs_media_decoder_is_cut:
 * @self: a decoder that was read to its end
 *
 * Returns: whether the file announces more than it holds, or broke off
 */
gboolean
trs_media_decoder_is_cut (TrsMediaDecoder *self)
{
  double missing = self->length - trs_media_decoder_get_seconds (self);

  if (self->broken || self->boxes == TRS_MEDIA_BOXES_CUT)
    return TRUE;
  return self->boxes != TRS_MEDIA_BOXES_WHOLE && missing > MAX (CUT_SECONDS, self->length * CUT_PART);
}
