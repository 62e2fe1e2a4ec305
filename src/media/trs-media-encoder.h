/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define TRS_TYPE_MEDIA_ENCODER (trs_media_encoder_get_type ())
G_DECLARE_FINAL_TYPE (TrsMediaEncoder, trs_media_encoder, TRS, MEDIA_ENCODER, GObject)

TrsMediaEncoder *trs_media_encoder_new      (int                fd,
                                             GError           **error);
gboolean         trs_media_encoder_write    (TrsMediaEncoder   *self,
                                             const gint16      *samples,
                                             gsize              n);
gboolean         trs_media_encoder_finish   (TrsMediaEncoder   *self);
guint64          trs_media_encoder_get_room (double             seconds);

G_END_DECLS
