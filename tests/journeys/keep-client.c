/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep-client list STORE ADDRESS KEY: the program without a window reads the
 * list to its end. keep-client texts STORE ADDRESS KEY: it also brings all
 * texts here, and then tells the checksums of what it would show. keep-client
 * open STORE: it opens the file and ends. keep-client step STORE: before each
 * write it tells "write NUMBER" and waits for a byte on standard input.
 *
 * To be killed at any moment. What it tells on standard output is what it
 * holds for kept: "kept NUMBER" of texts and "rows NUMBER" of projects; and at
 * the end "listed NUMBER" of projects, "text ID BARE FULL", "writes NUMBER". */
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include "fast-clock.h"
#include "trs-list-reader.h"
#include "trs-memory-keyring.h"
#include "trs-session-key.h"
#include "trs-session.h"
#include "trs-soup-transport.h"
#include "trs-store.h"
#include "trs-text-fetcher.h"

/* So that what is noted every few seconds is noted every few milliseconds. */
#define SPEED 250

static guint n_writes;
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

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* The last moment at which nothing of a write has happened. */
static void
wait_for_leave (void)
{
  char leave;

  tell ("write %u\n", n_writes);
  if (read (STDIN_FILENO, &leave, 1) != 1)
    exit (EXIT_FAILURE);
}

static gssize
count_and_write (int         fd,
                 const void *bytes,
                 size_t      size,
                 off_t       offset)
{
  n_writes++;
  if (step_by_step)
    wait_for_leave ();
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

static int
open_file (const char *path)
{
  g_autoptr (TrsStore) store = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  sqlite3_initialize ();
  watch_writes ();
  store = trs_store_new (path);
  trs_store_check_async (store, NULL, done_cb, &result);
  wait_for (&result);
  if (!trs_store_check_finish (store, result, &error))
    g_error ("%s", error->message);
  trs_store_flush (store);
  /* Nobody looks at what the closing of the file writes. */
  step_by_step = FALSE;
  tell ("writes %u\n", n_writes);
  return EXIT_SUCCESS;
}

static void
tell_rows (TrsHistory *history)
{
  tell ("rows %u\n", trs_history_get_n_known (history));
}

static void
read_list (TrsSession *session)
{
  TrsHistory *history = trs_session_get_history (session);

  while (!trs_history_get_complete (history) || trs_history_get_reading (history) ||
         trs_list_reader_get_active (trs_session_get_list_reader (session)))
    g_main_context_iteration (NULL, TRUE);
  tell ("listed %u\n", trs_history_get_n_known (history));
}

static void
tell_kept (TrsTextFetcher *downloads)
{
  tell ("kept %u\n", trs_text_fetcher_get_kept (downloads));
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

  trs_transcripts_load_async (trs_session_get_transcripts (session), project, NULL, done_cb, &result);
  wait_for (&result);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (session), result, &error);
  if (transcript == NULL)
    g_error ("%s: %s", trs_project_get_id (project), error->message);

  bare = make_checksum (transcript, TRS_TEXT_BARE);
  full = make_checksum (transcript, TRS_TEXT_ALL);
  tell ("text %s %s %s\n", trs_project_get_id (project), bare, full);
}

static void
read_texts (TrsSession *session)
{
  GListModel *history = G_LIST_MODEL (trs_session_get_history (session));
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_signal_connect (trs_session_get_downloads (session), "notify::kept", G_CALLBACK (tell_kept), NULL);
  trs_text_fetcher_fetch_all_async (trs_session_get_downloads (session), NULL, done_cb, &result);
  wait_for (&result);
  if (!trs_text_fetcher_fetch_all_finish (trs_session_get_downloads (session), result, &error))
    g_error ("%s", error->message);
  tell ("downloaded\n");

  for (guint i = 0; i < g_list_model_get_n_items (history); i++)
    {
      g_autoptr (TrsHistoryItem) item = g_list_model_get_item (history, i);

      while (trs_history_item_get_project (item) == NULL)
        g_main_context_iteration (NULL, TRUE);
      tell_text (session, trs_history_item_get_project (item));
    }
}

static int
run (const char *mode,
     char       *argv[])
{
  g_autoptr (GSettings) settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  g_autoptr (TrsTransport) transport = trs_soup_transport_new ();
  g_autoptr (TrsKeyring) keyring = trs_memory_keyring_new ();
  g_autoptr (TrsStore) store = trs_store_new (argv[2]);
  g_autoptr (TrsClock) clock = fast_clock_new (SPEED);
  g_autoptr (TrsSession) session = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_settings_set_boolean (settings, "keep-transcripts", g_str_equal (mode, "texts"));
  session = trs_session_new (settings, transport, keyring, store, clock, NULL, NULL, NULL);
  g_signal_connect (trs_session_get_history (session), "notify::n-known", G_CALLBACK (tell_rows), NULL);
  trs_session_connect_async (session, argv[3], argv[4], NULL, done_cb, &result);
  wait_for (&result);
  if (!trs_session_connect_finish (session, result, &error))
    g_error ("%s", error->message);

  tell ("connected\n");
  read_list (session);
  if (g_str_equal (mode, "texts"))
    read_texts (session);

  trs_session_stop (session);
  trs_store_flush (store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  return EXIT_SUCCESS;
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

  g_assert_cmpint (argc, ==, 5);
  return run (argv[1], argv);
}
