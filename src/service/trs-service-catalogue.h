/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsServiceVideo:
 * @id: its identifier on the platform
 * @title: its title
 * @language: what its speech is in
 * @fails: `upload`, `transcription`, or empty: the state in which its projects break
 * @length: seconds
 * @is_private: whether the platform hides it
 */
typedef struct
{
  char *id;
  char *title;
  char *language;
  char *fails;
  gint64 length;
  gboolean is_private;
  char *path;
} TrsServiceVideo;

/**
 * TrsServiceCatalogue:
 *
 * The platform that the service takes videos from: a folder of `IDENTIFIER.json`.
 */
#define TRS_TYPE_SERVICE_CATALOGUE (trs_service_catalogue_get_type ())
G_DECLARE_FINAL_TYPE (TrsServiceCatalogue, trs_service_catalogue, TRS, SERVICE_CATALOGUE, GObject)

TrsServiceCatalogue   *trs_service_catalogue_new          (const char             *folder,
                                                           GError                **error);
const char * const    *trs_service_catalogue_get_problems (TrsServiceCatalogue    *self);
guint                  trs_service_catalogue_get_n_videos (TrsServiceCatalogue    *self);
const TrsServiceVideo *trs_service_catalogue_find         (TrsServiceCatalogue    *self,
                                                           const char             *id);
char                  *trs_service_catalogue_load         (TrsServiceCatalogue    *self,
                                                           const TrsServiceVideo  *video,
                                                           GError                **error);

G_END_DECLS
