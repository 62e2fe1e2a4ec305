/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How characters are seen by the search: as FTS5's `unicode61 remove_diacritics 2` sees them. */

/* No part of a word. */
#define TRS_SEARCH_SEPARATOR 0
/* Belongs to the character before it and makes no difference. */
#define TRS_SEARCH_MARK 1
/* Set beside a character of a script that writes no blanks between words. */
#define TRS_SEARCH_UNSPACED (1u << 31)

/* Bytes with which characters outside ASCII begin; and those of them that are compared by a letter of ASCII. */
#define TRS_SEARCH_FIRST_LEAD 0xc2
#define TRS_SEARCH_LAST_LEAD 0xf4
#define TRS_SEARCH_FIRST_LATIN_LEAD 0xc3
#define TRS_SEARCH_LAST_LATIN_LEAD 0xe2

/* Letters by which no others are compared but themselves, their capital letters, and some odd ones that begin with
 * this byte: from Cyrillic on to the first script with more. What is not divided by blanks has not even these. */
#define TRS_SEARCH_FIRST_PAIR 0x430
#define TRS_SEARCH_LAST_PAIR 0x109f
#define TRS_SEARCH_ODD_LEAD 0xe1

guint32   trs_search_fold         (gunichar     character);
gboolean  trs_search_has_unspaced (const char  *text,
                                   gsize        length);
gunichar  trs_search_decode       (const char  *text,
                                   const char  *end,
                                   gsize       *length);
gunichar  trs_search_decode_back  (const char  *start,
                                   const char  *text,
                                   gsize       *length);

G_END_DECLS
