/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-line.h"

#include "trs-compat.h"
#include "trs-display-text.h"
#include "trs-duplicate-check.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-pasted-links.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

struct _TrsSubmitLine
{
  GObject parent_instance;

  char *text;
  TrsVideoRefKind kind;
  char *video_id;
  guint duplicate_of;
  char *language;
  TrsProject *known;
  TrsSubmission *submission;
  char *refused_for;
  gboolean free;
  gboolean submit_again;
  gboolean row_stays;
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

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
      return g_strdup (_("This is a file. Only videos that have a link can be transcribed."));
    case TRS_PASTED_SITE:
      /* Translators: %s is the name of a server, "www.example.org". */
      return g_strdup_printf (_("No video the service can use at %s"), host);
    case TRS_PASTED_TEXT:
    default:
      return g_strdup (_("Not a link this service can use"));
    }
}

static gint64
time_of (TrsProject *project)
{
  gint64 submitted_at = trs_project_get_data (project)->submitted_at;

  return submitted_at != 0 ? submitted_at : trs_project_get_data (project)->created_at;
}

static char *
describe_transcribed (TrsProject *project,
                      const char *language)
{
  const char *done_in = trs_project_get_data (project)->language;
  g_autofree char *date = time_of (project) != 0 ? trs_strings_date_long (time_of (project)) : NULL;
  g_autofree char *name = NULL;

  /* Another language is another job, so name the one that exists. */
  if (language != NULL && done_in != NULL && g_ascii_strcasecmp (language, done_in) != 0)
    {
      g_autofree char *raw = trs_language_tag_get_name (done_in);

      name = trs_display_text_line (raw);
    }

  if (date != NULL && name != NULL)
    /* Translators: the first %s is a day, the second a language. */
    return g_strdup_printf (_("Transcribed on %s in %s"), date, name);
  if (date != NULL)
    return g_strdup_printf (_("Transcribed on %s"), date);
  return g_strdup (_("Already transcribed"));
}

static char *
describe_known (TrsProject *project,
                const char *language)
{
  g_autofree char *date = NULL;

  if (trs_project_get_pending (project))
    return g_strdup (_("Sent before, but not known if accepted"));

  switch (trs_project_get_state (project))
    {
    case TRS_PROJECT_STATE_DONE:
      return describe_transcribed (project, language);
    case TRS_PROJECT_STATE_ERROR:
      if (time_of (project) == 0)
        return g_strdup (_("Ready to retry · failed before"));
      date = trs_strings_date_long (time_of (project));
      return g_strdup_printf (_("Ready to retry · failed on %s"), date);
    case TRS_PROJECT_STATE_UNKNOWN:
      /* Known from its own submission only. */
      if (trs_project_get_data (project)->state_word == NULL && trs_project_get_data (project)->submitted_at != 0)
        {
          date = trs_strings_date_long (trs_project_get_data (project)->submitted_at);
          return g_strdup_printf (_("Submitted on %s"), date);
        }
      break;
    case TRS_PROJECT_STATE_UPLOAD:
    case TRS_PROJECT_STATE_TRANSCRIPTION:
      break;
    }
  return g_strdup (_("Being transcribed"));
}

/**
 * trs_submit_line_describe_error:
 * @error: (nullable): why a video was refused or not sent
 *
 * Returns: (transfer full) (nullable): the same in a few words
 */
char *
trs_submit_line_describe_error (const GError *error)
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

/* Where credits could have been used, the description says that they were not. */
static char *
nothing_spent (const char *description,
               gboolean    free)
{
  if (free)
    return g_strdup (description);
  /* Translators: %s is why a video was not submitted. */
  return g_strdup_printf (_("%s. No credits used."), description);
}

static char *
describe_not_sent (const GError *error)
{
  g_autofree char *reason = NULL;

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE))
    return g_strdup (_("Not sent: the service can’t be reached"));
  reason = trs_submit_line_describe_error (error);
  if (reason == NULL)
    return g_strdup (_("Not sent"));
  /* Translators: %s is a reason, "The service did not answer in time". */
  return g_strdup_printf (_("Not sent: %s"), reason);
}

static char *
describe_outcome (TrsSubmission *submission,
                  gboolean       free)
{
  const GError *error = trs_submission_get_error (submission);
  g_autofree char *description = NULL;

  switch (trs_submission_get_outcome (submission))
    {
    case TRS_SUBMISSION_WAITING:
      return g_strdup (_("Waiting for its turn"));
    case TRS_SUBMISSION_SENDING:
      return g_strdup (_("Submitting…"));
    case TRS_SUBMISSION_ACCEPTED:
      return g_strdup (_("Submitted"));
    case TRS_SUBMISSION_REFUSED:
      description = trs_submit_line_describe_error (error);
      return nothing_spent (description != NULL ? description : _("Refused by the service"), free);
    case TRS_SUBMISSION_NOT_SENT:
      description = describe_not_sent (error);
      return nothing_spent (description, free);
    case TRS_SUBMISSION_UNKNOWN:
      return g_strdup (_("Not known if accepted, so not submitted again"));
    case TRS_SUBMISSION_HELD:
      if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT))
        return g_strdup (_("Not sent, because credit ran out"));
      return g_strdup (_("Not sent"));
    }
  g_return_val_if_reached (NULL);
}

static gboolean
outcome_can_be_sent (TrsSubmissionOutcome outcome)
{
  return outcome == TRS_SUBMISSION_REFUSED || outcome == TRS_SUBMISSION_NOT_SENT || outcome == TRS_SUBMISSION_HELD;
}

/* The submitter found the duplicate before this line did. */
static gboolean
is_withheld (TrsSubmitLine *self)
{
  return self->submission != NULL && trs_submission_get_outcome (self->submission) == TRS_SUBMISSION_NOT_SENT &&
         g_error_matches (trs_submission_get_error (self->submission), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
}

static void
update (TrsSubmitLine *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
trs_submit_line_finalize (GObject *object)
{
  TrsSubmitLine *self = TRS_SUBMIT_LINE (object);

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
  G_OBJECT_CLASS (klass)->finalize = trs_submit_line_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 0);
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

  self = g_object_new (TRS_TYPE_SUBMIT_LINE, NULL);
  self->text = g_strstrip (g_strdup (text));
  self->kind = trs_video_ref_parse (self->text, &self->video_id);
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
  return self->kind != TRS_VIDEO_REF_NONE ? self->video_id : NULL;
}

TrsSubmitLineState
trs_submit_line_get_state (TrsSubmitLine *self)
{
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

static TrsProject *
get_known (TrsSubmitLine *self)
{
  return is_withheld (self) ? trs_submission_get_project (self->submission) : self->known;
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
  return self->submission;
}

gboolean
trs_submit_line_get_submit_again (TrsSubmitLine *self)
{
  return self->submit_again;
}

gboolean
trs_submit_line_get_will_send (TrsSubmitLine *self)
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

/**
 * trs_submit_line_get_has_row:
 * @self: a line
 *
 * Returns: whether there is something to be said of it: a problem or a question
 */
gboolean
trs_submit_line_get_has_row (TrsSubmitLine *self)
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

/**
 * trs_submit_line_set_refused_for:
 * @self: a line
 * @reason: (nullable): why its video was refused the last time
 */
void
trs_submit_line_set_refused_for (TrsSubmitLine *self,
                                 const char    *reason)
{
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
  self->free = free;
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
  update (self);
}

void
trs_submit_line_set_known (TrsSubmitLine *self,
                           TrsProject    *known)
{
  if (self->known == known)
    return;
  if (self->known != NULL)
    g_signal_handlers_disconnect_by_data (self->known, self);
  g_set_object (&self->known, known);
  if (known != NULL)
    g_signal_connect_object (known, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

void
trs_submit_line_set_language (TrsSubmitLine *self,
                              const char    *language)
{
  if (trs_set_str (&self->language, language))
    update (self);
}

void
trs_submit_line_set_submission (TrsSubmitLine *self,
                                TrsSubmission *submission)
{
  if (self->submission == submission)
    return;
  /* A visible row stays, whatever the outcome. */
  self->row_stays = submission != NULL && trs_submit_line_get_has_row (self);
  if (self->submission != NULL)
    g_signal_handlers_disconnect_by_data (self->submission, self);
  g_set_object (&self->submission, submission);
  if (submission != NULL)
    g_signal_connect_object (submission, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
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
  if (self->submit_again == submit_again)
    return;
  self->submit_again = submit_again;
  update (self);
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
  TrsProject *project = NULL;

  if (trs_submit_line_get_video_id (self) == NULL)
    return trs_display_text_line (trs_submit_line_get_text (self));

  project = trs_submit_line_get_state (self) == TRS_SUBMIT_LINE_KNOWN ? get_known (self)
                                                                      : trs_submit_line_get_target (self);
  if (project != NULL)
    return trs_project_strings_title (project);
  return trs_display_text_line (trs_submit_line_get_video_id (self));
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
      return g_strdup_printf (_("Same as line %u"), self->duplicate_of);
    case TRS_SUBMIT_LINE_KNOWN:
      return describe_known (get_known (self), self->language);
    case TRS_SUBMIT_LINE_READY:
      if (self->known != NULL)
        return describe_known (self->known, self->language);
      if (self->refused_for == NULL)
        return g_strdup (_("Ready"));
      /* Translators: %s is a reason, "Not enough credit". */
      return g_strdup_printf (_("Refused last time: %s"), self->refused_for);
    case TRS_SUBMIT_LINE_SENT:
      return describe_outcome (self->submission, self->free);
    }
  g_return_val_if_reached (NULL);
}

/**
 * trs_submit_line_get_target:
 * @self: a line
 *
 * Returns: (transfer none) (nullable): the project that "Open" leads to; one
 *   that was removed from this computer cannot be opened
 */
TrsProject *
trs_submit_line_get_target (TrsSubmitLine *self)
{
  TrsSubmitLineState state = trs_submit_line_get_state (self);

  if (state == TRS_SUBMIT_LINE_SENT)
    return trs_submission_get_project (self->submission);
  if (state != TRS_SUBMIT_LINE_KNOWN || self->known == NULL || trs_project_get_data (self->known)->hidden)
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
  static const TrsSubmitLineLook sent[] = {
    [TRS_SUBMISSION_WAITING] = { "document-send-symbolic", "working" },
    [TRS_SUBMISSION_SENDING] = { "document-send-symbolic", "working" },
    [TRS_SUBMISSION_ACCEPTED] = { "object-select-symbolic", "success" },
    [TRS_SUBMISSION_REFUSED] = { "dialog-error-symbolic", "failed" },
    [TRS_SUBMISSION_NOT_SENT] = { "media-playback-pause-symbolic", "halted" },
    [TRS_SUBMISSION_HELD] = { "media-playback-pause-symbolic", "halted" },
    [TRS_SUBMISSION_UNKNOWN] = { "dialog-question-symbolic", "halted" },
  };

  switch (trs_submit_line_get_state (self))
    {
    case TRS_SUBMIT_LINE_UNUSABLE:
      return (TrsSubmitLineLook) { "dialog-error-symbolic", "failed" };
    case TRS_SUBMIT_LINE_DUPLICATE:
      return (TrsSubmitLineLook) { "list-remove-symbolic", "quiet" };
    case TRS_SUBMIT_LINE_KNOWN:
      if (trs_project_get_pending (get_known (self)))
        return (TrsSubmitLineLook) { "dialog-question-symbolic", "halted" };
      return (TrsSubmitLineLook) { "document-open-recent-symbolic", "halted" };
    case TRS_SUBMIT_LINE_READY:
      if (self->refused_for != NULL)
        return (TrsSubmitLineLook) { "dialog-warning-symbolic", "halted" };
      return (TrsSubmitLineLook) { "object-select-symbolic", "success" };
    case TRS_SUBMIT_LINE_SENT:
      return sent[trs_submission_get_outcome (self->submission)];
    }
  g_return_val_if_reached (sent[0]);
}
