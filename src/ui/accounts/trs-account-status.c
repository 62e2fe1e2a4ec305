/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-status.h"

#include "trs-error-text.h"
#include "trs-i18n.h"
#include "trs-strings.h"

static char *
kept_where (TrsSession *session)
{
  if (trs_session_get_key_in_keyring (session))
    return g_strdup (_("It is saved in the keyring."));
  return g_strdup (_("You will have to enter it again next time."));
}

static char *
describe_connected (TrsSession *session)
{
  gint64 accepted_at = trs_reachability_get_accepted_at (trs_session_get_reachability (session));
  gint64 now = trs_clock_get_time (trs_session_get_clock (session));
  g_autofree char *where = kept_where (session);
  g_autofree char *today = trs_strings_date_long (now);
  g_autofree char *day = trs_strings_date_long (accepted_at);
  g_autofree char *time = trs_strings_time (accepted_at);
  g_autofree char *moment = NULL;

  if (trs_account_get_sample (trs_session_get_account (session)))
    return g_strdup (_("Runs on this computer."));
  if (accepted_at == 0)
    return g_strdup_printf (_("The service has not checked the key yet. %s"), where);
  if (g_str_equal (today, day))
    return g_strdup_printf (_("The service accepted the key today at %s. %s"), time, where);
  moment = trs_strings_date_time (accepted_at);
  return g_strdup_printf (_("The service accepted the key on %s. %s"), moment, where);
}

static TrsAccountStatus
connected_status (TrsSession *session)
{
  gboolean sample = trs_account_get_sample (trs_session_get_account (session));

  return (TrsAccountStatus) { g_strdup (sample ? _("Connected to the Sample Service") : _("Connected")),
                              describe_connected (session), "object-select-symbolic", "success" };
}

static TrsAccountStatus
locked_status (TrsSession *session)
{
  const GError *error = trs_session_get_key_error (session);
  g_autoptr (TrsErrorText) text = error != NULL ? trs_error_text_new (error) : NULL;

  return (TrsAccountStatus) { g_strdup (text != NULL ? text->title : _("The keyring is locked")),
                              g_strdup (text != NULL ? text->advice : _("Unlock it, or enter the key here.")),
                              "dialog-password-symbolic", "halted" };
}

/**
 * trs_account_status_new:
 * @session: the session
 *
 * Returns: (transfer full): what is to be said of server and key
 */
TrsAccountStatus *
trs_account_status_new (TrsSession *session)
{
  TrsAccountStatus status = { NULL };

  g_return_val_if_fail (TRS_IS_SESSION (session), NULL);

  switch (trs_session_get_state (session))
    {
    case TRS_SESSION_READY:
      status = connected_status (session);
      break;
    case TRS_SESSION_STARTING:
      status = (TrsAccountStatus) { g_strdup (_("Looking for the key…")), g_strdup (""),
                                    "content-loading-symbolic", "quiet" };
      break;
    case TRS_SESSION_NO_ACCOUNT:
      status = (TrsAccountStatus) { g_strdup (_("Not connected")),
                                    g_strdup (_("Enter the server address and the API key.")),
                                    "dialog-information-symbolic", "quiet" };
      break;
    case TRS_SESSION_KEY_LOST:
      status = (TrsAccountStatus) { g_strdup (_("No API key")),
                                    g_strdup (_("Enter it again. Saved transcripts can still be read.")),
                                    "dialog-password-symbolic", "halted" };
      break;
    case TRS_SESSION_KEY_REFUSED:
      status = (TrsAccountStatus) { g_strdup (_("The service rejected this key")),
                                    g_strdup (_("Check it, or ask for a new one. Saved transcripts "
                                                "can still be read.")),
                                    "dialog-password-symbolic", "halted" };
      break;
    case TRS_SESSION_KEY_LOCKED:
      status = locked_status (session);
      break;
    }
  return g_memdup2 (&status, sizeof status);
}

void
trs_account_status_free (TrsAccountStatus *status)
{
  if (status == NULL)
    return;
  g_free (status->title);
  g_free (status->subtitle);
  g_free (status);
}
