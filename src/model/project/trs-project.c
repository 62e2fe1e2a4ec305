/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project.h"

#include "trs-compat.h"
#include "trs-trim.h"

#define PENDING_PREFIX "pending:"

struct _TrsProject
{
  GObject parent_instance;

  TrsProjectData data;

  /* What depends on the moment and is not kept. */
  gboolean pending;
  gint64 checked_at;
  gint64 next_check_at;
  TrsProjectWatch watch;
  GListModel *candidates;
};

G_DEFINE_ENUM_TYPE (TrsProjectWatch, trs_project_watch,
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_WATCH_NONE, "none"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_WATCH_CHECKING, "checking"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_WATCH_STOPPED, "stopped"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_WATCH_DISMISSED, "dismissed"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_WATCH_NEEDS_KEY, "needs-key"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_WATCH_OFFLINE, "offline"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_WATCH_NO_WORD, "no-word"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_WATCH_NOT_FOUND, "not-found"))

G_DEFINE_FINAL_TYPE (TrsProject, trs_project, G_TYPE_OBJECT)

enum
{
  PROP_ID = 1,
  PROP_PENDING,
  PROP_TITLE,
  PROP_VIDEO_ID,
  PROP_STATE,
  PROP_STATE_WORD,
  PROP_MESSAGE,
  PROP_VIDEO_LENGTH,
  PROP_CREATED_AT,
  PROP_LANGUAGE,
  PROP_EMPTY_TEXT,
  PROP_REQUESTED_LANGUAGE,
  PROP_SUBMITTED_AT,
  PROP_CHECKED_AT,
  PROP_NEXT_CHECK_AT,
  PROP_FETCHED_SEEN_AT,
  PROP_FINISHED_SEEN_AT,
  PROP_FAILED_IN,
  PROP_WATCH,
  PROP_UNREAD,
  PROP_CANDIDATES,
  PROP_LOCAL_TITLE,
  PROP_NOTE,
  PROP_MISSING_SINCE,
  N_PROPS,
};

typedef enum
{
  FIELD_STRING,
  FIELD_TIME,
  FIELD_BOOLEAN,
  FIELD_STATE,
  FIELD_WATCH,
  FIELD_MODEL,
} FieldKind;

#define OF_PROJECT(member) G_STRUCT_OFFSET (TrsProject, member)
#define OF_DATA(member) OF_PROJECT (data.member)

static const struct
{
  const char *name;
  FieldKind kind;
  gsize offset;
} fields[N_PROPS] = {
  [PROP_ID] = { "id", FIELD_STRING, OF_DATA (id) },
  [PROP_PENDING] = { "pending", FIELD_BOOLEAN, OF_PROJECT (pending) },
  [PROP_TITLE] = { "title", FIELD_STRING, OF_DATA (title) },
  [PROP_VIDEO_ID] = { "video-id", FIELD_STRING, OF_DATA (video_id) },
  [PROP_STATE] = { "state", FIELD_STATE, OF_DATA (state) },
  [PROP_STATE_WORD] = { "state-word", FIELD_STRING, OF_DATA (state_word) },
  [PROP_MESSAGE] = { "message", FIELD_STRING, OF_DATA (message) },
  [PROP_VIDEO_LENGTH] = { "video-length", FIELD_TIME, OF_DATA (video_length) },
  [PROP_CREATED_AT] = { "created-at", FIELD_TIME, OF_DATA (created_at) },
  [PROP_LANGUAGE] = { "language", FIELD_STRING, OF_DATA (language) },
  [PROP_EMPTY_TEXT] = { "empty-text", FIELD_BOOLEAN, OF_DATA (empty_text) },
  [PROP_REQUESTED_LANGUAGE] = { "requested-language", FIELD_STRING, OF_DATA (requested_language) },
  [PROP_SUBMITTED_AT] = { "submitted-at", FIELD_TIME, OF_DATA (submitted_at) },
  [PROP_CHECKED_AT] = { "checked-at", FIELD_TIME, OF_PROJECT (checked_at) },
  [PROP_NEXT_CHECK_AT] = { "next-check-at", FIELD_TIME, OF_PROJECT (next_check_at) },
  [PROP_FETCHED_SEEN_AT] = { "fetched-seen-at", FIELD_TIME, OF_DATA (fetched_seen_at) },
  [PROP_FINISHED_SEEN_AT] = { "finished-seen-at", FIELD_TIME, OF_DATA (finished_seen_at) },
  [PROP_FAILED_IN] = { "failed-in", FIELD_STATE, OF_DATA (failed_in) },
  [PROP_WATCH] = { "watch", FIELD_WATCH, OF_PROJECT (watch) },
  [PROP_UNREAD] = { "unread", FIELD_BOOLEAN, OF_DATA (unread) },
  [PROP_CANDIDATES] = { "candidates", FIELD_MODEL, OF_PROJECT (candidates) },
  [PROP_LOCAL_TITLE] = { "local-title", FIELD_STRING, OF_DATA (local_title) },
  [PROP_NOTE] = { "note", FIELD_STRING, OF_DATA (note) },
  [PROP_MISSING_SINCE] = { "missing-since", FIELD_TIME, OF_DATA (missing_since) },
};

static GParamSpec *properties[N_PROPS];

#define FIELD(Type, self, property) (&G_STRUCT_MEMBER (Type, (self), fields[property].offset))

static void
set_string (TrsProject *self,
            guint       property,
            const char *value)
{
  if (trs_set_str (FIELD (char *, self, property), value))
    g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_time (TrsProject *self,
          guint       property,
          gint64      value)
{
  gint64 *field = FIELD (gint64, self, property);

  if (*field == value)
    return;

  *field = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_int (TrsProject *self,
         guint       property,
         int         value)
{
  int *field = FIELD (int, self, property);

  if (*field == value)
    return;

  *field = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static gboolean
is_of_data (guint property)
{
  return fields[property].offset >= OF_DATA (row) &&
         fields[property].offset < OF_DATA (row) + sizeof (TrsProjectData);
}

static gboolean
is_equal (const TrsProject *self,
          const TrsProject *other,
          guint             property)
{
  if (fields[property].kind == FIELD_STRING)
    return g_strcmp0 (*FIELD (char *, self, property), *FIELD (char *, other, property)) == 0;
  if (fields[property].kind == FIELD_TIME)
    return *FIELD (gint64, self, property) == *FIELD (gint64, other, property);
  return *FIELD (int, self, property) == *FIELD (int, other, property);
}

static TrsProjectState
get_failed_in (const TrsProject *self)
{
  return self->data.state == TRS_PROJECT_STATE_ERROR ? self->data.failed_in : TRS_PROJECT_STATE_UNKNOWN;
}

/* Notifies of each property of the data that has another value than in @before: (transfer full). */
static void
notify_changes (TrsProject     *self,
                TrsProjectData *before)
{
  g_autoptr (TrsProjectData) data = before;
  const TrsProject old = { .data = *data };

  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = PROP_ID; i < N_PROPS; i++)
    if (is_of_data (i) && i != PROP_FAILED_IN && !is_equal (self, &old, i))
      g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  if (get_failed_in (self) != get_failed_in (&old))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FAILED_IN]);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
trs_project_get_property (GObject    *object,
                          guint       property,
                          GValue     *value,
                          GParamSpec *pspec)
{
  if (property == PROP_FAILED_IN)
    {
      g_value_set_enum (value, (int) get_failed_in (TRS_PROJECT (object)));
      return;
    }

  switch (fields[property].kind)
    {
    case FIELD_STRING:
      g_value_set_string (value, *FIELD (char *, object, property));
      break;
    case FIELD_TIME:
      g_value_set_int64 (value, *FIELD (gint64, object, property));
      break;
    case FIELD_BOOLEAN:
      g_value_set_boolean (value, *FIELD (int, object, property));
      break;
    case FIELD_MODEL:
      g_value_set_object (value, *FIELD (GListModel *, object, property));
      break;
    case FIELD_STATE:
    case FIELD_WATCH:
    default:
      g_value_set_enum (value, *FIELD (int, object, property));
      break;
    }
}

static void
trs_project_finalize (GObject *object)
{
  for (guint i = PROP_ID; i < N_PROPS; i++)
    {
      if (fields[i].kind == FIELD_STRING)
        g_free (*FIELD (char *, object, i));
      else if (fields[i].kind == FIELD_MODEL)
        g_clear_object (FIELD (GListModel *, object, i));
    }

  G_OBJECT_CLASS (trs_project_parent_class)->finalize (object);
}

static GParamSpec *
make_pspec (const char  *name,
            FieldKind    kind,
            GParamFlags  flags)
{
  switch (kind)
    {
    case FIELD_STRING:
      return g_param_spec_string (name, NULL, NULL, NULL, flags);
    case FIELD_TIME:
      return g_param_spec_int64 (name, NULL, NULL, -1, G_MAXINT64, 0, flags);
    case FIELD_BOOLEAN:
      return g_param_spec_boolean (name, NULL, NULL, FALSE, flags);
    case FIELD_MODEL:
      return g_param_spec_object (name, NULL, NULL, G_TYPE_LIST_MODEL, flags);
    case FIELD_STATE:
      return g_param_spec_enum (name, NULL, NULL, TRS_TYPE_PROJECT_STATE, TRS_PROJECT_STATE_UNKNOWN, flags);
    case FIELD_WATCH:
    default:
      return g_param_spec_enum (name, NULL, NULL, TRS_TYPE_PROJECT_WATCH, TRS_PROJECT_WATCH_NONE, flags);
    }
}

static void
trs_project_class_init (TrsProjectClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_project_get_property;
  object_class->finalize = trs_project_finalize;

  for (guint i = PROP_ID; i < N_PROPS; i++)
    properties[i] = make_pspec (fields[i].name, fields[i].kind,
                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
trs_project_init (TrsProject *self)
{
  self->data.video_length = -1;
}

/**
 * trs_project_new:
 * @id: identifier that the service gave
 *
 * Returns: (transfer full): a project of which nothing else is known yet
 */
TrsProject *
trs_project_new (const char *id)
{
  TrsProject *self;

  g_return_val_if_fail (id != NULL, NULL);

  self = g_object_new (TRS_TYPE_PROJECT, NULL);
  self->data.id = g_strdup (id);
  return self;
}

/**
 * trs_project_new_pending:
 * @local_id: identifier of the submission, see trs_submission_get_local_id()
 * @video_id: identifier of the video
 * @language: (nullable): the language asked for
 *
 * Returns: (transfer full): what stands in the history for a submission whose outcome is unknown
 */
TrsProject *
trs_project_new_pending (const char *local_id,
                         const char *video_id,
                         const char *language)
{
  g_autofree char *id = NULL;
  TrsProject *self;

  g_return_val_if_fail (local_id != NULL, NULL);
  g_return_val_if_fail (video_id != NULL, NULL);

  if (g_str_has_prefix (local_id, PENDING_PREFIX))
    id = g_strdup (local_id);
  else
    id = g_strconcat (PENDING_PREFIX, local_id, NULL);

  self = trs_project_new (id);
  self->pending = TRUE;
  self->data.video_id = g_strdup (video_id);
  self->data.requested_language = g_strdup (language);
  return self;
}

TrsProject *
trs_project_new_from_data (const TrsProjectData *data)
{
  TrsProject *self = g_object_new (TRS_TYPE_PROJECT, NULL);
  g_autofree TrsProjectData *copy = trs_project_data_copy (data);

  self->data = *copy;
  if (data->dismissed)
    self->watch = TRS_PROJECT_WATCH_DISMISSED;
  return self;
}

/**
 * trs_project_get_data:
 * @self: a project
 *
 * Returns: (transfer none): what is to be kept of it, valid until it changes
 */
const TrsProjectData *
trs_project_get_data (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return &self->data;
}

/**
 * trs_project_take_data:
 * @self: a project
 * @data: what the store knows of it now
 *
 * Takes in what the store knows, which is merged: something may have been told
 * here that has not been written yet. The user's own stays as it is here.
 */
void
trs_project_take_data (TrsProject           *self,
                       const TrsProjectData *data)
{
  TrsProjectData *before;
  g_autoptr (TrsProjectData) told = NULL;

  g_return_if_fail (TRS_IS_PROJECT (self));

  before = trs_project_data_copy (&self->data);
  told = trs_project_data_copy (data);
  told->unread = before->unread;
  told->dismissed = before->dismissed;
  trs_set_str (&told->local_title, before->local_title);
  trs_set_str (&told->note, before->note);
  /* The row gets its message from here, later. */
  if (told->state == before->state && before->message != NULL)
    trs_set_str (&told->message, before->message);

  trs_project_data_merge (&self->data, told);
  self->data.row = data->row;
  self->data.sort_at = data->sort_at;
  self->data.missing_since = data->missing_since;
  self->data.hidden = data->hidden;
  notify_changes (self, before);
}

/* See trs_project_data_merge_record(). */
gboolean
trs_project_update_from_record (TrsProject             *self,
                                const TrsProjectRecord *record,
                                gint64                  now)
{
  TrsProjectData *before;
  gboolean changed;

  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);

  before = trs_project_data_copy (&self->data);
  changed = trs_project_data_merge_record (&self->data, record, now);
  notify_changes (self, before);
  return changed;
}

/* See trs_project_data_merge_detail(). */
gboolean
trs_project_update_from_detail (TrsProject            *self,
                                const TrsDetailRecord *detail,
                                gint64                 now)
{
  TrsProjectData *before;
  gboolean changed;

  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);

  before = trs_project_data_copy (&self->data);
  changed = trs_project_data_merge_detail (&self->data, detail, now);
  notify_changes (self, before);
  return changed;
}

const char *
trs_project_get_id (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->data.id;
}

gboolean
trs_project_get_pending (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);

  return self->pending;
}

const char *
trs_project_get_title (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->data.title;
}

const char *
trs_project_get_video_id (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->data.video_id;
}

TrsProjectState
trs_project_get_state (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), TRS_PROJECT_STATE_UNKNOWN);

  return self->data.state;
}

const char *
trs_project_get_state_word (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->data.state_word;
}

const char *
trs_project_get_message (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->data.message;
}

gint64
trs_project_get_video_length (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), -1);

  return self->data.video_length;
}

gint64
trs_project_get_created_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->data.created_at;
}

const char *
trs_project_get_language (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->data.language;
}

gboolean
trs_project_get_empty_text (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);

  return self->data.empty_text;
}

const char *
trs_project_get_requested_language (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->data.requested_language;
}

gint64
trs_project_get_submitted_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->data.submitted_at;
}

gint64
trs_project_get_checked_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->checked_at;
}

gint64
trs_project_get_next_check_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->next_check_at;
}

gint64
trs_project_get_fetched_seen_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->data.fetched_seen_at;
}

gint64
trs_project_get_finished_seen_at (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->data.finished_seen_at;
}

TrsProjectWatch
trs_project_get_watch (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), TRS_PROJECT_WATCH_NONE);

  return self->watch;
}

gboolean
trs_project_get_unread (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), FALSE);

  return self->data.unread;
}

GListModel *
trs_project_get_candidates (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->candidates;
}

const char *
trs_project_get_local_title (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->data.local_title;
}

const char *
trs_project_get_note (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), NULL);

  return self->data.note;
}

gint64
trs_project_get_missing_since (TrsProject *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT (self), 0);

  return self->data.missing_since;
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

  return get_failed_in (self);
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

  return self->data.local_title != NULL ? self->data.local_title : self->data.title;
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

  return !self->pending && !trs_project_state_is_final (self->data.state);
}

void
trs_project_set_requested_language (TrsProject *self,
                                    const char *language)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  set_string (self, PROP_REQUESTED_LANGUAGE, language);
}

/* To be called before the first update, so that the first change seen counts as one. */
void
trs_project_set_submitted_at (TrsProject *self,
                              gint64      time)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  set_time (self, PROP_SUBMITTED_AT, time);
}

/* Microseconds since the epoch; @next_check_at is 0 if no request is due. */
void
trs_project_set_checked (TrsProject *self,
                         gint64      checked_at,
                         gint64      next_check_at)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  g_object_freeze_notify (G_OBJECT (self));
  set_time (self, PROP_CHECKED_AT, checked_at);
  set_time (self, PROP_NEXT_CHECK_AT, next_check_at);
  g_object_thaw_notify (G_OBJECT (self));
}

void
trs_project_set_watch (TrsProject      *self,
                       TrsProjectWatch  watch)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  self->data.dismissed = watch == TRS_PROJECT_WATCH_DISMISSED;
  set_int (self, PROP_WATCH, (int) watch);
}

void
trs_project_set_unread (TrsProject *self,
                        gboolean    unread)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  set_int (self, PROP_UNREAD, !!unread);
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

  if (g_set_object (&self->candidates, candidates))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CANDIDATES]);
}

void
trs_project_set_empty_text (TrsProject *self,
                            gboolean    empty_text)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  set_int (self, PROP_EMPTY_TEXT, !!empty_text);
}

/* A title without a character that can be seen is none. */
void
trs_project_set_local_title (TrsProject *self,
                             const char *local_title)
{
  gsize length = 0;
  const char *start = local_title != NULL ? trs_trim (local_title, &length) : NULL;
  g_autofree char *title = length > 0 ? g_strndup (start, length) : NULL;

  g_return_if_fail (TRS_IS_PROJECT (self));

  set_string (self, PROP_LOCAL_TITLE, title);
}

/* Kept to the blank; an empty note is none. */
void
trs_project_set_note (TrsProject *self,
                      const char *note)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  set_string (self, PROP_NOTE, note != NULL && *note != '\0' ? note : NULL);
}

void
trs_project_set_missing_since (TrsProject *self,
                               gint64      missing_since)
{
  g_return_if_fail (TRS_IS_PROJECT (self));

  set_time (self, PROP_MISSING_SINCE, missing_since);
}
