/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-notice.h"

#include "trs-error.h"
#include "trs-i18n.h"

static TrsNotice
key_notice (const char *words)
{
  return (TrsNotice) { words, "dialog-password-symbolic", TRUE, _("Enter Key…"), "win.enter-key" };
}

static TrsNotice
keyring_notice (const char *words,
                const char *label)
{
  return (TrsNotice) { words, "dialog-password-symbolic", TRUE, label, "win.unlock" };
}

static TrsNotice
no_keyring_notice (const GError *key_error)
{
  if (g_error_matches (key_error, TRS_ERROR, TRS_ERROR_KEYRING_MISSING))
    return key_notice (_("No keyring found, so the key is not known. Everything here can still be read."));
  if (g_error_matches (key_error, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT))
    return keyring_notice (_("The keyring does not answer. Everything here can still be read."), _("Try Again"));
  if (g_error_matches (key_error, TRS_ERROR, TRS_ERROR_KEYRING_FAILED))
    return keyring_notice (_("The keyring has a problem. Everything here can still be read."), _("Try Again"));
  return keyring_notice (_("The keyring is locked. Everything here can still be read."), _("Unlock…"));
}

/**
 * trs_notice_for:
 * @state: state of the session
 * @key_error: (nullable): what the keyring said
 * @offline_since: since when the service cannot be reached, 0 for "it can"
 *
 * The key comes first: without it the network is of no use.
 *
 * Returns: what is to be said
 */
TrsNotice
trs_notice_for (TrsSessionState  state,
                const GError    *key_error,
                gint64           offline_since)
{
  switch (state)
    {
    case TRS_SESSION_KEY_REFUSED:
      return key_notice (_("The key is no longer accepted. Everything here can still be read."));
    case TRS_SESSION_KEY_LOST:
      return key_notice (_("The key for this server is missing. Everything here can still be read."));
    case TRS_SESSION_KEY_LOCKED:
      return no_keyring_notice (key_error);
    case TRS_SESSION_STARTING:
    case TRS_SESSION_NO_ACCOUNT:
    case TRS_SESSION_READY:
    default:
      break;
    }

  if (state == TRS_SESSION_READY && offline_since != 0)
    return (TrsNotice) { _("Offline. Everything on this computer can be read, searched and exported."),
                         "network-offline-symbolic", FALSE, _("Try Again"), "win.try-again" };

  return (TrsNotice) { NULL, NULL, FALSE, NULL, NULL };
}
