/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TrsVideoRefKind:
 * @TRS_VIDEO_REF_NONE: not a link to a video and not an identifier
 * @TRS_VIDEO_REF_LINK: an address with a `v` parameter
 * @TRS_VIDEO_REF_SHORT_LINK: a short link, `https://youtu.be/ID`
 * @TRS_VIDEO_REF_ID: an identifier by itself
 */
typedef enum
{
  TRS_VIDEO_REF_NONE,
  TRS_VIDEO_REF_LINK,
  TRS_VIDEO_REF_SHORT_LINK,
  TRS_VIDEO_REF_ID,
} TrsVideoRefKind;

TrsVideoRefKind  trs_video_ref_parse       (const char  *line,
                                            char       **video_id);
gboolean         trs_video_ref_id_is_valid (const char  *video_id);

gboolean         trs_video_pattern_is_valid (const char  *pattern,
                                             GError     **error);
gboolean         trs_video_pattern_has_time (const char  *pattern);
char            *trs_video_pattern_expand   (const char  *pattern,
                                             const char  *video_id,
                                             gint64       start);

G_END_DECLS
