/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-install-paths.h"
#include "trs-service-faults.h"
#include "trs-service-listener.h"
#include "trs-service.h"

#include <glib-unix.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The most jobs at a time: a processor each is what they need. */
#define MAX_JOBS 64

#define DESCRIPTION                                                                                     \
  "The first line on standard output is “Listening on http://127.0.0.1:PORT”; without users the second is\n" \
  "“Key KEY”. Each request has a line on standard error. The service ends on SIGTERM and SIGINT.\n"     \
  "\n"                                                                                                  \
  "Catalogue: one file a video, IDENTIFIER.json; all but title and length may be left out:\n"           \
  "  { \"title\": \"City council\", \"length\": 3840, \"language\": \"en\", \"private\": false,\n"      \
  "    \"fails\": \"transcription\",\n"                                                                   \
  "    \"paragraphs\": [ { \"start\": 2.345, \"speaker\": 1, \"text\": \"Good evening.\" } ] }\n"          \
  "Times are seconds; “fails” is the state in which the pipeline breaks, “upload” or “transcription”.\n" \
  "\n"                                                                                                  \
  "Media: with --media, NAME.EXT in the folder is the video NAME, and is really transcribed, after those of\n" \
  "--catalogue, which then has no default. NAME is of letters, digits, “-” and “_”. What cannot be transcribed is\n" \
  "listed in the log. With --tickets, ID.json in the folder, which has to be of mode 0700, is the video ID:\n" \
  "  { \"path\": \"/media/disk/talk.mp4\", \"size\": 1048576, \"time\": 1741806000123456, \"title\": \"Talk\",\n" \
  "    \"digest\": \"SHA-256 of the file\", \"track\": 2 }\n"                                              \
  "with the time of its last change in microseconds; without “track”, the first sound track of the file is read.\n" \
  "Whoever removes the ticket removes the project, its text and all that was stored of it. An unfinished job goes\n" \
  "on at the next start.\n"                                                                             \
  "With --sound, what has a ticket can still be heard when its file is gone: as long as the file “keep” is in that\n" \
  "folder, the sound of what is transcribed is put there as ID.opus, once it is whole; it goes with the ticket.\n" \
  "With --fetch, what is none of these is asked of a platform; ARGV is split once, and no shell sees it:\n" \
  "  --fetch yt-dlp --fetch-url \"https://video.example/watch?v={id}\"\n"                                \
  "  --fetch \"my-fetcher {outdir} -- {id}\"\n"                                                   \
  "{id} and {url} stand behind “--”. It is asked first, with --print FORMAT before “--”, for a line of JSON with\n" \
  "title and duration; later it leaves one file in {outdir}, of at most 2 GiB.\n"                       \
  "\n"                                                                                                  \
  "What the interface leaves open, and this service does: the detail of a project in state “error” looks like\n" \
  "one in progress; credit is not given back for it, and it sends no callback; a callback is the finished detail\n" \
  "without prefixes, unsigned; the language of a project is that of the submission, else that of the catalogue;\n" \
  "a body is taken as JSON whatever its Content-Type says; one above 1 MiB is answered with 413;\n"     \
  "a request that takes longer than 30 s to come is not answered.\n"                                    \
  "\n" TRS_SERVICE_FAULTS_HELP

/* On standard input, with --until-stdin-closes. */
#define END "end"
#define PAUSE "pause"
#define GO_ON "go on"

/* A pipe that is writable takes at least this many bytes without blocking (PIPE_BUF is 4096). */
#define MAX_LINE 2000

/* Logs each message as a line with the time; keys, queries and texts are never logged. A line is dropped if nobody
 * reads the log, because the service must not block on it. */
static GLogWriterOutput
log_cb (GLogLevelFlags   level,
        const GLogField *fields,
        gsize            n_fields,
        gpointer         user_data)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H:%M:%S");
  g_autoptr (GString) line = g_string_new (NULL);
  struct pollfd target = { .fd = STDERR_FILENO, .events = POLLOUT };
  const char *message = "";

  if ((level & G_LOG_LEVEL_MESSAGE) == 0)
    return g_log_writer_default (level, fields, n_fields, user_data);

  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE"))
      message = fields[i].value;
  g_string_printf (line, "%s.%03dZ %.*s", time, g_date_time_get_microsecond (now) / 1000, MAX_LINE, message);
  g_strdelimit (line->str, "\r\n", ' ');
  g_string_append_c (line, '\n');
  if (poll (&target, 1, 0) != 1 || (target.revents & POLLOUT) == 0 || write (STDERR_FILENO, line->str, line->len) < 0)
    return G_LOG_WRITER_UNHANDLED;
  return G_LOG_WRITER_HANDLED;
}

static int
fail (const char *sentence)
{
  g_printerr ("transcription-service: %s\n", sentence);
  return 1;
}

static void
options_clear (TrsServiceOptions *options)
{
  g_free (options->data);
  g_free (options->catalogue);
  g_free (options->media);
  g_free (options->sound);
  g_free (options->fetch);
  g_free (options->fetch_url);
  g_free (options->worker);
  g_free (options->recognizer);
  g_free (options->model);
  g_free (options->faults);
  g_strfreev (options->users);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrsServiceOptions, options_clear)

/* Keys have to stand in no argument, which all users of the computer can read. */
static gboolean
read_users (const char         *path,
            TrsServiceOptions  *options,
            GError            **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GStrvBuilder) users = g_strv_builder_new ();

  if (!g_file_get_contents (g_str_equal (path, "-") ? "/dev/stdin" : path, &text, NULL, error))
    return FALSE;
  if (options->users != NULL)
    g_strv_builder_addv (users, (const char **) options->users);
  lines = g_strsplit_set (text, "\r\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*g_strstrip (lines[i]) != '\0')
      g_strv_builder_add (users, lines[i]);
  g_strfreev (options->users);
  options->users = g_strv_builder_end (users);
  if (*options->users != NULL)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "There is no user in the file of --users.");
  return FALSE;
}

static gboolean
quit_cb (gpointer user_data)
{
  g_main_loop_quit (user_data);
  return G_SOURCE_CONTINUE;
}

static gboolean
reload_cb (gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!trs_service_reload_faults (user_data, &error))
    g_message ("%s", error->message);
  return G_SOURCE_CONTINUE;
}

typedef struct
{
  GMainLoop *loop;
  TrsService *service;
} Running;

/* Several programs may hold the other end, and each of them may end or pause this one for all. Writes as short as these
 * are atomic, so a command is never split between two reads. */
static gboolean
stdin_cb (gint         fd,
          GIOCondition condition,
          gpointer     user_data)
{
  Running *running = user_data;
  char input[256];
  gssize n = read (fd, input, sizeof input - 1);
  g_auto (GStrv) words = NULL;

  input[MAX (n, 0)] = '\0';
  words = g_strsplit (input, "\n", -1);
  if (n <= 0 || g_strv_contains ((const char * const *) words, END))
    {
      g_main_loop_quit (running->loop);
      return G_SOURCE_REMOVE;
    }
  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], PAUSE) || g_str_equal (words[i], GO_ON))
      trs_service_set_paused (running->service, g_str_equal (words[i], PAUSE));
  return G_SOURCE_CONTINUE;
}

static int
run (const TrsServiceOptions *options,
     gboolean                 until_stdin_closes)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  g_autoptr (TrsService) service = NULL;
  g_autoptr (GError) error = NULL;
  Running running;

  trs_service_listener_raise_limit ();
  service = trs_service_new (options, clock, &error);
  if (service == NULL)
    return fail (error->message);

  running = (Running) { loop, service };
  g_unix_signal_add (SIGTERM, quit_cb, loop);
  g_unix_signal_add (SIGINT, quit_cb, loop);
  g_unix_signal_add (SIGHUP, reload_cb, service);
  if (until_stdin_closes)
    g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP | G_IO_ERR, stdin_cb, &running);

  printf ("Listening on http://127.0.0.1:%u\n", trs_service_get_port (service));
  if (trs_service_get_key (service) != NULL)
    printf ("Key %s\n", trs_service_get_key (service));
  fflush (stdout);

  g_main_loop_run (loop);
  return 0;
}

static gboolean
is_program (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) && g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

static void
make_absolute (char **path)
{
  char *absolute = *path != NULL ? g_canonicalize_filename (*path, NULL) : NULL;

  g_free (*path);
  *path = absolute;
}

/* Returns: (nullable): what is wrong with the options for media */
static const char *
check_media (TrsServiceOptions *options)
{
  if (options->tickets && options->media == NULL)
    return "--tickets wants --media.";
  if (options->sound != NULL && !options->tickets)
    return "--sound wants --tickets.";
  if (options->fetch_url != NULL && options->fetch == NULL)
    return "--fetch-url wants --fetch.";
  if (options->media == NULL && options->fetch == NULL)
    return NULL;
  if (options->jobs < 1 || options->jobs > MAX_JOBS)
    return "--jobs wants a number from 1 to 64.";
  if (options->recognizer != NULL && *options->recognizer == '\0')
    return "--recognizer wants “pocketsphinx” or a command.";

  if (options->worker != NULL && !is_program (options->worker))
    return "--worker wants a program.";
  if (options->worker == NULL)
    options->worker = trs_install_paths_worker ();
  make_absolute (&options->worker);
  make_absolute (&options->model);
  make_absolute (&options->sound);
  if (is_program (options->worker))
    return NULL;
  if (!TRS_WITH_MEDIA)
    return "--media and --fetch need transcription-worker, and this program was built without it"
           " (Meson option “media”).";
  return "--media and --fetch need transcription-worker, which is not there.";
}

int
main (int   argc,
      char *argv[])
{
  g_auto (TrsServiceOptions) options = { .speed = 1, .jobs = 1 };
  gboolean until_stdin_closes = FALSE;
  gboolean version = FALSE;
  g_autofree char *users = NULL;
  const GOptionEntry entries[] = {
    { "port", 'p', 0, G_OPTION_ARG_INT, &options.port, "Port on loopback; 0, as without, takes a free one", "N" },
    { "data", 'd', 0, G_OPTION_ARG_FILENAME, &options.data, "Keep users and projects in this file", "FILE" },
    { "catalogue", 'c', 0, G_OPTION_ARG_FILENAME, &options.catalogue, "Folder of the videos there are", "DIR" },
    { "media", 'm', 0, G_OPTION_ARG_FILENAME, &options.media, "Folder of media that are really transcribed", "DIR" },
    { "tickets", 0, 0, G_OPTION_ARG_NONE, &options.tickets, "Let ID.json in the folder of media name a file elsewhere",
      NULL },
    { "sound", 0, 0, G_OPTION_ARG_FILENAME, &options.sound,
      "Keep the sound of what has a ticket in this folder, as long as a file “keep” is there", "DIR" },
    { "fetch", 0, 0, G_OPTION_ARG_STRING, &options.fetch,
      "What fetches videos from a platform: “yt-dlp”, or a command that takes what yt-dlp takes", "ARGV" },
    { "fetch-url", 0, 0, G_OPTION_ARG_STRING, &options.fetch_url, "Address of a video, with {id}", "PATTERN" },
    { "recognizer", 'r', 0, G_OPTION_ARG_STRING, &options.recognizer,
      "What recognises media: “pocketsphinx”, as without, or a command", "ARGV" },
    { "model", 0, 0, G_OPTION_ARG_FILENAME, &options.model, "Model of the recogniser", "PATH" },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &options.jobs, "How many media are transcribed at a time; 1 without", "N" },
    { "worker", 0, 0, G_OPTION_ARG_FILENAME, &options.worker, "The transcription-worker, if it is elsewhere",
      "PROGRAM" },
    { "free", 0, 0, G_OPTION_ARG_NONE, &options.is_free, "Nothing costs anything", NULL },
    { "user", 'u', 0, G_OPTION_ARG_STRING_ARRAY, &options.users,
      "A user; may be repeated; one known to the data file keeps the credit it has", "KEY:CREDITS" },
    { "users", 0, 0, G_OPTION_ARG_FILENAME, &users,
      "File with a line KEY:CREDITS for each user, “-” for standard input: no other user of the computer reads it",
      "FILE" },
    { "new-key", 0, 0, G_OPTION_ARG_NONE, &options.new_key, "Without users, make the key anew at each start", NULL },
    { "speed", 's', 0, G_OPTION_ARG_DOUBLE, &options.speed, "How many times faster than usual projects are", "X" },
    { "faults", 'f', 0, G_OPTION_ARG_FILENAME, &options.faults, "Script what goes wrong, see below", "FILE" },
    { "until-stdin-closes", 0, 0, G_OPTION_ARG_NONE, &until_stdin_closes,
      "End when standard input does, as when the program that started this one dies, or says “end”; “pause” and “go on”"
      " do so with the jobs", NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &version, "Print the version and exit", NULL },
    { NULL }
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("— a transcription service for one computer");
  g_autoptr (GError) error = NULL;
  const char *fault;

  setlocale (LC_CTYPE, "");
  g_log_set_writer_func (log_cb, NULL, NULL);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_description (context, DESCRIPTION);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return fail (error->message);

  if (version)
    {
      printf ("transcription-service %s\n", TRS_VERSION);
      return 0;
    }
  if (argc > 1)
    return fail ("There are only options; see --help.");
  if (options.port < 0 || options.port > G_MAXUINT16)
    return fail ("--port wants a number from 0 to 65535.");
  if (!isfinite (options.speed) || options.speed <= 0)
    return fail ("--speed wants a number above 0.");
  if (users != NULL && g_str_equal (users, "-") && until_stdin_closes)
    return fail ("--users - and --until-stdin-closes both want standard input.");
  if (users != NULL && !read_users (users, &options, &error))
    return fail (error->message);
  fault = check_media (&options);
  if (fault != NULL)
    return fail (fault);
  if (options.catalogue == NULL && options.media == NULL && options.fetch == NULL)
    options.catalogue = trs_install_paths_catalogue ();
  return run (&options, until_stdin_closes);
}
