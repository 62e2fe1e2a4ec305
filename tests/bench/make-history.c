/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-history PATH ADDRESS NUMBER [TEXTS]: a store with so many projects of an account, and with so many texts, of the
 * newest of them. */
#include "trs-bench-history.h"

int
main (int   argc,
      char *argv[])
{
  g_assert_cmpint (argc, >=, 4);
  trs_bench_fill_store (argv[1], argv[2], (guint) g_ascii_strtoull (argv[3], NULL, 10));
  if (argc > 4)
    trs_bench_fill_texts (argv[1], argv[2], (guint) g_ascii_strtoull (argv[4], NULL, 10));
  return 0;
}
