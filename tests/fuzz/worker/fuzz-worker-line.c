/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-media-discover.h"
#include "trs-worker-line.h"

#include <math.h>
#include <string.h>

/* What is understood is sensible, and is said again in the same words. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (TrsWorkerLine) line = trs_worker_line_parse ((const char *) data, size);
  g_autoptr (TrsWorkerLine) again = NULL;
  g_autofree char *written = NULL;
  g_autofree char *rewritten = NULL;

  if (line == NULL)
    return 0;

  g_assert_true (isfinite (line->start) && isfinite (line->seconds) && line->start >= 0 && line->seconds >= 0);
  g_assert_cmpuint (line->percent, <=, 99);
  g_assert_true (line->text == NULL || g_utf8_validate (line->text, -1, NULL));
  g_assert_true (line->tracks == NULL || (line->tracks->len >= 2 && line->tracks->len <= TRS_MEDIA_MAX_TRACKS));

  written = trs_worker_line_write (line);
  g_assert_true (g_str_has_suffix (written, "}\n") && strchr (written, '\n') == written + strlen (written) - 1);
  again = trs_worker_line_parse (written, strlen (written));
  /* A length may be rounded to nothing, and a text grow beyond a line by what stands for its characters. */
  if (again == NULL)
    return 0;
  rewritten = trs_worker_line_write (again);
  g_assert_cmpstr (rewritten, ==, written);
  return 0;
}
