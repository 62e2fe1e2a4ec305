/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-item.h"

#include "trs-i18n.h"
#include "trs-language-tag.h"

struct _TrsLanguageItem
{
  GObject parent_instance;

  TrsLanguageKind kind;
  char *tag;
  char *name;
  char *folded_name;
  char *collate_key;
};

G_DEFINE_FINAL_TYPE (TrsLanguageItem, trs_language_item, G_TYPE_OBJECT)

static void
trs_language_item_finalize (GObject *object)
{
  TrsLanguageItem *self = TRS_LANGUAGE_ITEM (object);

  g_free (self->tag);
  g_free (self->name);
  g_free (self->folded_name);
  g_free (self->collate_key);
  G_OBJECT_CLASS (trs_language_item_parent_class)->finalize (object);
}

static void
trs_language_item_class_init (TrsLanguageItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_language_item_finalize;
}

static void
trs_language_item_init (TrsLanguageItem *self)
{
}

/**
 * trs_language_item_new:
 * @kind: why it is in the list
 * @tag: (nullable): canonical language tag; %NULL to let the service detect it
 *
 * Returns: (transfer full): a choice
 */
TrsLanguageItem *
trs_language_item_new (TrsLanguageKind  kind,
                       const char      *tag)
{
  TrsLanguageItem *self;

  g_return_val_if_fail ((tag == NULL) == (kind == TRS_LANGUAGE_DETECT), NULL);

  self = g_object_new (TRS_TYPE_LANGUAGE_ITEM, NULL);
  self->kind = kind;
  self->tag = g_strdup (tag);
  if (tag != NULL)
    self->name = trs_language_tag_get_name (tag);
  if (kind == TRS_LANGUAGE_DETECT)
    self->name = g_strdup (_("Detect automatically"));
  else if (self->name == NULL)
    self->name = g_strdup (tag);
  self->folded_name = g_utf8_casefold (self->name, -1);
  self->collate_key = g_utf8_collate_key (self->name, -1);
  return self;
}

/**
 * trs_language_item_get_kind:
 * @self: a choice
 *
 * Returns: why it is in the list
 */
TrsLanguageKind
trs_language_item_get_kind (TrsLanguageItem *self)
{
  g_return_val_if_fail (TRS_IS_LANGUAGE_ITEM (self), TRS_LANGUAGE_DETECT);
  return self->kind;
}

/**
 * trs_language_item_get_tag:
 * @self: a choice
 *
 * Returns: (transfer none) (nullable): its tag; %NULL to let the service detect it
 */
const char *
trs_language_item_get_tag (TrsLanguageItem *self)
{
  g_return_val_if_fail (TRS_IS_LANGUAGE_ITEM (self), NULL);
  return self->tag;
}

/**
 * trs_language_item_get_name:
 * @self: a choice
 *
 * Returns: (transfer none): its name in the user's language
 */
const char *
trs_language_item_get_name (TrsLanguageItem *self)
{
  g_return_val_if_fail (TRS_IS_LANGUAGE_ITEM (self), NULL);
  return self->name;
}

/**
 * trs_language_item_dup_label:
 * @self: a choice
 *
 * Returns: (transfer full): what the list shows
 */
char *
trs_language_item_dup_label (TrsLanguageItem *self)
{
  g_return_val_if_fail (TRS_IS_LANGUAGE_ITEM (self), NULL);

  if (self->kind != TRS_LANGUAGE_TYPED)
    return g_strdup (self->name);
  if (g_strcmp0 (self->name, self->tag) == 0)
    /* Translators: %s is a language tag, "pol". */
    return g_strdup_printf (_("Use code “%s”"), self->tag);
  /* Translators: %s is the name of a language. */
  return g_strdup_printf (_("Use %s"), self->name);
}

/**
 * trs_language_item_match:
 * @self: a choice
 * @folded: what is looked for, through g_utf8_casefold()
 *
 * Returns: how well it is what is looked for
 */
TrsLanguageMatch
trs_language_item_match (TrsLanguageItem *self,
                         const char      *folded)
{
  g_return_val_if_fail (TRS_IS_LANGUAGE_ITEM (self), TRS_LANGUAGE_MATCH_NONE);

  if (self->tag != NULL && g_ascii_strcasecmp (self->tag, folded) == 0)
    return TRS_LANGUAGE_MATCH_TAG;
  if (g_str_has_prefix (self->folded_name, folded))
    return TRS_LANGUAGE_MATCH_BEGINNING;
  if (strstr (self->folded_name, folded) != NULL ||
      (self->tag != NULL && g_ascii_strncasecmp (self->tag, folded, strlen (folded)) == 0))
    return TRS_LANGUAGE_MATCH_ANYWHERE;
  return TRS_LANGUAGE_MATCH_NONE;
}

/**
 * trs_language_item_compare:
 * @a: (type TrsLanguageItem): a choice
 * @b: (type TrsLanguageItem): another
 *
 * Returns: their order by name in the user's language
 */
int
trs_language_item_compare (gconstpointer a,
                           gconstpointer b)
{
  const TrsLanguageItem *first = a;
  const TrsLanguageItem *second = b;

  return strcmp (first->collate_key, second->collate_key);
}
