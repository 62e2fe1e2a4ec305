/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-rig-find.h"

#include "trs-test-utils.h"

/**
 * trs_session_rig_find:
 * @self: a rig
 * @id: identifier of a project of the account
 *
 * Returns: (transfer none): the project, listed or not
 */
TrsProject *
trs_session_rig_find (TrsSessionRig *self,
                      const char    *id)
{
  TrsHistory *history = trs_session_get_history (self->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsProject *project;

  trs_history_get_project_async (history, id, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  project = trs_history_get_project_finish (history, result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (project);
  g_ptr_array_add (self->held, project);
  return project;
}

/**
 * trs_session_rig_find_listed:
 * @self: a rig
 * @video_id: identifier of a video
 *
 * Returns: (transfer none) (nullable): the first of its projects and
 *   submissions that is listed and has been read
 */
TrsProject *
trs_session_rig_find_listed (TrsSessionRig *self,
                             const char    *video_id)
{
  GListModel *history = G_LIST_MODEL (trs_session_get_history (self->session));

  for (guint i = 0; i < g_list_model_get_n_items (history); i++)
    {
      g_autoptr (TrsHistoryItem) item = g_list_model_get_item (history, i);
      TrsProject *project = trs_history_item_get_project (item);

      if (project == NULL || g_strcmp0 (trs_project_get_video_id (project), video_id) != 0)
        continue;
      g_ptr_array_add (self->held, g_object_ref (project));
      return project;
    }

  return NULL;
}
