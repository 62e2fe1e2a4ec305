/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-key-dialog.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-widget-utils.h"

struct _TrsKeyDialog
{
  AdwWindow parent_instance;

  TrsConnectForm *form;
};

G_DEFINE_FINAL_TYPE (TrsKeyDialog, trs_key_dialog, ADW_TYPE_WINDOW)

enum
{
  CONNECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
on_connected (TrsKeyDialog *self)
{
  G_GNUC_UNUSED g_autoptr (TrsKeyDialog) alive = g_object_ref (self);

  gtk_window_close (GTK_WINDOW (self));
  /* The handler may destroy our transient parent; GTK 4.8 keeps a dangling pointer to it. */
  gtk_window_set_transient_for (GTK_WINDOW (self), NULL);
  g_signal_emit (self, signals[CONNECTED], 0);
}

static void
trs_key_dialog_class_init (TrsKeyDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_CONNECT_FORM);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-key-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsKeyDialog, form);
  gtk_widget_class_bind_template_callback (widget_class, on_connected);

  signals[CONNECTED] = g_signal_new ("connected", TRS_TYPE_KEY_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);
}

static void
trs_key_dialog_init (TrsKeyDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), NULL);
}

/**
 * trs_key_dialog_new:
 * @session: the session
 * @mode: whether to ask for the key of the account in use, or for another account
 *
 * Returns: (transfer none): a dialog that closes when a key was accepted
 */
TrsKeyDialog *
trs_key_dialog_new (TrsSession         *session,
                    TrsConnectFormMode  mode)
{
  TrsKeyDialog *self = g_object_new (TRS_TYPE_KEY_DIALOG, NULL);

  if (mode == TRS_CONNECT_FORM_NEW)
    gtk_window_set_title (GTK_WINDOW (self), _("Add Account"));
  trs_connect_form_set_session (self->form, session, mode);
  gtk_widget_grab_focus (GTK_WIDGET (self->form));
  return self;
}
