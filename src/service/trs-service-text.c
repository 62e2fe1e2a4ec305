/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-text.h"

#include "trs-error.h"
#include "trs-service-json.h"

#include <math.h>
#include <string.h>

#define MAX_START 36000000.0
#define MAX_SPEAKER 10000

typedef struct
{
  gint64 milliseconds;
  gint64 speaker;
  char *text;
} Paragraph;

struct _TrsServiceText
{
  GArray *paragraphs;
};

static void
paragraph_clear (gpointer data)
{
  g_free (((Paragraph *) data)->text);
}

static void
text_clear (gpointer data)
{
  g_array_unref (((TrsServiceText *) data)->paragraphs);
}

/* An empty line separates paragraphs, so none may hold one, or make one with its own edge. */
static const char *
find_fault (JsonObject *object,
            Paragraph  *paragraph)
{
  const char *text = trs_service_json_get_string (object, "text");
  double start = -1;

  if (text == NULL)
    return "has no “text”";
  if (strstr (text, "\n\n") != NULL || g_str_has_prefix (text, "\n") || g_str_has_suffix (text, "\n"))
    return "has an empty line in its “text”";
  if (!trs_service_json_get_number (object, "start", 0, MAX_START, &start) || start < 0)
    return "has no “start” in seconds";
  if (!trs_service_json_get_integer (object, "speaker", 1, MAX_SPEAKER, &paragraph->speaker))
    return "has a “speaker” that is not a number from 1";

  /* 1.005 is a little less in binary; it is still 1005 milliseconds. */
  paragraph->milliseconds = (gint64) floor (start * 1000 + 1e-5);
  paragraph->text = g_strdup (text);
  return NULL;
}

static gboolean
read_paragraphs (TrsServiceText  *self,
                 JsonArray       *array,
                 GError         **error)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      Paragraph paragraph = { 0 };
      const char *fault = JSON_NODE_HOLDS_OBJECT (node) ? find_fault (json_node_get_object (node), &paragraph)
                                                        : "is not an object";

      if (fault != NULL)
        {
          g_set_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "paragraph %u %s", i + 1, fault);
          return FALSE;
        }
      g_array_append_val (self->paragraphs, paragraph);
    }
  return TRUE;
}

/**
 * trs_service_text_new:
 * @paragraphs: (nullable): the array of a catalogue file; %NULL is a video without speech
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the text, or %NULL with the first paragraph that is wrong
 */
TrsServiceText *
trs_service_text_new (JsonNode  *paragraphs,
                      GError   **error)
{
  g_autoptr (TrsServiceText) self = g_rc_box_new0 (TrsServiceText);

  self->paragraphs = g_array_new (FALSE, FALSE, sizeof (Paragraph));
  g_array_set_clear_func (self->paragraphs, paragraph_clear);

  if (paragraphs != NULL && !JSON_NODE_HOLDS_ARRAY (paragraphs))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "“paragraphs” is not an array");
      return NULL;
    }
  if (paragraphs != NULL && !read_paragraphs (self, json_node_get_array (paragraphs), error))
    return NULL;

  return g_steal_pointer (&self);
}

TrsServiceText *
trs_service_text_ref (TrsServiceText *self)
{
  return g_rc_box_acquire (self);
}

void
trs_service_text_unref (TrsServiceText *self)
{
  g_rc_box_release_full (self, text_clear);
}

/**
 * trs_service_text_render:
 * @self: a text
 * @timecodes: `showTimecode`: `[HH:MM:SS.sss]` before each paragraph
 * @speakers: `showSpeaker`: `Speaker N:` before each paragraph that has a speaker
 *
 * Returns: (transfer full): the paragraphs, an empty line between them; empty without speech
 */
char *
trs_service_text_render (TrsServiceText *self,
                         gboolean        timecodes,
                         gboolean        speakers)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->paragraphs->len; i++)
    {
      const Paragraph *paragraph = &g_array_index (self->paragraphs, Paragraph, i);
      gint64 seconds = paragraph->milliseconds / 1000;

      if (i > 0)
        g_string_append (text, "\n\n");
      if (timecodes)
        g_string_append_printf (text, "[%02d:%02d:%02d.%03d] ", (int) (seconds / 3600), (int) (seconds / 60 % 60),
                                (int) (seconds % 60), (int) (paragraph->milliseconds % 1000));
      if (speakers && paragraph->speaker > 0)
        g_string_append_printf (text, "Speaker %d: ", (int) paragraph->speaker);
      g_string_append (text, paragraph->text);
    }

  return g_string_free (text, FALSE);
}
