/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-confirm-dialog.h"

#include "config.h"

struct _TrsConfirmDialog
{
  AdwWindow parent_instance;

  GtkLabel *body;
  GtkBox *answers;
  GtkButton *close;
};

G_DEFINE_FINAL_TYPE (TrsConfirmDialog, trs_confirm_dialog, ADW_TYPE_WINDOW)

static void
answered_cb (GtkButton        *button,
             TrsConfirmDialog *self)
{
  G_GNUC_UNUSED g_autoptr (TrsConfirmDialog) alive = g_object_ref (self);
  g_autofree char *name = g_strdup (gtk_widget_get_name (GTK_WIDGET (button)));

  gtk_window_close (GTK_WINDOW (self));
  g_signal_emit_by_name (self, "response", name);
}

static void
trs_confirm_dialog_class_init (TrsConfirmDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_signal_new ("response", TRS_TYPE_CONFIRM_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-confirm-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsConfirmDialog, body);
  gtk_widget_class_bind_template_child (widget_class, TrsConfirmDialog, answers);
  gtk_widget_class_bind_template_child (widget_class, TrsConfirmDialog, close);
}

static void
trs_confirm_dialog_init (TrsConfirmDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_confirm_dialog_new:
 * @parent: the transient parent
 * @heading: the question, a few words, no markup
 * @body: what it means, no markup
 *
 * Returns: (transfer none): a dialog to be presented
 */
TrsConfirmDialog *
trs_confirm_dialog_new (GtkWindow  *parent,
                        const char *heading,
                        const char *body)
{
  TrsConfirmDialog *self = g_object_new (TRS_TYPE_CONFIRM_DIALOG, "transient-for", parent, "title", heading, NULL);

  gtk_label_set_label (self->body, body);
  /* What cannot be undone is not one key away. */
  gtk_window_set_default_widget (GTK_WINDOW (self), GTK_WIDGET (self->close));
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->close));
  return self;
}

/**
 * trs_confirm_dialog_set_close:
 * @self: a dialog
 * @label: label of the button that closes it without an answer, with a mnemonic
 */
void
trs_confirm_dialog_set_close (TrsConfirmDialog *self,
                              const char       *label)
{
  gtk_button_set_label (self->close, label);
}

/**
 * trs_confirm_dialog_add_answer:
 * @self: a dialog
 * @name: name of the answer, for the signal
 * @label: label of its button, with a mnemonic
 * @style: (nullable): `destructive-action` or `suggested-action`
 *
 * Adds an answer below the others.
 */
void
trs_confirm_dialog_add_answer (TrsConfirmDialog *self,
                               const char       *name,
                               const char       *label,
                               const char       *style)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_name (button, name);
  if (style != NULL)
    gtk_widget_add_css_class (button, style);
  g_signal_connect_object (button, "clicked", G_CALLBACK (answered_cb), self, 0);
  gtk_box_insert_child_after (self->answers, button, gtk_widget_get_prev_sibling (GTK_WIDGET (self->close)));
}
