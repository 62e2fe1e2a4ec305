/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-i18n.h"

#include "trs-request-check.h"

#include "trs-error.h"
#include "trs-server-address.h"

static GError *
refuse (TrsError    code,
        const char *message)
{
  GError *error = g_error_new_literal (TRS_ERROR, code, message);

  trs_error_set_not_sent (error);
  return error;
}

static GError *
check_key (const char *key)
{
  if (key == NULL || *key == '\0')
    return refuse (TRS_ERROR_NO_KEY, "There is no key");

  for (; *key != '\0'; key++)
    {
      if (!g_ascii_isgraph (*key))
        return refuse (TRS_ERROR_INVALID_KEY, "The key has characters that cannot stand in a header");
    }

  return NULL;
}

/* The key goes over TLS or to this computer, whatever the settings say. */
static GError *
check_address (GUri       *uri,
               const char *string)
{
  gboolean tls;

  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0' ||
      g_uri_get_userinfo (uri) != NULL || g_uri_get_fragment (uri) != NULL)
    return refuse (TRS_ERROR_REFUSED_ADDRESS, "That is no address of a server");

  tls = g_str_equal (g_uri_get_scheme (uri), "https");
  if (!tls && !(g_str_equal (g_uri_get_scheme (uri), "http") && trs_server_address_is_loopback (string)))
    return refuse (TRS_ERROR_REFUSED_ADDRESS, "The address is neither https nor this computer");
  if (tls && !g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    return refuse (TRS_ERROR_TLS, _("Support for secure connections (TLS) is not installed"));

  return NULL;
}

/**
 * trs_request_check:
 * @request: a request
 * @uri: (nullable): its address, if it can be parsed
 *
 * Whether the key may go to the address, and can stand in a header.
 *
 * Returns: (transfer full) (nullable): why the request must not leave, marked
 *   with trs_error_set_not_sent(), or %NULL if it may
 */
GError *
trs_request_check (const TrsRequest *request,
                   GUri             *uri)
{
  GError *error = check_key (request->key);

  return error != NULL ? error : check_address (uri, request->uri);
}
