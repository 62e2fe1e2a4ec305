/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-codec.h"

#include <string.h>

#include "trs-error.h"
#include "trs-test-utils.h"

#define PROJECT_ID "7c9e6679-7425-40de-944b-e07fc1f90ae7"

static GBytes *
load (const char *name)
{
  g_autofree char *relative = g_build_filename ("api", name, NULL);
  g_autofree char *path = trs_test_data_path (relative);
  g_autoptr (GError) error = NULL;
  char *data;
  gsize length;

  g_file_get_contents (path, &data, &length, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (data, length);
}

static GPtrArray *
read_list (const char *name,
           const char *field)
{
  g_autoptr (GBytes) body = load (name);
  g_autoptr (GError) error = NULL;
  GPtrArray *records = trs_api_codec_read_list (body, field, &error);

  g_assert_no_error (error);
  g_assert_nonnull (records);
  return records;
}

static TrsProjectRecord *
read_detail (const char *name)
{
  g_autoptr (GBytes) body = load (name);
  g_autoptr (GError) error = NULL;
  TrsProjectRecord *record = trs_api_codec_read_detail (body, TRS_API_DEFAULT_PROJECT_FIELD, &error);

  g_test_message ("%s", name);
  g_assert_no_error (error);
  g_assert_nonnull (record);
  return record;
}

static gint
code_for (const char *name)
{
  return g_str_has_suffix (name, "-cut-short.json") ? TRS_ERROR_CUT_SHORT : TRS_ERROR_NOT_THE_SERVICE;
}

static void
assert_date (GDateTime  *date,
             const char *expected)
{
  g_autofree char *string = date != NULL ? g_date_time_format_iso8601 (date) : NULL;

  g_assert_cmpstr (string, ==, expected);
}

static void
test_write_submission (void)
{
  g_autoptr (GBytes) with =
      trs_api_codec_write_submission ("platformVideoId", "a\"b\\c\n", "https://nowhere.invalid/", "pt-BR");
  g_autoptr (GBytes) without = trs_api_codec_write_submission ("vimeoId", "7", "http://127.0.0.1:1/x", NULL);
  g_autoptr (GBytes) empty = trs_api_codec_write_submission ("vimeoId", "7", "http://127.0.0.1:1/x", "");
  static const char first[] =
      "{\"platformVideoId\":\"a\\\"b\\\\c\\n\",\"webhookUrl\":\"https://nowhere.invalid/\",\"language\":\"pt-BR\"}";
  static const char second[] = "{\"vimeoId\":\"7\",\"webhookUrl\":\"http://127.0.0.1:1/x\"}";

  g_assert_cmpmem (g_bytes_get_data (with, NULL), g_bytes_get_size (with), first, strlen (first));
  g_assert_cmpmem (g_bytes_get_data (without, NULL), g_bytes_get_size (without), second, strlen (second));
  g_assert_true (g_bytes_equal (without, empty));
}

static void
test_read_submission (void)
{
  static const char *const bad[] = {
    "submission-not-a-success.json", "submission-success-of-wrong-type.json", "submission-without-success.json",
    "submission-without-project.json", "submission-project-empty.json", "submission-project-of-wrong-type.json",
    "submission-array.json", "error-page.html", "list-cut-short.json",
  };
  g_autoptr (GBytes) body = load ("submission-accepted.json");
  g_autoptr (GError) error = NULL;
  g_autofree char *id = trs_api_codec_read_submission (body, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (id, ==, PROJECT_ID);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GBytes) bad_body = load (bad[i]);
      g_autoptr (GError) bad_error = NULL;

      g_test_message ("%s", bad[i]);
      g_assert_null (trs_api_codec_read_submission (bad_body, &bad_error));
      g_assert_error (bad_error, TRS_ERROR, code_for (bad[i]));
      g_assert_false (trs_error_get_not_sent (bad_error));
    }
}

static void
test_read_list (void)
{
  g_autoptr (GPtrArray) records = read_list ("list-page.json", TRS_API_DEFAULT_PROJECT_FIELD);
  g_autoptr (GPtrArray) empty = read_list ("list-empty.json", TRS_API_DEFAULT_PROJECT_FIELD);
  TrsProjectRecord *record;

  g_assert_cmpuint (empty->len, ==, 0);
  g_assert_cmpuint (records->len, ==, 2);
  record = g_ptr_array_index (records, 0);
  g_assert_cmpstr (record->id, ==, PROJECT_ID);
  g_assert_cmpstr (record->name, ==, "City council, 12 March");
  g_assert_cmpstr (record->video_id, ==, "dQw4w9WgXcQ");
  g_assert_cmpint (record->state, ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpstr (record->state_word, ==, "done");
  assert_date (record->created_at, "2026-03-12T18:30:00Z");
  record = g_ptr_array_index (records, 1);
  g_assert_cmpstr (record->name, ==, "Q&A <b>");
  assert_date (record->created_at, "2026-03-12T18:30:00Z");
}

/* What the service of On This Computer says beside it. */
static void
test_read_recognizer (void)
{
  static const char json[] = "[{\"id\":\"a\",\"recognizer\":\"whisper-cli\"},"
                             "{\"id\":\"b\",\"recognizer\":7},{\"id\":\"c\"}]";
  g_autoptr (GBytes) list = g_bytes_new_static (json, strlen (json));
  g_autoptr (GPtrArray) records = trs_api_codec_read_list (list, TRS_API_DEFAULT_PROJECT_FIELD, NULL);

  g_assert_cmpuint (records->len, ==, 3);
  g_assert_cmpstr (((TrsProjectRecord *) records->pdata[0])->recognizer, ==, "whisper-cli");
  g_assert_null (((TrsProjectRecord *) records->pdata[1])->recognizer);
  g_assert_null (((TrsProjectRecord *) records->pdata[2])->recognizer);
}

/* A row is never lost for something that is not its id. */
static void
test_read_odd_entries (void)
{
  static const struct
  {
    const char *id;
    const char *name;
    const char *video_id;
    TrsProjectState state;
    const char *state_word;
    const char *date;
  } expected[] = {
    { "no-zone", "x", "v", TRS_PROJECT_STATE_DONE, "done", "2026-03-12T18:30:00Z" },
    { "bad-date", "x", "v", TRS_PROJECT_STATE_DONE, "done", NULL },
    { "date-of-wrong-type", "x", "v", TRS_PROJECT_STATE_DONE, "done", NULL },
    { "unknown-state", "x", "v", TRS_PROJECT_STATE_UNKNOWN, "queued", "2026-03-12T18:30:00Z" },
    { "state-of-wrong-type", "x", "v", TRS_PROJECT_STATE_UNKNOWN, NULL, NULL },
    { "no-name", "", "v", TRS_PROJECT_STATE_DONE, "done", NULL },
    { "name-null", "", "v", TRS_PROJECT_STATE_DONE, "done", NULL },
    { "no-video", "x", NULL, TRS_PROJECT_STATE_DONE, "done", NULL },
    { "extra", "x", "v", TRS_PROJECT_STATE_ERROR, "error", NULL },
    { "only-id", "", NULL, TRS_PROJECT_STATE_UNKNOWN, NULL, NULL },
  };
  g_autoptr (GPtrArray) records = read_list ("list-odd-entries.json", TRS_API_DEFAULT_PROJECT_FIELD);

  g_assert_cmpuint (records->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < records->len; i++)
    {
      TrsProjectRecord *record = g_ptr_array_index (records, i);

      g_assert_cmpstr (record->id, ==, expected[i].id);
      g_assert_cmpstr (record->name, ==, expected[i].name);
      g_assert_cmpstr (record->video_id, ==, expected[i].video_id);
      g_assert_cmpint (record->state, ==, expected[i].state);
      g_assert_cmpstr (record->state_word, ==, expected[i].state_word);
      assert_date (record->created_at, expected[i].date);
    }
}

static void
test_read_entries_without_id (void)
{
  g_autoptr (GPtrArray) records = read_list ("list-entries-without-id.json", TRS_API_DEFAULT_PROJECT_FIELD);

  g_assert_cmpuint (records->len, ==, 1);
  g_assert_cmpstr (((TrsProjectRecord *) g_ptr_array_index (records, 0))->id, ==, "good");
}

static void
test_video_field_is_a_setting (void)
{
  g_autoptr (GPtrArray) named = read_list ("list-other-field.json", "vimeoId");
  g_autoptr (GPtrArray) other = read_list ("list-other-field.json", TRS_API_DEFAULT_PROJECT_FIELD);

  g_assert_cmpstr (((TrsProjectRecord *) g_ptr_array_index (named, 0))->video_id, ==, "76979871");
  g_assert_null (((TrsProjectRecord *) g_ptr_array_index (other, 0))->video_id);
}

/* None of these may pass for the page past the end. */
static void
test_unreadable_lists (void)
{
  static const char *const bad[] = {
    "list-nothing-readable.json", "list-not-an-array.json", "list-cut-short.json",
    "list-followed-by-text.json", "error-page.html", "error-plain.json",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GBytes) body = load (bad[i]);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", bad[i]);
      g_assert_null (trs_api_codec_read_list (body, TRS_API_DEFAULT_PROJECT_FIELD, &error));
      g_assert_error (error, TRS_ERROR, code_for (bad[i]));
    }
}

static GBytes *
make_page (guint n_rows)
{
  GString *page = g_string_new ("[");

  for (guint i = 0; i < n_rows; i++)
    g_string_append_printf (page, "%s{\"id\":\"%u\",\"name\":\"x\",\"state\":\"done\"}", i > 0 ? "," : "", i);
  g_string_append_c (page, ']');
  return g_string_free_to_bytes (page);
}

/* Ten times what the interface promises, and no more. */
static void
test_rows_of_a_page (void)
{
  g_autoptr (GBytes) most = make_page (1000);
  g_autoptr (GBytes) more = make_page (1001);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = trs_api_codec_read_list (most, TRS_API_DEFAULT_PROJECT_FIELD, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (records->len, ==, 1000);
  g_assert_null (trs_api_codec_read_list (more, TRS_API_DEFAULT_PROJECT_FIELD, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_TOO_LARGE);
}

/* Small, and still too many members for one object, wherever it comes. */
static void
test_repeated_members (void)
{
  g_autoptr (GBytes) submission = load ("submission-repeated-member.json");
  g_autoptr (GBytes) list = load ("list-repeated-member.json");
  g_autoptr (GBytes) detail = load ("detail-repeated-member.json");
  g_autoptr (GBytes) words = load ("error-repeated-member.json");
  g_autoptr (TrsProjectRecord) within = read_detail ("detail-repeated-member-within-bounds.json");
  g_autoptr (GError) submission_error = NULL;
  g_autoptr (GError) list_error = NULL;
  g_autoptr (GError) detail_error = NULL;
  g_autofree char *word = NULL;

  g_assert_cmpstr (within->message, ==, "97");
  g_assert_null (trs_api_codec_read_submission (submission, &submission_error));
  g_assert_error (submission_error, TRS_ERROR, TRS_ERROR_TOO_LARGE);
  g_assert_null (trs_api_codec_read_list (list, TRS_API_DEFAULT_PROJECT_FIELD, &list_error));
  g_assert_error (list_error, TRS_ERROR, TRS_ERROR_TOO_LARGE);
  g_assert_null (trs_api_codec_read_detail (detail, TRS_API_DEFAULT_PROJECT_FIELD, &detail_error));
  g_assert_error (detail_error, TRS_ERROR, TRS_ERROR_TOO_LARGE);
  g_assert_null (trs_api_codec_read_error (words, &word));
  g_assert_null (word);
}

static void
test_read_finished_detail (void)
{
  g_autoptr (TrsProjectRecord) record = read_detail ("detail-done.json");
  static const char text[] = "Good evening.\n\nWelcome, “everybody”.";

  g_assert_cmpstr (record->id, ==, PROJECT_ID);
  g_assert_cmpstr (record->name, ==, "City council, 12 March");
  g_assert_cmpstr (record->video_id, ==, "dQw4w9WgXcQ");
  g_assert_cmpstr (record->language, ==, "en");
  g_assert_cmpint (record->state, ==, TRS_PROJECT_STATE_DONE);
  g_assert_null (record->state_word);
  g_assert_null (record->message);
  g_assert_null (record->created_at);
  g_assert_cmpint (record->video_length, ==, -1);
  g_assert_cmpmem (g_bytes_get_data (record->text, NULL), g_bytes_get_size (record->text), text, strlen (text));
  g_assert_false (record->damaged);
}

static void
test_read_detail_in_progress (void)
{
  g_autoptr (TrsProjectRecord) record = read_detail ("detail-in-progress.json");

  g_assert_cmpstr (record->id, ==, PROJECT_ID);
  g_assert_cmpint (record->state, ==, TRS_PROJECT_STATE_TRANSCRIPTION);
  g_assert_cmpstr (record->message, ==, "Transcribing");
  g_assert_cmpint (record->video_length, ==, 3840);
  assert_date (record->created_at, "2026-03-12T18:30:00Z");
  g_assert_null (record->text);
  g_assert_null (record->language);
}

static void
test_shapes_of_details (void)
{
  static const struct
  {
    const char *name;
    TrsProjectState state;
    const char *text;
    const char *message;
  } cases[] = {
    { "detail-done-with-state.json", TRS_PROJECT_STATE_DONE, "Good evening.", NULL },
    { "detail-done-unknown-state.json", TRS_PROJECT_STATE_DONE, "Good evening.", NULL },
    { "detail-done-empty-text.json", TRS_PROJECT_STATE_DONE, "", NULL },
    { "detail-done-without-text.json", TRS_PROJECT_STATE_DONE, NULL, NULL },
    { "detail-in-progress-with-text.json", TRS_PROJECT_STATE_TRANSCRIPTION, NULL, "Half way" },
    { "detail-in-progress-text-null.json", TRS_PROJECT_STATE_UPLOAD, NULL, NULL },
    { "detail-error-message.json", TRS_PROJECT_STATE_ERROR, NULL, "The audio has no sound track" },
    { "detail-error-message-list.json", TRS_PROJECT_STATE_ERROR, NULL, "No sound track\nGive up" },
    { "detail-error-word.json", TRS_PROJECT_STATE_ERROR, NULL, "DOWNLOAD_FAILED" },
    { "detail-error-with-text.json", TRS_PROJECT_STATE_ERROR, NULL, "Failed half way" },
    { "detail-error-bare.json", TRS_PROJECT_STATE_ERROR, NULL, NULL },
    { "detail-only-id.json", TRS_PROJECT_STATE_UNKNOWN, NULL, "Something went wrong" },
    { "detail-text-null.json", TRS_PROJECT_STATE_UNKNOWN, NULL, NULL },
    { "detail-unknown-state.json", TRS_PROJECT_STATE_UNKNOWN, NULL, "Waiting" },
    { "detail-state-of-wrong-type.json", TRS_PROJECT_STATE_UNKNOWN, NULL, NULL },
    { "detail-twice-text.json", TRS_PROJECT_STATE_DONE, "second", NULL },
    { "detail-text-with-emoji-escape.json", TRS_PROJECT_STATE_DONE, "😀 café", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProjectRecord) record = read_detail (cases[i].name);

      g_assert_cmpint (record->state, ==, cases[i].state);
      g_assert_cmpstr (record->message, ==, cases[i].message);
      if (cases[i].text == NULL)
        g_assert_null (record->text);
      else
        g_assert_cmpmem (g_bytes_get_data (record->text, NULL), g_bytes_get_size (record->text), cases[i].text,
                         strlen (cases[i].text));
    }
}

static void
test_unreadable_details (void)
{
  static const char *const bad[] = {
    "detail-text-of-wrong-type.json", "detail-nothing-known.json", "detail-not-utf8.json",
    "detail-cut-short.json", "list-page.json", "list-empty.json", "error-page.html", "error-plain.json",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GBytes) body = load (bad[i]);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", bad[i]);
      g_assert_null (trs_api_codec_read_detail (body, TRS_API_DEFAULT_PROJECT_FIELD, &error));
      g_assert_error (error, TRS_ERROR, code_for (bad[i]));
    }
}

/* Never shown shortened without a notice, and no notice without a cause. */
static void
test_damaged_texts (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    gboolean damaged;
  } cases[] = {
    { "detail-text-with-nul.json", "before\xef\xbf\xbd" "after", TRUE },
    { "detail-text-with-lone-surrogate.json", "before\xef\xbf\xbd" "after", TRUE },
    { "detail-text-with-replacement-character.json", "before\xef\xbf\xbd" "after", FALSE },
    { "detail-name-with-nul.json", "whole", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProjectRecord) record = read_detail (cases[i].name);

      g_assert_cmpmem (g_bytes_get_data (record->text, NULL), g_bytes_get_size (record->text), cases[i].text,
                       strlen (cases[i].text));
      g_assert_cmpint (record->damaged, ==, cases[i].damaged);
    }
}

static void
test_lengths (void)
{
  static const struct
  {
    const char *name;
    gint64 length;
  } cases[] = {
    { "detail-length-fraction.json", 5 },
    { "detail-length-longest.json", 10000000 },
    { "detail-length-half.json", -1 },
    { "detail-length-negative.json", -1 },
    { "detail-length-too-long.json", -1 },
    { "detail-length-twenty-digits.json", -1 },
    { "detail-length-minus-twenty-digits.json", -1 },
    { "detail-length-infinite.json", -1 },
    { "detail-length-string.json", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProjectRecord) record = read_detail (cases[i].name);

      g_assert_cmpint (record->video_length, ==, cases[i].length);
    }
}

static void
assert_error_body (const char *name,
                   const char *message,
                   const char *word)
{
  g_autoptr (GBytes) body = load (name);
  g_autofree char *got_word = NULL;
  g_autofree char *got_message = trs_api_codec_read_error (body, &got_word);

  g_assert_cmpstr (got_message, ==, message);
  g_assert_cmpstr (got_word, ==, word);
}

static void
test_read_error (void)
{
  g_autoptr (GBytes) long_body = load ("error-long-message.json");
  g_autoptr (GBytes) empty = g_bytes_new (NULL, 0);
  g_autofree char *long_message = trs_api_codec_read_error (long_body, NULL);
  g_autofree char *word = NULL;

  assert_error_body ("error-plain.json", "webhookUrl must be a URL address", "Bad Request");
  assert_error_body ("error-list.json", "webhookUrl must be a URL address\nlanguage must be a string", "Bad Request");
  assert_error_body ("error-word-only.json", NULL, "NOT_ENOUGH_CREDIT");
  assert_error_body ("error-wrong-types.json", NULL, NULL);
  assert_error_body ("error-page.html", NULL, NULL);
  assert_error_body ("list-empty.json", NULL, NULL);
  g_assert_null (trs_api_codec_read_error (empty, &word));
  g_assert_null (word);
  g_assert_cmpuint (strlen (long_message), ==, 2000);
  g_assert_true (g_utf8_validate (long_message, -1, NULL));
}

static GBytes *
make_error (gsize size)
{
  GString *body = g_string_new ("{\"message\":\"Words\",\"error\":\"Word\"}");

  while (body->len < size)
    g_string_append_c (body, ' ');
  return g_string_free_to_bytes (body);
}

static void
test_large_errors_have_no_words (void)
{
  g_autoptr (GBytes) largest = make_error (64 * 1024);
  g_autoptr (GBytes) larger = make_error (64 * 1024 + 1);
  g_autofree char *message = trs_api_codec_read_error (largest, NULL);
  g_autofree char *word = NULL;

  g_assert_cmpstr (message, ==, "Words");
  g_assert_null (trs_api_codec_read_error (larger, &word));
  g_assert_null (word);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/api-codec/write-submission", test_write_submission);
  g_test_add_func ("/api-codec/read-submission", test_read_submission);
  g_test_add_func ("/api-codec/read-list", test_read_list);
  g_test_add_func ("/api-codec/read-recognizer", test_read_recognizer);
  g_test_add_func ("/api-codec/read-odd-entries", test_read_odd_entries);
  g_test_add_func ("/api-codec/read-entries-without-id", test_read_entries_without_id);
  g_test_add_func ("/api-codec/video-field-is-a-setting", test_video_field_is_a_setting);
  g_test_add_func ("/api-codec/unreadable-lists", test_unreadable_lists);
  g_test_add_func ("/api-codec/rows-of-a-page", test_rows_of_a_page);
  g_test_add_func ("/api-codec/repeated-members", test_repeated_members);
  g_test_add_func ("/api-codec/read-finished-detail", test_read_finished_detail);
  g_test_add_func ("/api-codec/read-detail-in-progress", test_read_detail_in_progress);
  g_test_add_func ("/api-codec/shapes-of-details", test_shapes_of_details);
  g_test_add_func ("/api-codec/unreadable-details", test_unreadable_details);
  g_test_add_func ("/api-codec/damaged-texts", test_damaged_texts);
  g_test_add_func ("/api-codec/lengths", test_lengths);
  g_test_add_func ("/api-codec/read-error", test_read_error);
  g_test_add_func ("/api-codec/large-errors-have-no-words", test_large_errors_have_no_words);
  return g_test_run ();
}
