/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences-problem.h"

#include "config.h"
#include "trs-error.h"
#include "trs-error-text.h"
#include "trs-secret-row.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

struct _TrsPreferencesProblem
{
  AdwPreferencesRow parent_instance;

  GtkWidget *entry;
  GtkLabel *label;
  GtkWidget *help;
  /* a place of the help that explains it */
  const char *place;
};

G_DEFINE_FINAL_TYPE (TrsPreferencesProblem, trs_preferences_problem, ADW_TYPE_PREFERENCES_ROW)

/* Returns: (nullable): where the help explains it, if it does */
static const char *
get_place (const GError *error)
{
  if (error->domain != TRS_ERROR)
    return NULL;

  switch (error->code)
    {
    case TRS_ERROR_UNAUTHORIZED:
    case TRS_ERROR_INVALID_KEY:
    case TRS_ERROR_NO_KEY:
      return "trouble#key";
    case TRS_ERROR_KEYRING_LOCKED:
    case TRS_ERROR_KEYRING_MISSING:
    case TRS_ERROR_KEYRING_TIMED_OUT:
    case TRS_ERROR_KEYRING_FAILED:
      return "trouble#keyring";
    case TRS_ERROR_OFFLINE:
    case TRS_ERROR_TIMED_OUT:
    case TRS_ERROR_TLS:
    case TRS_ERROR_NOT_THE_SERVICE:
      return "trouble#network";
    default:
      return NULL;
    }
}

static void
on_help (TrsPreferencesProblem *self)
{
  trs_help_open (GTK_WIDGET (self), self->place);
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

  G_OBJECT_CLASS (klass)->dispose = trs_preferences_problem_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences-problem.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesProblem, label);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesProblem, help);
  gtk_widget_class_bind_template_callback (widget_class, on_help);
}

static void
trs_preferences_problem_init (TrsPreferencesProblem *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* The accessible that a screen reader treats as the entry. */
static GtkAccessible *
get_field (GtkWidget *entry)
{
  return GTK_ACCESSIBLE (TRS_IS_SECRET_ROW (entry) ? trs_secret_row_get_entry (TRS_SECRET_ROW (entry)) : entry);
}

/**
 * trs_preferences_problem_show:
 * @self: the row
 * @entry: (nullable): the row that is wrong: an #AdwEntryRow or a #TrsSecretRow
 * @error: what is wrong with it
 */
void
trs_preferences_problem_show (TrsPreferencesProblem *self,
                              GtkWidget             *entry,
                              const GError          *error)
{
  g_autofree char *text = trs_error_text_in_place (error);

  trs_preferences_problem_clear (self);
  gtk_label_set_label (self->label, text);
  self->place = get_place (error);
  gtk_widget_set_visible (self->help, self->place != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  trs_ui_compat_announce (GTK_WIDGET (self->label), text);
  if (entry == NULL)
    return;
  g_set_weak_pointer (&self->entry, entry);
  gtk_widget_add_css_class (entry, "error");
  gtk_accessible_update_state (get_field (entry), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE, -1);
}

/**
 * trs_preferences_problem_show_at:
 * @entry: an entry row that stands above a problem row
 * @error: what is wrong with it
 *
 * Shows it until the entry is edited or hidden.
 */
void
trs_preferences_problem_show_at (AdwEntryRow  *entry,
                                 const GError *error)
{
  TrsPreferencesProblem *self = TRS_PREFERENCES_PROBLEM (gtk_widget_get_next_sibling (GTK_WIDGET (entry)));

  trs_preferences_problem_show (self, GTK_WIDGET (entry), error);
  g_signal_connect_object (entry, "changed", G_CALLBACK (trs_preferences_problem_clear), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "notify::visible", G_CALLBACK (trs_preferences_problem_clear), self,
                           G_CONNECT_SWAPPED);
}

void
trs_preferences_problem_clear (TrsPreferencesProblem *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (self->entry == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->entry, self);
  gtk_widget_remove_css_class (self->entry, "error");
  gtk_accessible_reset_state (get_field (self->entry), GTK_ACCESSIBLE_STATE_INVALID);
  g_clear_weak_pointer (&self->entry);
}
