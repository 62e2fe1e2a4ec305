/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-segments.h"

#include "trs-json-pull.h"
#include "trs-worker-error.h"

#include <math.h>
#include <string.h>

/**
 * Segment:
 * @next_turn: whether somebody else may be speaking after it
 *
 * One of either family.
 */
typedef struct
{
  double start;
  double end;
  GString *text;
  GString *speaker;
  gboolean next_turn;
} Segment;

static void
segment_reset (Segment *segment)
{
  segment->start = segment->end = NAN;
  segment->next_turn = FALSE;
  g_string_truncate (segment->text, 0);
  g_string_truncate (segment->speaker, 0);
}

/* What is no number is no time: its segment is dropped, not all of them. */
static gboolean
read_time (TrsJsonPull *pull,
           double      *time)
{
  if (trs_json_pull_peek (pull) == TRS_JSON_PULL_NUMBER)
    return trs_json_pull_read_number (pull, time);
  *time = NAN;
  return trs_json_pull_skip (pull);
}

/* Milliseconds, as whisper.cpp has them. */
static gboolean
read_offsets (TrsJsonPull *pull,
              Segment     *segment)
{
  g_autoptr (GString) name = g_string_new (NULL);
  double number;

  if (!trs_json_pull_enter (pull, '{'))
    return FALSE;
  while (trs_json_pull_next_member (pull, name))
    {
      if (!read_time (pull, &number))
        return FALSE;
      if (g_str_equal (name->str, "from"))
        segment->start = number / 1000;
      else if (g_str_equal (name->str, "to"))
        segment->end = number / 1000;
    }
  return TRUE;
}

/* A name, a number, or nothing. */
static gboolean
read_speaker (TrsJsonPull *pull,
              Segment     *segment)
{
  double number;

  switch (trs_json_pull_peek (pull))
    {
    case TRS_JSON_PULL_STRING:
      return trs_json_pull_read_string (pull, segment->speaker);
    case TRS_JSON_PULL_NUMBER:
      if (!trs_json_pull_read_number (pull, &number))
        return FALSE;
      g_string_printf (segment->speaker, "%g", number);
      return TRUE;
    case TRS_JSON_PULL_NONE:
    case TRS_JSON_PULL_OBJECT:
    case TRS_JSON_PULL_ARRAY:
    case TRS_JSON_PULL_BOOLEAN:
    case TRS_JSON_PULL_NULL:
    default:
      return trs_json_pull_skip (pull);
    }
}

static gboolean
read_segment_member (TrsJsonPull *pull,
                     const char  *name,
                     Segment     *segment)
{
  if (g_str_equal (name, "offsets"))
    return read_offsets (pull, segment);
  if (g_str_equal (name, "start"))
    return read_time (pull, &segment->start);
  if (g_str_equal (name, "end"))
    return read_time (pull, &segment->end);
  if (g_str_equal (name, "text"))
    return trs_json_pull_read_string (pull, segment->text);
  if (g_str_equal (name, "speaker"))
    return read_speaker (pull, segment);
  if (g_str_equal (name, "speaker_turn_next"))
    return trs_json_pull_read_boolean (pull, &segment->next_turn);
  return trs_json_pull_skip (pull);
}

static gboolean
read_segment (TrsJsonPull *pull,
              Segment     *segment)
{
  g_autoptr (GString) name = g_string_new (NULL);

  segment_reset (segment);
  if (!trs_json_pull_enter (pull, '{'))
    return FALSE;
  while (trs_json_pull_next_member (pull, name))
    if (!read_segment_member (pull, name->str, segment))
      return FALSE;
  return TRUE;
}

/* whisper.cpp writes `?` where it doubts who speaks. */
static const char *
get_speaker (const Segment *segment)
{
  return g_str_equal (segment->speaker->str, "?") ? "" : segment->speaker->str;
}

static gboolean
read_segments (TrsJsonPull    *pull,
               TrsWorkerCues  *cues,
               GError        **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) speaker = g_string_new (NULL);
  Segment segment = { .text = text, .speaker = speaker };
  gboolean turn = FALSE;

  if (!trs_json_pull_enter (pull, '['))
    return FALSE;
  while (trs_json_pull_next_element (pull))
    {
      if (!read_segment (pull, &segment))
        return FALSE;
      if (!trs_worker_cues_add (cues, segment.start, segment.end, text->str, get_speaker (&segment), turn))
        {
          g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT,
                               "The recogniser has written more parts than any recording has.");
          return FALSE;
        }
      turn = segment.next_turn;
    }
  return TRUE;
}

static gboolean
read_code (TrsJsonPull   *pull,
           TrsWorkerCues *cues)
{
  g_autoptr (GString) code = g_string_new (NULL);

  if (trs_json_pull_peek (pull) != TRS_JSON_PULL_STRING)
    return trs_json_pull_skip (pull);
  if (!trs_json_pull_read_string (pull, code))
    return FALSE;
  trs_worker_cues_set_language (cues, code->str);
  return TRUE;
}

/* The language that whisper.cpp has heard stands in an object of its own. */
static gboolean
read_outcome (TrsJsonPull   *pull,
              TrsWorkerCues *cues)
{
  g_autoptr (GString) name = g_string_new (NULL);

  if (trs_json_pull_peek (pull) != TRS_JSON_PULL_OBJECT)
    return trs_json_pull_skip (pull);
  if (!trs_json_pull_enter (pull, '{'))
    return FALSE;
  while (trs_json_pull_next_member (pull, name))
    if (!(g_str_equal (name->str, "language") ? read_code (pull, cues) : trs_json_pull_skip (pull)))
      return FALSE;
  return TRUE;
}

static gboolean
read_member (TrsJsonPull    *pull,
             const char     *name,
             TrsWorkerCues  *cues,
             gboolean       *found,
             GError        **error)
{
  if (!*found && (g_str_equal (name, "transcription") || g_str_equal (name, "segments")))
    {
      *found = TRUE;
      return read_segments (pull, cues, error);
    }
  if (g_str_equal (name, "language"))
    return read_code (pull, cues);
  if (g_str_equal (name, "result"))
    return read_outcome (pull, cues);
  return trs_json_pull_skip (pull);
}

/**
 * trs_worker_segments_read:
 * @text: (array length=size): JSON of whisper.cpp (`transcription`) or of the other family (`segments`): valid UTF-8
 * @size: its bytes
 * @cues: where they go
 * @error: return location for an error
 *
 * Returns: %FALSE with %TRS_WORKER_ERROR_RESULT if it is neither, or too much
 */
gboolean
trs_worker_segments_read (const char     *text,
                          gsize           size,
                          TrsWorkerCues  *cues,
                          GError        **error)
{
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GError) inner = NULL;
  gboolean found = FALSE;
  TrsJsonPull pull;

  trs_json_pull_init (&pull, text, size);
  if (trs_json_pull_enter (&pull, '{'))
    while (trs_json_pull_next_member (&pull, name))
      if (!read_member (&pull, name->str, cues, &found, &inner))
        break;
  if (inner == NULL && (!found || !trs_json_pull_is_whole (&pull)))
    g_set_error_literal (&inner, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT,
                         "What the recogniser has written is no JSON with segments, or not all of it.");
  if (inner == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&inner));
  return FALSE;
}
