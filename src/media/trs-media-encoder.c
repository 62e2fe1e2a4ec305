/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-encoder.h"

#include "trs-media.h"

#include <gst/gst.h>

/* Bits a second. Voices are as clear as what a recogniser hears: 9.2 MB an hour, with what holds them together. */
#define BIT_RATE 20000

/* 0 to 10. More takes twice the time of a processor, which the words wait for, and is not heard of voices. */
#define COMPLEXITY 5

/* What may come beside, where a recording is more than voices. */
#define ROOM_FACTOR 1.5

/* Of GstOpusEnc, which is a plug-in without a header. */
#define AUDIO_TYPE_VOICE "voice"
#define BIT_RATE_VARIES "vbr"

/* How long a disk may take for the last page. */
#define END_SECONDS 30

/**
 * TrsMediaEncoder:
 *
 * Writes sound as Opus in Ogg. All of it is done in the calls of its user, by whom it is pushed into the elements: no
 * thread waits for another one, so that what fails, as a disk without room does, is known at once.
 */
struct _TrsMediaEncoder
{
  GObject parent_instance;

  GstElement *pipeline;
  GstPad *pad; /* ours, before the first element */
  guint64 place;
  gboolean failed;
};

G_DEFINE_FINAL_TYPE (TrsMediaEncoder, trs_media_encoder, G_TYPE_OBJECT)

static void
trs_media_encoder_finalize (GObject *object)
{
  TrsMediaEncoder *self = TRS_MEDIA_ENCODER (object);

  if (self->pad != NULL)
    gst_pad_set_active (self->pad, FALSE);
  if (self->pipeline != NULL)
    gst_element_set_state (self->pipeline, GST_STATE_NULL);
  gst_clear_object (&self->pad);
  gst_clear_object (&self->pipeline);
  G_OBJECT_CLASS (trs_media_encoder_parent_class)->finalize (object);
}

static void
trs_media_encoder_class_init (TrsMediaEncoderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_media_encoder_finalize;
}

static void
trs_media_encoder_init (TrsMediaEncoder *self)
{
}

/* Returns: (nullable): the first element */
static GstElement *
build (TrsMediaEncoder *self,
       int              fd)
{
  GstElement *encoder = gst_element_factory_make ("opusenc", NULL);
  GstElement *muxer = gst_element_factory_make ("oggmux", NULL);
  GstElement *sink = gst_element_factory_make ("fdsink", NULL);
  GstElement *elements[] = { encoder, muxer, sink };
  gboolean whole = TRUE;

  self->pipeline = g_object_ref_sink (gst_pipeline_new (NULL));
  for (guint i = 0; i < G_N_ELEMENTS (elements); i++)
    if (elements[i] != NULL)
      gst_bin_add (GST_BIN (self->pipeline), elements[i]);
    else
      whole = FALSE;
  if (!whole)
    return NULL;

  gst_util_set_object_arg (G_OBJECT (encoder), "audio-type", AUDIO_TYPE_VOICE);
  gst_util_set_object_arg (G_OBJECT (encoder), "bitrate-type", BIT_RATE_VARIES);
  g_object_set (encoder, "bitrate", BIT_RATE, "complexity", COMPLEXITY, NULL);
  g_object_set (sink, "fd", fd, "async", FALSE, "sync", FALSE, NULL);
  return gst_element_link_many (encoder, muxer, sink, NULL) ? encoder : NULL;
}

static gboolean
start (TrsMediaEncoder *self,
       GstElement      *encoder)
{
  g_autoptr (GstPad) sink = gst_element_get_static_pad (encoder, "sink");
  g_autoptr (GstCaps) caps = gst_caps_new_simple ("audio/x-raw", "format", G_TYPE_STRING, "S16LE", "rate", G_TYPE_INT,
                                                  TRS_MEDIA_RATE, "channels", G_TYPE_INT, 1, "layout", G_TYPE_STRING,
                                                  "interleaved", NULL);
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  self->pad = g_object_ref_sink (gst_pad_new (NULL, GST_PAD_SRC));
  return gst_pad_link (self->pad, sink) == GST_PAD_LINK_OK &&
         gst_element_set_state (self->pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE &&
         gst_pad_set_active (self->pad, TRUE) &&
         gst_pad_push_event (self->pad, gst_event_new_stream_start ("sound")) &&
         gst_pad_push_event (self->pad, gst_event_new_caps (caps)) &&
         gst_pad_push_event (self->pad, gst_event_new_segment (&segment));
}

/**
 * trs_media_encoder_new:
 * @fd: an empty file, open for writing; borrowed as long as the encoder lives
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what encodes, or %NULL with %TRS_MEDIA_ERROR_SETUP if a part of GStreamer is
 *   missing
 */
TrsMediaEncoder *
trs_media_encoder_new (int      fd,
                       GError **error)
{
  g_autoptr (TrsMediaEncoder) self = g_object_new (TRS_TYPE_MEDIA_ENCODER, NULL);
  GstElement *encoder = build (self, fd);

  if (encoder != NULL && start (self, encoder))
    return g_steal_pointer (&self);
  g_set_error_literal (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_SETUP,
                       "The parts of GStreamer that write Opus are not installed.");
  return NULL;
}

/**
 * trs_media_encoder_write:
 * @self: an encoder
 * @samples: (array length=n): sound in one channel of %TRS_MEDIA_RATE, which follows what was written before
 * @n: how many samples
 *
 * Returns: %FALSE if it could not be written: then nothing will be any more
 */
gboolean
trs_media_encoder_write (TrsMediaEncoder *self,
                         const gint16    *samples,
                         gsize            n)
{
  GstBuffer *buffer;

  if (self->failed)
    return FALSE;

  buffer = gst_buffer_new_memdup (samples, n * sizeof *samples);
  GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (self->place, GST_SECOND, TRS_MEDIA_RATE);
  self->place += n;
  GST_BUFFER_DURATION (buffer) =
      gst_util_uint64_scale (self->place, GST_SECOND, TRS_MEDIA_RATE) - GST_BUFFER_PTS (buffer);
  self->failed = gst_pad_push (self->pad, buffer) != GST_FLOW_OK;
  return !self->failed;
}

/**
 * trs_media_encoder_finish:
 * @self: an encoder to which all was written
 *
 * Returns: whether the file is whole now, as far as the system says before it is synchronised
 */
gboolean
trs_media_encoder_finish (TrsMediaEncoder *self)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (self->pipeline);
  g_autoptr (GstMessage) message = NULL;

  if (self->failed)
    return FALSE;

  self->failed = TRUE;
  if (!gst_pad_push_event (self->pad, gst_event_new_eos ()))
    return FALSE;
  message = gst_bus_timed_pop_filtered (bus, END_SECONDS * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  return message != NULL && GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS;
}

/**
 * trs_media_encoder_get_room:
 * @seconds: how long a recording is
 *
 * Returns: how many bytes it takes at most, as far as that can be known
 */
guint64
trs_media_encoder_get_room (double seconds)
{
  return (guint64) (seconds * BIT_RATE / 8 * ROOM_FACTOR);
}
