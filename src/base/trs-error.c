/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"

typedef struct
{
  char *server_message;
  guint http_status;
  gint retry_after;
  gint64 room;
  gboolean not_sent;
} TrsErrorPrivate;

static void
trs_error_private_init (TrsErrorPrivate *priv)
{
  priv->retry_after = -1;
}

static void
trs_error_private_copy (const TrsErrorPrivate *src,
                        TrsErrorPrivate       *dest)
{
  *dest = *src;
  dest->server_message = g_strdup (src->server_message);
}

static void
trs_error_private_clear (TrsErrorPrivate *priv)
{
  g_free (priv->server_message);
}

/* The error carries the HTTP status, so that no code that passes it on can lose that. */
G_DEFINE_EXTENDED_ERROR (TrsError, trs_error)

/**
 * trs_error_new_http:
 * @code: what went wrong
 * @http_status: status of the reply, or 0 if there was none
 * @server_message: (nullable): the server's own words, as received
 * @retry_after: seconds the server asked to wait, or -1
 * @format: a technical message for logs, never with a key in it
 * @...: arguments of @format
 *
 * Makes an error that keeps what the reply said.
 *
 * Returns: (transfer full): a new error
 */
GError *
trs_error_new_http (TrsError    code,
                    guint       http_status,
                    const char *server_message,
                    gint        retry_after,
                    const char *format,
                    ...)
{
  va_list args;
  GError *error;
  TrsErrorPrivate *priv;

  va_start (args, format);
  error = g_error_new_valist (TRS_ERROR, code, format, args);
  va_end (args);

  priv = trs_error_get_private (error);
  priv->http_status = http_status;
  priv->server_message = g_strdup (server_message);
  priv->retry_after = retry_after;

  return error;
}

/* Returns: (nullable): %NULL for no error, and for other domains, which carry no reply */
static const TrsErrorPrivate *
peek_private (const GError *error)
{
  static const TrsErrorPrivate nothing = { .retry_after = -1 };

  return error != NULL && error->domain == TRS_ERROR ? trs_error_get_private (error) : &nothing;
}

/**
 * trs_error_set_not_sent:
 * @error: an error of the domain %TRS_ERROR
 *
 * Marks that the request certainly never left this computer. Only with this
 * mark may a submission be called "not sent"; otherwise it is unknown.
 */
void
trs_error_set_not_sent (GError *error)
{
  g_return_if_fail (error != NULL && error->domain == TRS_ERROR);

  trs_error_get_private (error)->not_sent = TRUE;
}

/**
 * trs_error_set_room:
 * @error: an error of the domain %TRS_ERROR
 * @bytes: what has to be free on the disk
 *
 * Marks that a full disk is the cause.
 */
void
trs_error_set_room (GError *error,
                    gint64  bytes)
{
  g_return_if_fail (error != NULL && error->domain == TRS_ERROR);

  trs_error_get_private (error)->room = bytes;
}

guint
trs_error_get_http_status (const GError *error)
{
  return peek_private (error)->http_status;
}

/**
 * trs_error_get_retry_after:
 * @error: (nullable): any error
 *
 * Returns: the seconds the server asked to wait, or -1 if it did not
 */
gint
trs_error_get_retry_after (const GError *error)
{
  return peek_private (error)->retry_after;
}

/**
 * trs_error_get_room:
 * @error: (nullable): any error
 *
 * Returns: bytes that have to be free on the disk, about; 0 if that is not the cause
 */
gint64
trs_error_get_room (const GError *error)
{
  return peek_private (error)->room;
}

/**
 * trs_error_get_server_message:
 * @error: (nullable): any error
 *
 * Returns: (nullable): the server's own words, as received
 */
const char *
trs_error_get_server_message (const GError *error)
{
  return peek_private (error)->server_message;
}

gboolean
trs_error_get_not_sent (const GError *error)
{
  return peek_private (error)->not_sent;
}

/**
 * trs_error_dup_path_aside:
 * @path: a damaged file, which is never deleted
 *
 * Returns: (transfer full): where to move it; nothing is there
 */
char *
trs_error_dup_path_aside (const char *path)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%d-%H%M%S");
  char *aside = NULL;

  for (guint n = 0; aside == NULL || g_file_test (aside, G_FILE_TEST_EXISTS); n++)
    {
      g_free (aside);
      aside = g_strdup_printf ("%s.damaged-%s-%u", path, stamp, n);
    }
  return aside;
}
