/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-toy-service-private.h"

#include <stdlib.h>
#include <string.h>

static TrsReply *
make_reply (guint       status,
            const char *body)
{
  g_autoptr (GBytes) bytes = g_bytes_new (body, strlen (body));

  return trs_reply_new (status, bytes);
}

/**
 * trs_toy_answer_error:
 * @status: HTTP status
 *
 * Returns: (transfer full): an error body of the interface
 */
TrsReply *
trs_toy_answer_error (guint status)
{
  g_autofree char *body =
      g_strdup_printf ("{\"statusCode\":%u,\"message\":\"Said by the toy\",\"error\":\"Toy\"}", status);

  return make_reply (status, body);
}

static void
append_string (GString    *json,
               const char *string)
{
  g_string_append_c (json, '"');
  for (const char *p = string; *p != '\0'; p++)
    {
      if (*p == '\n')
        g_string_append (json, "\\n");
      else if (*p == '"' || *p == '\\')
        g_string_append_printf (json, "\\%c", *p);
      else
        g_string_append_c (json, *p);
    }
  g_string_append_c (json, '"');
}

static char *
format_time (gint64 time)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);

  g_autofree char *seconds = g_date_time_format (date, "%Y-%m-%dT%H:%M:%S");

  return g_strdup_printf ("%s.%03uZ", seconds, (guint) (time / 1000 % 1000));
}

/* Of a user of his own, or of whoever has the key of the service. */
static gboolean
is_own (TrsToyService *self,
        ToyProject    *project,
        const char    *key)
{
  return g_strcmp0 (project->key != NULL ? project->key : self->key, key) == 0;
}

static gboolean
is_user (TrsToyService *self,
         const char    *key)
{
  return key != NULL && g_ptr_array_find_with_equal_func (self->users, key, g_str_equal, NULL);
}

static TrsReply *
answer_list (TrsToyService *self,
             const char    *key,
             guint          page)
{
  g_autoptr (GString) json = g_string_new ("[");
  guint first = (self->n_pages > 0 ? (page - 1) % self->n_pages : page - 1) * self->page_size;
  guint n = 0;

  for (guint i = 0; i < self->projects->len && n < first + self->page_size; i++)
    {
      ToyProject *project = g_ptr_array_index (self->projects, i);
      g_autofree char *created_at = NULL;

      if (project->hidden || !is_own (self, project, key) || n++ < first)
        continue;

      created_at = format_time (project->created_at);
      g_string_append_printf (json, "%s{\"id\":\"%s\",\"name\":\"Title of %s\",\"platformId\":\"%s\","
                                    "\"state\":\"%s\",\"createdAt\":\"%s\"}",
                              json->len > 1 ? "," : "", project->id, project->video_id, project->video_id,
                              project->state, created_at);
    }
  g_string_append_c (json, ']');

  return make_reply (200, json->str);
}

/**
 * trs_toy_find:
 * @self: a toy
 * @id: id of a project
 *
 * Returns: (transfer none) (nullable): the project
 */
ToyProject *
trs_toy_find (TrsToyService *self,
              const char    *id)
{
  for (guint i = 0; i < self->projects->len; i++)
    {
      ToyProject *project = g_ptr_array_index (self->projects, i);

      if (strcmp (project->id, id) == 0)
        return project;
    }

  return NULL;
}

static TrsReply *
answer_detail (TrsToyService *self,
               const char    *key,
               const char    *id,
               guint          variant)
{
  ToyProject *project = trs_toy_find (self, id);
  g_autoptr (GString) json = NULL;
  g_autofree char *created_at = NULL;

  if (project == NULL || !is_own (self, project, key))
    return trs_toy_answer_error (404);

  json = g_string_new (NULL);
  g_string_append_printf (json, "{\"id\":\"%s\",\"name\":\"Title of %s\"", id, project->video_id);
  if (strcmp (project->state, "done") == 0)
    {
      g_string_append_printf (json, ",\"platformId\":\"%s\",\"language\":\"en\",\"text\":", project->video_id);
      append_string (json, project->texts[variant] != NULL ? project->texts[variant] : "");
    }
  else
    {
      created_at = format_time (project->created_at);
      g_string_append_printf (json, ",\"state\":\"%s\",\"message\":\"Working on %s\",\"videoLength\":90,"
                                    "\"createdAt\":\"%s\"",
                              project->state, project->state, created_at);
    }
  g_string_append_c (json, '}');

  return make_reply (200, json->str);
}

static TrsReply *
answer_submit (TrsToyService *self,
               const char    *key,
               GBytes        *body)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));
  g_autofree char *answer = NULL;
  g_auto (GStrv) parts = NULL;
  char *start = strstr (text, "\"platformVideoId\":\"");

  g_assert_nonnull (start);
  parts = g_strsplit (start, "\"", 6);
  if (g_str_has_prefix (parts[3], "missing"))
    return trs_toy_answer_error (404);
  if (g_str_has_prefix (parts[3], "expensive"))
    return trs_toy_answer_error (402);

  answer = g_strdup_printf ("{\"success\":true,\"projectId\":\"%s\"}",
                            trs_toy_service_add_for (self, is_user (self, key) ? key : NULL, parts[3], "upload"));
  return make_reply (201, answer);
}

/**
 * trs_toy_answer:
 * @self: a toy
 * @request: what is asked
 *
 * Returns: (transfer full): what the service answers
 */
TrsReply *
trs_toy_answer (TrsToyService    *self,
                const TrsRequest *request)
{
  const char *path = strstr (request->uri, "/api/");
  g_autofree char *id = NULL;
  guint variant;

  g_assert_nonnull (path);
  if (g_strcmp0 (request->key, self->key) != 0 && !is_user (self, request->key))
    return trs_toy_answer_error (401);
  if (g_str_has_prefix (path, "/api/list?page="))
    return answer_list (self, request->key, (guint) atoi (path + strlen ("/api/list?page=")));
  if (strcmp (path, "/api/transcribeVideo") == 0)
    return answer_submit (self, request->key, request->body);

  g_assert_true (g_str_has_prefix (path, "/api/detail/"));
  path += strlen ("/api/detail/");
  id = g_strndup (path, strcspn (path, "?"));
  variant = (strstr (path, "showTimecode=true") != NULL ? 1 : 0) | (strstr (path, "showSpeaker=true") != NULL ? 2 : 0);
  return answer_detail (self, request->key, id, variant);
}
