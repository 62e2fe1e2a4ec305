/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsSearchRange:
 * @start: in bytes
 * @length: in bytes
 *
 * Where something stands.
 */
typedef struct
{
  gsize start;
  gsize length;
} TrsSearchRange;

char *trs_display_text_line   (const char    *raw);
char *trs_display_text_marked (const char    *raw,
                               const GArray  *ranges,
                               GArray       **marks);
char *trs_display_text_title  (const char    *raw);
char *trs_display_text_markup (const char    *raw);

/* U+2068 FIRST STRONG ISOLATE and U+2069 POP DIRECTIONAL ISOLATE */
#define TRS_BIDI_FSI "\xe2\x81\xa8"
#define TRS_BIDI_PDI "\xe2\x81\xa9"

int      trs_bidi_get_direction       (gunichar    c);
int      trs_bidi_get_first_direction (const char *text,
                                       gsize       length);
char    *trs_bidi_isolate             (char       *text);
char    *trs_bidi_isolate_parts       (char       *line);
