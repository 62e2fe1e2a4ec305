/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-history PATH ADDRESS NUMBER: a store with so many projects of an account. */
#include "trs-bench-history.h"

int
main (int   argc,
      char *argv[])
{
  g_assert_cmpint (argc, ==, 4);
  trs_bench_fill_store (argv[1], argv[2], (guint) g_ascii_strtoull (argv[3], NULL, 10));
  return 0;
}
