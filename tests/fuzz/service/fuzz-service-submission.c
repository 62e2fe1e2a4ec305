/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <libsoup/soup.h>
#include <string.h>

#include "trs-fuzz.h"
#include "trs-service-routes.h"

/* A body is refused with an error, or it names a video, and an address of the web to which a text can be sent. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (GBytes) body = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) webhook = NULL;
  TrsServiceSubmission submission = { NULL };
  g_autoptr (JsonNode) root = trs_service_submission_read (body, &submission, &error);

  g_assert_true ((root == NULL) == (error != NULL));
  if (root == NULL)
    return 0;

  g_assert_true (submission.video != NULL && *submission.video != '\0');
  g_assert_true (g_utf8_validate (submission.video, -1, NULL));
  if (submission.language != NULL)
    g_assert_true (strspn (submission.language, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-") ==
                   strlen (submission.language));
  webhook = g_uri_parse (submission.webhook, SOUP_HTTP_URI_FLAGS, NULL);
  g_assert_nonnull (webhook);
  g_assert_true (g_str_has_prefix (g_uri_get_scheme (webhook), "http"));
  g_assert_true (*g_uri_get_host (webhook) != '\0');
  g_assert_null (strpbrk (submission.webhook, " \t\r\n"));
  return 0;
}
