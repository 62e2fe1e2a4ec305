/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-routes.h"

#include "trs-error.h"
#include "trs-service-json.h"
#include "trs-service-log.h"
#include "trs-service-query.h"
#include "trs-service-submission.h"

#include <libsoup/soup.h>

#define PATH_SUBMIT "/api/transcribeVideo"
#define PATH_LIST "/api/list"
#define PATH_DETAIL "/api/detail/"

typedef TrsServiceReply *(*RouteFunc) (const TrsServiceRoutes  *self,
                                       const TrsServiceRequest *request,
                                       gint64                   user);

static TrsServiceReply *
reply_take (guint     status,
            JsonNode *body)
{
  TrsServiceReply *reply = g_new0 (TrsServiceReply, 1);

  reply->status = status;
  reply->body = trs_service_json_write (body);
  json_node_unref (body);
  return reply;
}

static TrsServiceReply *
reply_object (guint       status,
              JsonObject *object)
{
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (root, object);
  return reply_take (status, root);
}

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
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "statusCode", status);
  json_object_set_string_member (object, "message", message);
  json_object_set_string_member (object, "error", error != NULL ? error : trs_service_reply_get_phrase (status));
  return reply_object (status, object);
}

void
trs_service_reply_free (TrsServiceReply *reply)
{
  g_bytes_unref (reply->body);
  g_free (reply);
}

static TrsServiceReply *
reply_failure (const GError *error)
{
  trs_service_log ("Internal error: %s", error->message);
  return trs_service_reply_new_error (SOUP_STATUS_INTERNAL_SERVER_ERROR, "The service failed", NULL);
}

static TrsServiceReply *
reply_refusal (const GError *error)
{
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT))
    return trs_service_reply_new_error (SOUP_STATUS_PAYMENT_REQUIRED,
                                        "The subscription has fewer credits than the video needs", "NOT_ENOUGH_CREDIT");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND))
    return trs_service_reply_new_error (SOUP_STATUS_NOT_FOUND, "Video not found", NULL);
  return reply_failure (error);
}

static TrsServiceReply *
answer_submit (const TrsServiceRoutes  *self,
               const TrsServiceRequest *request,
               gint64                   user)
{
  g_autoptr (TrsServiceSubmission) submission = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;
  const TrsServiceVideo *video;
  JsonObject *result;

  /* The interface has no answer for another Content-Type: what counts is whether the body is JSON. */
  submission = trs_service_submission_new_from_body (request->body, &error);
  if (submission == NULL)
    return trs_service_reply_new_error (SOUP_STATUS_BAD_REQUEST, error->message, NULL);

  video = trs_service_catalogue_find (self->catalogue, submission->video);
  if (video == NULL)
    return trs_service_reply_new_error (SOUP_STATUS_NOT_FOUND, "Video not found", NULL);

  id = trs_service_projects_create (self->projects, user, video, submission->language, submission->webhook, &error);
  if (id == NULL)
    return reply_refusal (error);

  result = json_object_new ();
  json_object_set_boolean_member (result, "success", TRUE);
  json_object_set_string_member (result, "projectId", id);
  return reply_object (SOUP_STATUS_CREATED, result);
}

static TrsServiceReply *
answer_list (const TrsServiceRoutes  *self,
             const TrsServiceRequest *request,
             gint64                   user)
{
  g_autoptr (GPtrArray) projects = NULL;
  g_autoptr (GError) error = NULL;
  gint64 page = 1;
  JsonArray *array;
  JsonNode *root;

  if (!trs_service_query_get_page (request->query, &page))
    return trs_service_reply_new_error (SOUP_STATUS_BAD_REQUEST, "page must be a whole number of at least 1", NULL);

  projects = trs_service_projects_list (self->projects, user, page, &error);
  if (projects == NULL)
    return reply_failure (error);

  array = json_array_sized_new (projects->len);
  for (guint i = 0; i < projects->len; i++)
    {
      TrsServiceProject *project = projects->pdata[i];
      g_autofree char *created = trs_service_project_format_created (project);
      JsonObject *entry = json_object_new ();

      json_object_set_string_member (entry, "id", project->id);
      json_object_set_string_member (entry, "name", project->name);
      json_object_set_string_member (entry, "platformId", project->video);
      json_object_set_string_member (entry, "state", project->state);
      json_object_set_string_member (entry, "createdAt", created);
      json_array_add_object_element (array, entry);
    }

  root = json_node_new (JSON_NODE_ARRAY);
  json_node_take_array (root, array);
  return reply_take (SOUP_STATUS_OK, root);
}

/* The interface does not show the detail of a project in state `error`. This
 * service shows it like one in progress, with a message that says what broke. */
static TrsServiceReply *
reply_unfinished (const TrsServiceRoutes *self,
                  TrsServiceProject      *project)
{
  g_autofree char *created = trs_service_project_format_created (project);
  g_autofree char *message =
      trs_service_project_format_message (project, trs_service_projects_get_time (self->projects));
  JsonObject *detail = json_object_new ();

  json_object_set_string_member (detail, "id", project->id);
  json_object_set_string_member (detail, "name", project->name);
  json_object_set_string_member (detail, "state", project->state);
  json_object_set_string_member (detail, "message", message);
  json_object_set_int_member (detail, "videoLength", project->length);
  json_object_set_string_member (detail, "createdAt", created);
  return reply_object (SOUP_STATUS_OK, detail);
}

static TrsServiceReply *
answer_detail (const TrsServiceRoutes  *self,
               const TrsServiceRequest *request,
               gint64                   user)
{
  g_autofree char *id = g_uri_unescape_string (request->path + strlen (PATH_DETAIL), NULL);
  g_autoptr (TrsServiceProject) project = NULL;
  g_autoptr (TrsServiceText) text = NULL;
  g_autoptr (GError) error = NULL;
  gboolean timecodes = FALSE;
  gboolean speakers = FALSE;

  if (!trs_service_query_get_boolean (request->query, "showTimecode", &timecodes) ||
      !trs_service_query_get_boolean (request->query, "showSpeaker", &speakers))
    return trs_service_reply_new_error (SOUP_STATUS_BAD_REQUEST, "showTimecode and showSpeaker must be true or false",
                                        NULL);

  if (id != NULL && !trs_service_projects_find (self->projects, user, id, &project, &error))
    return reply_failure (error);
  if (project == NULL)
    return trs_service_reply_new_error (SOUP_STATUS_NOT_FOUND, "Project not found", NULL);
  if (!trs_service_project_is_done (project))
    return reply_unfinished (self, project);

  text = trs_service_projects_get_text (self->projects, project, &error);
  if (text == NULL)
    return reply_failure (error);
  return reply_object (SOUP_STATUS_OK, trs_service_project_describe (project, text, timecodes, speakers));
}

static RouteFunc
find_route (const char  *path,
            const char **method)
{
  *method = "GET";
  if (g_str_has_prefix (path, PATH_DETAIL) && path[strlen (PATH_DETAIL)] != '\0' &&
      strchr (path + strlen (PATH_DETAIL), '/') == NULL)
    return answer_detail;
  if (g_str_equal (path, PATH_LIST))
    return answer_list;

  *method = "POST";
  return g_str_equal (path, PATH_SUBMIT) ? answer_submit : NULL;
}

/**
 * trs_service_routes_answer:
 * @self: the endpoints
 * @request: (transfer none): a request, with anything in it
 *
 * Checks in this order: 404 and 405 for what is no endpoint, 401, 413, 400, 404, 402.
 *
 * Returns: (transfer full): the reply
 */
TrsServiceReply *
trs_service_routes_answer (const TrsServiceRoutes  *self,
                           const TrsServiceRequest *request)
{
  g_autoptr (GError) error = NULL;
  const char *method;
  RouteFunc route;
  gint64 user;

  route = find_route (request->path, &method);
  if (route == NULL)
    return trs_service_reply_new_error (SOUP_STATUS_NOT_FOUND, "There is no such endpoint", NULL);

  if (!g_str_equal (request->method, method))
    {
      TrsServiceReply *reply =
          trs_service_reply_new_error (SOUP_STATUS_METHOD_NOT_ALLOWED, "This endpoint has another method", NULL);

      reply->allow = method;
      return reply;
    }

  if (!trs_service_accounts_find (self->database, request->key, &user, &error))
    return reply_failure (error);
  if (user == 0)
    return trs_service_reply_new_error (SOUP_STATUS_UNAUTHORIZED, "The header api-key is missing or invalid", NULL);
  if (request->body != NULL && g_bytes_get_size (request->body) > TRS_SERVICE_MAX_BODY)
    return trs_service_reply_new_error (SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE, "The body is too large", NULL);

  return route (self, request, user);
}
