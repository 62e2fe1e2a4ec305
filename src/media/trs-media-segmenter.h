/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TrsMediaSegmenter TrsMediaSegmenter;

/**
 * TrsMediaSegmentFunc:
 * @start: its first sample, counted from the beginning of the recording
 * @samples: (array length=n): the sound, borrowed for the call
 * @n: how many samples
 * @user_data: data of the caller
 *
 * Returns: whether to go on
 */
typedef gboolean (*TrsMediaSegmentFunc) (guint64       start,
                                         const gint16 *samples,
                                         gsize         n,
                                         gpointer      user_data);

TrsMediaSegmenter *trs_media_segmenter_new    (guint64              start,
                                               TrsMediaSegmentFunc  func,
                                               gpointer             user_data);
void               trs_media_segmenter_free   (TrsMediaSegmenter   *self);
gboolean           trs_media_segmenter_push   (TrsMediaSegmenter   *self,
                                               const gint16        *samples,
                                               gsize                n);
gboolean           trs_media_segmenter_finish (TrsMediaSegmenter   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsMediaSegmenter, trs_media_segmenter_free)

G_END_DECLS
