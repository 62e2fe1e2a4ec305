/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project.h"

#include "trs-compat.h"
#include "trs-trim.h"

struct _TrsProject
{
  GObject parent_instance;

  TrsProjectData *data; /* private: see trs_project_get_data() */

  /* State of the moment, which is not stored. */
  gboolean pending;
  gint64 checked_at;
  gint64 next_check_at; /* 0 if no request is due */
  TrsProjectWatch watch;
  GListModel *candidates;
  gint64 other_account;
};

#define PENDING_PREFIX "pending:"

enum
{
  PROP_0,
  PROP_PENDING,
  PROP_WATCH,
  PROP_CHECKED_AT,
  PROP_NEXT_CHECK_AT,
  N_PROPS
};

enum
{
  CHANGED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

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

static void
emit_changed (TrsProject *self,
              gboolean    unsaved)
{
  g_signal_emit (self, signals[CHANGED], 0, unsaved);
}

static void
trs_project_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  TrsProject *self = TRS_PROJECT (object);

  switch (prop_id)
    {
    case PROP_PENDING:
      g_value_set_boolean (value, self->pending);
      break;
    case PROP_WATCH:
      g_value_set_enum (value, (int) self->watch);
      break;
    case PROP_CHECKED_AT:
      g_value_set_int64 (value, self->checked_at);
      break;
    case PROP_NEXT_CHECK_AT:
      g_value_set_int64 (value, self->next_check_at);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_project_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  TrsProject *self = TRS_PROJECT (object);

  switch (prop_id)
    {
    case PROP_WATCH:
      trs_project_set_watch (self, (TrsProjectWatch) g_value_get_enum (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_project_finalize (GObject *object)
{
  TrsProject *self = TRS_PROJECT (object);

  g_clear_pointer (&self->data, trs_project_data_free);
  g_clear_object (&self->candidates);

  G_OBJECT_CLASS (trs_project_parent_class)->finalize (object);
}

static void
trs_project_class_init (TrsProjectClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_project_get_property;
  object_class->set_property = trs_project_set_property;
  object_class->finalize = trs_project_finalize;

  props[PROP_PENDING] = g_param_spec_boolean ("pending", NULL, NULL, FALSE, flags);
  props[PROP_WATCH] = g_param_spec_enum ("watch", NULL, NULL, TRS_TYPE_PROJECT_WATCH, TRS_PROJECT_WATCH_NONE,
                                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_CHECKED_AT] = g_param_spec_int64 ("checked-at", NULL, NULL, 0, G_MAXINT64, 0, flags);
  props[PROP_NEXT_CHECK_AT] = g_param_spec_int64 ("next-check-at", NULL, NULL, 0, G_MAXINT64, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[CHANGED] = g_signal_new ("changed", TRS_TYPE_PROJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
trs_project_init (TrsProject *self)
{
}

/* @data: (transfer full) */
static TrsProject *
create (TrsProjectData *data)
{
  TrsProject *self = g_object_new (TRS_TYPE_PROJECT, NULL);

  self->data = data;
  return self;
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
  return create (trs_project_data_new (id));
}

/**
 * trs_project_new_pending:
 * @local_id: identifier of the submission
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
  const char *prefix = g_str_has_prefix (local_id, PENDING_PREFIX) ? "" : PENDING_PREFIX;
  g_autofree char *id = g_strconcat (prefix, local_id, NULL);
  TrsProject *self = trs_project_new (id);

  self->pending = TRUE;
  self->data->video_id = g_strdup (video_id);
  self->data->requested_language = g_strdup (language);
  return self;
}

TrsProject *
trs_project_new_from_data (const TrsProjectData *data)
{
  TrsProject *self = create (trs_project_data_copy (data));

  if (data->dismissed)
    self->watch = TRS_PROJECT_WATCH_DISMISSED;
  return self;
}

/**
 * trs_project_get_data:
 * @self: a project
 *
 * Returns: (transfer none): what is kept of it, up to date as long as @self lives; its strings are valid until the
 *   next change
 */
const TrsProjectData *
trs_project_get_data (TrsProject *self)
{
  return self->data;
}

/**
 * trs_project_take_data:
 * @self: a project
 * @data: what the store knows of it now
 *
 * Merges what the store knows: something may have been reported here that has
 * not been written yet. The user's title and note stay as they are here.
 */
void
trs_project_take_data (TrsProject           *self,
                       const TrsProjectData *data)
{
  gboolean changed;
  g_autoptr (TrsProjectData) reported = trs_project_data_copy (data);

  reported->unread = self->data->unread;
  reported->dismissed = self->data->dismissed;
  trs_set_str (&reported->local_title, self->data->local_title);
  trs_set_str (&reported->note, self->data->note);
  /* The message is stored with the row later. */
  if (reported->state == self->data->state && self->data->message != NULL)
    trs_set_str (&reported->message, self->data->message);

  changed = trs_project_data_merge (self->data, reported) || self->data->missing_since != data->missing_since;
  self->data->row = data->row;
  self->data->sort_at = data->sort_at;
  self->data->missing_since = data->missing_since;
  self->data->hidden = data->hidden;
  if (changed)
    emit_changed (self, FALSE);
}

/**
 * trs_project_take_own:
 * @self: a project of which nothing is still to be written
 * @data: what another process has written of it
 *
 * Takes in what is the user's own.
 */
void
trs_project_take_own (TrsProject           *self,
                      const TrsProjectData *data)
{
  gboolean changed = self->data->unread != data->unread || self->data->dismissed != data->dismissed;

  changed |= trs_set_str (&self->data->local_title, data->local_title);
  changed |= trs_set_str (&self->data->note, data->note);
  self->data->unread = data->unread;
  self->data->dismissed = data->dismissed;
  if (changed)
    emit_changed (self, FALSE);
}

/* See trs_project_data_merge_record(). */
gboolean
trs_project_update_from_detail (TrsProject             *self,
                                const TrsProjectRecord *detail,
                                gint64                  now)
{
  if (!trs_project_data_merge_record (self->data, detail, TRUE, now))
    return FALSE;

  emit_changed (self, TRUE);
  return TRUE;
}

const char *
trs_project_get_id (TrsProject *self)
{
  return self->data->id;
}

TrsProjectState
trs_project_get_state (TrsProject *self)
{
  return self->data->state;
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
  return self->data->state == TRS_PROJECT_STATE_ERROR ? self->data->failed_in : TRS_PROJECT_STATE_UNKNOWN;
}

/**
 * trs_project_get_begun_at:
 * @self: a project
 *
 * Returns: when it was submitted as far as is known, in microseconds since the epoch, or 0
 */
gint64
trs_project_get_begun_at (TrsProject *self)
{
  return self->data->submitted_at != 0 ? self->data->submitted_at : self->data->created_at;
}

/**
 * trs_project_get_wire_id:
 * @self: a project
 *
 * Returns: its identifier as the service wrote it last, with which the service is asked
 */
const char *
trs_project_get_wire_id (TrsProject *self)
{
  return self->data->wire_id != NULL ? self->data->wire_id : self->data->id;
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
  return self->data->local_title != NULL ? self->data->local_title : self->data->title;
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
  return !self->pending && !trs_project_state_is_final (self->data->state);
}

/* @next_check_at is 0 if no request is due. */
void
trs_project_set_checked (TrsProject *self,
                         gint64      checked_at,
                         gint64      next_check_at)
{
  if (self->checked_at == checked_at && self->next_check_at == next_check_at)
    return;

  g_object_freeze_notify (G_OBJECT (self));
  if (self->checked_at != checked_at)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_CHECKED_AT]);
  if (self->next_check_at != next_check_at)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_NEXT_CHECK_AT]);
  self->checked_at = checked_at;
  self->next_check_at = next_check_at;
  g_object_thaw_notify (G_OBJECT (self));
  emit_changed (self, FALSE);
}

void
trs_project_set_watch (TrsProject      *self,
                       TrsProjectWatch  watch)
{
  gboolean dismissed = watch == TRS_PROJECT_WATCH_DISMISSED;
  gboolean unsaved;

  if (self->watch == watch)
    return;

  unsaved = self->data->dismissed != dismissed;
  self->watch = watch;
  self->data->dismissed = dismissed;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WATCH]);
  emit_changed (self, unsaved);
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
  g_return_if_fail (self->pending || candidates == NULL);

  if (g_set_object (&self->candidates, candidates))
    emit_changed (self, FALSE);
}

/**
 * trs_project_set_other_account:
 * @self: a pending project
 * @other_account: the account that it was submitted for, its number in the store, if that is not the one in use; or 0
 */
void
trs_project_set_other_account (TrsProject *self,
                               gint64      other_account)
{
  g_return_if_fail (self->pending || other_account == 0);

  self->other_account = other_account;
}

void
trs_project_set_requested_language (TrsProject *self,
                                    const char *language)
{
  if (trs_set_str (&self->data->requested_language, language))
    emit_changed (self, TRUE);
}

/* Has to be called before the first update, so that the first observed state counts as a transition. */
void
trs_project_set_submitted_at (TrsProject *self,
                              gint64      time)
{
  if (self->data->submitted_at == time)
    return;

  self->data->submitted_at = time;
  emit_changed (self, TRUE);
}

void
trs_project_set_unread (TrsProject *self,
                        gboolean    unread)
{
  if (self->data->unread == !!unread)
    return;

  self->data->unread = !!unread;
  emit_changed (self, TRUE);
}

void
trs_project_set_empty_text (TrsProject *self,
                            gboolean    empty_text)
{
  if (self->data->empty_text == !!empty_text)
    return;

  self->data->empty_text = !!empty_text;
  emit_changed (self, TRUE);
}

/* A title without visible characters counts as none. */
void
trs_project_set_local_title (TrsProject *self,
                             const char *local_title)
{
  gsize length = 0;
  const char *start = local_title != NULL ? trs_trim (local_title, &length) : NULL;
  g_autofree char *title = length > 0 ? g_strndup (start, length) : NULL;

  if (trs_set_str (&self->data->local_title, title))
    emit_changed (self, FALSE);
}

/* The note is saved exactly as typed, with its spaces; an empty one counts as none. */
void
trs_project_set_note (TrsProject *self,
                      const char *note)
{
  if (trs_set_str (&self->data->note, note != NULL && *note != '\0' ? note : NULL))
    emit_changed (self, FALSE);
}

/* Sets the reading position, which no view shows. Returns: whether it has changed */
gboolean
trs_project_set_place (TrsProject *self,
                       gint64      place,
                       gint64      caret)
{
  gboolean changed = self->data->place != place || self->data->caret != caret;

  self->data->place = place;
  self->data->caret = caret;
  return changed;
}

void
trs_project_set_missing_since (TrsProject *self,
                               gint64      missing_since)
{
  if (self->data->missing_since == missing_since)
    return;

  self->data->missing_since = missing_since;
  emit_changed (self, FALSE);
}

/**
 * trs_project_is_pending:
 * @self: a #TrsProject
 *
 * Returns: whether it is a submission with an unknown outcome
 */
gboolean
trs_project_is_pending (TrsProject *self)
{
  return self->pending;
}

/**
 * trs_project_get_checked_at:
 * @self: a #TrsProject
 *
 * Returns: when it was checked last, in microseconds since the epoch, or 0
 */
gint64
trs_project_get_checked_at (TrsProject *self)
{
  return self->checked_at;
}

/**
 * trs_project_get_next_check_at:
 * @self: a #TrsProject
 *
 * Returns: when it is checked next, in microseconds since the epoch; 0 if no
 *   request is due
 */
gint64
trs_project_get_next_check_at (TrsProject *self)
{
  return self->next_check_at;
}

/**
 * trs_project_get_watch:
 * @self: a #TrsProject
 *
 * Returns: what it is waited for
 */
TrsProjectWatch
trs_project_get_watch (TrsProject *self)
{
  return self->watch;
}

/**
 * trs_project_get_candidates:
 * @self: a #TrsProject
 *
 * Returns: (transfer none) (nullable): what a pending one may have become:
 *   #TrsProject objects of the same video
 */
GListModel *
trs_project_get_candidates (TrsProject *self)
{
  return self->candidates;
}

/**
 * trs_project_get_other_account:
 * @self: a #TrsProject
 *
 * Returns: the account that a pending one was submitted for, its number in the
 *   store, if that is not the one in use; else 0
 */
gint64
trs_project_get_other_account (TrsProject *self)
{
  return self->other_account;
}
