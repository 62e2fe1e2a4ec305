/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-export-blocks.h"
#include "trs-quote-sheet.h"

/* Renders a quote sheet as a file. Pure; can be called on any thread. */
GBytes *trs_quote_sheet_save (GPtrArray                  *sources,
                              const TrsQuoteSheetOptions *options,
                              const char                 *extension,
                              GError                    **error);

/* The same on a worker thread: for a thousand transcripts it takes longer than a frame. */
void     trs_quote_sheet_save_async          (GPtrArray                  *sources,
                                              const TrsQuoteSheetOptions *options,
                                              const char                 *extension,
                                              GCancellable               *cancellable,
                                              GAsyncReadyCallback         callback,
                                              gpointer                    user_data);
GBytes  *trs_quote_sheet_save_finish         (GAsyncResult               *result,
                                              GError                    **error);
void     trs_quote_sheet_render_all_async    (GPtrArray                  *sources,
                                              const TrsQuoteSheetOptions *options,
                                              GCancellable               *cancellable,
                                              GAsyncReadyCallback         callback,
                                              gpointer                    user_data);
char   **trs_quote_sheet_render_all_finish   (GAsyncResult               *result,
                                              GError                    **error);
void     trs_quote_sheet_count_async         (GPtrArray                  *sources,
                                              GCancellable               *cancellable,
                                              GAsyncReadyCallback         callback,
                                              gpointer                    user_data);
gboolean trs_quote_sheet_count_finish        (GAsyncResult               *result,
                                              TrsExportTally             *tally,
                                              GError                    **error);
