/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker.h"

#include "trs-media.h"
#include "trs-worker-error.h"
#include "trs-worker-inside.h"
#include "trs-worker-line.h"
#include "trs-worker-percent.h"
#include "trs-worker-sandbox.h"
#include "trs-worker-sound.h"
#include "trs-worker-template.h"
#include "trs-worker-tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* For so long nothing may be read and computed: a decoder has given up by itself before. A recogniser may wait for a
 * card, or for another one to end. */
#define DECODER_SECONDS 20
#define RECOGNIZER_SECONDS 600

/* Bytes of what a command says that are kept: whisper-cli explains all its options behind an error. */
#define MAX_LAST_WORDS 16384

/* No model of any recogniser is smaller, but what is left of a download that failed is: in bytes. */
#define SMALLEST_MODEL (1024 * 1024)

/* What a command gets of the environment, where it is set. */
static const char * const PASSED_ON[] = { "PATH", "HOME", "USER", "LOGNAME", "XDG_CACHE_HOME", "XDG_DATA_HOME",
                                          "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_HOME",
                                          "ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
                                          "HSA_OVERRIDE_GFX_VERSION", "OMP_NUM_THREADS",
                                          "VIRTUAL_ENV", "PYTHONPATH", "TZ", NULL };

/* Environment of a recogniser: it must not download anything, and must not buffer its output. */
static const char * const FIXED[][2] = { { "LC_ALL", "C.UTF-8" },         { "PYTHONUNBUFFERED", "1" },
                                         { "PYTHONIOENCODING", "utf-8" }, { "HF_HUB_OFFLINE", "1" },
                                         { "TRANSFORMERS_OFFLINE", "1" }, { "HF_HUB_DISABLE_TELEMETRY", "1" } };

/* One job, as it is reported. */
typedef struct
{
  const TrsWorkerOptions *options;
  GString *rest;
  gboolean broken;
  gboolean over;
  gboolean keep_end;
  gboolean add_last_words;
  double seconds;
  gboolean cut;
  guint dropped;
  TrsMediaStall stall;

  TrsWorkerPercent percents[2];
  guint percent;
  GString *last_words;
} Job;

/* The folder that is emptied however this process ends. */
static char *work_folder;

static void
remove_below (int         parent,
              const char *name)
{
  int fd = openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *dir = fd >= 0 ? fdopendir (fd) : NULL;
  struct dirent *entry;

  while (dir != NULL && (entry = readdir (dir)) != NULL)
    {
      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      /* What a command has made may be anything; a link is not followed. */
      if (unlinkat (dirfd (dir), entry->d_name, 0) != 0)
        remove_below (dirfd (dir), entry->d_name);
    }
  if (dir != NULL)
    closedir (dir);
  unlinkat (parent, name, AT_REMOVEDIR);
}

static void
remove_work_folder (void)
{
  if (work_folder != NULL)
    remove_below (AT_FDCWD, work_folder);
  g_clear_pointer (&work_folder, g_free);
}

/* If nobody reads the output any more, the work is not wanted any more. */
static void
print_line (const TrsWorkerLine *line)
{
  g_autofree char *text = trs_worker_line_write (line);

  if (!trs_worker_tree_print (text))
    {
      remove_work_folder ();
      exit (EXIT_FAILURE);
    }
}

static int
fail (const GError *error)
{
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_FAULT,
                         .reason = (char *) trs_worker_error_get_reason (error),
                         .text = error->message };

  print_line (&line);
  remove_work_folder ();
  return EXIT_FAILURE;
}

static int
fail_with (TrsWorkerError  code,
           const char     *sentence)
{
  g_autoptr (GError) error = g_error_new_literal (TRS_WORKER_ERROR, (int) code, sentence);

  return fail (error);
}

/* A decoder that computes and reads nothing is caught in the file; a recogniser does nothing else. */
static void
watch_for (Job      *job,
           gboolean  recognizer)
{
  double suitable = recognizer ? RECOGNIZER_SECONDS : DECODER_SECONDS;
  double limit = job->options->stall_limit > 0 ? job->options->stall_limit : suitable;

  job->stall.limit = (gint64) (limit * G_USEC_PER_SEC);
  job->stall.may_compute = recognizer;
}

/* The line that begins with “error”, else the last one that is not empty, for the log. */
static char *
dup_last_words (const GString *words)
{
  g_autofree char *valid = g_utf8_make_valid (words->str, (gssize) words->len);
  g_auto (GStrv) lines = g_strsplit_set (valid, "\r\n", -1);
  const char *found = NULL;

  for (guint i = g_strv_length (lines); i > 0; i--)
    {
      g_strstrip (lines[i - 1]);
      if (g_ascii_strncasecmp (lines[i - 1], "error", 5) == 0)
        {
          found = lines[i - 1];
          break;
        }
      if (found == NULL && *lines[i - 1] != '\0')
        found = lines[i - 1];
    }
  return found != NULL ? g_utf8_substring (found, 0, MIN (g_utf8_strlen (found, -1), 200)) : NULL;
}

/* A program may end well without a word of what it could not do in its files. */
static void
print_fault (Job                 *job,
             const TrsWorkerLine *line)
{
  g_autofree char *words = job->add_last_words ? dup_last_words (job->last_words) : NULL;
  g_autofree char *text = words != NULL ? g_strdup_printf ("%s It said: %s", line->text, words) : NULL;
  TrsWorkerLine longer = *line;

  if (text != NULL)
    longer.text = text;
  print_line (&longer);
}

/* Returns FALSE after the last line. */
static gboolean
take_line (Job                 *job,
           const TrsWorkerLine *line)
{
  if (line->type == TRS_WORKER_LINE_PROGRESS && line->transcribing)
    watch_for (job, TRUE);
  if (line->type == TRS_WORKER_LINE_END)
    {
      job->seconds = line->seconds;
      job->cut = line->cut;
      job->dropped = line->dropped;
    }
  job->over = line->type == TRS_WORKER_LINE_END || line->type == TRS_WORKER_LINE_FAULT ||
              line->type == TRS_WORKER_LINE_MEDIA;
  if (line->type == TRS_WORKER_LINE_FAULT)
    {
      job->broken = TRUE;
      print_fault (job, line);
    }
  else if (line->type != TRS_WORKER_LINE_END || !job->keep_end)
    {
      print_line (line);
    }
  return !job->over;
}

/* The process inside may be controlled by the author of the file: only whole, valid lines are passed on. */
static gboolean
lines_cb (const char *data,
          gsize       size,
          gpointer    user_data)
{
  Job *job = user_data;
  char *end;

  g_string_append_len (job->rest, data, (gssize) size);
  while (!job->over && (end = memchr (job->rest->str, '\n', job->rest->len)) != NULL)
    {
      gsize length = (gsize) (end - job->rest->str) + 1;
      g_autoptr (TrsWorkerLine) line = trs_worker_line_parse (job->rest->str, length);

      if (line == NULL)
        return FALSE;
      g_string_erase (job->rest, 0, (gssize) length);
      take_line (job, line);
    }
  return job->rest->len <= TRS_WORKER_LINE_MAX;
}

static void
job_init (Job                    *job,
          const TrsWorkerOptions *options)
{
  memset (job, 0, sizeof *job);
  job->options = options;
  job->rest = g_string_new (NULL);
  job->last_words = g_string_new (NULL);
  watch_for (job, FALSE);
}

static void
job_clear (Job *job)
{
  g_string_free (job->rest, TRUE);
  g_string_free (job->last_words, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static int
fail_stalled (Job *job)
{
  g_autoptr (GError) error = NULL;

  if (job->stall.may_compute)
    return fail_with (TRS_WORKER_ERROR_TIMEOUT, "The recogniser hung: it did nothing any more.");
  error = g_error_new_literal (TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_UNREADABLE,
                               "The file is damaged: what decodes it does not get on in it.");
  return fail (error);
}

/* Returns whether it came to its end; else the fault has been reported. */
static gboolean
run_inside (Job                *job,
            TrsWorkerChildFunc  func,
            TrsWorkerInside    *inside)
{
  TrsWorkerChild child = { .run = func, .data = inside, .output = lines_cb, .user_data = job,
                           .stall = &job->stall };
  TrsWorkerChildEnd ended;
  int status;

  job->over = FALSE;
  g_string_truncate (job->rest, 0);
  ended = trs_worker_tree_run (&child, &status);
  if (job->over)
    return !job->broken;
  if (ended == TRS_WORKER_CHILD_STALLED)
    fail_stalled (job);
  else
    fail_with (TRS_WORKER_ERROR_CRASHED, "The program that reads the file broke off.");
  return FALSE;
}

/**
 * trs_worker_check_sound:
 *
 * Reports whether sound can be kept. No foreign byte is looked at.
 *
 * Returns: the exit status
 */
int
trs_worker_check_sound (void)
{
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_SOUND };
  g_autoptr (GError) error = NULL;

  line.kept = trs_worker_sound_check (&error);
  line.text = error != NULL ? error->message : NULL;
  print_line (&line);
  return EXIT_SUCCESS;
}

/**
 * trs_worker_discover:
 * @options: which file
 *
 * Reports what it holds.
 *
 * Returns: the exit status
 */
int
trs_worker_discover (const TrsWorkerOptions *options)
{
  g_auto (Job) job = { NULL };
  TrsWorkerInside inside = { .file = options->file };

  job_init (&job, options);
  return run_inside (&job, trs_worker_inside_discover, &inside) ? EXIT_SUCCESS : EXIT_FAILURE;
}

static gboolean
is_english (const char *language)
{
  return language == NULL || g_ascii_strcasecmp (language, "en") == 0 ||
         g_ascii_strncasecmp (language, "en-", 3) == 0 || g_ascii_strncasecmp (language, "en_", 3) == 0;
}

static int
transcribe_here (Job *job)
{
  TrsWorkerInside inside = { .file = job->options->file, .model = job->options->model, .from = job->options->from,
                             .until = job->options->until, .track = (guint) job->options->track,
                             .sound = job->options->sound };

  if (!is_english (job->options->language))
    return fail_with (TRS_WORKER_ERROR_LANGUAGE, "The built-in recogniser knows English only.");
  return run_inside (job, trs_worker_inside_recognize, &inside) ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* What a command is started with. */
typedef struct
{
  GStrv argv;
  GStrv environment;
  const char *folder;
} Command;

static GStrv
make_environment (const char *folder)
{
  GStrv environment = NULL;

  for (guint i = 0; PASSED_ON[i] != NULL; i++)
    if (g_getenv (PASSED_ON[i]) != NULL)
      environment = g_environ_setenv (environment, PASSED_ON[i], g_getenv (PASSED_ON[i]), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (FIXED); i++)
    environment = g_environ_setenv (environment, FIXED[i][0], FIXED[i][1], TRUE);
  return g_environ_setenv (environment, "TMPDIR", folder, TRUE);
}

static void
command_cb (gpointer data)
{
  const Command *command = data;
  TrsWorkerSandbox sandbox = { .kind = TRS_WORKER_SANDBOX_COMMAND, .writable = command->folder };

  if (chdir (command->folder) != 0)
    return;
  trs_worker_sandbox_enter (&sandbox);
  execve (command->argv[0], command->argv, command->environment);
}

static void
report_percent (Job   *job,
                guint  percent)
{
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_PROGRESS, .transcribing = TRUE, .percent = percent };

  if (percent <= job->percent)
    return;
  job->percent = percent;
  print_line (&line);
}

static gboolean
output_cb (const char *data,
           gsize       size,
           gpointer    user_data)
{
  Job *job = user_data;

  report_percent (job, trs_worker_percent_push (&job->percents[0], data, size));
  return TRUE;
}

/* How it ended may say why it failed. */
static void
keep_last_words (GString    *words,
                 const char *data,
                 gsize       size)
{
  g_string_append_len (words, data, (gssize) size);
  if (words->len > 2 * MAX_LAST_WORDS)
    g_string_erase (words, 0, (gssize) words->len - MAX_LAST_WORDS);
}

static gboolean
errors_cb (const char *data,
           gsize       size,
           gpointer    user_data)
{
  Job *job = user_data;

  report_percent (job, trs_worker_percent_push (&job->percents[1], data, size));
  keep_last_words (job->last_words, data, size);
  return TRUE;
}

static int
fail_command (Job               *job,
              TrsWorkerChildEnd  ended,
              int                status)
{
  g_autofree char *line = dup_last_words (job->last_words);
  g_autofree char *sentence = NULL;

  if (ended == TRS_WORKER_CHILD_STALLED)
    return fail_stalled (job);
  if (ended == TRS_WORKER_CHILD_NONE || status == TRS_WORKER_TREE_NO_PROGRAM)
    return fail_with (TRS_WORKER_ERROR_SETUP, "The recogniser cannot be started.");
  if (ended == TRS_WORKER_CHILD_CRASHED)
    sentence = g_strdup ("The recogniser was killed: it may have asked for more memory than there is.");
  else if (line != NULL)
    sentence = g_strdup_printf ("The recogniser ended with status %d and said: %s", status, line);
  else
    sentence = g_strdup_printf ("The recogniser ended with status %d.", status);
  return fail_with (TRS_WORKER_ERROR_RECOGNIZER, sentence);
}

/* Returns FALSE if it failed, which has been reported then. */
static gboolean
run_command (Job   *job,
             GStrv  argv)
{
  g_autofree char *folder = g_build_filename (work_folder, TRS_WORKER_INSIDE_RESULT, NULL);
  g_auto (GStrv) environment = make_environment (folder);
  Command command = { .argv = argv, .environment = environment, .folder = folder };
  TrsWorkerChild child = { .run = command_cb, .data = &command, .guarded = TRUE, .output = output_cb,
                           .errors = errors_cb, .user_data = job, .stall = &job->stall };
  TrsWorkerLine begins = { .type = TRS_WORKER_LINE_PROGRESS, .transcribing = TRUE };
  TrsWorkerChildEnd ended;
  int status;

  print_line (&begins);
  watch_for (job, TRUE);
  ended = trs_worker_tree_run (&child, &status);
  if (ended == TRS_WORKER_CHILD_DONE)
    return TRUE;
  fail_command (job, ended, status);
  return FALSE;
}

static gboolean
make_work_folder (const char  *scratch,
                  GError     **error)
{
  g_autofree char *folder = scratch != NULL ? g_build_filename (scratch, "work-XXXXXX", NULL) : NULL;
  g_autofree char *result = NULL;

  if (folder == NULL || g_mkdtemp_full (folder, 0700) == NULL)
    {
      g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP,
                           "There is no folder in which the recogniser could work.");
      return FALSE;
    }
  work_folder = g_canonicalize_filename (folder, NULL);
  trs_worker_tree_on_end (remove_work_folder);
  result = g_build_filename (work_folder, TRS_WORKER_INSIDE_RESULT, NULL);
  if (g_mkdir (result, 0700) != 0)
    {
      g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_DISK, "There is no room for the recogniser.");
      return FALSE;
    }
  return TRUE;
}

static GStrv
make_command (const TrsWorkerOptions  *options,
              GStrv                    template,
              GError                 **error)
{
  g_autofree char *input = g_build_filename (work_folder, TRS_WORKER_INSIDE_SOUND, NULL);
  g_autofree char *result = g_build_filename (work_folder, TRS_WORKER_INSIDE_RESULT, NULL);
  TrsWorkerValues values = { .input = input, .stem = TRS_WORKER_INSIDE_STEM, .outdir = result,
                             .language = options->language,
                             .model = options->model };
  g_auto (GStrv) argv = trs_worker_template_expand (template, &values, error);
  char *program;

  if (argv == NULL)
    return NULL;
  program = g_find_program_in_path (argv[0]);
  if (program == NULL || !g_path_is_absolute (program))
    {
      g_free (program);
      g_set_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP, "The recogniser “%s” is not installed.", argv[0]);
      return NULL;
    }
  g_free (argv[0]);
  argv[0] = program;
  return g_steal_pointer (&argv);
}

static int
transcribe_by_command (Job *job)
{
  TrsWorkerInside inside = { .file = job->options->file, .until = job->options->until,
                             .track = (guint) job->options->track, .sound = job->options->sound };
  g_auto (GStrv) template = NULL;
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  double seconds;
  gboolean cut;

  template = trs_worker_template_parse (job->options->recognizer, &error);
  if (template == NULL || !make_work_folder (job->options->scratch, &error))
    return fail (error);
  argv = make_command (job->options, template, &error);
  if (argv == NULL)
    return fail (error);

  job->keep_end = TRUE;
  inside.folder = work_folder;
  if (!run_inside (job, trs_worker_inside_decode, &inside))
    goto failed;
  seconds = job->seconds;
  cut = job->cut;
  if (!run_command (job, argv))
    goto failed;
  inside.length = seconds;
  job->add_last_words = TRUE;
  if (!run_inside (job, trs_worker_inside_collect, &inside))
    goto failed;

  {
    TrsWorkerLine end = { .type = TRS_WORKER_LINE_END, .seconds = seconds, .cut = cut, .dropped = job->dropped };

    remove_work_folder ();
    print_line (&end);
  }
  return EXIT_SUCCESS;

failed:
  remove_work_folder ();
  return EXIT_FAILURE;
}

static guint64 model_size;

static int
add_size_cb (const char        *path,
             const struct stat *status,
             int                type,
             struct FTW        *where)
{
  model_size += type == FTW_F ? (guint64) status->st_size : 0;
  return model_size >= SMALLEST_MODEL;
}

/* Links are followed, as caches of models are made of them. One that is not there may be a name. */
static gboolean
check_model (const char  *model,
             GError     **error)
{
  model_size = 0;
  if (model == NULL || nftw (model, add_size_cb, 16, 0) != 0)
    return TRUE;
  g_set_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP, "The model has %" G_GUINT64_FORMAT
               " bytes, which is too little: was it downloaded whole?", model_size);
  return FALSE;
}

/**
 * trs_worker_transcribe:
 * @options: what to recognise, and how
 *
 * Reports what is said in a file.
 *
 * Returns: the exit status
 */
int
trs_worker_transcribe (const TrsWorkerOptions *options)
{
  g_auto (Job) job = { NULL };
  g_autoptr (GError) error = NULL;

  job_init (&job, options);
  if (!check_model (options->model, &error))
    return fail (error);
  if (options->recognizer == NULL || g_str_equal (options->recognizer, TRS_WORKER_POCKETSPHINX))
    return transcribe_here (&job);
  return transcribe_by_command (&job);
}
