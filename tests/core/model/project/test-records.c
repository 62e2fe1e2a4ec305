/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-records.h"
#include "trs-test-utils.h"

static void
test_credits (void)
{
  const gint64 cases[][2] = {
    { -1, -1 }, { G_MININT64, -1 }, { 0, 1 }, { 1, 1 }, { 59, 1 }, { 60, 1 }, { 119, 1 }, { 120, 2 },
    { 3840, 64 }, { TRS_VIDEO_LENGTH_MAX, 166666 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (trs_credits_for_length (cases[i][0]), ==, cases[i][1]);
}

static void
test_project_record (void)
{
  GValue value = G_VALUE_INIT;
  TrsProjectRecord *record = trs_project_record_new ();
  const TrsProjectRecord *copy;

  record->id = g_strdup ("1");
  record->name = g_strdup ("Council");
  record->video_id = g_strdup ("v");
  record->state = TRS_PROJECT_STATE_UNKNOWN;
  record->state_word = g_strdup ("queued");
  record->created_at = g_date_time_new_utc (2026, 3, 12, 18, 0, 0.5);

  g_value_init (&value, TRS_TYPE_PROJECT_RECORD);
  g_value_set_boxed (&value, record);
  trs_project_record_free (record);

  copy = g_value_get_boxed (&value);
  g_assert_cmpstr (copy->id, ==, "1");
  g_assert_cmpstr (copy->name, ==, "Council");
  g_assert_cmpstr (copy->video_id, ==, "v");
  g_assert_cmpint (copy->state, ==, TRS_PROJECT_STATE_UNKNOWN);
  g_assert_cmpstr (copy->state_word, ==, "queued");
  g_assert_cmpint (g_date_time_get_microsecond (copy->created_at), ==, 500000);
  g_value_unset (&value);
}

static void
test_detail_record (void)
{
  GValue value = G_VALUE_INIT;
  TrsDetailRecord *record = trs_detail_record_new ();
  const TrsDetailRecord *copy;

  g_assert_cmpint (record->video_length, ==, -1);
  record->id = g_strdup ("1");
  record->message = g_strdup ("Working");
  record->state = TRS_PROJECT_STATE_DONE;
  record->video_length = 7;
  record->language = g_strdup ("en");
  record->text = g_bytes_new_static ("a\0b", 3);
  record->damaged = TRUE;
  record->created_at = g_date_time_new_utc (2026, 3, 12, 18, 0, 0);

  g_value_init (&value, TRS_TYPE_DETAIL_RECORD);
  g_value_set_boxed (&value, record);
  trs_detail_record_free (record);

  copy = g_value_get_boxed (&value);
  g_assert_cmpstr (copy->id, ==, "1");
  g_assert_null (copy->name);
  g_assert_cmpstr (copy->message, ==, "Working");
  g_assert_cmpint (copy->state, ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (copy->video_length, ==, 7);
  g_assert_cmpstr (copy->language, ==, "en");
  g_assert_cmpmem (g_bytes_get_data (copy->text, NULL), g_bytes_get_size (copy->text), "a\0b", 3);
  g_assert_true (copy->damaged);
  g_assert_nonnull (copy->created_at);
  g_value_unset (&value);
}

static void
test_nothing (void)
{
  g_assert_null (trs_project_record_copy (NULL));
  g_assert_null (trs_detail_record_copy (NULL));
  trs_project_record_free (NULL);
  trs_detail_record_free (NULL);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/records/credits", test_credits);
  g_test_add_func ("/records/project", test_project_record);
  g_test_add_func ("/records/detail", test_detail_record);
  g_test_add_func ("/records/nothing", test_nothing);
  return g_test_run ();
}
