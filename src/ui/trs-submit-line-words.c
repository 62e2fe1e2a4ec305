/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-line-words.h"

#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-submit-line.h"
#include "trs-words.h"

/**
 * trs_submit_line_words_unusable:
 * @number: number of the line
 *
 * Returns: (transfer full): what is wrong with a line that holds no video
 */
char *
trs_submit_line_words_unusable (guint number)
{
  return g_strdup_printf (_("Line %u · not a video link or identifier"), number);
}

/**
 * trs_submit_line_words_duplicate:
 * @number: number of the line
 * @duplicate_of: number of the line above that holds the same video
 *
 * Returns: (transfer full): that the video is sent once
 */
char *
trs_submit_line_words_duplicate (guint number,
                                 guint duplicate_of)
{
  return g_strdup_printf (_("Line %u · same video as line %u, sent once"), number, duplicate_of);
}

/**
 * trs_submit_line_words_ready:
 * @number: number of the line
 * @kind: how the line was understood
 *
 * Returns: (transfer full): that the line can be sent
 */
char *
trs_submit_line_words_ready (guint           number,
                             TrsVideoRefKind kind)
{
  if (kind == TRS_VIDEO_REF_SHORT_LINK)
    return g_strdup_printf (_("Line %u · short link, ready"), number);
  return g_strdup_printf (_("Line %u · ready"), number);
}

static gint64
time_of (TrsProject *project)
{
  gint64 submitted_at = trs_project_get_submitted_at (project);

  return submitted_at != 0 ? submitted_at : trs_project_get_created_at (project);
}

static char *
transcribed_words (guint       number,
                   TrsProject *project,
                   const char *language)
{
  const char *done_in = trs_project_get_language (project);
  g_autofree char *date = time_of (project) != 0 ? trs_words_date_long (time_of (project)) : NULL;
  g_autofree char *name = NULL;

  /* Another language is another job: the user should know which one is there. */
  if (language != NULL && done_in != NULL && g_ascii_strcasecmp (language, done_in) != 0)
    {
      g_autofree char *raw = trs_language_tag_get_name (done_in);

      name = trs_display_text_line (raw);
    }

  if (date != NULL && name != NULL)
    return g_strdup_printf (_("Line %u · transcribed on %s in %s"), number, date, name);
  if (date != NULL)
    return g_strdup_printf (_("Line %u · transcribed on %s"), number, date);
  return g_strdup_printf (_("Line %u · already transcribed"), number);
}

/**
 * trs_submit_line_words_known:
 * @number: number of the line
 * @project: the project that there is of this video
 * @language: (nullable): the language that is asked for now
 *
 * Returns: (transfer full): what is known of the video
 */
char *
trs_submit_line_words_known (guint       number,
                             TrsProject *project,
                             const char *language)
{
  g_autofree char *date = NULL;

  if (trs_project_get_pending (project))
    return g_strdup_printf (_("Line %u · sent before, not known if accepted"), number);

  switch (trs_project_get_state (project))
    {
    case TRS_PROJECT_STATE_DONE:
      return transcribed_words (number, project, language);
    case TRS_PROJECT_STATE_ERROR:
      if (time_of (project) == 0)
        return g_strdup_printf (_("Line %u · failed before, ready"), number);
      date = trs_words_date_long (time_of (project));
      return g_strdup_printf (_("Line %u · failed on %s, ready"), number, date);
    case TRS_PROJECT_STATE_UNKNOWN:
      /* Of this one nothing is known but that it was accepted. */
      if (trs_project_get_state_word (project) == NULL && trs_project_get_submitted_at (project) != 0)
        {
          date = trs_words_date_long (trs_project_get_submitted_at (project));
          return g_strdup_printf (_("Line %u · accepted on %s"), number, date);
        }
      break;
    case TRS_PROJECT_STATE_UPLOAD:
    case TRS_PROJECT_STATE_TRANSCRIPTION:
      break;
    }
  return g_strdup_printf (_("Line %u · being transcribed"), number);
}

static char *
refused_words (guint         number,
               const GError *error)
{
  const char *server_message = error != NULL ? trs_error_get_server_message (error) : NULL;
  g_autoptr (TrsErrorText) text = NULL;
  g_autofree char *said = NULL;

  if (error == NULL)
    return g_strdup_printf (_("Line %u · refused, nothing was spent"), number);

  if (trs_error_get_retry_after (error) > 0)
    {
      g_autofree char *wait = trs_words_duration (trs_error_get_retry_after (error));

      /* Translators: %s is a length of time, "30 s". */
      return g_strdup_printf (_("Line %u · too many requests, the service asks to wait %s · nothing was spent"), number,
                              wait);
    }

  text = trs_error_text_new (error);
  if (server_message == NULL || *server_message == '\0')
    return g_strdup_printf (_("Line %u · %s · refused, nothing was spent"), number, text->title);

  said = trs_display_text_line (server_message);
  return g_strdup_printf (_("Line %u · %s · the service says: “%s” · nothing was spent"),
                          number, text->title, said);
}

static char *
not_sent_words (guint         number,
                const GError *error)
{
  g_autoptr (TrsErrorText) text = error != NULL ? trs_error_text_new (error) : NULL;

  if (text == NULL)
    return g_strdup_printf (_("Line %u · not sent, nothing was spent"), number);
  return g_strdup_printf (_("Line %u · not sent, nothing was spent · %s"), number, text->title);
}

/**
 * trs_submit_line_words_outcome:
 * @number: number of the line
 * @submission: what was sent
 *
 * Returns: (transfer full): what became of it
 */
char *
trs_submit_line_words_outcome (guint          number,
                               TrsSubmission *submission)
{
  const GError *error = trs_submission_get_error (submission);

  switch (trs_submission_get_outcome (submission))
    {
    case TRS_SUBMISSION_WAITING:
      return g_strdup_printf (_("Line %u · waiting for its turn"), number);
    case TRS_SUBMISSION_SENDING:
      return g_strdup_printf (_("Line %u · sending…"), number);
    case TRS_SUBMISSION_ACCEPTED:
      return g_strdup_printf (_("Line %u · accepted"), number);
    case TRS_SUBMISSION_REFUSED:
      return refused_words (number, error);
    case TRS_SUBMISSION_NOT_SENT:
      return not_sent_words (number, error);
    case TRS_SUBMISSION_UNKNOWN:
      return g_strdup_printf (_("Line %u · not known if accepted, so not sent again by itself"), number);
    case TRS_SUBMISSION_HELD:
      return g_strdup_printf (_("Line %u · kept back, not sent"), number);
    }
  g_return_val_if_reached (NULL);
}

static const char *
outcome_icon_name (TrsSubmissionOutcome outcome)
{
  switch (outcome)
    {
    case TRS_SUBMISSION_WAITING:
    case TRS_SUBMISSION_SENDING:
      return "document-send-symbolic";
    case TRS_SUBMISSION_ACCEPTED:
      return "object-select-symbolic";
    case TRS_SUBMISSION_REFUSED:
      return "dialog-error-symbolic";
    case TRS_SUBMISSION_NOT_SENT:
    case TRS_SUBMISSION_HELD:
      return "media-playback-pause-symbolic";
    case TRS_SUBMISSION_UNKNOWN:
      return "dialog-question-symbolic";
    }
  g_return_val_if_reached (NULL);
}

/**
 * trs_submit_line_get_icon_name:
 * @self: a line
 *
 * Returns: the icon that goes with the words
 */
const char *
trs_submit_line_get_icon_name (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);

  switch (trs_submit_line_get_state (self))
    {
    case TRS_SUBMIT_LINE_UNUSABLE:
      return "dialog-error-symbolic";
    case TRS_SUBMIT_LINE_DUPLICATE:
      return "list-remove-symbolic";
    case TRS_SUBMIT_LINE_KNOWN:
      if (trs_project_get_pending (trs_submit_line_get_known (self)))
        return "dialog-question-symbolic";
      return "document-open-recent-symbolic";
    case TRS_SUBMIT_LINE_READY:
      return "object-select-symbolic";
    case TRS_SUBMIT_LINE_SENT:
      return outcome_icon_name (trs_submission_get_outcome (trs_submit_line_get_submission (self)));
    }
  g_return_val_if_reached (NULL);
}

static const char *
outcome_style (TrsSubmissionOutcome outcome)
{
  switch (outcome)
    {
    case TRS_SUBMISSION_WAITING:
    case TRS_SUBMISSION_SENDING:
      return "working";
    case TRS_SUBMISSION_ACCEPTED:
      return "success";
    case TRS_SUBMISSION_REFUSED:
      return "failed";
    case TRS_SUBMISSION_NOT_SENT:
    case TRS_SUBMISSION_HELD:
    case TRS_SUBMISSION_UNKNOWN:
      return "halted";
    }
  g_return_val_if_reached (NULL);
}

/**
 * trs_submit_line_get_style:
 * @self: a line
 *
 * Returns: the style class of the icon
 */
const char *
trs_submit_line_get_style (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);

  switch (trs_submit_line_get_state (self))
    {
    case TRS_SUBMIT_LINE_UNUSABLE:
      return "failed";
    case TRS_SUBMIT_LINE_DUPLICATE:
      return "quiet";
    case TRS_SUBMIT_LINE_KNOWN:
      return "halted";
    case TRS_SUBMIT_LINE_READY:
      return "success";
    case TRS_SUBMIT_LINE_SENT:
      return outcome_style (trs_submission_get_outcome (trs_submit_line_get_submission (self)));
    }
  g_return_val_if_reached (NULL);
}
