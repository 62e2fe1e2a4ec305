/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* No recording has more. */
#define TRS_WORKER_CUES_MAX 200000

/**
 * TrsWorkerCue:
 * @start: where it begins, in seconds
 * @end: where it ends
 * @text: the words, clean
 * @speaker: who says them, from 1; 0 if nobody knows
 * @turn: whether somebody else may be speaking from here on
 *
 * A few words with their times.
 */
typedef struct
{
  double start;
  double end;
  char *text;
  guint speaker;
  gboolean turn;
} TrsWorkerCue;

typedef struct _TrsWorkerCues TrsWorkerCues;

TrsWorkerCues      *trs_worker_cues_new           (void);
void                trs_worker_cues_free          (TrsWorkerCues  *self);
gboolean            trs_worker_cues_add           (TrsWorkerCues  *self,
                                                   double          start,
                                                   double          end,
                                                   const char     *text,
                                                   const char     *speaker,
                                                   gboolean        turn);
guint               trs_worker_cues_size          (TrsWorkerCues  *self);
const TrsWorkerCue *trs_worker_cues_get           (TrsWorkerCues  *self,
                                                   guint           i);
void                trs_worker_cues_set_language  (TrsWorkerCues  *self,
                                                   const char     *code);
const char         *trs_worker_cues_get_language  (TrsWorkerCues  *self);
gboolean            trs_worker_cues_drone         (TrsWorkerCues  *self);
gboolean            trs_worker_cues_check         (TrsWorkerCues  *self,
                                                   double          length,
                                                   GError        **error);
guint               trs_worker_cues_get_n_dropped (TrsWorkerCues  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsWorkerCues, trs_worker_cues_free)

G_END_DECLS
