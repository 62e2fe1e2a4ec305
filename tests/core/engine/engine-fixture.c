/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-session.h"
#include "trs-test-store.h"

#include <stdarg.h>

static void
ready_cb (TrsPoller  *poller,
          TrsProject *project,
          gpointer    user_data)
{
  Fixture *fixture = user_data;

  g_ptr_array_add (fixture->ready, g_object_ref (project));
}

static void
adopted_cb (TrsReconciler *reconciler,
            TrsProject    *pending,
            TrsProject    *found,
            gpointer       user_data)
{
  Fixture *fixture = user_data;

  g_assert_true (trs_project_is_pending (pending));
  g_ptr_array_add (fixture->adopted, g_object_ref (found));
}

/* That of the session in use, as long as there is one. A worker thread may be the last that lets go of it. */
static GWeakRef store_ref;

/* Until nothing is left to do at this moment of the clock; also what worker threads do. */
void
fixture_drain (void)
{
  do
    {
      g_autoptr (TrsStore) store = NULL;

      while (g_main_context_iteration (NULL, FALSE))
        continue;
      store = g_weak_ref_get (&store_ref);
      if (store != NULL)
        trs_test_flush_store (store);
    }
  while (g_main_context_pending (NULL));
}

static gboolean
drain_cb (gpointer user_data)
{
  fixture_drain ();
  return G_SOURCE_REMOVE;
}

void
fixture_new_session (Fixture *fixture)
{
  g_weak_ref_set (&store_ref, fixture->store);
  fixture->session = trs_session_new (fixture->settings, TRS_TRANSPORT (fixture->toy), fixture->keyring,
                                      fixture->store, TRS_CLOCK (fixture->clock), NULL, NULL, NULL);
  fixture->projects = trs_session_get_projects (fixture->session);
  fixture->history = trs_session_get_history (fixture->session);
  g_signal_connect (trs_session_get_poller (fixture->session), "finished", G_CALLBACK (ready_cb), fixture);
  g_signal_connect (trs_session_get_reconciler (fixture->session), "matched", G_CALLBACK (adopted_cb), fixture);
}

/* What a worker thread still holds on to, it gives back. */
static void
wait_for_end (gpointer object)
{
  g_object_add_weak_pointer (object, &object);
  g_object_unref (object);
  trs_test_wait_until (object == NULL);
}

void
fixture_end_session (Fixture *fixture)
{
  trs_session_stop (fixture->session);
  fixture_drain ();
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 0);
  wait_for_end (g_steal_pointer (&fixture->session));
}

/* Begins anew, with a session that keeps what it sees. */
void
fixture_keep (Fixture    *fixture,
              const char *path)
{
  fixture_end_session (fixture);
  g_clear_object (&fixture->store);
  fixture->store = trs_store_new (path);
  fixture_new_session (fixture);
}

void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  g_auto (GStrv) keys = NULL;
  g_autoptr (GSettingsSchema) schema = NULL;

  fixture->settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  g_object_get (fixture->settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (guint i = 0; keys[i] != NULL; i++)
    g_settings_reset (fixture->settings, keys[i]);

  fixture->clock = trs_manual_clock_new (FIXTURE_START);
  trs_manual_clock_set_settle (fixture->clock, drain_cb, NULL);
  fixture->toy = trs_toy_service_new (TRS_CLOCK (fixture->clock));
  fixture->keyring = trs_memory_keyring_new ();
  fixture->ready = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->held = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->adopted = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->store = trs_store_new (NULL);
  fixture_new_session (fixture);
}

void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  g_clear_pointer (&fixture->held, g_ptr_array_unref);
  /* A session that ends may still tell of what it has heard. */
  if (fixture->session != NULL)
    fixture_end_session (fixture);
  g_clear_pointer (&fixture->ready, g_ptr_array_unref);
  g_clear_pointer (&fixture->adopted, g_ptr_array_unref);
  g_clear_object (&fixture->store);
  wait_for_end (fixture->toy);
  wait_for_end (fixture->keyring);
  wait_for_end (fixture->clock);
  g_clear_object (&fixture->settings);
}

void
fixture_advance (Fixture *fixture,
                 gint64   seconds)
{
  fixture_drain ();
  trs_manual_clock_advance (fixture->clock, seconds * 1000);
  fixture_drain ();
}

/* Not counting the check of the file, which is planned for every account that is open. */
guint
fixture_count_timers (Fixture *fixture)
{
  guint n_timers = trs_manual_clock_get_n_waiting (fixture->clock);

  return trs_library_is_open (trs_session_get_library (fixture->session)) ? n_timers - 1 : n_timers;
}

/* (transfer full) (element-type TrsKnownAccount): as they are now */
GPtrArray *
fixture_list_accounts (Fixture *fixture)
{
  TrsAccountList *list = trs_session_get_accounts (fixture->session);
  GPtrArray *accounts = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_known_account_free);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_account_list_refresh_async (list, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_account_list_refresh_finish (list, result, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    g_ptr_array_add (accounts, trs_known_account_copy (trs_account_list_get_account (list, i)));
  return accounts;
}

/* Lets a second pass, and what is under way on worker threads go on. */
void
fixture_pass (Fixture *fixture)
{
  fixture_advance (fixture, 1);
  trs_test_settle ();
}

void
fixture_connect (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_session_start (fixture->session);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, "toy-key", NULL,
                             trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, &error);
  g_assert_no_error (error);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  fixture_drain ();
}

static void
run_submissions (Fixture    *fixture,
                 GListModel *submissions)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_submitter_run_async (trs_session_get_submitter (fixture->session), submissions, NULL, trs_test_store_result,
                           &result);
  trs_test_wait_result (result);
  g_assert_true (trs_submitter_run_finish (trs_session_get_submitter (fixture->session), result, &error));
  g_assert_no_error (error);
  fixture_drain ();
}

GListStore *
fixture_submit_all (Fixture    *fixture,
                    const char *first,
                    ...)
{
  GListStore *submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  va_list args;

  va_start (args, first);
  for (const char *video_id = first; video_id != NULL; video_id = va_arg (args, const char *))
    {
      g_autoptr (TrsSubmission) submission = trs_submission_new (video_id, "de");

      trs_submission_set_again (submission, TRUE);

      g_list_store_append (submissions, submission);
    }
  va_end (args);

  run_submissions (fixture, G_LIST_MODEL (submissions));
  return submissions;
}

gboolean
fixture_connect_to (Fixture     *fixture,
                    const char  *address,
                    const char  *key,
                    GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), address, key, NULL, trs_test_store_result,
                             &result);
  trs_test_wait_result (result);
  fixture_drain ();
  return trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, error);
}

TrsSubmission *
fixture_submit (Fixture    *fixture,
                const char *video_id)
{
  g_autoptr (GListStore) submissions = fixture_submit_all (fixture, video_id, NULL);

  return g_list_model_get_item (G_LIST_MODEL (submissions), 0);
}

/* @project: (transfer full) (nullable) */
static TrsProject *
hold (Fixture    *fixture,
      TrsProject *project)
{
  if (project != NULL)
    g_ptr_array_add (fixture->held, project);
  return project;
}

/* Waits until the row has its project. Lent: the fixture holds it. */
TrsProject *
fixture_get (Fixture *fixture,
             guint    position)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsProject *project;

  trs_history_load_item_async (fixture->history, position, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  project = hold (fixture, trs_history_load_item_finish (fixture->history, result, &error));
  g_assert_no_error (error);
  g_assert_nonnull (project);
  return project;
}

/* Lent likewise; NULL if it is not known. */
TrsProject *
fixture_find (Fixture    *fixture,
              const char *id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsProject *project;

  trs_projects_find_async (fixture->projects, id, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  project = hold (fixture, trs_projects_find_finish (fixture->projects, result, &error));
  g_assert_no_error (error);
  return project;
}

void
fixture_refresh (Fixture *fixture)
{
  trs_list_reader_read_async (trs_session_get_reader (fixture->session), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
}

guint
fixture_get_n (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (fixture->history));
}
