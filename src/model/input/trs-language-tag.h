/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/* How many languages that were used lately are remembered. */
#define TRS_LANGUAGE_TAG_N_RECENT 5

gboolean  trs_language_tag_is_well_formed (const char *tag);
char     *trs_language_tag_canonicalize   (const char *tag);
gboolean  trs_language_tag_matches        (const char *tag,
                                           const char *range);
char     *trs_language_tag_get_name       (const char *tag);
gboolean  trs_language_tag_is_rtl         (const char *tag);
GStrv     trs_language_tag_list_known     (void);
GStrv     trs_language_tag_add_recent     (const char * const *recent,
                                           const char          *tag);
