/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-media-discover.h"
#include "trs-worker-tree.h"
#include "trs-worker.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DESCRIPTION                                                                                         \
  "  discover FILE      says what a file holds\n"                                                           \
  "  transcribe FILE    says what is spoken in it\n"                                                        \
  "\n"                                                                                                      \
  "A FILE that is open already is named by its descriptor, as /dev/fd/3, so that no other user reads its path in\n" \
  "the arguments.\n"                                                                                        \
  "Each line on standard output is an object of JSON; the last one has the type “media”, “end” or “fault”.\n" \
  "The work ends, with all that was started for it, when standard input does.\n"                            \
  "\n"                                                                                                      \
  "A command is quoted as for a shell, which never sees it; {input} stands for the sound (a WAV of 16 kHz),\n" \
  "{stem} for its name without suffix, {outdir} for the folder to write to, {language} and {model} for what was\n" \
  "given: of a language its code alone; without one, “auto” for whisper-cli, and no such option for others.\n" \
  "It writes WebVTT, SubRip, the JSON of whisper.cpp, or a JSON with “segments”.\n"

#define EXIT_USAGE 2

static int
complain (const char *sentence)
{
  g_printerr ("transcription-worker: %s\n", sentence);
  return EXIT_USAGE;
}

static void
options_clear (TrsWorkerOptions *options)
{
  g_free (options->file);
  g_free (options->recognizer);
  g_free (options->language);
  g_free (options->model);
  g_free (options->scratch);
  g_free (options->sound);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrsWorkerOptions, options_clear)

/* GOption leaves the dashes where the name behind them begins with one. */
static const char *
get_file (int   argc,
          char *argv[])
{
  int first = argc > 2 && g_str_equal (argv[2], "--") ? 3 : 2;

  return argc == first + 1 ? argv[first] : NULL;
}

/* Where it cannot be opened, the child that looks for it says why. */
static char *
open_file (const char *path,
           int        *fd)
{
  /* Without this flag a FIFO waits for somebody who writes. */
  *fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
  return *fd >= 0 ? g_strdup (TRS_WORKER_TREE_FILE_PATH) : g_canonicalize_filename (path, NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_auto (TrsWorkerOptions) options = { .track = 1 };
  gboolean check_sound = FALSE;
  gboolean version = FALSE;
  const GOptionEntry entries[] = {
    { "recognizer", 'r', 0, G_OPTION_ARG_STRING, &options.recognizer,
      "“pocketsphinx”, as if not given, or a command, see below", "RECOGNIZER" },
    { "language", 'l', 0, G_OPTION_ARG_STRING, &options.language,
      "Language that is spoken; else the recogniser finds it out", "CODE" },
    { "model", 'm', 0, G_OPTION_ARG_FILENAME, &options.model, "Model for the recogniser", "PATH" },
    { "from", 'f', 0, G_OPTION_ARG_DOUBLE, &options.from, "Go on at this second; a command begins anew", "SECONDS" },
    { "until", 'u', 0, G_OPTION_ARG_DOUBLE, &options.until, "Stop at this second, to try a recogniser", "SECONDS" },
    { "scratch", 's', 0, G_OPTION_ARG_FILENAME, &options.scratch, "Folder for the sound that a command reads", "DIR" },
    { "sound", 0, 0, G_OPTION_ARG_FILENAME, &options.sound, "Keep the sound as Opus in this file, which is a new one",
      "FILE" },
    { "track", 't', 0, G_OPTION_ARG_INT, &options.track, "Sound track to read, of a file with several; 1 is the first",
      "N" },
    { "stall-limit", 0, 0, G_OPTION_ARG_DOUBLE, &options.stall_limit,
      "Give up what neither reads nor computes for so long; without, a recogniser after ten minutes, a decoder sooner",
      "SECONDS" },
    { "check-sound", 0, 0, G_OPTION_ARG_NONE, &check_sound, "Say whether sound can be kept, and exit", NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &version, "Print the version and exit", NULL },
    { NULL }
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("discover|transcribe FILE — words of a recording");
  g_autoptr (GError) error = NULL;
  const char *file;
  int fd;

  setlocale (LC_CTYPE, "");
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_description (context, DESCRIPTION);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return complain (error->message);
  if (version)
    {
      printf ("transcription-worker %s\n", TRS_VERSION);
      return EXIT_SUCCESS;
    }
  if (check_sound)
    return trs_worker_check_sound ();
  file = get_file (argc, argv);
  if (file == NULL || (!g_str_equal (argv[1], "discover") && !g_str_equal (argv[1], "transcribe")))
    return complain ("Say “discover” or “transcribe” and one file; see --help.");
  if (!isfinite (options.from) || options.from < 0 || !isfinite (options.until) || options.until < 0 ||
      !isfinite (options.stall_limit) || options.stall_limit < 0)
    return complain ("--from, --until and --stall-limit want seconds.");
  if (options.track < 1 || options.track > TRS_MEDIA_MAX_TRACKS)
    return complain ("--track wants a number from 1 to " G_STRINGIFY (TRS_MEDIA_MAX_TRACKS) ".");

  options.file = open_file (file, &fd);
  trs_worker_tree_plant (fd);
  return g_str_equal (argv[1], "discover") ? trs_worker_discover (&options) : trs_worker_transcribe (&options);
}
