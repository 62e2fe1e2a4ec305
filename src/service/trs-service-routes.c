/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-routes.h"

#include "trs-error.h"
#include "trs-service-description.h"
#include "trs-service-jobs.h"
#include "trs-service-json.h"

#include <libsoup/soup.h>

#define PATH_SUBMIT "/api/transcribeVideo"
#define PATH_LIST "/api/list"
#define PATH_DETAIL "/api/detail/"
#define PATH_DESCRIPTION "/openapi.json"

/* The grammar of BCP 47 (RFC 5646, 2.1), plus irregular tags that it lists, in the last line. */
#define LANGUAGE_PATTERN                                                                        \
  "^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})"                                    \
  "(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?"                                                   \
  "(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*"                                                    \
  "(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?"                              \
  "|x(?:-[a-z0-9]{1,8})+"                                                                       \
  "|en-gb-oed|sgn-(?:be-fr|be-nl|ch-de)"                                                        \
  "|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu))\\z"

typedef TrsServiceReply *(*RouteFunc) (TrsServiceProjects      *projects,
                                       const TrsServiceRequest *request,
                                       gint64                   user);

static char *
decode (const char *text,
        gsize       length)
{
  g_autofree char *blanks = g_strdelimit (g_strndup (text, length), "+", ' ');
  char *decoded = g_uri_unescape_string (blanks, NULL);

  /* An invalid escape is left as it is, so that the parameter does not silently count as missing. */
  return decoded != NULL ? decoded : g_steal_pointer (&blanks);
}

/* If a parameter is repeated, the last one counts. */
static char *
find (const char *query,
      const char *name)
{
  g_auto (GStrv) parts = g_strsplit (query != NULL ? query : "", "&", -1);
  char *found = NULL;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *equals = strchr (parts[i], '=');
      gsize length = equals != NULL ? (gsize) (equals - parts[i]) : strlen (parts[i]);
      g_autofree char *decoded = decode (parts[i], length);

      if (!g_str_equal (decoded, name))
        continue;
      g_free (found);
      found = equals != NULL ? decode (equals + 1, strlen (equals + 1)) : g_strdup ("");
    }

  return found;
}

/**
 * trs_service_query_get_page:
 * @query: (nullable): a query, percent-encoded
 * @page: (inout): left alone without `page`
 *
 * A page beyond %G_MAXINT64 is past the end of any list, as that one is.
 *
 * Returns: %FALSE if `page` is below 1 or not a number
 */
gboolean
trs_service_query_get_page (const char *query,
                            gint64     *page)
{
  g_autofree char *text = find (query, "page");

  if (text == NULL)
    return TRUE;
  if (!g_regex_match_simple ("^0*[1-9][0-9]*\\z", text, G_REGEX_RAW, 0))
    return FALSE;
  *page = (gint64) MIN (g_ascii_strtoull (text, NULL, 10), (guint64) G_MAXINT64);
  return TRUE;
}

/**
 * trs_service_query_get_boolean:
 * @query: (nullable): a query, percent-encoded
 * @name: name of a parameter
 * @value: (inout): left alone without that parameter
 *
 * Returns: %FALSE if it is none of `true`, `false`, `1` and `0`
 */
gboolean
trs_service_query_get_boolean (const char *query,
                               const char *name,
                               gboolean   *value)
{
  g_autofree char *text = find (query, name);

  if (text == NULL)
    return TRUE;

  *value = g_str_equal (text, "true") || g_str_equal (text, "1");
  return *value || g_str_equal (text, "false") || g_str_equal (text, "0");
}

static gboolean
is_language (const char *tag)
{
  return g_regex_match_simple (LANGUAGE_PATTERN, tag, G_REGEX_CASELESS, 0);
}

static gboolean
is_webhook (const char *url)
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

/**
 * trs_service_submission_read:
 * @body: foreign bytes
 * @submission: (out): what they say, borrowed from what is returned
 * @error: return location for an error
 *
 * Members that the interface does not know are ignored.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with the message of a 400
 */
JsonNode *
trs_service_submission_read (GBytes                *body,
                             TrsServiceSubmission  *submission,
                             GError               **error)
{
  static const TrsServiceJsonMember members[] = {
    { "platformVideoId", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceSubmission, video), 1, .required = TRUE,
      .fault = "platformVideoId must be a non-empty string" },
    { "webhookUrl", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceSubmission, webhook), .check = is_webhook,
      .required = TRUE, .fault = "webhookUrl must be an HTTP or HTTPS address" },
    { "language", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceSubmission, language), .check = is_language,
      .fault = "language must be a BCP 47 language code" },
    { NULL }
  };
  gsize length;
  const char *data = g_bytes_get_data (body, &length);
  g_autoptr (JsonNode) root = trs_service_json_parse (data != NULL ? data : "", length, NULL);

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "The body must be a JSON object");
      return NULL;
    }
  return trs_service_json_read_members (root, members, FALSE, submission, error) ? g_steal_pointer (&root) : NULL;
}

static TrsServiceReply *
reply_take (guint   status,
            GBytes *body)
{
  TrsServiceReply *reply = g_new0 (TrsServiceReply, 1);

  reply->status = status;
  reply->body = body;
  return reply;
}

const char *
trs_service_reply_get_phrase (guint status)
{
  /* libsoup's list of reasons does not have this status. */
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
  return reply_take (status, trs_service_json_write (g_variant_new_parsed (
                                 "{'statusCode': <%u>, 'message': <%s>, 'error': <%s>}", status, message,
                                 error != NULL ? error : trs_service_reply_get_phrase (status))));
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
  g_message ("Internal error: %s", error->message);
  return trs_service_reply_new_error (SOUP_STATUS_INTERNAL_SERVER_ERROR, "The service failed", NULL);
}

static TrsServiceReply *
reply_refusal (const GError *error)
{
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED))
    return trs_service_reply_new_error (SOUP_STATUS_UNAUTHORIZED, "The header api-key is missing or invalid", NULL);
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT))
    return trs_service_reply_new_error (SOUP_STATUS_PAYMENT_REQUIRED,
                                        "The subscription has fewer credits than the video needs", "NOT_ENOUGH_CREDIT");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND))
    return trs_service_reply_new_error (SOUP_STATUS_NOT_FOUND, "Video not found", NULL);
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND))
    return trs_service_reply_new_error (SOUP_STATUS_NOT_FOUND, "Project not found", NULL);
  return reply_failure (error);
}

static const TrsServiceVideo *
find_video (TrsServiceProjects *projects,
            const char         *id)
{
  return projects->catalogue != NULL ? trs_service_catalogue_find (projects->catalogue, id) : NULL;
}

/* The recogniser that is built in turns every other language into English nonsense. */
static gboolean
is_recognised (TrsServiceProjects *projects,
               const char         *language)
{
  return language == NULL || !g_str_equal (projects->recognizer, TRS_SERVICE_BUILT_IN) ||
         g_ascii_strcasecmp (language, "en") == 0 || g_ascii_strncasecmp (language, "en-", 3) == 0;
}

static TrsServiceReply *
answer_submit (TrsServiceProjects      *projects,
               const TrsServiceRequest *request,
               gint64                   user)
{
  TrsServiceSubmission submission = { 0 };
  g_autoptr (GError) error = NULL;
  /* The interface has no error for a wrong Content-Type, so only the body has to be JSON. */
  g_autoptr (JsonNode) body = trs_service_submission_read (request->body, &submission, &error);
  const TrsServiceVideo *video;
  g_autofree char *id = NULL;

  if (body == NULL)
    return trs_service_reply_new_error (SOUP_STATUS_BAD_REQUEST, error->message, NULL);

  video = find_video (projects, submission.video);
  if (video == NULL && request->medium == NULL)
    return trs_service_reply_new_error (SOUP_STATUS_NOT_FOUND,
                                        request->reason != NULL ? request->reason : "Video not found", NULL);
  if (video == NULL && !is_recognised (projects, submission.language))
    return trs_service_reply_new_error (SOUP_STATUS_BAD_REQUEST, "This service recognises English only", NULL);

  if (video != NULL)
    id = trs_service_projects_create (projects, user, video, submission.language, submission.webhook, &error);
  else
    id = trs_service_projects_create_job (projects, user, request->medium, submission.language, submission.webhook,
                                          &error);
  if (id == NULL)
    return reply_refusal (error);
  return reply_take (SOUP_STATUS_CREATED,
                     trs_service_json_write (g_variant_new_parsed ("{'success': <true>, 'projectId': <%s>}", id)));
}

static TrsServiceReply *
answer_list (TrsServiceProjects      *projects,
             const TrsServiceRequest *request,
             gint64                   user)
{
  g_autoptr (GPtrArray) page = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_ARRAY);
  JsonArray *entries = json_array_new ();
  gint64 number = 1;
  char *text;

  json_node_take_array (root, entries);
  if (!trs_service_query_get_page (request->query, &number))
    return trs_service_reply_new_error (SOUP_STATUS_BAD_REQUEST, "page must be a whole number of at least 1", NULL);

  page = trs_service_projects_list (projects, user, number, &error);
  if (page == NULL)
    return reply_failure (error);

  /* Does not use GVariant, which would take longer for a hundred entries than all the rest. */
  for (guint i = 0; i < page->len; i++)
    {
      TrsServiceProject *project = page->pdata[i];
      g_autofree char *created = trs_service_project_format_created (project);
      g_autofree char *recognizer = trs_service_project_name_recognizer (project);
      JsonObject *entry = json_object_new ();

      json_object_set_string_member (entry, "id", project->id);
      json_object_set_string_member (entry, "name", project->name);
      json_object_set_string_member (entry, "platformId", project->video);
      json_object_set_string_member (entry, "state", project->state);
      json_object_set_string_member (entry, "createdAt", created);
      if (recognizer != NULL)
        json_object_set_string_member (entry, "recognizer", recognizer);
      json_array_add_object_element (entries, entry);
    }
  text = json_to_string (root, FALSE);
  return reply_take (SOUP_STATUS_OK, g_bytes_new_take (text, strlen (text)));
}

/* The interface does not define the detail of a project in state `error`. This service returns it like one in
 * progress, with a message that says what failed. */
static TrsServiceReply *
reply_unfinished (TrsServiceProjects *projects,
                  TrsServiceProject  *project)
{
  g_autofree char *created = trs_service_project_format_created (project);
  g_autofree char *message = trs_service_project_format_message (project, trs_clock_get_time (projects->clock));

  return reply_take (
      SOUP_STATUS_OK,
      trs_service_json_write (g_variant_new_parsed ("{'id': <%s>, 'name': <%s>, 'state': <%s>, 'message': <%s>,"
                                                    " 'videoLength': <%x>, 'createdAt': <%s>}",
                                                    project->id, project->name, project->state, message,
                                                    project->length, created)));
}

static TrsServiceReply *
answer_detail (TrsServiceProjects      *projects,
               const TrsServiceRequest *request,
               gint64                   user)
{
  g_autofree char *id = g_uri_unescape_string (request->path + strlen (PATH_DETAIL), NULL);
  g_autoptr (TrsServiceProject) project = NULL;
  g_autoptr (GError) error = NULL;
  gboolean timecodes = FALSE;
  gboolean speakers = FALSE;
  GBytes *detail;

  if (!trs_service_query_get_boolean (request->query, "showTimecode", &timecodes) ||
      !trs_service_query_get_boolean (request->query, "showSpeaker", &speakers))
    return trs_service_reply_new_error (SOUP_STATUS_BAD_REQUEST, "showTimecode and showSpeaker must be true or false",
                                        NULL);

  project = trs_service_projects_find (projects, user, id, &error);
  if (project == NULL)
    return reply_refusal (error);
  if (!g_str_equal (project->state, "done"))
    return reply_unfinished (projects, project);

  detail = trs_service_projects_describe (projects, project, timecodes, speakers, &error);
  return detail != NULL ? reply_take (SOUP_STATUS_OK, detail) : reply_failure (error);
}

static TrsServiceReply *
answer_description (TrsServiceProjects      *projects,
                    const TrsServiceRequest *request,
                    gint64                   user)
{
  return reply_take (SOUP_STATUS_OK, trs_service_description_load ());
}

/* A page of the web may have its own name lead to loopback, and would then be a client that the browser trusts. */
static gboolean
is_this_computer (const char *host)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);

  return address != NULL ? g_inet_address_get_is_loopback (address) : g_ascii_strcasecmp (host, "localhost") == 0;
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
  if (g_str_equal (path, PATH_DESCRIPTION))
    return answer_description;

  *method = "POST";
  return g_str_equal (path, PATH_SUBMIT) ? answer_submit : NULL;
}

/**
 * trs_service_routes_get_wanted:
 * @projects: what the endpoints act on
 * @request: (transfer none): a request, with anything in it
 *
 * Returns: (transfer full) (nullable): the video to look for among the media before the request is answered; %NULL if
 *   the answer does not depend on it
 */
char *
trs_service_routes_get_wanted (TrsServiceProjects      *projects,
                               const TrsServiceRequest *request)
{
  TrsServiceSubmission submission = { 0 };
  g_autoptr (JsonNode) body = NULL;
  const char *method;
  gint64 user;

  if (projects->recognizer == NULL || find_route (request->path, &method) != answer_submit ||
      !g_str_equal (request->method, method) || (request->host != NULL && !is_this_computer (request->host)) ||
      g_bytes_get_size (request->body) > TRS_SERVICE_MAX_BODY ||
      !trs_service_accounts_find (projects->database, request->key, &user, NULL))
    return NULL;
  body = trs_service_submission_read (request->body, &submission, NULL);
  if (body == NULL || find_video (projects, submission.video) != NULL)
    return NULL;
  return g_strdup (submission.video);
}

/**
 * trs_service_routes_answer:
 * @projects: what the endpoints act on
 * @request: (transfer none): a request, with anything in it
 *
 * Checks in this order: 400 for another host, 404 and 405 for what is no endpoint, 401, 413, 400, 404, 402.
 *
 * Returns: (transfer full): the reply
 */
TrsServiceReply *
trs_service_routes_answer (TrsServiceProjects      *projects,
                           const TrsServiceRequest *request)
{
  g_autoptr (GError) error = NULL;
  const char *method;
  gint64 user = 0;
  RouteFunc route = find_route (request->path, &method);

  if (request->host != NULL && !is_this_computer (request->host))
    return trs_service_reply_new_error (SOUP_STATUS_BAD_REQUEST, "The header Host must name this computer", NULL);
  if (route == NULL)
    return trs_service_reply_new_error (SOUP_STATUS_NOT_FOUND, "There is no such endpoint", NULL);

  if (!g_str_equal (request->method, method))
    {
      TrsServiceReply *reply =
          trs_service_reply_new_error (SOUP_STATUS_METHOD_NOT_ALLOWED, "This endpoint has another method", NULL);

      reply->allow = method;
      return reply;
    }

  if (route != answer_description && !trs_service_accounts_find (projects->database, request->key, &user, &error))
    return reply_refusal (error);
  if (g_bytes_get_size (request->body) > TRS_SERVICE_MAX_BODY)
    return trs_service_reply_new_error (SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE, "The body is too large", NULL);

  return route (projects, request, user);
}
