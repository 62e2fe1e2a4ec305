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
 * TrsLanguageItem:
 * @kind: why it is in the list
 * @tag: (nullable): canonical language tag; %NULL to let the service detect it
 * @name: its name in the user's language
 *
 * A choice of the language row; never changes.
 */
#define TRS_TYPE_LANGUAGE_ITEM (trs_language_item_get_type ())
G_DECLARE_FINAL_TYPE (TrsLanguageItem, trs_language_item, TRS, LANGUAGE_ITEM, GObject)

struct _TrsLanguageItem
{
  GObject parent_instance;

  TrsLanguageKind kind;
  char *tag;
  char *name;
};

char            *trs_language_item_dup_label  (TrsLanguageItem    *self);

GPtrArray       *trs_language_items_list      (const char * const *recent);
GPtrArray       *trs_language_items_search    (GPtrArray          *all,
                                               const char         *search);
TrsLanguageItem *trs_language_items_get_best  (GPtrArray          *found);
GStrv            trs_language_item_add_recent (const char * const *recent,
                                               const char         *tag);

G_END_DECLS
