/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error-dialog.h"

#include "config.h"
#include "trs-error-text.h"

struct _TrsErrorDialog
{
  AdwWindow parent_instance;

  GtkLabel *doing;
  GtkLabel *advice;
  GtkWidget *close;
  GtkButton *action;
};

G_DEFINE_FINAL_TYPE (TrsErrorDialog, trs_error_dialog, ADW_TYPE_WINDOW)

/* The dialogs below have no such actions. */
static GtkWindow *
get_lowest_window (TrsErrorDialog *self)
{
  GtkWindow *window = GTK_WINDOW (self);

  while (gtk_window_get_transient_for (window) != NULL)
    window = gtk_window_get_transient_for (window);
  return window;
}

static void
on_action (TrsErrorDialog *self)
{
  g_autoptr (GtkWindow) window = g_object_ref (get_lowest_window (self));
  g_autofree char *action_name = g_strdup (gtk_widget_get_name (GTK_WIDGET (self->action)));

  gtk_window_close (GTK_WINDOW (self));
  gtk_widget_activate_action (GTK_WIDGET (window), action_name, NULL);
}

static void
trs_error_dialog_class_init (TrsErrorDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-error-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsErrorDialog, doing);
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
 * @parent: the window over which it stands; the lowest one has the action
 * @error: what happened
 * @doing: (nullable): what was being done, in the user's words
 *
 * Returns: (transfer none): a dialog to be presented
 */
TrsErrorDialog *
trs_error_dialog_new (GtkWindow    *parent,
                      const GError *error,
                      const char   *doing)
{
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);
  TrsErrorDialog *self = g_object_new (TRS_TYPE_ERROR_DIALOG, "transient-for", parent, "title", text->title, NULL);
  GtkWidget *button = self->close;

  gtk_label_set_label (self->doing, doing != NULL ? doing : "");
  gtk_widget_set_visible (GTK_WIDGET (self->doing), doing != NULL);
  gtk_label_set_label (self->advice, text->advice);
  if (text->action_name != NULL)
    {
      gtk_button_set_label (self->action, text->action_label);
      gtk_widget_set_name (GTK_WIDGET (self->action), text->action_name);
      gtk_widget_set_visible (GTK_WIDGET (self->action), TRUE);
      button = GTK_WIDGET (self->action);
    }
  gtk_window_set_default_widget (GTK_WINDOW (self), button);
  gtk_window_set_focus (GTK_WINDOW (self), button);
  return self;
}
