/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"

#define TRS_SPEAKER_MAX_EXCERPTS 3

/**
 * TrsSpeakerFigures:
 * @speaker: the label
 * @merged_into: the label of the same person, of which the figures are then; 0
 *   for a speaker who stands alone
 * @n_turns: how often the word was taken
 * @share: of the time or of the words, from 0 to 1
 * @excerpts: paragraphs by which the speaker can be recognised, in their order
 * @n_excerpts: how many there are
 *
 * What a speaker has to do with a transcript.
 */
typedef struct
{
  guint speaker;
  guint merged_into;
  guint n_turns;
  double share;
  guint excerpts[TRS_SPEAKER_MAX_EXCERPTS];
  guint n_excerpts;
} TrsSpeakerFigures;

GArray *trs_speaker_figures_new (TrsDocument *document,
                                 gint64       length,
                                 gboolean    *by_time);
