/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-bench-history.h"

#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"
#include "trs-transcript.h"

#define AT_ONCE 5000

/* Ten years of 27 a day. */
#define NEWEST G_GINT64_CONSTANT (1773300000)
#define BETWEEN 3150

/* What is read in half an hour. */
#define N_PARAGRAPHS 130

static char *
make_id (guint number)
{
  return g_strdup_printf ("%08x-%04x-4000-8000-%012x", number * 2654435761u, number & 0xffff, number);
}

static TrsProjectData *
make_project (guint number)
{
  static const char *const subjects[] = { "City council", "Budget committee", "Press briefing", "Port strike",
                                          "Café on the quay", "Interview with the mayor", "Lecture" };
  static const char *const places[] = { "second reading", "public hearing", "morning session", "part two", "Łódź" };
  g_autofree char *id = make_id (number);
  TrsProjectData *project = trs_project_data_new (id);

  project->title = g_strdup_printf ("%s, %s, no. %u", subjects[number % G_N_ELEMENTS (subjects)],
                                    places[number % G_N_ELEMENTS (places)], number);
  project->video_id = g_strdup_printf ("v%010u", number);
  project->state = number % 50 == 7 ? TRS_PROJECT_STATE_ERROR : TRS_PROJECT_STATE_DONE;
  project->state_word = g_strdup (trs_project_state_to_string (project->state));
  project->created_at = project->sort_at = (NEWEST - (gint64) number * BETWEEN) * G_USEC_PER_SEC;
  return project;
}

static gint64
open_account (TrsStore   *store,
              const char *address)
{
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  trs_store_accounts_open_async (store, address, 0, NULL, NULL, 1, NULL, trs_test_store_result, &opened);
  trs_test_wait_result (opened);
  account = trs_store_accounts_open_finish (store, opened, &error);
  g_assert_no_error (error);
  return account;
}

void
trs_bench_fill_store (const char *path,
                      const char *address,
                      guint       n_projects)
{
  g_autoptr (TrsStore) store = trs_store_new (path);
  gint64 account = open_account (store, address);
  g_autoptr (GError) error = NULL;

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

static TrsTranscript *
make_transcript (guint number)
{
  static const char words[] = "The committee heard that the harbour would stay closed until the repairs were paid for, "
                              "and that nobody had asked who was to pay. A vote was put off twice; the third time it "
                              "was lost by one voice. Then the mayor spoke, for longer than the minutes say, and the "
                              "clerk wrote down what he could.";
  g_autoptr (GString) bare = g_string_new (NULL);
  g_autoptr (GString) full = g_string_new (NULL);
  g_autoptr (GBytes) bare_bytes = NULL;
  g_autoptr (GBytes) full_bytes = NULL;

  for (guint i = 0; i < N_PARAGRAPHS; i++)
    {
      g_string_append_printf (bare, "%s%u, %u. %s", i > 0 ? "\n\n" : "", number, i, words);
      g_string_append_printf (full, "%s[00:%02u:%02u.000] Speaker %u: %u, %u. %s", i > 0 ? "\n\n" : "", i * 14 / 60,
                              i * 14 % 60, 1 + i % 3, number, i, words);
    }
  bare_bytes = g_bytes_new (bare->str, bare->len);
  full_bytes = g_bytes_new (full->str, full->len);
  return trs_transcript_align (bare_bytes, full_bytes, "en", FALSE);
}

/**
 * trs_bench_fill_texts:
 * @path: a store that trs_bench_fill_store() has filled
 * @address: its account
 * @n_projects: of how many projects, the newest ones, there is a text
 *
 * Adds texts of 45 kB.
 */
void
trs_bench_fill_texts (const char *path,
                      const char *address,
                      guint       n_projects)
{
  g_autoptr (TrsStore) store = trs_store_new (path);
  gint64 account = open_account (store, address);

  for (guint i = 0; i < n_projects; i++)
    {
      g_autofree char *id = make_id (i);
      g_autoptr (TrsTranscript) transcript = make_transcript (i);
      g_autoptr (GAsyncResult) saved = NULL;
      g_autoptr (GError) error = NULL;

      trs_store_texts_save_async (store, account, id, transcript, address, 1, NULL, trs_test_store_result, &saved);
      trs_test_wait_result (saved);
      g_assert_cmpint (trs_store_texts_save_finish (store, saved, &error), ==, TRS_STORE_TEXT_NEW);
      g_assert_no_error (error);
    }
  trs_test_flush_store (store);
}
