/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-raw-peer.h"
#include "trs-service-fixture.h"
#include "trs-service-process.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/resource.h>

#define SECRET_HOOK "https://nowhere.invalid/secret-path?token=secret-token"
#define SUBMISSION "{\"platformVideoId\":\"harbour-clip\",\"webhookUrl\":\"" SECRET_HOOK "\"}"

static SoupSession *
session_new (void)
{
  return soup_session_new_with_options ("proxy-resolver", NULL, "timeout", 60, NULL);
}

static Response *
fetch (TrsServiceProcess *process,
       SoupSession       *session,
       const char        *path)
{
  return response_fetch (session, trs_service_process_get_address (process), "GET", path,
                         trs_service_process_get_key (process), NULL, NULL);
}

static char *
submit (TrsServiceProcess *process,
        SoupSession       *session)
{
  g_autoptr (Response) response =
      response_fetch (session, trs_service_process_get_address (process), "POST", "/api/transcribeVideo",
                      trs_service_process_get_key (process), "application/json", SUBMISSION);

  g_assert_cmpuint (response->status, ==, 201);
  return g_strdup (response_text (response, "projectId"));
}

typedef struct
{
  int status;
  char *output;
  char *errors;
} Run;

static void
run_clear (Run *run)
{
  g_free (run->output);
  g_free (run->errors);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* To the end, which has to come by itself. */
static void
run (Run        *run,
     const char *arguments)
{
  g_autofree char *program = g_shell_quote (trs_service_process_get_program ());
  g_autofree char *command = g_strconcat (program, " ", arguments, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;

  g_shell_parse_argv (command, NULL, &words, &error);
  g_assert_no_error (error);
  process = g_subprocess_newv ((const char * const *) words,
                               G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8_async (process, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_subprocess_communicate_utf8_finish (process, result, &run->output, &run->errors, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  run->status = g_subprocess_get_exit_status (process);
}

static char *
sample_catalogue (void)
{
  return g_test_build_filename (G_TEST_DIST, "..", "data", "catalogue", NULL);
}

static void
test_says_where_and_with_which_key (void)
{
  g_autoptr (TrsServiceProcess) process = trs_service_process_new (NULL);
  g_autoptr (SoupSession) session = session_new ();
  g_autoptr (Response) list = fetch (process, session, "/api/list");

  g_assert_true (g_str_has_prefix (trs_service_process_get_address (process), "http://127.0.0.1:"));
  g_assert_true (g_regex_match_simple ("^[0-9a-f]{40}$", trs_service_process_get_key (process), 0, 0));
  g_assert_cmpuint (list->status, ==, 200);
  g_assert_cmpstr (list->text, ==, "[]");
  /* Every file of the sample catalogue is good. */
  g_assert_null (strstr (trs_service_process_get_log (process), "left out"));
}

static void
test_takes_given_users (void)
{
  static const char * const args[] = { "--user", "somebody:5", "--user", "nobody:0", NULL };
  g_autoptr (TrsServiceProcess) process = trs_service_process_new (args);
  g_autoptr (SoupSession) session = session_new ();
  g_autoptr (Response) poor =
      response_fetch (session, trs_service_process_get_address (process), "POST", "/api/transcribeVideo", "nobody",
                      "application/json", SUBMISSION);

  g_assert_cmpstr (trs_service_process_get_key (process), ==, "somebody");
  g_free (submit (process, session));
  g_assert_cmpuint (poor->status, ==, 402);
}

/* All users of the computer can read the arguments of a program; a file, and standard input, they cannot. */
static void
test_takes_users_from_a_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-users-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "users", NULL);
  const char *args[] = { "--users", path, NULL };
  g_autoptr (TrsServiceProcess) process = NULL;
  g_autoptr (SoupSession) session = session_new ();
  static const char * const keys[] = { "rich", "a:b" };

  g_assert_true (g_file_set_contents_full (path, "rich:5\r\n\n a:b:0\n", -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  process = trs_service_process_new (args);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (Response) list = response_fetch (session, trs_service_process_get_address (process), "GET",
                                                  "/api/list", keys[i], NULL, NULL);

      g_assert_cmpuint (list->status, ==, 200);
    }
  g_assert_null (trs_test_find_arguments ("rich:5"));
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_takes_users_from_standard_input (void)
{
  const char *args[] = { trs_service_process_get_program (), "--users", "-", "--port", "0", "--catalogue", NULL, NULL };
  g_autofree char *catalogue = sample_catalogue ();
  g_autoptr (SoupSession) session = session_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GDataInputStream) output = NULL;
  g_autoptr (Response) list = NULL;
  g_autofree char *line = NULL;
  g_autoptr (GError) error = NULL;

  args[6] = catalogue;
  process = g_subprocess_newv (args, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error (error);
  g_output_stream_write_all (g_subprocess_get_stdin_pipe (process), "piped:2", 7, NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (g_subprocess_get_stdin_pipe (process), NULL, NULL);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  line = g_data_input_stream_read_line (output, NULL, NULL, &error);
  g_assert_true (line != NULL && g_str_has_prefix (line, "Listening on "));
  list = response_fetch (session, line + strlen ("Listening on "), "GET", "/api/list", "piped", NULL, NULL);
  g_assert_cmpuint (list->status, ==, 200);
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
}

static void
test_survives_being_killed (void)
{
  g_autoptr (TrsServiceProcess) process = trs_service_process_new (NULL);
  g_autoptr (SoupSession) session = session_new ();
  g_autofree char *address = g_strdup (trs_service_process_get_address (process));
  g_autofree char *key = g_strdup (trs_service_process_get_key (process));
  g_autofree char *id = submit (process, session);
  g_autofree char *path = g_strconcat ("/api/detail/", id, NULL);
  g_autoptr (Response) dead = NULL;
  g_autoptr (Response) detail = NULL;

  trs_service_process_kill (process);
  dead = fetch (process, session, "/api/list");
  g_assert_nonnull (dead->error);

  trs_service_process_restart (process);
  g_assert_cmpstr (trs_service_process_get_address (process), ==, address);
  g_assert_cmpstr (trs_service_process_get_key (process), ==, key);
  do
    {
      g_clear_pointer (&detail, response_free);
      detail = fetch (process, session, path);
      g_assert_cmpuint (detail->status, ==, 200);
    }
  while (response_text (detail, "text") == NULL);
  g_assert_cmpstr (response_text (detail, "platformId"), ==, "harbour-clip");
}

static void
sent_cb (SoupMessage *message,
         gboolean    *sent)
{
  *sent = TRUE;
}

static void
test_ends_when_asked (void)
{
  g_autoptr (TrsServiceProcess) process = trs_service_process_new (NULL);
  g_autoptr (SoupSession) session = session_new ();
  g_autoptr (SoupSession) other = session_new ();
  g_autoptr (Response) next = NULL;
  gboolean sent = FALSE;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (SoupMessage) message = soup_message_new ("GET", trs_service_process_get_address (process));

  /* Also while an answer is under way. */
  trs_service_process_set_faults (process, "{\"rules\":[{\"match\":{\"count\":1},\"delay\":1000000}]}");
  g_signal_connect (message, "wrote-body", G_CALLBACK (sent_cb), &sent);
  soup_session_send_async (session, message, 0, NULL, trs_test_store_result, &result);
  trs_test_wait_until (sent);
  next = fetch (process, other, "/api/list");
  g_assert_cmpuint (next->status, ==, 200);
  g_assert_null (result);
  g_assert_cmpint (trs_service_process_terminate (process), ==, 0);
  trs_test_wait_result (result);
}

static void
test_busy_port (void)
{
  g_autoptr (TrsServiceProcess) process = trs_service_process_new (NULL);
  g_autofree char *catalogue = sample_catalogue ();
  const char *port = strrchr (trs_service_process_get_address (process), ':') + 1;
  g_autofree char *arguments = g_strdup_printf ("--catalogue '%s' --port %s", catalogue, port);
  g_auto (Run) second = { 0 };

  run (&second, arguments);
  g_assert_cmpint (second.status, ==, 1);
  g_assert_cmpstr (second.output, ==, "");
  g_assert_nonnull (strstr (second.errors, port));
  g_assert_true (g_str_has_suffix (second.errors, "\n"));
  g_assert_true (strchr (second.errors, '\n') == second.errors + strlen (second.errors) - 1);
}

static void
test_bad_arguments (void)
{
  g_autofree char *catalogue = sample_catalogue ();
  g_autofree char *garbage = trs_test_data_path ("catalogue-broken/notes.txt");
  g_autofree char *data = g_strdup_printf ("--catalogue '%s' --data '%s'", catalogue, garbage);
  g_autofree char *faults = g_strdup_printf ("--catalogue '%s' --faults '%s'", catalogue, garbage);
  g_autofree char *user = g_strdup_printf ("--catalogue '%s' --user hush:", catalogue);
  g_autofree char *users = g_strdup_printf ("--catalogue '%s' --users '%s'", catalogue, garbage);
  const char *bad[] = { data, faults, user, users, "--users /nowhere/at/all", "--users /dev/null",
                        "--users - --until-stdin-closes", "--catalogue /nowhere/at/all", "--port 65536", "--port -1",
                        "--port x",
                        "--speed 0", "--speed -1", "--speed nan", "--speed inf", "--what", "more words",
                        "--tickets", "--fetch-url http://a.example/{id}", "--media /nowhere/at/all",
                        "--media / --jobs 0", "--media / --jobs 65", "--media / --recognizer ''",
                        "--media / --worker /nowhere/at/all",
                        "--media / --worker /", "--fetch 'a {outdir} {id}' --worker /bin/true",
                        "--media / --tickets --worker /bin/true" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_auto (Run) ended = { 0 };

      run (&ended, bad[i]);
      g_assert_cmpint (ended.status, ==, 1);
      g_assert_cmpstr (ended.output, ==, "");
      g_assert_true (g_str_has_prefix (ended.errors, "transcription-service: "));
      g_assert_null (strstr (ended.errors, "hush"));
    }
}

#ifndef TRS_WITH_MEDIA

/* A program that was built without the feature says why it cannot. */
static void
test_has_no_worker (void)
{
  static const char * const wanted[] = { "--media /", "--fetch yt-dlp" };

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_auto (Run) ended = { 0 };

      run (&ended, wanted[i]);
      g_assert_cmpint (ended.status, ==, 1);
      g_assert_cmpstr (ended.errors, ==,
                       "transcription-service: --media and --fetch need transcription-worker, and this program was"
                       " built without it (Meson option “media”).\n");
    }
}

#endif

static void
test_explains_itself (void)
{
  static const char * const words[] = { "--port", "--data", "--catalogue", "--users", "--speed", "--faults", "--media",
                                        "--tickets", "--fetch", "--recognizer", "--jobs", "digest", "{outdir}",
                                        "--until-stdin-closes", "gzip-bomb", "paragraphs", "Listening on" };
  g_auto (Run) help = { 0 };
  g_auto (Run) version = { 0 };

  run (&help, "--help");
  g_assert_cmpint (help.status, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_nonnull (strstr (help.output, words[i]));

  run (&version, "--version");
  g_assert_cmpint (version.status, ==, 0);
  g_assert_true (g_str_has_prefix (version.output, "transcription-service "));
}

static void
test_log_has_no_secrets (void)
{
  g_autoptr (TrsServiceProcess) process = trs_service_process_new (NULL);
  g_autoptr (SoupSession) session = session_new ();
  const char *key = trs_service_process_get_key (process);
  g_autofree char *query = g_strconcat ("/api/list?page=1&api-key=", key, NULL);
  g_autofree char *id = submit (process, session);
  g_autofree char *tail = g_strconcat ("Callback for ", id, NULL);
  g_autoptr (Response) list = fetch (process, session, query);
  g_autoptr (Response) refused = response_fetch (session, trs_service_process_get_address (process), "GET", "/api/list",
                                                 "another-key", NULL, NULL);

  g_assert_cmpuint (list->status, ==, 200);
  g_assert_cmpuint (refused->status, ==, 401);
  trs_test_wait_until (strstr (trs_service_process_get_log (process), tail) != NULL);
  g_assert_cmpint (trs_service_process_terminate (process), ==, 0);

  g_assert_nonnull (strstr (trs_service_process_get_log (process), "POST /api/transcribeVideo 201 "));
  g_assert_nonnull (strstr (trs_service_process_get_log (process), "GET /api/list 200 "));
  g_assert_nonnull (strstr (trs_service_process_get_log (process), "GET /api/list 401 "));
  g_assert_null (strstr (trs_service_process_get_log (process), key));
  g_assert_null (strstr (trs_service_process_get_log (process), "another-key"));
  g_assert_null (strstr (trs_service_process_get_log (process), "secret"));
}

static void
test_faults_change_under_way (void)
{
  g_autoptr (TrsServiceProcess) process = trs_service_process_new (NULL);
  g_autoptr (SoupSession) session = session_new ();
  g_autoptr (Response) broken = NULL;
  g_autoptr (Response) still = NULL;
  g_autoptr (Response) whole = NULL;

  answer_book_set_scripted (TRUE);
  trs_service_process_set_faults (process, "{\"rules\":[{\"status\":503}]}");
  broken = fetch (process, session, "/api/list");
  g_assert_cmpuint (broken->status, ==, 503);
  trs_service_process_restart (process);
  still = fetch (process, session, "/api/list");
  g_assert_cmpuint (still->status, ==, 503);
  trs_service_process_set_faults (process, NULL);
  answer_book_set_scripted (FALSE);
  whole = fetch (process, session, "/api/list");
  g_assert_cmpuint (whole->status, ==, 200);
}

static void
limit_descriptors_cb (gpointer user_data)
{
  setrlimit (RLIMIT_NOFILE, user_data);
}

static GSubprocess *
spawn_limited (GSubprocessFlags    flags,
               const char * const *more,
               struct rlimit      *descriptors,
               GDataInputStream  **output)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (flags | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  g_autofree char *catalogue = sample_catalogue ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *line = NULL;
  GSubprocess *process;

  g_ptr_array_add (args, (gpointer) trs_service_process_get_program ());
  g_ptr_array_add (args, (gpointer) "--catalogue");
  g_ptr_array_add (args, catalogue);
  for (guint i = 0; more[i] != NULL; i++)
    g_ptr_array_add (args, (gpointer) more[i]);
  g_ptr_array_add (args, NULL);

  if (descriptors != NULL)
    g_subprocess_launcher_set_child_setup (launcher, limit_descriptors_cb, descriptors, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char * const *) args->pdata, &error);
  g_assert_no_error (error);
  *output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  g_data_input_stream_read_line_async (*output, 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  line = g_data_input_stream_read_line_finish (*output, result, NULL, NULL);
  g_assert_true (g_str_has_prefix (line, "Listening on "));
  g_object_set_data_full (G_OBJECT (process), "address", g_strdup (line + strlen ("Listening on ")), g_free);
  return process;
}

static GSubprocess *
spawn (GSubprocessFlags    flags,
       const char * const *more,
       GDataInputStream  **output)
{
  return spawn_limited (flags, more, NULL, output);
}

static void
test_ends_with_its_parent (void)
{
  static const char * const args[] = { "--until-stdin-closes", NULL };
  g_autoptr (GDataInputStream) output = NULL;
  g_autoptr (GSubprocess) process =
      spawn (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, args, &output);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (SoupSession) session = session_new ();
  g_autoptr (Response) list = NULL;
  GOutputStream *input = g_subprocess_get_stdin_pipe (process);

  g_subprocess_wait_async (process, NULL, trs_test_store_result, &result);
  g_output_stream_write_all (input, "ignored\n", 8, NULL, NULL, NULL);
  trs_test_poll_until (trs_test_has_read (input));
  list = response_fetch (session, g_object_get_data (G_OBJECT (process), "address"), "GET", "/api/list", "unknown",
                         NULL, NULL);
  g_assert_cmpuint (list->status, ==, 401);
  g_assert_null (result);
  g_output_stream_close (input, NULL, NULL);
  trs_test_wait_result (result);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
}

static void
test_free_port_and_interrupt (void)
{
  static const char * const args[] = { "--port", "0", NULL };
  g_autoptr (GDataInputStream) output = NULL;
  g_autoptr (GSubprocess) process = spawn (G_SUBPROCESS_FLAGS_STDERR_SILENCE, args, &output);
  g_autoptr (SoupSession) session = session_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (Response) list = response_fetch (session, g_object_get_data (G_OBJECT (process), "address"), "GET",
                                              "/api/list", "unknown", NULL, NULL);

  g_assert_cmpuint (list->status, ==, 401);
  g_subprocess_wait_async (process, NULL, trs_test_store_result, &result);
  g_subprocess_send_signal (process, SIGINT);
  trs_test_wait_result (result);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
}

/* More than a pipe holds is logged, and nobody reads it. */
static void
test_unread_log_does_not_stop_it (void)
{
  static const char * const args[] = { "--user", "k:1", NULL };
  g_autoptr (GDataInputStream) output = NULL;
  g_autoptr (GSubprocess) process = spawn (G_SUBPROCESS_FLAGS_STDERR_PIPE, args, &output);
  g_autoptr (SoupSession) session = session_new ();
  g_autofree char *long_path = g_strnfill (190, 'x');
  g_autofree char *path = g_strconcat ("/", long_path, NULL);

  for (guint i = 0; i < 500; i++)
    {
      g_autoptr (Response) response =
          response_fetch (session, g_object_get_data (G_OBJECT (process), "address"), "GET", path, "k", NULL, NULL);

      g_assert_cmpuint (response->status, ==, 404);
    }
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
}

static GPtrArray *
dial_often (GSubprocess *process,
            guint        n)
{
  const char *address = g_object_get_data (G_OBJECT (process), "address");
  guint16 port = (guint16) g_ascii_strtoull (strrchr (address, ':') + 1, NULL, 10);
  GPtrArray *peers = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_raw_peer_free);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (peers, trs_raw_peer_new (G_SOCKET_FAMILY_IPV4, port));
  return peers;
}

static guint
count_ended (GPtrArray *peers)
{
  guint n = 0;

  for (guint i = 0; i < peers->len; i++)
    n += ((TrsRawPeer *) g_ptr_array_index (peers, i))->ended ? 1 : 0;
  return n;
}

static guint
try_list (GSubprocess *process,
          SoupSession *session)
{
  g_autoptr (Response) list = response_fetch (session, g_object_get_data (G_OBJECT (process), "address"), "GET",
                                              "/api/list", "k", NULL, NULL);

  return list->status;
}

/* More connections than the process may have file descriptors: some are refused, and when there is room again, none. */
static void
test_few_descriptors (void)
{
  static const char * const args[] = { "--user", "k:1", NULL };
  struct rlimit few = { 40, 40 };
  g_autoptr (GDataInputStream) output = NULL;
  g_autoptr (GSubprocess) process = spawn_limited (G_SUBPROCESS_FLAGS_STDERR_SILENCE, args, &few, &output);
  g_autoptr (SoupSession) session = session_new ();
  g_autoptr (GPtrArray) peers = dial_often (process, 60);
  guint n_tries = 0;

  trs_test_wait_until (count_ended (peers) >= 40);
  g_assert_cmpuint (count_ended (peers), <, 60);

  /* It may not yet have seen that the others have left. */
  g_ptr_array_set_size (peers, 0);
  while (try_list (process, session) != 200)
    g_assert_cmpuint (++n_tries, <, 1000);
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
}

static void
test_raises_its_limit (void)
{
  static const char * const args[] = { "--user", "k:1", NULL };
  struct rlimit more_if_asked = { 40, 200 };
  g_autoptr (GDataInputStream) output = NULL;
  g_autoptr (GSubprocess) process = spawn_limited (G_SUBPROCESS_FLAGS_STDERR_SILENCE, args, &more_if_asked, &output);
  g_autoptr (SoupSession) session = session_new ();
  g_autoptr (GPtrArray) peers = dial_often (process, 60);

  g_assert_cmpuint (try_list (process, session), ==, 200);
  g_assert_cmpuint (count_ended (peers), ==, 0);
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
}

static void
test_log_is_printable (void)
{
  g_autoptr (TrsServiceProcess) process = trs_service_process_new (NULL);
  const char *address = trs_service_process_get_address (process);
  guint16 port = (guint16) g_ascii_strtoull (strrchr (address, ':') + 1, NULL, 10);
  g_autoptr (TrsRawPeer) peer = trs_raw_peer_new (G_SOCKET_FAMILY_IPV4, port);
  g_autoptr (TrsRawPeer) long_method = trs_raw_peer_new (G_SOCKET_FAMILY_IPV4, port);
  g_autofree char *letters = g_strnfill (1000, 'Z');
  g_autofree char *request = g_strconcat (letters, " /api/list HTTP/1.1\r\nHost: x\r\n\r\n", NULL);

  trs_raw_peer_say (peer, "G\033[31m\007T /api/\033[2Jlist HTTP/1.1\r\nHost: x\r\n\r\n");
  trs_raw_peer_say (long_method, request);
  trs_test_wait_until (strstr (trs_service_process_get_log (process), "[31m") != NULL);
  trs_test_wait_until (strstr (trs_service_process_get_log (process), "ZZZZ") != NULL);
  g_assert_nonnull (strstr (trs_service_process_get_log (process), "G\\033[31m\\007T /api/%1B[2Jlist "));
  for (const char *p = trs_service_process_get_log (process); *p != '\0'; p++)
    g_assert_true (*p == '\n' || g_ascii_isprint (*p));
  g_assert_null (strstr (trs_service_process_get_log (process), "ZZZZZZZZZZZZZZZZZZZZZ"));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/service/process/says-where-and-with-which-key", test_says_where_and_with_which_key);
  g_test_add_func ("/service/process/takes-given-users", test_takes_given_users);
  g_test_add_func ("/service/process/takes-users-from-a-file", test_takes_users_from_a_file);
  g_test_add_func ("/service/process/takes-users-from-standard-input", test_takes_users_from_standard_input);
  g_test_add_func ("/service/process/survives-being-killed", test_survives_being_killed);
  g_test_add_func ("/service/process/ends-when-asked", test_ends_when_asked);
  g_test_add_func ("/service/process/busy-port", test_busy_port);
  g_test_add_func ("/service/process/bad-arguments", test_bad_arguments);
#ifndef TRS_WITH_MEDIA
  g_test_add_func ("/service/process/has-no-worker", test_has_no_worker);
#endif
  g_test_add_func ("/service/process/explains-itself", test_explains_itself);
  g_test_add_func ("/service/process/log-has-no-secrets", test_log_has_no_secrets);
  g_test_add_func ("/service/process/faults-change-under-way", test_faults_change_under_way);
  g_test_add_func ("/service/process/ends-with-its-parent", test_ends_with_its_parent);
  g_test_add_func ("/service/process/free-port-and-interrupt", test_free_port_and_interrupt);
  g_test_add_func ("/service/process/unread-log", test_unread_log_does_not_stop_it);
  g_test_add_func ("/service/process/few-descriptors", test_few_descriptors);
  g_test_add_func ("/service/process/raises-its-limit", test_raises_its_limit);
  g_test_add_func ("/service/process/log-is-printable", test_log_is_printable);
  return answer_book_run_tests ("/service/process");
}
