/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-worker-percent.h"

/* It never goes back, never beyond its end, and how the bytes come is no matter. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  TrsWorkerPercent whole = { 0 }, single = { 0 };
  guint percent = 0;

  for (size_t i = 0; i < size; i++)
    {
      guint next = trs_worker_percent_push (&single, (const char *) data + i, 1);

      g_assert_cmpuint (next, >=, percent);
      g_assert_cmpuint (next, <=, 99);
      percent = next;
    }
  g_assert_cmpuint (trs_worker_percent_push (&whole, (const char *) data, size), ==, percent);
  return 0;
}
