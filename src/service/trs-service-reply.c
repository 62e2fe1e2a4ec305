/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-json.h"
#include "trs-service-routes.h"

#include <libsoup/soup.h>

/**
 * trs_service_reply_get_phrase:
 * @status: HTTP status
 *
 * Returns: its usual words
 */
const char *
trs_service_reply_get_phrase (guint status)
{
  /* Younger than the list of libsoup. */
  if (status == 429)
    return "Too Many Requests";
  return soup_status_get_phrase (status);
}

/**
 * trs_service_reply_new_error:
 * @status: HTTP status
 * @message: a sentence for people
 * @error: (nullable): the error text; %NULL for the usual words of @status
 *
 * Returns: (transfer full): a reply with the "Error body" of the interface
 */
TrsServiceReply *
trs_service_reply_new_error (guint       status,
                             const char *message,
                             const char *error)
{
  TrsServiceReply *reply = g_new0 (TrsServiceReply, 1);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "statusCode", status);
  json_object_set_string_member (object, "message", message);
  json_object_set_string_member (object, "error", error != NULL ? error : trs_service_reply_get_phrase (status));
  json_node_take_object (root, object);

  reply->status = status;
  reply->body = trs_service_json_write (root);
  return reply;
}

/**
 * trs_service_reply_free:
 * @reply: (transfer full): a reply
 */
void
trs_service_reply_free (TrsServiceReply *reply)
{
  g_bytes_unref (reply->body);
  g_free (reply);
}
