/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define TRS_TYPE_MEDIA_INFO (trs_media_info_get_type ())

/**
 * TrsMediaInfo:
 * @length: in seconds; above 0. What the file says, or what was counted where it says nothing
 * @title: (nullable): of its tags: one line, and as unsafe to show as any foreign text
 * @bytes: its size
 *
 * What is known of a recording before it is decoded.
 */
typedef struct
{
  double length;
  char *title;
  guint64 bytes;
} TrsMediaInfo;

GType         trs_media_info_get_type (void);
TrsMediaInfo *trs_media_info_copy     (const TrsMediaInfo  *self);
void          trs_media_info_free     (TrsMediaInfo        *self);
TrsMediaInfo *trs_media_discover      (const char          *path,
                                       GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsMediaInfo, trs_media_info_free)

G_END_DECLS
