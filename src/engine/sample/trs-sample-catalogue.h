/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsSampleVideo:
 * @id: identifier, as it is submitted
 * @title: its title
 * @language: tag of its language
 * @length: in seconds
 *
 * A video that the sample service can transcribe.
 */
typedef struct
{
  char *id;
  char *title;
  char *language;
  gint64 length;
} TrsSampleVideo;

void       trs_sample_video_free           (TrsSampleVideo       *video);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsSampleVideo, trs_sample_video_free)

void       trs_sample_catalogue_list_async  (const char           *folder,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
GPtrArray *trs_sample_catalogue_list_finish (GAsyncResult         *result,
                                             GError              **error);

G_END_DECLS
