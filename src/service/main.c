/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-service-faults.h"
#include "trs-service-listener.h"
#include "trs-service-log.h"
#include "trs-service.h"
#include "trs-system-clock.h"

#include <glib-unix.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#define DESCRIPTION                                                                                     \
  "The first line on standard output is “Listening on http://127.0.0.1:PORT”; without --user the second is\n" \
  "“Key KEY”. Each request has a line on standard error. The service ends on SIGTERM and SIGINT.\n"     \
  "\n"                                                                                                  \
  "Catalogue: one file a video, IDENTIFIER.json; all but title and length may be left out:\n"           \
  "  { \"title\": \"City council\", \"length\": 3840, \"language\": \"en\", \"private\": false,\n"      \
  "    \"fails\": \"transcription\",\n"                                                                   \
  "    \"paragraphs\": [ { \"start\": 2.345, \"speaker\": 1, \"text\": \"Good evening.\" } ] }\n"          \
  "Times are seconds; “fails” is the state in which the pipeline breaks, “upload” or “transcription”.\n" \
  "\n"                                                                                                  \
  "What the interface leaves open, and this service does: the detail of a project in state “error” looks like\n" \
  "one in progress; credit is not given back for it, and it sends no callback; a callback is the finished detail\n" \
  "without prefixes, unsigned; the language of a project is that of the submission, else that of the catalogue;\n" \
  "a body is taken as JSON whatever its Content-Type says; one above 1 MiB is answered with 413;\n"     \
  "a request that takes longer than 30 s to come is not answered.\n"                                    \
  "\n" TRS_SERVICE_FAULTS_HELP

typedef struct
{
  gint port;
  double speed;
  gboolean until_stdin_closes;
  gboolean version;
  char *data;
  char *catalogue;
  char *faults;
  GStrv users;
} Arguments;

static int
fail (const char *sentence)
{
  g_printerr ("transcription-service: %s\n", sentence);
  return 1;
}

static void
arguments_clear (Arguments *arguments)
{
  g_free (arguments->data);
  g_free (arguments->catalogue);
  g_free (arguments->faults);
  g_strfreev (arguments->users);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arguments, arguments_clear)

static gboolean
parse (Arguments  *arguments,
       int        *argc,
       char     ***argv,
       GError    **error)
{
  const GOptionEntry entries[] = {
    { "port", 'p', 0, G_OPTION_ARG_INT, &arguments->port, "Port on loopback; 0, as without, takes a free one", "N" },
    { "data", 'd', 0, G_OPTION_ARG_FILENAME, &arguments->data, "Keep users and projects in this file", "FILE" },
    { "catalogue", 'c', 0, G_OPTION_ARG_FILENAME, &arguments->catalogue, "Folder of the videos there are", "DIR" },
    { "user", 'u', 0, G_OPTION_ARG_STRING_ARRAY, &arguments->users,
      "A user; may be repeated; one known to the data file keeps the credit it has", "KEY:CREDITS" },
    { "speed", 's', 0, G_OPTION_ARG_DOUBLE, &arguments->speed, "How many times faster than usual projects are", "X" },
    { "faults", 'f', 0, G_OPTION_ARG_FILENAME, &arguments->faults, "Script what goes wrong, see below", "FILE" },
    { "until-stdin-closes", 0, 0, G_OPTION_ARG_NONE, &arguments->until_stdin_closes,
      "End when standard input does, as it does when the program that started this one dies", NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &arguments->version, "Print the version and exit", NULL },
    { NULL }
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("— a transcription service for one computer");

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_description (context, DESCRIPTION);
  return g_option_context_parse (context, argc, argv, error);
}

static const char *
find_fault (const Arguments *arguments,
            int              argc)
{
  if (argc > 1)
    return "There are only options; see --help.";
  if (arguments->port < 0 || arguments->port > G_MAXUINT16)
    return "--port wants a number from 0 to 65535.";
  if (!isfinite (arguments->speed) || arguments->speed <= 0)
    return "--speed wants a number above 0.";
  return NULL;
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
    trs_service_log ("%s", error->message);
  return G_SOURCE_CONTINUE;
}

static gboolean
stdin_cb (gint         fd,
          GIOCondition condition,
          gpointer     user_data)
{
  char ignored[256];

  if (read (fd, ignored, sizeof ignored) > 0)
    return G_SOURCE_CONTINUE;
  g_main_loop_quit (user_data);
  return G_SOURCE_REMOVE;
}

static int
run (const Arguments *arguments)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  g_autoptr (TrsService) service = NULL;
  g_autoptr (GError) error = NULL;
  TrsServiceOptions options = {
    .port = (guint16) arguments->port,
    .data = arguments->data,
    .catalogue = arguments->catalogue != NULL ? arguments->catalogue : TRS_PACKAGE_DATA_DIR "/catalogue",
    .users = (const char * const *) arguments->users,
    .speed = arguments->speed,
    .faults = arguments->faults,
  };

  trs_service_listener_raise_limit ();
  service = trs_service_new (&options, clock, &error);
  if (service == NULL)
    return fail (error->message);

  g_unix_signal_add (SIGTERM, quit_cb, loop);
  g_unix_signal_add (SIGINT, quit_cb, loop);
  g_unix_signal_add (SIGHUP, reload_cb, service);
  if (arguments->until_stdin_closes)
    g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP | G_IO_ERR, stdin_cb, loop);

  printf ("Listening on http://127.0.0.1:%u\n", trs_service_get_port (service));
  if (trs_service_get_key (service) != NULL)
    printf ("Key %s\n", trs_service_get_key (service));
  fflush (stdout);

  g_main_loop_run (loop);
  trs_service_stop (service);
  return 0;
}

int
main (int   argc,
      char *argv[])
{
  g_auto (Arguments) arguments = { .speed = 1 };
  g_autoptr (GError) error = NULL;
  const char *fault;

  setlocale (LC_CTYPE, "");
  if (!parse (&arguments, &argc, &argv, &error))
    return fail (error->message);

  if (arguments.version)
    {
      printf ("transcription-service %s\n", TRS_VERSION);
      return 0;
    }

  fault = find_fault (&arguments, argc);
  return fault != NULL ? fail (fault) : run (&arguments);
}
