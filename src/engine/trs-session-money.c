/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-money.h"

#include "trs-session-private.h"

static void
spending_read_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsSpending *spending = trs_archive_read_spending_finish (TRS_ARCHIVE (source), result, &error);

  if (spending != NULL)
    g_task_return_pointer (task, spending, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_session_read_spending_async:
 * @self: a session
 * @cancellable: (nullable): to give up
 * @callback: called when it is read
 * @user_data: (closure): for @callback
 *
 * Reads what the projects of the account cost, as far as this computer knows
 * of them.
 */
void
trs_session_read_spending_async (TrsSession          *self,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_session_read_spending_async);
  trs_archive_read_spending_async (self->archive, cancellable, spending_read_cb, task);
}

/**
 * trs_session_read_spending_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error: why nothing is kept on this computer
 *
 * Returns: (transfer full) (nullable): the spending, in months of the local time
 */
TrsSpending *
trs_session_read_spending_finish (TrsSession    *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
videos_found_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *found = trs_video_guard_find_finish (TRS_VIDEO_GUARD (source), result, &error);

  if (found != NULL)
    g_task_return_pointer (task, found, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_session_find_videos_async:
 * @self: a session
 * @video_ids: (array zero-terminated=1): identifiers of videos
 * @cancellable: (nullable): to give up
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * Looks for what there is of videos: in the history, in what this computer
 * keeps and was not read into the history yet, and among the submissions.
 */
void
trs_session_find_videos_async (TrsSession          *self,
                               const char * const  *video_ids,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_session_find_videos_async);
  trs_video_guard_find_async (self->guard, video_ids, cancellable, videos_found_cb, task);
}

/**
 * trs_session_find_videos_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error: what is kept cannot be read
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): a project for
 *   each video of which there is one, the one that counts most; those that are
 *   in the history are its own, the others stand nowhere else
 */
GPtrArray *
trs_session_find_videos_finish (TrsSession    *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
