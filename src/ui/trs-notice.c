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
  if (key_error != NULL && !g_error_matches (key_error, TRS_ERROR, TRS_ERROR_KEYRING_LOCKED))
    return keyring_notice (_("The sample service does not run. Everything here can still be read."), _("Start It"));
  return keyring_notice (_("The keyring is locked. Everything here can still be read."), _("Unlock…"));
}

static TrsNotice
store_notice (const char *words,
              const char *label,
              const char *action_name)
{
  return (TrsNotice) { words, "drive-harddisk-symbolic", TRUE, label, action_name };
}

static TrsNotice
store_error_notice (const GError *error)
{
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_FULL))
    return store_notice (_("The disk is full. What is new is not kept on this computer."), _("Try Again"),
                         "win.keep-again");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_NEWER))
    return store_notice (_("A newer version of Transcripts has kept what is here. Nothing is kept now."),
                         _("Details"), "win.store-details");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY))
    return store_notice (_("The data folder cannot be written to. Nothing is kept on this computer."), _("Details"),
                         "win.store-details");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_FOREIGN))
    return store_notice (_("A file of another program is in the way. Nothing is kept on this computer."),
                         _("Details"), "win.store-details");
  return store_notice (_("Nothing can be kept on this computer at the moment."), _("Details"), "win.store-details");
}

static TrsNotice
session_only_notice (const GError *key_error)
{
  gboolean missing = g_error_matches (key_error, TRS_ERROR, TRS_ERROR_KEYRING_MISSING);

  return (TrsNotice) { missing ? _("No keyring found. The key is kept until you close Transcripts.")
                               : _("The keyring did not take the key. It is kept until you close Transcripts."),
                       "dialog-password-symbolic", FALSE, _("Got It"), "win.got-it" };
}

/**
 * trs_notice_for:
 * @state: state of the session
 * @key_error: (nullable): what the keyring said
 * @offline_since: since when the service cannot be reached, 0 for "it can"
 * @without_network: whether that is because there is no network
 * @store_error: (nullable): why nothing can be kept
 * @moved_aside: whether a damaged file was moved aside, and nobody has been told yet
 *
 * Damage comes first, because it is said once. Then the key: without it the
 * network is of no use.
 *
 * Returns: what is to be said
 */
TrsNotice
trs_notice_for (TrsSessionState  state,
                const GError    *key_error,
                gint64           offline_since,
                gboolean         without_network,
                const GError    *store_error,
                gboolean         moved_aside)
{
  if (moved_aside && state != TRS_SESSION_NO_ACCOUNT)
    return store_notice (_("The file with your transcripts was damaged. It has been replaced."), _("Details"),
                         "win.store-details");

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

  if (store_error != NULL && state != TRS_SESSION_NO_ACCOUNT)
    return store_error_notice (store_error);

  if (state == TRS_SESSION_READY && offline_since != 0)
    return (TrsNotice) { without_network
                             ? _("Offline. Everything on this computer can be read, searched and exported.")
                             : _("Can’t reach the service. Everything on this computer can be read, searched and "
                               "exported."),
                         "network-offline-symbolic", FALSE, _("Try Again"), "win.try-again" };

  if (state == TRS_SESSION_READY && key_error != NULL)
    return session_only_notice (key_error);

  return (TrsNotice) { NULL, NULL, FALSE, NULL, NULL };
}
