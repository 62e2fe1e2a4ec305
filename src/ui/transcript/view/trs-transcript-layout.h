/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export.h"

G_BEGIN_DECLS

/**
 * TrsLayoutKind:
 * @TRS_LAYOUT_NAME: the name line over the first paragraph of a run
 * @TRS_LAYOUT_BODY: the line of the words, with the time before them
 * @TRS_LAYOUT_MORE: a further line of words of a paragraph that is broken for display
 */
typedef enum
{
  TRS_LAYOUT_NAME,
  TRS_LAYOUT_BODY,
  TRS_LAYOUT_MORE,
} TrsLayoutKind;

/**
 * TrsLayoutLine:
 * @paragraph: which paragraph
 * @byte: the byte of its body with which the line begins
 * @length: bytes of the body in the line
 * @mark: bytes of the direction mark with which the line begins
 * @time: bytes of the time, without the tab or blanks beside it; 0 if there is none
 * @name: bytes of the name, in a name line; where the service gave none, of the words that say so
 * @colour: colour of the speaker, 0 to 7, in a name line
 * @again: whether that is the colour of another speaker, too
 * @unknown: whether the service gave no name, in a name line
 * @kind: kind of the line
 * @first: whether its paragraph has a name line over it
 * @continued: whether the next line goes on with the same paragraph's words
 *
 * One line of the buffer: `MARK TIME \t NAME "  " TIME` or `MARK TIME \t WORDS`.
 */
typedef struct
{
  guint paragraph;
  gsize byte;
  gsize length;
  guint8 mark;
  guint8 time;
  guint16 name;
  guint colour : 3;
  guint again : 1;
  guint unknown : 1;
  guint kind : 2;
  guint first : 1;
  guint continued : 1;
} TrsLayoutLine;

/**
 * TrsTranscriptLayout:
 *
 * Maps paragraphs of a transcript and their bytes to lines of a text buffer and
 * back, without any widget. It is laid out from the beginning in chunks; what
 * is not laid out yet has no line.
 */
typedef struct _TrsTranscriptLayout TrsTranscriptLayout;

TrsTranscriptLayout *trs_transcript_layout_new            (TrsTranscript       *transcript,
                                                           TrsTextFlags         flags);

void                 trs_transcript_layout_free           (TrsTranscriptLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsTranscriptLayout, trs_transcript_layout_free)

TrsTranscript       *trs_transcript_layout_get_transcript (TrsTranscriptLayout *self);
TrsTextFlags         trs_transcript_layout_get_flags      (TrsTranscriptLayout *self);

gboolean             trs_transcript_layout_append         (TrsTranscriptLayout *self,
                                                           guint                max_paragraphs,
                                                           GString             *text);
guint                trs_transcript_layout_get_n_lines    (TrsTranscriptLayout *self);
const TrsLayoutLine *trs_transcript_layout_get_line       (TrsTranscriptLayout *self,
                                                           guint                line);
guint                trs_layout_line_get_prefix           (const TrsLayoutLine *line);

TrsTextPosition      trs_transcript_layout_to_position    (TrsTranscriptLayout *self,
                                                           guint                line,
                                                           gsize                index);
gboolean             trs_transcript_layout_from_position  (TrsTranscriptLayout *self,
                                                           TrsTextPosition      position,
                                                           guint               *line,
                                                           gsize               *index);

gsize                trs_line_break                       (const char          *words,
                                                           gsize                length,
                                                           gsize               *taken);

G_END_DECLS
