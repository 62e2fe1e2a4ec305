/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsVideoRefKind:
 * @TRS_VIDEO_REF_NONE: not a link to a video and not an identifier
 * @TRS_VIDEO_REF_LINK: an address of a video
 * @TRS_VIDEO_REF_ID: an identifier without a link
 */
typedef enum
{
  TRS_VIDEO_REF_NONE,
  TRS_VIDEO_REF_LINK,
  TRS_VIDEO_REF_ID,
} TrsVideoRefKind;

TrsVideoRefKind  trs_video_ref_parse       (const char  *line,
                                            char       **video_id);
gboolean         trs_video_ref_id_is_valid (const char  *video_id);
gboolean         trs_video_ref_is_word     (const char  *line);

/**
 * TrsPastedTrouble:
 * @TRS_PASTED_TEXT: nothing that leads anywhere
 * @TRS_PASTED_PLAYLIST: a link to many videos
 * @TRS_PASTED_SITE: a link to something that is no video as far as can be seen
 * @TRS_PASTED_FILE: a file
 *
 * What was pasted instead of a link to a video.
 */
typedef enum
{
  TRS_PASTED_TEXT,
  TRS_PASTED_PLAYLIST,
  TRS_PASTED_SITE,
  TRS_PASTED_FILE,
} TrsPastedTrouble;

GStrv            trs_pasted_links_split       (const char  *line);
char            *trs_pasted_links_find        (const char  *text);
TrsPastedTrouble trs_pasted_links_get_trouble (const char  *text,
                                               char       **host);

gboolean         trs_video_pattern_is_valid  (const char  *pattern,
                                              GError     **error);
gboolean         trs_video_pattern_has_time  (const char  *pattern);
char            *trs_video_pattern_expand    (const char  *pattern,
                                              const char  *video_id,
                                              gint64       start);
