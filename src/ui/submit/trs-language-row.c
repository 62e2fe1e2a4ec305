/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-row.h"

#include "config.h"
#include "trs-compat.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-item.h"
#include "trs-language-tag.h"

#define RECENT "recent-languages"

struct _TrsLanguageRow
{
  AdwActionRow parent_instance;

  char *language;
  GSettings *settings;
  GPtrArray *all; /* some hundred names, put together when they are first asked for */
  GPtrArray *found;

  GtkLabel *value;
  GtkPopover *popover;
  GtkSearchEntry *search;
  GtkWidget *scroller;
  GListStore *shown;
  GtkLabel *problem;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsLanguageRow, trs_language_row, ADW_TYPE_ACTION_ROW)

static void
update_value (TrsLanguageRow *self)
{
  g_autofree char *name = self->language != NULL ? trs_language_tag_get_name (self->language)
                                                 : g_strdup (_("Detect automatically"));

  gtk_label_set_label (self->value, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Language"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, name,
                                  -1);
}

static void
setup_item_cb (GtkSignalListItemFactory *factory,
               GtkListItem              *list_item,
               gpointer                  user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *tag = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (tag, "quiet");
  gtk_widget_add_css_class (tag, "caption");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), tag);
  gtk_list_item_set_child (list_item, box);
}

static void
bind_item_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *list_item,
              gpointer                  user_data)
{
  TrsLanguageItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *box = gtk_list_item_get_child (list_item);
  g_autofree char *label = trs_language_item_dup_label (item);
  const char *aside = item->kind == TRS_LANGUAGE_RECENT ? _("used lately") : item->tag;

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), label);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), aside != NULL ? aside : "");
}

static void
show_found (TrsLanguageRow *self)
{
  g_autofree char *search = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search))));

  if (self->all == NULL)
    {
      g_auto (GStrv) recent = self->settings != NULL ? g_settings_get_strv (self->settings, RECENT) : NULL;

      self->all = trs_language_items_list ((const char * const *) recent);
    }
  g_clear_pointer (&self->found, g_ptr_array_unref);
  if (*search != '\0')
    self->found = trs_language_items_search (self->all, search);
  else
    self->found = g_ptr_array_ref (self->all);
  g_list_store_splice (self->shown, 0, g_list_model_get_n_items (G_LIST_MODEL (self->shown)), self->found->pdata,
                       self->found->len);

  if (self->found->len == 0)
    {
      g_autofree char *problem = g_strdup_printf (_("No language is called “%s”. Try its name in another spelling, "
                                                    "or a code such as “pt-BR”."), search);
      g_autofree char *line = trs_display_text_line (problem);

      gtk_label_set_label (self->problem, line);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->problem), self->found->len == 0);
  gtk_widget_set_visible (self->scroller, self->found->len > 0);
}

static void
choose (TrsLanguageRow  *self,
        TrsLanguageItem *item)
{
  trs_language_row_set_language (self, item->tag);
  gtk_popover_popdown (self->popover);
}

static void
on_popover_show (TrsLanguageRow *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  show_found (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/* GtkSearchEntry emits this when it is constructed, too. */
static void
on_search_changed (TrsLanguageRow *self)
{
  if (self->all != NULL || *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0')
    show_found (self);
}

static void
on_search_activate (TrsLanguageRow *self)
{
  TrsLanguageItem *best = self->found != NULL && self->found != self->all ? trs_language_items_get_best (self->found)
                                                                          : NULL;

  if (best != NULL)
    choose (self, best);
}

static void
on_list_activate (TrsLanguageRow *self,
                  guint           position)
{
  g_autoptr (TrsLanguageItem) item = g_list_model_get_item (G_LIST_MODEL (self->shown), position);

  if (item != NULL)
    choose (self, item);
}

static void
trs_language_row_finalize (GObject *object)
{
  TrsLanguageRow *self = TRS_LANGUAGE_ROW (object);

  g_clear_pointer (&self->found, g_ptr_array_unref);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_object (&self->settings);
  g_free (self->language);
  G_OBJECT_CLASS (trs_language_row_parent_class)->finalize (object);
}

static void
trs_language_row_class_init (TrsLanguageRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_language_row_finalize;

  signals[CHANGED] = g_signal_new ("changed", TRS_TYPE_LANGUAGE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);

  g_type_ensure (TRS_TYPE_LANGUAGE_ITEM);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-language-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, value);
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, popover);
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, search);
  gtk_widget_class_bind_template_child (widget_class, TrsLanguageRow, scroller);
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

const char *
trs_language_row_get_language (TrsLanguageRow *self)
{
  return self->language;
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
  g_autofree char *canonical = NULL;

  if (language != NULL && *language != '\0')
    {
      if (!trs_language_tag_is_well_formed (language))
        return FALSE;
      canonical = trs_language_tag_canonicalize (language);
    }
  if (trs_set_str (&self->language, canonical))
    {
      update_value (self);
      g_signal_emit (self, signals[CHANGED], 0);
    }
  return TRUE;
}

void
trs_language_row_set_settings (TrsLanguageRow *self,
                               GSettings      *settings)
{
  g_set_object (&self->settings, settings);
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
  now = trs_language_item_add_recent ((const char * const *) recent, self->language);
  g_settings_set_strv (self->settings, RECENT, (const char * const *) now);
  g_clear_pointer (&self->all, g_ptr_array_unref);
}
