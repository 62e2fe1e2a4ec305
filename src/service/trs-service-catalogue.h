/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/**
 * TrsServiceVideo:
 * @id: its identifier on the platform
 * @title: its title
 * @language: what its speech is in
 * @fails: `upload`, `transcription`, or empty: the state in which its projects break
 * @length: seconds
 * @is_private: whether the platform hides it
 * @path: its file
 */
typedef struct
{
  char *id;
  const char *title;
  const char *language;
  const char *fails;
  gint64 length;
  gboolean is_private;
  char *path;

  JsonNode *root;
  JsonNode *paragraphs;
} TrsServiceVideo;

/**
 * TrsServiceCatalogue:
 * @videos: by identifier
 * @problems: (element-type utf8): a sentence for each file that was left out
 *
 * The platform that the service takes videos from: a folder of `IDENTIFIER.json`.
 */
typedef struct
{
  GHashTable *videos;
  GPtrArray *problems;
} TrsServiceCatalogue;

TrsServiceCatalogue   *trs_service_catalogue_new      (const char             *folder,
                                                       GError                **error);
void                   trs_service_catalogue_free     (TrsServiceCatalogue    *self);
const TrsServiceVideo *trs_service_catalogue_find     (TrsServiceCatalogue    *self,
                                                       const char             *id);
char                  *trs_service_catalogue_load     (const TrsServiceVideo  *video,
                                                       GError                **error);
char                  *trs_service_paragraphs_to_text (JsonNode               *paragraphs,
                                                       gboolean                timecodes,
                                                       gboolean                speakers,
                                                       GError                **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceCatalogue, trs_service_catalogue_free)
