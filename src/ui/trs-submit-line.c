/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-line-private.h"

#include "trs-compat.h"
#include "trs-error.h"
#include "trs-duplicate-check.h"

enum
{
  PROP_WORDS = 1,
  PROP_WILL_SEND,
  PROP_HAS_ROW,
  PROP_SUBMIT_AGAIN,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsSubmitLine, trs_submit_line, G_TYPE_OBJECT)

static gboolean
outcome_can_be_sent (TrsSubmissionOutcome outcome)
{
  return outcome == TRS_SUBMISSION_REFUSED || outcome == TRS_SUBMISSION_NOT_SENT || outcome == TRS_SUBMISSION_HELD;
}

/* The session knew of the video what this line did not know yet. */
static gboolean
is_withheld (TrsSubmitLine *self)
{
  return self->submission != NULL && trs_submission_get_outcome (self->submission) == TRS_SUBMISSION_NOT_SENT &&
         g_error_matches (trs_submission_get_error (self->submission), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
}

static gboolean
reckon_will_send (TrsSubmitLine *self)
{
  switch (trs_submit_line_get_state (self))
    {
    case TRS_SUBMIT_LINE_UNUSABLE:
    case TRS_SUBMIT_LINE_DUPLICATE:
      return FALSE;
    case TRS_SUBMIT_LINE_KNOWN:
      return self->submit_again;
    case TRS_SUBMIT_LINE_READY:
      return TRUE;
    case TRS_SUBMIT_LINE_SENT:
      return outcome_can_be_sent (trs_submission_get_outcome (self->submission));
    }
  g_return_val_if_reached (FALSE);
}

/* Whatever is a problem, or asks something. */
static gboolean
reckon_has_row (TrsSubmitLine *self)
{
  switch (trs_submit_line_get_state (self))
    {
    case TRS_SUBMIT_LINE_UNUSABLE:
    case TRS_SUBMIT_LINE_DUPLICATE:
    case TRS_SUBMIT_LINE_KNOWN:
      return TRUE;
    case TRS_SUBMIT_LINE_READY:
      return self->known != NULL || self->refused_for != NULL;
    case TRS_SUBMIT_LINE_SENT:
      return self->row_stays || outcome_can_be_sent (trs_submission_get_outcome (self->submission)) ||
             trs_submission_get_outcome (self->submission) == TRS_SUBMISSION_UNKNOWN;
    }
  g_return_val_if_reached (TRUE);
}

static void
update (TrsSubmitLine *self)
{
  gboolean will_send = reckon_will_send (self);
  gboolean has_row = reckon_has_row (self);

  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WORDS]);
  if (has_row != self->has_row)
    {
      self->has_row = has_row;
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_HAS_ROW]);
    }
  if (will_send != self->will_send)
    {
      self->will_send = will_send;
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WILL_SEND]);
    }
}

static void
forget_known (TrsSubmitLine *self)
{
  if (self->known != NULL)
    g_signal_handlers_disconnect_by_data (self->known, self);
  g_clear_object (&self->known);
}

static void
forget_submission (TrsSubmitLine *self)
{
  if (self->submission != NULL)
    g_signal_handlers_disconnect_by_data (self->submission, self);
  g_clear_object (&self->submission);
}

static void
trs_submit_line_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  TrsSubmitLine *self = TRS_SUBMIT_LINE (object);

  switch (prop_id)
    {
    case PROP_WORDS:
      g_value_take_string (value, trs_submit_line_dup_words (self));
      break;
    case PROP_WILL_SEND:
      g_value_set_boolean (value, self->will_send);
      break;
    case PROP_HAS_ROW:
      g_value_set_boolean (value, self->has_row);
      break;
    case PROP_SUBMIT_AGAIN:
      g_value_set_boolean (value, self->submit_again);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_submit_line_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_SUBMIT_AGAIN:
      trs_submit_line_set_submit_again (TRS_SUBMIT_LINE (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_submit_line_finalize (GObject *object)
{
  TrsSubmitLine *self = TRS_SUBMIT_LINE (object);

  forget_known (self);
  forget_submission (self);
  g_free (self->text);
  g_free (self->video_id);
  g_free (self->language);
  g_free (self->refused_for);
  G_OBJECT_CLASS (trs_submit_line_parent_class)->finalize (object);
}

static void
trs_submit_line_class_init (TrsSubmitLineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_submit_line_get_property;
  object_class->set_property = trs_submit_line_set_property;
  object_class->finalize = trs_submit_line_finalize;

  props[PROP_WORDS] = g_param_spec_string ("words", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_WILL_SEND] = g_param_spec_boolean ("will-send", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_HAS_ROW] = g_param_spec_boolean ("has-row", NULL, NULL, FALSE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_SUBMIT_AGAIN] = g_param_spec_boolean ("submit-again", NULL, NULL, FALSE,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                   G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_submit_line_init (TrsSubmitLine *self)
{
}

/**
 * trs_submit_line_new:
 * @text: a line as typed
 *
 * Returns: (transfer full): the line, understood as far as it can be by itself
 */
TrsSubmitLine *
trs_submit_line_new (const char *text)
{
  TrsSubmitLine *self;

  g_return_val_if_fail (text != NULL, NULL);

  self = g_object_new (TRS_TYPE_SUBMIT_LINE, NULL);
  self->text = g_strstrip (g_strdup (text));
  self->kind = trs_video_ref_parse (self->text, &self->video_id);
  self->will_send = reckon_will_send (self);
  self->has_row = reckon_has_row (self);
  return self;
}

/**
 * trs_submit_line_get_text:
 * @self: a line
 *
 * Returns: (transfer none): the line as typed, without blanks around it
 */
const char *
trs_submit_line_get_text (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);
  return self->text;
}

/**
 * trs_submit_line_get_video_id:
 * @self: a line
 *
 * Returns: (transfer none) (nullable): identifier of its video
 */
const char *
trs_submit_line_get_video_id (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);
  return self->kind != TRS_VIDEO_REF_NONE ? self->video_id : NULL;
}

/**
 * trs_submit_line_get_state:
 * @self: a line
 *
 * Returns: what is to be said of the line
 */
TrsSubmitLineState
trs_submit_line_get_state (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), TRS_SUBMIT_LINE_UNUSABLE);

  if (self->kind == TRS_VIDEO_REF_NONE)
    return TRS_SUBMIT_LINE_UNUSABLE;
  if (self->duplicate_of != 0)
    return TRS_SUBMIT_LINE_DUPLICATE;
  if (is_withheld (self))
    return TRS_SUBMIT_LINE_KNOWN;
  if (self->submission != NULL)
    return TRS_SUBMIT_LINE_SENT;
  if (self->known != NULL && trs_duplicate_check_holds (self->known))
    return TRS_SUBMIT_LINE_KNOWN;
  return TRS_SUBMIT_LINE_READY;
}

/**
 * trs_submit_line_get_number:
 * @self: a line
 *
 * Returns: its number in the entry, from 1
 */
guint
trs_submit_line_get_number (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), 0);
  return self->number;
}

/**
 * trs_submit_line_get_known:
 * @self: a line
 *
 * Returns: (transfer none) (nullable): the project that there is of the video
 */
TrsProject *
trs_submit_line_get_known (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);

  if (is_withheld (self))
    return trs_submission_get_project (self->submission);
  return self->known;
}

/**
 * trs_submit_line_get_submission:
 * @self: a line
 *
 * Returns: (transfer none) (nullable): what was sent for it from this dialog
 */
TrsSubmission *
trs_submit_line_get_submission (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);
  return self->submission;
}

/**
 * trs_submit_line_get_submit_again:
 * @self: a line
 *
 * Returns: whether the user wants it sent although the video is known
 */
gboolean
trs_submit_line_get_submit_again (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), FALSE);
  return self->submit_again;
}

/**
 * trs_submit_line_get_will_send:
 * @self: a line
 *
 * Returns: whether "Transcribe" sends it
 */
gboolean
trs_submit_line_get_will_send (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), FALSE);
  return self->will_send;
}

/**
 * trs_submit_line_get_has_row:
 * @self: a line
 *
 * Returns: whether there is something to be said of it: a problem or a question
 */
gboolean
trs_submit_line_get_has_row (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), FALSE);
  return self->has_row;
}

/**
 * trs_submit_line_get_refused_for:
 * @self: a line
 *
 * Returns: (transfer none) (nullable): why its video was refused the last time
 */
const char *
trs_submit_line_get_refused_for (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);
  return self->refused_for;
}

/**
 * trs_submit_line_set_refused_for:
 * @self: a line
 * @reason: (nullable): why its video was refused the last time
 */
void
trs_submit_line_set_refused_for (TrsSubmitLine *self,
                                 const char    *reason)
{
  g_return_if_fail (TRS_IS_SUBMIT_LINE (self));

  if (trs_set_str (&self->refused_for, reason))
    update (self);
}

/**
 * trs_submit_line_set_free:
 * @self: a line
 * @free: whether its account costs nothing, so that nothing is said of money
 */
void
trs_submit_line_set_free (TrsSubmitLine *self,
                          gboolean       free)
{
  g_return_if_fail (TRS_IS_SUBMIT_LINE (self));

  self->free = free;
}

/**
 * trs_submit_line_set_place:
 * @self: a line
 * @number: its number, from 1
 * @duplicate_of: number of the line above with the same video, or 0
 */
void
trs_submit_line_set_place (TrsSubmitLine *self,
                           guint          number,
                           guint          duplicate_of)
{
  g_return_if_fail (TRS_IS_SUBMIT_LINE (self));

  if (self->number == number && self->duplicate_of == duplicate_of)
    return;
  self->number = number;
  self->duplicate_of = duplicate_of;
  update (self);
}

/**
 * trs_submit_line_set_known:
 * @self: a line
 * @known: (nullable): the project that there is of its video
 */
void
trs_submit_line_set_known (TrsSubmitLine *self,
                           TrsProject    *known)
{
  g_return_if_fail (TRS_IS_SUBMIT_LINE (self));

  if (self->known == known)
    return;
  forget_known (self);
  if (known != NULL)
    {
      self->known = g_object_ref (known);
      g_signal_connect_swapped (known, "notify", G_CALLBACK (update), self);
    }
  update (self);
}

/**
 * trs_submit_line_set_language:
 * @self: a line
 * @language: (nullable): the language that is asked for
 */
void
trs_submit_line_set_language (TrsSubmitLine *self,
                              const char    *language)
{
  g_return_if_fail (TRS_IS_SUBMIT_LINE (self));

  if (trs_set_str (&self->language, language))
    update (self);
}

/**
 * trs_submit_line_set_submission:
 * @self: a line
 * @submission: (nullable): what is sent for it
 */
void
trs_submit_line_set_submission (TrsSubmitLine *self,
                                TrsSubmission *submission)
{
  g_return_if_fail (TRS_IS_SUBMIT_LINE (self));

  if (self->submission == submission)
    return;
  /* What is told of a line goes on being told in the same place. */
  self->row_stays = submission != NULL && self->has_row;
  forget_submission (self);
  if (submission != NULL)
    {
      self->submission = g_object_ref (submission);
      g_signal_connect_swapped (submission, "notify", G_CALLBACK (update), self);
    }
  update (self);
}

/**
 * trs_submit_line_set_submit_again:
 * @self: a line
 * @submit_again: whether it is to be sent although the video is known
 */
void
trs_submit_line_set_submit_again (TrsSubmitLine *self,
                                  gboolean       submit_again)
{
  g_return_if_fail (TRS_IS_SUBMIT_LINE (self));

  submit_again = !!submit_again;
  if (self->submit_again == submit_again)
    return;
  self->submit_again = submit_again;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SUBMIT_AGAIN]);
  update (self);
}
