/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-key-dialog.h"

#include "config.h"
#include "trs-connect-form.h"

struct _TrsKeyDialog
{
  AdwWindow parent_instance;

  TrsConnectForm *form;
};

G_DEFINE_FINAL_TYPE (TrsKeyDialog, trs_key_dialog, ADW_TYPE_WINDOW)

static void
trs_key_dialog_class_init (TrsKeyDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_CONNECT_FORM);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-key-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsKeyDialog, form);
}

static void
trs_key_dialog_init (TrsKeyDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_key_dialog_new:
 * @session: the session
 *
 * Returns: (transfer none): a dialog that closes when a key was accepted
 */
TrsKeyDialog *
trs_key_dialog_new (TrsSession *session)
{
  TrsKeyDialog *self = g_object_new (TRS_TYPE_KEY_DIALOG, NULL);

  g_object_set (self->form, "session", session, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->form));
  return self;
}
