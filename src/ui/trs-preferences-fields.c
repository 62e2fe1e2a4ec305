/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences-fields.h"

#include "config.h"
#include "trs-preferences-problem.h"

struct _TrsPreferencesFields
{
  AdwExpanderRow parent_instance;

  TrsAccount *account;

  GtkEditable *submit_field;
  TrsPreferencesProblem *submit_problem;
  GtkEditable *project_field;
  TrsPreferencesProblem *project_problem;
};

G_DEFINE_FINAL_TYPE (TrsPreferencesFields, trs_preferences_fields, ADW_TYPE_EXPANDER_ROW)

static void
on_changed (TrsPreferencesFields *self,
            GtkEditable          *entry)
{
  trs_preferences_problem_clear (entry == self->submit_field ? self->submit_problem : self->project_problem);
}

/* Only the field that is applied is kept: what stands unfinished in the other one does not matter. */
static void
on_apply (TrsPreferencesFields *self,
          GtkEditable          *entry)
{
  gboolean submit = entry == self->submit_field;
  g_autoptr (GError) error = NULL;

  if (!trs_account_set_field_names (self->account,
                                    submit ? gtk_editable_get_text (entry)
                                           : trs_account_get_submit_field (self->account),
                                    submit ? trs_account_get_project_field (self->account)
                                           : gtk_editable_get_text (entry),
                                    &error))
    trs_preferences_problem_show (submit ? self->submit_problem : self->project_problem, GTK_WIDGET (entry), error);
}

static void
trs_preferences_fields_dispose (GObject *object)
{
  g_clear_object (&TRS_PREFERENCES_FIELDS (object)->account);
  G_OBJECT_CLASS (trs_preferences_fields_parent_class)->dispose (object);
}

static void
trs_preferences_fields_class_init (TrsPreferencesFieldsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_preferences_fields_dispose;

  g_type_ensure (TRS_TYPE_PREFERENCES_PROBLEM);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences-fields.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesFields, submit_field);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesFields, submit_problem);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesFields, project_field);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesFields, project_problem);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_apply);
}

static void
trs_preferences_fields_init (TrsPreferencesFields *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_preferences_fields_set_account:
 * @self: the rows, of which nothing was set yet
 * @account: the account
 */
void
trs_preferences_fields_set_account (TrsPreferencesFields *self,
                                    TrsAccount           *account)
{
  g_return_if_fail (TRS_IS_PREFERENCES_FIELDS (self));
  g_return_if_fail (TRS_IS_ACCOUNT (account) && self->account == NULL);

  self->account = g_object_ref (account);
  gtk_editable_set_text (self->submit_field, trs_account_get_submit_field (account));
  gtk_editable_set_text (self->project_field, trs_account_get_project_field (account));
}
