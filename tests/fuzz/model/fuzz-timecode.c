/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-transcript.h"

#include <string.h>

/* What is read as a timecode is written again as the same bytes. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  gsize consumed = 0;
  gint64 milliseconds = -1;
  g_autofree char *clock = NULL;
  g_autofree char *exact = NULL;
  g_autofree char *again = NULL;
  const char *digits = (const char *) data + 1;

  if (!trs_timecode_parse ((const char *) data, size, &consumed, &milliseconds))
    return 0;

  g_assert_cmpuint (consumed, <=, size);
  g_assert_cmpint (milliseconds, >=, 0);

  clock = trs_timecode_format_clock (milliseconds);
  exact = g_strdup_printf ("%s.%03d", clock, (int) (milliseconds % 1000));
  again = g_strndup (digits, consumed - 2);
  /* More than two digits may begin with zeros that do not count. */
  while (strlen (again) > strlen (exact) && *again == '0')
    memmove (again, again + 1, strlen (again));
  g_assert_cmpstr (again, ==, exact);
  return 0;
}
