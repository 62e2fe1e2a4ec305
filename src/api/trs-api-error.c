/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-error.h"

#include <string.h>

#include "trs-api-codec.h"

/* Shorter keys are not secret, and may be common words of a message. */
#define MIN_SECRET_LENGTH 8

static const struct
{
  guint status;
  TrsError codes[TRS_API_N_ENDPOINTS];
} table[] = {
  { 401, { TRS_ERROR_UNAUTHORIZED, TRS_ERROR_UNAUTHORIZED, TRS_ERROR_UNAUTHORIZED } },
  { 402, { TRS_ERROR_NOT_ENOUGH_CREDIT, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST } },
  { 404, { TRS_ERROR_VIDEO_NOT_FOUND, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_PROJECT_NOT_FOUND } },
  /* The service never requires proxy authentication (407), and answers for all of its hosts (421). */
  { 407, { TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE } },
  { 408, { TRS_ERROR_TIMED_OUT, TRS_ERROR_TIMED_OUT, TRS_ERROR_TIMED_OUT } },
  { 421, { TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE } },
  { 425, { TRS_ERROR_RATE_LIMITED, TRS_ERROR_RATE_LIMITED, TRS_ERROR_RATE_LIMITED } },
  { 429, { TRS_ERROR_RATE_LIMITED, TRS_ERROR_RATE_LIMITED, TRS_ERROR_RATE_LIMITED } },
  /* Sent by a network that requires a login first. */
  { 511, { TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE } },
};

static TrsError
code_for_status (TrsApiEndpoint endpoint,
                 guint          status,
                 gboolean       error_body)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (table[i].status == status)
      return table[i].codes[endpoint];

  /* The interface does not define 403: with its own error body it can only be about the key, otherwise a proxy has
   * refused the request. */
  if (status == 403)
    return error_body ? TRS_ERROR_UNAUTHORIZED : TRS_ERROR_NOT_THE_SERVICE;
  if (status >= 400 && status < 500)
    return TRS_ERROR_INVALID_REQUEST;
  if (status >= 500 && status < 600)
    return TRS_ERROR_SERVER;

  return TRS_ERROR_NOT_THE_SERVICE;
}

/* Removes the key from a message of the server, so that it does not get into logs. */
static char *
without_key (const char *words,
             const char *key)
{
  g_autoptr (GString) clean = NULL;

  if (words == NULL || strlen (key) < MIN_SECRET_LENGTH)
    return g_strdup (words);

  clean = g_string_new (words);
  g_string_replace (clean, key, "…", 0);
  return g_string_free (g_steal_pointer (&clean), FALSE);
}

/* Whether the message is a constant such as "NOT_ENOUGH_CREDIT", which tells a user nothing, and a program no more
 * than the status does. */
static gboolean
is_machine_word (const char *words)
{
  return words[strspn (words, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
}

/**
 * trs_api_error_from_reply:
 * @endpoint: what was asked
 * @reply: what came
 * @key: the key that was sent, which the error does not repeat
 *
 * "Errors" of the interface: the HTTP status decides, the body only adds the
 * server's words. Success is 201 for a submission and 200 otherwise; every
 * other status below 400 is %TRS_ERROR_NOT_THE_SERVICE.
 *
 * Returns: (transfer full) (nullable): an error with the status kept, or %NULL
 *   if @reply has the status of success
 */
GError *
trs_api_error_from_reply (TrsApiEndpoint  endpoint,
                          const TrsReply *reply,
                          const char     *key)
{
  static const char *const names[] = { "submission", "list", "detail" };
  g_autofree char *word = NULL;
  g_autofree char *message = NULL;
  g_autofree char *words = NULL;
  TrsError code;

  if (reply->status == (endpoint == TRS_API_SUBMIT ? 201 : 200))
    return NULL;

  message = trs_api_codec_read_error (reply->body, &word);
  code = code_for_status (endpoint, reply->status, message != NULL || word != NULL);

  words = without_key (message != NULL ? message : word, key);
  if (words != NULL && is_machine_word (words))
    g_clear_pointer (&words, g_free);

  return trs_error_new_http (code, reply->status, words, reply->retry_after, "Status %u to a %s", reply->status,
                             names[endpoint]);
}
