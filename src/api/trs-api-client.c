/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-client.h"

#include <string.h>

#include "trs-api-call.h"
#include "trs-compat.h"

#define DETAIL_DEADLINE_SECONDS 120

struct _TrsApiClient
{
  GObject parent_instance;

  TrsTransport *transport;
  char *address;
  char *key;
  char *submit_field;
  char *project_field;
};

G_DEFINE_FINAL_TYPE (TrsApiClient, trs_api_client, G_TYPE_OBJECT)

static void
trs_api_client_finalize (GObject *object)
{
  TrsApiClient *self = TRS_API_CLIENT (object);

  g_clear_object (&self->transport);
  g_free (self->address);
  trs_api_call_wipe (&self->key);
  g_free (self->submit_field);
  g_free (self->project_field);

  G_OBJECT_CLASS (trs_api_client_parent_class)->finalize (object);
}

static void
trs_api_client_class_init (TrsApiClientClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_api_client_finalize;
}

static void
trs_api_client_init (TrsApiClient *self)
{
  self->submit_field = g_strdup (TRS_API_DEFAULT_SUBMIT_FIELD);
  self->project_field = g_strdup (TRS_API_DEFAULT_PROJECT_FIELD);
}

/**
 * trs_api_client_new:
 * @transport: (transfer none): the road to the network
 *
 * Returns: (transfer full): a client without address and key
 */
TrsApiClient *
trs_api_client_new (TrsTransport *transport)
{
  TrsApiClient *self;

  g_return_val_if_fail (TRS_IS_TRANSPORT (transport), NULL);

  self = g_object_new (TRS_TYPE_API_CLIENT, NULL);
  self->transport = g_object_ref (transport);
  return self;
}

/**
 * trs_api_client_set_server:
 * @self: a client
 * @address: (nullable): normalised address of the server
 * @key: (nullable): the key that was given for @address
 *
 * Requests that are under way keep the address and the key they began with.
 */
void
trs_api_client_set_server (TrsApiClient *self,
                           const char   *address,
                           const char   *key)
{
  char *old_key;

  g_return_if_fail (TRS_IS_API_CLIENT (self));

  old_key = self->key;
  self->key = key != NULL && *key != '\0' ? g_strdup (key) : NULL;
  trs_api_call_wipe (&old_key);
  trs_set_str (&self->address, address);
}

/**
 * trs_api_client_set_field_names:
 * @self: a client
 * @submit_field: (nullable): name of the video field in a submission, or %NULL for the default
 * @project_field: (nullable): name of the video field in projects, or %NULL for the default
 */
void
trs_api_client_set_field_names (TrsApiClient *self,
                                const char   *submit_field,
                                const char   *project_field)
{
  g_return_if_fail (TRS_IS_API_CLIENT (self));

  trs_set_str (&self->submit_field, submit_field != NULL ? submit_field : TRS_API_DEFAULT_SUBMIT_FIELD);
  trs_set_str (&self->project_field, project_field != NULL ? project_field : TRS_API_DEFAULT_PROJECT_FIELD);
}

/**
 * trs_api_client_get_address:
 * @self: a client
 *
 * Returns: (nullable): the address of the server
 */
const char *
trs_api_client_get_address (TrsApiClient *self)
{
  g_return_val_if_fail (TRS_IS_API_CLIENT (self), NULL);

  return self->address;
}

/**
 * trs_api_client_has_key:
 * @self: a client
 *
 * Returns: %TRUE if requests can be made
 */
gboolean
trs_api_client_has_key (TrsApiClient *self)
{
  g_return_val_if_fail (TRS_IS_API_CLIENT (self), FALSE);

  return self->key != NULL;
}

static void
return_not_sent (GTask      *task,
                 TrsError    code,
                 const char *message)
{
  GError *error = g_error_new_literal (TRS_ERROR, code, message);

  trs_error_set_not_sent (error);
  g_task_return_error (task, error);
}

static gboolean
ready_to_call (TrsApiClient *self,
               GTask        *task)
{
  if (g_task_return_error_if_cancelled (task))
    return FALSE;

  if (self->address == NULL || *self->address == '\0')
    {
      return_not_sent (task, TRS_ERROR_REFUSED_ADDRESS, "There is no address of a server");
      return FALSE;
    }
  if (self->key == NULL)
    {
      return_not_sent (task, TRS_ERROR_NO_KEY, "There is no key for the address");
      return FALSE;
    }

  return TRUE;
}

/* @path begins with a slash; the address may have a path of its own. */
static TrsRequest *
make_request (TrsApiClient *self,
              const char   *method,
              const char   *path)
{
  gsize length = strlen (self->address);
  g_autofree char *uri = NULL;

  while (length > 0 && self->address[length - 1] == '/')
    length--;
  uri = g_strdup_printf ("%.*s%s", (int) length, self->address, path);

  return trs_request_new (method, uri, self->key);
}

/**
 * trs_api_client_submit_async:
 * @self: a client
 * @video_id: identifier of the video
 * @webhook_url: where the service shall send the transcription
 * @language: (nullable): BCP 47 tag, or %NULL to let the service detect it
 * @cancellable: (nullable): to give up waiting; the submission may go through all the same
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * `POST /api/transcribeVideo`. Never repeated by itself.
 */
void
trs_api_client_submit_async (TrsApiClient        *self,
                             const char          *video_id,
                             const char          *webhook_url,
                             const char          *language,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TrsRequest) request = NULL;

  g_return_if_fail (TRS_IS_API_CLIENT (self));
  g_return_if_fail (video_id != NULL);
  g_return_if_fail (webhook_url != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_api_client_submit_async);
  if (!ready_to_call (self, task))
    return;

  request = make_request (self, "POST", "/api/transcribeVideo");
  request->body = trs_api_codec_write_submission (self->submit_field, video_id, webhook_url, language);
  trs_api_call_run (task, self->transport, TRS_API_SUBMIT, request, self->project_field, NULL);
}

/**
 * trs_api_client_submit_finish:
 * @self: a client
 * @result: what the callback got
 * @error: return location for an error
 *
 * Of the errors, those with trs_error_get_not_sent() never left; those with a
 * status of 400 to 499 were refused and cost nothing; after every other one it
 * is unknown whether there is a new project.
 *
 * Returns: (transfer full) (nullable): the id of the new project, or %NULL with @error set
 */
char *
trs_api_client_submit_finish (TrsApiClient  *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_api_client_list_async:
 * @self: a client
 * @page: number of the page, from 1
 * @background: whether a click of the user goes first
 * @cancellable: (nullable): to give up
 * @callback: called when there is a page or an error
 * @user_data: (closure): for @callback
 *
 * `GET /api/list`.
 */
void
trs_api_client_list_async (TrsApiClient        *self,
                           guint                page,
                           gboolean             background,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TrsRequest) request = NULL;
  g_autofree char *path = NULL;

  g_return_if_fail (TRS_IS_API_CLIENT (self));
  g_return_if_fail (page >= 1);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_api_client_list_async);
  if (!ready_to_call (self, task))
    return;

  path = g_strdup_printf ("/api/list?page=%u", page);
  request = make_request (self, "GET", path);
  request->background = background;
  trs_api_call_run (task, self->transport, TRS_API_LIST, request, self->project_field, NULL);
}

/**
 * trs_api_client_list_finish:
 * @self: a client
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectRecord): the
 *   entries of the page, empty past the end, or %NULL with @error set
 */
GPtrArray *
trs_api_client_list_finish (TrsApiClient  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static char *
detail_path (const char   *id,
             TrsTextFlags  flags)
{
  g_autofree char *escaped = g_uri_escape_string (id, NULL, FALSE);
  gboolean timecodes = (flags & TRS_TEXT_TIMECODES) != 0;
  gboolean speakers = (flags & TRS_TEXT_SPEAKERS) != 0;

  return g_strdup_printf ("/api/detail/%s%s%s%s%s", escaped, timecodes || speakers ? "?" : "",
                          timecodes ? "showTimecode=true" : "", timecodes && speakers ? "&" : "",
                          speakers ? "showSpeaker=true" : "");
}

/**
 * trs_api_client_detail_async:
 * @self: a client
 * @id: identifier of the project; any string, it is escaped
 * @flags: which of the four texts
 * @background: whether a click of the user goes first
 * @cancellable: (nullable): to give up
 * @callback: called when there is a detail or an error
 * @user_data: (closure): for @callback
 *
 * `GET /api/detail/{id}`, with a deadline of 120 seconds.
 */
void
trs_api_client_detail_async (TrsApiClient        *self,
                             const char          *id,
                             TrsTextFlags         flags,
                             gboolean             background,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TrsRequest) request = NULL;
  g_autofree char *path = NULL;

  g_return_if_fail (TRS_IS_API_CLIENT (self));
  g_return_if_fail (id != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_api_client_detail_async);
  if (!ready_to_call (self, task))
    return;

  /* Escaping does not change these, and they would walk to another path. */
  if (*id == '\0' || g_str_equal (id, ".") || g_str_equal (id, ".."))
    {
      return_not_sent (task, TRS_ERROR_PROJECT_NOT_FOUND, "That is no identifier of a project");
      return;
    }

  path = detail_path (id, flags);
  request = make_request (self, "GET", path);
  request->deadline = DETAIL_DEADLINE_SECONDS;
  request->background = background;
  trs_api_call_run (task, self->transport, TRS_API_DETAIL, request, self->project_field, id);
}

/**
 * trs_api_client_detail_finish:
 * @self: a client
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the detail, or %NULL with @error set
 */
TrsDetailRecord *
trs_api_client_detail_finish (TrsApiClient  *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
