/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-language-item.h"

G_BEGIN_DECLS

/**
 * TrsLanguageList:
 *
 * The languages to choose from, as a #GListModel of #TrsLanguageItem. Without
 * a search: "Detect automatically", those used lately, then all by name. With
 * one: those that match, best first, and at the end the search itself where it
 * is a well-formed language tag that the list does not hold.
 */
#define TRS_TYPE_LANGUAGE_LIST (trs_language_list_get_type ())
G_DECLARE_FINAL_TYPE (TrsLanguageList, trs_language_list, TRS, LANGUAGE_LIST, GObject)

TrsLanguageList *trs_language_list_new         (const char * const *recent);

void             trs_language_list_set_recent  (TrsLanguageList    *self,
                                                const char * const *recent);
void             trs_language_list_set_search  (TrsLanguageList    *self,
                                                const char         *search);
char            *trs_language_list_dup_problem (TrsLanguageList    *self);
TrsLanguageItem *trs_language_list_get_best    (TrsLanguageList    *self);

GStrv            trs_language_list_add_recent  (const char * const *recent,
                                                const char         *tag);

G_END_DECLS
