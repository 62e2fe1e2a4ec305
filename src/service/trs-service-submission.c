/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-submission.h"

#include "trs-error.h"
#include "trs-service-json.h"

#include <libsoup/soup.h>

/* The grammar of BCP 47 (RFC 5646, 2.1); the tags of the last line break it and are listed there. */
#define LANGUAGE_PATTERN                                                                        \
  "^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})"                                    \
  "(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?"                                                   \
  "(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*"                                                    \
  "(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?"                              \
  "|x(?:-[a-z0-9]{1,8})+"                                                                       \
  "|en-gb-oed|sgn-(?:be-fr|be-nl|ch-de)"                                                        \
  "|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu))\\z"

static gboolean
set_invalid (GError     **error,
             const char  *message)
{
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, message);
  return FALSE;
}

static gboolean
check (JsonObject  *object,
       const char  *video,
       const char  *webhook,
       const char  *language,
       GError     **error)
{
  if (video == NULL || *video == '\0')
    return set_invalid (error, "platformVideoId must be a non-empty string");
  if (webhook == NULL || !trs_service_submission_is_webhook (webhook))
    return set_invalid (error, "webhookUrl must be an HTTP or HTTPS address");
  if (json_object_has_member (object, "language") &&
      (language == NULL || !trs_service_submission_is_language (language)))
    return set_invalid (error, "language must be a BCP 47 language code");
  return TRUE;
}

/**
 * trs_service_submission_new_from_body:
 * @body: (nullable): foreign bytes
 * @error: return location for an error
 *
 * Members that the interface does not know are ignored.
 *
 * Returns: (transfer full) (nullable): the submission, or %NULL with the message of a 400
 */
TrsServiceSubmission *
trs_service_submission_new_from_body (GBytes  *body,
                                      GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  TrsServiceSubmission *submission;
  JsonObject *object;
  const char *video;
  const char *webhook;
  const char *language;
  gsize length = 0;
  const char *data = body != NULL ? g_bytes_get_data (body, &length) : NULL;

  root = trs_service_json_parse (data != NULL ? data : "", length, NULL);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      set_invalid (error, "The body must be a JSON object");
      return NULL;
    }

  object = json_node_get_object (root);
  video = trs_service_json_get_string (object, "platformVideoId");
  webhook = trs_service_json_get_string (object, "webhookUrl");
  language = trs_service_json_get_string (object, "language");
  if (!check (object, video, webhook, language, error))
    return NULL;

  submission = g_new0 (TrsServiceSubmission, 1);
  submission->video = g_strdup (video);
  submission->webhook = g_strdup (webhook);
  submission->language = g_strdup (language);
  return submission;
}

void
trs_service_submission_free (TrsServiceSubmission *submission)
{
  g_free (submission->video);
  g_free (submission->webhook);
  g_free (submission->language);
  g_free (submission);
}

gboolean
trs_service_submission_is_language (const char *tag)
{
  return g_regex_match_simple (LANGUAGE_PATTERN, tag, G_REGEX_CASELESS, 0);
}

gboolean
trs_service_submission_is_webhook (const char *url)
{
  static const char * const schemes[] = { "http", "https", NULL };
  g_autoptr (GUri) uri = NULL;

  for (const char *p = url; *p != '\0'; p++)
    if ((guchar) *p <= 0x20 || *p == 0x7F)
      return FALSE;

  uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  return uri != NULL && g_strv_contains (schemes, g_uri_get_scheme (uri)) && g_uri_get_host (uri) != NULL &&
         *g_uri_get_host (uri) != '\0';
}
