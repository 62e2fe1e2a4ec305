/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hundred and ten deaths: in the first walk through the list, and in a refresh with many new projects. */
#include "rounds.h"
#include "trs-test-utils.h"

static FullService *service;
static char *listed_base;

static void
test_first_walk (void)
{
  rounds_run ((Series) { .service = service, .mode = "list", .key = LIST_KEY, .n_listed = ROUNDS_N_LISTED,
                         .goes_on = TRUE }, 60);
}

static void
test_refresh (void)
{
  rounds_run ((Series) { .service = service, .mode = "list", .key = LIST_KEY, .n_listed = ROUNDS_N_LISTED,
                         .base = listed_base, .goes_on = TRUE }, 50);
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

  g_test_add_func ("/journey/rounds/first-walk", test_first_walk);
  g_test_add_func ("/journey/rounds/refresh", test_refresh);
  result = g_test_run ();

  g_free (listed_base);
  full_service_free (service);
  return result;
}
