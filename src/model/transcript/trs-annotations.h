/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript.h"

/**
 * TrsAnnotationKind:
 * @TRS_ANNOTATION_NAME: the name of a speaker
 * @TRS_ANNOTATION_MERGE: two labels of the service that are one person
 * @TRS_ANNOTATION_SPEAKER: who speaks a paragraph
 * @TRS_ANNOTATION_CHECKED: a paragraph was compared with the video
 * @TRS_ANNOTATION_HIGHLIGHT: a highlighted passage
 *
 * The numbers are stored.
 */
typedef enum
{
  TRS_ANNOTATION_NAME = 1,
  TRS_ANNOTATION_MERGE,
  TRS_ANNOTATION_SPEAKER,
  TRS_ANNOTATION_CHECKED,
  TRS_ANNOTATION_HIGHLIGHT,
} TrsAnnotationKind;

/* The colours of highlights; the numbers are stored. */
typedef enum
{
  TRS_HIGHLIGHT_YELLOW,
  TRS_HIGHLIGHT_GREEN,
  TRS_HIGHLIGHT_BLUE,
  TRS_HIGHLIGHT_PINK,
} TrsHighlightColour;

#define TRS_HIGHLIGHT_N_COLOURS 4

/**
 * TrsAnnotation:
 * @kind: what it is
 * @number: of a name and of a merge, the label of the service; of a speaker,
 *   whom the paragraph is given to; of a highlight, its #TrsHighlightColour
 * @other: of a merge, the label that it is merged into
 * @start: the paragraph, or where the highlight begins
 * @end: where the highlight ends
 * @words: (nullable): the words of the paragraph or of the highlight, which
 *   prove its place; its paragraphs are separated by two newlines
 * @text: (nullable): the name, or the note on a highlight; of a speaker with a
 *   @version, what the speaker was called there, if anything
 * @at: when it was made, in microseconds since the epoch
 * @version: 0 if its place and its labels are those of the text that is shown;
 *   otherwise when the text came that they are of, in microseconds since the
 *   epoch: it is kept, and placed nowhere, until that text is shown again
 *
 * One thing that the user added to a transcript.
 */
typedef struct
{
  TrsAnnotationKind kind;
  guint number;
  guint other;
  TrsTextPosition start;
  TrsTextPosition end;
  char *words;
  char *text;
  gint64 at;
  gint64 version;
} TrsAnnotation;

TrsAnnotation *trs_annotation_copy (const TrsAnnotation *self);
void           trs_annotation_free (TrsAnnotation       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsAnnotation, trs_annotation_free)
gboolean trs_annotation_equal         (const TrsAnnotation *self,
                                       const TrsAnnotation *other);
gboolean trs_annotation_is_about_same (const TrsAnnotation *self,
                                       const TrsAnnotation *other);

/**
 * TrsAnnotations: (element-type TrsAnnotation)
 *
 * What the user added to a transcript: names, highlights and checks, in the
 * order in which they were made. Immutable; each edit makes another one, so that
 * to undo is to take the one before. The text of the service is never changed.
 */
typedef GPtrArray TrsAnnotations;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsAnnotations, g_ptr_array_unref)

TrsAnnotations      *trs_annotations_new             (void);
const TrsAnnotation *trs_annotations_find            (TrsAnnotations       *self,
                                                      TrsAnnotationKind     kind,
                                                      guint                 number);

const TrsAnnotation *trs_annotations_find_equal      (TrsAnnotations       *self,
                                                      const TrsAnnotation  *item);
const TrsAnnotation *trs_annotations_find_about_same (TrsAnnotations       *self,
                                                      const TrsAnnotation  *item);
const char          *trs_annotations_find_given_name (TrsAnnotations       *self,
                                                      const TrsAnnotation  *item);
guint                trs_annotations_get_given       (TrsAnnotations       *self,
                                                      const TrsAnnotation  *item);

/**
 * TrsAnnotationsChange:
 * @removed: what the edit has taken away
 * @added: what it has added, also in the place of what was about the same
 *
 * What an edit has done, without the annotations around it: it can be done to,
 * or taken back from, annotations that others have edited meanwhile.
 */
typedef struct
{
  TrsAnnotations *removed;
  TrsAnnotations *added;
} TrsAnnotationsChange;

TrsAnnotationsChange *trs_annotations_compare       (TrsAnnotations             *before,
                                                     TrsAnnotations             *after);
void                  trs_annotations_change_free   (TrsAnnotationsChange       *change);
TrsAnnotations       *trs_annotations_apply         (TrsAnnotations             *self,
                                                     const TrsAnnotationsChange *change);
TrsAnnotations       *trs_annotations_take_back     (TrsAnnotations             *self,
                                                     const TrsAnnotationsChange *change);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsAnnotationsChange, trs_annotations_change_free)

/* Edits */
TrsAnnotations      *trs_annotations_rename          (TrsAnnotations       *self,
                                                      guint                 number,
                                                      const char           *name);
TrsAnnotations      *trs_annotations_merge           (TrsAnnotations       *self,
                                                      guint                 number,
                                                      guint                 into);
TrsAnnotations      *trs_annotations_reset_speakers  (TrsAnnotations       *self);
TrsAnnotations      *trs_annotations_assign          (TrsAnnotations       *self,
                                                      TrsTranscript        *transcript,
                                                      guint                 paragraph,
                                                      guint                 speaker,
                                                      gint64                at);
TrsAnnotations      *trs_annotations_highlight       (TrsAnnotations       *self,
                                                      TrsTranscript        *transcript,
                                                      TrsTextPosition       start,
                                                      TrsTextPosition       end,
                                                      TrsHighlightColour    colour,
                                                      const char           *note,
                                                      gint64                at);
TrsAnnotations      *trs_annotations_remove          (TrsAnnotations       *self,
                                                      const TrsAnnotation  *item);
