/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

#define TRS_TYPE_MEDIA_DECODER (trs_media_decoder_get_type ())
G_DECLARE_FINAL_TYPE (TrsMediaDecoder, trs_media_decoder, TRS, MEDIA_DECODER, GObject)

TrsMediaDecoder *trs_media_decoder_new         (const char       *path,
                                                double            length);
void             trs_media_decoder_set_track   (TrsMediaDecoder  *self,
                                                guint             track);
gboolean         trs_media_decoder_start       (TrsMediaDecoder  *self,
                                                GError          **error);
gssize           trs_media_decoder_read        (TrsMediaDecoder  *self,
                                                gint16           *samples,
                                                gsize             n,
                                                GError          **error);
double           trs_media_decoder_get_seconds (TrsMediaDecoder  *self);
gboolean         trs_media_decoder_is_cut      (TrsMediaDecoder  *self);

GstPad          *trs_media_decoder_find_track  (GstElement       *decodebin,
                                                guint             track);

G_END_DECLS
