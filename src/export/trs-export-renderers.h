/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-blocks.h"
#include "trs-quote-sheet.h"

/* Writes the words of a block with "==" around highlights, each followed by its category and note in brackets. For
 * Markdown and for plain text, which has no other way to show a highlight. */
void trs_export_append_words (GString                *string,
                              const TrsExportBlock   *block,
                              const TrsExportOptions *options,
                              gboolean                markdown);

/* Packs a quote sheet as "docx" or "odt". */
GBytes *trs_export_render_sheet (GPtrArray                  *sources,
                                 const TrsQuoteSheetOptions *options,
                                 const char                 *extension,
                                 GError                    **error);

/* One render function per format, for the table in trs-export-format.c. All are pure, and can be called on any
 * thread. */
#define TRS_DECLARE_RENDERER(name)                                 \
  GBytes *trs_export_render_##name (const TrsExportSource   *source, \
                                    const TrsExportOptions  *options, \
                                    GError                 **error)

TRS_DECLARE_RENDERER (text);
TRS_DECLARE_RENDERER (markdown);
TRS_DECLARE_RENDERER (srt);
TRS_DECLARE_RENDERER (vtt);
TRS_DECLARE_RENDERER (csv);
TRS_DECLARE_RENDERER (json);
TRS_DECLARE_RENDERER (html);
TRS_DECLARE_RENDERER (odt);
TRS_DECLARE_RENDERER (docx);
