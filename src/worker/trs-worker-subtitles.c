/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-subtitles.h"

#include "trs-worker-error.h"

#include <math.h>
#include <string.h>

#define ARROW "-->"
#define SIGNATURE "WEBVTT"

/* What stands before the words of a speaker in files of WhisperX. */
#define LABEL "[SPEAKER_"

static const struct
{
  const char *name;
  const char *meaning;
} ENTITIES[] = { { "&amp;", "&" }, { "&lt;", "<" }, { "&gt;", ">" },    { "&nbsp;", " " },
                 { "&lrm;", "" },  { "&rlm;", "" }, { "&quot;", "\"" }, { "&apos;", "'" } };

static const char *
skip_mark (const char *text)
{
  return g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text;
}

static gboolean
read_digits (const char **at,
             guint        most,
             double      *number)
{
  guint n = 0;

  for (*number = 0; n < most && g_ascii_isdigit (**at); n++, (*at)++)
    *number = *number * 10 + g_ascii_digit_value (**at);
  return n > 0;
}

/* `1:02:03.456`, `02:03.456`, `02:03,456` */
static gboolean
read_time (const char **at,
           double      *seconds)
{
  double part, scale = 1;
  guint n = 0;

  while (g_ascii_isspace (**at))
    (*at)++;
  *seconds = 0;
  do
    {
      if (!read_digits (at, 5, &part))
        return FALSE;
      *seconds = *seconds * 60 + part;
      n++;
    }
  while (n < 3 && **at == ':' && (*at)++ != NULL);
  if (n < 2 || (**at != '.' && **at != ','))
    return FALSE;

  (*at)++;
  if (!g_ascii_isdigit (**at))
    return FALSE;
  for (; g_ascii_isdigit (**at); (*at)++)
    {
      scale /= 10;
      *seconds += scale * g_ascii_digit_value (**at);
    }
  return TRUE;
}

static gboolean
read_times (const char *line,
            double     *start,
            double     *end)
{
  if (!read_time (&line, start))
    return FALSE;
  while (g_ascii_isspace (*line))
    line++;
  if (!g_str_has_prefix (line, ARROW))
    return FALSE;
  line += strlen (ARROW);
  return read_time (&line, end) && (*line == '\0' || g_ascii_isspace (*line));
}

/**
 * trs_worker_subtitles_are:
 * @text: what a recogniser has written
 *
 * Returns: whether it is WebVTT or SubRip
 */
gboolean
trs_worker_subtitles_are (const char *text)
{
  const char *at = skip_mark (text);
  const char *arrow;

  if (g_str_has_prefix (at, SIGNATURE))
    return TRUE;
  while (g_ascii_isspace (*at))
    at++;
  /* The first time of SubRip follows the first number. */
  arrow = g_ascii_isdigit (*at) ? strstr (at, ARROW) : NULL;
  return arrow != NULL && arrow - at < 100;
}

static void
append_entity (GString     *plain,
               const char **at)
{
  for (guint i = 0; i < G_N_ELEMENTS (ENTITIES); i++)
    if (g_str_has_prefix (*at, ENTITIES[i].name))
      {
        g_string_append (plain, ENTITIES[i].meaning);
        *at += strlen (ENTITIES[i].name);
        return;
      }
  g_string_append_c (plain, *(*at)++);
}

/* The name in `<v.loud Ada>`. */
static char *
dup_voice (const char *tag,
           gsize       length)
{
  g_autofree char *copy = g_strndup (tag, length);
  char *name = strpbrk (copy, " \t\n");

  return name != NULL ? g_strdup (g_strstrip (name)) : NULL;
}

/* Whether a tag begins at @at. A “<” that is never closed is text; @last_end is the last “>”. */
static gboolean
is_tag (const char *at,
        const char *last_end)
{
  return *at == '<' && (g_ascii_isalnum (at[1]) || at[1] == '/') && at < last_end;
}

static char *
split_label (char **text)
{
  char *end, *label;

  *text = g_strchug (*text);
  end = g_str_has_prefix (*text, LABEL) ? strchr (*text, ']') : NULL;
  if (end == NULL)
    return NULL;
  label = g_strndup (*text + 1, (gsize) (end - *text - 1));
  *text = end + 1;
  if (**text == ':')
    (*text)++;
  return label;
}

static gboolean
add (TrsWorkerCues *cues,
     double         start,
     double         end,
     GString       *plain,
     const char    *voice)
{
  char *text = plain->str;
  g_autofree char *label = split_label (&text);
  gboolean added = trs_worker_cues_add (cues, start, end, text, label != NULL ? label : voice, FALSE);

  g_string_truncate (plain, 0);
  return added;
}

/* Each voice of a cue is one of its own. */
static gboolean
read_payload (const char    *at,
              double         start,
              double         end,
              TrsWorkerCues *cues)
{
  g_autoptr (GString) plain = g_string_new (NULL);
  g_autofree char *voice = NULL;
  const char *last_end = strrchr (at, '>');
  const char *last_brace = strrchr (at, '}');

  while (*at != '\0')
    {
      if (is_tag (at, last_end))
        {
          const char *close = strchr (at, '>');

          if (at[1] == 'v' && strchr (" .\t", at[2]) != NULL)
            {
              if (!add (cues, start, end, plain, voice))
                return FALSE;
              g_free (voice);
              voice = dup_voice (at + 1, (gsize) (close - at - 1));
            }
          at = close + 1;
        }
      else if (*at == '{' && at[1] == '\\' && at < last_brace)
        {
          at = strchr (at, '}') + 1;
        }
      else if (*at == '&')
        {
          append_entity (plain, &at);
        }
      else
        {
          g_string_append_c (plain, *at++);
        }
    }
  return add (cues, start, end, plain, voice);
}

static gboolean
is_blank (const char *line)
{
  while (g_ascii_isspace (*line))
    line++;
  return *line == '\0';
}

/* Gives away the line that begins at @at and moves on to the next one. */
static char *
next_line (char **at)
{
  char *line = *at;
  char *end = line + strcspn (line, "\r\n");

  *at = end;
  if (*end == '\r' && end[1] == '\n')
    *at += 2;
  else if (*end != '\0')
    *at += 1;
  *end = '\0';
  return line;
}

/* The lines up to a blank one. */
static void
collect_payload (char    **at,
                 GString  *payload)
{
  g_string_truncate (payload, 0);
  while (**at != '\0')
    {
      const char *line = next_line (at);

      if (is_blank (line))
        return;
      g_string_append (payload, line);
      g_string_append_c (payload, '\n');
    }
}

/**
 * trs_worker_subtitles_read:
 * @text: WebVTT or SubRip: valid UTF-8
 * @cues: where they go
 * @error: return location for an error
 *
 * A part with a time that is none is one without a time, for trs_worker_cues_check() to drop.
 *
 * Returns: %FALSE with %TRS_WORKER_ERROR_RESULT if it is neither, or too much
 */
gboolean
trs_worker_subtitles_read (const char     *text,
                           TrsWorkerCues  *cues,
                           GError        **error)
{
  g_autofree char *copy = g_strdup (skip_mark (text));
  g_autoptr (GString) payload = g_string_new (NULL);
  gboolean found = g_str_has_prefix (copy, SIGNATURE), timed = FALSE, broken = FALSE;
  char *at = copy;

  while (*at != '\0')
    {
      const char *line = next_line (&at);
      double start, end;

      if (strstr (line, ARROW) == NULL)
        continue;
      if (read_times (line, &start, &end))
        found = timed = TRUE;
      else
        {
          broken = TRUE;
          start = end = NAN;
        }
      collect_payload (&at, payload);
      if (!read_payload (payload->str, start, end, cues))
        {
          g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT,
                               "The recogniser has written more parts than any recording has.");
          return FALSE;
        }
    }
  found = found && (timed || !broken);
  if (!found)
    g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT,
                         "What the recogniser has written is no subtitles.");
  return found;
}
