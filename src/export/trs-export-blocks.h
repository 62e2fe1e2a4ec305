/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-options.h"
#include "trs-export-source.h"

/**
 * TrsExportBlock:
 * @first: index of its first paragraph
 * @last: index of its last paragraph; another one only if paragraphs are merged
 * @start: of its first paragraph in milliseconds, or -1 if that is not known
 * @end: of its last paragraph: the millisecond before the next one starts, or
 *   the end of the video; -1 if @start is not known
 * @end_derived: whether @end is estimated, because nothing says when the next one starts
 * @time: (nullable): its time as it is shown, %NULL if it is not
 * @link: (nullable): where the time leads, %NULL if it does not
 * @speaker: label of the speaker, 0 if unknown
 * @name: (nullable): what the speaker is called, %NULL if unknown
 * @label: (nullable): @name in one line, %NULL if no names are shown
 * @heading: (nullable): who speaks from here on, in one line, as the page shows it where the speaker changes;
 *   %NULL inside a turn, or if no names are shown
 * @text: (not nullable): the words
 * @before: characters of the first paragraph that stand before @text
 * @after: characters of the last paragraph that stand after it
 *
 * A paragraph of what is exported: one of the transcript, several that are
 * merged, or the passage of one that is marked.
 */
typedef struct
{
  guint first;
  guint last;
  gint64 start;
  gint64 end;
  gboolean end_derived;
  char *time;
  char *link;
  guint speaker;
  char *name;
  char *label;
  char *heading;
  GString *text;
  glong before;
  glong after;
} TrsExportBlock;

GArray       *trs_export_blocks_new         (const TrsExportSource  *source,
                                             const TrsExportOptions *options);
TrsTextFlags  trs_export_blocks_get_flags   (const TrsExportOptions *options);
