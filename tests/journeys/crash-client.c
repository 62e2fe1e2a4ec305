/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crash-client typed|known STORE ADDRESS KEY [VIDEO]: the program without a
 * window, to be killed at any moment. The user types the key, or it is in the
 * keyring. It looks for what became of the submission before, and
 * prints "pending N" for those that are in no list, which are given up, and
 * "listed N" for the projects in its list. At a line of its input it submits
 * VIDEO once. */
#include <stdio.h>
#include <stdlib.h>

#include "session-connect.h"
#include "trs-clock.h"
#include "trs-list-reader.h"
#include "trs-memory-keyring.h"
#include "trs-reconciler.h"
#include "trs-session.h"
#include "trs-soup-transport.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

static void
submit (TrsSession *session,
        const char *video_id)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (TrsSubmission) submission = trs_submission_new (video_id, NULL);
  g_autoptr (GAsyncResult) result = NULL;

  trs_submission_set_again (submission, TRUE);
  g_list_store_append (submissions, submission);
  trs_submitter_run_async (trs_session_get_submitter (session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  session_connect_wait (&result);
}

static guint
count_pending (TrsSession *session)
{
  GListModel *history = G_LIST_MODEL (trs_session_get_history (session));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (history); i++)
    {
      g_autoptr (TrsHistoryItem) item = g_list_model_get_item (history, i);
      TrsProject *project = trs_history_item_get_project (item);

      n += project != NULL && trs_project_is_pending (project);
    }

  return n;
}

/* One job of the store leads to another, until nobody waits for any. */
static void
flush (TrsStore *store)
{
  gboolean busy = TRUE;

  while (busy)
    {
      trs_test_flush_store (store);
      busy = FALSE;
      while (g_main_context_iteration (NULL, FALSE))
        busy = TRUE;
    }
}

static void
read_list (TrsSession *session)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_list_reader_read_async (trs_session_get_reader (session), TRS_LIST_READ_REFRESH, NULL, trs_test_store_result,
                              &result);
  session_connect_wait (&result);
  if (!trs_list_reader_read_finish (trs_session_get_reader (session), result, &error))
    g_error ("%s", error->message);
}

/* What is in the list is found; the user gives up the rest. */
static void
reconcile (TrsSession *session,
           TrsStore   *store)
{
  GListModel *history = G_LIST_MODEL (trs_session_get_history (session));
  guint n_pending;

  flush (store);
  while (trs_history_get_reading (TRS_HISTORY (history)) || !trs_history_get_complete (TRS_HISTORY (history)))
    g_main_context_iteration (NULL, TRUE);
  flush (store);

  n_pending = count_pending (session);
  for (guint i = g_list_model_get_n_items (history); i > 0; i--)
    {
      g_autoptr (TrsHistoryItem) item = g_list_model_get_item (history, i - 1);
      TrsProject *project = trs_history_item_get_project (item);

      if (project != NULL && trs_project_is_pending (project))
        trs_reconciler_dismiss (trs_session_get_reconciler (session), project);
    }
  flush (store);
  g_print ("pending %u\nlisted %u\n", n_pending, trs_history_get_n_known (TRS_HISTORY (history)));
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GSettings) settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsKeyring) keyring = trs_memory_keyring_new ();
  g_autoptr (TrsStore) store = trs_store_new (argv[2]);
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  g_autoptr (TrsSession) session =
      trs_session_new (settings, transport, keyring, store, clock, NULL, NULL, NULL);

  /* What became of a submission is found when the journal is read, after the list; or with a page of the list, which is
   * read after the journal. */
  if (g_str_equal (argv[1], "typed"))
    session_connect_typed (session, argv[3], argv[4]);
  else
    {
      session_connect_known (session, settings, keyring, argv[3], argv[4]);
      read_list (session);
    }
  reconcile (session, store);
  if (argc > 5 && getchar () != EOF)
    submit (session, argv[5]);

  trs_session_stop (session);
  trs_test_flush_store (store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  return EXIT_SUCCESS;
}
