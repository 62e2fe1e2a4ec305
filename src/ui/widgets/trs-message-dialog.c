/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-message-dialog.h"

#include "config.h"
#include "trs-error-text.h"
#include "trs-i18n.h"
#include "trs-widget-utils.h"

struct _TrsMessageDialog
{
  AdwWindow parent_instance;

  GtkButton *close;

  GtkLabel *caption;
  GtkLabel *body;
  GtkBox *answers;
};

enum
{
  RESPONSE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsMessageDialog, trs_message_dialog, ADW_TYPE_WINDOW)

static void
answer (GtkWidget  *widget,
        const char *action_name,
        GVariant   *parameter)
{
  TrsMessageDialog *self = TRS_MESSAGE_DIALOG (widget);
  G_GNUC_UNUSED g_autoptr (TrsMessageDialog) alive = g_object_ref (self);
  /* Hold the name: it belongs to the button, which is destroyed with the dialog. */
  g_autofree char *name = g_variant_dup_string (parameter, NULL);

  gtk_window_close (GTK_WINDOW (self));
  /* The handler may close the parent window. GTK 4.8 does not unset a transient parent that is destroyed but not
   * finalized.
   * floor: try without it with GTK ≥ 4.10 */
  gtk_window_set_transient_for (GTK_WINDOW (self), NULL);
  g_signal_emit (self, signals[RESPONSE], 0, name);
}

static void
trs_message_dialog_class_init (TrsMessageDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[RESPONSE] = g_signal_new ("response", TRS_TYPE_MESSAGE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-message-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsMessageDialog, caption);
  gtk_widget_class_bind_template_child (widget_class, TrsMessageDialog, body);
  gtk_widget_class_bind_template_child (widget_class, TrsMessageDialog, answers);
  gtk_widget_class_bind_template_child (widget_class, TrsMessageDialog, close);
  gtk_widget_class_install_action (widget_class, "message.answer", "s", answer);
}

static void
trs_message_dialog_init (TrsMessageDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_dialog_adapt (GTK_WINDOW (self));
  trs_dialog_add_help_key (GTK_WINDOW (self));
}

static void
set_default (TrsMessageDialog *self,
             GtkWidget        *button)
{
  gtk_window_set_default_widget (GTK_WINDOW (self), button);
  gtk_window_set_focus (GTK_WINDOW (self), button);
}

/**
 * trs_message_dialog_new:
 * @parent: the transient parent
 * @heading: the question, a few words, no markup
 * @body: what it means, no markup
 *
 * Returns: (transfer none): a dialog to be presented
 */
TrsMessageDialog *
trs_message_dialog_new (GtkWindow  *parent,
                        const char *heading,
                        const char *body)
{
  TrsMessageDialog *self = g_object_new (TRS_TYPE_MESSAGE_DIALOG, "transient-for", parent, "title", heading, NULL);

  gtk_label_set_label (self->body, body);
  /* An action that cannot be undone must not be the default button. */
  set_default (self, GTK_WIDGET (self->close));
  return self;
}

static void
activate_cb (GtkWidget  *window,
             const char *action_name)
{
  gtk_widget_activate_action (window, action_name, NULL);
}

/**
 * trs_message_dialog_new_for_error:
 * @parent: the transient parent; the lowest window below it has the action
 * @error: what happened
 * @doing: (nullable): what was being done, in the user's words
 *
 * Returns: (transfer none): a dialog to be presented: the error in words, with
 *   advice and at most one action
 */
TrsMessageDialog *
trs_message_dialog_new_for_error (GtkWindow    *parent,
                                  const GError *error,
                                  const char   *doing)
{
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);
  TrsMessageDialog *self = trs_message_dialog_new (parent, text->title, text->advice);
  GtkWidget *action;

  gtk_label_set_label (self->caption, doing != NULL ? doing : "");
  gtk_widget_set_visible (GTK_WIDGET (self->caption), doing != NULL);
  g_object_set (self->body, "selectable", TRUE, "justify", GTK_JUSTIFY_CENTER, "xalign", 0.5f, NULL);
  gtk_button_set_label (self->close, _("_Close"));
  if (text->action_name == NULL)
    return self;

  while (gtk_window_get_transient_for (parent) != NULL)
    parent = gtk_window_get_transient_for (parent);
  action = trs_message_dialog_add_answer (self, text->action_name, text->action_label, "suggested-action");
  g_signal_connect_object (self, "response", G_CALLBACK (activate_cb), parent, G_CONNECT_SWAPPED);
  g_object_set (self->answers, "orientation", GTK_ORIENTATION_HORIZONTAL, "homogeneous", TRUE, "spacing", 12, NULL);
  gtk_box_reorder_child_after (self->answers, action, GTK_WIDGET (self->close));
  set_default (self, action);
  return self;
}

/**
 * trs_message_dialog_add_answer:
 * @self: a dialog
 * @name: name of the answer, for the signal
 * @label: label of its button, with a mnemonic
 * @style: (nullable): `destructive-action` or `suggested-action`
 *
 * Adds an answer below the others.
 *
 * Returns: (transfer none): its button
 */
GtkWidget *
trs_message_dialog_add_answer (TrsMessageDialog *self,
                               const char       *name,
                               const char       *label,
                               const char       *style)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", name);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "message.answer");
  if (style != NULL)
    gtk_widget_add_css_class (button, style);
  gtk_box_insert_child_after (self->answers, button, gtk_widget_get_prev_sibling (GTK_WIDGET (self->close)));
  return button;
}

/**
 * trs_message_dialog_set_close_label:
 * @self: a #TrsMessageDialog
 * @label: the label of the button that closes it without an answer, with a mnemonic
 *
 * The label is “Cancel” unless another one is set.
 */
void
trs_message_dialog_set_close_label (TrsMessageDialog *self,
                                    const char       *label)
{
  gtk_button_set_label (self->close, label);
}
