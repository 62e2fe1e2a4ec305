/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sample-service.h"

#include "trs-api-key.h"
#include "trs-compat.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-json-reader.h"
#include "trs-server-address.h"
#include "trs-task.h"

#include <glib/gstdio.h>
#include <signal.h>

struct _TrsSampleService
{
  GObject parent_instance;

  char *address;
  char *key;

  char *program;
  char *catalogue;
  char *data;
  TrsClock *clock;

  GSubprocess *process;
  GDataInputStream *output;
  char *last_line; /* output before address and key were printed */

  GTask *starting; /* until address and key are known */
  GSource *cancelled_source;
  guint deadline_id;

  gboolean output_ended;
  gboolean exited;
  gboolean stopped;
  gboolean terminated;
  guint grace_id;
};

/* Prefixes of the lines that the program prints. */
#define LISTENING "Listening on "
#define KEY "Key "

#define SUFFIX ".json" /* of a video in the catalogue */

#define START_MILLISECONDS 10000
/* Milliseconds between closing the input of the program, asking it to end, and killing it. */
#define GRACE_MILLISECONDS 3000

static guint ended_signal;

G_DEFINE_FINAL_TYPE (TrsSampleService, trs_sample_service, G_TYPE_OBJECT)

static void
trs_sample_service_finalize (GObject *object)
{
  TrsSampleService *self = TRS_SAMPLE_SERVICE (object);

  g_assert (self->starting == NULL && self->grace_id == 0);
  g_clear_object (&self->output);
  g_clear_object (&self->process);
  g_clear_object (&self->clock);
  g_free (self->program);
  g_free (self->catalogue);
  g_free (self->data);
  g_free (self->address);
  g_clear_pointer (&self->key, trs_api_key_free);
  g_free (self->last_line);

  G_OBJECT_CLASS (trs_sample_service_parent_class)->finalize (object);
}

static void
trs_sample_service_class_init (TrsSampleServiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_sample_service_finalize;

  ended_signal = g_signal_new ("ended", TRS_TYPE_SAMPLE_SERVICE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
trs_sample_service_init (TrsSampleService *self)
{
}

/**
 * trs_sample_service_new:
 * @program: path of `transcription-service`
 * @catalogue: (nullable): folder of the videos there are; %NULL for its own
 * @data: (nullable): file in which it keeps its account; %NULL to forget it
 * @clock: for the 10 seconds it may take to start, and the 3 to end
 *
 * Returns: (transfer full): a service that was not started yet
 */
TrsSampleService *
trs_sample_service_new (const char *program,
                        const char *catalogue,
                        const char *data,
                        TrsClock   *clock)
{
  TrsSampleService *self = g_object_new (TRS_TYPE_SAMPLE_SERVICE, NULL);

  self->program = g_strdup (program);
  self->catalogue = g_strdup (catalogue);
  self->data = g_strdup (data);
  self->clock = g_object_ref (clock);
  return self;
}

/* The end */

static void
grace_ended_cb (gpointer user_data)
{
  TrsSampleService *self = user_data;

  if (self->terminated)
    {
      g_subprocess_force_exit (self->process);
      return;
    }
  self->terminated = TRUE;
  g_subprocess_send_signal (self->process, SIGTERM);
  trs_clock_set_timeout (self->clock, &self->grace_id, GRACE_MILLISECONDS, grace_ended_cb, self);
}

/* Closes the input first, at which the program ends by itself. */
static void
end_process (TrsSampleService *self)
{
  self->stopped = TRUE;
  if (self->process == NULL)
    return;

  g_output_stream_close (g_subprocess_get_stdin_pipe (self->process), NULL, NULL);
  if (!self->exited)
    trs_clock_set_timeout (self->clock, &self->grace_id, GRACE_MILLISECONDS, grace_ended_cb, self);
}

/* Takes the task of the caller, so that it is returned only once. Returns: (transfer full): the task */
static GTask *
take_starting (TrsSampleService *self)
{
  trs_clock_clear_timeout (self->clock, &self->deadline_id);
  g_clear_pointer (&self->cancelled_source, g_source_destroy);
  return g_steal_pointer (&self->starting);
}

static void
fail_start (TrsSampleService *self,
            GError           *error)
{
  g_autoptr (GTask) task = take_starting (self);

  end_process (self);
  g_task_return_error (task, error);
}

static void
check_ended (TrsSampleService *self)
{
  /* The last line of the output can arrive after the process has exited. */
  if (!self->exited || !self->output_ended)
    return;

  trs_clock_clear_timeout (self->clock, &self->grace_id);
  if (self->starting == NULL)
    {
      if (!self->stopped)
        g_signal_emit (self, ended_signal, 0);
    }
  else if (self->last_line != NULL)
    /* Translators: %s is why not, in the words of the system. */
    fail_start (self, g_error_new (TRS_ERROR, TRS_ERROR_FAILED, _("The sample service could not start (%s)"),
                                   self->last_line));
  else
    fail_start (self, g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, _("The sample service could not start")));
}

static void
exited_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsSampleService) self = user_data;

  g_subprocess_wait_finish (G_SUBPROCESS (source), result, NULL);
  self->exited = TRUE;
  check_ended (self);
}

/* Its output */

static void
parse_line (TrsSampleService *self,
            const char       *line)
{
  g_autofree char *address = NULL;

  if (g_str_has_prefix (line, LISTENING) && self->address == NULL)
    {
      address = trs_server_address_normalize (line + strlen (LISTENING), NULL);
      if (address != NULL && trs_server_address_is_loopback (address))
        self->address = g_steal_pointer (&address);
    }
  else if (g_str_has_prefix (line, KEY) && self->key == NULL)
    self->key = trs_api_key_clean (line + strlen (KEY), NULL);
  else if (self->starting != NULL)
    trs_set_str (&self->last_line, line);

  if (self->starting != NULL && self->address != NULL && self->key != NULL)
    {
      g_autoptr (GTask) task = take_starting (self);

      g_task_return_boolean (task, TRUE);
    }
}

/* Reads to the end, so that the output pipe of the program never fills up. */
static void
got_line_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsSampleService) self = user_data;
  g_autofree char *line = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (source), result, NULL, NULL);

  if (line == NULL)
    {
      self->output_ended = TRUE;
      check_ended (self);
      return;
    }

  if (g_utf8_validate (line, -1, NULL))
    parse_line (self, line);
  g_data_input_stream_read_line_async (self->output, G_PRIORITY_DEFAULT, NULL, got_line_cb, g_object_ref (self));
}

/* The start */

/* The data of the service must be readable by this user only. */
static gboolean
make_data_folder (TrsSampleService  *self,
                  GError           **error)
{
  g_autofree char *folder = NULL;

  if (self->data == NULL)
    return TRUE;

  folder = g_path_get_dirname (self->data);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    return TRUE;

  /* Translators: the first %s is the path of the folder, the second why not, in the words of the system. */
  g_set_error (error, TRS_ERROR, TRS_ERROR_FAILED, _("The folder “%s” for the sample service can’t be made (%s)"),
               folder, g_strerror (errno));
  return FALSE;
}

static GStrv
make_arguments (TrsSampleService *self)
{
  g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();

  /* If this program dies, the service sees its input close and ends. */
  g_strv_builder_add_many (arguments, self->program, "--until-stdin-closes", "--port=0", NULL);
  if (self->catalogue != NULL)
    g_strv_builder_add_many (arguments, "--catalogue", self->catalogue, NULL);
  if (self->data != NULL)
    g_strv_builder_add_many (arguments, "--data", self->data, NULL);
  return g_strv_builder_end (arguments);
}

static gboolean
launch (TrsSampleService  *self,
        GError           **error)
{
  g_auto (GStrv) arguments = make_arguments (self);
  g_autoptr (GError) cause = NULL;

  if (!make_data_folder (self, error))
    return FALSE;

  self->process = g_subprocess_newv ((const char * const *) arguments,
                                     G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                         | G_SUBPROCESS_FLAGS_STDERR_MERGE,
                                     &cause);
  if (self->process == NULL)
    {
      /* Translators: %s is why not, in the words of the system. */
      g_set_error (error, TRS_ERROR, TRS_ERROR_FAILED, _("The sample service can’t be started (%s)"), cause->message);
      return FALSE;
    }

  self->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  g_data_input_stream_read_line_async (self->output, G_PRIORITY_DEFAULT, NULL, got_line_cb, g_object_ref (self));
  g_subprocess_wait_async (self->process, NULL, exited_cb, g_object_ref (self));
  return TRUE;
}

static void
deadline_cb (gpointer user_data)
{
  fail_start (user_data,
              g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, _("The sample service did not start in time")));
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  trs_sample_service_stop (g_task_get_source_object (user_data));
  return G_SOURCE_REMOVE;
}

/**
 * trs_sample_service_start_async:
 * @self: a service that was not started yet
 * @cancellable: (nullable): to give up, which ends the program again
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Starts the program, and waits until it says where.
 */
void
trs_sample_service_start_async (TrsSampleService    *self,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (self->process == NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_sample_service_start_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (!launch (self, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  trs_clock_set_timeout (self->clock, &self->deadline_id, START_MILLISECONDS, deadline_cb, self);
  if (cancellable != NULL)
    self->cancelled_source =
        trs_task_attach_source (task, g_cancellable_source_new (cancellable), G_SOURCE_FUNC (cancelled_cb));
  self->starting = g_steal_pointer (&task);
}

/**
 * trs_sample_service_start_finish:
 * @self: a service
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it runs; else %TRS_ERROR_FAILED with a sentence for the user, or
 *   %G_IO_ERROR_CANCELLED
 */
gboolean
trs_sample_service_start_finish (TrsSampleService  *self,
                                 GAsyncResult      *result,
                                 GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_sample_service_start_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_sample_service_stop:
 * @self: a service
 *
 * Ends the program, if it runs; a start that is under way ends with
 * %G_IO_ERROR_CANCELLED. The program itself may take a moment more.
 */
void
trs_sample_service_stop (TrsSampleService *self)
{
  if (self->starting != NULL)
    fail_start (self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The sample service was stopped"));
  else if (!self->stopped)
    end_process (self);
}

/* Returns: %TRUE between a successful start and the end of the process */
gboolean
trs_sample_service_is_running (TrsSampleService *self)
{
  return self->address != NULL && self->key != NULL && !self->exited && !self->stopped;
}

/* The catalogue */

static void
video_free (gpointer data)
{
  TrsSampleVideo *video = data;

  g_free (video->id);
  g_free (video->title);
  g_free (video->language);
  g_free (video);
}

/* Whether a title has invisible characters or characters that change how others are displayed. */
static gboolean
has_deceptive_characters (const char *title)
{
  for (const char *p = title; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)) || g_unichar_type (g_utf8_get_char (p)) == G_UNICODE_FORMAT)
      return TRUE;
  return FALSE;
}

/* The catalogue also has videos that fail, for tests and for authors of clients; they are not examples. */
static gboolean
is_example (JsonObject *object,
            const char *title)
{
  gboolean private = FALSE;

  return !has_deceptive_characters (title) && !trs_json_reader_has (object, "fails") &&
         trs_json_reader_get_array (object, "paragraphs") != NULL &&
         (!trs_json_reader_get_boolean (object, "private", &private) || !private);
}

/* Returns: (nullable): %NULL for a file that is not a video; the service reports those itself */
static TrsSampleVideo *
read_video (const char *folder,
            const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  g_autoptr (GBytes) bytes = file != NULL ? g_mapped_file_get_bytes (file) : NULL;
  g_autoptr (JsonNode) root = bytes != NULL ? trs_json_reader_parse (bytes, NULL, NULL) : NULL;
  JsonObject *object = root != NULL ? trs_json_reader_as_object (root, NULL) : NULL;
  const char *title = object != NULL ? trs_json_reader_get_string (object, "title") : NULL;
  TrsSampleVideo *video;

  if (title == NULL || !is_example (object, title))
    return NULL;

  video = g_new0 (TrsSampleVideo, 1);
  video->id = g_strndup (name, strlen (name) - strlen (SUFFIX));
  video->title = g_strdup (title);
  video->language = g_strdup (trs_json_reader_get_string (object, "language"));
  trs_json_reader_get_integer (object, "length", 0, G_MAXINT32, &video->length);
  return video;
}

static int
compare_titles (gconstpointer a,
                gconstpointer b)
{
  const TrsSampleVideo *left = *(TrsSampleVideo * const *) a;
  const TrsSampleVideo *right = *(TrsSampleVideo * const *) b;

  return g_utf8_collate (left->title, right->title);
}

static void
list_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const char *folder = task_data;
  g_autoptr (GPtrArray) videos = g_ptr_array_new_with_free_func (video_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  if (dir == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  while ((name = g_dir_read_name (dir)) != NULL && !g_cancellable_is_cancelled (cancellable))
    {
      TrsSampleVideo *video = g_str_has_suffix (name, SUFFIX) ? read_video (folder, name) : NULL;

      if (video != NULL)
        g_ptr_array_add (videos, video);
    }

  g_ptr_array_sort (videos, compare_titles);
  g_task_return_pointer (task, g_steal_pointer (&videos), (GDestroyNotify) g_ptr_array_unref);
}

/**
 * trs_sample_video_list_async:
 * @folder: the catalogue of the sample service
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the examples among what can be submitted to the sample service, on a
 * worker thread.
 */
void
trs_sample_video_list_async (const char          *folder,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_sample_video_list_async);
  g_task_set_task_data (task, g_strdup (folder), g_free);
  g_task_run_in_thread (task, list_thread);
}

/**
 * trs_sample_video_list_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsSampleVideo): them, sorted by
 *   title; %NULL with @error set
 */
GPtrArray *
trs_sample_video_list_finish (GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_sample_video_list_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_sample_service_get_address:
 * @self: a #TrsSampleService
 *
 * Returns: (transfer none) (nullable): its normalised address, which differs in
 *   each run; %NULL before it was printed
 */
const char *
trs_sample_service_get_address (TrsSampleService *self)
{
  return self->address;
}

/**
 * trs_sample_service_get_key:
 * @self: a #TrsSampleService
 *
 * Returns: (transfer none) (nullable): the key of the sample account, which is
 *   the same in each run with the same data; %NULL before it was printed
 */
const char *
trs_sample_service_get_key (TrsSampleService *self)
{
  return self->key;
}
