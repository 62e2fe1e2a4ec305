/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-words.h"

#include <gio/gio.h>

#include "trs-bidi.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-words.h"

/* "Limits" of the interface: typical completion time of most videos under 10 minutes. */
#define SHORT_VIDEO_SECONDS 600

/**
 * trs_progress_face_of:
 * @project: a project
 *
 * Returns: the face that shows it
 */
TrsProgressFace
trs_progress_face_of (TrsProject *project)
{
  TrsProjectWatch watch = trs_project_get_watch (project);

  if (trs_project_get_pending (project))
    return TRS_PROGRESS_NOT_KNOWN;

  switch (trs_project_get_state (project))
    {
    case TRS_PROJECT_STATE_DONE:
      return TRS_PROGRESS_READY;
    case TRS_PROJECT_STATE_ERROR:
      return TRS_PROGRESS_FAILED;
    case TRS_PROJECT_STATE_UNKNOWN:
      /* Right after it was accepted nothing is told yet; that is the beginning, not a riddle. */
      if (trs_project_get_state_word (project) != NULL)
        return TRS_PROGRESS_ODD;
      break;
    case TRS_PROJECT_STATE_UPLOAD:
    case TRS_PROJECT_STATE_TRANSCRIPTION:
      break;
    }
  if (watch == TRS_PROJECT_WATCH_STOPPED || watch == TRS_PROJECT_WATCH_DISMISSED)
    return TRS_PROGRESS_STOPPED;
  return TRS_PROGRESS_WORKING;
}

static gint64
begun_at (TrsProject *project)
{
  gint64 submitted_at = trs_project_get_submitted_at (project);

  return submitted_at != 0 ? submitted_at : trs_project_get_created_at (project);
}

static gboolean
same_day (gint64 a,
          gint64 b)
{
  g_autofree char *first = trs_words_date_long (a);
  g_autofree char *second = trs_words_date_long (b);

  return g_str_equal (first, second);
}

/**
 * trs_progress_words_language:
 * @project: a project
 *
 * Returns: (transfer full) (nullable): its language, as far as it is known
 */
char *
trs_progress_words_language (TrsProject *project)
{
  const char *tag = trs_project_get_language (project);
  g_autofree char *name = NULL;

  if (tag == NULL || *tag == '\0')
    tag = trs_project_get_requested_language (project);
  if (tag == NULL || *tag == '\0')
    {
      /* What was asked for is known only of what was submitted from here. */
      if (trs_project_get_submitted_at (project) == 0)
        return NULL;
      return g_strdup (_("Language detected automatically"));
    }
  name = trs_language_tag_get_name (tag);
  return trs_display_text_line (name != NULL ? name : tag);
}

/**
 * trs_progress_words_facts:
 * @project: a project
 * @now: the time
 *
 * Returns: (transfer full): the line below the title, possibly empty
 */
char *
trs_progress_words_facts (TrsProject *project,
                          gint64      now)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *language = trs_progress_words_language (project);
  gint64 length = trs_project_get_video_length (project);
  gint64 time = begun_at (project);
  g_auto (GStrv) parts = NULL;

  if (trs_project_get_pending (project))
    return g_strdup (_("The title is not known yet"));

  if (trs_progress_face_of (project) == TRS_PROGRESS_WORKING && time != 0)
    {
      g_autofree char *when = same_day (time, now) ? trs_words_time (time) : trs_words_date_time (time);
      g_autofree char *submitted = g_strdup_printf (_("Submitted %s"), when);

      g_strv_builder_add (builder, submitted);
    }
  else
    {
      g_autofree char *duration = length > 0 ? trs_words_duration (length) : NULL;
      g_autofree char *date = time != 0 ? trs_words_date_long (time) : NULL;

      if (duration != NULL)
        g_strv_builder_add (builder, duration);
      if (date != NULL)
        g_strv_builder_add (builder, date);
    }
  if (language != NULL)
    g_strv_builder_add (builder, language);

  parts = g_strv_builder_end (builder);
  return trs_bidi_isolate_parts (g_strjoinv ("  ·  ", parts));
}

static gboolean
is_dismissed (TrsProject *project)
{
  return trs_project_get_watch (project) == TRS_PROJECT_WATCH_DISMISSED;
}

/**
 * trs_progress_words_heading:
 * @project: a project
 *
 * Returns: (transfer full) (nullable): what is the matter, where something is
 */
char *
trs_progress_words_heading (TrsProject *project)
{
  g_autofree char *word = NULL;

  switch (trs_progress_face_of (project))
    {
    case TRS_PROGRESS_WORKING:
    case TRS_PROGRESS_READY:
      return NULL;
    case TRS_PROGRESS_STOPPED:
      return g_strdup (is_dismissed (project) ? _("No longer watched") : _("Stopped checking"));
    case TRS_PROGRESS_FAILED:
      return g_strdup (_("The service could not transcribe this video"));
    case TRS_PROGRESS_NOT_KNOWN:
      return g_strdup (_("Not known whether the service accepted this video"));
    case TRS_PROGRESS_ODD:
      word = trs_display_text_title (trs_project_get_state_word (project));
      return g_strdup_printf (_("The service calls this “%s”"), word);
    }
  g_return_val_if_reached (NULL);
}

/**
 * trs_progress_words_icon:
 * @project: a project
 *
 * Returns: the icon beside the heading
 */
const char *
trs_progress_words_icon (TrsProject *project)
{
  switch (trs_progress_face_of (project))
    {
    case TRS_PROGRESS_FAILED:
      return "dialog-error-symbolic";
    case TRS_PROGRESS_NOT_KNOWN:
    case TRS_PROGRESS_ODD:
      return "dialog-question-symbolic";
    case TRS_PROGRESS_STOPPED:
    case TRS_PROGRESS_WORKING:
    case TRS_PROGRESS_READY:
      break;
    }
  return "media-playback-pause-symbolic";
}

/**
 * trs_progress_words_style:
 * @project: a project
 *
 * Returns: the style class of the icon beside the heading
 */
const char *
trs_progress_words_style (TrsProject *project)
{
  return trs_progress_face_of (project) == TRS_PROGRESS_FAILED ? "failed" : "halted";
}

static char *
not_known_paragraph (TrsProject *project)
{
  const char *sent = _("The request was sent, and no answer came that says whether it was accepted. "
                       "It is not sent a second time by itself, because that could cost twice.");
  TrsProjectWatch watch = trs_project_get_watch (project);

  if (watch == TRS_PROJECT_WATCH_CHECKING || watch == TRS_PROJECT_WATCH_NO_WORD)
    /* Translators: %s are two sentences. */
    return g_strdup_printf (_("%s Transcripts is looking for the video in the list of the service."), sent);
  return g_strdup (sent);
}

/**
 * trs_progress_words_paragraph:
 * @project: a project
 *
 * Returns: (transfer full) (nullable): what the heading means and what is safe
 */
char *
trs_progress_words_paragraph (TrsProject *project)
{
  switch (trs_progress_face_of (project))
    {
    case TRS_PROGRESS_WORKING:
    case TRS_PROGRESS_READY:
    case TRS_PROGRESS_FAILED:
      return NULL;
    case TRS_PROGRESS_STOPPED:
      if (is_dismissed (project))
        return g_strdup (_("The service goes on working; nothing is lost. Transcripts no longer asks about this "
                           "video by itself, but notices a change in the list."));
      return g_strdup (_("The service may still be working; nothing is lost. Twelve minutes have passed, and the "
                         "service advises not to go on asking. Transcripts checks again when you open this page, and "
                         "notices a change in the list."));
    case TRS_PROGRESS_NOT_KNOWN:
      return not_known_paragraph (project);
    case TRS_PROGRESS_ODD:
      return g_strdup (_("This program does not know that state, so it can only show it. Nothing is lost."));
    }
  g_return_val_if_reached (NULL);
}

static char *
quoted (const char *raw)
{
  g_autofree char *line = trs_display_text_line (raw);

  return *line != '\0' ? g_strdup_printf (_("“%s”"), line) : NULL;
}

/**
 * trs_progress_words_said:
 * @project: a project
 *
 * Returns: (transfer full) (nullable): the words of the service on a failure or an odd state
 */
char *
trs_progress_words_said (TrsProject *project)
{
  TrsProgressFace face = trs_progress_face_of (project);
  char *said;

  if (face != TRS_PROGRESS_FAILED && face != TRS_PROGRESS_ODD)
    return NULL;
  said = quoted (trs_project_get_message (project));
  if (said == NULL && face == TRS_PROGRESS_FAILED)
    return g_strdup (_("The service gave no reason."));
  return said;
}

/**
 * trs_progress_words_note:
 * @project: a project
 *
 * Returns: (transfer full) (nullable): what to expect while the service works, or after it dropped the project
 */
char *
trs_progress_words_note (TrsProject *project)
{
  const char *rest = _("You can close this window. The service goes on working, and the text will be here when you "
                       "come back.");
  gint64 length = trs_project_get_video_length (project);

  if (trs_project_get_missing_since (project) != 0)
    return trs_words_project_missing (project, FALSE);
  if (trs_progress_face_of (project) != TRS_PROGRESS_WORKING)
    return NULL;
  if (length > 0 && length < SHORT_VIDEO_SECONDS)
    /* Translators: %s are two sentences. */
    return g_strdup_printf (_("Most videos under 10 minutes take 30 to 90 seconds. %s"), rest);
  return g_strdup (rest);
}

/**
 * trs_progress_words_price:
 * @project: a project
 *
 * Returns: (transfer full): what another attempt costs
 */
char *
trs_progress_words_price (TrsProject *project)
{
  gint64 length = trs_project_get_video_length (project);
  g_autofree char *credits = NULL;

  if (length <= 0)
    return g_strdup (_("Another attempt is a new project. It costs 1 credit per whole minute again, at least 1, and "
                       "may fail again."));
  credits = trs_words_credits (trs_credits_for_length (length));
  return g_strdup_printf (_("Another attempt is a new project. It costs %s again, and may fail again."), credits);
}

/**
 * trs_progress_words_elapsed:
 * @project: a project
 *
 * Returns: (transfer full) (nullable): the time from the submission to the last check
 */
char *
trs_progress_words_elapsed (TrsProject *project)
{
  gint64 begun = begun_at (project);
  gint64 checked = trs_project_get_checked_at (project);

  /* The clock of the service may be ahead of ours. */
  if (begun == 0 || checked < begun)
    return NULL;
  return trs_words_duration_exact ((checked - begun) / G_USEC_PER_SEC);
}

/**
 * trs_progress_words_checked:
 * @project: a project
 *
 * Returns: (transfer full): when it was checked or looked for last
 */
char *
trs_progress_words_checked (TrsProject *project)
{
  gint64 checked = trs_project_get_checked_at (project);
  gboolean pending = trs_project_get_pending (project);
  g_autofree char *time = NULL;

  if (checked == 0)
    return g_strdup (pending ? _("Not looked for yet") : _("Not checked yet"));
  time = trs_words_time_seconds (checked);
  return g_strdup_printf (pending ? _("Looked at %s") : _("Checked %s"), time);
}

static char *
no_word (TrsProject *project,
         const char *time)
{
  if (trs_project_get_pending (project))
    /* Translators: %s is a time of day. */
    return g_strdup_printf (_("The list of the service could not be read · next look at %s"), time);
  /* Translators: %s is a time of day. */
  return g_strdup_printf (_("The service did not say how far it is · next check at %s"), time);
}

/**
 * trs_progress_words_next_check:
 * @project: a project
 *
 * Returns: (transfer full) (nullable): when it will be checked or looked for next, or why not
 */
char *
trs_progress_words_next_check (TrsProject *project)
{
  gint64 next = trs_project_get_next_check_at (project);
  gboolean pending = trs_project_get_pending (project);
  gboolean looked = trs_project_get_checked_at (project) != 0;
  g_autofree char *time = next != 0 ? trs_words_time_seconds (next) : NULL;

  switch (trs_project_get_watch (project))
    {
    case TRS_PROJECT_WATCH_NEEDS_KEY:
      return g_strdup (_("Paused, needs the key"));
    case TRS_PROJECT_WATCH_OFFLINE:
      if (time != NULL)
        return g_strdup_printf (_("The service was not reached · next attempt at %s"), time);
      return g_strdup (_("The service was not reached"));
    case TRS_PROJECT_WATCH_NO_WORD:
      return time != NULL ? no_word (project, time) : NULL;
    case TRS_PROJECT_WATCH_STOPPED:
    case TRS_PROJECT_WATCH_DISMISSED:
      return pending && looked ? g_strdup (_("Not in the list")) : NULL;
    case TRS_PROJECT_WATCH_NONE:
    case TRS_PROJECT_WATCH_CHECKING:
      break;
    }
  if (pending && looked && time != NULL)
    return g_strdup_printf (_("Not in the list yet · next look at %s"), time);
  if (pending && time != NULL)
    return g_strdup_printf (_("Next look at %s"), time);
  return time != NULL ? g_strdup_printf (_("Next check at %s"), time) : NULL;
}

/**
 * trs_progress_words_cost:
 * @project: a project
 *
 * Returns: (transfer full): what it costs, as far as it was told
 */
char *
trs_progress_words_cost (TrsProject *project)
{
  gint64 length = trs_project_get_video_length (project);

  return length > 0 ? trs_words_credits (trs_credits_for_length (length)) : g_strdup (_("Not told yet"));
}

/**
 * trs_progress_words_cost_reason:
 * @project: a project
 *
 * Returns: (transfer full): from what the cost follows
 */
char *
trs_progress_words_cost_reason (TrsProject *project)
{
  gint64 length = trs_project_get_video_length (project);
  g_autofree char *exact = NULL;

  if (length <= 0 || trs_progress_face_of (project) == TRS_PROGRESS_STOPPED)
    return g_strdup (_("Taken when the service accepted the video"));
  exact = trs_words_duration_exact (length);
  return g_strdup_printf (_("%s of video · taken when the service accepted it"), exact);
}
