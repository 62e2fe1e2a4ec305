/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-account.h"

#include "trs-account-row.h"
#include "trs-i18n.h"

static char *
dup_words (GPtrArray *accounts)
{
  for (guint i = 0; accounts->len > 1 && i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];
      g_autofree char *title = NULL;

      if (!account->current)
        continue;
      if (account->sample)
        return g_strdup (_("Uses the sample service"));
      title = trs_account_row_full_title (account);
      /* Translators: %s is the name of an account, or the address of its server and what tells its users apart. */
      return g_strdup_printf (_("Uses credits of: %s"), title);
    }
  return NULL;
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GtkLabel) label = user_data;
  g_autoptr (GPtrArray) accounts = trs_session_list_accounts_finish (TRS_SESSION (source), result, NULL);
  g_autofree char *words = accounts != NULL ? dup_words (accounts) : NULL;

  gtk_label_set_label (label, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (label), words != NULL);
}

static void
session_state_cb (GtkLabel   *label,
                  GParamSpec *pspec,
                  TrsSession *session)
{
  trs_session_list_accounts_async (session, listed_cb, g_object_ref (label));
}

static void
accounts_changed_cb (TrsSession *session,
                     GtkLabel   *label)
{
  session_state_cb (label, NULL, session);
}

/**
 * trs_submit_account_show:
 * @session: the session
 * @label: where to say it
 *
 * With a single account there is nothing to say, and @label stays hidden. Which
 * account is in use is known only once its shelf is open, so @label follows the
 * state of @session for as long as it is there.
 */
void
trs_submit_account_show (TrsSession *session,
                         GtkLabel   *label)
{
  g_return_if_fail (TRS_IS_SESSION (session));
  g_return_if_fail (GTK_IS_LABEL (label));

  g_signal_connect_object (session, "notify::state", G_CALLBACK (session_state_cb), label, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "accounts-changed", G_CALLBACK (accounts_changed_cb), label, 0);
  session_state_cb (label, NULL, session);
}
