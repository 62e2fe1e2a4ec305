/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-name-dialog.h"

#include "config.h"
#include "trs-account-row.h"
#include "trs-i18n.h"
#include "trs-widget-utils.h"

struct _TrsAccountNameDialog
{
  AdwWindow parent_instance;

  GtkEditable *name;
  GtkLabel *words;

  TrsSession *session;
  TrsKnownAccount *account;
};

G_DEFINE_FINAL_TYPE (TrsAccountNameDialog, trs_account_name_dialog, ADW_TYPE_WINDOW)

static void
apply (TrsAccountNameDialog *self)
{
  trs_session_name_account (self->session, self->account, gtk_editable_get_text (self->name));
  gtk_window_close (GTK_WINDOW (self));
}

static void
apply_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  apply (TRS_ACCOUNT_NAME_DIALOG (widget));
}

static void
show_names (TrsAccountNameDialog *self)
{
  g_autofree char *address = trs_account_row_address (self->account);
  /* Translators: %s is the address of a server, or “Sample Service”. */
  g_autofree char *words =
      g_strdup_printf (_("The name is only on this computer. Leave empty to show “%s”."), address);

  gtk_label_set_label (self->words, words);
  if (self->account->label != NULL)
    gtk_editable_set_text (self->name, self->account->label);
  gtk_widget_grab_focus (GTK_WIDGET (self->name));
  gtk_editable_select_region (self->name, 0, -1);
}

static void
trs_account_name_dialog_dispose (GObject *object)
{
  TrsAccountNameDialog *self = TRS_ACCOUNT_NAME_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->account, trs_known_account_free);

  G_OBJECT_CLASS (trs_account_name_dialog_parent_class)->dispose (object);
}

static void
trs_account_name_dialog_class_init (TrsAccountNameDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_account_name_dialog_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-account-name-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsAccountNameDialog, name);
  gtk_widget_class_bind_template_child (widget_class, TrsAccountNameDialog, words);
  gtk_widget_class_bind_template_callback (widget_class, apply);
  gtk_widget_class_install_action (widget_class, "name.apply", NULL, apply_action);
}

static void
trs_account_name_dialog_init (TrsAccountNameDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_control_names_complete (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), NULL);
}

/**
 * trs_account_name_dialog_new:
 * @session: the session
 * @account: an account that is known here
 *
 * Returns: (transfer none): a dialog that closes when there is an answer
 */
TrsAccountNameDialog *
trs_account_name_dialog_new (TrsSession            *session,
                             const TrsKnownAccount *account)
{
  TrsAccountNameDialog *self = g_object_new (TRS_TYPE_ACCOUNT_NAME_DIALOG, NULL);

  self->session = g_object_ref (session);
  self->account = trs_known_account_copy (account);
  show_names (self);
  return self;
}
