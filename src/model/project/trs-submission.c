/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submission.h"

#include "trs-compat.h"

struct _TrsSubmission
{
  GObject parent_instance;

  char *local_id;
  char *video_id;
  char *language;
  char *webhook_url;
  gint64 sent_at;
  gboolean resent;
  gboolean again;
  gboolean unchecked;

  TrsSubmissionOutcome outcome;
  GError *error;
  TrsProject *project;
};

enum
{
  PROP_0,
  PROP_OUTCOME,
  PROP_ERROR,
  PROP_PROJECT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_ENUM_TYPE (TrsSubmissionOutcome, trs_submission_outcome,
                    G_DEFINE_ENUM_VALUE (TRS_SUBMISSION_WAITING, "waiting"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMISSION_SENDING, "sending"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMISSION_ACCEPTED, "accepted"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMISSION_REFUSED, "refused"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMISSION_NOT_SENT, "not-sent"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMISSION_UNKNOWN, "unknown"),
                    G_DEFINE_ENUM_VALUE (TRS_SUBMISSION_HELD, "held"))

G_DEFINE_FINAL_TYPE (TrsSubmission, trs_submission, G_TYPE_OBJECT)

static void
trs_submission_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  TrsSubmission *self = TRS_SUBMISSION (object);

  switch (prop_id)
    {
    case PROP_OUTCOME:
      g_value_set_enum (value, (int) self->outcome);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_PROJECT:
      g_value_set_object (value, self->project);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_submission_finalize (GObject *object)
{
  TrsSubmission *self = TRS_SUBMISSION (object);

  g_free (self->local_id);
  g_free (self->video_id);
  g_free (self->language);
  g_free (self->webhook_url);
  g_clear_error (&self->error);
  g_clear_object (&self->project);

  G_OBJECT_CLASS (trs_submission_parent_class)->finalize (object);
}

static void
trs_submission_class_init (TrsSubmissionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_submission_get_property;
  object_class->finalize = trs_submission_finalize;

  props[PROP_OUTCOME] = g_param_spec_enum ("outcome", NULL, NULL, TRS_TYPE_SUBMISSION_OUTCOME, TRS_SUBMISSION_WAITING,
                                           flags);
  props[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  props[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, TRS_TYPE_PROJECT, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_submission_init (TrsSubmission *self)
{
  g_autofree char *uuid = g_uuid_string_random ();

  self->local_id = g_strconcat ("pending:", uuid, NULL);
}

/**
 * trs_submission_new:
 * @video_id: identifier of the video
 * @language: (nullable): BCP 47 tag, or %NULL or empty to have the language detected
 *
 * Returns: (transfer full): a submission that waits for its turn
 */
TrsSubmission *
trs_submission_new (const char *video_id,
                    const char *language)
{
  TrsSubmission *self = g_object_new (TRS_TYPE_SUBMISSION, NULL);

  self->video_id = g_strdup (video_id);
  if (language != NULL && *language != '\0')
    self->language = g_strdup (language);
  return self;
}

/**
 * trs_submission_new_stored:
 * @local_id: the identifier that an earlier run of the program gave it
 * @video_id: identifier of the video
 * @language: (nullable): BCP 47 tag, or %NULL or empty to have the language detected
 * @webhook_url: (nullable): the callback address that went out with it
 * @sent_at: when it was last sent, in microseconds since the epoch
 * @outcome: what became of it, as far as was known
 *
 * Notifies nobody, so that a worker may make it for the main thread.
 *
 * Returns: (transfer full): a submission that was stored
 */
TrsSubmission *
trs_submission_new_stored (const char           *local_id,
                           const char           *video_id,
                           const char           *language,
                           const char           *webhook_url,
                           gint64                sent_at,
                           TrsSubmissionOutcome  outcome)
{
  TrsSubmission *self = trs_submission_new (video_id, language);

  trs_set_str (&self->local_id, local_id);
  trs_set_str (&self->webhook_url, webhook_url);
  self->sent_at = sent_at;
  self->outcome = outcome;
  return self;
}

/**
 * trs_submission_set_again:
 * @self: a submission that waits for its turn
 * @again: whether the user wants it although the video was paid for before
 *
 * Without it, a video that is done, under way or perhaps accepted is not sent.
 */
void
trs_submission_set_again (TrsSubmission *self,
                          gboolean       again)
{
  self->again = again;
}

/**
 * trs_submission_set_unchecked:
 * @self: a submission that waits for its turn
 * @unchecked: whether the user wants it although the list of the account could
 *   not be read, which would tell whether the video was paid for before
 */
void
trs_submission_set_unchecked (TrsSubmission *self,
                              gboolean       unchecked)
{
  self->unchecked = unchecked;
}

/**
 * trs_submission_set_sending:
 * @self: a submission
 * @webhook_url: the callback address that goes out with it
 * @sent_at: microseconds since the epoch
 *
 * To be called before the request leaves.
 */
void
trs_submission_set_sending (TrsSubmission *self,
                            const char    *webhook_url,
                            gint64         sent_at)
{
  trs_set_str (&self->webhook_url, webhook_url);
  self->sent_at = sent_at;
  self->resent = self->outcome == TRS_SUBMISSION_UNKNOWN;

  trs_submission_set_outcome (self, TRS_SUBMISSION_SENDING, NULL, NULL);
}

/**
 * trs_submission_set_outcome:
 * @self: a submission
 * @outcome: what became of it
 * @error: (nullable): why it was not accepted
 * @project: (nullable): the project it became
 *
 * Takes the three together, so that nobody sees an outcome without its reason.
 */
void
trs_submission_set_outcome (TrsSubmission        *self,
                            TrsSubmissionOutcome  outcome,
                            const GError         *error,
                            TrsProject           *project)
{
  /* @error may be that of @self. */
  GError *copy = error != NULL ? g_error_copy (error) : NULL;

  g_object_freeze_notify (G_OBJECT (self));
  if (self->outcome != outcome)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OUTCOME]);
  if (self->error != NULL || copy != NULL)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ERROR]);
  if (g_set_object (&self->project, project))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PROJECT]);
  g_clear_error (&self->error);
  self->error = copy;
  self->outcome = outcome;
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * trs_submission_get_local_id:
 * @self: a #TrsSubmission
 *
 * Returns: (transfer none): an identifier made here, which begins with
 *   `pending:`
 */
const char *
trs_submission_get_local_id (TrsSubmission *self)
{
  return self->local_id;
}

/**
 * trs_submission_get_video_id:
 * @self: a #TrsSubmission
 *
 * Returns: (transfer none): identifier of the video
 */
const char *
trs_submission_get_video_id (TrsSubmission *self)
{
  return self->video_id;
}

/**
 * trs_submission_get_language:
 * @self: a #TrsSubmission
 *
 * Returns: (transfer none) (nullable): the language asked for, %NULL if it is
 *   to be detected
 */
const char *
trs_submission_get_language (TrsSubmission *self)
{
  return self->language;
}

/**
 * trs_submission_get_webhook_url:
 * @self: a #TrsSubmission
 *
 * Returns: (transfer none) (nullable): the callback address that went out with
 *   it
 */
const char *
trs_submission_get_webhook_url (TrsSubmission *self)
{
  return self->webhook_url;
}

/**
 * trs_submission_get_sent_at:
 * @self: a #TrsSubmission
 *
 * Returns: when it was last sent, in microseconds since the epoch, or 0
 */
gint64
trs_submission_get_sent_at (TrsSubmission *self)
{
  return self->sent_at;
}

/**
 * trs_submission_get_resent:
 * @self: a submission
 *
 * Returns: %TRUE if it leaves again after no answer came to an earlier request
 */
gboolean
trs_submission_get_resent (TrsSubmission *self)
{
  return self->resent;
}

/**
 * trs_submission_get_again:
 * @self: a #TrsSubmission
 *
 * Returns: whether the user wants it although the video was paid for before;
 *   otherwise a video that is done, under way or perhaps accepted is not sent
 */
gboolean
trs_submission_get_again (TrsSubmission *self)
{
  return self->again;
}

/**
 * trs_submission_get_unchecked:
 * @self: a #TrsSubmission
 *
 * Returns: whether the user wants it although the list of the account could not
 *   be read, which would tell
 */
gboolean
trs_submission_get_unchecked (TrsSubmission *self)
{
  return self->unchecked;
}

/**
 * trs_submission_get_outcome:
 * @self: a #TrsSubmission
 *
 * Returns: what became of it
 */
TrsSubmissionOutcome
trs_submission_get_outcome (TrsSubmission *self)
{
  return self->outcome;
}

/**
 * trs_submission_get_error:
 * @self: a #TrsSubmission
 *
 * Returns: (transfer none) (nullable): why it was not accepted
 */
const GError *
trs_submission_get_error (TrsSubmission *self)
{
  return self->error;
}

/**
 * trs_submission_get_project:
 * @self: a #TrsSubmission
 *
 * Returns: (transfer none) (nullable): the project it became; while the outcome
 *   is unknown, the pending one
 */
TrsProject *
trs_submission_get_project (TrsSubmission *self)
{
  return self->project;
}
