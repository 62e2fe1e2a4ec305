/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-known-video.h"

/**
 * trs_known_video_holds:
 * @project: a project of a video
 *
 * Returns: %TRUE if the video should not be paid for again unless the user
 *   wants it: it is done, under way, or perhaps accepted; %FALSE if it failed
 */
gboolean
trs_known_video_holds (TrsProject *project)
{
  g_return_val_if_fail (TRS_IS_PROJECT (project), FALSE);

  return trs_project_get_pending (project) || trs_project_get_state (project) != TRS_PROJECT_STATE_ERROR;
}

/**
 * trs_known_video_find:
 * @history: a history
 * @video_id: identifier of a video
 *
 * Looks for the project of a video that the user should know of. A transcript
 * that is there counts for more than a later attempt that failed.
 *
 * Returns: (transfer full) (nullable): a project of @history
 */
TrsProject *
trs_known_video_find (TrsHistory *history,
                      const char *video_id)
{
  g_autoptr (GPtrArray) all = NULL;
  TrsProject *newest = trs_history_find_by_video (history, video_id);

  if (newest == NULL)
    return NULL;
  if (trs_known_video_holds (newest))
    return g_object_ref (newest);

  all = trs_history_list_by_video (history, video_id);
  for (guint i = 0; i < all->len; i++)
    if (trs_known_video_holds (g_ptr_array_index (all, i)))
      return g_object_ref (g_ptr_array_index (all, i));
  return g_object_ref (newest);
}
