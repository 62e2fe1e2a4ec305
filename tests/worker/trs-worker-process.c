/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-process.h"

#include "trs-test-media.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static void read_line (TrsWorkerProcess *self);

static void
line_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  TrsWorkerProcess *self = user_data;
  gsize length;
  g_autofree char *text = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (source), result, &length, NULL);
  TrsWorkerLine *line;

  self->reading = FALSE;
  if (text == NULL)
    return;

  g_test_message ("%s", text);
  line = trs_worker_line_parse (text, length);
  g_assert_nonnull (line);
  g_ptr_array_add (self->lines, line);
  self->last = line;
  if (line->type == TRS_WORKER_LINE_PARAGRAPH)
    g_ptr_array_add (self->paragraphs, line->text);
  read_line (self);
}

static void
read_line (TrsWorkerProcess *self)
{
  self->reading = TRUE;
  g_data_input_stream_read_line_async (self->output, G_PRIORITY_DEFAULT, NULL, line_cb, self);
}

static void
wait_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  TrsWorkerProcess *self = user_data;

  g_subprocess_wait_finish (G_SUBPROCESS (source), result, NULL);
  self->ended = TRUE;
}

/* Starts it with these arguments; its standard input stays open until the process is let go. */
TrsWorkerProcess *
trs_worker_process_start (const char * const *args)
{
  TrsWorkerProcess *self = g_new0 (TrsWorkerProcess, 1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;

  g_strv_builder_add (builder, TRS_WORKER_PROGRAM);
  g_strv_builder_addv (builder, (const char **) args);
  argv = g_strv_builder_end (builder);
  self->lines = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_worker_line_free);
  self->paragraphs = g_ptr_array_new ();
  self->process = g_subprocess_newv ((const char * const *) argv,
                                     G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error (error);
  self->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  read_line (self);
  g_subprocess_wait_async (self->process, NULL, wait_cb, self);
  return self;
}

/* Until it has ended, and all that it said is read. */
void
trs_worker_process_wait (TrsWorkerProcess *self)
{
  trs_test_wait_until (self->ended && !self->reading);
  self->status = g_subprocess_get_if_exited (self->process) ? g_subprocess_get_exit_status (self->process) : -1;
}

TrsWorkerProcess *
trs_worker_process_run (const char * const *args)
{
  TrsWorkerProcess *self = trs_worker_process_start (args);

  trs_worker_process_wait (self);
  return self;
}

TrsWorkerProcess *
trs_worker_process_start_command (const char *mode,
                                  const char *file,
                                  const char *language)
{
  g_autofree char *scratch = trs_test_media_path ("job-XXXXXX");
  g_autofree char *recognizer = g_strdup_printf (TRS_FAKE_RECOGNIZER " %s {input} {outdir} {stem} {language}", mode);
  const char *args[] = { "transcribe", "--recognizer", recognizer, "--scratch", scratch, "--stall-limit", "100", file,
                         language != NULL ? "--language" : NULL, language, NULL };
  TrsWorkerProcess *self;

  g_assert_nonnull (g_mkdtemp (scratch));
  self = trs_worker_process_start (args);
  self->scratch = g_steal_pointer (&scratch);
  return self;
}

/* With a recogniser that does as @mode says, in a folder of its own; @language may be %NULL. */
TrsWorkerProcess *
trs_worker_process_run_command (const char *mode,
                                const char *file,
                                const char *language)
{
  TrsWorkerProcess *self = trs_worker_process_start_command (mode, file, language);

  trs_worker_process_wait (self);
  return self;
}

/* As whoever started it does when he dies. */
void
trs_worker_process_let_go (TrsWorkerProcess *self)
{
  g_output_stream_close (g_subprocess_get_stdin_pipe (self->process), NULL, NULL);
}

int
trs_worker_process_get_pid (TrsWorkerProcess *self)
{
  return atoi (g_subprocess_get_identifier (self->process));
}

/* The path of a file in the folder to which the command writes; %NULL while there is none. */
char *
trs_worker_process_find (TrsWorkerProcess *self,
                         const char       *name)
{
  g_autoptr (GDir) dir = g_dir_open (self->scratch, 0, NULL);
  const char *folder = dir != NULL ? g_dir_read_name (dir) : NULL;
  g_autofree char *path = folder != NULL ? g_build_filename (self->scratch, folder, "result", name, NULL) : NULL;

  return path != NULL && g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}

/* Whether anything is left in its folder. */
gboolean
trs_worker_process_has_left (TrsWorkerProcess *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->scratch, 0, NULL);

  return g_dir_read_name (dir) != NULL;
}

void
trs_worker_process_free (TrsWorkerProcess *self)
{
  if (!self->ended || self->reading)
    {
      trs_worker_process_let_go (self);
      trs_worker_process_wait (self);
    }
  g_object_unref (self->output);
  g_object_unref (self->process);
  g_ptr_array_unref (self->paragraphs);
  g_ptr_array_unref (self->lines);
  g_free (self->scratch);
  g_free (self);
}
