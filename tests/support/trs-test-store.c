/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-store.h"

#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-utils.h"

/**
 * trs_test_flush_store:
 * @store: a store
 *
 * Blocks until every job that was asked for has run. Nothing is dispatched on
 * the main context meanwhile: no callback of these jobs, and no signal.
 */
void
trs_test_flush_store (TrsStore *store)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GAsyncResult) result = NULL;

  /* A background job is the last one. */
  g_main_context_push_thread_default (context);
  trs_store_texts_read_coverage_async (store, 0, NULL, trs_test_store_result, &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
  /* The worker still holds it for a moment, and with it the store. */
  while (g_atomic_int_get (&G_OBJECT (result)->ref_count) > 1)
    g_thread_yield ();
  g_free (trs_store_texts_read_coverage_finish (store, result, NULL));
}
