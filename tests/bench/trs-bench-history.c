/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-bench-history.h"

#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define AT_ONCE 5000

/* Ten years of 27 a day. */
#define NEWEST G_GINT64_CONSTANT (1773300000)
#define BETWEEN 3150

static TrsProjectData *
make_project (guint number)
{
  static const char *const subjects[] = { "City council", "Budget committee", "Press briefing", "Port strike",
                                          "Café on the quay", "Interview with the mayor", "Lecture" };
  static const char *const places[] = { "second reading", "public hearing", "morning session", "part two", "Łódź" };
  g_autofree char *id =
      g_strdup_printf ("%08x-%04x-4000-8000-%012x", number * 2654435761u, number & 0xffff, number);
  TrsProjectData *project = trs_project_data_new (id);

  project->title = g_strdup_printf ("%s, %s, no. %u", subjects[number % G_N_ELEMENTS (subjects)],
                                    places[number % G_N_ELEMENTS (places)], number);
  project->video_id = g_strdup_printf ("v%010u", number);
  project->state = number % 50 == 7 ? TRS_PROJECT_STATE_ERROR : TRS_PROJECT_STATE_DONE;
  project->state_word = g_strdup (trs_project_state_to_string (project->state));
  project->created_at = project->sort_at = (NEWEST - (gint64) number * BETWEEN) * G_USEC_PER_SEC;
  return project;
}

void
trs_bench_fill_store (const char *path,
                      const char *address,
                      guint       n_projects)
{
  g_autoptr (TrsStore) store = trs_store_new (path);
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  trs_store_accounts_open_async (store, address, NULL, 1, NULL, trs_test_store_result, &opened);
  trs_test_wait_result (opened);
  account = trs_store_accounts_open_finish (store, opened, &error);
  g_assert_no_error (error);

  for (guint first = 0; first < n_projects; first += AT_ONCE)
    {
      g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
      g_autoptr (GAsyncResult) saved = NULL;

      for (guint i = first; i < MIN (first + AT_ONCE, n_projects); i++)
        g_ptr_array_add (projects, make_project (i));
      trs_store_projects_save_async (store, account, projects, NULL, trs_test_store_result, &saved);
      trs_test_wait_result (saved);
      g_assert_true (trs_store_projects_save_finish (store, saved, &error));
    }
  trs_test_flush_store (store);
}
