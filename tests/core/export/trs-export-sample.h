/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-blocks.h"

G_BEGIN_DECLS

/* What the tests of exports share: a source made of paragraphs. */

typedef struct
{
  gint64 start;  /* milliseconds, or -1 for no timecode */
  guint speaker; /* or 0 for no label */
  const char *words;
} SampleParagraph;

TrsExportSource *trs_export_sample_new      (const SampleParagraph *paragraphs,
                                             guint                  n_paragraphs);
void             trs_export_sample_annotate (TrsExportSource       *source,
                                             TrsAnnotations        *annotations);

G_END_DECLS
