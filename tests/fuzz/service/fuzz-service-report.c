/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "trs-fuzz.h"
#include "trs-service-report.h"

static void
check_line (const char *text)
{
  g_assert_nonnull (text);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    g_assert_false (g_unichar_iscntrl (g_utf8_get_char (p)));
}

/* A line is refused with an error, or it says what a transcript can hold: times that are numbers, texts of one line. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *line = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsServiceReport) report = trs_service_report_read (line, strlen (line), &error);

  g_assert_true ((report == NULL) == (error != NULL));
  if (report == NULL)
    return 0;

  g_assert_true (isfinite (report->seconds) && report->seconds >= 0);
  g_assert_true (isfinite (report->start) && report->start >= 0 && report->end >= report->start);
  g_assert_true (report->percent >= 0 && report->percent <= 99);
  if (report->tracks != NULL)
    {
      guint n = json_array_get_length (json_node_get_array (report->tracks));

      g_assert_true (n >= 2 && n <= TRS_SERVICE_REPORT_MAX_TRACKS);
    }
  if (report->type == TRS_SERVICE_REPORT_PROGRESS)
    g_assert_true (g_str_equal (report->state, "upload") || g_str_equal (report->state, "transcription"));
  if (report->type == TRS_SERVICE_REPORT_PARAGRAPH)
    check_line (report->text);
  if (report->type == TRS_SERVICE_REPORT_FAULT)
    check_line (report->message);
  return 0;
}
