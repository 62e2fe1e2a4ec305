/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sixty deaths: while texts are brought here, while titles and notes are written, and in removals. */
#include "rounds.h"
#include "trs-test-utils.h"

static FullService *service;
static char *texts_base;
static char *own_base;

static void
test_texts (void)
{
  rounds_run ((Series) { .service = service, .mode = "texts", .key = TEXT_KEY, .n_listed = ROUNDS_N_TEXTS,
                         .goes_on = TRUE }, 15);
}

static void
test_own (void)
{
  rounds_run ((Series) { .service = service, .mode = "own", .key = TEXT_KEY, .n_listed = ROUNDS_N_TEXTS,
                         .base = texts_base, .goes_on = TRUE }, 15);
}

static void
test_removal (void)
{
  rounds_run ((Series) { .service = service, .mode = "remove", .key = TEXT_KEY, .n_listed = ROUNDS_N_TEXTS,
                         .base = own_base }, 30);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  trs_test_init (&argc, &argv);
  service = full_service_new (ROUNDS_N_BEFORE, ROUNDS_N_TEXTS);
  texts_base = rounds_make_base (service, "with-texts", "texts", TEXT_KEY, NULL);
  own_base = rounds_make_base (service, "with-own", "own", TEXT_KEY, texts_base);

  g_test_add_func ("/journey/rounds/texts", test_texts);
  g_test_add_func ("/journey/rounds/own", test_own);
  g_test_add_func ("/journey/rounds/removal", test_removal);
  result = g_test_run ();

  g_free (texts_base);
  g_free (own_base);
  full_service_free (service);
  return result;
}
