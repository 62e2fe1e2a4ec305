/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/**
 * TrsTextDiffKind:
 * @TRS_TEXT_DIFF_SAME: the paragraph is in both texts
 * @TRS_TEXT_DIFF_CHANGED: it has other words in the second one
 * @TRS_TEXT_DIFF_REMOVED: it is only in the first one
 * @TRS_TEXT_DIFF_ADDED: it is only in the second one
 */
typedef enum
{
  TRS_TEXT_DIFF_SAME,
  TRS_TEXT_DIFF_CHANGED,
  TRS_TEXT_DIFF_REMOVED,
  TRS_TEXT_DIFF_ADDED,
} TrsTextDiffKind;

/**
 * TrsTextDiffParagraph:
 * @text: (nullable): not terminated; points into the text that was compared
 * @length: in bytes
 * @changed_from: offset in bytes from which on it differs from the other one
 * @changed_to: offset behind the last byte that differs
 *
 * A paragraph of one of the texts; @text is %NULL if there is none.
 */
typedef struct
{
  const char *text;
  gsize length;
  gsize changed_from;
  gsize changed_to;
} TrsTextDiffParagraph;

/**
 * TrsTextDiffRow:
 * @kind: how the two compare
 * @before: the paragraph of the first text
 * @after: the paragraph of the second text
 */
typedef struct
{
  TrsTextDiffKind kind;
  TrsTextDiffParagraph before;
  TrsTextDiffParagraph after;
} TrsTextDiffRow;

GArray *trs_text_diff (GBytes *before,
                       GBytes *after);
