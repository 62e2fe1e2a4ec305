/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsLanguageRow:
 *
 * Chooses the language of a submission. Property: `language` (nullable,
 * read-only), a canonical language tag, %NULL to let the service detect it.
 */
#define TRS_TYPE_LANGUAGE_ROW (trs_language_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsLanguageRow, trs_language_row, TRS, LANGUAGE_ROW, AdwActionRow)

const char *trs_language_row_get_language (TrsLanguageRow *self);

void        trs_language_row_set_settings (TrsLanguageRow     *self,
                                           GSettings          *settings);
gboolean    trs_language_row_set_language (TrsLanguageRow     *self,
                                           const char         *language);
void        trs_language_row_remember     (TrsLanguageRow     *self);

/* The choices are canonical language tags; the empty one lets the service detect the language. */
GStrv       trs_languages_list            (const char * const *recent,
                                           guint              *first_recent,
                                           guint              *first_known);
GStrv       trs_languages_search          (const char * const *known,
                                           const char         *search);
const char *trs_languages_get_best        (const char * const *known,
                                           const char * const *found);
