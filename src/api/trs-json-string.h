/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the check of a string found out: */
typedef enum
{
  TRS_JSON_STRING_PLAIN = 0,
  TRS_JSON_STRING_ESCAPED = 1 << 0,
  TRS_JSON_STRING_DAMAGED = 1 << 1,
} TrsJsonStringFlags;

gboolean trs_json_string_check  (char               **position,
                                 char                *end,
                                 TrsJsonStringFlags  *flags);
char    *trs_json_string_decode (char                *start,
                                 char                *end);

G_END_DECLS
