/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep-client list STORE ADDRESS KEY [WRITE]: the program without a window
 * reads the list to its end. In place of list: texts, it also brings all texts
 * here, and then tells the checksums of what it would show. own, it gives each
 * project a title and a note. remove, it removes each from this computer, and
 * puts every other one back. again, STORE is a folder, so that all is in
 * memory; then the file STORE.kept comes in its place, and is tried again.
 * keep-client open STORE: it opens the file and ends. keep-client step STORE:
 * before each write it tells "write NUMBER" and waits for a byte on standard
 * input.
 *
 * To be killed at any moment. It kills itself at the write number WRITE after
 * it has told "begun": every other time a half of that is written.
 *
 * What it tells on standard output is what it holds for kept: "kept NUMBER" of
 * texts and "rows NUMBER" of projects, "own ID NUMBER" for a title and a note,
 * "removed ID", "back ID", and "merged" for what was in memory; and at the end
 * "listed NUMBER" of projects, "text ID BARE FULL", "writes NUMBER". */
#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include "fast-clock.h"
#include "session-connect.h"
#include "trs-download-queue.h"
#include "trs-library.h"
#include "trs-list-reader.h"
#include "trs-memory-keyring.h"
#include "trs-session.h"
#include "trs-soup-transport.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

/* So that what is noted every few seconds is noted every few milliseconds. */
#define SPEED 250

/* How many projects get a title and a note while all is in memory. */
#define N_OWN 5u

static int n_writes;
static int last_write;
static gboolean step_by_step;

static void G_GNUC_PRINTF (1, 2)
tell (const char *format,
      ...)
{
  va_list args;
  g_autofree char *line = NULL;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  if (write (STDOUT_FILENO, line, strlen (line)) < 0)
    exit (EXIT_FAILURE);
}

/* The last moment at which nothing of a write has happened. */
static void
wait_for_leave (void)
{
  char leave;

  tell ("write %d\n", n_writes);
  if (read (STDIN_FILENO, &leave, 1) != 1)
    exit (EXIT_FAILURE);
}

static gssize
count_and_write (int         fd,
                 const void *bytes,
                 size_t      size,
                 off_t       offset)
{
  int n = g_atomic_int_add (&n_writes, 1) + 1;

  if (step_by_step)
    wait_for_leave ();
  if (n == g_atomic_int_get (&last_write))
    {
      if (n % 2 == 0 && pwrite (fd, bytes, size / 2, offset) < 0)
        exit (EXIT_FAILURE);
      kill (getpid (), SIGKILL);
    }
  return pwrite (fd, bytes, size, offset);
}

static void
watch_writes (void)
{
  static const char * const names[] = { "pwrite", "pwrite64" };
  sqlite3_vfs *vfs = sqlite3_vfs_find (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    vfs->xSetSystemCall (vfs, names[i], (sqlite3_syscall_ptr) count_and_write);
}

/* From here on it may die. */
static void
begin (int write)
{
  g_atomic_int_set (&n_writes, 0);
  g_atomic_int_set (&last_write, write);
  tell ("begun\n");
}

static int
open_file (const char *path)
{
  g_autoptr (TrsStore) store = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  sqlite3_initialize ();
  watch_writes ();
  store = trs_store_new (path);
  trs_store_check_async (store, NULL, trs_test_store_result, &result);
  session_connect_wait (&result);
  if (!trs_store_check_finish (store, result, &error))
    g_error ("%s", error->message);
  trs_test_flush_store (store);
  /* Nobody looks at what the closing of the file writes. */
  step_by_step = FALSE;
  tell ("writes %d\n", n_writes);
  return EXIT_SUCCESS;
}

static void
tell_rows (TrsHistory *history)
{
  tell ("rows %u\n", trs_history_get_n_known (history));
}

static void
wait_for_list (TrsSession *session)
{
  TrsHistory *history = trs_session_get_history (session);

  while (!trs_history_get_complete (history) || trs_history_get_reading (history) ||
         trs_history_get_walking (history))
    g_main_context_iteration (NULL, TRUE);
}

/* One that is known to its end is looked at from the top all the same. */
static void
read_list (TrsSession *session)
{
  TrsHistory *history = trs_session_get_history (session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  wait_for_list (session);
  trs_list_reader_read_async (trs_session_get_reader (session), TRS_LIST_READ_REFRESH, NULL, trs_test_store_result,
                              &result);
  session_connect_wait (&result);
  if (!trs_list_reader_read_finish (trs_session_get_reader (session), result, &error))
    g_error ("%s", error->message);
  wait_for_list (session);
  tell ("listed %u\n", trs_history_get_n_known (history));
}

static void
tell_kept (TrsDownloadQueue *downloads)
{
  static guint told = 0;

  if (told != trs_download_queue_get_kept (downloads))
    tell ("kept %u\n", trs_download_queue_get_kept (downloads));
  told = trs_download_queue_get_kept (downloads);
}

static char *
make_checksum (TrsTranscript *transcript,
               TrsTextFlags   flags)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, flags);

  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, text);
}

static void
tell_text (TrsSession *session,
           TrsProject *project)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *bare = NULL;
  g_autofree char *full = NULL;

  trs_transcripts_load_async (trs_session_get_transcripts (session), project, NULL, trs_test_store_result, &result);
  session_connect_wait (&result);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (session), result, &error);
  if (transcript == NULL)
    g_error ("%s: %s", trs_project_get_id (project), error->message);

  bare = make_checksum (transcript, TRS_TEXT_BARE);
  full = make_checksum (transcript, TRS_TEXT_ALL);
  tell ("text %s %s %s\n", trs_project_get_id (project), bare, full);
}

static guint
get_n (TrsSession *session)
{
  return g_list_model_get_n_items (G_LIST_MODEL (trs_session_get_history (session)));
}

static TrsProject *
get_project (TrsSession *session,
             guint       position)
{
  g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (trs_session_get_history (session)), position);

  while (trs_history_item_get_project (item) == NULL)
    g_main_context_iteration (NULL, TRUE);
  return g_object_ref (trs_history_item_get_project (item));
}

static void
read_texts (TrsSession *session)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_signal_connect (trs_session_get_downloads (session), "notify::kept", G_CALLBACK (tell_kept), NULL);
  trs_download_queue_fetch_async (trs_session_get_downloads (session), 0, 0, NULL, trs_test_store_result, &result);
  session_connect_wait (&result);
  if (!trs_download_queue_fetch_finish (trs_session_get_downloads (session), result, &error))
    g_error ("%s", error->message);
  tell ("downloaded\n");

  for (guint i = 0; i < get_n (session); i++)
    {
      g_autoptr (TrsProject) project = get_project (session, i);

      tell_text (session, project);
    }
}

/* Returns what is to be told when it is kept. The number is greater than all before. */
static char *
write_own (TrsSession *session,
           TrsStore   *store,
           guint       position)
{
  g_autoptr (TrsProject) project = get_project (session, position);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, g_get_real_time ());

  trs_library_set_local_title (trs_session_get_library (session), project, number);
  trs_library_set_note (trs_session_get_library (session), project, number);
  trs_library_flush (trs_session_get_library (session));
  trs_test_flush_store (store);
  return g_strdup_printf ("own %s %s\n", trs_project_get_id (project), number);
}

static void
write_all_own (TrsSession *session,
               TrsStore   *store)
{
  for (guint i = 0; i < get_n (session); i++)
    {
      g_autofree char *line = write_own (session, store, i);

      tell ("%s", line);
    }
}

static void
put_back (TrsSession *session)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_storage_put_back_async (trs_session_get_storage (session), trs_test_store_result, &result);
  session_connect_wait (&result);
  if (!trs_storage_put_back_finish (trs_session_get_storage (session), result, &error))
    g_error ("%s", error->message);
}

static void
remove_all (TrsSession *session)
{
  for (guint i = 0; i < get_n (session); i++)
    {
      g_autoptr (TrsProject) project = get_project (session, i);
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;

      trs_storage_remove_project_async (trs_session_get_storage (session), project, trs_test_store_result, &result);
      session_connect_wait (&result);
      if (!trs_storage_remove_project_finish (trs_session_get_storage (session), result, &error))
        g_error ("%s", error->message);
      if (i % 2 == 1)
        put_back (session);
      tell ("%s %s\n", i % 2 == 1 ? "back" : "removed", trs_project_get_id (project));
    }
}

static void
bring_file (const char *path)
{
  static const char * const suffixes[] = { "", "-wal" };

  g_assert_cmpint (g_rmdir (path), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *from = g_strconcat (path, ".kept", suffixes[i], NULL);
      g_autofree char *to = g_strconcat (path, suffixes[i], NULL);

      g_rename (from, to);
    }
}

static void
merge_memory (TrsSession *session,
              TrsStore   *store,
              const char *path,
              int         write)
{
  TrsLibrary *library = trs_session_get_library (session);
  g_autoptr (GPtrArray) own = g_ptr_array_new_with_free_func (g_free);

  g_assert_true (trs_library_is_in_memory (library));
  for (guint i = 0; i < N_OWN; i++)
    g_ptr_array_add (own, write_own (session, store, i));
  bring_file (path);
  begin (write);
  trs_session_retry_keeping (session);
  while (!trs_library_is_open (library))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (trs_library_is_in_memory (library));
  tell ("merged\n");
  for (guint i = 0; i < N_OWN; i++)
    tell ("%s", (const char *) g_ptr_array_index (own, i));
  read_list (session);
}

static void
do_more (TrsSession *session,
         TrsStore   *store,
         char       *argv[],
         int         write)
{
  if (g_str_equal (argv[1], "again"))
    {
      merge_memory (session, store, argv[2], write);
      return;
    }

  begin (write);
  if (g_str_equal (argv[1], "texts"))
    read_texts (session);
  else if (g_str_equal (argv[1], "own"))
    write_all_own (session, store);
  else
    remove_all (session);
}

static void
run (const char *mode,
     char       *argv[],
     int         write)
{
  g_autoptr (GSettings) settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsKeyring) keyring = trs_memory_keyring_new ();
  g_autoptr (TrsStore) store = trs_store_new (argv[2]);
  g_autoptr (TrsClock) clock = fast_clock_new (SPEED);
  g_autoptr (TrsSession) session = NULL;

  g_settings_set_boolean (settings, "keep-transcripts", g_str_equal (mode, "texts"));
  if (g_str_equal (mode, "list"))
    begin (write);
  session = trs_session_new (settings, transport, keyring, store, clock, NULL, NULL, NULL);
  g_signal_connect (trs_session_get_history (session), "changed", G_CALLBACK (tell_rows), NULL);
  if (argv[5] != NULL)
    session_connect_known (session, settings, keyring, argv[3], argv[4]);
  else
    session_connect_typed (session, argv[3], argv[4]);
  tell ("connected\n");
  read_list (session);
  if (!g_str_equal (mode, "list"))
    do_more (session, store, argv, write);

  trs_session_stop (session);
  trs_test_flush_store (store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

int
main (int   argc,
      char *argv[])
{
  if (argc == 3)
    {
      step_by_step = g_str_equal (argv[1], "step");
      return open_file (argv[2]);
    }

  g_assert_cmpint (argc, >=, 5);
  sqlite3_initialize ();
  watch_writes ();
  run (argv[1], argv, argc > 5 ? (int) g_ascii_strtoll (argv[5], NULL, 10) : 0);
  tell ("writes %d\n", g_atomic_int_get (&n_writes));
  return EXIT_SUCCESS;
}
