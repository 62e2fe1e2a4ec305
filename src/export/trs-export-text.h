/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript.h"

G_BEGIN_DECLS

/**
 * TrsTextPosition:
 * @paragraph: index of the paragraph
 * @byte: byte inside its body; 0 is the beginning, where the prefixes belong
 */
typedef struct
{
  guint paragraph;
  gsize byte;
} TrsTextPosition;

/* The plain text renderer: what is copied and what is saved. */
GBytes *trs_export_text_render_file  (TrsTranscript   *transcript,
                                      TrsTextFlags     flags);
char   *trs_export_text_render_range (TrsTranscript   *transcript,
                                      TrsTextFlags     flags,
                                      TrsTextPosition  start,
                                      TrsTextPosition  end);

G_END_DECLS
