/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-list.h"

#include "trs-i18n.h"
#include "trs-language-tag.h"

#define N_RECENT 5

struct _TrsLanguageList
{
  GObject parent_instance;

  TrsLanguageItem *detect;
  GPtrArray *own;
  GPtrArray *recent;
  GPtrArray *known;
  char *search;
  GPtrArray *shown;
};

static void trs_language_list_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsLanguageList, trs_language_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, trs_language_list_list_model_init))

static GType
trs_language_list_get_item_type (GListModel *list)
{
  return TRS_TYPE_LANGUAGE_ITEM;
}

static guint
trs_language_list_get_n_items (GListModel *list)
{
  return TRS_LANGUAGE_LIST (list)->shown->len;
}

static gpointer
trs_language_list_get_item (GListModel *list,
                            guint       position)
{
  TrsLanguageList *self = TRS_LANGUAGE_LIST (list);

  return position < self->shown->len ? g_object_ref (self->shown->pdata[position]) : NULL;
}

static void
trs_language_list_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = trs_language_list_get_item_type;
  iface->get_n_items = trs_language_list_get_n_items;
  iface->get_item = trs_language_list_get_item;
}

static void
show (TrsLanguageList *self,
      TrsLanguageItem *item)
{
  g_ptr_array_add (self->shown, g_object_ref (item));
}

static gboolean
has_tag (GPtrArray  *items,
         const char *tag)
{
  for (guint i = 0; i < items->len; i++)
    if (g_ascii_strcasecmp (trs_language_item_get_tag (items->pdata[i]), tag) == 0)
      return TRUE;
  return FALSE;
}

static void
show_all (TrsLanguageList *self)
{
  show (self, self->detect);
  for (guint i = 0; i < self->own->len; i++)
    show (self, self->own->pdata[i]);
  for (guint i = 0; i < self->recent->len; i++)
    show (self, self->recent->pdata[i]);
  for (guint i = 0; i < self->known->len; i++)
    show (self, self->known->pdata[i]);
}

static void
show_matching (TrsLanguageList *self,
               const char      *folded)
{
  gboolean tag_is_known = FALSE;
  g_autofree char *tag = NULL;

  for (TrsLanguageMatch match = TRS_LANGUAGE_MATCH_TAG; match <= TRS_LANGUAGE_MATCH_ANYWHERE; match++)
    for (guint i = 0; i < self->known->len; i++)
      if (trs_language_item_match (self->known->pdata[i], folded) == match)
        {
          tag_is_known |= match == TRS_LANGUAGE_MATCH_TAG;
          show (self, self->known->pdata[i]);
        }
  if (trs_language_item_match (self->detect, folded) != TRS_LANGUAGE_MATCH_NONE)
    show (self, self->detect);

  if (!tag_is_known && trs_language_tag_is_well_formed (self->search))
    tag = trs_language_tag_canonicalize (self->search);
  if (tag != NULL)
    {
      g_autoptr (TrsLanguageItem) typed = trs_language_item_new (TRS_LANGUAGE_TYPED, tag);

      show (self, typed);
    }
}

static void
update (TrsLanguageList *self)
{
  guint old_length = self->shown->len;

  /* Two signals: a reset in one would make a list view ask for every row again. */
  g_ptr_array_set_size (self->shown, 0);
  if (old_length > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, old_length, 0);

  if (*self->search == '\0')
    show_all (self);
  else
    {
      g_autofree char *folded = g_utf8_casefold (self->search, -1);

      show_matching (self, folded);
    }
  if (self->shown->len > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, self->shown->len);
}

static void
trs_language_list_finalize (GObject *object)
{
  TrsLanguageList *self = TRS_LANGUAGE_LIST (object);

  g_clear_object (&self->detect);
  g_ptr_array_unref (self->own);
  g_ptr_array_unref (self->recent);
  g_ptr_array_unref (self->known);
  g_ptr_array_unref (self->shown);
  g_free (self->search);
  G_OBJECT_CLASS (trs_language_list_parent_class)->finalize (object);
}

static void
trs_language_list_class_init (TrsLanguageListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_language_list_finalize;
}

static void
trs_language_list_init (TrsLanguageList *self)
{
  self->detect = trs_language_item_new (TRS_LANGUAGE_DETECT, NULL);
  self->own = g_ptr_array_new_with_free_func (g_object_unref);
  self->recent = g_ptr_array_new_with_free_func (g_object_unref);
  self->known = g_ptr_array_new_with_free_func (g_object_unref);
  self->shown = g_ptr_array_new_with_free_func (g_object_unref);
  self->search = g_strdup ("");
}

static void
add_own (TrsLanguageList *self,
         const char      *tag)
{
  if (has_tag (self->known, tag) && !has_tag (self->own, tag))
    g_ptr_array_add (self->own, trs_language_item_new (TRS_LANGUAGE_OWN, tag));
}

/* The language as such before its variety: few videos are for those of one country alone. */
static void
fill_own (TrsLanguageList *self)
{
  const char * const *names = g_get_language_names ();

  for (gsize i = 0; names[i] != NULL; i++)
    {
      g_autofree char *locale = g_strndup (names[i], strcspn (names[i], ".@"));
      g_autofree char *tag = trs_language_tag_canonicalize (g_strdelimit (locale, "_", '-'));
      g_autofree char *language = tag != NULL ? g_strndup (tag, strcspn (tag, "-")) : NULL;

      if (tag == NULL)
        continue;
      add_own (self, language);
      add_own (self, tag);
    }
}

static void
fill_recent (TrsLanguageList    *self,
             const char * const *recent)
{
  g_ptr_array_set_size (self->recent, 0);
  for (gsize i = 0; recent != NULL && recent[i] != NULL && self->recent->len < N_RECENT; i++)
    if (trs_language_tag_is_well_formed (recent[i]) && !has_tag (self->own, recent[i]))
      g_ptr_array_add (self->recent, trs_language_item_new (TRS_LANGUAGE_RECENT, recent[i]));
}

static int
compare_items (gconstpointer a,
               gconstpointer b)
{
  return trs_language_item_compare (*(TrsLanguageItem * const *) a, *(TrsLanguageItem * const *) b);
}

/**
 * trs_language_list_new:
 * @recent: (nullable) (array zero-terminated=1): tags used lately, the last one first
 *
 * Returns: (transfer full): the languages to choose from
 */
TrsLanguageList *
trs_language_list_new (const char * const *recent)
{
  TrsLanguageList *self = g_object_new (TRS_TYPE_LANGUAGE_LIST, NULL);
  g_auto (GStrv) tags = trs_language_tag_list_known ();

  for (gsize i = 0; tags[i] != NULL; i++)
    g_ptr_array_add (self->known, trs_language_item_new (TRS_LANGUAGE_KNOWN, tags[i]));
  g_ptr_array_sort (self->known, compare_items);
  fill_own (self);
  fill_recent (self, recent);
  show_all (self);
  return self;
}

/**
 * trs_language_list_set_recent:
 * @self: the languages
 * @recent: (nullable) (array zero-terminated=1): tags used lately, the last one first
 */
void
trs_language_list_set_recent (TrsLanguageList    *self,
                              const char * const *recent)
{
  g_return_if_fail (TRS_IS_LANGUAGE_LIST (self));

  fill_recent (self, recent);
  update (self);
}

/**
 * trs_language_list_set_search:
 * @self: the languages
 * @search: what is looked for: part of a name, or a language tag
 */
void
trs_language_list_set_search (TrsLanguageList *self,
                              const char      *search)
{
  char *stripped;

  g_return_if_fail (TRS_IS_LANGUAGE_LIST (self));
  g_return_if_fail (search != NULL);

  stripped = g_strstrip (g_strdup (search));
  if (g_str_equal (self->search, stripped))
    {
      g_free (stripped);
      return;
    }
  g_free (self->search);
  self->search = stripped;
  update (self);
}

/**
 * trs_language_list_dup_problem:
 * @self: the languages
 *
 * Returns: (transfer full) (nullable): what is wrong with the search, if nothing can be chosen
 */
char *
trs_language_list_dup_problem (TrsLanguageList *self)
{
  g_return_val_if_fail (TRS_IS_LANGUAGE_LIST (self), NULL);

  if (self->shown->len > 0)
    return NULL;
  return g_strdup_printf (_("No language is called “%s”. Try its name in another spelling, or a code such as “pt-BR”."),
                          self->search);
}

/**
 * trs_language_list_get_best:
 * @self: the languages
 *
 * Returns: (transfer none) (nullable): what Enter in the search chooses. A
 *   lone word that is only by its form a language tag is not taken so lightly.
 */
TrsLanguageItem *
trs_language_list_get_best (TrsLanguageList *self)
{
  TrsLanguageItem *first;

  g_return_val_if_fail (TRS_IS_LANGUAGE_LIST (self), NULL);

  if (self->shown->len == 0 || *self->search == '\0')
    return NULL;
  first = self->shown->pdata[0];
  if (trs_language_item_get_kind (first) == TRS_LANGUAGE_TYPED &&
      strchr (trs_language_item_get_tag (first), '-') == NULL)
    return NULL;
  return first;
}

/**
 * trs_language_list_add_recent:
 * @recent: (nullable) (array zero-terminated=1): tags used lately, the last one first
 * @tag: the one that is used now
 *
 * Returns: (transfer full): the tags used lately now
 */
GStrv
trs_language_list_add_recent (const char * const *recent,
                              const char         *tag)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint count = 1;

  g_return_val_if_fail (tag != NULL, NULL);

  g_strv_builder_add (builder, tag);
  for (gsize i = 0; recent != NULL && recent[i] != NULL && count < N_RECENT; i++)
    if (g_ascii_strcasecmp (recent[i], tag) != 0)
      {
        g_strv_builder_add (builder, recent[i]);
        count++;
      }
  return g_strv_builder_end (builder);
}
