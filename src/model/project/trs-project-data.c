/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-data.h"

#include "trs-compat.h"
#include "trs-trim.h"

/* By number, in the words of the interface */
static const char * const words[] = { "unknown", "upload", "transcription", "done", "error" };

/**
 * trs_project_state_from_string:
 * @string: (nullable): a state as the service writes it
 *
 * Returns: the state; %TRS_PROJECT_STATE_UNKNOWN for a word that the interface does not know
 */
TrsProjectState
trs_project_state_from_string (const char *string)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (string, words[i]) == 0)
      return (TrsProjectState) i;

  return TRS_PROJECT_STATE_UNKNOWN;
}

/**
 * trs_project_state_to_string:
 * @state: a state
 *
 * Returns: the word of the interface for @state
 */
const char *
trs_project_state_to_string (TrsProjectState state)
{
  return (guint) state < G_N_ELEMENTS (words) ? words[state] : words[TRS_PROJECT_STATE_UNKNOWN];
}

/**
 * trs_project_state_is_final:
 * @state: a state
 *
 * Returns: %TRUE if the service does nothing more with such a project
 */
gboolean
trs_project_state_is_final (TrsProjectState state)
{
  return state == TRS_PROJECT_STATE_DONE || state == TRS_PROJECT_STATE_ERROR;
}

G_DEFINE_ENUM_TYPE (TrsProjectShow, trs_project_show,
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_SHOW_ALL, "all"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_SHOW_IN_PROGRESS, "in-progress"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_SHOW_DONE, "done"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_SHOW_FAILED, "failed"))

G_DEFINE_ENUM_TYPE (TrsProjectOrder, trs_project_order,
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_ORDER_DATE, "date"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_ORDER_TITLE, "title"))

/**
 * trs_project_show_includes:
 * @show: which projects a list shows
 * @state: state of a project
 * @pending: whether it is a submission whose outcome is not known
 *
 * Returns: %TRUE if the list shows it
 */
gboolean
trs_project_show_includes (TrsProjectShow  show,
                           TrsProjectState state,
                           gboolean        pending)
{
  switch (show)
    {
    case TRS_PROJECT_SHOW_IN_PROGRESS:
      return pending || !trs_project_state_is_final (state);
    case TRS_PROJECT_SHOW_DONE:
      return !pending && state == TRS_PROJECT_STATE_DONE;
    case TRS_PROJECT_SHOW_FAILED:
      return !pending && state == TRS_PROJECT_STATE_ERROR;
    case TRS_PROJECT_SHOW_ALL:
    default:
      return TRUE;
    }
}

/**
 * trs_project_record_new:
 *
 * Returns: (transfer full): an empty record, with the length of the video unknown
 */
TrsProjectRecord *
trs_project_record_new (void)
{
  TrsProjectRecord *record = g_new0 (TrsProjectRecord, 1);

  record->video_length = -1;
  return record;
}

void
trs_project_record_free (TrsProjectRecord *record)
{
  if (record == NULL)
    return;

  g_free (record->id);
  g_free (record->wire_id);
  g_free (record->name);
  g_free (record->video_id);
  g_free (record->recognizer);
  g_free (record->state_word);
  g_free (record->message);
  g_clear_pointer (&record->created_at, g_date_time_unref);
  g_free (record->language);
  g_clear_pointer (&record->text, g_bytes_unref);
  g_free (record);
}

/**
 * trs_credits_for_length:
 * @seconds: length of a video, or a negative number if it is not known
 *
 * "Limits" of the interface: 1 credit a minute, rounded down, at least 1.
 *
 * Returns: what the service takes for such a video, or -1 if that is not known
 */
gint64
trs_credits_for_length (gint64 seconds)
{
  if (seconds < 0)
    return -1;
  return MAX (seconds / 60, 1);
}

/**
 * trs_project_id_normalize:
 * @id: (nullable): identifier as the service or a user writes it
 *
 * A UUID is the same in capital and in small letters.
 *
 * Returns: (transfer full) (nullable): the form by which the project is known here: a UUID in small letters, anything
 *   else as it is
 */
char *
trs_project_id_normalize (const char *id)
{
  return id != NULL && g_uuid_string_is_valid (id) ? g_ascii_strdown (id, -1) : g_strdup (id);
}

#define READ TRS_PROJECT_SELECT
#define WRITTEN_ONCE (TRS_PROJECT_SELECT | TRS_PROJECT_INSERT)
#define WRITTEN (TRS_PROJECT_SELECT | TRS_PROJECT_INSERT | TRS_PROJECT_UPDATE)

#define COLUMN(member, type, statements, merge, ...)                                                    \
  { #member, TRS_PROJECT_COLUMN_##type, G_STRUCT_OFFSET (TrsProjectData, member), statements,           \
    TRS_PROJECT_MERGE_##merge, __VA_ARGS__ }

/* All members of TrsProjectData, the row first. To store another one takes a line here and a column in the schema. */
static const TrsProjectColumn columns[] = {
  COLUMN (row, INT64, READ, KEEP),
  COLUMN (sort_at, INT64, WRITTEN, RULES),
  COLUMN (id, STRING, WRITTEN_ONCE, KEEP),
  COLUMN (wire_id, STRING, WRITTEN, COPY),
  COLUMN (title, STRING, WRITTEN, REPLACE),
  COLUMN (video_id, STRING, WRITTEN, REPLACE),
  COLUMN (recognizer, STRING, WRITTEN, REPLACE),
  COLUMN (state, STATE, WRITTEN, RULES),
  COLUMN (state_word, STRING, WRITTEN, RULES),
  COLUMN (message, STRING, WRITTEN, RULES),
  COLUMN (video_length, INT64, WRITTEN, REPLACE, .none = -1),
  COLUMN (created_at, INT64, WRITTEN, REPLACE),
  COLUMN (language, STRING, WRITTEN, REPLACE),
  COLUMN (requested_language, STRING, WRITTEN, REPLACE),
  COLUMN (submitted_at, INT64, WRITTEN, FILL),
  COLUMN (fetched_seen_at, INT64, WRITTEN, FILL),
  COLUMN (finished_seen_at, INT64, WRITTEN, FILL),
  COLUMN (failed_in, STATE, WRITTEN, RULES),
  COLUMN (unread, BOOLEAN, WRITTEN, COPY),
  COLUMN (dismissed, BOOLEAN, WRITTEN, COPY),
  COLUMN (empty_text, BOOLEAN, 0, RULES),
  COLUMN (has_text, BOOLEAN, READ, RULES),
  COLUMN (local_title, STRING, WRITTEN_ONCE, FILL),
  COLUMN (note, STRING, WRITTEN_ONCE, FILL),
  COLUMN (missing_since, INT64, WRITTEN, KEEP),
  COLUMN (hidden, BOOLEAN, WRITTEN_ONCE, KEEP),
  COLUMN (listed, INT64, WRITTEN, KEEP),
  COLUMN (place, INT64, WRITTEN_ONCE, KEEP),
  COLUMN (caret, INT64, WRITTEN_ONCE, KEEP),
};

/**
 * trs_project_data_get_columns:
 * @n_columns: (out): how many there are
 *
 * Returns: (array length=n_columns) (transfer none): all members of #TrsProjectData
 */
const TrsProjectColumn *
trs_project_data_get_columns (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (columns);
  return columns;
}

/**
 * trs_project_data_new:
 * @id: identifier as the service wrote it
 *
 * Returns: (transfer full): a project of which nothing else is known
 */
TrsProjectData *
trs_project_data_new (const char *id)
{
  TrsProjectData *self = g_new0 (TrsProjectData, 1);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].type == TRS_PROJECT_COLUMN_INT64)
      G_STRUCT_MEMBER (gint64, self, columns[i].offset) = columns[i].none;
  self->id = trs_project_id_normalize (id);
  self->wire_id = g_str_equal (self->id, id) ? NULL : g_strdup (id);
  return self;
}

TrsProjectData *
trs_project_data_copy (const TrsProjectData *self)
{
  TrsProjectData *copy = g_memdup2 (self, sizeof *self);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].type == TRS_PROJECT_COLUMN_STRING)
      G_STRUCT_MEMBER (char *, copy, columns[i].offset) = g_strdup (G_STRUCT_MEMBER (char *, self, columns[i].offset));
  return copy;
}

void
trs_project_data_free (TrsProjectData *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].type == TRS_PROJECT_COLUMN_STRING)
      g_free (G_STRUCT_MEMBER (char *, self, columns[i].offset));
  g_free (self);
}

static gboolean
set_time (gint64 *field,
          gint64  value)
{
  if (*field == value)
    return FALSE;

  *field = value;
  return TRUE;
}

static gboolean
set_int (gpointer field,
         int      value)
{
  int *number = field;

  if (*number == value)
    return FALSE;

  *number = value;
  return TRUE;
}

/* A missing value does not erase a known one, because each kind of reply omits something. */
static gboolean
set_if_reported (char       **field,
                 const char  *value)
{
  return value != NULL && trs_set_str (field, value);
}

/* @created_at: (nullable) */
static gint64
to_time (GDateTime *created_at)
{
  if (created_at == NULL)
    return 0;
  return g_date_time_to_unix (created_at) * G_USEC_PER_SEC + g_date_time_get_microsecond (created_at);
}

static gboolean
set_created_at (TrsProjectData *self,
                gint64          created_at)
{
  gboolean changed;

  if (created_at == 0)
    return FALSE;

  changed = set_time (&self->created_at, created_at);
  changed |= set_time (&self->sort_at, created_at);
  return changed;
}

/* Whether a finished detail was read before: only such a detail reports the language. */
static gboolean
had_text (const TrsProjectData *self)
{
  return self->has_text || self->empty_text || self->language != NULL;
}

static gboolean
is_reported (TrsProjectState  state,
             const char      *word)
{
  return state != TRS_PROJECT_STATE_UNKNOWN || word != NULL;
}

/* Sets the time of a transition that this program has observed: a project that was finished when it was first
 * reported has none. Our own submissions begin in `upload`, whether that state was reported or not. */
static void
note_transition (TrsProjectData  *self,
                 TrsProjectState  to,
                 gint64           now)
{
  TrsProjectState from = self->state;
  gboolean was_open = !trs_project_state_is_final (from) && (self->state_word != NULL || self->submitted_at != 0);
  gboolean was_fetching = from == TRS_PROJECT_STATE_UPLOAD ||
                          (from == TRS_PROJECT_STATE_UNKNOWN && self->submitted_at != 0);

  if (was_fetching && (to == TRS_PROJECT_STATE_TRANSCRIPTION || to == TRS_PROJECT_STATE_DONE) &&
      self->fetched_seen_at == 0)
    self->fetched_seen_at = now;
  if (was_open && trs_project_state_is_final (to) && self->finished_seen_at == 0)
    self->finished_seen_at = now;
  if (from == TRS_PROJECT_STATE_UPLOAD || from == TRS_PROJECT_STATE_TRANSCRIPTION)
    self->failed_in = from;
}

/* Final states never change, so a different state is outdated news. A list cannot turn `done` into `error` either,
 * because the text may be stored and must stay readable; a detail can if no text was received. */
static gboolean
may_become (const TrsProjectData *self,
            TrsProjectState       state,
            gboolean              settles)
{
  if (!trs_project_state_is_final (state))
    return !trs_project_state_is_final (self->state);
  if (self->state != TRS_PROJECT_STATE_DONE || state != TRS_PROJECT_STATE_ERROR)
    return TRUE;
  return settles && !had_text (self);
}

static gboolean
set_state (TrsProjectData  *self,
           TrsProjectState  state,
           const char      *word,
           gboolean         settles,
           gint64           now)
{
  gboolean changed = FALSE;

  /* A detail may not report a state. */
  if (!is_reported (state, word) || !may_become (self, state, settles))
    return FALSE;

  if (state != self->state)
    {
      note_transition (self, state, now);
      self->state = state;
      /* The old message described the previous state. */
      g_clear_pointer (&self->message, g_free);
      changed = TRUE;
    }
  changed |= trs_set_str (&self->state_word, word != NULL ? word : trs_project_state_to_string (state));
  return changed;
}

/**
 * trs_project_data_merge_record:
 * @self: a project
 * @record: what the service says of it
 * @is_detail: whether it says so in a detail, else in a list
 * @now: microseconds since the epoch
 *
 * Takes in an entry of `GET /api/list`, or a reply of `GET /api/detail/{id}` in
 * any of its shapes. A list that was written before the project finished does
 * not take it back to work, nor does any take away a text that was seen. A text
 * means done, whatever the state says. A record of another project is left
 * alone, as it comes from outside.
 *
 * Returns: %TRUE if anything has changed
 */
gboolean
trs_project_data_merge_record (TrsProjectData         *self,
                               const TrsProjectRecord *record,
                               gboolean                is_detail,
                               gint64                  now)
{
  gboolean is_done = record->text != NULL || record->state == TRS_PROJECT_STATE_DONE;
  gboolean changed;

  if (record->id != NULL && g_strcmp0 (record->id, self->id) != 0)
    return FALSE;

  changed = record->id != NULL && trs_set_str (&self->wire_id, record->wire_id);
  changed |= set_if_reported (&self->title, record->name);
  changed |= set_if_reported (&self->video_id, record->video_id);
  changed |= set_if_reported (&self->recognizer, record->recognizer);
  changed |= set_state (self, is_done ? TRS_PROJECT_STATE_DONE : record->state, is_done ? NULL : record->state_word,
                        is_detail, now);
  /* An outdated detail must not bring back the message from before the project was finished. */
  if (is_done || record->state == self->state || !is_reported (record->state, record->state_word))
    changed |= set_if_reported (&self->message, record->message);
  if (record->video_length >= 0)
    changed |= set_time (&self->video_length, record->video_length);
  changed |= set_created_at (self, to_time (record->created_at));
  changed |= set_if_reported (&self->language, record->language);
  if (record->text != NULL)
    {
      gsize length;
      const char *text = g_bytes_get_data (record->text, &length);

      changed |= set_int (&self->has_text, TRUE);
      changed |= set_int (&self->empty_text, trs_is_blank (text, length));
    }
  return changed;
}

static gboolean
merge_state (TrsProjectData       *self,
             const TrsProjectData *other)
{
  gboolean changed = FALSE;

  if (!is_reported (other->state, other->state_word) || !may_become (self, other->state, !had_text (other)))
    return FALSE;

  if (self->state != other->state)
    {
      self->state = other->state;
      trs_set_str (&self->message, other->message);
      self->failed_in = other->failed_in;
      changed = TRUE;
    }
  changed |= set_if_reported (&self->state_word, other->state_word);
  changed |= set_if_reported (&self->message, other->message);
  return changed;
}

static gboolean
set_if_unset (gint64 *field,
              gint64  value)
{
  return *field == 0 && set_time (field, value);
}

/**
 * trs_project_data_merge:
 * @self: a project
 * @other: the same project, as somebody else knows it
 *
 * What @other does not know erases nothing; where both know something, @other
 * knows better. A title and a note that are there stay, and so does what is of
 * the row and of its reader: see the #TrsProjectMerge of each member.
 *
 * Returns: %TRUE if anything has changed
 */
gboolean
trs_project_data_merge (TrsProjectData       *self,
                        const TrsProjectData *other)
{
  gboolean changed = FALSE;

  g_return_val_if_fail (g_strcmp0 (self->id, other->id) == 0, FALSE);

  if (other->title != NULL && *other->title != '\0')
    changed |= trs_set_str (&self->title, other->title);
  changed |= set_if_reported (&self->video_id, other->video_id);
  changed |= set_if_reported (&self->recognizer, other->recognizer);
  changed |= merge_state (self, other);
  if (other->video_length >= 0)
    changed |= set_time (&self->video_length, other->video_length);
  changed |= set_created_at (self, other->created_at);
  changed |= set_if_unset (&self->sort_at, other->sort_at);
  changed |= set_if_reported (&self->language, other->language);
  changed |= set_if_reported (&self->requested_language, other->requested_language);
  changed |= set_if_unset (&self->submitted_at, other->submitted_at);
  changed |= set_if_unset (&self->fetched_seen_at, other->fetched_seen_at);
  changed |= set_if_unset (&self->finished_seen_at, other->finished_seen_at);
  changed |= trs_set_str (&self->wire_id, other->wire_id);
  changed |= set_int (&self->unread, other->unread);
  changed |= set_int (&self->dismissed, other->dismissed);
  if (other->has_text || other->empty_text)
    {
      changed |= set_int (&self->has_text, self->has_text || other->has_text);
      changed |= set_int (&self->empty_text, other->empty_text);
    }
  if (self->local_title == NULL)
    changed |= set_if_reported (&self->local_title, other->local_title);
  if (self->note == NULL)
    changed |= set_if_reported (&self->note, other->note);
  return changed;
}
