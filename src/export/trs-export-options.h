/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/**
 * TrsTimeMarks:
 * @TRS_TIME_MARKS_BRACKETS: `[00:12:04]`
 * @TRS_TIME_MARKS_PARENTHESES: `(00:12:04)`
 * @TRS_TIME_MARKS_HASHES: `#00:12:04#`, with tenths `#00:12:04-0#` as programs for research read it
 * @TRS_TIME_MARKS_NONE: `00:12:04`
 *
 * What stands around a timecode. The numbers are saved.
 */
typedef enum
{
  TRS_TIME_MARKS_BRACKETS,
  TRS_TIME_MARKS_PARENTHESES,
  TRS_TIME_MARKS_HASHES,
  TRS_TIME_MARKS_NONE,
} TrsTimeMarks;

#define TRS_TIME_MARKS_LAST TRS_TIME_MARKS_NONE

/**
 * TrsTimeFraction:
 * @TRS_TIME_FRACTION_NONE: whole seconds
 * @TRS_TIME_FRACTION_TENTHS: `.s`
 * @TRS_TIME_FRACTION_MILLISECONDS: `.sss`
 *
 * How exactly a timecode is written; always rounded down. The numbers are saved.
 */
typedef enum
{
  TRS_TIME_FRACTION_NONE,
  TRS_TIME_FRACTION_TENTHS,
  TRS_TIME_FRACTION_MILLISECONDS,
} TrsTimeFraction;

#define TRS_TIME_FRACTION_LAST TRS_TIME_FRACTION_MILLISECONDS

/* Upper limits: of the interval in minutes, and of the offset in milliseconds in either direction (a day). */
#define TRS_EXPORT_INTERVAL_MAX 60
#define TRS_EXPORT_OFFSET_MAX (G_GINT64_CONSTANT (24) * 60 * 60 * 1000)

/**
 * TrsExportOptions:
 * @timecodes: whether times are shown
 * @time_marks: what stands around them
 * @fraction: how exact they are
 * @interval: 0 for a time at each paragraph, otherwise minutes between two times, at least
 * @offset: what is added to each time that is shown, in milliseconds; links are not shifted
 * @speakers: whether names are shown
 * @header: whether title and source stand at the beginning
 * @provenance: whether to state where and when the text was received, and its checksum
 * @merge: whether what one speaker says in a row becomes one paragraph; where times are shown, another one begins
 *   at each @interval, or every five minutes
 * @only_highlights: only the highlighted passages
 * @only_checked: only the paragraphs that were checked against the video
 * @bom: whether the file begins with a byte order mark, without which some spreadsheets take it for no UTF-8
 * @links: whether the times lead to the video
 * @highlights: whether highlights are shown, in their colour and with the name of their category
 * @notes: whether to include notes, on highlights and on the video, and the signs of what was checked; a
 *   note may name a source, so nothing but the user turns this on
 *
 * How a transcript is exported. Plain values, copied by assignment; for the defaults see
 * #TrsExportFormat.
 */
typedef struct
{
  gboolean timecodes;
  TrsTimeMarks time_marks;
  TrsTimeFraction fraction;
  guint interval;
  gint64 offset;
  gboolean speakers;
  gboolean header;
  gboolean provenance;
  gboolean merge;
  gboolean only_highlights;
  gboolean only_checked;
  gboolean bom;
  gboolean links;
  gboolean highlights;
  gboolean notes;
} TrsExportOptions;

/* The members by their names in the settings, as bits that say which of them a format supports. */
typedef enum
{
  TRS_EXPORT_TIMECODES = 1 << 0,
  TRS_EXPORT_TIME_MARKS = 1 << 1,
  TRS_EXPORT_FRACTION = 1 << 2,
  TRS_EXPORT_INTERVAL = 1 << 3,
  TRS_EXPORT_OFFSET = 1 << 4,
  TRS_EXPORT_SPEAKERS = 1 << 5,
  TRS_EXPORT_HEADER = 1 << 6,
  TRS_EXPORT_PROVENANCE = 1 << 7,
  TRS_EXPORT_MERGE = 1 << 8,
  TRS_EXPORT_ONLY_HIGHLIGHTS = 1 << 9,
  TRS_EXPORT_ONLY_CHECKED = 1 << 10,
  TRS_EXPORT_BOM = 1 << 11,
  TRS_EXPORT_LINKS = 1 << 12,
  TRS_EXPORT_HIGHLIGHTS = 1 << 13,
  TRS_EXPORT_NOTES = 1 << 14,
} TrsExportOptionFlags;

GVariant *trs_export_options_to_variant   (const TrsExportOptions *self);
void      trs_export_options_from_variant (TrsExportOptions       *self,
                                           GVariant               *variant);
void      trs_export_options_take         (TrsExportOptions       *self,
                                           const TrsExportOptions *other,
                                           TrsExportOptionFlags    which);
char     *trs_export_options_format_time  (const TrsExportOptions *self,
                                           gint64                  milliseconds);
gboolean  trs_export_options_parse_offset (const char             *text,
                                           gint64                 *offset);
