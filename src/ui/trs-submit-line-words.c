/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-line-words.h"

#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-pasted-links.h"
#include "trs-words.h"

/**
 * trs_submit_line_words_unusable:
 * @text: what was typed
 *
 * Returns: (transfer full): what is wrong with a line that holds no video
 */
char *
trs_submit_line_words_unusable (const char *text)
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

/**
 * trs_submit_line_words_duplicate:
 * @duplicate_of: number of the line above that holds the same video
 *
 * Returns: (transfer full): that the video is sent once
 */
char *
trs_submit_line_words_duplicate (guint duplicate_of)
{
  return g_strdup_printf (_("Same as line %u"), duplicate_of);
}

/**
 * trs_submit_line_words_ready:
 * @refused_for: (nullable): why it was refused the last time
 *
 * Returns: (transfer full): that the line can be sent
 */
char *
trs_submit_line_words_ready (const char *refused_for)
{
  if (refused_for == NULL)
    return g_strdup (_("Ready"));
  /* Translators: %s is a reason, "Not enough credit". */
  return g_strdup_printf (_("Refused last time: %s"), refused_for);
}

static gint64
time_of (TrsProject *project)
{
  gint64 submitted_at = trs_project_get_submitted_at (project);

  return submitted_at != 0 ? submitted_at : trs_project_get_created_at (project);
}

static char *
transcribed_words (TrsProject *project,
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
    /* Translators: the first %s is a day, the second a language. */
    return g_strdup_printf (_("Transcribed on %s in %s"), date, name);
  if (date != NULL)
    return g_strdup_printf (_("Transcribed on %s"), date);
  return g_strdup (_("Already transcribed"));
}

/**
 * trs_submit_line_words_known:
 * @project: the project that there is of this video
 * @language: (nullable): the language that is asked for now
 *
 * Returns: (transfer full): what is known of the video
 */
char *
trs_submit_line_words_known (TrsProject *project,
                             const char *language)
{
  g_autofree char *date = NULL;

  if (trs_project_get_pending (project))
    return g_strdup (_("Sent before, but not known if accepted"));

  switch (trs_project_get_state (project))
    {
    case TRS_PROJECT_STATE_DONE:
      return transcribed_words (project, language);
    case TRS_PROJECT_STATE_ERROR:
      if (time_of (project) == 0)
        return g_strdup (_("Ready to retry · failed before"));
      date = trs_words_date_long (time_of (project));
      return g_strdup_printf (_("Ready to retry · failed on %s"), date);
    case TRS_PROJECT_STATE_UNKNOWN:
      /* Of this one nothing is known but that it was accepted. */
      if (trs_project_get_state_word (project) == NULL && trs_project_get_submitted_at (project) != 0)
        {
          date = trs_words_date_long (trs_project_get_submitted_at (project));
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
 * trs_submit_line_words_reason:
 * @error: (nullable): why a video was refused or not sent
 *
 * Returns: (transfer full) (nullable): the same in a few words
 */
char *
trs_submit_line_words_reason (const GError *error)
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
      g_autofree char *wait = trs_words_duration (trs_error_get_retry_after (error));

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

/* Where money could have been spent, it is said that it was not. */
static char *
nothing_spent (const char *words,
               gboolean    free)
{
  if (free)
    return g_strdup (words);
  /* Translators: %s is why a video was not submitted. */
  return g_strdup_printf (_("%s. No credits used."), words);
}

static char *
not_sent_words (const GError *error)
{
  g_autofree char *reason = NULL;

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE))
    return g_strdup (_("Not sent: the service can’t be reached"));
  reason = trs_submit_line_words_reason (error);
  if (reason == NULL)
    return g_strdup (_("Not sent"));
  /* Translators: %s is a reason, "The service did not answer in time". */
  return g_strdup_printf (_("Not sent: %s"), reason);
}

/**
 * trs_submit_line_words_outcome:
 * @submission: what was sent
 * @free: whether the account costs nothing
 *
 * Returns: (transfer full): what became of it
 */
char *
trs_submit_line_words_outcome (TrsSubmission *submission,
                               gboolean       free)
{
  const GError *error = trs_submission_get_error (submission);
  g_autofree char *words = NULL;

  switch (trs_submission_get_outcome (submission))
    {
    case TRS_SUBMISSION_WAITING:
      return g_strdup (_("Waiting for its turn"));
    case TRS_SUBMISSION_SENDING:
      return g_strdup (_("Submitting…"));
    case TRS_SUBMISSION_ACCEPTED:
      return g_strdup (_("Submitted"));
    case TRS_SUBMISSION_REFUSED:
      words = trs_submit_line_words_reason (error);
      return nothing_spent (words != NULL ? words : _("Refused by the service"), free);
    case TRS_SUBMISSION_NOT_SENT:
      words = not_sent_words (error);
      return nothing_spent (words, free);
    case TRS_SUBMISSION_UNKNOWN:
      return g_strdup (_("Not known if accepted, so not submitted again"));
    case TRS_SUBMISSION_HELD:
      if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT))
        return g_strdup (_("Not sent, because credit ran out"));
      return g_strdup (_("Not sent"));
    }
  g_return_val_if_reached (NULL);
}
