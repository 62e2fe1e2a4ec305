/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-options.h"
#include "trs-export-source.h"

/**
 * TrsExportHighlight:
 * @start: where it begins, in bytes of the text of its block
 * @end: where it ends, behind @start
 * @annotation: (not nullable): the highlight as the user made it
 * @number: which one of the document it is, from 0
 * @begins: whether nothing of it is exported before
 * @ends: whether nothing of it is exported after; so each that is exported at all begins and ends once
 *
 * The part of a highlight that lies in one block.
 */
typedef struct
{
  gsize start;
  gsize end;
  const TrsAnnotation *annotation;
  guint number;
  gboolean begins;
  gboolean ends;
} TrsExportHighlight;

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
 * @highlights: (element-type TrsExportHighlight): what is highlighted in @text, by its places
 * @checks: (element-type gsize): where words end that were checked against the video, in bytes of @text
 *
 * A paragraph of what is exported: one of the transcript, several that are
 * merged, or the passage of one that is highlighted.
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
  GArray *highlights;
  GArray *checks;
} TrsExportBlock;

/**
 * TrsExportTally:
 * @n_highlights: highlights that are shown
 * @n_notes: notes that are included, with the one on the video
 * @n_checks: signs of what was checked
 *
 * How many annotations are included.
 */
typedef struct
{
  guint n_highlights;
  guint n_notes;
  guint n_checks;
} TrsExportTally;

/**
 * TrsExportVisitor:
 * @words: a part of the text, not terminated; @top is the highlight that it shows, the innermost one, and @below the
 *   one beneath that, both %NULL where there is none
 * @begin: (nullable): a highlight begins
 * @end: (nullable): a highlight ends, or a note on one that is not shown
 * @check: (nullable): the words before were checked against the video
 *
 * Callbacks for the parts of a block, from its beginning to its end. The parts are all of the text.
 */
typedef struct
{
  void (*words) (const char               *text,
                 gsize                     length,
                 const TrsExportHighlight *top,
                 const TrsExportHighlight *below,
                 gpointer                  user_data);
  void (*begin) (const TrsExportHighlight *highlight,
                 gpointer                  user_data);
  void (*end)   (const TrsExportHighlight *highlight,
                 gpointer                  user_data);
  void (*check) (gpointer                  user_data);
} TrsExportVisitor;

GArray         *trs_export_blocks_new         (const TrsExportSource    *source,
                                               const TrsExportOptions   *options);
TrsTextFlags    trs_export_blocks_get_flags   (const TrsExportOptions   *options);
TrsExportTally  trs_export_blocks_count       (const TrsExportSource    *source,
                                               const TrsExportOptions   *options,
                                               GArray                   *blocks);
char           *trs_export_tally_to_string    (const TrsExportTally     *self);
guint           trs_export_blocks_get_colours (const TrsExportOptions   *options,
                                               GArray                   *blocks);
void            trs_export_block_visit        (const TrsExportBlock     *self,
                                               const TrsExportOptions   *options,
                                               const TrsExportVisitor   *visitor,
                                               gpointer                  user_data);

char *trs_export_highlight_dup_note  (const TrsExportHighlight *self,
                                      const TrsExportOptions   *options);
char *trs_export_highlight_dup_label (const TrsExportHighlight *self,
                                      const TrsExportOptions   *options);

/* The mark that is written after words that were checked. */
#define TRS_EXPORT_CHECK "\xe2\x9c\x93"
