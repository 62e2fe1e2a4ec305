/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-link-private.h"

static void
submit_got_reply_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  char *id = trs_api_client_submit_finish (TRS_API_CLIENT (source), result, &error);

  error = trs_link_end_request (g_task_get_source_object (task), task, error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, id, g_free);
}

/**
 * trs_link_submit_async:
 * @self: a link
 * @video_id: identifier of the video
 * @webhook_url: callback address
 * @language: (nullable): BCP 47 tag
 * @callback: when there is an outcome
 * @user_data: (closure): for @callback
 *
 * `POST /api/transcribeVideo`, once. It cannot be cancelled, because that
 * would not take it back.
 */
void
trs_link_submit_async (TrsLink             *self,
                       const char          *video_id,
                       const char          *webhook_url,
                       const char          *language,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  GCancellable *inner;

  g_task_set_source_tag (task, trs_link_submit_async);
  inner = trs_link_begin_request (self, task, NULL, TRUE);
  if (inner != NULL)
    trs_api_client_submit_async (trs_link_get_client (self), video_id, webhook_url, language, inner,
                                 submit_got_reply_cb, g_steal_pointer (&task));
}

/**
 * trs_link_submit_finish:
 * @self: a link
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): id of the new project
 */
char *
trs_link_submit_finish (TrsLink       *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
list_got_reply_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) records = trs_api_client_list_finish (TRS_API_CLIENT (source), result, &error);

  error = trs_link_end_request (g_task_get_source_object (task), task, error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&records), (GDestroyNotify) g_ptr_array_unref);
}

/**
 * trs_link_list_async:
 * @self: a link
 * @page: from 1
 * @background: whether nobody waits for it
 * @cancellable: (nullable): to give up
 * @callback: when there is an answer
 * @user_data: (closure): for @callback
 *
 * `GET /api/list`.
 */
void
trs_link_list_async (TrsLink             *self,
                     guint                page,
                     gboolean             background,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GCancellable *inner;

  g_task_set_source_tag (task, trs_link_list_async);
  inner = trs_link_begin_request (self, task, cancellable, FALSE);
  if (inner != NULL)
    trs_api_client_list_async (trs_link_get_client (self), page, background, inner,
                               list_got_reply_cb, g_steal_pointer (&task));
}

/**
 * trs_link_list_finish:
 * @self: a link
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectRecord): one page
 */
GPtrArray *
trs_link_list_finish (TrsLink       *self,
                      GAsyncResult  *result,
                      GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
detail_got_reply_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TrsDetailRecord) record = trs_api_client_detail_finish (TRS_API_CLIENT (source), result, &error);

  error = trs_link_end_request (g_task_get_source_object (task), task, error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&record), (GDestroyNotify) trs_detail_record_free);
}

/**
 * trs_link_detail_async:
 * @self: a link
 * @id: id of the project
 * @flags: which of the four texts
 * @background: whether nobody waits for it
 * @cancellable: (nullable): to give up
 * @callback: when there is an answer
 * @user_data: (closure): for @callback
 *
 * `GET /api/detail/{id}`.
 */
void
trs_link_detail_async (TrsLink             *self,
                       const char          *id,
                       TrsTextFlags         flags,
                       gboolean             background,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GCancellable *inner;

  g_task_set_source_tag (task, trs_link_detail_async);
  inner = trs_link_begin_request (self, task, cancellable, FALSE);
  if (inner != NULL)
    trs_api_client_detail_async (trs_link_get_client (self), id, flags, background, inner,
                                 detail_got_reply_cb, g_steal_pointer (&task));
}

/**
 * trs_link_detail_finish:
 * @self: a link
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what the service tells
 */
TrsDetailRecord *
trs_link_detail_finish (TrsLink       *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
