/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-since.h"

#include "trs-trim.h"

#include <string.h>

/* A day, or a day and a time as RFC 3339 writes it. g_date_time_new_from_iso8601() would also accept the weeks and
 * the days of a year. */
#define DATE "([0-9]{4})-([0-9]{2})-([0-9]{2})"
#define TIME "([0-9]{2}):([0-9]{2})(?::([0-9]{2}(?:\\.[0-9]+)?))?"
#define OFFSET "([Zz]|[+-][0-9]{2}:[0-9]{2})"
#define MOMENT "^" DATE "(?:[Tt ]" TIME OFFSET "?)?$"

/* With one of the units below. No "m", which is a minute to some and a month to others. */
#define SPAN "^([0-9]{1,5})(s|min|h|d|w)$"

static const struct
{
  const char *name;
  gint64 seconds;
} units[] = { { "s", 1 }, { "min", 60 }, { "h", 60 * 60 }, { "d", 24 * 60 * 60 }, { "w", 7 * 24 * 60 * 60 } };

static gint64
fetch_number (GMatchInfo *match,
              int         group)
{
  g_autofree char *digits = g_match_info_fetch (match, group);

  return digits != NULL ? (gint64) g_ascii_strtoull (digits, NULL, 10) : 0;
}

/* Returns: microseconds; more digits are cut off */
static gint64
fetch_seconds (GMatchInfo *match,
               int         group)
{
  g_autofree char *digits = g_match_info_fetch (match, group);
  const char *point = digits != NULL ? strchr (digits, '.') : NULL;
  gint64 microseconds = fetch_number (match, group) * G_USEC_PER_SEC;

  for (gint64 unit = G_USEC_PER_SEC / 10; point != NULL && unit > 0 && g_ascii_isdigit (*++point); unit /= 10)
    microseconds += g_ascii_digit_value (*point) * unit;
  return microseconds;
}

static gboolean
parse_moment (const char *input,
              gint64     *since)
{
  g_autoptr (GRegex) regex = g_regex_new (MOMENT, G_REGEX_DOLLAR_ENDONLY, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *offset = NULL;
  g_autoptr (GTimeZone) zone = NULL;
  g_autoptr (GDateTime) date = NULL;
  gint64 microseconds;

  if (!g_regex_match (regex, input, 0, &match))
    return FALSE;

  offset = g_match_info_fetch (match, 7);
  if (offset == NULL || *offset == '\0')
    zone = g_time_zone_new_local ();
  else if (*offset == 'Z' || *offset == 'z')
    zone = g_time_zone_new_utc ();
  else
    zone = g_time_zone_new_identifier (offset);
  if (zone == NULL)
    return FALSE;

  microseconds = fetch_seconds (match, 6);
  date = g_date_time_new (zone, (int) fetch_number (match, 1), (int) fetch_number (match, 2),
                          (int) fetch_number (match, 3), (int) fetch_number (match, 4), (int) fetch_number (match, 5),
                          /* Whole seconds. NOLINTNEXTLINE(bugprone-integer-division) */
                          (double) (microseconds / G_USEC_PER_SEC));
  if (date == NULL)
    return FALSE;
  *since = MAX (g_date_time_to_unix (date) * G_USEC_PER_SEC + microseconds % G_USEC_PER_SEC, 0);
  return TRUE;
}

/* @span: (out): microseconds */
static gboolean
parse_span (const char *input,
            gint64     *span)
{
  g_autoptr (GRegex) regex = g_regex_new (SPAN, G_REGEX_DOLLAR_ENDONLY, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *unit = NULL;
  guint i = 0;

  if (!g_regex_match (regex, input, 0, &match))
    return FALSE;

  unit = g_match_info_fetch (match, 2);
  while (!g_str_equal (unit, units[i].name))
    i++;
  *span = fetch_number (match, 1) * units[i].seconds * G_USEC_PER_SEC;
  return TRUE;
}

/**
 * trs_since_parse_span:
 * @text: what was typed, valid UTF-8
 * @span: (out): how long that is, in microseconds
 *
 * Reads how long something may take: `30s`, `90min`, `12h`, `7d` or `2w`, where a day always has 24 hours.
 *
 * Returns: %FALSE if it is none of these
 */
gboolean
trs_since_parse_span (const char *text,
                      gint64     *span)
{
  gsize length;
  const char *trimmed = trs_trim (text, &length);
  g_autofree char *input = g_strndup (trimmed, length);

  return parse_span (input, span);
}

/**
 * trs_since_parse:
 * @text: what was typed, valid UTF-8
 * @now: the time, in microseconds since the epoch
 * @since: (out): the moment that is meant, in microseconds since the epoch; 0 if it is before that
 *
 * Reads from when on something is wanted: a day, `2026-11-20`, which begins at midnight of the local time zone; a
 * time, `2026-11-20T08:30:00Z` as RFC 3339 has it, or without an offset the local one; or how long ago it was, as of
 * trs_since_parse_span().
 *
 * Returns: %FALSE if it is none of these
 */
gboolean
trs_since_parse (const char *text,
                 gint64      now,
                 gint64     *since)
{
  gsize length;
  const char *trimmed = trs_trim (text, &length);
  g_autofree char *input = g_strndup (trimmed, length);
  gint64 span;

  if (!parse_span (input, &span))
    return parse_moment (input, since);
  *since = MAX (now - span, 0);
  return TRUE;
}
