/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-item.h"

#include <string.h>

#include "trs-i18n.h"
#include "trs-language-tag.h"

#define N_RECENT 5

/* How well an item matches: the tag is equal, the name begins with it, name or tag contain it. */
enum
{
  MATCH_NONE,
  MATCH_TAG,
  MATCH_BEGINNING,
  MATCH_ANYWHERE,
};

G_DEFINE_FINAL_TYPE (TrsLanguageItem, trs_language_item, G_TYPE_OBJECT)

static void
trs_language_item_finalize (GObject *object)
{
  TrsLanguageItem *self = TRS_LANGUAGE_ITEM (object);

  g_free (self->tag);
  g_free (self->name);
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

static TrsLanguageItem *
trs_language_item_new (TrsLanguageKind  kind,
                       const char      *tag)
{
  TrsLanguageItem *self;

  self = g_object_new (TRS_TYPE_LANGUAGE_ITEM, NULL);
  self->kind = kind;
  self->tag = g_strdup (tag);
  self->name = tag != NULL ? trs_language_tag_get_name (tag) : g_strdup (_("Detect automatically"));
  return self;
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
  if (self->kind != TRS_LANGUAGE_TYPED)
    return g_strdup (self->name);
  if (g_strcmp0 (self->name, self->tag) == 0)
    /* Translators: %s is a language tag, "pol". */
    return g_strdup_printf (_("Use code “%s”"), self->tag);
  /* Translators: %s is the name of a language. */
  return g_strdup_printf (_("Use %s"), self->name);
}

static gboolean
has_tag (GPtrArray  *items,
         const char *tag)
{
  for (guint i = 0; i < items->len; i++)
    if (g_ascii_strcasecmp (((TrsLanguageItem *) items->pdata[i])->tag, tag) == 0)
      return TRUE;
  return FALSE;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_utf8_collate ((*(TrsLanguageItem * const *) a)->name, (*(TrsLanguageItem * const *) b)->name);
}

static GPtrArray *
list_known (void)
{
  GPtrArray *known = g_ptr_array_new_with_free_func (g_object_unref);
  g_auto (GStrv) tags = trs_language_tag_list_known ();

  for (gsize i = 0; tags[i] != NULL; i++)
    g_ptr_array_add (known, trs_language_item_new (TRS_LANGUAGE_KNOWN, tags[i]));
  g_ptr_array_sort (known, compare_names);
  return known;
}

static void
add_own (GPtrArray  *own,
         GPtrArray  *known,
         const char *tag)
{
  if (has_tag (known, tag) && !has_tag (own, tag))
    g_ptr_array_add (own, trs_language_item_new (TRS_LANGUAGE_OWN, tag));
}

/* The language before its regional variant. */
static GPtrArray *
list_own (GPtrArray *known)
{
  GPtrArray *own = g_ptr_array_new_with_free_func (g_object_unref);
  const char * const *names = g_get_language_names ();

  for (gsize i = 0; names[i] != NULL; i++)
    {
      g_autofree char *locale = g_strndup (names[i], strcspn (names[i], ".@"));
      g_autofree char *tag = trs_language_tag_canonicalize (g_strdelimit (locale, "_", '-'));
      g_autofree char *language = tag != NULL ? g_strndup (tag, strcspn (tag, "-")) : NULL;

      if (tag == NULL)
        continue;
      add_own (own, known, language);
      add_own (own, known, tag);
    }
  return own;
}

/**
 * trs_language_items_list:
 * @recent: (nullable) (array zero-terminated=1): tags used lately, the last one first
 *
 * Returns: (transfer full) (element-type TrsLanguageItem): "Detect
 *   automatically", the languages of the user, those used lately, then all by name
 */
GPtrArray *
trs_language_items_list (const char * const *recent)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  GPtrArray *known = list_known ();
  GPtrArray *own = list_own (known);
  GPtrArray *used = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (items, trs_language_item_new (TRS_LANGUAGE_DETECT, NULL));
  for (gsize i = 0; recent != NULL && recent[i] != NULL && used->len < N_RECENT; i++)
    if (trs_language_tag_is_well_formed (recent[i]) && !has_tag (own, recent[i]))
      g_ptr_array_add (used, trs_language_item_new (TRS_LANGUAGE_RECENT, recent[i]));
  g_ptr_array_extend_and_steal (items, own);
  g_ptr_array_extend_and_steal (items, used);
  g_ptr_array_extend_and_steal (items, known);
  return items;
}

static int
match (TrsLanguageItem *item,
       const char      *folded)
{
  g_autofree char *name = g_utf8_casefold (item->name, -1);

  if (item->tag != NULL && g_ascii_strcasecmp (item->tag, folded) == 0)
    return MATCH_TAG;
  if (g_str_has_prefix (name, folded))
    return MATCH_BEGINNING;
  if (strstr (name, folded) != NULL ||
      (item->tag != NULL && g_ascii_strncasecmp (item->tag, folded, strlen (folded)) == 0))
    return MATCH_ANYWHERE;
  return MATCH_NONE;
}

static void
add_matching (GPtrArray       *found,
              GPtrArray       *all,
              TrsLanguageKind  kind,
              const char      *folded)
{
  for (int wanted = MATCH_TAG; wanted <= MATCH_ANYWHERE; wanted++)
    for (guint i = 0; i < all->len; i++)
      {
        TrsLanguageItem *item = all->pdata[i];

        if (item->kind == kind && match (item, folded) == wanted)
          g_ptr_array_add (found, g_object_ref (item));
      }
}

/**
 * trs_language_items_search:
 * @all: (element-type TrsLanguageItem): of trs_language_items_list()
 * @search: part of a name, or a language tag; not empty and without blanks around it
 *
 * Returns: (transfer full) (element-type TrsLanguageItem): those that match,
 *   best first, and at the end @search itself where it is a well-formed
 *   language tag that @all does not hold
 */
GPtrArray *
trs_language_items_search (GPtrArray  *all,
                           const char *search)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *folded = g_utf8_casefold (search, -1);
  g_autofree char *tag = trs_language_tag_canonicalize (search);

  add_matching (found, all, TRS_LANGUAGE_KNOWN, folded);
  if (tag != NULL && has_tag (found, tag))
    g_clear_pointer (&tag, g_free);
  add_matching (found, all, TRS_LANGUAGE_DETECT, folded);
  if (tag != NULL)
    g_ptr_array_add (found, trs_language_item_new (TRS_LANGUAGE_TYPED, tag));
  return found;
}

/**
 * trs_language_items_get_best:
 * @found: (element-type TrsLanguageItem): what was found
 *
 * Returns: (transfer none) (nullable): what Enter in the search chooses. A
 *   lone word that is only by its form a language tag is not taken so lightly.
 */
TrsLanguageItem *
trs_language_items_get_best (GPtrArray *found)
{
  TrsLanguageItem *first = found->len > 0 ? found->pdata[0] : NULL;

  if (first != NULL && first->kind == TRS_LANGUAGE_TYPED && strchr (first->tag, '-') == NULL)
    return NULL;
  return first;
}

/**
 * trs_language_item_add_recent:
 * @recent: (nullable) (array zero-terminated=1): tags used lately, the last one first
 * @tag: the one that is used now
 *
 * Returns: (transfer full): the tags used lately now
 */
GStrv
trs_language_item_add_recent (const char * const *recent,
                              const char         *tag)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint count = 1;

  g_strv_builder_add (builder, tag);
  for (gsize i = 0; recent != NULL && recent[i] != NULL && count < N_RECENT; i++)
    if (g_ascii_strcasecmp (recent[i], tag) != 0)
      {
        g_strv_builder_add (builder, recent[i]);
        count++;
      }
  return g_strv_builder_end (builder);
}
