/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"

typedef enum
{
  TRS_QUOTATION_PLAIN,
  TRS_QUOTATION_MARKDOWN,
  TRS_QUOTATION_HTML,
} TrsQuotationFormat;

/**
 * TrsQuotation:
 * @document: a transcript as the user has it
 * @flags: for a transcript that is not aligned, of which text the positions are
 * @start: where the passage begins
 * @end: where it ends; behind the text means at its end
 * @title: (nullable): title of the video, as received
 * @link: (nullable): where the passage can be heard
 * @exact_times: whether times have their milliseconds
 * @caution: (nullable): what is to be known of words that nobody has checked
 * @format: what to write
 *
 * A passage that is quoted.
 */
typedef struct
{
  TrsDocument *document;
  TrsTextFlags flags;
  TrsTextPosition start;
  TrsTextPosition end;
  const char *title;
  const char *link;
  gboolean exact_times;
  const char *caution;
  TrsQuotationFormat format;

  gboolean several_speakers; /* private, set by trs_quotation_trim() */
} TrsQuotation;

gboolean  trs_quotation_trim        (TrsQuotation       *self);
char     *trs_quotation_render      (const TrsQuotation *self);
char     *trs_quotation_dup_words   (const TrsQuotation *self);
char     *trs_quotation_dup_speaker (const TrsQuotation *self);
char     *trs_quotation_dup_place   (const TrsQuotation *self);
