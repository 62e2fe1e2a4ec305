/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-row.h"

#include "config.h"
#include "trs-compat.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-widget-utils.h"

struct _TrsLanguageRow
{
  AdwActionRow parent_instance;

  char *language;
  GSettings *settings;

  GStrv all; /* listed on first use */
  guint first_recent;
  guint first_known;

  GtkLabel *value;
  GtkPopover *popover;
  GtkSearchEntry *search;
  GtkWidget *scroller;
  GtkWidget *list;
  GtkStringList *shown;
  GtkLabel *problem;
};

#define RECENT "recent-languages"

/* Ranks how well a language matches: its tag is equal, its name begins with the search, or name or tag contain it. */
enum
{
  MATCH_NONE,
  MATCH_TAG,
  MATCH_BEGINNING,
  MATCH_ANYWHERE,
};

enum
{
  PROP_0,
  PROP_LANGUAGE,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsLanguageRow, trs_language_row, ADW_TYPE_ACTION_ROW)

static char *
dup_name (const char *tag)
{
  return tag != NULL && *tag != '\0' ? trs_language_tag_get_name (tag) : g_strdup (_("Detect automatically"));
}

static gboolean
has_tag (GPtrArray  *tags,
         const char *tag)
{
  return g_ptr_array_find_with_equal_func (tags, tag, g_str_equal, NULL);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  g_autofree char *first = dup_name (*(const char *const *) a);
  g_autofree char *second = dup_name (*(const char *const *) b);

  return g_utf8_collate (first, second);
}

static void
add_own (GPtrArray          *tags,
         const char * const *known,
         const char         *tag)
{
  if (g_strv_contains (known, tag) && !has_tag (tags, tag))
    g_ptr_array_add (tags, g_strdup (tag));
}

/* The plain language comes before its regional variants. */
static void
add_languages_of_user (GPtrArray          *tags,
                       const char * const *known)
{
  const char * const *names = g_get_language_names ();

  for (gsize i = 0; names[i] != NULL; i++)
    {
      g_autofree char *locale = g_strndup (names[i], strcspn (names[i], ".@"));
      g_autofree char *tag = trs_language_tag_canonicalize (g_strdelimit (locale, "_", '-'));
      g_autofree char *language = tag != NULL ? g_strndup (tag, strcspn (tag, "-")) : NULL;

      if (tag == NULL)
        continue;
      add_own (tags, known, language);
      add_own (tags, known, tag);
    }
}

/**
 * trs_languages_list:
 * @recent: (nullable) (array zero-terminated=1): tags used lately, the last one first
 * @first_recent: (out): where those begin
 * @first_known: (out): where all known ones begin
 *
 * Returns: (transfer full): "Detect automatically", the languages of the user,
 *   those used lately, then all known ones by name
 */
GStrv
trs_languages_list (const char * const *recent,
                    guint              *first_recent,
                    guint              *first_known)
{
  GPtrArray *tags = g_ptr_array_new ();
  g_autofree GStrv known = trs_language_tag_list_known ();

  g_ptr_array_add (tags, g_strdup (""));
  add_languages_of_user (tags, (const char * const *) known);
  *first_recent = tags->len;
  for (gsize i = 0; recent != NULL && recent[i] != NULL && tags->len < *first_recent + TRS_LANGUAGE_TAG_N_RECENT; i++)
    if (trs_language_tag_is_well_formed (recent[i]) && !has_tag (tags, recent[i]))
      g_ptr_array_add (tags, g_strdup (recent[i]));
  *first_known = tags->len;

  qsort (known, g_strv_length (known), sizeof (char *), compare_names);
  for (gsize i = 0; known[i] != NULL; i++)
    g_ptr_array_add (tags, known[i]);
  g_ptr_array_add (tags, NULL);
  return (GStrv) g_ptr_array_free (tags, FALSE);
}

static int
match (const char *tag,
       const char *folded)
{
  g_autofree char *plain = dup_name (tag);
  g_autofree char *name = g_utf8_casefold (plain, -1);

  if (g_ascii_strcasecmp (tag, folded) == 0)
    return MATCH_TAG;
  if (g_str_has_prefix (name, folded))
    return MATCH_BEGINNING;
  if (strstr (name, folded) != NULL || g_ascii_strncasecmp (tag, folded, strlen (folded)) == 0)
    return MATCH_ANYWHERE;
  return MATCH_NONE;
}

/**
 * trs_languages_search:
 * @known: (array zero-terminated=1): all known tags
 * @search: part of a name, or a language tag; not empty and without spaces around it
 *
 * Returns: (transfer full): those that match, best first, and at the end
 *   @search itself where it is a well-formed language tag that is not known
 */
GStrv
trs_languages_search (const char * const *known,
                      const char         *search)
{
  GPtrArray *found = g_ptr_array_new ();
  g_autofree char *folded = g_utf8_casefold (search, -1);
  g_autofree char *tag = trs_language_tag_canonicalize (search);

  for (int wanted = MATCH_TAG; wanted <= MATCH_ANYWHERE; wanted++)
    for (gsize i = 0; known[i] != NULL; i++)
      if (match (known[i], folded) == wanted)
        g_ptr_array_add (found, g_strdup (known[i]));
  if (match ("", folded) != MATCH_NONE)
    g_ptr_array_add (found, g_strdup (""));
  if (tag != NULL && !has_tag (found, tag))
    g_ptr_array_add (found, g_steal_pointer (&tag));
  g_ptr_array_add (found, NULL);
  return (GStrv) g_ptr_array_free (found, FALSE);
}

static gboolean
is_typed (const char * const *known,
          const char         *tag)
{
  return *tag != '\0' && !g_strv_contains (known, tag);
}

/**
 * trs_languages_get_best:
 * @known: (array zero-terminated=1): all known tags
 * @found: (array zero-terminated=1): what was found
 *
 * Returns: (transfer none) (nullable): what Enter in the search chooses. A
 *   lone word that is only by its form a language tag is not taken so lightly.
 */
const char *
trs_languages_get_best (const char * const *known,
                        const char * const *found)
{
  if (found[0] == NULL || (is_typed (known, found[0]) && strchr (found[0], '-') == NULL))
    return NULL;
  return found[0];
}

static const char * const *
get_known (TrsLanguageRow *self)
{
  return (const char * const *) self->all + self->first_known;
}

static char *
dup_search (TrsLanguageRow *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search))));
}

static void
update_value (TrsLanguageRow *self)
{
  g_autofree char *name = dup_name (self->language);

  gtk_label_set_label (self->value, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Language"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, name,
                                  -1);
}

static char *
dup_label (TrsLanguageRow *self,
           const char     *tag,
           gboolean        searching)
{
  g_autofree char *name = dup_name (tag);

  if (!searching || !is_typed (get_known (self), tag))
    return g_steal_pointer (&name);
  if (g_str_equal (name, tag))
    /* Translators: %s is a language tag, "pol". */
    return g_strdup_printf (_("Use code “%s”"), tag);
  /* Translators: %s is the name of a language. */
  return g_strdup_printf (_("Use %s"), name);
}

static void
bind_item_cb (TrsLanguageRow *self,
              GtkListItem    *list_item)
{
  const char *tag = gtk_string_object_get_string (gtk_list_item_get_item (list_item));
  guint position = gtk_list_item_get_position (list_item);
  GtkWidget *name = gtk_widget_get_first_child (gtk_list_item_get_child (list_item));
  g_autofree char *search = dup_search (self);
  gboolean searching = *search != '\0';
  g_autofree char *label = dup_label (self, tag, searching);
  gboolean recent = !searching && position >= self->first_recent && position < self->first_known;

  /* Label the list item, which a screen reader reads, before it gets the focus. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (gtk_list_item_get_child (list_item))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_label_set_label (GTK_LABEL (name), label);
  /* Translators: beside a language in a list: the user has chosen it before. */
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (name)), recent ? _("used recently") : tag);
}

static void
setup_item_cb (TrsLanguageRow *self,
               GtkListItem    *list_item)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-language-item.ui");

  gtk_list_item_set_child (list_item, GTK_WIDGET (gtk_builder_get_object (builder, "item")));
}

static void
show_problem (TrsLanguageRow *self,
              const char     *search)
{
  /* Translators: %s is what was typed. */
  g_autofree char *problem = g_strdup_printf (_("No language is called “%s”. Try its name in another spelling, "
                                                "or a code such as “pt-BR”."), search);
  g_autofree char *line = trs_display_text_line (problem);

  gtk_label_set_label (self->problem, line);
}

static void
show_found (TrsLanguageRow *self)
{
  g_autofree char *search = dup_search (self);
  g_auto (GStrv) found = NULL;
  gboolean any;

  if (self->all == NULL)
    {
      g_auto (GStrv) recent = self->settings != NULL ? g_settings_get_strv (self->settings, RECENT) : NULL;

      self->all = trs_languages_list ((const char * const *) recent, &self->first_recent, &self->first_known);
    }
  found = *search != '\0' ? trs_languages_search (get_known (self), search) : g_strdupv (self->all);
  any = found[0] != NULL;
  gtk_string_list_splice (self->shown, 0, g_list_model_get_n_items (G_LIST_MODEL (self->shown)),
                          (const char * const *) found);
  if (!any)
    show_problem (self, search);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), !any);
  gtk_widget_set_visible (self->scroller, any);
}

static void
choose_language (TrsLanguageRow *self,
                 const char     *tag)
{
  trs_language_row_set_language (self, tag);
  gtk_popover_popdown (self->popover);
}

/* Wait for the list to have a size: without one it would scroll only within its first rows. */
static void
show_current (GtkWidget *widget)
{
  TrsLanguageRow *self = TRS_LANGUAGE_ROW (widget);
  g_autofree char *search = dup_search (self);

  if (*search != '\0')
    return;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->shown)); i++)
    if (g_strcmp0 (gtk_string_list_get_string (self->shown, i), self->language != NULL ? self->language : "") == 0)
      {
        /* floor: remove with GTK ≥ 4.12, which has gtk_list_view_scroll_to() */
        gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", i);
        return;
      }
}

static void
on_popover_show (TrsLanguageRow *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  show_found (self);
  trs_after_frame (GTK_WIDGET (self), show_current);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/* GtkSearchEntry emits this on construction, too. */
static void
on_search_changed (TrsLanguageRow *self)
{
  if (self->all != NULL || *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0')
    show_found (self);
}

static void
on_search_activate (TrsLanguageRow *self)
{
  const char *found[] = { gtk_string_list_get_string (self->shown, 0), NULL };
  g_autofree char *search = dup_search (self);
  const char *best = *search != '\0' ? trs_languages_get_best (get_known (self), found) : NULL;

  if (best != NULL)
    choose_language (self, best);
}

static void
on_list_activate (TrsLanguageRow *self,
                  guint           position)
{
  choose_language (self, gtk_string_list_get_string (self->shown, position));
}

static void
trs_language_row_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  if (id == PROP_LANGUAGE)
    g_value_set_string (value, TRS_LANGUAGE_ROW (object)->language);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_language_row_finalize (GObject *object)
{
  TrsLanguageRow *self = TRS_LANGUAGE_ROW (object);

  g_strfreev (self->all);
  g_clear_object (&self->settings);
  g_free (self->language);
  G_OBJECT_CLASS (trs_language_row_parent_class)->finalize (object);
}

static void
trs_language_row_class_init (TrsLanguageRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = trs_language_row_get_property;
  object_class->finalize = trs_language_row_finalize;

  props[PROP_LANGUAGE] =
      g_param_spec_string ("language", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-language-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, value);
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, popover);
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, search);
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, scroller);
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, list);
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, shown);
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, problem);
  gtk_widget_class_bind_template_callback (widget_class, setup_item_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_item_cb);
  gtk_widget_class_bind_template_callback (widget_class, gtk_popover_popdown);
  gtk_widget_class_bind_template_callback (widget_class, gtk_popover_popup);
  gtk_widget_class_bind_template_callback (widget_class, on_popover_show);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_list_activate);
}

static void
trs_language_row_init (TrsLanguageRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  update_value (self);
}

/**
 * trs_language_row_set_settings:
 * @self: the row
 * @settings: (nullable): where the languages that were used lately are kept
 */
void
trs_language_row_set_settings (TrsLanguageRow *self,
                               GSettings      *settings)
{
  g_set_object (&self->settings, settings);
}

/**
 * trs_language_row_set_language:
 * @self: the row
 * @language: (nullable): a language tag; %NULL or empty to let the service detect it
 *
 * Returns: %FALSE if @language is not a well-formed language tag, and nothing was changed
 */
gboolean
trs_language_row_set_language (TrsLanguageRow *self,
                               const char     *language)
{
  gboolean detected = language == NULL || *language == '\0';
  g_autofree char *canonical = detected ? NULL : trs_language_tag_canonicalize (language);

  if (canonical == NULL && !detected)
    return FALSE;
  if (trs_set_str (&self->language, canonical))
    {
      update_value (self);
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LANGUAGE]);
    }
  return TRUE;
}

/**
 * trs_language_row_remember:
 * @self: a row
 *
 * Puts the chosen language at the top of the recent ones.
 */
void
trs_language_row_remember (TrsLanguageRow *self)
{
  g_auto (GStrv) recent = NULL;
  g_auto (GStrv) now = NULL;

  if (self->language == NULL)
    return;
  recent = g_settings_get_strv (self->settings, RECENT);
  now = trs_language_tag_add_recent ((const char * const *) recent, self->language);
  g_settings_set_strv (self->settings, RECENT, (const char * const *) now);
  g_clear_pointer (&self->all, g_strfreev);
}

/**
 * trs_language_row_get_language:
 * @self: a #TrsLanguageRow
 *
 * Returns: (transfer none) (nullable): the tag that is chosen; %NULL to let the
 *   service detect it
 */
const char *
trs_language_row_get_language (TrsLanguageRow *self)
{
  return self->language;
}
