/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences-problem.h"

#include "config.h"
#include "trs-error-text.h"

struct _TrsPreferencesProblem
{
  AdwPreferencesRow parent_instance;

  GtkWidget *entry;
  GtkLabel *label;
};

G_DEFINE_FINAL_TYPE (TrsPreferencesProblem, trs_preferences_problem, ADW_TYPE_PREFERENCES_ROW)

enum
{
  PROP_ENTRY = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static void
follow_entry (TrsPreferencesProblem *self,
              GObject               *entry)
{
  g_object_set_data (entry, "problem", self);
  g_signal_connect_object (entry, "changed", G_CALLBACK (trs_preferences_problem_clear), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "notify::visible", G_CALLBACK (trs_preferences_problem_clear), self,
                           G_CONNECT_SWAPPED);
}

static void
trs_preferences_problem_set_property (GObject      *object,
                                      guint         property_id,
                                      const GValue *value,
                                      GParamSpec   *pspec)
{
  switch (property_id)
    {
    case PROP_ENTRY:
      follow_entry (TRS_PREFERENCES_PROBLEM (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_preferences_problem_dispose (GObject *object)
{
  g_clear_weak_pointer (&TRS_PREFERENCES_PROBLEM (object)->entry);
  G_OBJECT_CLASS (trs_preferences_problem_parent_class)->dispose (object);
}

static void
trs_preferences_problem_class_init (TrsPreferencesProblemClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->set_property = trs_preferences_problem_set_property;
  G_OBJECT_CLASS (klass)->dispose = trs_preferences_problem_dispose;

  props[PROP_ENTRY] = g_param_spec_object ("entry", NULL, NULL, ADW_TYPE_ENTRY_ROW,
                                           G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences-problem.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesProblem, label);
}

static void
trs_preferences_problem_init (TrsPreferencesProblem *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_preferences_problem_show:
 * @self: the row
 * @entry: (nullable): the entry row that is wrong
 * @error: what is wrong with it
 */
void
trs_preferences_problem_show (TrsPreferencesProblem *self,
                              AdwEntryRow           *entry,
                              const GError          *error)
{
  g_autofree char *text = trs_error_text_in_place (error);

  trs_preferences_problem_clear (self);
  gtk_label_set_label (self->label, text);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  if (entry == NULL)
    return;
  g_set_weak_pointer (&self->entry, GTK_WIDGET (entry));
  gtk_widget_add_css_class (self->entry, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE, -1);
}

/**
 * trs_preferences_problem_show_at:
 * @entry: an entry row that is the `entry` of a problem row
 * @error: what is wrong with it
 */
void
trs_preferences_problem_show_at (AdwEntryRow  *entry,
                                 const GError *error)
{
  trs_preferences_problem_show (g_object_get_data (G_OBJECT (entry), "problem"), entry, error);
}

void
trs_preferences_problem_clear (TrsPreferencesProblem *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (self->entry == NULL)
    return;
  gtk_widget_remove_css_class (self->entry, "error");
  gtk_accessible_reset_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID);
  g_clear_weak_pointer (&self->entry);
}
