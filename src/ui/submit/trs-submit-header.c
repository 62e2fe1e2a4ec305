/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-header.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-strings.h"

struct _TrsSubmitHeader
{
  GtkBox parent_instance;

  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *description;
};

enum
{
  OPEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSubmitHeader, trs_submit_header, GTK_TYPE_BOX)

static gboolean
on_activate_link (GtkLabel        *label,
                  const char      *uri,
                  TrsSubmitHeader *self)
{
  g_signal_emit (self, signals[OPEN], 0);
  return TRUE;
}

static void
trs_submit_header_class_init (TrsSubmitHeaderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_SUBMIT_HEADER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-submit-header.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitHeader, icon);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitHeader, title);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitHeader, description);
  gtk_widget_class_bind_template_callback (widget_class, on_activate_link);
}

static void
trs_submit_header_init (TrsSubmitHeader *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_submit_header_set_look:
 * @self: a header
 * @icon_name: its sign
 * @style: the style class of the sign, which its meaning does not depend on
 */
void
trs_submit_header_set_look (TrsSubmitHeader *self,
                            const char      *icon_name,
                            const char      *style)
{
  const char *classes[] = { "icon", style, NULL };

  gtk_image_set_from_icon_name (self->icon, icon_name);
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), classes);
}

/**
 * trs_submit_header_set_text:
 * @self: a header in a row
 * @title: what the row is about, fit to be shown
 * @description: what is said of it
 * @markup: the same as markup
 * @can_open: whether there is something to open, for which a link is added
 *
 * Sets what is shown, and what the row is called.
 */
void
trs_submit_header_set_text (TrsSubmitHeader *self,
                            const char      *title,
                            const char      *description,
                            const char      *markup,
                            gboolean         can_open)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_LIST_BOX_ROW);
  /* Translators: button: shows the transcript (verb). */
  g_autofree char *link = can_open ? trs_strings_link ("open", _("Open")) : NULL;
  g_autofree char *with_link = g_strjoin (" · ", markup, link, NULL);
  g_autofree char *label = g_strdup_printf ("%s, %s", title, description);

  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->description, with_link);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  /* Every row has the same buttons: describe which one they belong to. */
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child) || GTK_IS_CHECK_BUTTON (child))
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, title, -1);
}
