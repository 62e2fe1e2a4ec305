/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-private.h"

#include "trs-trim.h"

#include <string.h>

/**
 * trs_project_get_local_title:
 * @self: a project
 *
 * Returns: (nullable): the user's own title of it, %NULL for none
 */
const char *
trs_project_get_local_title (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->local_title;
}

/**
 * trs_project_get_shown_title:
 * @self: a project
 *
 * Returns: (nullable): what it is called here: the user's own title, or that
 *   of the service; as entered or received
 */
const char *
trs_project_get_shown_title (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->local_title != NULL ? self->local_title : self->title;
}

/**
 * trs_project_get_note:
 * @self: a project
 *
 * Returns: (nullable): what the user noted about it, %NULL for nothing
 */
const char *
trs_project_get_note (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->note;
}

/**
 * trs_project_get_missing_since:
 * @self: a project
 *
 * Returns: when the whole list of the service was read without it, in
 *   microseconds since the epoch; 0 while the list shows it
 */
gint64
trs_project_get_missing_since (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->missing_since;
}

/**
 * trs_project_set_local_title:
 * @self: a project
 * @local_title: (nullable): the user's own title of it; one without a
 *   character that can be seen is none
 */
void
trs_project_set_local_title (TrsProject *self,
                             const char *local_title)
{
  gsize length = 0;
  const char *start = local_title != NULL ? trs_trim (local_title, &length) : NULL;
  g_autofree char *title = length > 0 ? g_strndup (start, length) : NULL;

  g_return_if_fail (TRS_IS_PROJECT (self));

  trs_project_put_string (self, TRS_PROJECT_PROP_LOCAL_TITLE, title);
}

/**
 * trs_project_set_note:
 * @self: a project
 * @note: (nullable): what the user noted about it, kept to the blank; an
 *   empty note is none
 */
void
trs_project_set_note (TrsProject *self,
                      const char *note)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  trs_project_put_string (self, TRS_PROJECT_PROP_NOTE, note != NULL && *note != '\0' ? note : NULL);
}

/**
 * trs_project_set_missing_since:
 * @self: a project
 * @missing_since: when the whole list was read without it, in microseconds
 *   since the epoch; 0 if the list shows it
 */
void
trs_project_set_missing_since (TrsProject *self,
                               gint64      missing_since)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  trs_project_put_time (self, TRS_PROJECT_PROP_MISSING_SINCE, missing_since);
}

static void
join_string (TrsProject         *self,
             TrsProjectProperty  property,
             const char         *mine,
             const char         *theirs)
{
  if (mine == NULL)
    trs_project_put_string (self, property, theirs);
}

static void
join_time (TrsProject         *self,
           TrsProjectProperty  property,
           gint64              mine,
           gint64              theirs)
{
  if (mine <= 0)
    trs_project_put_time (self, property, theirs);
}

/**
 * trs_project_join_kept:
 * @self: a project that the service has told of
 * @kept: what this computer kept of the same one
 *
 * Takes in what no list tells: what the user added, and what was seen before.
 */
void
trs_project_join_kept (TrsProject *self,
                       TrsProject *kept)
{
  g_return_if_fail (TRS_IS_PROJECT (self) && TRS_IS_PROJECT (kept));
  g_return_if_fail (strcmp (self->id, kept->id) == 0);

  g_object_freeze_notify (G_OBJECT (self));
  join_string (self, TRS_PROJECT_PROP_LOCAL_TITLE, self->local_title, kept->local_title);
  join_string (self, TRS_PROJECT_PROP_NOTE, self->note, kept->note);
  join_string (self, TRS_PROJECT_PROP_LANGUAGE, self->language, kept->language);
  join_string (self, TRS_PROJECT_PROP_REQUESTED_LANGUAGE, self->requested_language, kept->requested_language);
  join_time (self, TRS_PROJECT_PROP_VIDEO_LENGTH, self->video_length, kept->video_length);
  join_time (self, TRS_PROJECT_PROP_SUBMITTED_AT, self->submitted_at, kept->submitted_at);
  join_time (self, TRS_PROJECT_PROP_FETCHED_SEEN_AT, self->fetched_seen_at, kept->fetched_seen_at);
  join_time (self, TRS_PROJECT_PROP_FINISHED_SEEN_AT, self->finished_seen_at, kept->finished_seen_at);
  if (kept->unread)
    trs_project_put_int (self, TRS_PROJECT_PROP_UNREAD, TRUE);
  if (kept->watch == TRS_PROJECT_WATCH_DISMISSED && self->watch == TRS_PROJECT_WATCH_NONE &&
      trs_project_is_under_way (self))
    trs_project_put_int (self, TRS_PROJECT_PROP_WATCH, TRS_PROJECT_WATCH_DISMISSED);
  g_object_thaw_notify (G_OBJECT (self));
}
