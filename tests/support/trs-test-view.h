/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-test-transcripts.h"
#include "trs-transcript-view.h"

G_BEGIN_DECLS

/* Shows a transcript to which nothing was added; @transcript: (nullable) */
static inline void
trs_test_view_show (TrsTranscriptView *view,
                    TrsTranscript     *transcript)
{
  g_autoptr (TrsDocument) document = transcript != NULL ? trs_test_document_new (transcript) : NULL;

  trs_transcript_view_set_document (view, document);
}

/* Returns: (nullable): what the view shows */
static inline TrsTranscript *
trs_test_view_get_transcript (TrsTranscriptView *view)
{
  TrsDocument *document = trs_transcript_view_get_document (view);

  return document != NULL ? trs_document_get_transcript (document) : NULL;
}

G_END_DECLS
