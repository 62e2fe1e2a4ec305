/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-line.h"

#include "trs-account-strings.h"
#include "trs-i18n.h"
#include "trs-session-accounts.h"

static char *
dup_words (GPtrArray *accounts)
{
  const TrsKnownAccount *account = trs_known_accounts_find_current (accounts);
  g_autofree char *title = account != NULL ? trs_account_strings_full_title (account) : NULL;

  /* Translators: %s is the name of the account in use, or the address of its server. */
  return title != NULL ? g_strdup_printf (_("Account: %s"), title) : NULL;
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GtkWidget) button = user_data;
  g_autoptr (GPtrArray) accounts = trs_session_list_accounts_finish (TRS_SESSION (source), result, NULL);
  g_autofree char *words = accounts != NULL ? dup_words (accounts) : NULL;
  GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));

  if (label == NULL)
    return;
  gtk_label_set_label (GTK_LABEL (label), words != NULL ? words : "");
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_widget_set_visible (button, words != NULL);
}

static void
look (TrsSession *session,
      GtkWidget  *button)
{
  /* Until it is open it is not known which of the accounts of an address is in use. */
  if (trs_session_get_state (session) != TRS_SESSION_STARTING)
    trs_session_list_accounts_async (session, listed_cb, g_object_ref (button));
}

static void
state_cb (TrsSession *session,
          GParamSpec *pspec,
          GtkWidget  *button)
{
  look (session, button);
}

/**
 * trs_account_line_show:
 * @session: the session
 * @button: a button with a label for a child
 *
 * Lets @button tell for as long as it is there which account is in use. With a
 * single account there is nothing to tell, and it stays hidden.
 */
void
trs_account_line_show (TrsSession *session,
                       GtkWidget  *button)
{
  g_return_if_fail (TRS_IS_SESSION (session));
  g_return_if_fail (GTK_IS_BUTTON (button));

  g_signal_connect_object (session, "notify::state", G_CALLBACK (state_cb), button, 0);
  g_signal_connect_object (session, "accounts-changed", G_CALLBACK (look), button, 0);
  look (session, button);
}
