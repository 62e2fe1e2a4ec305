/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-strings.h"

#include "trs-display-text.h"
#include "trs-i18n.h"

/* Whether prices are hidden, because the account in use is that of the free sample service. */
static gboolean nothing_costs;
static gboolean on_this_computer;
static gboolean this_computer_rests;

/* The recogniser that is built in, as the service names it. */
#define BUILT_IN "pocketsphinx"

/* What the interface says of a video that is not there. */
#define NOT_FOUND "Video not found"

/* How long the time zone is cached: GLib looks it up in the file system each time, which takes longer than all the
 * rest of a row in the list. */
#define ZONE_AGE G_USEC_PER_SEC

static GDateTime *
to_local (gint64 time)
{
  static GTimeZone *zone;
  static gint64 looked_up_at;
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  gint64 now = g_get_monotonic_time ();

  if (zone == NULL || now - looked_up_at > ZONE_AGE)
    {
      g_clear_pointer (&zone, g_time_zone_unref);
      zone = g_time_zone_new_local ();
      looked_up_at = now;
    }
  return utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
}

static char *
format_local (gint64      time,
              const char *format)
{
  g_autoptr (GDateTime) local = to_local (time);

  return local != NULL ? trs_bidi_isolate (g_date_time_format (local, format)) : g_strdup ("");
}

/**
 * trs_strings_time:
 * @time: microseconds since the epoch
 *
 * Returns: (transfer full): the time of day, `12:04`
 */
char *
trs_strings_time (gint64 time)
{
  /* Translators: a time of day in the syntax of g_date_time_format(), "12:04". */
  return format_local (time, _("%H:%M"));
}

/**
 * trs_strings_same_day:
 * @time: microseconds since the epoch
 * @other: another time
 *
 * Returns: whether both are on one day here, so that beside @other the time of
 *   day says enough of @time
 */
gboolean
trs_strings_same_day (gint64 time,
                      gint64 other)
{
  g_autoptr (GDateTime) day = to_local (time);
  g_autoptr (GDateTime) other_day = to_local (other);

  return day != NULL && other_day != NULL && g_date_time_get_year (day) == g_date_time_get_year (other_day) &&
         g_date_time_get_day_of_year (day) == g_date_time_get_day_of_year (other_day);
}

/**
 * trs_strings_date_short:
 * @time: microseconds since the epoch, 0 for a date that is not known
 * @now: the time at which it is read
 *
 * Returns: (transfer full): `12:04` if it is today, `12 Mar` if this year, else
 *   `12 Mar 2025`; empty if it is not known
 */
char *
trs_strings_date_short (gint64 time,
                        gint64 now)
{
  g_autoptr (GDateTime) day = to_local (time);
  g_autoptr (GDateTime) today = to_local (now);

  if (time == 0 || day == NULL || today == NULL)
    return g_strdup ("");
  if (g_date_time_get_year (day) == g_date_time_get_year (today))
    {
      if (trs_strings_same_day (time, now))
        return trs_strings_time (time);
      /* Translators: a day of this year in the syntax of g_date_time_format(), "12 Mar". */
      return g_date_time_format (day, _("%-d %b"));
    }

  /* Translators: a day of another year in the syntax of g_date_time_format(), "12 Mar 2025". */
  return g_date_time_format (day, _("%-d %b %Y"));
}

/* Number of recent days that have a heading each; before them, each month has one. */
#define DAYS_ONE_BY_ONE 7

/* The clock of the service may be ahead of ours, so a time within the next day counts as now. */
static gint64
clamp_to_now (gint64 time,
              gint64 now)
{
  return time > now && time - now < G_TIME_SPAN_DAY ? now : time;
}

/* Counts calendar days, because a day may have 23 hours. */
static gint64
get_day_number (GDateTime *local)
{
  return (g_date_time_to_unix (local) * G_USEC_PER_SEC + g_date_time_get_utc_offset (local)) / G_TIME_SPAN_DAY;
}

static guint
count_days (GDateTime *day,
            GDateTime *now)
{
  return (guint) ABS (get_day_number (day) - get_day_number (now));
}

/**
 * trs_strings_date_group:
 * @time: microseconds since the epoch
 * @now: the time at which it is read
 *
 * Returns: a number, the same for all under one heading: a day, or a month
 */
int
trs_strings_date_group (gint64 time,
                        gint64 now)
{
  g_autoptr (GDateTime) day = to_local (clamp_to_now (time, now));
  g_autoptr (GDateTime) today = to_local (now);
  int month;

  if (day == NULL || today == NULL)
    return 0;

  month = g_date_time_get_year (day) * 12 + g_date_time_get_month (day) - 1;
  return month * 32 + (count_days (day, today) < DAYS_ONE_BY_ONE ? g_date_time_get_day_of_month (day) : 0);
}

/* Many languages write weekdays and months small, but not at the beginning of a heading. */
static char *
format_heading (GDateTime  *day,
                const char *format)
{
  g_autofree char *text = day != NULL ? g_date_time_format (day, format) : NULL;
  GString *heading = g_string_new (NULL);

  if (text != NULL && *text != '\0')
    {
      g_string_append_unichar (heading, g_unichar_totitle (g_utf8_get_char (text)));
      g_string_append (heading, g_utf8_next_char (text));
    }
  return trs_bidi_isolate (g_string_free (heading, FALSE));
}

/**
 * trs_strings_date_group_title:
 * @time: microseconds since the epoch
 * @now: the time at which it is read
 *
 * Returns: (transfer full): the heading of a trs_strings_date_group():
 *   `Today`, `Yesterday`, `Monday, 9 March`, `March 2026`
 */
char *
trs_strings_date_group_title (gint64 time,
                              gint64 now)
{
  g_autoptr (GDateTime) day = to_local (clamp_to_now (time, now));
  g_autoptr (GDateTime) today = to_local (now);
  guint n_days = day != NULL && today != NULL ? count_days (day, today) : G_MAXUINT;

  if (n_days == 0)
    /* Translators: heading above the videos of this day. */
    return g_strdup (_("Today"));
  if (n_days == 1 && time < now)
    /* Translators: heading above the videos of the day before. */
    return g_strdup (_("Yesterday"));
  if (n_days < DAYS_ONE_BY_ONE)
    /* Translators: one of the days around today in the syntax of g_date_time_format(), "Monday, 9 March". */
    return format_heading (day, _("%A, %-d %B"));

  /* Translators: a month in the syntax of g_date_time_format(), "March 2026". */
  return format_heading (day, _("%B %Y"));
}

/**
 * trs_strings_date_long:
 * @time: microseconds since the epoch
 *
 * Returns: (transfer full): the day, `12 March 2026`
 */
char *
trs_strings_date_long (gint64 time)
{
  /* Translators: a day in the syntax of g_date_time_format(), "12 March 2026". */
  return format_local (time, _("%-d %B %Y"));
}

/**
 * trs_strings_date_time:
 * @time: microseconds since the epoch
 *
 * Returns: (transfer full): the day and the time, `12 March 2026, 12:04`
 */
char *
trs_strings_date_time (gint64 time)
{
  /* Translators: a day and a time in the syntax of g_date_time_format(), "12 March 2026, 12:04". */
  return format_local (time, _("%-d %B %Y, %H:%M"));
}

/**
 * trs_strings_date_time_seconds:
 * @time: microseconds since the epoch
 *
 * Returns: (transfer full): the day and the time to the second, `12 March 2026, 12:04:40`
 */
char *
trs_strings_date_time_seconds (gint64 time)
{
  /* Translators: a day and a time in the syntax of g_date_time_format(), "12 March 2026, 12:04:40". */
  return format_local (time, _("%-d %B %Y, %H:%M:%S"));
}

/**
 * trs_strings_number:
 * @number: a count
 *
 * Returns: (transfer full): the number with the separators of the locale, `1,204`
 */
char *
trs_strings_number (gint64 number)
{
  return g_strdup_printf ("%'" G_GINT64_FORMAT, number);
}

/**
 * trs_strings_scale:
 * @widget: (nullable): not used
 * @scale: size of a text, 1.0 for the normal one
 *
 * Also a closure for templates.
 *
 * Returns: (transfer full): the size in percent
 */
char *
trs_strings_scale (gpointer widget,
                   double   scale)
{
  /* Translators: size of the text in percent, "110 %". Where your language has a space there, use one that does not
   * break (U+00A0). */
  return g_strdup_printf (_("%d %%"), (int) (scale * 100 + 0.5));
}

/**
 * trs_strings_duration:
 * @seconds: a length
 *
 * Returns: (transfer full): the length, rounded down: `20 s`, `38 min`,
 *   `1 h 04 min`
 */
char *
trs_strings_duration (gint64 seconds)
{
  g_autofree char *hours = NULL;

  seconds = MAX (seconds, 0);
  if (seconds < 60)
    /* Translators: a length, "20 s". Use a space that does not break (U+00A0). */
    return g_strdup_printf (_("%d s"), (int) seconds);
  if (seconds < 3600)
    /* Translators: a length, "38 min". Use a space that does not break (U+00A0). */
    return g_strdup_printf (_("%d min"), (int) (seconds / 60));

  hours = trs_strings_number (seconds / 3600);
  /* Translators: a length in hours and minutes, "1 h 04 min". Use spaces that do not break (U+00A0). */
  return g_strdup_printf (_("%s h %02d min"), hours, (int) (seconds / 60 % 60));
}

/**
 * trs_strings_set_local:
 * @local: whether the account in use is On This Computer
 *
 * While it is, nothing is fetched, and there is no service to speak of.
 */
void
trs_strings_set_local (gboolean local)
{
  on_this_computer = local;
}

gboolean
trs_strings_get_local (void)
{
  return on_this_computer;
}

/**
 * trs_strings_set_resting:
 * @resting: whether On This Computer transcribes nothing for now
 *
 * While it does, what is under way there is paused. It means nothing for any other account.
 */
void
trs_strings_set_resting (gboolean resting)
{
  this_computer_rests = resting;
}

gboolean
trs_strings_get_resting (void)
{
  return this_computer_rests;
}

/**
 * trs_strings_set_free:
 * @free: whether the account in use is free
 *
 * While it is, prices are shown nowhere but in *Spending*.
 */
void
trs_strings_set_free (gboolean free)
{
  nothing_costs = free;
}

gboolean
trs_strings_get_free (void)
{
  return nothing_costs;
}

/**
 * trs_strings_credits:
 * @credits: how many
 *
 * Returns: (transfer full): `1 credit`, `12 credits`
 */
char *
trs_strings_credits (gint64 credits)
{
  g_autofree char *number = trs_strings_number (credits);

  /* Translators: %s is a number of credits, "12 credits". */
  return g_strdup_printf (ngettext ("%s credit", "%s credits", (gulong) MAX (credits, 0)), number);
}

/**
 * trs_strings_speaker:
 * @name: (nullable): what the user calls the speaker
 * @speaker: the number in the label of the service, not 0
 *
 * For people. What programs read has the label as the service writes it: see trs_document_dup_label().
 *
 * Returns: (transfer full): the name, or the label in the language of the user
 */
char *
trs_strings_speaker (const char *name,
                     guint       speaker)
{
  /* Translators: somebody in a transcript who has no name yet; %u is a number. Neutral as to gender if possible. */
  return name != NULL ? g_strdup (name) : g_strdup_printf (_("Speaker %u"), speaker);
}

/**
 * trs_strings_sentence:
 * @title: what happened, without a full stop
 *
 * Returns: (transfer full): the same as a sentence
 */
char *
trs_strings_sentence (const char *title)
{
  /* Translators: %s is what happened, as a title; this makes a sentence of it. */
  return g_strdup_printf (_("%s."), title);
}

/**
 * trs_strings_sentences:
 * @first: a whole sentence
 * @second: another one
 *
 * Each is translated by itself, because no language puts two together as another one does.
 *
 * Returns: (transfer full): one after the other
 */
char *
trs_strings_sentences (const char *first,
                       const char *second)
{
  /* Translators: what stands between two sentences. Where your language writes none, use U+200B, a space without
   * width: it allows a line to end there. */
  return g_strconcat (first, C_("between sentences", " "), second, NULL);
}

/**
 * trs_strings_link:
 * @uri: passed to `activate-link`
 * @words: the label of the link
 *
 * GTK gives a link the alpha of the text around it: among quiet words it would
 * be hard to read.
 *
 * Returns: (transfer full): the link as markup
 */
char *
trs_strings_link (const char *uri,
                  const char *words)
{
  return g_markup_printf_escaped ("<a href=\"%s\"><span alpha=\"100%%\">%s</span></a>", uri, words);
}

/**
 * trs_strings_local_honesty:
 *
 * Said where the recogniser that is built in is chosen, and of each transcript
 * that it has made.
 *
 * Returns: (transfer full): a paragraph
 */
char *
trs_strings_local_honesty (void)
{
  return g_strdup (_("Recognised on this computer. English only; about one word in four is wrong in clear speech, more "
                     "in conversation. Good for finding a place, not for quoting."));
}

/**
 * trs_strings_local_caution:
 * @recognizer: (nullable): what recognised the words, as the service names it; %NULL if that is not known
 *
 * Said of words that were recognised on this computer, and that nobody has checked.
 *
 * Returns: (transfer full): a paragraph
 */
char *
trs_strings_local_caution (const char *recognizer)
{
  g_autofree char *name = NULL;

  if (recognizer == NULL || *recognizer == '\0')
    return trs_strings_local_honesty ();
  if (trs_strings_is_built_in (recognizer))
    return g_strdup (_("Recognised on this computer by PocketSphinx. English only; about one word in four is wrong in "
                       "clear speech, more in conversation. Good for finding a place, not for quoting."));
  name = trs_display_text_line (recognizer);
  /* Translators: %s is the name of a program, "whisper-cli". */
  return g_strdup_printf (_("Recognised on this computer by %s. Check the words before you quote them."), name);
}

/**
 * trs_strings_is_built_in:
 * @recognizer: (nullable): what recognised the words of a transcript, as the service names it
 *
 * Returns: %TRUE if it is the recogniser that is built in
 */
gboolean
trs_strings_is_built_in (const char *recognizer)
{
  return g_strcmp0 (recognizer, BUILT_IN) == 0;
}

/* What `transcription-worker` says of a file, and how users are told. */
static const struct
{
  const char *said;
  const char *sentence;
} faults[] = {
  { "The file is empty.", N_("This file is empty") },
  { "There is no such file.", N_("This file is gone") },
  { "The file cannot be opened.", N_("This file can’t be read") },
  { "The file cannot be read.", N_("This file can’t be read") },
  { "It is not a file.", N_("It is not a file.") },
  { "The file is no audio or video.", N_("This is not a recording") },
  { "The file has no sound.", N_("This recording has no sound") },
  { "The file is protected: it can be played by its own program alone.",
    N_("This recording is protected against copying") },
  { "The file is a list of addresses, not a recording.", N_("This is a playlist. Choose the recordings themselves.") },
  { "The file is cut: what is needed to read it should stand at its end.",
    N_("This recording is incomplete: its end is missing") },
  { "The file is damaged.", N_("This recording is damaged") },
  { "The file is damaged: nothing says what it holds.", N_("This recording is damaged") },
  { "The file is damaged: what decodes it does not get on in it.", N_("This recording is damaged") },
  { "The file does not say in time what it holds.", N_("This recording could not be read in time") },
  { "The file says that it is longer than two days.", N_("This recording claims to be longer than two days") },
  { "No decoder for the sound of this file is installed.",
    N_("The decoder for the sound of this recording is not installed") },
  { "The sound cannot be decoded.", N_("The sound of this recording can’t be decoded") },
};

/**
 * trs_strings_local_fault:
 * @said: why a recording is not transcribed, as the worker or the service on this computer says it
 *
 * Returns: (transfer full): the same for the user; what is not known as it was said
 */
char *
trs_strings_local_fault (const char *said)
{
  for (gsize i = 0; i < G_N_ELEMENTS (faults); i++)
    if (g_strcmp0 (faults[i].said, said) == 0)
      return g_strdup (_(faults[i].sentence));
  return trs_display_text_line (said);
}

/**
 * trs_strings_local_refused:
 * @said: (nullable): what the service on this computer says
 *
 * Returns: (transfer full): why it does not transcribe a file
 */
char *
trs_strings_local_refused (const char *said)
{
  if (said != NULL && *said != '\0' && !g_str_equal (said, NOT_FOUND))
    return trs_strings_local_fault (said);
  return g_strdup (_("This file can’t be transcribed: it can’t be read, has no sound, is protected or is a playlist."));
}
