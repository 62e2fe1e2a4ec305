/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-projects.h"

/**
 * trs_service_project_free:
 * @project: (transfer full): a project
 */
void
trs_service_project_free (TrsServiceProject *project)
{
  g_free (project->id);
  g_free (project->video);
  g_free (project->name);
  g_free (project->language);
  g_free (project->webhook);
  g_free (project->digest);
  g_free (project->fails);
  g_free (project->state);
  g_free (project);
}

/**
 * trs_service_project_is_done:
 * @project: a project
 *
 * Returns: %TRUE if its text can be read
 */
gboolean
trs_service_project_is_done (TrsServiceProject *project)
{
  return g_str_equal (project->state, "done");
}

/**
 * trs_service_project_format_created:
 * @project: a project
 *
 * Returns: (transfer full): `createdAt`: ISO 8601 in UTC, with milliseconds
 */
char *
trs_service_project_format_created (TrsServiceProject *project)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (project->created_at / G_USEC_PER_SEC);
  g_autofree char *seconds = g_date_time_format (time, "%Y-%m-%dT%H:%M:%S");

  return g_strdup_printf ("%s.%03dZ", seconds, (int) (project->created_at / 1000 % 1000));
}

static int
percent (gint64 start,
         gint64 end,
         gint64 now)
{
  if (end <= start)
    return 99;
  return (int) CLAMP ((double) (now - start) * 100 / (double) (end - start), 0, 99);
}

/**
 * trs_service_project_format_message:
 * @project: a project that is not done
 * @now: microseconds since the epoch
 *
 * Returns: (transfer full): `message`: a sentence for people
 */
char *
trs_service_project_format_message (TrsServiceProject *project,
                                    gint64             now)
{
  if (g_str_equal (project->state, "upload"))
    return g_strdup_printf ("Fetching the video from the platform (%d %%)",
                            percent (project->created_at, project->uploaded_at, now));
  if (g_str_equal (project->state, "transcription"))
    return g_strdup_printf ("Transcribing the audio (%d %%)", percent (project->uploaded_at, project->ends_at, now));
  if (g_str_equal (project->fails, "upload"))
    return g_strdup ("The video could not be fetched from the platform");
  return g_strdup ("The audio could not be transcribed");
}

/**
 * trs_service_project_describe:
 * @project: a project that is done
 * @text: its text
 * @timecodes: `showTimecode`
 * @speakers: `showSpeaker`
 *
 * Returns: (transfer full): "Project detail, finished" of the interface
 */
JsonObject *
trs_service_project_describe (TrsServiceProject *project,
                              TrsServiceText    *text,
                              gboolean           timecodes,
                              gboolean           speakers)
{
  g_autofree char *rendered = trs_service_text_render (text, timecodes, speakers);
  JsonObject *detail = json_object_new ();

  json_object_set_string_member (detail, "id", project->id);
  json_object_set_string_member (detail, "name", project->name);
  json_object_set_string_member (detail, "platformId", project->video);
  json_object_set_string_member (detail, "language", project->language);
  json_object_set_string_member (detail, "text", rendered);
  return detail;
}
