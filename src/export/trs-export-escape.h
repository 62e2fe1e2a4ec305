/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

char *trs_export_clean                (const char *text,
                                       gssize      length);
char *trs_export_flatten              (const char *text);
char *trs_export_escape_html          (const char *text,
                                       gssize      length);
char *trs_export_escape_markdown      (const char *text,
                                       gssize      length);
char *trs_export_escape_markdown_part (const char *text,
                                       gssize      length,
                                       gboolean    at_start);
char *trs_export_escape_address       (const char *address);
char *trs_export_paragraphs_to_html   (GString    *html);
char *trs_export_text_to_html         (const char *text);
char *trs_export_table_to_html        (const char *table);
