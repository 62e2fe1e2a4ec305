/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-report.h"

#include "trs-error.h"
#include "trs-service-json.h"

#define MAX_SECONDS 36000000.0
#define MAX_SPEAKER 10000
#define MAX_MESSAGE 300
#define MAX_DROPPED 1000000
#define MAX_LANGUAGE 35
#define MAX_TRACK_TITLE 100

static gboolean
is_code (const char *code)
{
  return g_regex_match_simple ("^[a-z]{2,3}\\z", code, G_REGEX_RAW, 0);
}

/* What is said of one sound track. */
typedef struct
{
  const char *language;
  const char *title;
} Track;

static gboolean
is_language (const char *language)
{
  return g_utf8_strlen (language, -1) <= MAX_LANGUAGE;
}

static gboolean
is_track_title (const char *title)
{
  return g_utf8_strlen (title, -1) <= MAX_TRACK_TITLE;
}

static const TrsServiceJsonMember TRACK[] = {
  { "language", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (Track, language), .check = is_language },
  { "title", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (Track, title), .check = is_track_title },
  { NULL }
};

static const char * const STATES[] = { "upload", "transcription", NULL };

#define SECONDS(name, member) \
  { name, TRS_SERVICE_JSON_NUMBER, G_STRUCT_OFFSET (TrsServiceReport, member), 0, MAX_SECONDS, .required = TRUE }

static const TrsServiceJsonMember MEDIA[] = {
  SECONDS ("length", seconds),
  { "title", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceReport, title) },
  { "tracks", TRS_SERVICE_JSON_ARRAY, G_STRUCT_OFFSET (TrsServiceReport, tracks) },
  { NULL }
};
static const TrsServiceJsonMember LENGTH[] = { SECONDS ("seconds", seconds), { NULL } };
static const TrsServiceJsonMember PROGRESS[] = {
  { "state", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceReport, state), .words = STATES, .required = TRUE },
  { "percent", TRS_SERVICE_JSON_INTEGER, G_STRUCT_OFFSET (TrsServiceReport, percent), 0, 99, .required = TRUE },
  { NULL }
};
static const TrsServiceJsonMember PARAGRAPH[] = {
  SECONDS ("start", start),
  SECONDS ("end", end),
  { "speaker", TRS_SERVICE_JSON_INTEGER, G_STRUCT_OFFSET (TrsServiceReport, speaker), 1, MAX_SPEAKER },
  { "text", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceReport, text), .required = TRUE },
  { NULL }
};
static const TrsServiceJsonMember SOUND[] = {
  { "kept", TRS_SERVICE_JSON_BOOLEAN, G_STRUCT_OFFSET (TrsServiceReport, kept) },
  { "message", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceReport, message) },
  { NULL }
};
static const TrsServiceJsonMember LANGUAGE[] = {
  { "code", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceReport, language), .check = is_code, .required = TRUE },
  { NULL }
};
static const TrsServiceJsonMember END[] = {
  { "cut", TRS_SERVICE_JSON_BOOLEAN, G_STRUCT_OFFSET (TrsServiceReport, cut) },
  { "dropped", TRS_SERVICE_JSON_INTEGER, G_STRUCT_OFFSET (TrsServiceReport, dropped), 0, MAX_DROPPED },
  SECONDS ("seconds", seconds),
  { NULL }
};
static const TrsServiceJsonMember FAULT[] = {
  { "reason", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceReport, reason), 1, .required = TRUE },
  { "message", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceReport, message), 1, .required = TRUE },
  { NULL }
};

static const struct
{
  const char *name;
  const TrsServiceJsonMember *members;
} TYPES[] = {
  [TRS_SERVICE_REPORT_MEDIA] = { "media", MEDIA },
  [TRS_SERVICE_REPORT_LENGTH] = { "length", LENGTH },
  [TRS_SERVICE_REPORT_PROGRESS] = { "progress", PROGRESS },
  [TRS_SERVICE_REPORT_PARAGRAPH] = { "paragraph", PARAGRAPH },
  [TRS_SERVICE_REPORT_SOUND] = { "sound", SOUND },
  [TRS_SERVICE_REPORT_LANGUAGE] = { "language", LANGUAGE },
  [TRS_SERVICE_REPORT_END] = { "end", END },
  [TRS_SERVICE_REPORT_FAULT] = { "fault", FAULT },
};

/* What separates paragraphs may not stand in one, and what controls a terminal may not stand in a log. */
static char *
make_line (const char *text,
           glong       max_length)
{
  GString *line = g_string_new (NULL);
  gboolean blank = TRUE;
  glong n = 0;

  for (const char *p = text; *p != '\0' && n < max_length; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isspace (c) && !g_unichar_iscntrl (c))
        g_string_append_unichar (line, c);
      else if (!blank)
        g_string_append_c (line, ' ');
      else
        continue;
      blank = line->str[line->len - 1] == ' ';
      n++;
    }
  if (blank && line->len > 0)
    g_string_truncate (line, line->len - 1);
  return g_string_free (line, FALSE);
}

static gboolean
check_tracks (JsonArray  *tracks,
              GError    **error)
{
  guint n = json_array_get_length (tracks);

  if (n < 2 || n > TRS_SERVICE_REPORT_MAX_TRACKS)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "has “tracks” that are not a few");
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (tracks, i);
      Track track = { NULL };

      if (JSON_NODE_HOLDS_OBJECT (node))
        trs_service_json_drop_nulls (json_node_get_object (node));
      if (!trs_service_json_read_members (node, TRACK, FALSE, &track, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_members (TrsServiceReport  *self,
              GError           **error)
{
  if (!trs_service_json_read_members (self->root, TYPES[self->type].members, FALSE, self, error))
    return FALSE;
  if (self->tracks != NULL && !check_tracks (json_node_get_array (self->tracks), error))
    return FALSE;

  if (self->type == TRS_SERVICE_REPORT_PARAGRAPH)
    {
      self->end = MAX (self->end, self->start);
      self->text = self->line = make_line (self->text, G_MAXLONG);
    }
  else if (self->message != NULL)
    {
      self->message = self->line = make_line (self->message, MAX_MESSAGE);
    }
  return TRUE;
}

/**
 * trs_service_report_read:
 * @line: foreign bytes
 * @length: their number
 * @error: return location for an error
 *
 * Members and types that are not known are passed over.
 *
 * Returns: (transfer full) (nullable): what they say, or %NULL with %TRS_ERROR_INVALID_INPUT
 */
TrsServiceReport *
trs_service_report_read (const char  *line,
                         gsize        length,
                         GError     **error)
{
  g_autoptr (TrsServiceReport) self = g_new0 (TrsServiceReport, 1);
  const char *type;
  JsonNode *node;

  self->root = trs_service_json_parse (line, length, error);
  if (self->root == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (self->root))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "is not an object");
      return NULL;
    }

  trs_service_json_drop_nulls (json_node_get_object (self->root));
  node = json_object_get_member (json_node_get_object (self->root), "type");
  type = node != NULL && json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (TYPES); i++)
    if (TYPES[i].name != NULL && g_strcmp0 (TYPES[i].name, type) == 0)
      self->type = (TrsServiceReportType) i;
  if (self->type != TRS_SERVICE_REPORT_OTHER && !read_members (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
trs_service_report_free (TrsServiceReport *self)
{
  g_clear_pointer (&self->root, json_node_unref);
  g_free (self->line);
  g_free (self);
}
