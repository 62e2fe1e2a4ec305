/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thirty deaths, while what was only in memory goes into the file. */
#include "rounds.h"
#include "trs-test-utils.h"

static FullService *service;
static char *listed_base;

static void
test_try_again (void)
{
  rounds_run ((Series) { .service = service, .mode = "again", .key = LIST_KEY, .n_listed = ROUNDS_N_LISTED,
                         .in_memory = TRUE, .base = listed_base }, 20);
}

static void
test_try_again_without_file (void)
{
  rounds_run ((Series) { .service = service, .mode = "again", .key = LIST_KEY, .n_listed = ROUNDS_N_LISTED,
                         .in_memory = TRUE }, 10);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  trs_test_init (&argc, &argv);
  service = full_service_new (ROUNDS_N_BEFORE, ROUNDS_N_TEXTS);
  listed_base = rounds_make_base (service, "listed", "list", LIST_KEY, NULL);
  full_service_grow (service, ROUNDS_N_LISTED);

  g_test_add_func ("/journey/rounds/try-again", test_try_again);
  g_test_add_func ("/journey/rounds/try-again-without-file", test_try_again_without_file);
  result = g_test_run ();

  g_free (listed_base);
  full_service_free (service);
  return result;
}
