/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-intake.h"

#include "trs-error.h"

struct _TrsLocalIntake
{
  GObject parent_instance;
};

G_DEFINE_FINAL_TYPE (TrsLocalIntake, trs_local_intake, G_TYPE_OBJECT)

static void
trs_local_intake_class_init (TrsLocalIntakeClass *klass)
{
}

static void
trs_local_intake_init (TrsLocalIntake *self)
{
}

/**
 * trs_local_intake_new:
 * @folder: where everything of On This Computer lies
 * @clock: the time
 *
 * Returns: (transfer full): the files of the user, of which nothing was read yet
 */
TrsLocalIntake *
trs_local_intake_new (const char *folder,
                      TrsClock   *clock)
{
  return g_object_new (TRS_TYPE_LOCAL_INTAKE, NULL);
}

/**
 * trs_local_intake_is_medium:
 * @name: a file name or a path
 *
 * Returns: %TRUE if its extension is one of recordings
 */
gboolean
trs_local_intake_is_medium (const char *name)
{
  return FALSE;
}

static void
fail (TrsLocalIntake      *self,
      gpointer             tag,
      GAsyncReadyCallback  callback,
      gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, tag);
  g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_FAILED, "Not there yet");
}

/**
 * trs_local_intake_list_async:
 * @self: the files
 * @files: (element-type GFile): files and folders, as they were chosen or dropped
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the recordings that are meant, on a worker thread: each file of @files,
 * whatever it is, and what has the extension of a recording in its folders.
 */
void
trs_local_intake_list_async (TrsLocalIntake      *self,
                             GListModel          *files,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  fail (self, trs_local_intake_list_async, callback, user_data);
}

/**
 * trs_local_intake_list_finish:
 * @self: the files
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type GFile): them, those of a folder sorted by name
 */
GListModel *
trs_local_intake_list_finish (TrsLocalIntake  *self,
                              GAsyncResult    *result,
                              GError         **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_local_intake_take_async:
 * @self: the files
 * @file: a recording
 * @progress: (nullable) (scope notified): called on the main context with the bytes that were read and all of them
 * @progress_data: (closure progress): for @progress
 * @cancellable: (nullable): to give up; nothing stays of it then
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the whole file to find its identifier, and writes its ticket.
 */
void
trs_local_intake_take_async (TrsLocalIntake        *self,
                             GFile                 *file,
                             GFileProgressCallback  progress,
                             gpointer               progress_data,
                             GCancellable          *cancellable,
                             GAsyncReadyCallback    callback,
                             gpointer               user_data)
{
  fail (self, trs_local_intake_take_async, callback, user_data);
}

/**
 * trs_local_intake_take_finish:
 * @self: the files
 * @result: what the callback got
 * @error: return location for an error: one of %G_IO_ERROR, or %TRS_ERROR_INVALID_INPUT in the user's words
 *
 * Returns: (transfer full) (nullable): the identifier, to be submitted as a video to the account %TRS_ACCOUNT_LOCAL
 */
char *
trs_local_intake_take_finish (TrsLocalIntake  *self,
                              GAsyncResult    *result,
                              GError         **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_local_intake_has:
 * @self: the files
 * @video_id: an identifier
 *
 * Returns: %TRUE if there is a ticket for it
 */
gboolean
trs_local_intake_has (TrsLocalIntake *self,
                      const char     *video_id)
{
  return FALSE;
}

/**
 * trs_local_intake_drop:
 * @self: the files
 * @video_id: an identifier
 * @error: return location for an error of the file system
 *
 * Removes its ticket, at which the service ends its job within a second and
 * removes what it has of it. The user's file is not touched.
 *
 * Returns: %TRUE if there is no ticket any more
 */
gboolean
trs_local_intake_drop (TrsLocalIntake  *self,
                       const char      *video_id,
                       GError         **error)
{
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, "Not there yet");
  return FALSE;
}

/**
 * trs_local_intake_dup_path:
 * @self: the files
 * @video_id: an identifier
 *
 * For the player alone: no path is ever shown or exported.
 *
 * Returns: (transfer full) (nullable) (type filename): where the file of the ticket lay when it was taken in; %NULL if
 *   there is no ticket, or no such file any more
 */
char *
trs_local_intake_dup_path (TrsLocalIntake *self,
                           const char     *video_id)
{
  return NULL;
}
