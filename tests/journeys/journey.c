/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "journey.h"

#include "trs-api-client.h"
#include "trs-list-reader.h"
#include "trs-session.h"
#include "trs-soup-transport.h"
#include "trs-clock.h"
#include "trs-test-store.h"

#include <glib/gstdio.h>

#define STORE_NAME "transcripts.db"

static void
ready_cb (TrsPoller  *poller,
          TrsProject *project,
          gpointer    user_data)
{
  ((Journey *) user_data)->n_ready++;
}

static void
adopted_cb (TrsReconciler *reconciler,
            TrsProject    *pending,
            TrsProject    *found,
            gpointer       user_data)
{
  ((Journey *) user_data)->n_adopted++;
}

/**
 * journey_new_session:
 * @self: a journey without a session
 */
void
journey_new_session (Journey *self)
{
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);

  self->session = trs_session_new (self->settings, transport, self->keyring, self->store,
                                   TRS_CLOCK (self->clock), self->sample_program, self->sample_catalogue,
                                   self->sample_data);
  self->history = trs_session_get_history (self->session);
  g_signal_connect (trs_session_get_poller (self->session), "finished", G_CALLBACK (ready_cb), self);
  g_signal_connect (trs_session_get_reconciler (self->session), "matched", G_CALLBACK (adopted_cb), self);
}

/**
 * journey_end_session:
 * @self: a journey
 *
 * Stops the session, which leaves nothing behind, and has damaged nothing.
 */
void
journey_end_session (Journey *self)
{
  g_assert_null (trs_storage_get_moved_aside (trs_session_get_storage (self->session)));
  g_assert_no_error (trs_library_get_error (trs_session_get_library (self->session)));
  g_ptr_array_set_size (self->held, 0);
  trs_session_stop (self->session);
  trs_test_flush_store (self->store);
  g_object_add_weak_pointer (G_OBJECT (self->session), (gpointer *) &self->session);
  g_object_unref (self->session);
  trs_test_wait_until (self->session == NULL && trs_manual_clock_get_n_waiting (self->clock) == 0);
}

static Journey *
journey_begin (const char *const *service_args,
               gboolean           keeps)
{
  Journey *self = g_new0 (Journey, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  self->held = g_ptr_array_new_with_free_func (g_object_unref);
  self->service = trs_service_process_new (service_args);
  self->clock = trs_manual_clock_new (g_get_real_time ());
  self->settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  g_settings_reset (self->settings, "server-address");
  g_settings_reset (self->settings, "sample-service");
  g_settings_reset (self->settings, "callback-mode");
  g_settings_reset (self->settings, "callback-account");
  g_settings_reset (self->settings, "other-accounts");
  g_settings_reset (self->settings, "key-account");
  g_settings_reset (self->settings, "account-names");
  self->keyring = trs_memory_keyring_new ();
  self->folder = g_dir_make_tmp ("trs-journey-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (self->folder, STORE_NAME, NULL);
  self->store = trs_store_new (keeps ? path : NULL);
  journey_new_session (self);
  trs_session_start (self->session);

  return self;
}

/**
 * journey_new:
 * @service_args: (nullable): more arguments of the service
 *
 * Returns: (transfer full): a journey that has not begun
 */
Journey *
journey_new (const char *const *service_args)
{
  return journey_begin (service_args, TRUE);
}

/**
 * journey_new_bare:
 * @service_args: (nullable): more arguments of the service
 *
 * Returns: (transfer full): a journey on a computer that keeps nothing
 */
Journey *
journey_new_bare (const char *const *service_args)
{
  return journey_begin (service_args, FALSE);
}

/* A worker thread may be the last to let go of it, which wakes nobody here. Closed, it has no log beside it. */
static void
close_store (Journey *self)
{
  g_autofree char *log = g_build_filename (self->folder, STORE_NAME "-wal", NULL);
  g_autofree char *index = g_build_filename (self->folder, STORE_NAME "-shm", NULL);

  g_clear_object (&self->store);
  trs_test_poll_until (!g_file_test (log, G_FILE_TEST_EXISTS) && !g_file_test (index, G_FILE_TEST_EXISTS));
}

/* Whatever happened on the way: the file is there, and none beside it but its copy of the day, the note that it was
 * checked, which a journey of more than 20 s gets, and the empty file that is locked while something is downloaded. */
static void
remove_folder (Journey *self)
{
  GStatBuf status;
  g_autoptr (GDir) folder = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      if (g_str_equal (name, STORE_NAME ".downloads"))
        g_assert_true (g_stat (path, &status) == 0 && status.st_size == 0);
      else if (!g_str_equal (name, STORE_NAME ".checked") && !g_str_equal (name, STORE_NAME ".own.json"))
        g_assert_cmpstr (name, ==, STORE_NAME);
      g_unlink (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
}

/**
 * journey_free:
 * @self: (transfer full): a journey
 */
void
journey_free (Journey *self)
{
  if (self->session != NULL)
    journey_end_session (self);
  g_ptr_array_unref (self->held);
  close_store (self);
  remove_folder (self);
  g_object_unref (self->keyring);
  g_object_unref (self->settings);
  g_object_unref (self->clock);
  trs_service_process_free (self->service);
  g_free (self);
}

static gboolean
tick_cb (gpointer user_data)
{
  Journey *self = user_data;

  trs_manual_clock_advance (self->clock, self->tick);
  return G_SOURCE_CONTINUE;
}

/**
 * journey_start_clock:
 * @self: a journey whose clock stands still
 * @interval: milliseconds on the wall
 * @tick: milliseconds of the session that pass in each interval
 *
 * The service and its answers take time on the wall: while something is waited
 * for, the clock of the session runs, as many times faster as the service does.
 */
void
journey_start_clock (Journey *self,
                     guint    interval,
                     guint    tick)
{
  g_assert (self->clock_id == 0);
  self->tick = tick;
  self->clock_id = g_timeout_add (interval, tick_cb, self);
}

/**
 * journey_stop_clock:
 * @self: a journey whose clock runs
 */
void
journey_stop_clock (Journey *self)
{
  g_clear_handle_id (&self->clock_id, g_source_remove);
}

/**
 * journey_pass:
 * @self: a journey
 * @milliseconds: how long for the session
 *
 * Lets time pass, to see what happens by itself.
 */
void
journey_pass (Journey *self,
              guint    milliseconds)
{
  gint64 end = trs_clock_get_time (TRS_CLOCK (self->clock)) + milliseconds * G_TIME_SPAN_MILLISECOND;

  journey_until (self, trs_clock_get_time (TRS_CLOCK (self->clock)) >= end);
}

/**
 * journey_connect:
 * @self: a journey
 * @address: (nullable): where to; %NULL for the service itself
 * @error: return location for an error
 *
 * Returns: %TRUE if the session is connected
 */
gboolean
journey_connect (Journey     *self,
                 const char  *address,
                 GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_sign_in_connect_async (trs_session_get_sign_in (self->session),
                             address != NULL ? address : trs_service_process_get_address (self->service),
                             trs_service_process_get_key (self->service), NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_sign_in_connect_finish (trs_session_get_sign_in (self->session), result, error);
}

/**
 * journey_submit:
 * @self: a journey
 * @video_id: a video of the catalogue
 *
 * Presses the button once, and waits for an outcome. What was submitted before
 * is submitted again.
 *
 * Returns: (transfer full): the submission
 */
TrsSubmission *
journey_submit (Journey    *self,
                const char *video_id)
{
  return journey_press (self, video_id, TRUE);
}

/**
 * journey_press:
 * @self: a journey
 * @video_id: a video of the catalogue
 * @again: whether it is to be submitted although it was before
 *
 * Returns: (transfer full): the submission, with its outcome
 */
TrsSubmission *
journey_press (Journey    *self,
               const char *video_id,
               gboolean    again)
{
  TrsSubmission *submission = trs_submission_new (video_id, NULL);
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_submission_set_again (submission, again);
  g_list_store_append (submissions, submission);
  trs_submitter_run_async (trs_session_get_submitter (self->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  /* The same page of the list is not asked for twice within three seconds. */
  journey_until (self, result != NULL);
  trs_submitter_run_finish (trs_session_get_submitter (self->session), result, &error);
  g_assert_no_error (error);

  return submission;
}

/**
 * journey_settle:
 * @self: a journey
 *
 * Lets the list follow what was written. One job of the store leads to another,
 * until nobody waits for any.
 */
void
journey_settle (Journey *self)
{
  gboolean busy = TRUE;

  while (busy)
    {
      trs_test_flush_store (self->store);
      busy = FALSE;
      while (g_main_context_iteration (NULL, FALSE))
        busy = TRUE;
    }
}

/**
 * journey_top:
 * @self: a journey
 *
 * Returns: (transfer none): the newest project of the history, held until the
 *   session ends
 */
TrsProject *
journey_top (Journey *self)
{
  g_autoptr (TrsHistoryItem) item = NULL;
  TrsProject *project;

  journey_settle (self);
  item = g_list_model_get_item (G_LIST_MODEL (self->history), 0);
  g_assert_nonnull (item);
  trs_test_wait_until (trs_history_item_get_project (item) != NULL);
  project = trs_history_item_get_project (item);
  if (!g_ptr_array_find (self->held, project, NULL))
    g_ptr_array_add (self->held, g_object_ref (project));
  return project;
}

/**
 * journey_n_listed:
 * @self: a journey
 *
 * Returns: how many projects are known, without submissions of which it is not known what became
 */
guint
journey_n_listed (Journey *self)
{
  journey_settle (self);
  return trs_history_get_n_known (self->history);
}

/**
 * journey_count:
 * @self: a journey
 *
 * Asks the service beside the session.
 *
 * Returns: how many projects there are, of at most one page
 */
guint
journey_count (Journey *self)
{
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  g_autoptr (TrsApiClient) client = trs_api_client_new (transport, clock);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;

  trs_api_client_open (client, trs_service_process_get_address (self->service),
                       trs_service_process_get_key (self->service));
  trs_api_client_list_async (client, 1, FALSE, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  records = trs_api_client_list_finish (client, result, &error);
  g_assert_no_error (error);

  return records->len;
}

/**
 * journey_n_in_log:
 * @self: a journey
 * @part: text
 *
 * Returns: how many lines of the log of the service hold it
 */
guint
journey_n_in_log (Journey    *self,
                  const char *part)
{
  guint n = 0;

  for (const char *found = trs_service_process_get_log (self->service); (found = strstr (found, part)) != NULL; found++)
    n++;
  return n;
}

/**
 * journey_load:
 * @self: a journey
 * @project: a project
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): its transcript
 */
TrsTranscript *
journey_load (Journey     *self,
              TrsProject  *project,
              GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_transcripts_load_async (trs_session_get_transcripts (self->session), project, NULL, trs_test_store_result,
                              &result);
  trs_test_wait_result (result);
  return trs_transcripts_load_finish (trs_session_get_transcripts (self->session), result, error);
}

/**
 * journey_refresh:
 * @self: a journey
 * @error: return location for an error
 *
 * Returns: %TRUE if the list could be read
 */
gboolean
journey_refresh (Journey  *self,
                 GError  **error)
{
  TrsListReader *reader = trs_session_get_reader (self->session);
  g_autoptr (GAsyncResult) result = NULL;

  trs_manual_clock_advance (self->clock, 4000);
  trs_list_reader_read_async (reader, TRS_LIST_READ_REFRESH, NULL, trs_test_store_result, &result);
  journey_until (self, result != NULL);
  return trs_list_reader_read_finish (reader, result, error);
}
