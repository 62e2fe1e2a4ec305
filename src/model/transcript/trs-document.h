/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-annotations.h"

/**
 * TrsPlacedHighlight:
 * @start: where it begins
 * @end: where it ends
 * @annotation: (not nullable): the highlight as the user made it; belongs to the #TrsAnnotations
 *
 * A highlight at its place in the transcript.
 */
typedef struct
{
  TrsTextPosition start;
  TrsTextPosition end;
  const TrsAnnotation *annotation;
} TrsPlacedHighlight;

/**
 * TrsDocument:
 *
 * A transcript with its annotations: what the view shows, and what is copied,
 * saved and printed. Immutable; may be read from any thread.
 *
 * An annotation of a passage is shown where it was made, if the words there are
 * the same; its place is never guessed. #TrsCarryOver moves it to another version.
 */
#define TRS_TYPE_DOCUMENT (trs_document_get_type ())
G_DECLARE_FINAL_TYPE (TrsDocument, trs_document, TRS, DOCUMENT, GObject)

TrsTranscript  *trs_document_get_transcript  (TrsDocument *self);
TrsAnnotations *trs_document_get_annotations (TrsDocument *self);
GArray         *trs_document_get_highlights  (TrsDocument *self);
GPtrArray      *trs_document_get_lost        (TrsDocument *self);
const TrsPlacedHighlight *trs_document_find_highlight (TrsDocument     *self,
                                                       TrsTextPosition  at);

TrsDocument         *trs_document_new           (TrsTranscript      *transcript,
                                                 TrsAnnotations     *annotations);

guint                trs_document_get_speaker     (TrsDocument *self,
                                                   guint        paragraph);
const char          *trs_document_get_name        (TrsDocument *self,
                                                   guint        speaker);
char                *trs_document_dup_label       (TrsDocument *self,
                                                   guint        speaker);
GHashTable          *trs_document_get_merged      (TrsDocument *self);
guint                trs_document_count_speakers  (TrsDocument *self);
guint                trs_document_get_new_speaker (TrsDocument *self);
TrsAnnotations      *trs_document_set_checked     (TrsDocument *self,
                                                   guint        first,
                                                   guint        last,
                                                   gboolean     checked,
                                                   gint64       at);
guint                trs_document_get_n_checked   (TrsDocument *self);
const TrsAnnotation *trs_document_get_checked     (TrsDocument *self,
                                                   guint        paragraph);

void                 trs_document_append_prefix (TrsDocument        *self,
                                                 TrsTextFlags        flags,
                                                 guint               paragraph,
                                                 GString            *string);
GBytes              *trs_document_get_text      (TrsDocument        *self,
                                                 TrsTextFlags        flags);
