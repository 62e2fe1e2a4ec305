/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-worker-cues.h"

G_BEGIN_DECLS

typedef struct _TrsWorkerParagraphs TrsWorkerParagraphs;

/**
 * TrsWorkerParagraphFunc:
 * @start: where it begins, in seconds
 * @end: where its last word ends
 * @speaker: who says it, from 1; 0 if nobody knows
 * @text: its words
 * @user_data: data of the caller
 */
typedef void (*TrsWorkerParagraphFunc) (double      start,
                                        double      end,
                                        guint       speaker,
                                        const char *text,
                                        gpointer    user_data);

TrsWorkerParagraphs *trs_worker_paragraphs_new    (gboolean                capitals,
                                                   TrsWorkerParagraphFunc  func,
                                                   gpointer                user_data);
void                 trs_worker_paragraphs_free   (TrsWorkerParagraphs    *self);
void                 trs_worker_paragraphs_add    (TrsWorkerParagraphs    *self,
                                                   const TrsWorkerCue     *cue);
void                 trs_worker_paragraphs_finish (TrsWorkerParagraphs    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsWorkerParagraphs, trs_worker_paragraphs_free)

G_END_DECLS
