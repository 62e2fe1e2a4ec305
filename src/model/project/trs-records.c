/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-records.h"

/**
 * trs_project_record_new:
 *
 * Returns: (transfer full): an empty record, whose members the caller fills in;
 *   `id` and `name` have to be set before anyone else sees it
 */
TrsProjectRecord *
trs_project_record_new (void)
{
  return g_new0 (TrsProjectRecord, 1);
}

void
trs_project_record_free (TrsProjectRecord *record)
{
  if (record == NULL)
    return;

  g_free (record->id);
  g_free (record->name);
  g_free (record->video_id);
  g_free (record->state_word);
  g_clear_pointer (&record->created_at, g_date_time_unref);
  g_free (record);
}

/* Returns: when the service made the project, in microseconds since the epoch, or 0 */
gint64
trs_project_record_get_time (const TrsProjectRecord *record)
{
  if (record->created_at == NULL)
    return 0;
  return g_date_time_to_unix (record->created_at) * G_USEC_PER_SEC + g_date_time_get_microsecond (record->created_at);
}

/**
 * trs_detail_record_new:
 *
 * Returns: (transfer full): an empty record, with the length of the video unknown
 */
TrsDetailRecord *
trs_detail_record_new (void)
{
  TrsDetailRecord *record = g_new0 (TrsDetailRecord, 1);

  record->video_length = -1;
  return record;
}

void
trs_detail_record_free (TrsDetailRecord *record)
{
  if (record == NULL)
    return;

  g_free (record->id);
  g_free (record->name);
  g_free (record->video_id);
  g_free (record->state_word);
  g_free (record->message);
  g_clear_pointer (&record->created_at, g_date_time_unref);
  g_free (record->language);
  g_clear_pointer (&record->text, g_bytes_unref);
  g_free (record);
}

/**
 * trs_credits_for_length:
 * @seconds: length of a video, or a negative number if it is not known
 *
 * "Limits" of the interface: 1 credit a minute, rounded down, at least 1.
 *
 * Returns: what the service takes for such a video, or -1 if that is not known
 */
gint64
trs_credits_for_length (gint64 seconds)
{
  if (seconds < 0)
    return -1;
  return MAX (seconds / 60, 1);
}
