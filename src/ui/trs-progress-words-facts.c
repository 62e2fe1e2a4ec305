/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-words.h"

#include <stdlib.h>
#include <string.h>

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-words.h"

/* The next check of a project that is asked about regularly is at most a minute away: until then it was updated just
 * now, and nothing has to tick. */
#define JUST_NOW (90 * G_TIME_SPAN_SECOND)

/* Only a share of the work: a percentage at the end of the message, or before a word that says so. */
static gboolean
ends_as_progress (const char *rest)
{
  static const char *const words[] = { "done", "complete", "completed", "finished" };
  g_autofree char *word = NULL;
  const char *p = rest;

  while (*p != '\0' && !g_unichar_isalnum (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  word = g_ascii_strdown (p, -1);
  g_strchomp (word);
  while (*word != '\0' && strchr (".!)", word[strlen (word) - 1]) != NULL)
    word[strlen (word) - 1] = '\0';
  if (*word == '\0')
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (word, words[i]))
      return TRUE;
  return FALSE;
}

/**
 * trs_progress_words_percent:
 * @project: a project
 *
 * The service tells how far it is in words, if at all: `Recognising speech,
 * 37 %`. What may be another percentage is none.
 *
 * Returns: from 0 to 100, or -1 if its message does not tell
 */
int
trs_progress_words_percent (TrsProject *project)
{
  g_autofree char *message = trs_display_text_line (trs_project_get_message (project));
  const char *sign = strchr (message, '%');
  const char *end = sign;
  const char *start;
  gunichar before;

  if (sign == NULL || strchr (sign + 1, '%') != NULL)
    return -1;
  if (end > message && g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  for (start = end; start > message && g_ascii_isdigit (start[-1]); start--)
    ;
  before = start > message ? g_utf8_get_char (g_utf8_prev_char (start)) : ' ';
  if (end - start < 1 || end - start > 3 || g_unichar_isalnum (before) || !ends_as_progress (sign + 1))
    return -1;
  /* Neither "-5 %" nor "0.5 %" nor a range. */
  if (before != ' ' && before != '(' && before != '[')
    return -1;
  return atoi (start) <= 100 ? atoi (start) : -1;
}

static gboolean
is_just_now (TrsProject *project)
{
  gint64 next = trs_project_get_next_check_at (project);

  return trs_project_get_watch (project) == TRS_PROJECT_WATCH_CHECKING && next != 0 &&
         next - trs_project_get_checked_at (project) <= JUST_NOW;
}

/**
 * trs_progress_words_checked:
 * @project: a project
 *
 * Returns: (transfer full): how long it has been running and that this is
 *   new, or when the service was asked last
 */
char *
trs_progress_words_checked (TrsProject *project)
{
  gint64 checked = trs_project_get_checked_at (project);
  gint64 elapsed = trs_progress_get_elapsed (project);
  g_autofree char *time = trs_words_time (checked);
  g_autofree char *duration = NULL;

  if (checked == 0)
    return g_strdup (_("Not checked yet"));
  if (trs_project_get_pending (project))
    /* Translators: %s is a time of day. */
    return g_strdup_printf (_("Checked %s"), time);
  if (!is_just_now (project))
    /* Translators: %s is a time of day. */
    return g_strdup_printf (_("Updated %s"), time);
  if (elapsed < 0)
    return g_strdup (_("Updated just now"));

  duration = trs_words_duration (elapsed);
  /* Translators: %s is a length of time: "Running for 40 s · updated just now". */
  return g_strdup_printf (_("Running for %s · updated just now"), duration);
}

static char *
no_word (TrsProject *project,
         const char *time)
{
  if (trs_project_get_pending (project))
    /* Translators: %s is a time of day. */
    return g_strdup_printf (_("Your list could not be read · checking again at %s"), time);
  /* Translators: %s is a time of day. */
  return g_strdup_printf (_("No news from the service · checking again at %s"), time);
}

static char *
interval_words (TrsProject *project,
                const char *time)
{
  gint64 interval = trs_project_get_next_check_at (project) - trs_project_get_checked_at (project);
  g_autofree char *words = NULL;

  if (trs_project_get_checked_at (project) == 0 || interval <= 0 || !is_just_now (project))
    /* Translators: %s is a time of day. */
    return g_strdup_printf (_("Next check at %s"), time);

  /* The answer took a moment. */
  words = trs_words_duration ((interval / G_USEC_PER_SEC + 4) / 5 * 5);
  /* Translators: %s is a length of time, "30 s". */
  return g_strdup_printf (_("Checks every %s"), words);
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
  g_autofree char *time = next != 0 ? trs_words_time (next) : NULL;

  switch (trs_project_get_watch (project))
    {
    case TRS_PROJECT_WATCH_NEEDS_KEY:
      return g_strdup (_("Paused"));
    case TRS_PROJECT_WATCH_OFFLINE:
      if (time != NULL)
        return g_strdup_printf (_("Can’t reach the service · trying again at %s"), time);
      return g_strdup (_("Can’t reach the service"));
    case TRS_PROJECT_WATCH_NO_WORD:
      return time != NULL ? no_word (project, time) : NULL;
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
    return g_strdup_printf (_("Not found yet · checking again at %s"), time);
  return pending ? g_strdup_printf (_("Checking again at %s"), time) : interval_words (project, time);
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

  return length > 0 ? trs_words_credits (trs_credits_for_length (length)) : g_strdup (_("Not known yet"));
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
  g_autofree char *words = NULL;

  if (length <= 0)
    return g_strdup (_("Already charged"));
  if (length >= 3600 && length % 3600 < 60)
    {
      g_autofree char *hours = trs_words_number (length / 3600);

      /* Translators: %s is a number of hours: "1 hour of video, already charged". */
      return g_strdup_printf (ngettext ("%s hour of video, already charged", "%s hours of video, already charged",
                                        (gulong) (length / 3600)),
                              hours);
    }
  words = trs_words_duration (length);
  /* Translators: %s is a length: "38 min of video, already charged". */
  return g_strdup_printf (_("%s of video, already charged"), words);
}
