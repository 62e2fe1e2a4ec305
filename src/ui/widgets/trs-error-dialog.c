/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error-dialog.h"

#include "config.h"
#include "trs-error-text.h"

struct _TrsErrorDialog
{
  AdwWindow parent_instance;

  GtkLabel *doing;
  GtkLabel *heading;
  GtkLabel *advice;
  GtkWidget *close;
  GtkButton *action;

  GtkWidget *actions;
  char *action_name;
};

G_DEFINE_FINAL_TYPE (TrsErrorDialog, trs_error_dialog, ADW_TYPE_WINDOW)

static void
on_action (TrsErrorDialog *self)
{
  G_GNUC_UNUSED g_autoptr (TrsErrorDialog) alive = g_object_ref (self);

  gtk_window_close (GTK_WINDOW (self));
  if (self->actions != NULL)
    gtk_widget_activate_action (self->actions, self->action_name, NULL);
}

static void
trs_error_dialog_dispose (GObject *object)
{
  TrsErrorDialog *self = TRS_ERROR_DIALOG (object);

  g_clear_weak_pointer (&self->actions);

  G_OBJECT_CLASS (trs_error_dialog_parent_class)->dispose (object);
}

static void
trs_error_dialog_finalize (GObject *object)
{
  g_free (TRS_ERROR_DIALOG (object)->action_name);

  G_OBJECT_CLASS (trs_error_dialog_parent_class)->finalize (object);
}

static void
trs_error_dialog_class_init (TrsErrorDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_error_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_error_dialog_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-error-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsErrorDialog, doing);
  gtk_widget_class_bind_template_child (widget_class, TrsErrorDialog, heading);
  gtk_widget_class_bind_template_child (widget_class, TrsErrorDialog, advice);
  gtk_widget_class_bind_template_child (widget_class, TrsErrorDialog, close);
  gtk_widget_class_bind_template_child (widget_class, TrsErrorDialog, action);
  gtk_widget_class_bind_template_callback (widget_class, on_action);
}

static void
trs_error_dialog_init (TrsErrorDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_error_dialog_new:
 * @parent: the window over which it stands
 * @actions: the widget from which the action is found
 * @error: what happened
 * @doing: (nullable): what was being done, in the user's words
 *
 * Returns: (transfer none): a dialog to be presented
 */
TrsErrorDialog *
trs_error_dialog_new (GtkWindow    *parent,
                      GtkWidget    *actions,
                      const GError *error,
                      const char   *doing)
{
  TrsErrorDialog *self = g_object_new (TRS_TYPE_ERROR_DIALOG, "transient-for", parent, NULL);
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);
  GtkWidget *button;

  /* A reference would keep the window, and the window keeps the dialog. */
  g_set_weak_pointer (&self->actions, actions);
  self->action_name = g_strdup (text->action_name);
  gtk_window_set_title (GTK_WINDOW (self), text->title);
  gtk_label_set_label (self->doing, doing != NULL ? doing : "");
  gtk_widget_set_visible (GTK_WIDGET (self->doing), doing != NULL);
  gtk_label_set_label (self->heading, text->title);
  gtk_label_set_label (self->advice, text->advice);
  gtk_widget_set_visible (GTK_WIDGET (self->action), text->action_name != NULL);
  if (text->action_label != NULL)
    gtk_button_set_label (self->action, text->action_label);
  button = text->action_name != NULL ? GTK_WIDGET (self->action) : self->close;
  gtk_window_set_default_widget (GTK_WINDOW (self), button);
  gtk_window_set_focus (GTK_WINDOW (self), button);
  return self;
}
