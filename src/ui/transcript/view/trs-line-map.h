/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript.h"

/**
 * TrsBufferLine:
 * @paragraph: the paragraph that the line belongs to
 * @speaker: of a name line, the speaker; 0 if that is not known
 * @byte: offset in the body of the paragraph at which the line begins
 * @length: bytes of the body in the line; 0 in a name line
 * @prefix: bytes before the words: direction mark, time and tab
 * @mark: bytes of the direction mark
 *
 * One line of the text buffer: a name line, or words.
 */
typedef struct
{
  guint paragraph;
  guint speaker;
  gsize byte;
  gsize length;
  guint8 prefix;
  guint8 mark;
} TrsBufferLine;

/**
 * TrsLineMap:
 *
 * Which words of a transcript stand in which line of a text buffer, and at
 * which byte of it. Lines also have what is no part of the transcript: a prefix,
 * and signs of equal length behind words.
 *
 * The map does not see the buffer: whoever changes lines or signs there changes
 * them here, too. Lines are in the order of the transcript; a name line comes
 * before the first words of its paragraph.
 */
#define TRS_TYPE_LINE_MAP (trs_line_map_get_type ())
G_DECLARE_FINAL_TYPE (TrsLineMap, trs_line_map, TRS, LINE_MAP, GObject)

TrsLineMap          *trs_line_map_new                    (gsize                sign_length);

guint                trs_line_map_get_n_lines            (TrsLineMap          *self);
const TrsBufferLine *trs_line_map_get_line               (TrsLineMap          *self,
                                                          guint                number);
void                 trs_line_map_insert_line            (TrsLineMap          *self,
                                                          guint                number,
                                                          const TrsBufferLine *line);
void                 trs_line_map_replace_line           (TrsLineMap          *self,
                                                          guint                number,
                                                          const TrsBufferLine *line);
void                 trs_line_map_remove_line            (TrsLineMap          *self,
                                                          guint                number);

guint                trs_line_map_find_line              (TrsLineMap          *self,
                                                          TrsTextPosition      position);
TrsTextPosition      trs_line_map_get_position           (TrsLineMap          *self,
                                                          guint                number,
                                                          guint                index);
guint                trs_line_map_get_index              (TrsLineMap          *self,
                                                          guint                number,
                                                          gsize                byte);
guint                trs_line_map_get_index_behind_signs (TrsLineMap          *self,
                                                          guint                number,
                                                          gsize                byte);
TrsTextPosition      trs_line_map_get_end                (TrsLineMap          *self);

guint                trs_line_map_get_n_signs            (TrsLineMap          *self);
TrsTextPosition      trs_line_map_get_sign               (TrsLineMap          *self,
                                                          guint                i);
void                 trs_line_map_insert_sign            (TrsLineMap          *self,
                                                          guint                i,
                                                          TrsTextPosition      sign);
void                 trs_line_map_remove_sign            (TrsLineMap          *self,
                                                          guint                i);
guint                trs_line_map_locate_sign            (TrsLineMap          *self,
                                                          TrsTextPosition      sign,
                                                          guint               *index);
