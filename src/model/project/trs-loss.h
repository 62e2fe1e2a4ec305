/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/**
 * TrsLoss:
 * @n_texts: transcripts that the service does not have, or no longer
 * @n_versions: other versions of transcripts
 * @n_titles: titles of the user
 * @n_notes: notes on videos
 * @n_highlights: highlights, with or without a note
 * @n_checks: paragraphs that were compared with the video
 * @n_names: names of speakers
 * @n_speakers: speakers that were merged, and paragraphs that were given to another one
 *
 * How much of what is about to be removed cannot be downloaded again.
 */
typedef struct
{
  guint n_texts;
  guint n_versions;
  guint n_titles;
  guint n_notes;
  guint n_highlights;
  guint n_checks;
  guint n_names;
  guint n_speakers;
} TrsLoss;
