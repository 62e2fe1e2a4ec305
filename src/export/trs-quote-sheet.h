/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-source.h"
#include "trs-quotation.h"

/**
 * TrsQuoteSheetOptions:
 * @grouped: by category; otherwise in the order of the transcript
 * @notes: whether to include notes and checks; only the user turns this on
 * @exact_times: whether times have their milliseconds
 *
 * How a quote sheet is made.
 */
typedef struct
{
  gboolean grouped;
  gboolean notes;
  gboolean exact_times;
} TrsQuoteSheetOptions;

/**
 * TrsQuoteSheetEntry:
 * @source: the transcript that it is from
 * @quotation: the passage, trimmed
 * @colour: its category
 * @words: as they were said, without quotation marks; paragraphs are separated by empty lines
 * @speaker: (nullable): who says it
 * @start: where its first paragraph begins, in milliseconds, or -1
 * @link: (nullable): where it can be heard
 * @note: (nullable): the note on it
 * @checked: whether all of its paragraphs were checked against the video, and checks are included
 * @caution: (nullable): what is to be known of its words, which nobody has checked
 * @closing: (nullable): that of its transcript, which stands behind the last quotation from it
 *
 * One highlight of a quote sheet.
 */
typedef struct
{
  const TrsExportSource *source;
  TrsQuotation quotation;
  TrsHighlightColour colour;
  char *words;
  char *speaker;
  gint64 start;
  char *link;
  char *note;
  gboolean checked;
  const char *caution;
  const char *closing;
} TrsQuoteSheetEntry;

/* Collects the highlights of one or more transcripts as quotations. All functions are pure and can be called on any
 * thread. */
GPtrArray *trs_quote_sheet_new    (GPtrArray                  *sources,
                                   const TrsQuoteSheetOptions *options);
char      *trs_quote_sheet_render (GPtrArray                  *sources,
                                   const TrsQuoteSheetOptions *options,
                                   TrsQuotationFormat          format);
