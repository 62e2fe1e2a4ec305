/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-line.h"

#include "trs-compat.h"
#include "trs-display-text.h"
#include "trs-submitter.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-project-strings.h"
#include "trs-strings.h"
#include "trs-video-ref.h"

struct _TrsSubmitLine
{
  GObject parent_instance;

  char *text;
  char *video_id;
  guint duplicate_of;
  char *language;
  TrsProject *known;
  TrsSubmission *submission;
  char *refused_for;
  gboolean submit_again;
  gboolean is_id;
  gboolean row_stays;
  gboolean came_back;

  /* handlers on the project and the submission */
  GSignalGroup *of_known;
  GSignalGroup *of_submission;
};

enum
{
  PROP_0,
  PROP_TEXT,
  PROP_DUPLICATE_OF,
  PROP_LANGUAGE,
  PROP_KNOWN,
  PROP_SUBMISSION,
  PROP_REFUSED_FOR,
  PROP_SUBMIT_AGAIN,
  PROP_IS_ID,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsSubmitLine, trs_submit_line, G_TYPE_OBJECT)

static char *
describe_unusable (const char *text)
{
  g_autofree char *host = NULL;

  switch (trs_pasted_links_get_trouble (text, &host))
    {
    case TRS_PASTED_PLAYLIST:
      return g_strdup (_("This is a playlist. Paste the links to its videos instead."));
    case TRS_PASTED_FILE:
      return g_strdup (_("This is a file. To transcribe it, use “Transcribe Files on This Computer…” in the menu."));
    case TRS_PASTED_SITE:
      /* Translators: %s is the name of a server, "www.example.org". */
      return g_strdup_printf (_("No video the service can use at %s"), host);
    case TRS_PASTED_TEXT:
    default:
      return g_strdup (_("Not a link this service can use"));
    }
}

static char *
describe_transcribed (TrsProject *project,
                      const char *language,
                      const char *date)
{
  const char *done_in = trs_project_get_data (project)->language;
  g_autofree char *name = NULL;

  /* The known transcript may be in another language: name it. */
  if (language != NULL && done_in != NULL && g_ascii_strcasecmp (language, done_in) != 0)
    {
      g_autofree char *raw = trs_language_tag_get_name (done_in);

      name = trs_display_text_line (raw);
    }

  if (date != NULL && name != NULL)
    /* Translators: the first %s is a day, the second a language. */
    return g_strdup_printf (_("Transcribed on %s in %s"), date, name);
  if (date != NULL)
    /* Translators: %s is a date. */
    return g_strdup_printf (_("Transcribed on %s"), date);
  /* Translators: state of a video that the user wants to submit. */
  return g_strdup (_("Already transcribed"));
}

static char *
describe_known (TrsProject *project,
                const char *language)
{
  const TrsProjectData *data = trs_project_get_data (project);
  gint64 begun = trs_project_get_begun_at (project);
  g_autofree char *date = begun != 0 ? trs_strings_date_long (begun) : NULL;
  TrsProjectState state = trs_project_get_state (project);

  if (trs_project_get_other_account (project) != 0)
    return g_strdup (_("Sent from another account; the service never confirmed it"));
  if (trs_project_is_pending (project))
    return g_strdup (_("Sent before, but not known if accepted"));
  if (state == TRS_PROJECT_STATE_DONE)
    return describe_transcribed (project, language, date);
  if (state == TRS_PROJECT_STATE_ERROR)
    /* Translators: %s is a date. */
    return date != NULL ? g_strdup_printf (_("Ready to retry · failed on %s"), date)
                        : g_strdup (_("Ready to retry · failed before"));
  /* The video is known only from the submission by this line. */
  if (state == TRS_PROJECT_STATE_UNKNOWN && data->state_word == NULL && data->submitted_at != 0)
    /* Translators: %s is a date. */
    return g_strdup_printf (_("Submitted on %s"), date);
  /* Translators: state of a video that the user wants to submit. */
  return g_strdup (_("Being transcribed"));
}

/* Returns: a few words on why a video was rejected or not sent */
static char *
describe_error (const GError *error)
{
  const char *server_message = error != NULL ? trs_error_get_server_message (error) : NULL;
  g_autoptr (TrsErrorText) text = NULL;
  g_autofree char *said = NULL;

  if (error == NULL)
    return NULL;
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND))
    return g_strdup (_("Video not found (private, deleted or mistyped)"));
  if (trs_error_get_retry_after (error) > 0)
    {
      g_autofree char *wait = trs_strings_duration (trs_error_get_retry_after (error));

      /* Translators: %s is a length of time, "30 s". */
      return g_strdup_printf (_("Too many requests, try again in %s"), wait);
    }

  text = trs_error_text_new (error);
  if (server_message == NULL || *server_message == '\0')
    return g_strdup (text->title);

  said = trs_display_text_line (server_message);
  /* Translators: the first %s is what happened, the second what the service says. */
  return g_strdup_printf (_("%s (“%s”)"), text->title, said);
}

/* Whenever credits might have been used, say that they were not. */
static char *
nothing_spent (const char *description)
{
  g_autofree char *sentence = trs_strings_sentence (description);

  if (trs_strings_get_free ())
    return g_strdup (description);
  return trs_strings_sentences (sentence, _("No credits used."));
}

static char *
describe_not_sent (const GError *error)
{
  g_autofree char *reason = NULL;

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE))
    return g_strdup (_("Not sent: the service can’t be reached"));
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY))
    return g_strdup (_("Not sent: the API key is missing"));
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_LIST_UNCHECKED))
    return g_strdup (_("Not sent: your earlier videos could not all be checked"));
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_DURABLE))
    return g_strdup (_("Not sent: nothing can be saved here"));
  reason = describe_error (error);
  if (reason == NULL)
    return g_strdup (_("Not sent"));
  /* Translators: %s is a reason, "The service did not answer in time". */
  return g_strdup_printf (_("Not sent: %s"), reason);
}

static char *
describe_outcome (TrsSubmission *submission)
{
  static const char *const descriptions[] = {
    [TRS_SUBMISSION_WAITING] = N_("Waiting for its turn"),
    /* Translators: state of a video that is being submitted. */
    [TRS_SUBMISSION_SENDING] = N_("Submitting…"),
    /* Translators: state of a video: the service has accepted it. */
    [TRS_SUBMISSION_ACCEPTED] = N_("Submitted"),
    [TRS_SUBMISSION_REFUSED] = N_("Refused by the service"),
    [TRS_SUBMISSION_UNKNOWN] = N_("Not known if accepted, so not submitted again"),
    [TRS_SUBMISSION_HELD] = N_("Not sent yet"),
  };
  const GError *error = trs_submission_get_error (submission);
  TrsSubmissionOutcome outcome = trs_submission_get_outcome (submission);
  g_autofree char *reason = outcome == TRS_SUBMISSION_REFUSED    ? describe_error (error)
                            : outcome == TRS_SUBMISSION_NOT_SENT ? describe_not_sent (error)
                                                                 : NULL;

  if (outcome == TRS_SUBMISSION_REFUSED || outcome == TRS_SUBMISSION_NOT_SENT)
    return nothing_spent (reason != NULL ? reason : _(descriptions[outcome]));
  return g_strdup (_(descriptions[outcome]));
}

static gboolean
has_outcome (TrsSubmitLine        *self,
             TrsSubmissionOutcome  outcome)
{
  return self->submission != NULL && trs_submission_get_outcome (self->submission) == outcome;
}

static gboolean
can_be_sent_again (TrsSubmitLine *self)
{
  return has_outcome (self, TRS_SUBMISSION_REFUSED) || has_outcome (self, TRS_SUBMISSION_NOT_SENT) ||
         has_outcome (self, TRS_SUBMISSION_HELD);
}

/* Key, limits and address concern any video, and may be in order again. */
static gboolean
was_refused_for_itself (TrsSubmitLine *self)
{
  const GError *error = self->submission != NULL ? trs_submission_get_error (self->submission) : NULL;

  return has_outcome (self, TRS_SUBMISSION_REFUSED) &&
         (g_error_matches (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND) ||
          g_error_matches (error, TRS_ERROR, TRS_ERROR_INVALID_REQUEST));
}

/* The submitter detected the duplicate before this line did. */
static gboolean
is_withheld (TrsSubmitLine *self)
{
  return has_outcome (self, TRS_SUBMISSION_NOT_SENT) &&
         g_error_matches (trs_submission_get_error (self->submission), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
}

/* Returns: (transfer none) (nullable): the project of a known video; a duplicate that was held back may have none
 * yet */
static TrsProject *
get_known (TrsSubmitLine *self)
{
  return is_withheld (self) && trs_submission_get_project (self->submission) != NULL
             ? trs_submission_get_project (self->submission)
             : self->known;
}

/**
 * trs_submit_line_dup_refusal:
 * @self: a line
 *
 * Returns: (transfer full) (nullable): why its video was refused just now; %NULL also where the reason was not the
 *   video, as with too little credit, of which there may be enough the next time
 */
char *
trs_submit_line_dup_refusal (TrsSubmitLine *self)
{
  return was_refused_for_itself (self) ? describe_error (trs_submission_get_error (self->submission)) : NULL;
}

static void
notify (TrsSubmitLine *self,
        guint          id)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[id]);
}

static void
known_changed_cb (TrsSubmitLine *self)
{
  notify (self, PROP_KNOWN);
}

static void
submission_changed_cb (TrsSubmitLine *self)
{
  notify (self, PROP_SUBMISSION);
}

static void
trs_submit_line_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  TrsSubmitLine *self = TRS_SUBMIT_LINE (object);

  switch (id)
    {
    case PROP_TEXT:
      g_value_set_string (value, self->text);
      break;
    case PROP_DUPLICATE_OF:
      g_value_set_uint (value, self->duplicate_of);
      break;
    case PROP_LANGUAGE:
      g_value_set_string (value, self->language);
      break;
    case PROP_KNOWN:
      g_value_set_object (value, self->known);
      break;
    case PROP_SUBMISSION:
      g_value_set_object (value, self->submission);
      break;
    case PROP_REFUSED_FOR:
      g_value_set_string (value, self->refused_for);
      break;
    case PROP_SUBMIT_AGAIN:
      g_value_set_boolean (value, self->submit_again);
      break;
    case PROP_IS_ID:
      g_value_set_boolean (value, self->is_id);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_submit_line_finalize (GObject *object)
{
  TrsSubmitLine *self = TRS_SUBMIT_LINE (object);

  g_clear_object (&self->of_known);
  g_clear_object (&self->of_submission);
  g_clear_object (&self->known);
  g_clear_object (&self->submission);
  g_free (self->text);
  g_free (self->video_id);
  g_free (self->language);
  g_free (self->refused_for);
  G_OBJECT_CLASS (trs_submit_line_parent_class)->finalize (object);
}

static void
trs_submit_line_class_init (TrsSubmitLineClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_submit_line_get_property;
  object_class->finalize = trs_submit_line_finalize;

  props[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, flags);
  props[PROP_DUPLICATE_OF] = g_param_spec_uint ("duplicate-of", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_LANGUAGE] = g_param_spec_string ("language", NULL, NULL, NULL, flags);
  props[PROP_KNOWN] = g_param_spec_object ("known", NULL, NULL, TRS_TYPE_PROJECT, flags);
  props[PROP_SUBMISSION] = g_param_spec_object ("submission", NULL, NULL, TRS_TYPE_SUBMISSION, flags);
  props[PROP_REFUSED_FOR] = g_param_spec_string ("refused-for", NULL, NULL, NULL, flags);
  props[PROP_SUBMIT_AGAIN] = g_param_spec_boolean ("submit-again", NULL, NULL, FALSE, flags);
  props[PROP_IS_ID] = g_param_spec_boolean ("is-id", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_submit_line_init (TrsSubmitLine *self)
{
  self->of_known = g_signal_group_new (TRS_TYPE_PROJECT);
  g_signal_group_connect_swapped (self->of_known, "changed", G_CALLBACK (known_changed_cb), self);
  self->of_submission = g_signal_group_new (TRS_TYPE_SUBMISSION);
  g_signal_group_connect_swapped (self->of_submission, "notify::outcome", G_CALLBACK (submission_changed_cb), self);
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
  TrsSubmitLine *self = g_object_new (TRS_TYPE_SUBMIT_LINE, NULL);

  self->text = g_strstrip (g_strdup (text));
  trs_video_ref_parse (self->text, &self->video_id);
  return self;
}

/**
 * trs_submit_line_set_text:
 * @self: a line
 * @text: the line as typed, without spaces around it
 */
void
trs_submit_line_set_text (TrsSubmitLine *self,
                          const char    *text)
{
  if (trs_set_str (&self->text, text))
    notify (self, PROP_TEXT);
}

/**
 * trs_submit_line_set_duplicate_of:
 * @self: a line
 * @duplicate_of: number of the line with the same video above it, 0 if there is none
 */
void
trs_submit_line_set_duplicate_of (TrsSubmitLine *self,
                                  guint          duplicate_of)
{
  if (self->duplicate_of == duplicate_of)
    return;
  self->duplicate_of = duplicate_of;
  notify (self, PROP_DUPLICATE_OF);
}

/**
 * trs_submit_line_set_language:
 * @self: a line
 * @language: (nullable): the tag that is chosen for all
 */
void
trs_submit_line_set_language (TrsSubmitLine *self,
                              const char    *language)
{
  if (trs_set_str (&self->language, language))
    notify (self, PROP_LANGUAGE);
}

/**
 * trs_submit_line_set_known:
 * @self: a line
 * @known: (nullable): the project that there is of the video already
 */
void
trs_submit_line_set_known (TrsSubmitLine *self,
                           TrsProject    *known)
{
  if (!g_set_object (&self->known, known))
    return;
  g_signal_group_set_target (self->of_known, known);
  notify (self, PROP_KNOWN);
}

/**
 * trs_submit_line_set_submission:
 * @self: a line
 * @submission: (nullable): what was sent for it from this dialog
 */
void
trs_submit_line_set_submission (TrsSubmitLine *self,
                                TrsSubmission *submission)
{
  if (!g_set_object (&self->submission, submission))
    return;
  g_signal_group_set_target (self->of_submission, submission);
  notify (self, PROP_SUBMISSION);
}

/**
 * trs_submit_line_set_refused_for:
 * @self: a line
 * @refused_for: (nullable): why its video was refused the last time
 */
void
trs_submit_line_set_refused_for (TrsSubmitLine *self,
                                 const char    *refused_for)
{
  if (trs_set_str (&self->refused_for, refused_for))
    notify (self, PROP_REFUSED_FOR);
}

/**
 * trs_submit_line_set_submit_again:
 * @self: a line
 * @submit_again: whether it is to be sent although its video is known
 */
void
trs_submit_line_set_submit_again (TrsSubmitLine *self,
                                  gboolean       submit_again)
{
  if (self->submit_again == submit_again)
    return;
  self->submit_again = submit_again;
  notify (self, PROP_SUBMIT_AGAIN);
}

/**
 * trs_submit_line_set_is_id:
 * @self: a line
 * @is_id: whether the user said that what could be a word is an identifier
 */
void
trs_submit_line_set_is_id (TrsSubmitLine *self,
                           gboolean       is_id)
{
  if (self->is_id == is_id)
    return;
  self->is_id = is_id;
  notify (self, PROP_IS_ID);
}

/**
 * trs_submit_line_set_row_stays:
 * @self: a line
 * @row_stays: whether it keeps its row whatever becomes of the submission
 */
void
trs_submit_line_set_row_stays (TrsSubmitLine *self,
                               gboolean       row_stays)
{
  self->row_stays = row_stays;
}

/**
 * trs_submit_line_set_came_back:
 * @self: a line
 *
 * Notes that it was left from the last time.
 */
void
trs_submit_line_set_came_back (TrsSubmitLine *self)
{
  self->came_back = TRUE;
}

TrsSubmitLineState
trs_submit_line_get_state (TrsSubmitLine *self)
{
  if (self->video_id == NULL)
    return TRS_SUBMIT_LINE_UNUSABLE;
  if (self->duplicate_of != 0)
    return TRS_SUBMIT_LINE_DUPLICATE;
  if (is_withheld (self))
    return TRS_SUBMIT_LINE_KNOWN;
  if (self->submission != NULL)
    return TRS_SUBMIT_LINE_SENT;
  if (self->known != NULL && trs_submitter_is_duplicate_of (self->known))
    return TRS_SUBMIT_LINE_KNOWN;
  if (self->known == NULL && trs_video_ref_is_word (self->text))
    return TRS_SUBMIT_LINE_WORD;
  return TRS_SUBMIT_LINE_READY;
}

/**
 * trs_submit_line_get_can_retry:
 * @self: a line
 *
 * Returns: whether it was sent in vain, now or the last time, and may be sent once more, by itself
 */
gboolean
trs_submit_line_get_can_retry (TrsSubmitLine *self)
{
  TrsSubmitLineState state = trs_submit_line_get_state (self);

  if (state == TRS_SUBMIT_LINE_READY)
    return self->refused_for != NULL;
  return state == TRS_SUBMIT_LINE_SENT && can_be_sent_again (self);
}

/* A video that was refused, or for which there was too little credit, is not sent along with others: it would fail
 * again. */
gboolean
trs_submit_line_get_will_send (TrsSubmitLine *self)
{
  TrsSubmitLineState state = trs_submit_line_get_state (self);

  if (state == TRS_SUBMIT_LINE_SENT)
    return can_be_sent_again (self) && !was_refused_for_itself (self) &&
           !g_error_matches (trs_submission_get_error (self->submission), TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT);
  return (state == TRS_SUBMIT_LINE_READY && self->refused_for == NULL) ||
         (state == TRS_SUBMIT_LINE_KNOWN && self->submit_again) ||
         (state == TRS_SUBMIT_LINE_WORD && self->is_id);
}

/**
 * trs_submit_line_get_needs_key:
 * @self: a line
 *
 * Returns: whether it was not sent because there is no key
 */
gboolean
trs_submit_line_get_needs_key (TrsSubmitLine *self)
{
  return has_outcome (self, TRS_SUBMISSION_NOT_SENT) &&
         g_error_matches (trs_submission_get_error (self->submission), TRS_ERROR, TRS_ERROR_NO_KEY);
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
  TrsSubmitLineState state = trs_submit_line_get_state (self);

  if (state == TRS_SUBMIT_LINE_READY)
    return self->known != NULL || self->refused_for != NULL;
  return state != TRS_SUBMIT_LINE_SENT || self->row_stays || can_be_sent_again (self) ||
         has_outcome (self, TRS_SUBMISSION_UNKNOWN);
}

/**
 * trs_submit_line_get_in_vain:
 * @self: a line
 *
 * What cannot be sent as it stands comes back once, because it may have been
 * typed by halves, and not each time that something is to be submitted.
 *
 * Returns: whether it was left from the last time and still cannot be sent
 */
gboolean
trs_submit_line_get_in_vain (TrsSubmitLine *self)
{
  TrsSubmitLineState state = trs_submit_line_get_state (self);

  return self->came_back && !trs_submit_line_get_will_send (self) &&
         (state == TRS_SUBMIT_LINE_UNUSABLE || state == TRS_SUBMIT_LINE_WORD || state == TRS_SUBMIT_LINE_READY);
}

/**
 * trs_submit_line_get_unsent:
 * @self: a line
 *
 * What is under way counts as unsent: after a crash it is in the draft again,
 * and the duplicate check finds it if it was accepted.
 *
 * Returns: whether it is for the next time
 */
gboolean
trs_submit_line_get_unsent (TrsSubmitLine *self)
{
  TrsSubmitLineState state = trs_submit_line_get_state (self);

  if (state == TRS_SUBMIT_LINE_KNOWN)
    return self->submit_again || is_withheld (self);
  if (state == TRS_SUBMIT_LINE_SENT)
    return !has_outcome (self, TRS_SUBMISSION_ACCEPTED) && !has_outcome (self, TRS_SUBMISSION_UNKNOWN);
  return state != TRS_SUBMIT_LINE_DUPLICATE && !trs_submit_line_get_in_vain (self);
}

/**
 * trs_submit_line_dup_title:
 * @self: a line
 *
 * Returns: (transfer full): the title of a known project, else the identifier, else what was typed; no markup
 */
char *
trs_submit_line_dup_title (TrsSubmitLine *self)
{
  TrsProject *project = trs_submit_line_get_state (self) == TRS_SUBMIT_LINE_KNOWN ? get_known (self)
                                                                                  : trs_submit_line_get_target (self);

  if (project != NULL)
    return trs_project_strings_title (project);
  return trs_display_text_line (self->video_id != NULL ? self->video_id : self->text);
}

/**
 * trs_submit_line_dup_description:
 * @self: a line
 *
 * Returns: (transfer full): what is to be said of it; no markup
 */
char *
trs_submit_line_dup_description (TrsSubmitLine *self)
{
  switch (trs_submit_line_get_state (self))
    {
    case TRS_SUBMIT_LINE_UNUSABLE:
      return describe_unusable (self->text);
    case TRS_SUBMIT_LINE_DUPLICATE:
      /* Translators: %s is the identifier of a video, which stands in a line above this one as well. */
      return g_strdup_printf (_("Same as %s above"), self->video_id);
    case TRS_SUBMIT_LINE_KNOWN:
      /* Another program on this computer has just submitted it, and its project is not known here yet. */
      return get_known (self) != NULL ? describe_known (get_known (self), self->language)
                                      : g_strdup (_("Submitted just now, in another window or a command"));
    case TRS_SUBMIT_LINE_WORD:
      return self->refused_for == NULL ? g_strdup (_("A word, or the ID of a video?"))
                                       : g_strdup_printf (_("Refused last time: %s"), self->refused_for);
    case TRS_SUBMIT_LINE_READY:
      if (self->known != NULL)
        return describe_known (self->known, self->language);
      if (self->refused_for == NULL)
        /* Translators: state of a video: it can be submitted. */
        return g_strdup (_("Ready"));
      /* Translators: %s is a reason, "Video not found". */
      return g_strdup_printf (_("Refused last time: %s"), self->refused_for);
    case TRS_SUBMIT_LINE_SENT:
      return describe_outcome (self->submission);
    }
  g_return_val_if_reached (NULL);
}

/**
 * trs_submit_line_get_target:
 * @self: a line
 *
 * Returns: (transfer none) (nullable): the project that "Open" leads to; one
 *   that was removed from this computer, or is that of another account, cannot
 *   be opened
 */
TrsProject *
trs_submit_line_get_target (TrsSubmitLine *self)
{
  TrsSubmitLineState state = trs_submit_line_get_state (self);

  if (state == TRS_SUBMIT_LINE_SENT)
    return trs_submission_get_project (self->submission);
  if (state != TRS_SUBMIT_LINE_KNOWN || self->known == NULL || trs_project_get_data (self->known)->hidden ||
      trs_project_get_other_account (self->known) != 0)
    return NULL;
  return self->known;
}

/**
 * trs_submit_line_get_look:
 * @self: a line
 *
 * Returns: the icon of its row, and the style class of that
 */
TrsSubmitLineLook
trs_submit_line_get_look (TrsSubmitLine *self)
{
  static const TrsSubmitLineLook looks[] = {
    [TRS_SUBMIT_LINE_UNUSABLE] = { "dialog-error-symbolic", "failed" },
    [TRS_SUBMIT_LINE_DUPLICATE] = { "list-remove-symbolic", "quiet" },
    [TRS_SUBMIT_LINE_KNOWN] = { "document-open-recent-symbolic", "halted" },
    [TRS_SUBMIT_LINE_WORD] = { "dialog-question-symbolic", "halted" },
    [TRS_SUBMIT_LINE_READY] = { "object-select-symbolic", "success" },
  };
  static const TrsSubmitLineLook sent[] = {
    [TRS_SUBMISSION_WAITING] = { "document-send-symbolic", "working" },
    [TRS_SUBMISSION_SENDING] = { "document-send-symbolic", "working" },
    [TRS_SUBMISSION_ACCEPTED] = { "object-select-symbolic", "success" },
    [TRS_SUBMISSION_REFUSED] = { "dialog-error-symbolic", "failed" },
    [TRS_SUBMISSION_NOT_SENT] = { "media-playback-pause-symbolic", "halted" },
    [TRS_SUBMISSION_HELD] = { "media-playback-pause-symbolic", "halted" },
    [TRS_SUBMISSION_UNKNOWN] = { "dialog-question-symbolic", "halted" },
  };
  TrsSubmitLineState state = trs_submit_line_get_state (self);

  if (state == TRS_SUBMIT_LINE_SENT)
    return sent[trs_submission_get_outcome (self->submission)];
  if (state == TRS_SUBMIT_LINE_KNOWN && get_known (self) != NULL && trs_project_is_pending (get_known (self)))
    return sent[TRS_SUBMISSION_UNKNOWN];
  if (state == TRS_SUBMIT_LINE_READY && self->refused_for != NULL)
    return (TrsSubmitLineLook) { "dialog-warning-symbolic", "halted" };
  return looks[state];
}

/**
 * trs_submit_line_get_text:
 * @self: a #TrsSubmitLine
 *
 * Returns: (transfer none): the line as typed, without spaces around it
 */
const char *
trs_submit_line_get_text (TrsSubmitLine *self)
{
  return self->text;
}

/**
 * trs_submit_line_get_video_id:
 * @self: a #TrsSubmitLine
 *
 * Returns: (transfer none) (nullable): the video it stands for, %NULL if it
 *   stands for none
 */
const char *
trs_submit_line_get_video_id (TrsSubmitLine *self)
{
  return self->video_id;
}

/**
 * trs_submit_line_get_duplicate_of:
 * @self: a #TrsSubmitLine
 *
 * Returns: number of the line with the same video above it, 0 if there is none
 */
guint
trs_submit_line_get_duplicate_of (TrsSubmitLine *self)
{
  return self->duplicate_of;
}

/**
 * trs_submit_line_get_language:
 * @self: a #TrsSubmitLine
 *
 * Returns: (transfer none) (nullable): the tag that is chosen for all
 */
const char *
trs_submit_line_get_language (TrsSubmitLine *self)
{
  return self->language;
}

/**
 * trs_submit_line_get_known:
 * @self: a #TrsSubmitLine
 *
 * Returns: (transfer none) (nullable): the project that there is of the video
 *   already
 */
TrsProject *
trs_submit_line_get_known (TrsSubmitLine *self)
{
  return self->known;
}

/**
 * trs_submit_line_get_submission:
 * @self: a #TrsSubmitLine
 *
 * Returns: (transfer none) (nullable): what was sent for it from this dialog
 */
TrsSubmission *
trs_submit_line_get_submission (TrsSubmitLine *self)
{
  return self->submission;
}

/**
 * trs_submit_line_get_refused_for:
 * @self: a #TrsSubmitLine
 *
 * Returns: (transfer none) (nullable): why its video was refused the last time
 */
const char *
trs_submit_line_get_refused_for (TrsSubmitLine *self)
{
  return self->refused_for;
}

/**
 * trs_submit_line_get_submit_again:
 * @self: a #TrsSubmitLine
 *
 * Returns: whether it is to be sent although its video is known
 */
gboolean
trs_submit_line_get_submit_again (TrsSubmitLine *self)
{
  return self->submit_again;
}

/**
 * trs_submit_line_get_is_id:
 * @self: a #TrsSubmitLine
 *
 * Returns: whether the user said that what could be a word is an identifier
 */
gboolean
trs_submit_line_get_is_id (TrsSubmitLine *self)
{
  return self->is_id;
}

/**
 * trs_submit_line_get_row_stays:
 * @self: a #TrsSubmitLine
 *
 * Returns: whether it keeps its row whatever becomes of the submission
 */
gboolean
trs_submit_line_get_row_stays (TrsSubmitLine *self)
{
  return self->row_stays;
}
