/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-strings.h"

#include <gio/gio.h>
#include <stdlib.h>

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

/* From the API documentation, section "Limits": typical processing time of a video. */
#define SHORT_VIDEO_SECONDS 600
#define SHORT_VIDEO_TAKES_SECONDS 90

/* A progress percentage in the message of the service: the only one in it, at the end or before a word for progress;
 * not "-5 %", "0.5 %" or a range. */
#define PERCENT "^[^%]*(?:^|[ (\\[])([0-9]{1,3})\\h?%[^\\p{L}\\p{N}%]*((done|complete|completed|finished)[\\s.!)]*)?$"

/* Microseconds. Active projects are checked at least once a minute: until then they count as "just now", and nothing
 * has to tick. */
#define JUST_NOW (90 * G_TIME_SPAN_SECOND)

/* The services of this program on this computer are asked so often. */
#define STEADY_SECONDS 3

/**
 * trs_progress_state_of:
 * @project: (nullable): a project
 *
 * Returns: how the page shows it
 */
TrsProgressState
trs_progress_state_of (TrsProject *project)
{
  TrsProjectWatch watch;

  if (project == NULL)
    return TRS_PROGRESS_NONE;

  watch = trs_project_get_watch (project);
  if (trs_project_is_pending (project))
    return TRS_PROGRESS_NOT_KNOWN;
  if (trs_project_is_under_way (project) &&
      (trs_project_get_data (project)->missing_since != 0 || watch == TRS_PROJECT_WATCH_NOT_FOUND))
    return TRS_PROGRESS_LOST;

  switch (trs_project_get_state (project))
    {
    case TRS_PROJECT_STATE_DONE:
      return TRS_PROGRESS_READY;
    case TRS_PROJECT_STATE_ERROR:
      return TRS_PROGRESS_FAILED;
    case TRS_PROJECT_STATE_UNKNOWN:
      /* Right after acceptance the service reports no state yet: treat it as the first one, not as unknown. */
      if (trs_project_get_data (project)->state_word != NULL)
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

/**
 * trs_progress_is_halted:
 * @project: (nullable): a project
 *
 * Returns: whether the project is no longer checked, although the service may still work on it
 */
gboolean
trs_progress_is_halted (TrsProject *project)
{
  TrsProgressState state = trs_progress_state_of (project);

  return state == TRS_PROGRESS_STOPPED || state == TRS_PROGRESS_LOST;
}

static char *
dup_language (TrsProject *project)
{
  const char *tag = trs_project_get_data (project)->language;
  g_autofree char *name = NULL;

  if (tag == NULL || *tag == '\0')
    tag = trs_project_get_data (project)->requested_language;
  if (tag == NULL || *tag == '\0')
    {
      /* The requested language is known only for projects submitted from here. */
      if (trs_project_get_data (project)->submitted_at == 0)
        return NULL;
      return g_strdup (_("Language detected automatically"));
    }
  name = trs_language_tag_get_name (tag);
  return trs_display_text_line (name != NULL ? name : tag);
}

static char *
describe_submission (gint64   time,
                     gint64   now,
                     gboolean working)
{
  gboolean today = working && trs_strings_same_day (time, now);
  g_autofree char *when = today     ? trs_strings_time (time)
                          : working ? trs_strings_date_time (time)
                                    : trs_strings_date_long (time);

  if (today)
    /* Translators: %s is a time of day, "12:04". */
    return g_strdup_printf (C_("time of day", "Submitted %s"), when);
  /* Translators: %s is a day, "12 March 2026", or a day with a time, "12 March 2026, 12:04". */
  return g_strdup_printf (_("Submitted %s"), when);
}

/**
 * trs_progress_strings_facts:
 * @project: a project
 * @now: the time
 *
 * Returns: (transfer full): the line below the title, possibly empty
 */
char *
trs_progress_strings_facts (TrsProject *project,
                            gint64      now)
{
  gint64 length = trs_project_get_data (project)->video_length;
  gint64 time = trs_project_get_begun_at (project);
  gboolean working = trs_progress_state_of (project) == TRS_PROGRESS_WORKING && time != 0;
  g_autofree char *duration = !working && length > 0 ? trs_strings_duration (length) : NULL;
  g_autofree char *submitted = time != 0 ? describe_submission (time, now, working) : NULL;
  g_autofree char *language = dup_language (project);
  const char *known[] = { duration, submitted, language };
  char *parts[G_N_ELEMENTS (known) + 1] = { NULL };
  guint n_parts = 0;

  if (trs_project_is_pending (project))
    return g_strdup (_("Title not known yet"));

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i] != NULL)
      parts[n_parts++] = (char *) known[i];
  return trs_bidi_isolate_parts (g_strjoinv ("  ·  ", parts));
}

/* State names as the template uses them, and strings that are the same for all projects in a state. */
static const struct
{
  const char *name;
  const char *heading;
  const char *paragraph;
  const char *icon_name;
} states[] = {
  [TRS_PROGRESS_NONE] = { "none", NULL, NULL, "media-playback-pause-symbolic" },
  [TRS_PROGRESS_WORKING] = { "working", NULL, NULL, "media-playback-pause-symbolic" },
  [TRS_PROGRESS_STOPPED] = { "stopped", N_("Stopped checking"),
                             N_("This is taking longer than usual. Transcripts has stopped checking automatically; "
                                "the service may still be working."),
                             "media-playback-pause-symbolic" },
  [TRS_PROGRESS_LOST] = { "lost", N_("The service no longer has this video"),
                          N_("It may have been deleted there. If the service lists it again, it continues here."),
                          "dialog-warning-symbolic" },
  /* Only the service knows why it failed: quote its message. */
  /* Translators: title of an error, or state of a video. */
  [TRS_PROGRESS_FAILED] = { "failed", N_("Transcription failed"), NULL, "dialog-error-symbolic" },
  [TRS_PROGRESS_NOT_KNOWN] = { "not-known", N_("Was this video submitted?"), NULL, "dialog-question-symbolic" },
  [TRS_PROGRESS_ODD] = { "odd", NULL, N_("Transcripts doesn’t know this state. Nothing is lost."),
                         "dialog-question-symbolic" },
  [TRS_PROGRESS_READY] = { "ready", NULL, NULL, "media-playback-pause-symbolic" },
};

static char *
translate_or_null (const char *string)
{
  return string != NULL ? g_strdup (_(string)) : NULL;
}

static char *
dup_heading (TrsProject *project)
{
  TrsProgressState state = trs_progress_state_of (project);
  g_autofree char *word = NULL;

  if (state == TRS_PROGRESS_STOPPED && trs_project_get_watch (project) == TRS_PROJECT_WATCH_DISMISSED)
    /* Translators: title: the program no longer asks the service about this video. */
    return g_strdup (_("Updates stopped"));
  if (state == TRS_PROGRESS_NOT_KNOWN && trs_strings_get_local ())
    return g_strdup (_("Not submitted yet"));
  if (state != TRS_PROGRESS_ODD)
    return translate_or_null (states[state].heading);
  word = trs_display_text_title (trs_project_get_data (project)->state_word);
  /* Translators: %s is the name of a state, in the language of the service. */
  return g_strdup_printf (_("The service calls this “%s”"), word);
}

static char *
dup_icon (TrsProject *project)
{
  return g_strdup (states[trs_progress_state_of (project)].icon_name);
}

static char *
not_known_paragraph (TrsProject *project)
{
  TrsProjectWatch watch = trs_project_get_watch (project);

  if (trs_strings_get_local ())
    return g_strdup (_("The service on this computer has stopped. The recording is submitted by itself as soon as it "
                       "runs again."));
  if (watch != TRS_PROJECT_WATCH_CHECKING && watch != TRS_PROJECT_WATCH_NO_WORD)
    return g_strdup (_("The service did not confirm it. It was not sent again."));
  if (trs_strings_get_free ())
    return g_strdup (_("The service did not confirm it. Transcripts is checking your list instead of sending again."));
  return g_strdup (_("The service did not confirm it. To avoid paying twice, Transcripts is checking your list instead "
                     "of sending again."));
}

static char *
dup_paragraph (TrsProject *project)
{
  TrsProgressState state = trs_progress_state_of (project);

  if (state == TRS_PROGRESS_NOT_KNOWN)
    return not_known_paragraph (project);
  if (state == TRS_PROGRESS_STOPPED && trs_project_get_watch (project) == TRS_PROJECT_WATCH_DISMISSED)
    return g_strdup (_("Automatic updates are off for this video. The service is still working on it."));
  return translate_or_null (states[state].paragraph);
}

static char *
dup_service_message (TrsProject *project)
{
  TrsProgressState state = trs_progress_state_of (project);
  g_autofree char *line = NULL;

  if (state != TRS_PROGRESS_FAILED && state != TRS_PROGRESS_ODD)
    return NULL;
  if (state == TRS_PROGRESS_FAILED && trs_strings_get_local () && trs_project_get_data (project)->message != NULL)
    return trs_strings_local_fault (trs_project_get_data (project)->message);
  line = trs_display_text_line (trs_project_get_data (project)->message);
  if (*line != '\0')
    return g_strdup_printf (_("“%s”"), line);
  return state == TRS_PROGRESS_FAILED ? g_strdup (_("The service gave no reason.")) : NULL;
}

/* Returns: elapsed time in seconds; -1 if unknown */
static gint64
get_elapsed (TrsProject *project)
{
  gint64 begun = trs_project_get_begun_at (project);
  gint64 checked = trs_project_get_checked_at (project);

  /* The clock of the service may be ahead of ours. */
  return begun == 0 || checked < begun ? -1 : (checked - begun) / G_USEC_PER_SEC;
}

/* Here nothing goes on by itself when the program ends. */
static char *
dup_local_note (TrsProject *project)
{
  if (trs_progress_state_of (project) != TRS_PROGRESS_WORKING)
    return NULL;
  return g_strdup (_("If you close this window, the transcription pauses. It goes on when you open Transcripts."));
}

static char *
dup_note (TrsProject *project)
{
  const char *rest = _("You can close this window. The transcript will be here when you come back.");
  TrsProgressState state = trs_progress_state_of (project);
  TrsProjectWatch watch = trs_project_get_watch (project);
  gint64 length = trs_project_get_data (project)->video_length;

  if (state != TRS_PROGRESS_LOST && trs_project_get_data (project)->missing_since != 0)
    return trs_project_strings_missing (project, FALSE);
  if (trs_strings_get_local ())
    return dup_local_note (project);
  /* It is unknown when there will be a key or a connection again. */
  if (state != TRS_PROGRESS_WORKING || watch == TRS_PROJECT_WATCH_NEEDS_KEY || watch == TRS_PROJECT_WATCH_OFFLINE)
    return NULL;
  if (length > 0 && length < SHORT_VIDEO_SECONDS && get_elapsed (project) < SHORT_VIDEO_TAKES_SECONDS)
    return trs_strings_sentences (_("Most videos under 10 minutes take 30 to 90 seconds."), rest);
  return g_strdup (rest);
}

static char *
dup_price (TrsProject *project)
{
  gint64 length = trs_project_get_data (project)->video_length;
  g_autofree char *credits = NULL;

  if (trs_strings_get_free ())
    return NULL;
  if (length <= 0)
    return g_strdup (_("Trying again costs 1 credit per full minute of video again (minimum 1) and may fail again."));
  credits = trs_strings_credits (trs_credits_for_length (length));
  /* Translators: %s is a number of credits, "12 credits". */
  return g_strdup_printf (_("Trying again costs another %s and may fail again."), credits);
}

/**
 * trs_progress_strings_percent:
 * @project: a project
 *
 * The service reports how far it is in words, if at all: `Recognising speech,
 * 37 %`. What may be another percentage is none.
 *
 * Returns: from 0 to 100, or -1 if its message does not tell
 */
int
trs_progress_strings_percent (TrsProject *project)
{
  g_autofree char *message = trs_display_text_line (trs_project_get_data (project)->message);
  g_autoptr (GRegex) regex = g_regex_new (PERCENT, G_REGEX_CASELESS, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *digits = NULL;

  if (!g_regex_match (regex, message, 0, &match))
    return -1;

  digits = g_match_info_fetch (match, 1);
  return atoi (digits) <= 100 ? atoi (digits) : -1;
}

static gboolean
was_checked_just_now (TrsProject *project)
{
  gint64 next = trs_project_get_next_check_at (project);

  return trs_project_get_watch (project) == TRS_PROJECT_WATCH_CHECKING && next != 0 &&
         next - trs_project_get_checked_at (project) <= JUST_NOW;
}

/* With the date unless it is today: if checks have ended or cannot be made, the last one may be days ago. */
static char *
dup_checked_at (TrsProject *project,
                gint64      now)
{
  gint64 checked = trs_project_get_checked_at (project);
  gboolean today = trs_strings_same_day (checked, now);
  g_autofree char *when = today ? trs_strings_time (checked) : trs_strings_date_time (checked);

  if (trs_project_is_pending (project))
    /* Translators: %s is a time of day, "12:04": when the list of the service was asked for a submission. */
    return g_strdup_printf (today ? C_("time of day", "Checked %s")
                                  /* Translators: %s is a day with a time, "12 March 2026, 12:04". */
                                  : _("Checked %s"),
                            when);
  /* Translators: %s is a time of day, "12:04": how old the state of a video is that is shown. */
  return g_strdup_printf (today ? C_("time of day", "Updated %s")
                                /* Translators: %s is a day with a time, "12 March 2026, 12:04". */
                                : _("Updated %s"),
                          when);
}

/**
 * trs_progress_strings_checked:
 * @project: a project
 * @now: the time
 *
 * Returns: (transfer full): how new is what is known, or for how long the service has been working
 */
char *
trs_progress_strings_checked (TrsProject *project,
                              gint64      now)
{
  g_autofree char *duration = NULL;
  gint64 elapsed;

  if (trs_project_get_checked_at (project) == 0)
    return g_strdup (_("Not checked yet"));
  if (trs_project_is_pending (project) || !was_checked_just_now (project))
    return dup_checked_at (project, now);
  elapsed = get_elapsed (project);
  if (elapsed < 0)
    return g_strdup (_("Updated just now"));

  duration = trs_strings_duration (elapsed);
  if (trs_strings_get_local ())
    /* Translators: %s is a length of time, "40 s". */
    return g_strdup_printf (_("Running for %s"), duration);
  /* Translators: %s is a length of time: "Running for 40 s · updated just now". */
  return g_strdup_printf (_("Running for %s · updated just now"), duration);
}

static char *
no_news_text (TrsProject *project,
              const char *time)
{
  if (trs_project_is_pending (project))
    /* Translators: %s is a time of day. */
    return g_strdup_printf (_("Your list could not be read · checking again at %s"), time);
  /* Translators: %s is a time of day. */
  return g_strdup_printf (_("No news from the service · checking again at %s"), time);
}

static char *
next_check_text (TrsProject *project,
                 const char *time)
{
  gint64 interval = trs_project_get_next_check_at (project) - trs_project_get_checked_at (project);
  gint64 seconds;
  g_autofree char *words = NULL;

  if (trs_project_get_checked_at (project) == 0 || interval <= 0 || !was_checked_just_now (project))
    /* Translators: %s is a time of day. */
    return g_strdup_printf (_("Next check at %s"), time);

  /* Round up, because the request itself took a moment: to five seconds, of which all intervals are multiples but the
   * one for the services of this computer. */
  seconds = (interval + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC;
  words = trs_strings_duration (seconds <= STEADY_SECONDS ? STEADY_SECONDS : (seconds + 4) / 5 * 5);
  /* Translators: %s is a length of time, "30 s". */
  return g_strdup_printf (_("Checks every %s"), words);
}

static char *
next_check (TrsProject *project,
            const char *time)
{
  gboolean pending = trs_project_is_pending (project);
  gboolean looked = trs_project_get_checked_at (project) != 0;

  switch (trs_project_get_watch (project))
    {
    case TRS_PROJECT_WATCH_NEEDS_KEY:
      /* Translators: state: nothing is asked as long as there is no connection or key. */
      return g_strdup (_("Paused"));
    case TRS_PROJECT_WATCH_OFFLINE:
      if (time != NULL)
        /* Translators: %s is a time of day. */
        return g_strdup_printf (_("Can’t reach the service · trying again at %s"), time);
      return g_strdup (_("Can’t reach the service"));
    case TRS_PROJECT_WATCH_NO_WORD:
      return time != NULL ? no_news_text (project, time) : NULL;
    case TRS_PROJECT_WATCH_STOPPED:
    case TRS_PROJECT_WATCH_DISMISSED:
    case TRS_PROJECT_WATCH_NOT_FOUND:
      return pending && looked ? g_strdup (_("Not found in your list")) : NULL;
    case TRS_PROJECT_WATCH_NONE:
    case TRS_PROJECT_WATCH_CHECKING:
      break;
    }
  if (time == NULL)
    return NULL;
  if (pending && looked)
    /* Translators: %s is a time of day. */
    return g_strdup_printf (_("Not found yet · checking again at %s"), time);
  /* Translators: %s is a time of day. */
  return pending ? g_strdup_printf (_("Checking again at %s"), time) : next_check_text (project, time);
}

/* Returns: when the project is checked or looked for next, or why it is not */
static char *
dup_next_check (TrsProject *project)
{
  gboolean unasked = trs_strings_get_local () && trs_project_get_watch (project) == TRS_PROJECT_WATCH_CHECKING;
  gint64 next = trs_project_get_next_check_at (project);
  g_autofree char *time = next != 0 ? trs_strings_time (next) : NULL;
  TrsProjectWatch watch = trs_project_get_watch (project);

  if (unasked)
    return NULL;
  if (trs_project_get_candidates (project) == NULL || watch == TRS_PROJECT_WATCH_NEEDS_KEY ||
      watch == TRS_PROJECT_WATCH_OFFLINE)
    return next_check (project, time);

  /* If there are candidates, "not found" would be wrong. */
  if (time == NULL)
    return g_strdup (_("More than one in the list"));
  /* Translators: %s is a time of day. */
  return g_strdup_printf (_("More than one in the list · checking again at %s"), time);
}

/* @time: 0 if it is not known */
static char *
dup_date_time (gint64 time)
{
  return time != 0 ? trs_strings_date_time (time) : NULL;
}

static char *
dup_submitted (TrsProject *project)
{
  return trs_progress_is_halted (project) ? dup_date_time (trs_project_get_begun_at (project)) : NULL;
}

static char *
dup_last_checked (TrsProject *project)
{
  return trs_progress_is_halted (project) ? dup_date_time (trs_project_get_checked_at (project)) : NULL;
}

static char *
dup_sent_time (TrsProject *project)
{
  return trs_project_is_pending (project) ? dup_date_time (trs_project_get_data (project)->submitted_at) : NULL;
}

static char *
dup_asked_language (TrsProject *project)
{
  if (!trs_project_is_pending (project))
    return NULL;
  return trs_project_get_data (project)->requested_language != NULL ? dup_language (project)
                                                              /* Translators: choice of a language: the service
                                                               * finds out which one is spoken. */
                                                              : g_strdup (_("Detect automatically"));
}

/* If the outcome of a submission is unknown, so is its cost. */
static char *
dup_cost (TrsProject *project)
{
  gint64 length = trs_project_get_data (project)->video_length;

  if (trs_project_is_pending (project) || trs_strings_get_free ())
    return NULL;

  return length > 0 ? trs_strings_credits (trs_credits_for_length (length)) : g_strdup (_("Not known yet"));
}

static char *
dup_cost_reason (TrsProject *project)
{
  gint64 length = trs_project_get_data (project)->video_length;
  g_autofree char *words = NULL;

  if (length <= 0)
    /* Translators: state of the cost: the credits were taken when the video was submitted. */
    return g_strdup (_("Already charged"));
  if (length >= 3600 && length % 3600 < 60)
    {
      g_autofree char *hours = trs_strings_number (length / 3600);

      /* Translators: %s is a number of hours: "1 hour of video, already charged". */
      return g_strdup_printf (ngettext ("%s hour of video, already charged", "%s hours of video, already charged",
                                        (gulong) (length / 3600)),
                              hours);
    }
  words = trs_strings_duration (length);
  /* Translators: %s is a length: "38 min of video, already charged". */
  return g_strdup_printf (_("%s of video, already charged"), words);
}

static char *
dup_send_again (TrsProject *project)
{
  return trs_strings_get_free () ? NULL : g_strdup (_("You may be charged twice"));
}

static char *
dup_open_video (TrsProject *project)
{
  return trs_progress_state_of (project) == TRS_PROGRESS_FAILED
             ? g_strdup (_("Check that it still plays and is public")) : NULL;
}

static const struct
{
  const char *name;
  char *(*dup) (TrsProject *project);
} strings[] = {
  { "title", trs_project_strings_title },
  { "titles", trs_project_strings_titles },
  { "heading", dup_heading },
  { "icon", dup_icon },
  { "paragraph", dup_paragraph },
  { "said", dup_service_message },
  { "note", dup_note },
  { "price", dup_price },
  { "next-check", dup_next_check },
  { "submitted", dup_submitted },
  { "last-checked", dup_last_checked },
  { "sent", dup_sent_time },
  { "asked-language", dup_asked_language },
  { "cost", dup_cost },
  { "cost-reason", dup_cost_reason },
  { "send-again", dup_send_again },
  { "open-video", dup_open_video },
};

/**
 * trs_progress_string:
 * @widget: (nullable): not used
 * @project: (nullable): a project
 * @name: one of the strings of the page
 *
 * A closure of the template.
 *
 * Returns: (transfer full) (nullable): the string, no markup; %NULL where there is nothing to say
 */
char *
trs_progress_string (gpointer    widget,
                     TrsProject *project,
                     const char *name)
{
  for (gsize i = 0; project != NULL && i < G_N_ELEMENTS (strings); i++)
    if (g_str_equal (strings[i].name, name))
      return strings[i].dup (project);
  return NULL;
}

/**
 * trs_progress_is:
 * @widget: (nullable): not used
 * @project: (nullable): a project
 * @names: names of states, with spaces between them
 *
 * A closure of the template.
 *
 * Returns: whether the page shows @project in one of these states
 */
gboolean
trs_progress_is (gpointer    widget,
                 TrsProject *project,
                 const char *names)
{
  g_auto (GStrv) wanted = g_strsplit (names, " ", -1);

  return g_strv_contains ((const char * const *) wanted, states[trs_progress_state_of (project)].name);
}
