/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* More sound tracks of one file are not told of. */
#define TRS_MEDIA_MAX_TRACKS 16

/**
 * TrsMediaTrack:
 * @language: (nullable): of its tags: a code, at most 35 characters
 * @title: (nullable): of its tags, at most 100 characters
 *
 * One sound track of a recording. Both are one line, and as unsafe to show as any foreign text.
 */
typedef struct
{
  char *language;
  char *title;
} TrsMediaTrack;

TrsMediaTrack *trs_media_track_new  (const char    *language,
                                     const char    *title);
void           trs_media_track_free (TrsMediaTrack *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsMediaTrack, trs_media_track_free)

#define TRS_TYPE_MEDIA_INFO (trs_media_info_get_type ())

/**
 * TrsMediaInfo:
 * @length: in seconds; above 0. What the file says, or what was counted where it says nothing
 * @title: (nullable): of its tags: one line, and as unsafe to show as any foreign text
 * @bytes: its size
 * @tracks: (element-type TrsMediaTrack): its sound tracks, at most %TRS_MEDIA_MAX_TRACKS, in the order in which
 *   trs_media_decoder_set_track() counts them
 *
 * What is known of a recording before it is decoded.
 */
typedef struct
{
  double length;
  char *title;
  guint64 bytes;
  GPtrArray *tracks;
} TrsMediaInfo;

GType         trs_media_info_get_type (void);
TrsMediaInfo *trs_media_info_copy     (const TrsMediaInfo  *self);
void          trs_media_info_free     (TrsMediaInfo        *self);
TrsMediaInfo *trs_media_discover      (const char          *path,
                                       GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsMediaInfo, trs_media_info_free)

G_END_DECLS
