/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-catalogue.h"

#include "trs-error.h"
#include "trs-service-json.h"

#include <math.h>

#define SUFFIX ".json"
#define MAX_LENGTH 10000000
#define MAX_START 36000000.0
#define MAX_SPEAKER 10000
#define DEFAULT_LANGUAGE "en"

typedef struct
{
  double start;
  gint64 speaker;
  const char *text;
} Paragraph;

static void
video_free (TrsServiceVideo *video)
{
  g_free (video->id);
  g_free (video->path);
  g_clear_pointer (&video->root, json_node_unref);
  g_free (video);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceVideo, video_free)

static gboolean
read_paragraph (JsonNode   *node,
                Paragraph  *paragraph,
                GError    **error)
{
  static const TrsServiceJsonMember members[] = {
    { "text", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (Paragraph, text), .required = TRUE, .fault = "has no “text”" },
    { "start", TRS_SERVICE_JSON_NUMBER, G_STRUCT_OFFSET (Paragraph, start), 0, MAX_START, .required = TRUE,
      .fault = "has no “start” in seconds" },
    { "speaker", TRS_SERVICE_JSON_INTEGER, G_STRUCT_OFFSET (Paragraph, speaker), 1, MAX_SPEAKER,
      .fault = "has a “speaker” that is not a number from 1" },
    { NULL }
  };

  if (!trs_service_json_read_members (node, members, FALSE, paragraph, error))
    return FALSE;

  /* Paragraphs are separated by an empty line, so none may contain one, or begin or end with a newline. */
  if (strstr (paragraph->text, "\n\n") != NULL || g_str_has_prefix (paragraph->text, "\n") ||
      g_str_has_suffix (paragraph->text, "\n"))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "has an empty line in its “text”");
      return FALSE;
    }
  return TRUE;
}

/**
 * trs_service_paragraphs_to_text:
 * @paragraphs: the array of a catalogue file
 * @timecodes: `showTimecode`: `[HH:MM:SS.sss]` before each paragraph
 * @speakers: `showSpeaker`: `Speaker N:` before each paragraph that has a speaker
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the paragraphs, an empty line between them, empty without
 *   speech; %NULL with the first paragraph that is wrong
 */
char *
trs_service_paragraphs_to_text (JsonNode  *paragraphs,
                                gboolean   timecodes,
                                gboolean   speakers,
                                GError   **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  JsonArray *array = json_node_get_array (paragraphs);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      Paragraph paragraph = { 0 };
      gint64 milliseconds;
      int seconds;

      if (!read_paragraph (json_array_get_element (array, i), &paragraph, error))
        {
          g_prefix_error (error, "paragraph %u ", i + 1);
          return NULL;
        }

      /* Rounds, because 1.005 s is a little less than 1005 ms in binary. */
      milliseconds = (gint64) floor (paragraph.start * 1000 + 1e-5);
      seconds = (int) (milliseconds / 1000);
      if (i > 0)
        g_string_append (text, "\n\n");
      if (timecodes)
        g_string_append_printf (text, "[%02d:%02d:%02d.%03d] ", seconds / 3600, seconds / 60 % 60, seconds % 60,
                                (int) (milliseconds % 1000));
      if (speakers && paragraph.speaker > 0)
        g_string_append_printf (text, "Speaker %d: ", (int) paragraph.speaker);
      g_string_append (text, paragraph.text);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static TrsServiceVideo *
read_video (const char  *path,
            GError     **error)
{
  static const char * const states[] = { "upload", "transcription", NULL };
  static const TrsServiceJsonMember members[] = {
    { "title", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceVideo, title), .required = TRUE,
      .fault = "has no “title”" },
    { "length", TRS_SERVICE_JSON_INTEGER, G_STRUCT_OFFSET (TrsServiceVideo, length), 0, MAX_LENGTH, .required = TRUE,
      .fault = "has no “length” in whole seconds" },
    { "language", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceVideo, language), 1,
      .fault = "has a “language” that is not a language code" },
    { "private", TRS_SERVICE_JSON_BOOLEAN, G_STRUCT_OFFSET (TrsServiceVideo, is_private),
      .fault = "has a “private” that is neither true nor false" },
    { "fails", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (TrsServiceVideo, fails), .words = states,
      .fault = "has a “fails” that is neither “upload” nor “transcription”" },
    { "paragraphs", TRS_SERVICE_JSON_ARRAY, G_STRUCT_OFFSET (TrsServiceVideo, paragraphs),
      .fault = "has “paragraphs” that are not an array" },
    { NULL }
  };
  g_autoptr (TrsServiceVideo) video = g_new0 (TrsServiceVideo, 1);
  g_autofree char *text = NULL;

  video->path = g_strdup (path);
  video->language = DEFAULT_LANGUAGE;
  video->fails = "";
  video->root = trs_service_json_parse_file (path, error);
  if (video->root == NULL || !trs_service_json_read_members (video->root, members, TRUE, video, error))
    return NULL;

  text = video->paragraphs != NULL ? trs_service_paragraphs_to_text (video->paragraphs, FALSE, FALSE, error)
                                   : g_strdup ("");
  return text != NULL ? g_steal_pointer (&video) : NULL;
}

static gboolean
add_video (TrsServiceCatalogue  *self,
           const char           *folder,
           const char           *name,
           GError              **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  TrsServiceVideo *video = read_video (path, error);

  if (video == NULL)
    return FALSE;

  /* The paragraphs are dropped here and read from the file again at each submission. */
  json_object_remove_member (json_node_get_object (video->root), "paragraphs");
  video->paragraphs = NULL;
  video->id = g_strndup (name, strlen (name) - strlen (SUFFIX));
  g_hash_table_insert (self->videos, video->id, video);
  return TRUE;
}

/**
 * trs_service_catalogue_new:
 * @folder: the folder
 * @error: return location for an error
 *
 * Reads what is needed to accept submissions. A file that is wrong is left out
 * and named in the problems; the others serve.
 *
 * Returns: (transfer full) (nullable): the catalogue, or %NULL if the folder cannot be read
 */
TrsServiceCatalogue *
trs_service_catalogue_new (const char  *folder,
                           GError     **error)
{
  TrsServiceCatalogue *self;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  const char *name;

  if (dir == NULL)
    {
      g_prefix_error (error, "The catalogue cannot be read: ");
      return NULL;
    }

  self = g_new0 (TrsServiceCatalogue, 1);
  self->videos = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) video_free);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (GError) local = NULL;
      g_autofree char *shown = g_filename_display_name (name);

      if (name[0] != '.' && g_str_has_suffix (name, SUFFIX) && !add_video (self, folder, name, &local))
        g_ptr_array_add (self->problems, g_strdup_printf ("%s is left out: %s", shown, local->message));
    }
  return self;
}

void
trs_service_catalogue_free (TrsServiceCatalogue *self)
{
  g_hash_table_unref (self->videos);
  g_ptr_array_unref (self->problems);
  g_free (self);
}

/**
 * trs_service_catalogue_find:
 * @self: a catalogue
 * @id: an identifier
 *
 * Returns: (nullable): the video that the platform shows for it, %NULL for a private one
 */
const TrsServiceVideo *
trs_service_catalogue_find (TrsServiceCatalogue *self,
                            const char          *id)
{
  const TrsServiceVideo *video = g_hash_table_lookup (self->videos, id);

  return video != NULL && !video->is_private ? video : NULL;
}

/**
 * trs_service_catalogue_load:
 * @video: a video of the catalogue
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): its paragraphs as a JSON array, read from the file anew
 */
char *
trs_service_catalogue_load (const TrsServiceVideo  *video,
                            GError                **error)
{
  g_autoptr (TrsServiceVideo) read = read_video (video->path, error);

  if (read == NULL)
    return NULL;
  return read->paragraphs != NULL ? json_to_string (read->paragraphs, FALSE) : g_strdup ("[]");
}
