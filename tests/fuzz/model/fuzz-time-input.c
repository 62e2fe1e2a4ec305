/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-time-input.h"
#include "trs-transcript.h"

/* Whatever is pasted into the entry, which holds UTF-8: what is understood is understood again as it is shown. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autofree char *clock = NULL;
  gint64 milliseconds;
  gint64 again;

  if (!g_utf8_validate (text, -1, NULL) || !trs_time_input_parse (text, &milliseconds))
    return 0;

  g_assert_cmpint (milliseconds, >=, 0);
  clock = trs_timecode_format_clock (milliseconds);
  g_assert_true (trs_time_input_parse (clock, &again));
  g_assert_cmpint (again, ==, milliseconds / 1000 * 1000 + 999);
  return 0;
}
