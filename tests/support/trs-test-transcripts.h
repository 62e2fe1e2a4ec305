/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"

G_BEGIN_DECLS

/**
 * TrsTestParagraph:
 * @start: milliseconds, or -1 for no timecode
 * @speaker: 0 for no label
 * @words: the words; %NULL ends a list
 *
 * One paragraph of a made-up transcript.
 */
typedef struct
{
  gint64 start;
  guint speaker;
  const char *words;
} TrsTestParagraph;

/* So many paragraphs make an hour of speech: 9,000 words, 62 kB. */
#define TRS_TEST_HOUR 155

extern const TrsTestParagraph trs_test_council[];

TrsTranscript *trs_test_transcript_new       (const TrsTestParagraph *paragraphs,
                                              const char             *language);
TrsTranscript *trs_test_transcript_generate  (guint                   n_paragraphs);
TrsTranscript *trs_test_transcript_unaligned (gboolean damaged);
TrsDocument   *trs_test_document_new         (TrsTranscript          *transcript);

G_END_DECLS
