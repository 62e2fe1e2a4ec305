/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-private.h"

#include "trs-compat.h"

#define PENDING_PREFIX "pending:"

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

typedef enum
{
  FIELD_STRING,
  FIELD_TIME,
  FIELD_BOOLEAN,
  FIELD_STATE,
  FIELD_WATCH,
  FIELD_MODEL,
} FieldKind;

static const struct
{
  const char *name;
  FieldKind kind;
  gsize offset;
} fields[TRS_PROJECT_N_PROPS] = {
  [TRS_PROJECT_PROP_ID] = { "id", FIELD_STRING, G_STRUCT_OFFSET (TrsProject, id) },
  [TRS_PROJECT_PROP_PENDING] = { "pending", FIELD_BOOLEAN, G_STRUCT_OFFSET (TrsProject, pending) },
  [TRS_PROJECT_PROP_TITLE] = { "title", FIELD_STRING, G_STRUCT_OFFSET (TrsProject, title) },
  [TRS_PROJECT_PROP_VIDEO_ID] = { "video-id", FIELD_STRING, G_STRUCT_OFFSET (TrsProject, video_id) },
  [TRS_PROJECT_PROP_STATE] = { "state", FIELD_STATE, G_STRUCT_OFFSET (TrsProject, state) },
  [TRS_PROJECT_PROP_STATE_WORD] = { "state-word", FIELD_STRING, G_STRUCT_OFFSET (TrsProject, state_word) },
  [TRS_PROJECT_PROP_MESSAGE] = { "message", FIELD_STRING, G_STRUCT_OFFSET (TrsProject, message) },
  [TRS_PROJECT_PROP_VIDEO_LENGTH] = { "video-length", FIELD_TIME, G_STRUCT_OFFSET (TrsProject, video_length) },
  [TRS_PROJECT_PROP_CREATED_AT] = { "created-at", FIELD_TIME, G_STRUCT_OFFSET (TrsProject, created_at) },
  [TRS_PROJECT_PROP_LANGUAGE] = { "language", FIELD_STRING, G_STRUCT_OFFSET (TrsProject, language) },
  [TRS_PROJECT_PROP_EMPTY_TEXT] = { "empty-text", FIELD_BOOLEAN, G_STRUCT_OFFSET (TrsProject, empty_text) },
  [TRS_PROJECT_PROP_REQUESTED_LANGUAGE] = { "requested-language", FIELD_STRING,
                                            G_STRUCT_OFFSET (TrsProject, requested_language) },
  [TRS_PROJECT_PROP_SUBMITTED_AT] = { "submitted-at", FIELD_TIME, G_STRUCT_OFFSET (TrsProject, submitted_at) },
  [TRS_PROJECT_PROP_CHECKED_AT] = { "checked-at", FIELD_TIME, G_STRUCT_OFFSET (TrsProject, checked_at) },
  [TRS_PROJECT_PROP_NEXT_CHECK_AT] = { "next-check-at", FIELD_TIME, G_STRUCT_OFFSET (TrsProject, next_check_at) },
  [TRS_PROJECT_PROP_FETCHED_SEEN_AT] = { "fetched-seen-at", FIELD_TIME, G_STRUCT_OFFSET (TrsProject, fetched_seen_at) },
  [TRS_PROJECT_PROP_FINISHED_SEEN_AT] = { "finished-seen-at", FIELD_TIME,
                                          G_STRUCT_OFFSET (TrsProject, finished_seen_at) },
  [TRS_PROJECT_PROP_FAILED_IN] = { "failed-in", FIELD_STATE, G_STRUCT_OFFSET (TrsProject, failed_in) },
  [TRS_PROJECT_PROP_WATCH] = { "watch", FIELD_WATCH, G_STRUCT_OFFSET (TrsProject, watch) },
  [TRS_PROJECT_PROP_UNREAD] = { "unread", FIELD_BOOLEAN, G_STRUCT_OFFSET (TrsProject, unread) },
  [TRS_PROJECT_PROP_CANDIDATES] = { "candidates", FIELD_MODEL, G_STRUCT_OFFSET (TrsProject, candidates) },
  [TRS_PROJECT_PROP_LOCAL_TITLE] = { "local-title", FIELD_STRING, G_STRUCT_OFFSET (TrsProject, local_title) },
  [TRS_PROJECT_PROP_NOTE] = { "note", FIELD_STRING, G_STRUCT_OFFSET (TrsProject, note) },
  [TRS_PROJECT_PROP_MISSING_SINCE] = { "missing-since", FIELD_TIME, G_STRUCT_OFFSET (TrsProject, missing_since) },
};

static GParamSpec *properties[TRS_PROJECT_N_PROPS];

#define FIELD(Type, self, property) (&G_STRUCT_MEMBER (Type, (self), fields[property].offset))

gboolean
trs_project_put_string (TrsProject         *self,
                        TrsProjectProperty  property,
                        const char         *value)
{
  if (!trs_set_str (FIELD (char *, self, property), value))
    return FALSE;

  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  return TRUE;
}

gboolean
trs_project_put_time (TrsProject         *self,
                      TrsProjectProperty  property,
                      gint64              value)
{
  gint64 *field = FIELD (gint64, self, property);

  if (*field == value)
    return FALSE;

  *field = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  return TRUE;
}

gboolean
trs_project_put_int (TrsProject         *self,
                     TrsProjectProperty  property,
                     int                 value)
{
  int *field = FIELD (int, self, property);

  if (*field == value)
    return FALSE;

  *field = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  return TRUE;
}

gboolean
trs_project_put_model (TrsProject         *self,
                       TrsProjectProperty  property,
                       GListModel         *value)
{
  if (!g_set_object (FIELD (GListModel *, self, property), value))
    return FALSE;

  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  return TRUE;
}

static void
trs_project_get_property (GObject    *object,
                          guint       property,
                          GValue     *value,
                          GParamSpec *pspec)
{
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
trs_project_set_property (GObject      *object,
                          guint         property,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  TrsProject *self = TRS_PROJECT (object);

  switch (property)
    {
    case TRS_PROJECT_PROP_ID:
      self->id = g_value_dup_string (value);
      break;
    case TRS_PROJECT_PROP_PENDING:
      self->pending = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
    }
}

static void
trs_project_finalize (GObject *object)
{
  for (guint i = TRS_PROJECT_PROP_ID; i < TRS_PROJECT_N_PROPS; i++)
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
  object_class->set_property = trs_project_set_property;
  object_class->finalize = trs_project_finalize;

  for (guint i = TRS_PROJECT_PROP_ID; i < TRS_PROJECT_N_PROPS; i++)
    {
      GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

      if (i == TRS_PROJECT_PROP_ID || i == TRS_PROJECT_PROP_PENDING)
        flags |= G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY;
      properties[i] = make_pspec (fields[i].name, fields[i].kind, flags);
    }

  g_object_class_install_properties (object_class, TRS_PROJECT_N_PROPS, properties);
}

static void
trs_project_init (TrsProject *self)
{
  self->video_length = -1;
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
  g_return_val_if_fail (id != NULL, NULL);

  return g_object_new (TRS_TYPE_PROJECT, "id", id, NULL);
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

  self = g_object_new (TRS_TYPE_PROJECT, "id", id, "pending", TRUE, NULL);
  self->video_id = g_strdup (video_id);
  self->requested_language = g_strdup (language);
  return self;
}
