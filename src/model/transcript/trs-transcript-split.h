/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/**
 * TrsSplitRule:
 * @TRS_SPLIT_FIRST: at the first two newlines of a run
 * @TRS_SPLIT_LAST: at the last two newlines of a run
 * @TRS_SPLIT_CRLF: at two newlines that each come with a carriage return
 *
 * "Paragraphs are separated by the two-character sequence newline newline."
 * Of three newlines, the interface does not say which one belongs to a
 * paragraph; and what passes through other systems may change line ends.
 */
typedef enum
{
  TRS_SPLIT_FIRST,
  TRS_SPLIT_LAST,
  TRS_SPLIT_CRLF,
} TrsSplitRule;

/**
 * TrsSplitter:
 * @next: where the next paragraph begins, %NULL after the last
 * @end: end of the text
 * @rule: how the text is split
 *
 * Walks through the paragraphs of a text without copying any.
 */
typedef struct
{
  const char *next;
  const char *end;
  TrsSplitRule rule;
} TrsSplitter;

void          trs_splitter_init      (TrsSplitter   *splitter,
                                      GBytes        *text,
                                      TrsSplitRule   rule);
gboolean      trs_splitter_step      (TrsSplitter   *splitter,
                                      const char   **paragraph,
                                      gsize         *length);

TrsSplitRule  trs_split_detect       (GBytes        *text);
const char   *trs_split_separator    (TrsSplitRule   rule);
