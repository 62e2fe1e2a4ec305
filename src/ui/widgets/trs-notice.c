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
    return keyring_notice (_("The sample service isn’t running. Everything here can still be read."), _("Start It"));
  return keyring_notice (_("The keyring is locked. Everything here can still be read."), _("Unlock…"));
}

static TrsNotice
store_notice (const char *words,
              const char *label,
              const char *action_name)
{
  return (TrsNotice) { words, "drive-harddisk-symbolic", TRUE, label, action_name };
}

/* What was kept can be read; why nothing new is kept comes first where the user can do something about it. */
static TrsNotice
readable_notice (const GError *error)
{
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_MOVED))
    return store_notice (_("The file with your transcripts was moved or replaced. Put it back, or continue with "
                           "what is there now."),
                         _("Continue"), "win.keep-again");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_FULL))
    return store_notice (_("Disk full. Your transcripts can be read; nothing new is kept."), _("Try Again"),
                         "win.keep-again");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY))
    return store_notice (_("Data folder is read-only. Your transcripts can be read; nothing new is kept."),
                         _("Try Again"), "win.keep-again");
  return store_notice (_("Your transcripts can be read; nothing new is kept."), _("Try Again"), "win.keep-again");
}

static TrsNotice
store_error_notice (const GError *error)
{
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_FULL))
    return store_notice (_("Disk full. Nothing new is kept on this computer."), _("Try Again"), "win.keep-again");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_NEWER))
    return store_notice (_("Your transcripts were saved by a newer version of Transcripts. Nothing new is kept."),
                         _("Details"), "win.store-details");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY))
    return store_notice (_("Data folder is read-only. Nothing is kept on this computer."), _("Details"),
                         "win.store-details");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_FOREIGN))
    return store_notice (_("Another program’s file is in the way. Nothing is kept on this computer."),
                         _("Details"), "win.store-details");
  return store_notice (_("Nothing can be kept on this computer right now."), _("Details"), "win.store-details");
}

static TrsNotice
session_only_notice (const GError *key_error)
{
  gboolean missing = g_error_matches (key_error, TRS_ERROR, TRS_ERROR_KEYRING_MISSING);

  return (TrsNotice) { missing ? _("No keyring found. The key is kept until you close Transcripts.")
                               : _("The key could not be saved. You will have to enter it again next time."),
                       "dialog-password-symbolic", FALSE, _("Got It"), "win.got-it" };
}

/**
 * trs_notice_for:
 * @state: state of the session
 * @key_error: (nullable): what the keyring said
 * @offline_since: since when the service cannot be reached, 0 for "it can"
 * @without_network: whether that is because there is no network
 * @store_error: (nullable): why nothing can be kept
 * @readable: whether what was kept can be read all the same
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
                gboolean         readable,
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
    return readable ? readable_notice (store_error) : store_error_notice (store_error);

  if (state == TRS_SESSION_READY && offline_since != 0)
    return (TrsNotice) { without_network
                             ? _("Offline. Saved transcripts can be read, searched and exported.")
                             : _("Can’t reach the service. Saved transcripts can be read, searched and exported."),
                         "network-offline-symbolic", FALSE, _("Try Again"), "win.try-again" };

  if (state == TRS_SESSION_READY && key_error != NULL)
    return session_only_notice (key_error);

  return (TrsNotice) { NULL, NULL, FALSE, NULL, NULL };
}

/**
 * trs_notice_left_words_new:
 * @n_texts: transcripts that are kept of the account
 * @n_projects: videos of the account
 * @name: (nullable): what the user calls it
 *
 * Returns: (transfer full): what is said when another user's key has taken the
 *   place of an account
 */
char *
trs_notice_left_words_new (guint       n_texts,
                           guint       n_projects,
                           const char *name)
{
  if (name != NULL && n_texts > 0)
    /* Translators: %s is the name that the user gave an account. */
    return g_strdup_printf (
        ngettext ("This key belongs to another user. Your %'u transcript is under Accounts, in “%s”.",
                  "This key belongs to another user. Your %'u transcripts are under Accounts, in “%s”.", n_texts),
        n_texts, name);
  if (name != NULL)
    /* Translators: %s is the name that the user gave an account. */
    return g_strdup_printf (
        ngettext ("This key belongs to another user. Your %'u video is under Accounts, in “%s”.",
                  "This key belongs to another user. Your %'u videos are under Accounts, in “%s”.", n_projects),
        n_projects, name);
  if (n_texts > 0)
    return g_strdup_printf (ngettext ("This key belongs to another user. Your %'u transcript is under Accounts.",
                                      "This key belongs to another user. Your %'u transcripts are under Accounts.",
                                      n_texts),
                            n_texts);

  return g_strdup_printf (ngettext ("This key belongs to another user. Your %'u video is under Accounts.",
                                    "This key belongs to another user. Your %'u videos are under Accounts.",
                                    n_projects),
                          n_projects);
}
