/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-accounts-dialog.h"

#include "config.h"
#include "trs-account-strings.h"
#include "trs-connect-form.h"
#include "trs-i18n.h"
#include "trs-message-dialog.h"
#include "trs-name-dialog.h"
#include "trs-preferences-problem.h"
#include "trs-session.h"
#include "trs-text-provider.h"
#include "trs-widget-utils.h"

struct _TrsAccountsDialog
{
  AdwWindow parent_instance;

  AdwPreferencesGroup *group;
  GtkWidget *sample;
  TrsPreferencesProblem *problem;

  TrsSession *session;
  GPtrArray *rows; /* one per account in the session */
  gint64 named;
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (TrsAccountsDialog, trs_accounts_dialog, ADW_TYPE_WINDOW)

static const TrsKnownAccount *
get_account (TrsAccountsDialog *self,
             guint              position)
{
  return trs_account_list_get_account (trs_session_get_accounts (self->session), position);
}

static void
row_activated_cb (TrsAccountsDialog *self,
                  GtkWidget         *row)
{
  guint index;

  if (!g_ptr_array_find (self->rows, row, &index))
    return;
  trs_session_switch_account (self->session, get_account (self, index));
  gtk_window_close (GTK_WINDOW (self));
}

static void
removed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsAccountsDialog) self = user_data;
  g_autoptr (GError) error = NULL;

  if (self->session == NULL)
    return;
  if (!trs_account_remover_remove_finish (TRS_ACCOUNT_REMOVER (source), result, &error))
    trs_preferences_problem_show (self->problem, NULL, error);

  /* The welcome page offers to add an account, too. */
  if (trs_session_get_state (self->session) == TRS_SESSION_NO_ACCOUNT)
    gtk_window_close (GTK_WINDOW (self));
}

/* User data of a question about an account */
typedef struct
{
  TrsAccountsDialog *dialog; /* unowned: a reference would keep the window alive when it is destroyed */
  TrsKnownAccount *account;  /* a copy: the accounts may be replaced while the question is open */
} Question;

static void
question_free (gpointer  data,
               GClosure *closure)
{
  Question *question = data;

  trs_known_account_free (question->account);
  g_free (question);
}

static void
connect_question (TrsAccountsDialog     *self,
                  gpointer               question_dialog,
                  const char            *signal,
                  GCallback              answered,
                  const TrsKnownAccount *account)
{
  Question *question = g_new (Question, 1);
  GClosure *closure = g_cclosure_new (answered, question, question_free);

  question->dialog = self;
  question->account = trs_known_account_copy (account);
  g_object_watch_closure (G_OBJECT (self), closure);
  g_signal_connect_closure (question_dialog, signal, closure, FALSE);
}

static void
remove_answered_cb (GtkWindow  *window,
                    const char *answer,
                    Question   *question)
{
  TrsAccountsDialog *self = question->dialog;

  trs_preferences_problem_clear (self->problem);
  trs_text_provider_remove_files ();
  trs_account_remover_remove_async (trs_session_get_remover (self->session), question->account, removed_cb,
                                    g_object_ref (self));
}

static void
named_cb (GtkWindow  *window,
          const char *name,
          Question   *question)
{
  trs_account_list_set_label (trs_session_get_accounts (question->dialog->session), question->account, name);
}

static void
rename_account (GtkWidget  *widget,
                const char *action_name,
                GVariant   *number)
{
  TrsAccountsDialog *self = TRS_ACCOUNTS_DIALOG (widget);
  const TrsKnownAccount *account = get_account (self, g_variant_get_uint32 (number));
  g_autofree char *address = trs_account_strings_address (account);
  g_autofree char *description =
      /* Translators: %s is the address of a server, or “Sample Service”: shown where an account has no name. */
      g_strdup_printf (_("The name is only on this computer. Leave empty to show “%s”."), address);
  TrsNameDialog *dialog =
      trs_name_dialog_new (_("Name This Account"),
                           /* Translators: label of an entry: what the user calls an account, a speaker or a preset. */
                           _("Name"), description,
                           /* Translators: button: keeps the name or the note that was typed. */
                           _("Save"), account->label);

  self->named = account->id;
  connect_question (self, dialog, "named", G_CALLBACK (named_cb), account);
  trs_dialog_present (GTK_WINDOW (self), dialog);
}

static char *
dup_removal (const TrsKnownAccount *account)
{
  g_autofree char *title = trs_account_strings_full_title (account);
  g_autoptr (GString) description = g_string_new (title);

  g_string_append (description, "\n\n");
  g_string_append_printf (description,
                          /* Translators: %'u is the number of transcripts. */
                          ngettext ("Deletes %'u transcript, the account’s settings and its spending record from "
                                    "this computer.",
                                    "Deletes %'u transcripts, the account’s settings and its spending record from "
                                    "this computer.",
                                    account->n_texts),
                          account->n_texts);
  if (account->n_own > 0)
    {
      g_string_append_c (description, ' ');
      g_string_append_printf (description,
                              /* Translators: %'u is the number of videos. */
                              ngettext ("What you added to %'u video (note, title, highlights, names) can’t be "
                                        "restored.",
                                        "What you added to %'u videos (notes, titles, highlights, names) can’t be "
                                        "restored.", account->n_own),
                              account->n_own);
    }
  if (account->n_undecided > 0)
    {
      g_string_append (description, "\n\n");
      g_string_append_printf (description,
                              /* Translators: %'u is the number of submissions; “Transcripts” is the name of the
                               * program. */
                              ngettext ("%'u submission has no answer yet. Transcripts stops looking for it.",
                                        "%'u submissions have no answer yet. Transcripts stops looking for them.",
                                        account->n_undecided),
                              account->n_undecided);
    }
  g_string_append_printf (description, "\n\n%s", _("Nothing is deleted at the service."));
  if (!account->sample && !account->keyless && !account->session_key)
    g_string_append_printf (description, " %s", _("The API key is deleted from your keyring."));
  return g_string_free (g_steal_pointer (&description), FALSE);
}

static void
remove_account (GtkWidget  *widget,
                const char *action_name,
                GVariant   *number)
{
  TrsAccountsDialog *self = TRS_ACCOUNTS_DIALOG (widget);
  const TrsKnownAccount *account = get_account (self, g_variant_get_uint32 (number));
  g_autofree char *description = dup_removal (account);
  TrsMessageDialog *dialog = trs_message_dialog_new (GTK_WINDOW (self), _("Remove This Account?"), description);

  /* Translators: button in a question: removes an account from this computer. */
  trs_message_dialog_add_answer (dialog, "remove", _("_Remove Account"), "destructive-action");
  connect_question (self, dialog, "response", G_CALLBACK (remove_answered_cb), account);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Every row has the same buttons: the accessible description tells two users of a server apart. */
static GtkWidget *
set_button (GtkBuilder *builder,
            const char *id,
            guint       number,
            const char *label,
            const char *description)
{
  GtkWidget *button = GTK_WIDGET (gtk_builder_get_object (builder, id));

  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", number);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  return button;
}

static GtkWidget *
add_row (TrsAccountsDialog     *self,
         const TrsKnownAccount *account,
         guint                  number)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-account-row.ui");
  GtkWidget *row = GTK_WIDGET (gtk_builder_get_object (builder, "row"));
  g_autofree char *title = trs_account_strings_title (account);
  g_autofree char *description = trs_account_strings_description (account);
  g_autofree char *full_title = trs_account_strings_full_title (account);
  /* Translators: %s is the name of an account, or the address of its server. */
  g_autofree char *rename_label = g_strdup_printf (_("Name Account %s…"), full_title);
  /* Translators: %s is the name of an account, or the address of its server. */
  g_autofree char *remove_label = g_strdup_printf (_("Remove Account %s…"), full_title);
  GtkWidget *rename = set_button (builder, "rename", number, rename_label, description);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), description);
  gtk_widget_set_opacity (GTK_WIDGET (gtk_builder_get_object (builder, "current")), account->current ? 1 : 0);
  /* The name is saved under the id of a stored account. */
  gtk_widget_set_visible (rename, account->id != 0);
  set_button (builder, "remove", number, remove_label, description);
  g_signal_connect_object (row, "activated", G_CALLBACK (row_activated_cb), self, G_CONNECT_SWAPPED);
  trs_labels_complete (row);
  adw_preferences_group_add (self->group, row);
  g_ptr_array_add (self->rows, row);
  return account->id != 0 && account->id == self->named ? rename : row;
}

/* Moves the focus to the account that was just renamed, or to the one in use. */
static void
show_accounts (TrsAccountsDialog *self)
{
  guint n_accounts = g_list_model_get_n_items (G_LIST_MODEL (trs_session_get_accounts (self->session)));
  GtkWidget *focus = NULL;
  gboolean has_sample = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);

  for (guint i = 0; i < n_accounts; i++)
    {
      const TrsKnownAccount *account = get_account (self, i);
      GtkWidget *stop = add_row (self, account, i);

      has_sample = has_sample || account->sample;
      if (focus == NULL || account->id == self->named || (account->current && self->named == 0))
        focus = stop;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->group), n_accounts > 0);
  gtk_widget_set_visible (self->sample, !has_sample);
  if (focus != NULL)
    gtk_widget_grab_focus (focus);
  self->named = 0;
}

/* An empty list emits no change: update here. */
static void
refreshed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsAccountsDialog) self = user_data;

  if (self->session != NULL && self->rows->len == 0)
    show_accounts (self);
}

static void
on_add (TrsAccountsDialog *self)
{
  TrsConnectForm *form = trs_connect_form_new_in_dialog (self->session, TRS_CONNECT_FORM_NEW);

  g_signal_connect_object (form, "connected", G_CALLBACK (gtk_window_close), self, G_CONNECT_SWAPPED);
  trs_dialog_present (GTK_WINDOW (self), gtk_widget_get_root (GTK_WIDGET (form)));
}

static void
sample_connected_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (TrsAccountsDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean connected = trs_sign_in_connect_service_finish (TRS_SIGN_IN (source), result, &error);

  if (self->session == NULL)
    return;

  /* Another account may have taken its place, as when one is removed meanwhile. */
  gtk_widget_set_sensitive (self->sample, TRUE);
  if (connected)
    gtk_window_close (GTK_WINDOW (self));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trs_preferences_problem_show (self->problem, NULL, error);
}

static void
on_sample (TrsAccountsDialog *self)
{
  trs_preferences_problem_clear (self->problem);
  gtk_widget_set_sensitive (self->sample, FALSE);
  trs_sign_in_connect_service_async (trs_session_get_sign_in (self->session), TRS_ACCOUNT_SAMPLE, self->cancellable,
                                     sample_connected_cb, g_object_ref (self));
}

static void
trs_accounts_dialog_dispose (GObject *object)
{
  TrsAccountsDialog *self = TRS_ACCOUNTS_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->session);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (trs_accounts_dialog_parent_class)->dispose (object);
}

static void
trs_accounts_dialog_class_init (TrsAccountsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_accounts_dialog_dispose;

  g_type_ensure (TRS_TYPE_PREFERENCES_PROBLEM);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-accounts-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsAccountsDialog, group);
  gtk_widget_class_bind_template_child (widget_class, TrsAccountsDialog, sample);
  gtk_widget_class_bind_template_child (widget_class, TrsAccountsDialog, problem);
  gtk_widget_class_bind_template_callback (widget_class, on_add);
  gtk_widget_class_bind_template_callback (widget_class, on_sample);
  gtk_widget_class_install_action (widget_class, "accounts.rename", "u", rename_account);
  gtk_widget_class_install_action (widget_class, "accounts.remove", "u", remove_account);
}

static void
trs_accounts_dialog_init (TrsAccountsDialog *self)
{
  self->rows = g_ptr_array_new ();
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_control_names_complete (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), NULL);
  trs_dialog_set_help (GTK_WINDOW (self), "accounts");
}

/**
 * trs_accounts_dialog_new:
 * @session: the session
 *
 * Returns: (transfer none): a dialog that closes when another account is used
 */
TrsAccountsDialog *
trs_accounts_dialog_new (TrsSession *session)
{
  TrsAccountsDialog *self = g_object_new (TRS_TYPE_ACCOUNTS_DIALOG, NULL);
  TrsAccountList *accounts = trs_session_get_accounts (session);

  self->session = g_object_ref (session);
  g_signal_connect_object (accounts, "items-changed", G_CALLBACK (show_accounts), self, G_CONNECT_SWAPPED);
  if (g_list_model_get_n_items (G_LIST_MODEL (accounts)) > 0)
    show_accounts (self);
  trs_account_list_refresh_async (accounts, refreshed_cb, g_object_ref (self));
  return self;
}
