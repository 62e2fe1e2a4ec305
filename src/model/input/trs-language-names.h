/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names in the user's language, from iso-codes; %NULL for a code that is not known here. */
char  *trs_language_names_get_language (const char *code);
char  *trs_language_names_get_script   (const char *code);
char  *trs_language_names_get_region   (const char *code);

GStrv  trs_language_names_list         (void);

G_END_DECLS
