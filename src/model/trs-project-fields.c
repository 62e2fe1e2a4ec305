/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-private.h"

/**
 * trs_project_get_id:
 * @self: a project
 *
 * Returns: (not nullable): the identifier; of a pending project one that was made here
 */
const char *
trs_project_get_id (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->id;
}

/**
 * trs_project_get_pending:
 * @self: a project
 *
 * Returns: %TRUE for a submission whose outcome is unknown
 */
gboolean
trs_project_get_pending (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);

  return self->pending;
}

/**
 * trs_project_get_title:
 * @self: a project
 *
 * Returns: (nullable): the title as received, %NULL before it was told
 */
const char *
trs_project_get_title (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->title;
}

/**
 * trs_project_get_video_id:
 * @self: a project
 *
 * Returns: (nullable): the identifier of the video
 */
const char *
trs_project_get_video_id (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->video_id;
}

/**
 * trs_project_get_state:
 * @self: a project
 *
 * Returns: the state last told
 */
TrsProjectState
trs_project_get_state (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), TRS_PROJECT_STATE_UNKNOWN);

  return self->state;
}

/**
 * trs_project_get_state_word:
 * @self: a project
 *
 * Returns: (nullable): the state in the service's own word
 */
const char *
trs_project_get_state_word (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->state_word;
}

/**
 * trs_project_get_message:
 * @self: a project
 *
 * Returns: (nullable): what the service says of the present state, as received
 */
const char *
trs_project_get_message (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->message;
}

/**
 * trs_project_get_video_length:
 * @self: a project
 *
 * Returns: the length in seconds, or -1 if it was never told
 */
gint64
trs_project_get_video_length (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), -1);

  return self->video_length;
}

/**
 * trs_project_get_created_at:
 * @self: a project
 *
 * Returns: when the service made the project, or 0
 */
gint64
trs_project_get_created_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->created_at;
}

/**
 * trs_project_get_language:
 * @self: a project
 *
 * Returns: (nullable): the language of the transcription, as told
 */
const char *
trs_project_get_language (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->language;
}

/**
 * trs_project_get_empty_text:
 * @self: a project
 *
 * Returns: %TRUE if the text came, and no speech was in it
 */
gboolean
trs_project_get_empty_text (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);

  return self->empty_text;
}

/**
 * trs_project_get_requested_language:
 * @self: a project
 *
 * Returns: (nullable): the language asked for; %NULL if it is detected, or not known
 */
const char *
trs_project_get_requested_language (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->requested_language;
}

/**
 * trs_project_get_submitted_at:
 * @self: a project
 *
 * Returns: when it was submitted from here, or 0
 */
gint64
trs_project_get_submitted_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->submitted_at;
}

/**
 * trs_project_get_checked_at:
 * @self: a project
 *
 * Returns: when the service was last heard of it, or 0
 */
gint64
trs_project_get_checked_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->checked_at;
}

/**
 * trs_project_get_next_check_at:
 * @self: a project
 *
 * Returns: when it will be asked for again, or 0 if it will not
 */
gint64
trs_project_get_next_check_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->next_check_at;
}

/**
 * trs_project_get_fetched_seen_at:
 * @self: a project
 *
 * Returns: when the video was first seen to be fetched, or 0 if that was not seen from here
 */
gint64
trs_project_get_fetched_seen_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->fetched_seen_at;
}

/**
 * trs_project_get_finished_seen_at:
 * @self: a project
 *
 * Returns: when the end was first seen, or 0 if that was not seen from here
 */
gint64
trs_project_get_finished_seen_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->finished_seen_at;
}

/**
 * trs_project_get_failed_in:
 * @self: a project
 *
 * Returns: of a failed project, the state it was last seen at work in; otherwise, or if that was not seen,
 *   %TRS_PROJECT_STATE_UNKNOWN
 */
TrsProjectState
trs_project_get_failed_in (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), TRS_PROJECT_STATE_UNKNOWN);

  return self->failed_in;
}

/**
 * trs_project_get_watch:
 * @self: a project
 *
 * Returns: what is done to hear of it
 */
TrsProjectWatch
trs_project_get_watch (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), TRS_PROJECT_WATCH_NONE);

  return self->watch;
}

/**
 * trs_project_get_unread:
 * @self: a project
 *
 * Returns: %TRUE if it finished and was not opened since
 */
gboolean
trs_project_get_unread (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);

  return self->unread;
}

/**
 * trs_project_get_candidates:
 * @self: a project
 *
 * Returns: (transfer none) (nullable) (element-type TrsProject): of a pending one, the projects that may have come of
 *   it, if there are several
 */
GListModel *
trs_project_get_candidates (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->candidates;
}

/**
 * trs_project_set_requested_language:
 * @self: a project
 * @language: (nullable): the language asked for
 *
 * Remembers what a detail never tells.
 */
void
trs_project_set_requested_language (TrsProject *self,
                                    const char *language)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  trs_project_put_string (self, TRS_PROJECT_PROP_REQUESTED_LANGUAGE, language);
}

/**
 * trs_project_set_submitted_at:
 * @self: a project
 * @time: microseconds since the epoch
 *
 * Marks a project as submitted from here. To be called before the first
 * update, so that the first change seen counts as one.
 */
void
trs_project_set_submitted_at (TrsProject *self,
                              gint64      time)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  trs_project_put_time (self, TRS_PROJECT_PROP_SUBMITTED_AT, time);
}

/**
 * trs_project_set_checked:
 * @self: a project
 * @checked_at: when the reply came, in microseconds since the epoch
 * @next_check_at: when the next request is due, or 0 if none is
 *
 * To be called after the updates that a reply brought: where one of them was
 * seen to end the fetching or the whole work, @checked_at becomes
 * #TrsProject:fetched-seen-at or #TrsProject:finished-seen-at, once.
 */
void
trs_project_set_checked (TrsProject *self,
                         gint64      checked_at,
                         gint64      next_check_at)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  g_object_freeze_notify (G_OBJECT (self));
  trs_project_put_time (self, TRS_PROJECT_PROP_CHECKED_AT, checked_at);
  trs_project_put_time (self, TRS_PROJECT_PROP_NEXT_CHECK_AT, next_check_at);
  if (self->fetched_without_time)
    trs_project_put_time (self, TRS_PROJECT_PROP_FETCHED_SEEN_AT, checked_at);
  if (self->finished_without_time)
    trs_project_put_time (self, TRS_PROJECT_PROP_FINISHED_SEEN_AT, checked_at);
  self->fetched_without_time = FALSE;
  self->finished_without_time = FALSE;
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * trs_project_set_watch:
 * @self: a project
 * @watch: what is done to hear of it
 */
void
trs_project_set_watch (TrsProject      *self,
                       TrsProjectWatch  watch)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  trs_project_put_int (self, TRS_PROJECT_PROP_WATCH, (int) watch);
}

/**
 * trs_project_set_unread:
 * @self: a project
 * @unread: whether it finished and was not opened since
 */
void
trs_project_set_unread (TrsProject *self,
                        gboolean    unread)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  trs_project_put_int (self, TRS_PROJECT_PROP_UNREAD, !!unread);
}

/**
 * trs_project_set_candidates:
 * @self: a pending project
 * @candidates: (nullable) (element-type TrsProject): the projects that may have come of it, if there are several
 */
void
trs_project_set_candidates (TrsProject *self,
                            GListModel *candidates)
{
  g_return_if_fail (TRS_IS_PROJECT (self));
  g_return_if_fail (self->pending || candidates == NULL);

  trs_project_put_model (self, TRS_PROJECT_PROP_CANDIDATES, candidates);
}

/**
 * trs_project_set_empty_text:
 * @self: a project
 * @empty_text: whether the text came without any speech in it
 */
void
trs_project_set_empty_text (TrsProject *self,
                            gboolean    empty_text)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  trs_project_put_int (self, TRS_PROJECT_PROP_EMPTY_TEXT, !!empty_text);
}

/**
 * trs_project_is_under_way:
 * @self: a project
 *
 * A state that the interface does not name may become one that it does.
 *
 * Returns: %TRUE if the service has it, and may still do something with it
 */
gboolean
trs_project_is_under_way (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);

  return !self->pending && !trs_project_state_is_final (self->state);
}
