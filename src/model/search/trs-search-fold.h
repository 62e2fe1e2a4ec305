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
