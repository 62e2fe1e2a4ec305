/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-secret-error.h"

#include "trs-error.h"
#include "trs-i18n.h"

#include <libsecret/secret.h>

static TrsError
code_for_dbus (int code)
{
  switch (code)
    {
    case G_DBUS_ERROR_SERVICE_UNKNOWN:
    case G_DBUS_ERROR_NAME_HAS_NO_OWNER:
    case G_DBUS_ERROR_UNKNOWN_METHOD:
    case G_DBUS_ERROR_UNKNOWN_INTERFACE:
    case G_DBUS_ERROR_UNKNOWN_OBJECT:
    case G_DBUS_ERROR_NO_SERVER:
    case G_DBUS_ERROR_NO_NETWORK:
    case G_DBUS_ERROR_DISCONNECTED:
    case G_DBUS_ERROR_FILE_NOT_FOUND:
    case G_DBUS_ERROR_SPAWN_EXEC_FAILED:
    case G_DBUS_ERROR_SPAWN_FORK_FAILED:
    case G_DBUS_ERROR_SPAWN_CHILD_EXITED:
    case G_DBUS_ERROR_SPAWN_CHILD_SIGNALED:
    case G_DBUS_ERROR_SPAWN_FAILED:
    case G_DBUS_ERROR_SPAWN_SETUP_FAILED:
    case G_DBUS_ERROR_SPAWN_CONFIG_INVALID:
    case G_DBUS_ERROR_SPAWN_SERVICE_INVALID:
    case G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND:
    case G_DBUS_ERROR_SPAWN_PERMISSIONS_INVALID:
    case G_DBUS_ERROR_SPAWN_FILE_INVALID:
      return TRS_ERROR_KEYRING_MISSING;
    case G_DBUS_ERROR_TIMEOUT:
    case G_DBUS_ERROR_TIMED_OUT:
    case G_DBUS_ERROR_NO_REPLY:
      return TRS_ERROR_KEYRING_TIMED_OUT;
    default:
      return TRS_ERROR_KEYRING_FAILED;
    }
}

static TrsError
code_for_io (int code)
{
  switch (code)
    {
    case G_IO_ERROR_CANCELLED: /* a prompt that was dismissed: nobody else cancels */
      return TRS_ERROR_KEYRING_LOCKED;
    case G_IO_ERROR_TIMED_OUT:
      return TRS_ERROR_KEYRING_TIMED_OUT;
    case G_IO_ERROR_NOT_FOUND: /* no socket of the bus */
    case G_IO_ERROR_CONNECTION_REFUSED:
    case G_IO_ERROR_CLOSED:
      return TRS_ERROR_KEYRING_MISSING;
    default:
      /* “Cannot autolaunch D-Bus” has no code of its own. Without a bus there is no service. */
      return g_getenv ("DBUS_SESSION_BUS_ADDRESS") == NULL ? TRS_ERROR_KEYRING_MISSING : TRS_ERROR_KEYRING_FAILED;
    }
}

static TrsError
code_for_cause (const GError *cause)
{
  if (cause->domain == G_DBUS_ERROR)
    return code_for_dbus (cause->code);
  if (cause->domain == G_IO_ERROR)
    return code_for_io (cause->code);
  if (cause->domain == SECRET_ERROR && cause->code == SECRET_ERROR_IS_LOCKED)
    return TRS_ERROR_KEYRING_LOCKED;

  return TRS_ERROR_KEYRING_FAILED;
}

/**
 * trs_secret_error_new:
 * @cause: what libsecret says
 *
 * Returns: (transfer full): the same as an error of this program
 */
GError *
trs_secret_error_new (const GError *cause)
{
  TrsError code = code_for_cause (cause);

  switch (code)
    {
    case TRS_ERROR_KEYRING_LOCKED:
      return trs_secret_error_new_locked ();
    case TRS_ERROR_KEYRING_MISSING:
      return g_error_new (TRS_ERROR, code, _("No keyring service is running (%s)"), cause->message);
    case TRS_ERROR_KEYRING_TIMED_OUT:
      return g_error_new_literal (TRS_ERROR, code, _("The keyring did not answer in time"));
    default:
      return g_error_new (TRS_ERROR, code, _("The keyring failed (%s)"), cause->message);
    }
}

/**
 * trs_secret_error_is_damage:
 * @cause: what libsecret says
 *
 * The file backend dies of most damage; of some it tells.
 *
 * Returns: %TRUE if the file of the keyring is none
 */
gboolean
trs_secret_error_is_damage (const GError *cause)
{
  return g_error_matches (cause, SECRET_ERROR, SECRET_ERROR_INVALID_FILE_FORMAT)
         || g_error_matches (cause, SECRET_ERROR, SECRET_ERROR_PROTOCOL);
}

/**
 * trs_secret_error_new_locked:
 *
 * Returns: (transfer full): what a dismissed prompt means; libsecret has no error for it
 */
GError *
trs_secret_error_new_locked (void)
{
  return g_error_new_literal (TRS_ERROR, TRS_ERROR_KEYRING_LOCKED, _("The keyring is locked and was not unlocked"));
}
