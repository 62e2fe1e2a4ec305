/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-annotations.h"

/**
 * TrsCarryOver:
 *
 * Which paragraphs of one version of a text are certain to be in another one,
 * and which label of the service is the same speaker there. Immutable,
 * for any thread; making one of two long texts is for a worker.
 */
typedef struct _TrsCarryOver TrsCarryOver;

TrsCarryOver   *trs_carry_over_new           (TrsTranscript        *before,
                                              TrsTranscript        *after);
void            trs_carry_over_free          (TrsCarryOver         *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsCarryOver, trs_carry_over_free)

guint           trs_carry_over_get_label     (TrsCarryOver         *self,
                                              guint                 label);
gboolean        trs_carry_over_get_paragraph (TrsCarryOver         *self,
                                              guint                 paragraph,
                                              guint                *after);
gboolean        trs_carry_over_moves_names   (TrsCarryOver         *self,
                                              TrsAnnotations       *annotations);
TrsAnnotations *trs_carry_over_annotations   (TrsCarryOver         *self,
                                              TrsAnnotations       *annotations,
                                              gint64                before_version,
                                              gint64                after_version);
