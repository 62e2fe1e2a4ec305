/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-server-address.h"

#include <gio/gio.h>
#include <string.h>

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-trim.h"

#define PARSE_FLAGS (G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_ENCODED_PATH | G_URI_FLAGS_ENCODED_QUERY)

static gboolean
host_is_loopback (const char *host)
{
  g_autoptr (GInetAddress) address = NULL;

  if (g_ascii_strcasecmp (host, "localhost") == 0)
    return TRUE;

  address = g_inet_address_new_from_string (host);
  return address != NULL && g_inet_address_get_is_loopback (address);
}

static gboolean
host_is_usable (const char *host)
{
  if (host == NULL)
    return FALSE;
  for (const char *p = host; *p != '\0'; p++)
    if (g_ascii_isalnum (*p))
      return TRUE;
  return g_hostname_is_ip_address (host);
}

/* Checks characters before the address is parsed. */
static const char *
find_bad_character (const char *address)
{
  if (*address == '\0')
    /* xgettext: no-url-check */
    return _("Enter an address, such as https://example.org.");
  if (!g_utf8_validate (address, -1, NULL))
    return _("This is not a web address.");

  for (const char *p = address; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (trs_trim_is_invisible (g_utf8_get_char (p)))
        return _("There is a space or an invisible character inside the address.");
      if (*p == '\\')
        return _("There is a backslash in the address. Web addresses have “/”.");
    }
  return NULL;
}

/* @code: changed if nothing may be sent to the address */
static const char *
find_fault (GUri     *uri,
            TrsError *code)
{
  if (uri == NULL)
    return _("This is not a web address.");
  if (!g_str_equal (g_uri_get_scheme (uri), "https") && !g_str_equal (g_uri_get_scheme (uri), "http"))
    {
      *code = TRS_ERROR_REFUSED_ADDRESS;
      /* xgettext: no-url-check */
      return _("The address must begin with https://.");
    }
  if (!host_is_usable (g_uri_get_host (uri)) || g_uri_get_port (uri) == 0)
    return _("There is no usable host name or port in the address.");
  if (g_uri_get_userinfo (uri) != NULL)
    return _("There is a user name or a password in the address. Leave them out.");
  return NULL;
}

static gsize
strip_slashes (const char *path,
               gsize       length)
{
  while (length > 0 && path[length - 1] == '/')
    length--;
  return length;
}

/* People paste the address that they have tried, which is that of one of the three calls. */
static gsize
strip_call (const char *path,
            gsize       length)
{
  static const char * const calls[] = { "/api/list", "/api/transcribeVideo", "/api/detail" };
  g_autofree char *base = g_strndup (path, length);
  const char *detail = g_strrstr (base, "/api/detail/");

  if (detail != NULL && strchr (detail + strlen ("/api/detail/"), '/') == NULL)
    return (gsize) (detail - base);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    if (g_str_has_suffix (base, calls[i]))
      return length - strlen (calls[i]);
  return length;
}

static gboolean
has_call (const char *path)
{
  gsize length = strip_slashes (path, strlen (path));

  return strip_call (path, length) < length;
}

/* Strips until nothing more can be stripped, so that a normalised address stays as it is: keys are stored by it. */
static char *
dup_base_path (const char *path)
{
  gsize length = strlen (path);
  gsize before;

  do
    {
      before = length;
      length = strip_call (path, strip_slashes (path, length));
    }
  while (length < before);
  return g_strndup (path, length);
}

static const char *
find_server_fault (GUri     *uri,
                   TrsError *code)
{
  if ((g_uri_get_query (uri) != NULL || g_uri_get_fragment (uri) != NULL) && !has_call (g_uri_get_path (uri)))
    return _("The address of the server ends before “?” and “#”. Leave out what comes after.");
  if (g_str_equal (g_uri_get_scheme (uri), "http") && !host_is_loopback (g_uri_get_host (uri)))
    {
      *code = TRS_ERROR_REFUSED_ADDRESS;
      /* xgettext: no-url-check */
      return _("Use https://. Without it your key could be read on the way.");
    }
  return NULL;
}

/* @for_server: whether a key will be sent to the address */
static GUri *
parse_web_address (const char  *address,
                   gboolean     for_server,
                   GError     **error)
{
  TrsError code = TRS_ERROR_INVALID_INPUT;
  const char *fault = find_bad_character (address);
  g_autoptr (GUri) uri = NULL;

  if (fault == NULL)
    {
      uri = g_uri_parse (address, PARSE_FLAGS, NULL);
      fault = find_fault (uri, &code);
    }
  if (fault == NULL && for_server)
    fault = find_server_fault (uri, &code);
  if (fault == NULL)
    return g_steal_pointer (&uri);

  g_set_error_literal (error, TRS_ERROR, (int) code, fault);
  return NULL;
}

/* Users type `example.org` and expect a secure connection; a service on this computer has no certificate. */
static char *
complete_scheme (const char *address)
{
  g_autofree char *https = NULL;
  g_autoptr (GUri) uri = NULL;

  if (strstr (address, "://") != NULL || g_ascii_strncasecmp (address, "http:", 5) == 0 ||
      g_ascii_strncasecmp (address, "https:", 6) == 0 || *address == '\0')
    return g_strdup (address);

  https = g_strconcat ("https://", address, NULL);
  uri = g_uri_parse (https, PARSE_FLAGS, NULL);
  if (uri != NULL && g_uri_get_host (uri) != NULL && host_is_loopback (g_uri_get_host (uri)))
    return g_strconcat ("http://", address, NULL);
  return g_steal_pointer (&https);
}

/**
 * trs_server_address_normalize:
 * @input: what was typed or pasted
 * @error: return location for a #GError
 *
 * Makes of an address the one form under which its key is kept: scheme and
 * host in lower case, no default port, no slash at the end. Without a scheme,
 * https is meant, or http for this computer. A call of the interface behind
 * it, as `/api/list?page=1`, is left out.
 *
 * Errors: %TRS_ERROR_REFUSED_ADDRESS for an address to which no key may go,
 * %TRS_ERROR_INVALID_INPUT for what is not the address of a server; the
 * message is a sentence for the user.
 *
 * Returns: (transfer full) (nullable): the address
 */
char *
trs_server_address_normalize (const char  *input,
                              GError     **error)
{
  gsize length;
  g_autofree char *host = NULL;
  g_autofree char *path = NULL;
  int port;
  const char *start = trs_trim (input, &length);
  g_autofree char *trimmed = g_strndup (start, length);
  g_autofree char *address = complete_scheme (trimmed);
  g_autoptr (GUri) uri = parse_web_address (address, TRUE, error);

  if (uri == NULL)
    return NULL;

  host = g_ascii_strdown (g_uri_get_host (uri), -1);
  port = g_uri_get_port (uri);
  if (port == (g_str_equal (g_uri_get_scheme (uri), "https") ? 443 : 80))
    port = -1;
  path = dup_base_path (g_uri_get_path (uri));

  return g_uri_join (G_URI_FLAGS_ENCODED_PATH, g_uri_get_scheme (uri), NULL, host, port, path, NULL, NULL);
}

/**
 * trs_server_address_is_loopback:
 * @address: (nullable): an address
 *
 * Returns: %TRUE if @address is a web address on this computer: `localhost`, `127.0.0.0/8` or `::1`
 */
gboolean
trs_server_address_is_loopback (const char *address)
{
  g_autoptr (GUri) uri = address != NULL ? g_uri_parse (address, PARSE_FLAGS, NULL) : NULL;

  return uri != NULL && g_uri_get_host (uri) != NULL && host_is_loopback (g_uri_get_host (uri));
}

/**
 * trs_callback_address_check:
 * @input: an address as it will be sent in `webhookUrl`
 * @error: return location for a #GError
 *
 * The interface takes an HTTP or HTTPS address. One with a user name or a
 * password would hand them to the service.
 *
 * Errors: as trs_server_address_normalize().
 *
 * Returns: %TRUE if the address can be sent as it is
 */
gboolean
trs_callback_address_check (const char  *input,
                            GError     **error)
{
  g_autoptr (GUri) uri = parse_web_address (input, FALSE, error);

  return uri != NULL;
}
