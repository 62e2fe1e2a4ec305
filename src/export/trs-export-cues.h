/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-blocks.h"

G_BEGIN_DECLS

/**
 * TrsExportCue:
 * @start: in milliseconds, with the offset
 * @end: later than @start, and never later than the next one starts
 * @block: index of the block
 * @text: (not nullable): one line or two, parted by a newline
 *
 * What is read at once on a video.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  guint block;
  char *text;
} TrsExportCue;

GArray *trs_export_cues_new (GArray                  *blocks,
                             const TrsExportOptions  *options,
                             gboolean                 is_plain,
                             GError                 **error);

G_END_DECLS
