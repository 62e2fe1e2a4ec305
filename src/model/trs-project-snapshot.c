/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-snapshot.h"

#include <string.h>

#include "trs-project-private.h"

/**
 * trs_project_snapshot_new:
 * @project: a project
 *
 * Returns: (transfer full): what is to be kept of it now
 */
TrsProjectSnapshot *
trs_project_snapshot_new (TrsProject *project)
{
  TrsProjectSnapshot *snapshot = g_new0 (TrsProjectSnapshot, 1);

  g_return_val_if_fail (TRS_IS_PROJECT (project), NULL);

  snapshot->id = g_strdup (project->id);
  snapshot->title = g_strdup (project->title);
  snapshot->video_id = g_strdup (project->video_id);
  snapshot->state = project->state;
  snapshot->state_word = g_strdup (project->state_word);
  snapshot->message = g_strdup (project->message);
  snapshot->video_length = project->video_length;
  snapshot->created_at = project->created_at;
  snapshot->language = g_strdup (project->language);
  snapshot->requested_language = g_strdup (project->requested_language);
  snapshot->submitted_at = project->submitted_at;
  snapshot->fetched_seen_at = project->fetched_seen_at;
  snapshot->finished_seen_at = project->finished_seen_at;
  snapshot->failed_in = project->failed_in;
  snapshot->unread = project->unread;
  snapshot->empty_text = project->empty_text;
  snapshot->dismissed = project->watch == TRS_PROJECT_WATCH_DISMISSED;
  snapshot->local_title = g_strdup (project->local_title);
  snapshot->note = g_strdup (project->note);
  snapshot->missing = project->missing_since;

  return snapshot;
}

/**
 * trs_project_snapshot_view:
 * @snapshot: (out caller-allocates): what is to be kept of a project of which
 *   nothing is known but @record; its strings belong to @record, and are not to be freed
 * @record: what a list says of it
 *
 * As a new project, trs_project_update_from_record() and trs_project_snapshot_new(),
 * for whoever goes through many.
 */
void
trs_project_snapshot_view (TrsProjectSnapshot     *snapshot,
                           const TrsProjectRecord *record)
{
  gboolean told = record->state != TRS_PROJECT_STATE_UNKNOWN || record->state_word != NULL;

  memset (snapshot, 0, sizeof *snapshot);
  snapshot->id = record->id;
  snapshot->title = record->name;
  snapshot->video_id = record->video_id;
  snapshot->state = record->state;
  snapshot->state_word = record->state_word;
  if (told && record->state_word == NULL)
    snapshot->state_word = (char *) trs_project_state_to_string (record->state);
  snapshot->video_length = -1;
  snapshot->created_at = trs_project_record_get_time (record);
}

/**
 * trs_project_snapshot_copy:
 * @snapshot: a snapshot
 *
 * Returns: (transfer full): a copy
 */
TrsProjectSnapshot *
trs_project_snapshot_copy (const TrsProjectSnapshot *snapshot)
{
  TrsProjectSnapshot *copy = g_memdup2 (snapshot, sizeof *snapshot);

  copy->id = g_strdup (snapshot->id);
  copy->title = g_strdup (snapshot->title);
  copy->video_id = g_strdup (snapshot->video_id);
  copy->state_word = g_strdup (snapshot->state_word);
  copy->message = g_strdup (snapshot->message);
  copy->language = g_strdup (snapshot->language);
  copy->requested_language = g_strdup (snapshot->requested_language);
  copy->local_title = g_strdup (snapshot->local_title);
  copy->note = g_strdup (snapshot->note);

  return copy;
}

/**
 * trs_project_snapshot_free:
 * @snapshot: (transfer full): a snapshot
 */
void
trs_project_snapshot_free (TrsProjectSnapshot *snapshot)
{
  g_free (snapshot->id);
  g_free (snapshot->title);
  g_free (snapshot->video_id);
  g_free (snapshot->state_word);
  g_free (snapshot->message);
  g_free (snapshot->language);
  g_free (snapshot->requested_language);
  g_free (snapshot->local_title);
  g_free (snapshot->note);
  g_free (snapshot);
}

/**
 * trs_project_snapshot_wake:
 * @snapshot: a snapshot
 *
 * Returns: (transfer full): a live project that is as it was
 */
TrsProject *
trs_project_snapshot_wake (const TrsProjectSnapshot *snapshot)
{
  TrsProject *project = trs_project_new (snapshot->id);

  trs_project_put_string (project, TRS_PROJECT_PROP_TITLE, snapshot->title);
  trs_project_put_string (project, TRS_PROJECT_PROP_VIDEO_ID, snapshot->video_id);
  trs_project_put_int (project, TRS_PROJECT_PROP_STATE, snapshot->state);
  trs_project_put_string (project, TRS_PROJECT_PROP_STATE_WORD, snapshot->state_word);
  trs_project_put_string (project, TRS_PROJECT_PROP_MESSAGE, snapshot->message);
  trs_project_put_time (project, TRS_PROJECT_PROP_VIDEO_LENGTH, snapshot->video_length);
  trs_project_put_time (project, TRS_PROJECT_PROP_CREATED_AT, snapshot->created_at);
  trs_project_put_string (project, TRS_PROJECT_PROP_LANGUAGE, snapshot->language);
  trs_project_put_string (project, TRS_PROJECT_PROP_REQUESTED_LANGUAGE, snapshot->requested_language);
  trs_project_put_time (project, TRS_PROJECT_PROP_SUBMITTED_AT, snapshot->submitted_at);
  trs_project_put_time (project, TRS_PROJECT_PROP_FETCHED_SEEN_AT, snapshot->fetched_seen_at);
  trs_project_put_time (project, TRS_PROJECT_PROP_FINISHED_SEEN_AT, snapshot->finished_seen_at);
  trs_project_put_int (project, TRS_PROJECT_PROP_FAILED_IN, snapshot->failed_in);
  trs_project_put_int (project, TRS_PROJECT_PROP_UNREAD, snapshot->unread);
  trs_project_put_int (project, TRS_PROJECT_PROP_EMPTY_TEXT, snapshot->empty_text);
  if (snapshot->dismissed)
    trs_project_put_int (project, TRS_PROJECT_PROP_WATCH, TRS_PROJECT_WATCH_DISMISSED);
  trs_project_set_local_title (project, snapshot->local_title);
  trs_project_set_note (project, snapshot->note);
  trs_project_put_time (project, TRS_PROJECT_PROP_MISSING_SINCE, snapshot->missing);
  if (!trs_project_state_is_final (snapshot->state))
    project->last_open_state = snapshot->state;

  return project;
}
