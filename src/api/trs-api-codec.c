/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-codec.h"

#include <string.h>

#include "trs-error.h"
#include "trs-json-reader.h"

#define MAX_ID_LENGTH 256
#define MAX_SERVER_WORDS 2000

/* A larger body was not written for people, and parsing it would block the window. */
#define MAX_ERROR_SIZE (64 * 1024)

/* Pages of the interface have 100 entries. */
#define MAX_ROWS 1000

static const char REPLACEMENT_CHARACTER[] = "\xef\xbf\xbd";

/* An id is used in paths and as a key in the database, so its length is limited. */
static const char *
get_id (JsonObject *object,
        const char *name)
{
  const char *id = trs_json_reader_get_string (object, name);

  if (id == NULL || *id == '\0' || g_str_equal (id, ".") || g_str_equal (id, ".."))
    return NULL;

  /* Counting bytes is far cheaper, and their number is an upper bound for the characters. */
  return strlen (id) <= MAX_ID_LENGTH || g_utf8_strlen (id, -1) <= MAX_ID_LENGTH ? id : NULL;
}

static char *
dup_string (JsonObject *object,
            const char *name)
{
  return g_strdup (trs_json_reader_get_string (object, name));
}

/* A date without a zone is taken as UTC; an invalid one counts as unknown. */
static GDateTime *
read_date (const char *string)
{
  g_autoptr (GTimeZone) utc = NULL;
  g_autoptr (GDateTime) date = NULL;

  if (string == NULL)
    return NULL;

  utc = g_time_zone_new_utc ();
  date = g_date_time_new_from_iso8601 (string, utc);
  if (date == NULL || g_date_time_get_utc_offset (date) == 0)
    return g_steal_pointer (&date);
  return g_date_time_to_utc (date);
}

static char *
join_strings (JsonArray *array)
{
  g_autoptr (GString) joined = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (array) && joined->len <= MAX_SERVER_WORDS; i++)
    {
      const char *string = trs_json_reader_as_string (json_array_get_element (array, i));

      if (string == NULL)
        continue;
      if (joined->len > 0)
        g_string_append_c (joined, '\n');
      g_string_append (joined, string);
    }

  return joined->len > 0 ? g_string_free (g_steal_pointer (&joined), FALSE) : NULL;
}

/* Returns the message of the service, which may be a string or an array of strings. */
static char *
read_words (JsonObject *object,
            const char *name)
{
  JsonArray *array = trs_json_reader_get_array (object, name);
  g_autofree char *words = array != NULL ? join_strings (array) : dup_string (object, name);

  if (words == NULL || *words == '\0')
    return NULL;
  if (strlen (words) > MAX_SERVER_WORDS)
    {
      char *cut = g_utf8_find_prev_char (words, words + MAX_SERVER_WORDS + 1);

      *cut = '\0';
    }

  return g_steal_pointer (&words);
}

/**
 * trs_api_codec_write_submission:
 * @video_field: name of the field that carries the video
 * @video_id: identifier of the video
 * @webhook_url: where the service shall send the transcription
 * @language: (nullable): BCP 47 tag; without it the service detects the language
 *
 * Request body of `POST /api/transcribeVideo`.
 *
 * Returns: (transfer full): JSON
 */
GBytes *
trs_api_codec_write_submission (const char *video_field,
                                const char *video_id,
                                const char *webhook_url,
                                const char *language)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autofree char *text = NULL;
  JsonObject *object = json_object_new ();

  json_node_take_object (root, object);
  json_object_set_string_member (object, video_field, video_id);
  json_object_set_string_member (object, "webhookUrl", webhook_url);
  if (language != NULL && *language != '\0')
    json_object_set_string_member (object, "language", language);

  text = json_to_string (root, FALSE);
  return g_bytes_new (text, strlen (text));
}

/**
 * trs_api_codec_read_submission:
 * @body: body of a reply with status 201
 * @error: return location for an error
 *
 * "Submission result" of the interface.
 *
 * Returns: (transfer full) (nullable): the id of the new project as it is written, or %NULL with
 *   @error set: whether a project was made is unknown then
 */
char *
trs_api_codec_read_submission (GBytes  *body,
                               GError **error)
{
  g_autoptr (JsonNode) root = trs_json_reader_parse (body, NULL, error);
  JsonObject *object;
  gboolean success = FALSE;
  const char *id;

  if (root == NULL || (object = trs_json_reader_as_object (root, error)) == NULL)
    return NULL;

  id = get_id (object, "projectId");
  if (!trs_json_reader_get_boolean (object, "success", &success) || !success || id == NULL)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "The submission result names no project");
      return NULL;
    }

  return g_strdup (id);
}

/* Reads the members that lists and details have in common. */
static TrsProjectRecord *
read_record (JsonObject *object,
             const char *video_field)
{
  TrsProjectRecord *record = trs_project_record_new ();
  const char *id = get_id (object, "id");

  record->id = trs_project_id_normalize (id);
  record->wire_id = g_strcmp0 (record->id, id) == 0 ? NULL : g_strdup (id);
  record->name = dup_string (object, "name");
  record->video_id = dup_string (object, video_field);
  record->recognizer = dup_string (object, "recognizer");
  record->state_word = dup_string (object, "state");
  record->state = trs_project_state_from_string (record->state_word);
  record->created_at = read_date (trs_json_reader_get_string (object, "createdAt"));
  return record;
}

/* Returns: (nullable): the record, or %NULL where the entry has no id */
static TrsProjectRecord *
read_entry (JsonNode   *entry,
            const char *video_field)
{
  JsonObject *object = trs_json_reader_as_object (entry, NULL);
  TrsProjectRecord *record;

  if (object == NULL || get_id (object, "id") == NULL)
    return NULL;

  record = read_record (object, video_field);
  if (record->name == NULL)
    record->name = g_strdup ("");
  return record;
}

/**
 * trs_api_codec_read_list:
 * @body: body of a reply with status 200
 * @video_field: name of the field that carries the video
 * @error: return location for an error
 *
 * One page of `GET /api/list`. Only an entry without an id is left out; what
 * else is missing or unreadable in an entry is unknown. An empty array means
 * that the page is past the end, so a page on which nothing can be read is an
 * error, and so is one of more than 1,000 entries.
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectRecord): the
 *   entries in their order, or %NULL with @error set
 */
GPtrArray *
trs_api_codec_read_list (GBytes      *body,
                         const char  *video_field,
                         GError     **error)
{
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_record_free);
  g_autoptr (JsonNode) root = trs_json_reader_parse (body, NULL, error);
  JsonArray *entries = root != NULL ? trs_json_reader_as_array (root, error) : NULL;
  guint n_entries;

  if (entries == NULL)
    return NULL;

  n_entries = json_array_get_length (entries);
  if (n_entries > MAX_ROWS)
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_TOO_LARGE, "A page of more than %d entries", MAX_ROWS);
      return NULL;
    }
  for (guint i = 0; i < n_entries; i++)
    {
      TrsProjectRecord *record = read_entry (json_array_get_element (entries, i), video_field);

      if (record != NULL)
        g_ptr_array_add (records, record);
    }
  if (records->len < n_entries)
    g_debug ("%u of %u list entries have no usable id", n_entries - records->len, n_entries);
  if (records->len == 0 && n_entries > 0)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "No entry of the list has an id");
      return NULL;
    }

  return g_steal_pointer (&records);
}

/* "Completion is recognised by state equal to done where a state is present, or by the presence of text." A text
 * together with another state may be incomplete, and must not be saved as the transcript. */
static gboolean
read_text (JsonObject       *object,
           gboolean          damaged,
           TrsProjectRecord *record)
{
  const char *text = trs_json_reader_get_string (object, "text");

  if (text == NULL || record->state == TRS_PROJECT_STATE_UPLOAD ||
      record->state == TRS_PROJECT_STATE_TRANSCRIPTION || record->state == TRS_PROJECT_STATE_ERROR)
    return FALSE;

  record->text = g_bytes_new (text, strlen (text));
  record->state = TRS_PROJECT_STATE_DONE;
  record->damaged = damaged && strstr (text, REPLACEMENT_CHARACTER) != NULL;
  return TRUE;
}

/**
 * trs_api_codec_read_detail:
 * @body: body of a reply with status 200
 * @video_field: name of the field that carries the video
 * @error: return location for an error
 *
 * `GET /api/detail/{id}` in any of its shapes: finished, in progress, and
 * those that the interface does not show, as far as they can be read. Needs at
 * least an id or a state. Can be called from any thread.
 *
 * Returns: (transfer full) (nullable): the detail, or %NULL with @error set
 */
TrsProjectRecord *
trs_api_codec_read_detail (GBytes      *body,
                           const char  *video_field,
                           GError     **error)
{
  gboolean damaged = FALSE;
  g_autoptr (JsonNode) root = trs_json_reader_parse (body, &damaged, error);
  g_autoptr (TrsProjectRecord) record = NULL;
  JsonObject *object;

  if (root == NULL || (object = trs_json_reader_as_object (root, error)) == NULL)
    return NULL;

  record = read_record (object, video_field);
  record->message = read_words (object, "message");
  if (record->message == NULL)
    record->message = read_words (object, "error");
  trs_json_reader_get_integer (object, "videoLength", 0, TRS_VIDEO_LENGTH_MAX, &record->video_length);
  record->language = dup_string (object, "language");

  if (!read_text (object, damaged, record) && !trs_json_reader_has (object, "state") &&
      (record->id == NULL || trs_json_reader_has (object, "text")))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "The detail has neither a state nor a text");
      return NULL;
    }

  return g_steal_pointer (&record);
}

/**
 * trs_api_codec_read_error:
 * @body: body of a reply with any other status
 * @error_word: (out) (optional) (nullable): the field `error`
 *
 * The error body of the interface, whose `message` may be several strings too.
 *
 * Returns: (transfer full) (nullable): the server's words, or %NULL if there
 *   are none, the body is something else, or it is larger than 64 KiB
 */
char *
trs_api_codec_read_error (GBytes  *body,
                          char   **error_word)
{
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object;

  if (g_bytes_get_size (body) <= MAX_ERROR_SIZE)
    root = trs_json_reader_parse (body, NULL, NULL);
  object = root != NULL ? trs_json_reader_as_object (root, NULL) : NULL;

  if (error_word != NULL)
    *error_word = object != NULL ? read_words (object, "error") : NULL;

  return object != NULL ? read_words (object, "message") : NULL;
}
