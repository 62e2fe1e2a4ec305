/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-line.h"

#include "trs-json-pull.h"
#include "trs-media-discover.h"

#include <math.h>
#include <string.h>

/* Longer than any recording, and small enough for a double to be exact to the millisecond. */
#define MAX_SECONDS 1e7
#define MAX_BYTES 9e15
#define MAX_SPEAKER 10000
#define MAX_DROPPED 1000000

static const char * const TYPES[] = { "media", "length", "progress", "paragraph", "sound", "language", "end", "fault",
                                     NULL };

static const char * const REASONS[] = {
  "empty", "unreadable", "not-media", "no-sound", "protected", "playlist", "cut",
  "setup", "recognizer", "disk", "crashed", "timeout", "language", NULL
};

void
trs_worker_line_free (TrsWorkerLine *self)
{
  g_free (self->text);
  g_clear_pointer (&self->tracks, g_ptr_array_unref);
  g_free (self->reason);
  g_free (self);
}

static void
append_name (GString    *json,
             const char *name)
{
  g_string_append_printf (json, "%s\"%s\":", json->str[json->len - 1] == '{' ? "" : ",", name);
}

static void
append_string (GString    *json,
               const char *name,
               const char *string)
{
  append_name (json, name);
  if (string == NULL)
    {
      g_string_append (json, "null");
      return;
    }

  g_string_append_c (json, '"');
  for (const char *p = string; *p != '\0'; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_printf (json, "\\%c", *p);
      else if ((guchar) *p < 0x20 || *p == 0x7f)
        g_string_append_printf (json, "\\u%04x", (guint) (guchar) *p);
      else
        g_string_append_c (json, *p);
    }
  g_string_append_c (json, '"');
}

static void
append_seconds (GString    *json,
                const char *name,
                double      seconds)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  append_name (json, name);
  g_string_append (json, g_ascii_formatd (number, sizeof number, "%.3f", seconds));
}

static void
append_boolean (GString    *json,
                const char *name,
                gboolean    value)
{
  append_name (json, name);
  g_string_append (json, value ? "true" : "false");
}

static void
append_number (GString    *json,
               const char *name,
               guint64     number)
{
  append_name (json, name);
  g_string_append_printf (json, "%" G_GUINT64_FORMAT, number);
}

static void
append_tracks (GString         *json,
               const GPtrArray *tracks)
{
  append_name (json, "tracks");
  for (guint i = 0; i < tracks->len; i++)
    {
      const TrsMediaTrack *track = tracks->pdata[i];

      g_string_append (json, i > 0 ? ",{" : "[{");
      append_string (json, "language", track->language);
      append_string (json, "title", track->title);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

/**
 * trs_worker_line_write:
 * @self: what to say
 *
 * Returns: (transfer full): a line of JSON, with its end
 */
char *
trs_worker_line_write (const TrsWorkerLine *self)
{
  GString *json = g_string_new ("{");

  append_string (json, "type", TYPES[self->type]);
  switch (self->type)
    {
    case TRS_WORKER_LINE_MEDIA:
      append_seconds (json, "length", self->seconds);
      append_string (json, "title", self->text);
      append_number (json, "bytes", self->bytes);
      if (self->tracks != NULL)
        append_tracks (json, self->tracks);
      break;
    case TRS_WORKER_LINE_LENGTH:
      append_seconds (json, "seconds", self->seconds);
      break;
    case TRS_WORKER_LINE_PROGRESS:
      append_string (json, "state", self->transcribing ? "transcription" : "upload");
      append_number (json, "percent", self->percent);
      break;
    case TRS_WORKER_LINE_PARAGRAPH:
      append_seconds (json, "start", self->start);
      append_seconds (json, "end", self->seconds);
      if (self->speaker > 0)
        append_number (json, "speaker", self->speaker);
      else
        append_string (json, "speaker", NULL);
      append_string (json, "text", self->text);
      break;
    case TRS_WORKER_LINE_SOUND:
      append_boolean (json, "kept", self->kept);
      append_string (json, "message", self->text);
      break;
    case TRS_WORKER_LINE_LANGUAGE:
      append_string (json, "code", self->text);
      break;
    case TRS_WORKER_LINE_END:
      append_boolean (json, "cut", self->cut);
      append_seconds (json, "seconds", self->seconds);
      if (self->dropped > 0)
        append_number (json, "dropped", self->dropped);
      break;
    case TRS_WORKER_LINE_FAULT:
    default:
      append_string (json, "reason", self->reason);
      append_string (json, "message", self->text);
      break;
    }
  g_string_append (json, "}\n");
  return g_string_free (json, FALSE);
}

static gboolean
read_number (TrsJsonPull *pull,
             double       maximum,
             double      *number)
{
  return trs_json_pull_read_number (pull, number) && isfinite (*number) && *number >= 0 && *number <= maximum;
}

static gboolean
read_whole (TrsJsonPull *pull,
            double       maximum,
            double      *number)
{
  return read_number (pull, maximum, number) && floor (*number) == *number;
}

static gboolean
read_text (TrsJsonPull  *pull,
           char        **text)
{
  g_autoptr (GString) string = NULL;

  if (trs_json_pull_peek (pull) == TRS_JSON_PULL_NULL)
    return trs_json_pull_skip (pull);

  string = g_string_new (NULL);
  if (!trs_json_pull_read_string (pull, string))
    return FALSE;
  g_free (*text);
  *text = g_strdup (string->str);
  return TRUE;
}

static gboolean
read_state (TrsJsonPull   *pull,
            TrsWorkerLine *line)
{
  g_autofree char *state = NULL;

  if (!read_text (pull, &state) || state == NULL)
    return FALSE;
  line->transcribing = g_str_equal (state, "transcription");
  return line->transcribing || g_str_equal (state, "upload");
}

static gboolean
read_type (TrsJsonPull *pull,
           int         *type)
{
  g_autofree char *name = NULL;

  if (!read_text (pull, &name) || name == NULL)
    return FALSE;
  for (*type = 0; TYPES[*type] != NULL; (*type)++)
    if (g_str_equal (TYPES[*type], name))
      return TRUE;
  return FALSE;
}

static gboolean
read_speaker (TrsJsonPull   *pull,
              TrsWorkerLine *line)
{
  double number;

  if (trs_json_pull_peek (pull) == TRS_JSON_PULL_NULL)
    return trs_json_pull_skip (pull);
  if (!read_whole (pull, MAX_SPEAKER, &number))
    return FALSE;
  line->speaker = (guint) number;
  return TRUE;
}

static gboolean
read_track (TrsJsonPull *pull,
            GPtrArray   *tracks)
{
  g_autofree char *language = NULL;
  g_autofree char *title = NULL;
  g_autoptr (GString) name = g_string_new (NULL);

  if (!trs_json_pull_enter (pull, '{'))
    return FALSE;
  while (trs_json_pull_next_member (pull, name))
    if (g_str_equal (name->str, "language") ? !read_text (pull, &language)
        : g_str_equal (name->str, "title")  ? !read_text (pull, &title)
                                            : !trs_json_pull_skip (pull))
      return FALSE;
  g_ptr_array_add (tracks, trs_media_track_new (language, title));
  return TRUE;
}

/* Of one track alone there is nothing to say. */
static gboolean
read_tracks (TrsJsonPull   *pull,
             TrsWorkerLine *line)
{
  g_clear_pointer (&line->tracks, g_ptr_array_unref);
  line->tracks = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_media_track_free);
  if (!trs_json_pull_enter (pull, '['))
    return FALSE;
  while (trs_json_pull_next_element (pull))
    if (line->tracks->len == TRS_MEDIA_MAX_TRACKS || !read_track (pull, line->tracks))
      return FALSE;
  return line->tracks->len > 1;
}

static gboolean
read_member (TrsJsonPull   *pull,
             const char    *name,
             TrsWorkerLine *line,
             int           *type)
{
  double number;

  if (g_str_equal (name, "type"))
    return read_type (pull, type);
  if (g_str_equal (name, "start"))
    return read_number (pull, MAX_SECONDS, &line->start);
  if (g_str_equal (name, "end") || g_str_equal (name, "seconds") || g_str_equal (name, "length"))
    return read_number (pull, MAX_SECONDS, &line->seconds);
  if (g_str_equal (name, "title") || g_str_equal (name, "text") || g_str_equal (name, "message") ||
      g_str_equal (name, "code"))
    return read_text (pull, &line->text);
  if (g_str_equal (name, "reason"))
    return read_text (pull, &line->reason);
  if (g_str_equal (name, "state"))
    return read_state (pull, line);
  if (g_str_equal (name, "speaker"))
    return read_speaker (pull, line);
  if (g_str_equal (name, "tracks"))
    return read_tracks (pull, line);
  if (g_str_equal (name, "cut"))
    return trs_json_pull_read_boolean (pull, &line->cut);
  if (g_str_equal (name, "kept"))
    return trs_json_pull_read_boolean (pull, &line->kept);
  if (g_str_equal (name, "percent"))
    {
      if (!read_whole (pull, 99, &number))
        return FALSE;
      line->percent = (guint) number;
      return TRUE;
    }
  if (g_str_equal (name, "dropped"))
    {
      if (!read_whole (pull, MAX_DROPPED, &number))
        return FALSE;
      line->dropped = (guint) number;
      return TRUE;
    }
  if (g_str_equal (name, "bytes"))
    {
      if (!read_whole (pull, MAX_BYTES, &number))
        return FALSE;
      line->bytes = (guint64) number;
      return TRUE;
    }
  return trs_json_pull_skip (pull);
}

static gboolean
is_complete (const TrsWorkerLine *line)
{
  switch (line->type)
    {
    case TRS_WORKER_LINE_MEDIA:
    case TRS_WORKER_LINE_LENGTH:
      return line->seconds > 0;
    case TRS_WORKER_LINE_PARAGRAPH:
      return line->text != NULL && *line->text != '\0' && line->seconds >= line->start;
    case TRS_WORKER_LINE_LANGUAGE:
      return line->text != NULL && *line->text != '\0';
    case TRS_WORKER_LINE_FAULT:
      return line->text != NULL && line->reason != NULL && g_strv_contains (REASONS, line->reason);
    case TRS_WORKER_LINE_PROGRESS:
    case TRS_WORKER_LINE_SOUND:
    case TRS_WORKER_LINE_END:
    default:
      return TRUE;
    }
}

/**
 * trs_worker_line_parse:
 * @line: (array length=size): foreign bytes: whoever decodes strangers' files may have been taken over by one
 * @size: their number; an end of line may be among them
 *
 * Returns: (transfer full) (nullable): what it says, or %NULL if that is nothing sensible
 */
TrsWorkerLine *
trs_worker_line_parse (const char *line,
                       gsize       size)
{
  g_autoptr (TrsWorkerLine) self = g_new0 (TrsWorkerLine, 1);
  g_autoptr (GString) name = g_string_new (NULL);
  int type = -1;
  TrsJsonPull pull;

  if (size > TRS_WORKER_LINE_MAX || !g_utf8_validate_len (line, size, NULL))
    return NULL;

  trs_json_pull_init (&pull, line, size);
  if (!trs_json_pull_enter (&pull, '{'))
    return NULL;
  while (trs_json_pull_next_member (&pull, name))
    if (!read_member (&pull, name->str, self, &type))
      return NULL;
  if (!trs_json_pull_is_whole (&pull) || type < 0)
    return NULL;
  self->type = (TrsWorkerLineType) type;
  return is_complete (self) ? g_steal_pointer (&self) : NULL;
}
