/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

GdkContentFormats  *trs_text_provider_ref_plain_formats (void);
GdkContentProvider *trs_text_provider_new               (const char    *plain,
                                                         const char    *markdown,
                                                         const char    *html);
void                trs_text_provider_copy              (GtkWidget     *widget,
                                                         const char    *text);
GdkContentProvider *trs_text_provider_new_dragged       (GtkDragSource *source,
                                                         const char    *text,
                                                         const char    *html,
                                                         const char    *title,
                                                         const char    *fallback);
void                trs_text_provider_remove_files      (void);
void                trs_text_provider_remove_files_of   (const char    *title,
                                                         const char    *fallback);
