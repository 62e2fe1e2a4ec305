/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-i18n.h"

#include "trs-soup-error.h"

#include "trs-error.h"

static const struct
{
  GTlsCertificateFlags flag;
  const char *words;
} reasons[] = {
  { G_TLS_CERTIFICATE_UNKNOWN_CA, N_("its certificate is not signed by a known authority") },
  { G_TLS_CERTIFICATE_BAD_IDENTITY, N_("its certificate belongs to another name") },
  { G_TLS_CERTIFICATE_NOT_ACTIVATED, N_("its certificate is not valid yet") },
  { G_TLS_CERTIFICATE_EXPIRED, N_("its certificate has expired") },
  { G_TLS_CERTIFICATE_REVOKED, N_("its certificate was revoked") },
  { G_TLS_CERTIFICATE_INSECURE, N_("its certificate uses a method that is not secure") },
};

/* Returns: (transfer full): every reason, in the language of the user */
char *
trs_soup_error_describe_tls (GTlsCertificateFlags flags)
{
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      if ((flags & reasons[i].flag) == 0)
        continue;
      if (words->len > 0)
        /* Translators: stands between two reasons why a server is not trusted. */
        g_string_append (words, _("; "));
      g_string_append (words, _(reasons[i].words));
    }

  if (words->len == 0)
    g_string_append (words, _("its certificate could not be checked"));

  return g_string_free (g_steal_pointer (&words), FALSE);
}

GError *
trs_soup_error_new_no_tls (void)
{
  return g_error_new_literal (TRS_ERROR, TRS_ERROR_TLS,
                              _("The server was reached, but it does not support https. "
                                "Check the address and its port."));
}

static GError *
translate_tls (const GError *error,
               SoupMessage  *message)
{
  g_autofree char *reason = NULL;

  if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_UNAVAILABLE))
    return g_error_new_literal (TRS_ERROR, TRS_ERROR_TLS, _("Support for secure connections (TLS) is not installed"));
  if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_NOT_TLS))
    return trs_soup_error_new_no_tls ();
  if (!g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE))
    return g_error_new_literal (TRS_ERROR, TRS_ERROR_TLS,
                                _("No secure connection could be made to this server. "
                                  "Check the address; it may need http:// or another port."));

  reason = trs_soup_error_describe_tls (soup_message_get_tls_peer_certificate_errors (message));
  /* Translators: %s is one or more reasons, such as “its certificate has expired”. */
  return g_error_new (TRS_ERROR, TRS_ERROR_TLS, _("This server can’t be trusted: %s"), reason);
}

/* Whether the server has sent anything, even if only a part of the headers. */
static gboolean
is_answering (SoupMessage *message)
{
  SoupMessageMetrics *metrics = soup_message_get_metrics (message);

  return soup_message_get_status (message) != 0 ||
         (metrics != NULL && soup_message_metrics_get_response_header_bytes_received (metrics) > 0);
}

static TrsError
code_for (const GError *error,
          guint         status,
          gboolean      answering)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return TRS_ERROR_TIMED_OUT;
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_TOO_LARGE))
    return TRS_ERROR_TOO_LARGE;

  /* The reply is not HTTP, or not encoded as its headers say. */
  if (error->domain == SOUP_SESSION_ERROR || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    return TRS_ERROR_NOT_THE_SERVICE;

  /* libsoup parses headers that broke off as far as they came, so this error only means headers beyond its limit. */
  if (answering && status == 0 && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
    return TRS_ERROR_TOO_LARGE;

  return answering ? TRS_ERROR_CUT_SHORT : TRS_ERROR_OFFLINE;
}

/**
 * trs_soup_error_translate:
 * @error: what libsoup, GIO or the reader of the body said, no cancellation
 * @message: the message that failed
 * @left: whether the request, or a part of it, may have left this computer
 *
 * Returns: (transfer full): the same in %TRS_ERROR, with the HTTP status if
 *   there was a reply, and marked as not sent unless @left
 */
GError *
trs_soup_error_translate (const GError *error,
                          SoupMessage  *message,
                          gboolean      left)
{
  guint status = soup_message_get_status (message);
  GError *translated;

  /* Once the request has been sent, a TLS error means that the connection broke. */
  if (error->domain == G_TLS_ERROR && !left)
    translated = translate_tls (error, message);
  else
    translated = trs_error_new_http (code_for (error, status, left && is_answering (message)), status, NULL, -1, "%s",
                                     error->message);

  if (!left)
    trs_error_set_not_sent (translated);
  return translated;
}
