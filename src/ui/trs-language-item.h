/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TrsLanguageKind:
 * @TRS_LANGUAGE_DETECT: let the service detect it
 * @TRS_LANGUAGE_OWN: one that the user speaks
 * @TRS_LANGUAGE_RECENT: one used lately
 * @TRS_LANGUAGE_KNOWN: one of the list
 * @TRS_LANGUAGE_TYPED: a well-formed tag that was typed in
 */
typedef enum
{
  TRS_LANGUAGE_DETECT,
  TRS_LANGUAGE_OWN,
  TRS_LANGUAGE_RECENT,
  TRS_LANGUAGE_KNOWN,
  TRS_LANGUAGE_TYPED,
} TrsLanguageKind;

/**
 * TrsLanguageMatch:
 * @TRS_LANGUAGE_MATCH_NONE: it is not what is looked for
 * @TRS_LANGUAGE_MATCH_TAG: its tag is just that
 * @TRS_LANGUAGE_MATCH_BEGINNING: its name begins so
 * @TRS_LANGUAGE_MATCH_ANYWHERE: its name has it somewhere, or its tag begins so
 */
typedef enum
{
  TRS_LANGUAGE_MATCH_NONE,
  TRS_LANGUAGE_MATCH_TAG,
  TRS_LANGUAGE_MATCH_BEGINNING,
  TRS_LANGUAGE_MATCH_ANYWHERE,
} TrsLanguageMatch;

/**
 * TrsLanguageItem:
 *
 * A choice of the language row; never changes.
 */
#define TRS_TYPE_LANGUAGE_ITEM (trs_language_item_get_type ())
G_DECLARE_FINAL_TYPE (TrsLanguageItem, trs_language_item, TRS, LANGUAGE_ITEM, GObject)

TrsLanguageItem  *trs_language_item_new       (TrsLanguageKind   kind,
                                               const char       *tag);

TrsLanguageKind   trs_language_item_get_kind  (TrsLanguageItem  *self);
const char       *trs_language_item_get_tag   (TrsLanguageItem  *self);
const char       *trs_language_item_get_name  (TrsLanguageItem  *self);
char             *trs_language_item_dup_label (TrsLanguageItem  *self);
TrsLanguageMatch  trs_language_item_match     (TrsLanguageItem  *self,
                                               const char       *folded);
int               trs_language_item_compare   (gconstpointer     a,
                                               gconstpointer     b);

G_END_DECLS
