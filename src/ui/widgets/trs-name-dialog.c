/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-name-dialog.h"

#include "config.h"
#include "trs-widget-utils.h"

struct _TrsNameDialog
{
  AdwWindow parent_instance;

  GtkEditable *name;
  GtkLabel *description;
  GtkButton *apply;
};

enum
{
  NAMED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsNameDialog, trs_name_dialog, ADW_TYPE_WINDOW)

static void
apply (GtkWidget  *widget,
       const char *action_name,
       GVariant   *parameter)
{
  TrsNameDialog *self = TRS_NAME_DIALOG (widget);

  g_signal_emit (self, signals[NAMED], 0, gtk_editable_get_text (self->name));
  gtk_window_close (GTK_WINDOW (self));
}

static void
trs_name_dialog_class_init (TrsNameDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[NAMED] = g_signal_new ("named", TRS_TYPE_NAME_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                 G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-name-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsNameDialog, name);
  gtk_widget_class_bind_template_child (widget_class, TrsNameDialog, description);
  gtk_widget_class_bind_template_child (widget_class, TrsNameDialog, apply);
  gtk_widget_class_install_action (widget_class, "name.apply", NULL, apply);
}

static void
trs_name_dialog_init (TrsNameDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), NULL);
}

/**
 * trs_name_dialog_new:
 * @title: title of the dialog
 * @label: label of the entry
 * @description: what an empty entry means
 * @verb: label of the button
 * @name: (nullable): the name so far
 *
 * Returns: (transfer none): the dialog, which GTK owns until it is destroyed
 */
TrsNameDialog *
trs_name_dialog_new (const char *title,
                     const char *label,
                     const char *description,
                     const char *verb,
                     const char *name)
{
  TrsNameDialog *self = g_object_new (TRS_TYPE_NAME_DIALOG, "title", title, NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->name), label);
  gtk_label_set_label (self->description, description);
  gtk_button_set_label (self->apply, verb);
  gtk_editable_set_text (self->name, name != NULL ? name : "");
  trs_control_names_complete (GTK_WIDGET (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->name));
  gtk_editable_select_region (self->name, 0, -1);
  return self;
}
