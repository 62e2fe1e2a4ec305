/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-source.h"

#include <gio/gio.h>

char     *trs_export_make_name         (const char            *title,
                                        const char            *fallback,
                                        const char            *extension);

/* Plain text rendering, for Copy and for saving. */
char     *trs_export_render_range      (TrsDocument           *document,
                                        TrsTextFlags           flags,
                                        TrsTextPosition        start,
                                        TrsTextPosition        end);
char     *trs_export_render_range_html (const TrsExportSource *source,
                                        TrsTextFlags           flags,
                                        TrsTextPosition        start,
                                        TrsTextPosition        end);
char     *trs_export_render_whole_html (const TrsExportSource *source,
                                        TrsTextFlags           flags);
char     *trs_export_render_table      (TrsDocument           *document,
                                        TrsTextFlags           flags,
                                        TrsTextPosition        start,
                                        TrsTextPosition        end,
                                        gboolean               exact_times);

void      trs_export_clip              (const TrsParagraph    *paragraph,
                                        guint                  index,
                                        TrsTextPosition        start,
                                        TrsTextPosition        end,
                                        gsize                 *from,
                                        gsize                 *to);

gboolean  trs_export_save              (GBytes                *bytes,
                                        GFile                 *file,
                                        GCancellable          *cancellable,
                                        GError               **error);
void      trs_export_save_async        (GBytes                *bytes,
                                        GFile                 *file,
                                        GCancellable          *cancellable,
                                        GAsyncReadyCallback    callback,
                                        gpointer               user_data);
gboolean  trs_export_save_finish       (GAsyncResult          *result,
                                        GError               **error);
