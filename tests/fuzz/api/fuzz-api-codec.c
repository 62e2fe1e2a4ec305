/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-codec.h"
#include "trs-fuzz.h"

#include <string.h>

#include "trs-error.h"

static void
check_string (const char *string)
{
  g_assert_true (string == NULL || g_utf8_validate (string, -1, NULL));
}

static void
check_detail (GBytes *body)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProjectRecord) record = trs_api_codec_read_detail (body, TRS_API_DEFAULT_PROJECT_FIELD, &error);

  g_assert_true ((record == NULL) == (error != NULL));
  if (record == NULL)
    return;

  check_string (record->id);
  check_string (record->name);
  check_string (record->video_id);
  check_string (record->message);
  check_string (record->language);
  g_assert_true (record->video_length >= -1 && record->video_length <= TRS_VIDEO_LENGTH_MAX);
  if (record->text != NULL)
    {
      gsize size;
      const char *text = g_bytes_get_data (record->text, &size);

      g_assert_cmpint (record->state, ==, TRS_PROJECT_STATE_DONE);
      g_assert_true (size == 0 || g_utf8_validate_len (text, size, NULL));
    }
}

static void
check_list (GBytes *body)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = trs_api_codec_read_list (body, TRS_API_DEFAULT_PROJECT_FIELD, &error);

  g_assert_true ((records == NULL) == (error != NULL));
  for (guint i = 0; records != NULL && i < records->len; i++)
    {
      TrsProjectRecord *record = g_ptr_array_index (records, i);

      g_assert_true (record->id != NULL && *record->id != '\0' && g_utf8_strlen (record->id, -1) <= 256);
      g_assert_nonnull (record->name);
      check_string (record->id);
      check_string (record->name);
      check_string (record->video_id);
      check_string (record->state_word);
    }
}

/* Whatever the service sends, the records hold what they promise. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (GBytes) body = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_autofree char *id = trs_api_codec_read_submission (body, &error);
  g_autofree char *word = NULL;
  g_autofree char *words = trs_api_codec_read_error (body, &word);

  g_assert_true ((id == NULL) == (error != NULL));
  check_string (id);
  check_string (words);
  check_string (word);
  g_assert_true (words == NULL || strlen (words) <= 2000);
  check_detail (body);
  check_list (body);
  return 0;
}
