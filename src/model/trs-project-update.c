/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-private.h"

/* What is not told does not erase what is known: every shape of a reply leaves something out. */
static gboolean
put_if_told (TrsProject         *self,
             TrsProjectProperty  property,
             const char         *value)
{
  return value != NULL && trs_project_put_string (self, property, value);
}

static gboolean
put_created_at (TrsProject *self,
                GDateTime  *created_at)
{
  gint64 time;

  if (created_at == NULL)
    return FALSE;

  time = g_date_time_to_unix (created_at) * G_USEC_PER_SEC + g_date_time_get_microsecond (created_at);
  return trs_project_put_time (self, TRS_PROJECT_PROP_CREATED_AT, time);
}

/* Only what changed before our eyes has a time: a project that was finished when it came into
 * the history did not finish now. A submission of ours began in `upload`, whoever saw it there.
 */
static void
remember_transition (TrsProject      *self,
                     TrsProjectState  from,
                     TrsProjectState  to)
{
  gboolean was_open = !trs_project_state_is_final (from) &&
                      (self->state_word != NULL || self->submitted_at != 0);
  gboolean was_fetching = from == TRS_PROJECT_STATE_UPLOAD ||
                          (from == TRS_PROJECT_STATE_UNKNOWN && self->submitted_at != 0);

  if (was_fetching && (to == TRS_PROJECT_STATE_TRANSCRIPTION || to == TRS_PROJECT_STATE_DONE) &&
      self->fetched_seen_at == 0)
    self->fetched_without_time = TRUE;

  if (was_open && trs_project_state_is_final (to) && self->finished_seen_at == 0)
    self->finished_without_time = TRUE;
}

/* Only a finished detail tells the language. */
static gboolean
had_text (TrsProject *self)
{
  return self->text_seen || self->empty_text || self->language != NULL;
}

/* Where there is no text, a detail settles whether a project is done or failed. */
static gboolean
contradicts (TrsProject      *self,
             TrsProjectState  state,
             gboolean         listed)
{
  if (trs_project_state_may_follow (self->state, state))
    return FALSE;

  return state != TRS_PROJECT_STATE_ERROR || listed || had_text (self);
}

static gboolean
put_state (TrsProject      *self,
           TrsProjectState  state,
           const char      *word,
           gboolean         listed)
{
  TrsProjectState from = self->state;
  gboolean changed;

  /* A detail may tell nothing of the state. */
  if (state == TRS_PROJECT_STATE_UNKNOWN && word == NULL)
    return FALSE;

  if (contradicts (self, state, listed))
    return FALSE;

  if (state != from)
    remember_transition (self, from, state);
  if (state == TRS_PROJECT_STATE_UPLOAD || state == TRS_PROJECT_STATE_TRANSCRIPTION)
    self->last_open_state = state;

  changed = trs_project_put_int (self, TRS_PROJECT_PROP_STATE, (int) state);
  changed |= trs_project_put_string (self, TRS_PROJECT_PROP_STATE_WORD,
                                     word != NULL ? word : trs_project_state_to_string (state));
  changed |= trs_project_put_int (self, TRS_PROJECT_PROP_FAILED_IN,
                                  state == TRS_PROJECT_STATE_ERROR ? (int) self->last_open_state
                                                                   : (int) TRS_PROJECT_STATE_UNKNOWN);

  /* Words about the old state would be wrong beside the new one. */
  if (state != from)
    changed |= trs_project_put_string (self, TRS_PROJECT_PROP_MESSAGE, NULL);

  return changed;
}

static gboolean
text_is_blank (GBytes *text)
{
  gsize length;
  const char *data = g_bytes_get_data (text, &length);

  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isspace (data[i]))
        return FALSE;
    }
  return TRUE;
}

/**
 * trs_project_update_from_record:
 * @self: a project
 * @record: what a list says of it
 *
 * Takes in an entry of `GET /api/list`. A list that was written before the
 * project finished does not take it back to work, nor does any take away a
 * text that was seen.
 *
 * Returns: %TRUE if anything the user can see has changed
 */
gboolean
trs_project_update_from_record (TrsProject             *self,
                                const TrsProjectRecord *record)
{
  gboolean changed;

  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);
  g_return_val_if_fail (record != NULL && g_strcmp0 (record->id, self->id) == 0, FALSE);

  g_object_freeze_notify (G_OBJECT (self));
  changed = put_if_told (self, TRS_PROJECT_PROP_TITLE, record->name);
  changed |= put_if_told (self, TRS_PROJECT_PROP_VIDEO_ID, record->video_id);
  changed |= put_state (self, record->state, record->state_word, TRUE);
  changed |= put_created_at (self, record->created_at);
  g_object_thaw_notify (G_OBJECT (self));

  return changed;
}

/**
 * trs_project_update_from_detail:
 * @self: a project
 * @detail: what a detail says of it
 *
 * Takes in a reply of `GET /api/detail/{id}`, in any of its shapes. A text
 * means done, whatever the state says. A detail of another project is left
 * alone, as it comes from outside.
 *
 * Returns: %TRUE if anything the user can see has changed
 */
gboolean
trs_project_update_from_detail (TrsProject            *self,
                                const TrsDetailRecord *detail)
{
  gboolean is_done;
  gboolean changed;

  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);
  g_return_val_if_fail (detail != NULL, FALSE);

  if (detail->id != NULL && g_strcmp0 (detail->id, self->id) != 0)
    return FALSE;

  is_done = detail->text != NULL || detail->state == TRS_PROJECT_STATE_DONE;

  g_object_freeze_notify (G_OBJECT (self));
  changed = put_if_told (self, TRS_PROJECT_PROP_TITLE, detail->name);
  changed |= put_if_told (self, TRS_PROJECT_PROP_VIDEO_ID, detail->video_id);
  if (is_done)
    changed |= put_state (self, TRS_PROJECT_STATE_DONE, NULL, FALSE);
  else
    changed |= put_state (self, detail->state, detail->state_word, FALSE);
  /* A late detail of a finished project must not bring its old words back. */
  if (is_done || detail->state == self->state ||
      (detail->state == TRS_PROJECT_STATE_UNKNOWN && detail->state_word == NULL))
    changed |= put_if_told (self, TRS_PROJECT_PROP_MESSAGE, detail->message);
  if (detail->video_length >= 0)
    changed |= trs_project_put_time (self, TRS_PROJECT_PROP_VIDEO_LENGTH, detail->video_length);
  changed |= put_created_at (self, detail->created_at);
  changed |= put_if_told (self, TRS_PROJECT_PROP_LANGUAGE, detail->language);
  self->text_seen |= detail->text != NULL;
  if (detail->text != NULL)
    changed |= trs_project_put_int (self, TRS_PROJECT_PROP_EMPTY_TEXT, text_is_blank (detail->text));
  g_object_thaw_notify (G_OBJECT (self));

  return changed;
}
