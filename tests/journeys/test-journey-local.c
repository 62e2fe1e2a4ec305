/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fast-clock.h"
#include "trs-clock.h"
#include "trs-fake-computer.h"
#include "trs-memory-keyring.h"
#include "trs-service-process.h"
#include "trs-session.h"
#include "trs-soup-transport.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#include <errno.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <fcntl.h>
#include <unistd.h>

/* The session asks the service every three seconds. */
#define SPEED 10

/* What the worker of the test does with a file. `@` is the folder of the test. */
#define MEDIA "media {\"type\":\"media\",\"length\":65.9,\"title\":\"A talk\",\"bytes\":1}\n"
#define BEGIN "say {\"type\":\"length\",\"seconds\":65.9}\n"
#define HERON                                                                                 \
  "say {\"type\":\"progress\",\"state\":\"transcription\",\"percent\":42}\n"                 \
  "say {\"type\":\"paragraph\",\"start\":1.5,\"end\":9,\"speaker\":null,\"text\":\"A heron.\"}\n"
#define SOUND "sound A heron.\nsay {\"type\":\"sound\",\"kept\":true,\"message\":null}\n"
#define HOLD "pid @/pid\nhold @/go\n"
#define END "say {\"type\":\"end\",\"cut\":false,\"seconds\":65.9}\nexit 0\n"
#define TALK MEDIA BEGIN SOUND HERON END
#define HELD MEDIA BEGIN SOUND HERON HOLD END

/* A session as the window has it, with the real service and the worker of the test. */
typedef struct
{
  char *folder;
  char *local;
  GSettings *settings;
  TrsStore *store;
  TrsSession *session;
} Home;

static void
open_session (Home *home)
{
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsKeyring) keyring = trs_memory_keyring_new ();
  g_autoptr (TrsClock) clock = fast_clock_new (SPEED);
  g_autofree char *path = g_build_filename (home->folder, "transcripts.db", NULL);

  home->store = trs_store_new (path);
  home->session = trs_session_new (home->settings, transport, keyring, home->store, clock, NULL, NULL, NULL);
  trs_session_set_up_local (home->session, trs_service_process_get_program (), home->local, TRS_FAKE_WORKER);
}

static TrsLocalKeeper *
get_keeper (Home *home)
{
  return trs_local_account_get_keeper (trs_session_get_local (home->session));
}

static TrsLocalRunner *
get_runner (Home *home)
{
  return trs_local_account_get_runner (trs_session_get_local (home->session));
}

static void
close_session (Home *home)
{
  trs_session_stop (home->session);
  g_clear_object (&home->session);
  g_assert_true (trs_store_close (home->store, 30 * G_USEC_PER_SEC));
  g_clear_object (&home->store);
}

static void
set_up (Home          *home,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  home->folder = g_dir_make_tmp ("trs-local-XXXXXX", &error);
  g_assert_no_error (error);
  home->local = g_build_filename (home->folder, "local", NULL);
  home->settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  for (const char *const *key = (const char *const[]) { "server-address", "sample-service", "local-service",
                                                        "other-accounts", "local-recognizer", "local-model",
                                                        "local-keep-sound", NULL };
       *key != NULL; key++)
    g_settings_reset (home->settings, *key);
  open_session (home);
}

static int
remove_cb (const char        *path,
           const struct stat *info,
           int                kind,
           struct FTW        *place)
{
  /* A log of SQLite goes by itself. */
  return remove (path) == 0 || errno == ENOENT ? 0 : -1;
}

/* Whether a service holds the lock */
static gboolean
is_served (Home *home)
{
  g_autofree char *path = g_build_filename (home->local, "lock", NULL);
  int fd = g_open (path, O_RDWR | O_CLOEXEC, 0);
  gboolean locked = fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) != 0;

  if (fd >= 0)
    close (fd);
  return locked;
}

static void
tear_down (Home          *home,
           gconstpointer  data)
{
  if (home->session != NULL)
    close_session (home);
  trs_test_poll_until (!is_served (home));
  /* The worker of a service that ended may end after it, and removes its files, too. */
  trs_test_poll_until (nftw (home->folder, remove_cb, 16, FTW_DEPTH | FTW_PHYS) == 0);
  g_object_unref (home->settings);
  g_free (home->folder);
  g_free (home->local);
}

static void
connect (Home *home)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_sign_in_connect_service_async (trs_session_get_sign_in (home->session), TRS_ACCOUNT_LOCAL, NULL,
                                     trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_service_finish (trs_session_get_sign_in (home->session), result, &error));
  g_assert_no_error (error);
}

static char *
write_file (Home       *home,
            const char *name,
            const char *script)
{
  g_auto (GStrv) parts = g_strsplit (script, "@", -1);
  g_autofree char *filled = g_strjoinv (home->folder, parts);
  char *path = g_build_filename (home->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, filled, -1, &error);
  g_assert_no_error (error);
  return path;
}

static void
touch (Home       *home,
       const char *name)
{
  g_autofree char *path = g_build_filename (home->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

static gboolean
has_file (Home       *home,
          const char *name)
{
  g_autofree char *path = g_build_filename (home->folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Takes a file in and submits it, as the dialog does. Returns: (transfer full): its project */
static TrsProject *
submit (Home       *home,
        const char *path)
{
  TrsLocalIntake *intake = trs_local_account_get_intake (trs_session_get_local (home->session));
  TrsSubmitter *submitter = trs_session_get_submitter (home->session);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GListStore) list = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (GAsyncResult) taken = NULL;
  g_autoptr (GAsyncResult) sent = NULL;
  g_autofree char *id = NULL;
  g_autoptr (GError) error = NULL;

  trs_local_intake_take_async (intake, file, 1, NULL, NULL, NULL, trs_test_store_result, &taken);
  trs_test_wait_result (taken);
  id = trs_local_intake_take_finish (intake, taken, &error);
  g_assert_no_error (error);
  submission = trs_submission_new (id, NULL);
  g_list_store_append (list, submission);
  trs_submitter_run_async (submitter, G_LIST_MODEL (list), NULL, trs_test_store_result, &sent);
  trs_test_wait_result (sent);
  g_assert_no_error (trs_submission_get_error (submission));
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpstr (trs_submission_get_webhook_url (submission), !=, NULL);
  g_assert_nonnull (strstr (trs_submission_get_webhook_url (submission), ".invalid"));
  return g_object_ref (trs_submission_get_project (submission));
}

static gboolean
is_done (TrsProject *project)
{
  return trs_project_get_state (project) == TRS_PROJECT_STATE_DONE;
}

static const char *needle;
static guint n_found;

static int
search_cb (const char        *path,
           const struct stat *info,
           int                kind,
           struct FTW        *place)
{
  g_autofree char *data = NULL;
  gsize length;

  if (S_ISREG (info->st_mode) && g_file_get_contents (path, &data, &length, NULL) &&
      memmem (data, length, needle, strlen (needle)) != NULL)
    n_found++;
  return 0;
}

/* In how many files of @folder there is a text. Not of one whose files this process has locked: the locks would go. */
static guint
count_files_with (const char *folder,
                  const char *text)
{
  needle = text;
  n_found = 0;
  nftw (folder, search_cb, 16, FTW_PHYS);
  return n_found;
}

static guint
count_listed (Home *home)
{
  TrsHistory *history = trs_session_get_history (home->session);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (history)); i++)
    {
      g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (history), i);

      n += trs_history_item_get_project (item) != NULL;
    }
  return n;
}

static guint
count_under_way (Home *home)
{
  TrsHistory *history = trs_session_get_history (home->session);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (history)); i++)
    {
      g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (history), i);
      TrsProject *project = trs_history_item_get_project (item);

      n += project != NULL && trs_project_is_under_way (project);
    }
  return n;
}

static void
load (Home       *home,
      TrsProject *project)
{
  TrsTranscripts *transcripts = trs_session_get_transcripts (home->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;

  trs_transcripts_load_async (transcripts, project, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  transcript = trs_transcripts_load_finish (transcripts, result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (transcript);
}

/* @sound: what the player gets */
static void
assert_kept (Home       *home,
             const char *sound)
{
  g_autofree char *folder = g_build_filename (home->local, "sound", NULL);
  g_autofree char *data = NULL;
  struct stat info;

  g_assert_nonnull (sound);
  g_assert_true (g_str_has_prefix (sound, folder));
  g_assert_true (g_file_get_contents (sound, &data, NULL, NULL));
  g_assert_cmpstr (data, ==, "A heron.");
  g_assert_cmpint (stat (sound, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpint (stat (folder, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
}

/* From a file to words in the store, with the account known from then on; and again by the next run. */
static void
test_words (Home          *home,
            gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", TALK);
  g_autoptr (TrsProject) project = NULL;
  g_autofree char *sound = NULL;

  g_assert_nonnull (trs_session_get_local (home->session));
  trs_session_start (home->session);
  g_assert_cmpint (trs_session_get_state (home->session), ==, TRS_SESSION_NO_ACCOUNT);
  connect (home);
  g_assert_cmpint (trs_session_get_state (home->session), ==, TRS_SESSION_READY);
  g_assert_cmpstr (trs_account_get_name (trs_session_get_account (home->session)), ==, TRS_ACCOUNT_LOCAL);
  g_assert_cmpstr (trs_account_get_server_address (trs_session_get_account (home->session)), ==, "");

  project = submit (home, path);
  trs_test_wait_until (is_done (project));
  g_assert_cmpstr (trs_project_get_shown_title (project), ==, "A talk");
  sound = trs_local_account_dup_sound_path (trs_session_get_local (home->session), project, NULL);
  assert_kept (home, sound);
  load (home, project);
  g_assert_null (trs_account_dup_video_link (trs_session_get_account (home->session), "f-abc", 0));
  g_clear_object (&project);

  close_session (home);
  trs_test_poll_until (!is_served (home));
  open_session (home);
  trs_session_start (home->session);
  trs_test_wait_until (trs_session_get_state (home->session) == TRS_SESSION_READY);
  trs_test_wait_until (count_listed (home) == 1);
}

/* Until a project is done; what the player gets of it. */
static char *
transcribe (Home       *home,
            const char *name,
            const char *script)
{
  g_autofree char *path = write_file (home, name, script);
  g_autoptr (TrsProject) project = submit (home, path);

  trs_test_wait_until (is_done (project));
  return trs_local_account_dup_sound_path (trs_session_get_local (home->session), project, NULL);
}

static gint64
measure (Home *home)
{
  TrsLocalIntake *intake = trs_local_account_get_intake (trs_session_get_local (home->session));
  g_autoptr (GAsyncResult) result = NULL;

  trs_local_intake_measure_sound_async (intake, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_local_intake_measure_sound_finish (intake, result, NULL);
}

/* What was kept is heard when the recording is gone; what is switched off is kept no more, also of what is under way;
 * and what was kept can be deleted, which leaves the words. */
static void
test_sound (Home          *home,
            gconstpointer  data)
{
  TrsLocalIntake *intake = trs_local_account_get_intake (trs_session_get_local (home->session));
  g_autofree char *path = write_file (home, "talk.mp3", TALK);
  g_autofree char *held_path = write_file (home, "held.mp3", "# held\n" HELD);
  g_autoptr (TrsProject) project = NULL;
  g_autoptr (TrsProject) held = NULL;
  g_autoptr (GAsyncResult) cleared = NULL;
  g_autofree char *sound = NULL;
  g_autofree char *of_held = NULL;
  g_autofree char *of_later = NULL;
  g_autofree char *of_again = NULL;
  g_autofree char *later_path = g_build_filename (home->folder, "later.mp3", NULL);
  g_autoptr (GError) error = NULL;

  trs_session_start (home->session);
  connect (home);
  g_assert_cmpint (measure (home), ==, 0);
  project = submit (home, path);
  trs_test_wait_until (is_done (project));
  g_assert_cmpint (g_unlink (path), ==, 0);
  sound = trs_local_account_dup_sound_path (trs_session_get_local (home->session), project, NULL);
  assert_kept (home, sound);
  g_assert_cmpint (measure (home), ==, strlen ("A heron."));
  /* It is no way back to the recording. */
  g_assert_null (trs_local_intake_dup_path (intake, trs_project_get_data (project)->video_id));

  held = submit (home, held_path);
  trs_test_poll_until (has_file (home, "pid"));
  g_settings_set_boolean (home->settings, "local-keep-sound", FALSE);
  touch (home, "go");
  trs_test_wait_until (is_done (held));
  of_held = trs_local_account_dup_sound_path (trs_session_get_local (home->session), held, NULL);
  g_assert_cmpstr (of_held, ==, held_path);
  of_later = transcribe (home, "later.mp3", "# later\n" TALK);
  g_assert_cmpstr (of_later, ==, later_path);
  g_assert_cmpint (measure (home), ==, strlen ("A heron."));
  assert_kept (home, sound);

  trs_local_intake_clear_sound_async (intake, trs_test_store_result, &cleared);
  trs_test_wait_result (cleared);
  g_assert_true (trs_local_intake_clear_sound_finish (intake, cleared, &error));
  g_assert_no_error (error);
  g_assert_cmpint (measure (home), ==, 0);
  g_assert_null (trs_local_account_dup_sound_path (trs_session_get_local (home->session), project, NULL));
  g_assert_true (is_done (project));
  load (home, project);

  g_settings_set_boolean (home->settings, "local-keep-sound", TRUE);
  of_again = transcribe (home, "again.mp3", "# again\n" TALK);
  assert_kept (home, of_again);
}

/* It checks every three seconds as long as something is under way, and not at all when nothing is. */
static void
test_checking (Home          *home,
               gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", HELD);
  g_autoptr (TrsProject) project = NULL;
  TrsPoller *poller;
  gint64 checked;

  trs_session_start (home->session);
  connect (home);
  poller = trs_session_get_poller (home->session);
  project = submit (home, path);
  trs_test_poll_until (has_file (home, "pid"));
  trs_test_wait_until (trs_project_get_state (project) == TRS_PROJECT_STATE_TRANSCRIPTION);
  /* Begun an hour ago, it is asked about as often as before. */
  trs_project_set_submitted_at (project, g_get_real_time () - G_TIME_SPAN_HOUR);
  checked = trs_project_get_checked_at (project);
  trs_test_wait_until (trs_project_get_checked_at (project) > checked);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);
  g_assert_cmpint (trs_project_get_next_check_at (project) - trs_project_get_checked_at (project), <=,
                   4 * G_TIME_SPAN_SECOND);
  g_assert_true (trs_poller_is_waiting (poller));
  touch (home, "go");
  trs_test_wait_until (is_done (project));
  trs_test_wait_until (!trs_poller_is_waiting (poller));
}

static TrsFakeComputer *
watch_power (Home *home)
{
  TrsFakeComputer *computer = trs_fake_computer_new ();
  g_autoptr (TrsThrift) thrift = trs_thrift_new ();

  trs_session_set_thrift (home->session, thrift);
  trs_thrift_watch (thrift, G_POWER_PROFILE_MONITOR (computer), G_NETWORK_MONITOR (computer));
  return computer;
}

/* Returns: the process that transcribes, or 0 if there is none */
static int
get_process (Home *home)
{
  g_autofree char *path = g_build_filename (home->folder, "pid", NULL);
  g_autofree char *text = NULL;
  g_autofree char *process = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL) || strchr (text, '\n') == NULL)
    return 0;
  process = g_strdup_printf ("/proc/%s", g_strchomp (text));
  return g_file_test (process, G_FILE_TEST_EXISTS) ? atoi (text) : 0;
}

/* While power is saved nothing is transcribed, unless the user wants it; by itself it goes on where it was. */
static void
test_saves_power (Home          *home,
                  gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", HELD);
  g_autoptr (TrsFakeComputer) computer = watch_power (home);
  g_autoptr (TrsProject) project = NULL;
  TrsLocalPause *pause = trs_local_account_get_pause (trs_session_get_local (home->session));

  trs_session_start (home->session);
  connect (home);
  project = submit (home, path);
  trs_test_poll_until (get_process (home) != 0);
  trs_test_wait_until (trs_project_get_state (project) == TRS_PROJECT_STATE_TRANSCRIPTION);

  trs_fake_computer_set (computer, TRUE, FALSE);
  g_assert_true (trs_local_pause_get_paused (pause));
  trs_test_poll_until (get_process (home) == 0);
  trs_local_pause_go_on (pause);
  g_assert_false (trs_local_pause_get_paused (pause));
  trs_test_poll_until (get_process (home) != 0);

  /* That was meant for this time. */
  trs_fake_computer_set (computer, FALSE, FALSE);
  trs_fake_computer_set (computer, TRUE, FALSE);
  trs_test_poll_until (get_process (home) == 0);
  /* For a moment an open state may be that of an older answer; the next one puts it right. */
  trs_test_wait_until (trs_project_get_state (project) == TRS_PROJECT_STATE_TRANSCRIPTION);
  trs_fake_computer_set (computer, FALSE, FALSE);
  trs_test_poll_until (get_process (home) != 0);
  touch (home, "go");
  trs_test_wait_until (is_done (project));
  load (home, project);
}

/* Whoever still needs the service when the window has gone does not wait for it for ever. */
static void
test_saves_power_no_longer (Home          *home,
                            gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", HELD);
  g_autoptr (TrsFakeComputer) computer = watch_power (home);
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsClock) clock = fast_clock_new (SPEED);
  g_autoptr (TrsLocalService) other =
      trs_local_service_new (trs_service_process_get_program (), TRS_FAKE_WORKER, home->local, transport, clock);
  g_autoptr (GAsyncResult) started = NULL;
  g_autoptr (TrsProject) project = NULL;

  trs_session_start (home->session);
  connect (home);
  trs_local_service_start_async (other, NULL, trs_test_store_result, &started);
  trs_test_wait_result (started);
  g_assert_true (trs_local_service_start_finish (other, started, NULL));
  project = submit (home, path);
  trs_test_poll_until (get_process (home) != 0);
  trs_fake_computer_set (computer, TRUE, FALSE);
  trs_test_poll_until (get_process (home) == 0);

  g_clear_object (&project);
  close_session (home);
  trs_test_poll_until (get_process (home) != 0);
  touch (home, "go");
  trs_test_poll_until (get_process (home) == 0);
  trs_local_service_stop (other);
}

/* @before: (nullable) (transfer full): what was read. Returns: (nullable): what a file says, if @part is in it */
static char *
read_whole (const char *path,
            const char *part,
            char       *before)
{
  g_autofree char *text = NULL;

  g_free (before);
  if (!g_file_get_contents (path, &text, NULL, NULL) || strstr (text, part) == NULL)
    return NULL;
  return g_steal_pointer (&text);
}

/* What is cancelled ends within a moment, and nothing stays of it but the file of the user. */
static void
test_cancel (Home          *home,
             gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", HELD);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *pid_path = g_build_filename (home->folder, "pid", NULL);
  g_autofree char *pid = NULL;
  g_autofree char *process = NULL;
  g_autoptr (TrsProject) project = NULL;
  g_auto (GStrv) ids = NULL;

  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  trs_session_start (home->session);
  connect (home);
  project = submit (home, path);
  trs_test_poll_until ((pid = read_whole (pid_path, "\n", pid)) != NULL);
  process = g_strdup_printf ("/proc/%s", g_strchomp (pid));
  trs_test_wait_until (trs_project_get_state (project) == TRS_PROJECT_STATE_TRANSCRIPTION);
  trs_test_poll_until (count_files_with (home->local, "A heron") > 0);

  trs_local_keeper_cancel (get_keeper (home), project);
  trs_test_poll_until (!g_file_test (process, G_FILE_TEST_EXISTS));
  trs_test_poll_until (count_files_with (home->local, "A heron") == 0);
  trs_test_poll_until (count_files_with (home->local, "A talk") == 0);
  trs_test_wait_until (count_listed (home) == 0);
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (before, ==, after);
  ids = trs_local_intake_dup_ids (trs_local_account_get_intake (trs_session_get_local (home->session)));
  g_assert_cmpuint (g_strv_length (ids), ==, 0);

  /* It can be given once more, as if it were new. */
  trs_test_wait_until (!trs_local_keeper_is_removing (get_keeper (home)));
  g_clear_object (&project);
  project = submit (home, path);
  trs_local_keeper_cancel (get_keeper (home), project);
  trs_test_wait_until (count_listed (home) == 0);
  trs_test_poll_until (count_files_with (home->local, "A talk") == 0);
  trs_test_wait_until (!trs_local_keeper_is_removing (get_keeper (home)));
  close_session (home);
  /* The recording itself has the words of the worker of the test in it. */
  g_assert_cmpuint (count_files_with (home->folder, "A talk"), ==, 1);
}

/* What is removed is gone from both when it is not going to be put back, and not before. */
static void
test_remove (Home          *home,
             gconstpointer  data)
{
  TrsStorage *storage = trs_session_get_storage (home->session);
  g_autofree char *path = write_file (home, "talk.mp3", TALK);
  g_autoptr (TrsProject) project = NULL;
  g_autoptr (GAsyncResult) removed = NULL;
  g_autoptr (GAsyncResult) back = NULL;
  g_autoptr (GAsyncResult) again = NULL;
  TrsLocalIntake *intake = trs_local_account_get_intake (trs_session_get_local (home->session));
  g_autofree char *id = NULL;

  g_settings_set_boolean (home->settings, "keep-transcripts", TRUE);
  trs_session_start (home->session);
  connect (home);
  project = submit (home, path);
  id = g_strdup (trs_project_get_data (project)->video_id);
  trs_test_wait_until (is_done (project));
  load (home, project);

  trs_storage_remove_project_async (storage, project, trs_test_store_result, &removed);
  trs_test_wait_result (removed);
  g_assert_true (trs_storage_remove_project_finish (storage, removed, NULL));
  g_assert_true (trs_local_intake_has (intake, id));
  trs_storage_put_back_async (storage, trs_test_store_result, &back);
  trs_test_wait_result (back);
  g_assert_true (trs_storage_put_back_finish (storage, back, NULL));
  trs_storage_erase_removed (storage);
  trs_test_settle ();
  g_assert_true (trs_local_intake_has (intake, id));

  trs_storage_remove_project_async (storage, project, trs_test_store_result, &again);
  trs_test_wait_result (again);
  g_assert_true (trs_storage_remove_project_finish (storage, again, NULL));
  trs_storage_erase_removed (storage);
  trs_test_wait_until (!trs_local_intake_has (intake, id));
  trs_test_wait_until (count_listed (home) == 0);
  trs_test_poll_until (count_files_with (home->local, "A heron") == 0);
  close_session (home);
  /* The recording itself has the words of the worker of the test in it. */
  trs_test_poll_until (count_files_with (home->folder, "A heron") == 1);
  g_assert_true (has_file (home, "talk.mp3"));
}

/* With the account everything goes that lies there. */
static void
test_remove_account (Home          *home,
                     gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", TALK);
  g_autoptr (TrsProject) project = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) removed = NULL;
  g_autoptr (GError) error = NULL;
  TrsAccountList *accounts = trs_session_get_accounts (home->session);

  trs_session_start (home->session);
  connect (home);
  project = submit (home, path);
  trs_test_wait_until (is_done (project));
  trs_account_list_refresh_async (accounts, trs_test_store_result, &listed);
  trs_test_wait_result (listed);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (accounts)), ==, 1);
  g_assert_true (trs_account_list_get_account (accounts, 0)->local);

  trs_account_remover_remove_async (trs_session_get_remover (home->session), trs_account_list_get_account (accounts, 0),
                                    trs_test_store_result, &removed);
  trs_test_wait_result (removed);
  g_assert_true (trs_account_remover_remove_finish (trs_session_get_remover (home->session), removed, &error));
  g_assert_no_error (error);
  g_assert_cmpint (trs_session_get_state (home->session), ==, TRS_SESSION_NO_ACCOUNT);
  g_assert_false (is_served (home));
  g_assert_cmpuint (count_files_with (home->local, "A heron"), ==, 0);
  g_assert_false (has_file (home, "local/service.db"));
  g_assert_true (has_file (home, "talk.mp3"));
}

static void
use_another_account (Home *home)
{
  g_settings_set_boolean (home->settings, "local-service", FALSE);
  g_settings_set_string (home->settings, "server-address", "http://127.0.0.1:1");
}

static void
remove_texts (Home *home)
{
  g_autoptr (GAsyncResult) removed = NULL;
  g_autoptr (GError) error = NULL;

  trs_account_remover_remove_texts_async (trs_session_get_remover (home->session), trs_test_store_result, &removed);
  trs_test_wait_result (removed);
  g_assert_true (trs_account_remover_remove_texts_finish (trs_session_get_remover (home->session), removed, &error));
  g_assert_no_error (error);
}

/* Nothing but the recordings has their words. */
static void
assert_no_words (Home  *home,
                 guint  n_recordings)
{
  close_session (home);
  trs_test_poll_until (!is_served (home));
  g_assert_cmpuint (count_files_with (home->local, "A heron"), ==, 0);
  g_assert_cmpuint (count_files_with (home->local, "A talk"), ==, 0);
  g_assert_cmpuint (count_files_with (home->folder, "A heron"), ==, n_recordings);
}

/* What the account has is removed from both, and it goes on. */
static void
test_empty (Home          *home,
            gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", TALK);
  g_autoptr (TrsProject) project = NULL;
  g_autoptr (TrsProject) again = NULL;
  g_autoptr (GAsyncResult) emptied = NULL;
  g_autoptr (GError) error = NULL;

  trs_session_start (home->session);
  connect (home);
  project = submit (home, path);
  trs_test_wait_until (is_done (project));
  trs_account_remover_empty_async (trs_session_get_remover (home->session), trs_test_store_result, &emptied);
  trs_test_wait_result (emptied);
  g_assert_true (trs_account_remover_empty_finish (trs_session_get_remover (home->session), emptied, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_files_with (home->local, "A heron"), ==, 0);
  trs_test_wait_until (trs_session_get_state (home->session) == TRS_SESSION_READY);
  g_assert_cmpuint (count_listed (home), ==, 0);
  again = submit (home, path);
  g_assert_true (again != project);
  trs_test_wait_until (is_done (again));

  g_clear_object (&project);
  g_clear_object (&again);
  g_clear_object (&emptied);
  trs_account_remover_empty_async (trs_session_get_remover (home->session), trs_test_store_result, &emptied);
  trs_test_wait_result (emptied);
  g_assert_true (trs_account_remover_empty_finish (trs_session_get_remover (home->session), emptied, &error));
  assert_no_words (home, 1);
}

/* "Delete" for the transcripts that are saved means those of On This Computer, too, whose service has them in a file.
 * What is under way goes on. */
static void
test_remove_texts (Home          *home,
                   gconstpointer  data)
{
  TrsLocalIntake *intake = trs_local_account_get_intake (trs_session_get_local (home->session));
  g_autofree char *path = write_file (home, "talk.mp3", TALK);
  g_autofree char *other_path = write_file (home, "other.mp3", "# 2\n" MEDIA BEGIN HOLD HERON END);
  g_autoptr (TrsProject) project = NULL;
  g_autoptr (TrsProject) other = NULL;
  g_autofree char *other_id = NULL;
  g_auto (GStrv) ids = NULL;

  g_settings_set_boolean (home->settings, "keep-transcripts", TRUE);
  trs_session_start (home->session);
  connect (home);
  project = submit (home, path);
  trs_test_wait_until (is_done (project));
  load (home, project);
  other = submit (home, other_path);
  trs_test_poll_until (has_file (home, "pid"));
  g_settings_set_boolean (home->settings, "keep-transcripts", FALSE);
  other_id = g_strdup (trs_project_get_data (other)->video_id);
  g_clear_object (&other);
  g_clear_object (&project);
  remove_texts (home);
  trs_test_poll_until (count_files_with (home->local, "A heron") == 0);
  ids = trs_local_intake_dup_ids (intake);
  g_assert_cmpuint (g_strv_length (ids), ==, 1);
  g_assert_cmpstr (ids[0], ==, other_id);
  /* The one that is gone can be transcribed again. */
  trs_test_wait_until (count_listed (home) == 1);
  touch (home, "go");
  project = submit (home, path);
  trs_test_wait_until (is_done (project));
  g_clear_object (&project);
  trs_test_wait_until (count_under_way (home) == 0);
  remove_texts (home);
  trs_test_wait_until (count_listed (home) == 0);
  assert_no_words (home, 2);
}

/* A command: it submits a file, and is gone. */
static void
leave_file (Home       *home,
            const char *path)
{
  g_autoptr (TrsProject) project = NULL;
  Home command = *home;

  command.settings = g_settings_new_with_backend ("io.github.transcripts_app.Transcripts",
                                                  g_memory_settings_backend_new ());
  open_session (&command);
  connect (&command);
  project = submit (&command, path);
  g_clear_object (&project);
  close_session (&command);
  g_object_unref (command.settings);
}

/* Also while another account is shown, and its service does not run. */
static void
test_remove_texts_elsewhere (Home          *home,
                             gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", TALK);
  g_autoptr (TrsProject) project = NULL;

  g_settings_set_boolean (home->settings, "keep-transcripts", TRUE);
  trs_session_start (home->session);
  connect (home);
  project = submit (home, path);
  trs_test_wait_until (is_done (project));
  load (home, project);
  g_clear_object (&project);
  close_session (home);
  trs_test_poll_until (!is_served (home));
  g_assert_cmpuint (count_files_with (home->local, "A heron"), >, 0);

  use_another_account (home);
  open_session (home);
  trs_session_start (home->session);
  trs_local_runner_start (get_runner (home));
  remove_texts (home);
  g_assert_cmpuint (count_files_with (home->local, "A heron"), ==, 0);
  g_assert_false (has_file (home, "local/service.db"));

  /* What comes then is taken up as before. */
  leave_file (home, path);
  trs_test_poll_until (count_files_with (home->local, "\"text\":\"A heron.\"") == 1);
  remove_texts (home);
  assert_no_words (home, 1);
}

/* The window sees what another program submits. */
static void
test_seen (Home          *home,
           gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", TALK);
  g_autoptr (TrsProject) project = NULL;
  Home other = *home;

  trs_session_start (home->session);
  connect (home);
  trs_test_wait_until (!trs_poller_is_waiting (trs_session_get_poller (home->session)));
  other.settings = g_settings_new_with_backend ("io.github.transcripts_app.Transcripts",
                                                g_memory_settings_backend_new ());
  open_session (&other);
  connect (&other);
  project = submit (&other, path);
  trs_test_wait_until (count_listed (home) == 1);
  g_clear_object (&project);
  close_session (&other);
  g_object_unref (other.settings);
  /* It goes on while one of them needs it. */
  g_assert_true (is_served (home));
}

/* The text is written when a job is done, its paragraphs before. The service is let go of afterwards. */
static void
assert_done (Home *home)
{
  touch (home, "go");
  trs_test_poll_until (count_files_with (home->local, "\"text\":\"A heron.\"") == 1);
  trs_test_poll_until (!is_served (home));
  close_session (home);
  g_settings_reset (home->settings, "server-address");
  open_session (home);
  connect (home);
  trs_test_wait_until (count_listed (home) == 1);
}

/* A window takes up what a command leaves, even if it shows another account, and lets go of the service afterwards. */
static void
test_left (Home          *home,
           gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", HELD);
  g_autoptr (TrsAccount) account = trs_account_new (home->settings);

  use_another_account (home);
  trs_session_start (home->session);
  trs_local_runner_start (get_runner (home));
  trs_test_settle ();
  g_assert_false (has_file (home, "local"));

  leave_file (home, path);
  /* It makes the account known, where it is the first file of all. */
  trs_account_add (account, TRS_ACCOUNT_LOCAL);
  g_assert_cmpstr (trs_account_get_name (trs_session_get_account (home->session)), ==, "http://127.0.0.1:1");
  assert_done (home);
}

static gboolean
is_busy (Home *home)
{
  return trs_local_runner_get_busy (get_runner (home));
}

/* And what was left before it was opened. */
static void
test_waits (Home          *home,
            gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", HELD);

  use_another_account (home);
  leave_file (home, path);
  trs_test_poll_until (!is_served (home));
  trs_session_start (home->session);
  trs_local_runner_start (get_runner (home));
  g_assert_false (is_busy (home));
  trs_test_wait_until (is_busy (home));
  assert_done (home);
  trs_test_wait_until (!is_busy (home));
}

/* The service does not run for what is done. */
static void
test_nothing_waits (Home          *home,
                    gconstpointer  data)
{
  g_autofree char *path = write_file (home, "talk.mp3", TALK);
  g_autofree char *note = g_build_filename (home->local, "service.json", NULL);
  g_autoptr (TrsProject) project = NULL;

  trs_session_start (home->session);
  connect (home);
  project = submit (home, path);
  trs_test_wait_until (is_done (project));
  g_clear_object (&project);
  close_session (home);
  trs_test_poll_until (!is_served (home));
  /* Each start writes it anew. */
  g_assert_cmpint (g_unlink (note), ==, 0);

  use_another_account (home);
  open_session (home);
  trs_session_start (home->session);
  trs_local_runner_start (get_runner (home));
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GAsyncResult) listed = NULL;

      trs_account_list_refresh_async (trs_session_get_accounts (home->session), trs_test_store_result, &listed);
      trs_test_wait_result (listed);
      trs_test_settle ();
    }
  g_assert_false (is_busy (home));
  g_assert_false (is_served (home));
  g_assert_false (has_file (home, "local/service.json"));
}

static void
count_state_cb (TrsConnector *connector,
                GParamSpec   *pspec,
                gpointer      user_data)
{
  if (trs_connector_get_state (connector) == TRS_CONNECTOR_PROVED)
    (*(guint *) user_data)++;
}

/* While the service finds out what a file is, its answer is awaited. */
#define AWAITED "look @/looked\nawait @/go\n" TALK

/* Kills the service, which this process has started. */
static void
kill_service (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/children", (int) getpid ());
  g_autofree char *text = NULL;
  g_auto (GStrv) children = NULL;
  guint n_killed = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  children = g_strsplit (g_strstrip (text), " ", -1);
  for (guint i = 0; children[i] != NULL; i++)
    {
      g_autofree char *name_path = g_build_filename ("/proc", children[i], "comm", NULL);
      g_autofree char *name = NULL;

      if (g_file_get_contents (name_path, &name, NULL, NULL) && g_str_has_prefix (name, "transcription-s"))
        n_killed += kill (atoi (children[i]), SIGKILL) == 0;
    }
  g_assert_cmpuint (n_killed, ==, 1);
}

static TrsSubmission *
begin_submission (Home          *home,
                  GAsyncResult **result)
{
  TrsLocalIntake *intake = trs_local_account_get_intake (trs_session_get_local (home->session));
  g_autofree char *path = write_file (home, "talk.mp3", AWAITED);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GListStore) list = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (GAsyncResult) taken = NULL;
  g_autofree char *id = NULL;
  TrsSubmission *submission;

  trs_local_intake_take_async (intake, file, 1, NULL, NULL, NULL, trs_test_store_result, &taken);
  trs_test_wait_result (taken);
  id = trs_local_intake_take_finish (intake, taken, NULL);
  submission = trs_submission_new (id, NULL);
  g_list_store_append (list, submission);
  trs_submitter_run_async (trs_session_get_submitter (home->session), G_LIST_MODEL (list), NULL, trs_test_store_result,
                           result);
  trs_test_poll_until (has_file (home, "looked"));
  return submission;
}

static void
forget_look (Home *home)
{
  g_autofree char *path = g_build_filename (home->folder, "looked", NULL);

  g_assert_cmpint (unlink (path), ==, 0);
}

/* Killed before it has answered, twice: the recording is sent again, and nothing is asked of the user. */
static void
test_killed (Home          *home,
             gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  trs_session_start (home->session);
  connect (home);
  submission = begin_submission (home, &result);
  for (guint i = 0; i < 2; i++)
    {
      forget_look (home);
      kill_service ();
      trs_test_poll_until (has_file (home, "looked"));
    }
  touch (home, "go");
  trs_test_wait_result (result);
  g_assert_no_error (trs_submission_get_error (submission));
  trs_test_poll_until (trs_submission_get_project (submission) != NULL &&
                       is_done (trs_submission_get_project (submission)));
  g_assert_cmpuint (count_listed (home), ==, 1);
}

/* The program has ended as well: the next one sends it. */
static void
test_killed_with_program (Home          *home,
                          gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  trs_session_start (home->session);
  connect (home);
  submission = begin_submission (home, &result);
  kill_service ();
  close_session (home);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);

  touch (home, "go");
  open_session (home);
  trs_session_start (home->session);
  trs_test_poll_until (count_listed (home) == 1 && count_under_way (home) == 0);
  {
    g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (trs_session_get_history (home->session)), 0);

    g_assert_true (is_done (trs_history_item_get_project (item)));
  }
}

/* Another recogniser is used from then on, by the same account. */
static void
test_recognizer (Home          *home,
                 gconstpointer  data)
{
  g_autofree char *first = write_file (home, "one.mp3", "# 1\n" MEDIA BEGIN "note @/notes\n" END);
  g_autofree char *second = write_file (home, "two.mp3", "# 2\n" MEDIA BEGIN "note @/notes\n" END);
  g_autofree char *notes_path = g_build_filename (home->folder, "notes", NULL);
  g_autoptr (TrsProject) one = NULL;
  g_autoptr (TrsProject) two = NULL;
  g_autofree char *notes = NULL;
  g_autofree char *note_path = g_build_filename (home->local, "service.json", NULL);
  g_autofree char *note = NULL;
  TrsConnector *connector;
  guint n_proved = 0;

  trs_session_start (home->session);
  connect (home);
  one = submit (home, first);
  trs_test_wait_until (is_done (one));
  connector = trs_session_get_connector (home->session);
  g_signal_connect (connector, "notify::state", G_CALLBACK (count_state_cb), &n_proved);
  g_settings_set_string (home->settings, "local-recognizer", "/bin/true {input}");
  /* The service is another one by then, with another key. */
  trs_test_poll_until ((note = read_whole (note_path, "/bin/true", note)) != NULL);
  trs_test_wait_until (n_proved > 0 && trs_connector_get_state (connector) == TRS_CONNECTOR_PROVED);
  trs_test_settle ();
  g_signal_handlers_disconnect_by_func (connector, count_state_cb, &n_proved);
  two = submit (home, second);
  trs_test_wait_until (is_done (two));
  g_assert_true (g_file_get_contents (notes_path, &notes, NULL, NULL));
  g_assert_nonnull (strstr (notes, "/bin/true {input}"));
  trs_test_wait_until (count_listed (home) == 2);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add ("/journey/local/words", Home, NULL, set_up, test_words, tear_down);
  g_test_add ("/journey/local/sound", Home, NULL, set_up, test_sound, tear_down);
  g_test_add ("/journey/local/checking", Home, NULL, set_up, test_checking, tear_down);
  g_test_add ("/journey/local/saves-power", Home, NULL, set_up, test_saves_power, tear_down);
  g_test_add ("/journey/local/saves-power-no-longer", Home, NULL, set_up, test_saves_power_no_longer, tear_down);
  g_test_add ("/journey/local/cancel", Home, NULL, set_up, test_cancel, tear_down);
  g_test_add ("/journey/local/remove", Home, NULL, set_up, test_remove, tear_down);
  g_test_add ("/journey/local/remove-account", Home, NULL, set_up, test_remove_account, tear_down);
  g_test_add ("/journey/local/empty", Home, NULL, set_up, test_empty, tear_down);
  g_test_add ("/journey/local/remove-texts", Home, NULL, set_up, test_remove_texts, tear_down);
  g_test_add ("/journey/local/remove-texts-elsewhere", Home, NULL, set_up, test_remove_texts_elsewhere, tear_down);
  g_test_add ("/journey/local/seen", Home, NULL, set_up, test_seen, tear_down);
  g_test_add ("/journey/local/left", Home, NULL, set_up, test_left, tear_down);
  g_test_add ("/journey/local/waits", Home, NULL, set_up, test_waits, tear_down);
  g_test_add ("/journey/local/nothing-waits", Home, NULL, set_up, test_nothing_waits, tear_down);
  g_test_add ("/journey/local/recognizer", Home, NULL, set_up, test_recognizer, tear_down);
  g_test_add ("/journey/local/killed", Home, NULL, set_up, test_killed, tear_down);
  g_test_add ("/journey/local/killed-with-program", Home, NULL, set_up, test_killed_with_program, tear_down);
  return g_test_run ();
}
