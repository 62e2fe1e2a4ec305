/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-fuzz.h"
#include "trs-service-fetch.h"

/* What a platform says of a video is refused with an error, or gives it a title of one line and a length. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *line = g_strndup ((const char *) data, size);
  g_autoptr (TrsServiceMedium) medium = trs_service_medium_new (TRS_SERVICE_MEDIUM_FETCHED, "id", NULL, "");
  g_autoptr (GError) error = NULL;
  gboolean good = trs_service_fetch_read_answer (line, strlen (line), medium, &error);

  g_assert_true (good == (error == NULL));
  g_assert_cmpint (medium->length, >=, 0);
  g_assert_true (g_utf8_validate (medium->title, -1, NULL));
  g_assert_cmpint (g_utf8_strlen (medium->title, -1), <=, 500);
  for (const char *p = medium->title; *p != '\0'; p = g_utf8_next_char (p))
    g_assert_false (g_unichar_iscntrl (g_utf8_get_char (p)));
  return 0;
}
