/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

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
TrsPastedTrouble trs_pasted_links_get_trouble (const char  *text,
                                               char       **host);

G_END_DECLS
