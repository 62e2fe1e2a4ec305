/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many bytes of a file are looked at to recognise a playlist. */
#define TRS_MEDIA_SNIFF_BYTES 4096

/**
 * TrsMediaBoxes:
 * @TRS_MEDIA_BOXES_NONE: the file is not made of the boxes of MP4 and QuickTime
 * @TRS_MEDIA_BOXES_WHOLE: it is, and each box is as long as it says
 * @TRS_MEDIA_BOXES_CUT: it ends inside a box, behind the table of contents
 * @TRS_MEDIA_BOXES_HEADLESS: it ends before its table of contents, without which nothing of it can be read
 */
typedef enum
{
  TRS_MEDIA_BOXES_NONE,
  TRS_MEDIA_BOXES_WHOLE,
  TRS_MEDIA_BOXES_CUT,
  TRS_MEDIA_BOXES_HEADLESS,
} TrsMediaBoxes;

gboolean      trs_media_sniff_is_playlist (const guint8 *head,
                                           gsize         size);
TrsMediaBoxes trs_media_sniff_boxes       (int           fd);

G_END_DECLS
