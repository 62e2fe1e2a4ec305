/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest line, with its end. */
#define TRS_WORKER_LINE_MAX 65536

/* The longest text in a line, in bytes before it is escaped. */
#define TRS_WORKER_LINE_MAX_TEXT 24000

/**
 * TrsWorkerLineType:
 * @TRS_WORKER_LINE_MEDIA: what a file holds
 * @TRS_WORKER_LINE_LENGTH: how long it is
 * @TRS_WORKER_LINE_PROGRESS: how far the work is
 * @TRS_WORKER_LINE_PARAGRAPH: words that were recognised
 * @TRS_WORKER_LINE_SOUND: whether the sound is kept, where that was wished
 * @TRS_WORKER_LINE_LANGUAGE: the language in which the recogniser has heard it
 * @TRS_WORKER_LINE_END: the work is done
 * @TRS_WORKER_LINE_FAULT: it cannot be done
 */
typedef enum
{
  TRS_WORKER_LINE_MEDIA,
  TRS_WORKER_LINE_LENGTH,
  TRS_WORKER_LINE_PROGRESS,
  TRS_WORKER_LINE_PARAGRAPH,
  TRS_WORKER_LINE_SOUND,
  TRS_WORKER_LINE_LANGUAGE,
  TRS_WORKER_LINE_END,
  TRS_WORKER_LINE_FAULT,
} TrsWorkerLineType;

/**
 * TrsWorkerLine:
 * @type: what it says
 * @start: of a paragraph: where it begins, in seconds
 * @seconds: the length of the file, how much was decoded, or where a paragraph ends
 * @bytes: the size of the file
 * @transcribing: of progress: whether recognising has begun
 * @percent: of progress: 0 to 99
 * @speaker: of a paragraph: its number from 1, or 0 if nobody knows
 * @cut: of the end: whether the file announces more than it holds
 * @dropped: of the end: how many parts of the recogniser's text were dropped, since their times cannot be
 * @kept: of the sound: whether its file is whole
 * @text: (nullable): the title, the words, a language code, or a sentence for people
 * @tracks: (nullable) (element-type TrsMediaTrack): of what a file holds: its sound tracks, if it has several
 * @reason: of a fault: one word for programs
 *
 * One line of what the worker reports to the service.
 */
typedef struct
{
  TrsWorkerLineType type;
  double start;
  double seconds;
  guint64 bytes;
  gboolean transcribing;
  guint percent;
  guint speaker;
  gboolean cut;
  guint dropped;
  gboolean kept;
  char *text;
  GPtrArray *tracks;
  char *reason;
} TrsWorkerLine;

void           trs_worker_line_free  (TrsWorkerLine       *self);
char          *trs_worker_line_write (const TrsWorkerLine *self);
TrsWorkerLine *trs_worker_line_parse (const char          *line,
                                      gsize                size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsWorkerLine, trs_worker_line_free)

G_END_DECLS
