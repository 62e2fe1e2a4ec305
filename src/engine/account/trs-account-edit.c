/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-private.h"

#include <string.h>

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-server-address.h"
#include "trs-video-ref.h"

/* The longest name of a field that is believed. */
#define FIELD_NAME_MAX 64

static gboolean
field_name_check (const char  *name,
                  GError     **error)
{
  gsize length = name != NULL ? strlen (name) : 0;

  if (length == 0)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, _("A field needs a name."));
      return FALSE;
    }
  if (length > FIELD_NAME_MAX ||
      strspn (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-.") != length)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                           _("A field name consists of letters from a to z, digits, “_”, “-” and “.”."));
      return FALSE;
    }

  return TRUE;
}

/**
 * trs_account_set_field_names:
 * @self: an account
 * @submit_field: name of the video field in a submission
 * @project_field: name of the video field in projects
 * @error: return location for %TRS_ERROR_INVALID_INPUT, in the user's words
 *
 * Returns: %TRUE if both were kept; otherwise none was
 */
gboolean
trs_account_set_field_names (TrsAccount  *self,
                             const char  *submit_field,
                             const char  *project_field,
                             GError     **error)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), FALSE);

  if (!field_name_check (submit_field, error) || !field_name_check (project_field, error))
    return FALSE;

  g_settings_set_string (self->settings, "submit-video-field", submit_field);
  g_settings_set_string (self->settings, "project-video-field", project_field);
  return TRUE;
}

/**
 * trs_account_set_video_pattern:
 * @self: an account
 * @pattern: address pattern of a video page
 * @error: return location for %TRS_ERROR_INVALID_INPUT, in the user's words
 *
 * Returns: %TRUE if it was kept
 */
gboolean
trs_account_set_video_pattern (TrsAccount  *self,
                               const char  *pattern,
                               GError     **error)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), FALSE);

  if (!trs_video_pattern_is_valid (pattern, error))
    return FALSE;

  g_settings_set_string (self->settings, "video-page-pattern", pattern);
  return TRUE;
}

/**
 * trs_account_set_callback:
 * @self: an account
 * @mode: who gets the finished text
 * @address: (nullable): address of the user; must be usable in the mode %TRS_CALLBACK_MY_ADDRESS
 * @interface_address: (nullable): network address of this computer to receive on; an IP address
 * @port: port to receive on, 0 for any free one
 * @error: return location for %TRS_ERROR_INVALID_INPUT, in the user's words
 *
 * Keeps where the service sends the finished text (`webhookUrl`). What is
 * %NULL stays as it is.
 *
 * Returns: %TRUE if all was kept; otherwise nothing was
 */
gboolean
trs_account_set_callback (TrsAccount       *self,
                          TrsCallbackMode   mode,
                          const char       *address,
                          const char       *interface_address,
                          guint             port,
                          GError          **error)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), FALSE);

  if (mode == TRS_CALLBACK_MY_ADDRESS &&
      !trs_callback_address_check (address != NULL ? address : self->callback_address, error))
    return FALSE;
  if (interface_address != NULL && !g_hostname_is_ip_address (interface_address))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                           _("Enter the network address of this computer as numbers, for example 127.0.0.1."));
      return FALSE;
    }
  if (port > G_MAXUINT16)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                           _("A port is a number from 1 to 65535, or 0 for any free one."));
      return FALSE;
    }

  if (address != NULL)
    g_settings_set_string (self->settings, "callback-address", address);
  if (interface_address != NULL)
    g_settings_set_string (self->settings, "callback-interface", interface_address);
  g_settings_set (self->settings, "callback-port", "q", (guint16) port);
  g_settings_set_enum (self->settings, "callback-mode", (int) mode);
  return TRUE;
}
