/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-worker.h"

#include "trs-display-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-json-reader.h"
#include "trs-language-tag.h"
#include "trs-strings.h"
#include "trs-task.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECONDS_MAX 1e7
#define MAX_LANGUAGE 35
#define MAX_TRACK_TITLE 100

/* For how many seconds a trial may do nothing. */
#define TRIAL_LIMIT "120"

/* The descriptor of the recording in the worker: paths in arguments can be read by all users of a computer. */
#define FILE_DESCRIPTOR 3
#define FILE_ARGUMENT "/dev/fd/3"

/* One run. The worker ends, with all that it has started, when its standard input does. */
typedef struct
{
  GSubprocess *process;
  GDataInputStream *lines;
  GString *words;
  TrsLocalMedium *medium;
  GError *fault;
  gboolean ended;
  gboolean checks;  /* whether sound can be kept */
  gboolean checked; /* whether @kept was said */
  gboolean kept;
} Run;

static void
run_clear (Run *run)
{
  g_clear_object (&run->process);
  g_clear_object (&run->lines);
  if (run->words != NULL)
    g_string_free (run->words, TRUE);
  g_clear_pointer (&run->medium, trs_local_medium_free);
  g_clear_error (&run->fault);
}

TRS_DEFINE_TASK_STATE (Run, run)

void
trs_local_medium_free (TrsLocalMedium *self)
{
  g_free (self->title);
  g_clear_pointer (&self->tracks, g_ptr_array_unref);
  g_free (self);
}

static void
track_free (gpointer data)
{
  TrsLocalTrack *self = data;

  g_free (self->language);
  g_free (self->title);
  g_free (self);
}

/**
 * trs_local_track_dup_name:
 * @self: a track
 *
 * Returns: (transfer full) (nullable): "English", "English · Interpreter" or "Interpreter", safe to show; %NULL if
 *   nothing is known of it
 */
char *
trs_local_track_dup_name (const TrsLocalTrack *self)
{
  g_autofree char *tag = self->language != NULL ? trs_language_tag_canonicalize (self->language) : NULL;
  g_autofree char *language = tag != NULL ? trs_language_tag_get_name (tag) : NULL;
  g_autofree char *title = self->title != NULL ? trs_display_text_line (self->title) : NULL;

  if (language == NULL || title == NULL)
    return language != NULL ? g_steal_pointer (&language) : g_steal_pointer (&title);
  return g_strdup_printf ("%s · %s", language, title);
}

static GError *
make_fault (const char *reason,
            const char *message)
{
  g_autofree char *sentence = message != NULL ? trs_strings_local_fault (message) : NULL;

  if (sentence == NULL)
    sentence = g_strdup (g_strcmp0 (reason, "unreadable") == 0 ? _("This file can’t be read")
                                                               : _("The recogniser doesn’t work"));
  return g_error_new_literal (TRS_ERROR, TRS_ERROR_INVALID_INPUT, sentence);
}

/* Returns: whether it is not there, or a string of at most @max characters */
static gboolean
read_text (JsonObject  *object,
           const char  *name,
           glong        max,
           char       **text)
{
  const char *string = trs_json_reader_has (object, name) ? trs_json_reader_get_string (object, name) : NULL;

  *text = g_strdup (string);
  return trs_json_reader_has (object, name) ? string != NULL && g_utf8_strlen (string, -1) <= max : TRUE;
}

/* Returns: (transfer full) (nullable): %NULL for what is no list of a few tracks */
static GPtrArray *
read_tracks (JsonArray *array)
{
  guint n = array != NULL ? json_array_get_length (array) : 0;
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (track_free);

  if (n < 2 || n > TRS_LOCAL_MAX_TRACKS)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      JsonObject *object = trs_json_reader_as_object (json_array_get_element (array, i), NULL);
      TrsLocalTrack *track = g_new0 (TrsLocalTrack, 1);

      g_ptr_array_add (tracks, track);
      if (object == NULL || !read_text (object, "language", MAX_LANGUAGE, &track->language) ||
          !read_text (object, "title", MAX_TRACK_TITLE, &track->title))
        return NULL;
    }
  return g_steal_pointer (&tracks);
}

static void
take_media (Run        *run,
            JsonObject *object)
{
  g_autoptr (GPtrArray) tracks = NULL;
  double length;

  if (!trs_json_reader_get_number (object, "length", 0, SECONDS_MAX, &length) ||
      (trs_json_reader_has (object, "tracks") &&
       (tracks = read_tracks (trs_json_reader_get_array (object, "tracks"))) == NULL))
    return;
  g_clear_pointer (&run->medium, trs_local_medium_free);
  run->medium = g_new0 (TrsLocalMedium, 1);
  run->medium->length = length;
  if (trs_json_reader_has (object, "title"))
    run->medium->title = g_strdup (trs_json_reader_get_string (object, "title"));
  run->medium->tracks = g_steal_pointer (&tracks);
}

static void
take_line (Run        *run,
           const char *line)
{
  g_autoptr (GBytes) bytes = g_bytes_new (line, strlen (line));
  g_autoptr (JsonNode) node = trs_json_reader_parse (bytes, NULL, NULL);
  JsonObject *object = node != NULL ? trs_json_reader_as_object (node, NULL) : NULL;
  const char *type = object != NULL ? trs_json_reader_get_string (object, "type") : NULL;
  const char *text;

  if (g_strcmp0 (type, "media") == 0)
    take_media (run, object);
  else if (g_strcmp0 (type, "end") == 0)
    run->ended = TRUE;
  else if (g_strcmp0 (type, "sound") == 0 && run->checks)
    run->checked = trs_json_reader_get_boolean (object, "kept", &run->kept);
  else if (g_strcmp0 (type, "paragraph") == 0 && (text = trs_json_reader_get_string (object, "text")) != NULL)
    g_string_append_printf (run->words, "%s%s", run->words->len > 0 ? " " : "", text);
  else if (g_strcmp0 (type, "fault") == 0 && run->fault == NULL)
    run->fault = make_fault (trs_json_reader_get_string (object, "reason"),
                             trs_json_reader_get_string (object, "message"));
}

static void
stop (Run *run)
{
  g_output_stream_close (g_subprocess_get_stdin_pipe (run->process), NULL, NULL);
}

static void
return_outcome (GTask *task)
{
  Run *run = run_get (task);

  if (run->checked)
    g_task_return_boolean (task, run->kept);
  else if (run->fault != NULL)
    g_task_return_error (task, g_steal_pointer (&run->fault));
  else if (run->medium != NULL)
    g_task_return_pointer (task, g_steal_pointer (&run->medium), (GDestroyNotify) trs_local_medium_free);
  else if (run->ended)
    g_task_return_pointer (task, g_string_free (g_steal_pointer (&run->words), FALSE), g_free);
  else
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_FAILED, _("The program that reads recordings broke off"));
}

static void
line_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;
  g_autofree char *line = g_data_input_stream_read_line_finish_utf8 (run->lines, result, NULL, &error);

  if (line != NULL)
    {
      take_line (run, line);
      g_data_input_stream_read_line_async (run->lines, G_PRIORITY_DEFAULT, g_task_get_cancellable (task), line_cb,
                                           g_object_ref (task));
      return;
    }

  stop (run);
  if (error != NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    return_outcome (task);
}

static GSubprocess *
spawn (const char * const  argv[],
       const char         *path,
       GError            **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  /* Without this flag a FIFO waits for somebody who writes. */
  int fd = path != NULL ? g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0) : -1;
  GStatBuf status;

  if (path != NULL && (fd < 0 || fstat (fd, &status) != 0 || !S_ISREG (status.st_mode)))
    {
      if (fd >= 0)
        close (fd);
      g_propagate_error (error, make_fault ("unreadable", NULL));
      return NULL;
    }
  if (fd >= 0)
    g_subprocess_launcher_take_fd (launcher, fd, FILE_DESCRIPTOR);
  return g_subprocess_launcher_spawnv (launcher, argv, error);
}

/* @path: (nullable): the recording */
static void
start (GTask              *task,
       const char * const  argv[],
       const char         *path)
{
  Run *run = run_attach (task);
  g_autoptr (GError) error = NULL;

  run->checks = g_task_get_source_tag (task) == trs_local_worker_check_sound_async;
  run->words = g_string_new (NULL);
  run->process = spawn (argv, path, &error);
  if (run->process == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      g_object_unref (task);
      return;
    }
  run->lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (run->process));
  g_data_input_stream_read_line_async (run->lines, G_PRIORITY_DEFAULT, g_task_get_cancellable (task), line_cb, task);
}

/**
 * trs_local_worker_discover_async:
 * @worker: (type filename): path of `transcription-worker`
 * @path: (type filename): a file
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds out how long a recording is, and what it is called.
 */
void
trs_local_worker_discover_async (const char          *worker,
                                 const char          *path,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  const char *argv[] = { worker, "discover", FILE_ARGUMENT, NULL };
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_local_worker_discover_async);
  start (task, argv, path);
}

/**
 * trs_local_worker_discover_finish:
 * @result: what the callback got
 * @error: return location for an error: %TRS_ERROR_INVALID_INPUT says in the user's words why it is no recording
 *
 * Returns: (transfer full) (nullable): what the file is
 */
TrsLocalMedium *
trs_local_worker_discover_finish (GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_worker_discover_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_local_worker_check_sound_async:
 * @worker: (type filename): path of `transcription-worker`
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds out whether the plugins that are needed to keep the sound of recordings are installed.
 */
void
trs_local_worker_check_sound_async (const char          *worker,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  const char *argv[] = { worker, "--check-sound", NULL };
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_local_worker_check_sound_async);
  start (task, argv, NULL);
}

/**
 * trs_local_worker_check_sound_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if sound can be kept; %FALSE if it cannot, or on an error
 */
gboolean
trs_local_worker_check_sound_finish (GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_worker_check_sound_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_local_worker_try_async:
 * @worker: (type filename): path of `transcription-worker`
 * @recognizer: (nullable): a command, %NULL or empty for what is built in
 * @model: (nullable) (type filename): its model
 * @path: (type filename): a recording
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Recognises the first %TRS_LOCAL_TRIAL_SECONDS seconds of a recording. Nothing is kept of them.
 */
void
trs_local_worker_try_async (const char          *worker,
                            const char          *recognizer,
                            const char          *model,
                            const char          *path,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autofree char *scratch = g_build_filename (g_get_user_cache_dir (), "transcripts", NULL);
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  g_auto (GStrv) arguments = NULL;
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_local_worker_try_async);
  g_mkdir_with_parents (scratch, 0700);
  g_strv_builder_add_many (argv, worker, "transcribe", "--until", G_STRINGIFY (TRS_LOCAL_TRIAL_SECONDS),
                           "--stall-limit", TRIAL_LIMIT, "--scratch", scratch, NULL);
  if (recognizer != NULL && *recognizer != '\0')
    g_strv_builder_add_many (argv, "--recognizer", recognizer, NULL);
  if (model != NULL && *model != '\0')
    g_strv_builder_add_many (argv, "--model", model, NULL);
  g_strv_builder_add (argv, FILE_ARGUMENT);
  arguments = g_strv_builder_end (argv);
  start (task, (const char * const *) arguments, path);
}

/**
 * trs_local_worker_try_finish:
 * @result: what the callback got
 * @error: return location for an error, in the user's words where it is %TRS_ERROR_INVALID_INPUT
 *
 * Returns: (transfer full) (nullable): the words that were recognised, which may be none
 */
char *
trs_local_worker_try_finish (GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_worker_try_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
