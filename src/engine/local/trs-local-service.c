/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-service.h"

#include "trs-api-client.h"
#include "trs-api-key.h"
#include "trs-compat.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-json-reader.h"
#include "trs-local-folder.h"
#include "trs-local-sound.h"
#include "trs-server-address.h"
#include "trs-task.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <sys/stat.h>
#include <unistd.h>

/* Prefixes of the lines that the program prints. */
#define LISTENING "Listening on "
#define KEY "Key "

/* Lines that the program reads from its life-line. */
#define END "end\n"
#define PAUSE "pause\n"
#define GO_ON "go on\n"

/* Number of the descriptor by which the program holds the lock as long as it lives. */
#define LOCK_FD 3

#define START_MILLISECONDS 15000
#define RETRY_MILLISECONDS 50

/* How often a service that was killed before it had said anything is started again at once. */
#define MAX_KILLED 2

/* How long a service that is not needed any more may take to end, or to see that its tickets are gone. */
#define LOCK_TRIES 30
#define LOCK_GAP 100

struct _TrsLocalService
{
  GObject parent_instance;

  char *program;
  char *worker;
  char *folder;
  char *recognizer; /* (nullable) */
  char *model;      /* (nullable) */
  gboolean keep_sound;
  TrsTransport *transport;
  TrsClock *clock;

  char *address;
  char *key;
  char *running_recognizer; /* (nullable): that of the one that runs, with its model */
  gboolean running;
  gboolean pauses; /* this program has a say in whether its jobs wait */
  gboolean paused;
  int life_line; /* -1, or the end that keeps it alive */
  guint life_id;

  GPtrArray *waiting; /* tasks */
  guint deadline_id;
  guint retry_id;
  guint n_killed;
  guint attempt; /* goes up, so that what belongs to an earlier one is known */

  GSubprocess *process; /* (nullable): while this program starts it */
  char *last_line;      /* output before address and key were printed */
};

static guint ended_signal;

G_DEFINE_FINAL_TYPE (TrsLocalService, trs_local_service, G_TYPE_OBJECT)

static void try_again (TrsLocalService *self);

static void
trs_local_service_dispose (GObject *object)
{
  trs_local_service_stop (TRS_LOCAL_SERVICE (object));

  G_OBJECT_CLASS (trs_local_service_parent_class)->dispose (object);
}

static void
trs_local_service_finalize (GObject *object)
{
  TrsLocalService *self = TRS_LOCAL_SERVICE (object);

  g_clear_object (&self->transport);
  g_clear_object (&self->clock);
  g_ptr_array_unref (self->waiting);
  g_free (self->program);
  g_free (self->worker);
  g_free (self->folder);
  g_free (self->recognizer);
  g_free (self->model);
  g_free (self->address);
  g_clear_pointer (&self->key, trs_api_key_free);
  g_free (self->running_recognizer);
  g_free (self->last_line);

  G_OBJECT_CLASS (trs_local_service_parent_class)->finalize (object);
}

static void
trs_local_service_class_init (TrsLocalServiceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_local_service_dispose;
  object_class->finalize = trs_local_service_finalize;

  ended_signal =
      g_signal_new ("ended", TRS_TYPE_LOCAL_SERVICE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_local_service_init (TrsLocalService *self)
{
  self->life_line = -1;
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * trs_local_service_new:
 * @program: (type filename): path of `transcription-service`
 * @worker: (type filename): path of `transcription-worker`
 * @folder: (type filename): where all of it lies; made when it is needed, for this user alone
 * @transport: the network, to see whether it answers
 * @clock: the time
 *
 * Returns: (transfer full): the service, which was neither looked for nor started
 */
TrsLocalService *
trs_local_service_new (const char   *program,
                       const char   *worker,
                       const char   *folder,
                       TrsTransport *transport,
                       TrsClock     *clock)
{
  TrsLocalService *self = g_object_new (TRS_TYPE_LOCAL_SERVICE, NULL);

  self->program = g_strdup (program);
  self->worker = g_strdup (worker);
  self->folder = g_strdup (folder);
  self->transport = g_object_ref (transport);
  self->clock = g_object_ref (clock);
  return self;
}

/* The life-line: a pipe with a name, which the service reads and each program that needs the service holds. It breaks
 * when the service ends, and the service ends when the last of them has let go, be it by dying. */

static void
close_life_line (TrsLocalService *self)
{
  g_clear_handle_id (&self->life_id, g_source_remove);
  if (self->life_line >= 0)
    close (self->life_line);
  self->life_line = -1;
}

/* Returns: %FALSE if no service reads it */
static gboolean
open_life_line (TrsLocalService *self)
{
  g_autofree char *path = g_build_filename (self->folder, TRS_LOCAL_FOLDER_LIFE_LINE, NULL);
  struct stat info;

  close_life_line (self);
  self->life_line = open (path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
  if (self->life_line >= 0 && (fstat (self->life_line, &info) != 0 || !S_ISFIFO (info.st_mode)))
    close_life_line (self);
  return self->life_line >= 0;
}

static void
write_life_line (TrsLocalService *self,
                 const char      *word)
{
  if (self->running && write (self->life_line, word, strlen (word)) < 0)
    g_info ("The service did not take what it is to do: %s", g_strerror (errno));
}

/* The outcome of a start */

/* @error: (nullable) (transfer full): why it failed */
static void
end_start (TrsLocalService *self,
           GError          *error)
{
  self->attempt++;
  trs_clock_clear_timeout (self->clock, &self->deadline_id);
  trs_clock_clear_timeout (self->clock, &self->retry_id);
  g_clear_object (&self->process);
  self->running = error == NULL;
  if (error != NULL)
    close_life_line (self);
  /* One that another program has started may still pause for a window that has died. */
  if (self->pauses)
    write_life_line (self, self->paused ? PAUSE : GO_ON);
  trs_task_return_all (&self->waiting, error);
  g_clear_error (&error);
}

static void
fail (TrsLocalService *self,
      const char      *reason)
{
  const char *sentence = _("Transcribing on this computer could not start");

  if (reason != NULL)
    end_start (self, g_error_new (TRS_ERROR, TRS_ERROR_FAILED, "%s (%s)", sentence, reason));
  else
    end_start (self, g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, sentence));
}

static void
deadline_cb (gpointer user_data)
{
  TrsLocalService *self = user_data;

  fail (self, self->last_line);
}

static void
retry_cb (gpointer user_data)
{
  try_again (user_data);
}

static void
retry_later (TrsLocalService *self)
{
  self->attempt++;
  close_life_line (self);
  trs_clock_set_timeout (self->clock, &self->retry_id, RETRY_MILLISECONDS, retry_cb, self);
}

/* Proving it */

static gboolean
life_line_broken_cb (int          fd,
                     GIOCondition condition,
                     gpointer     user_data)
{
  g_autoptr (TrsLocalService) self = g_object_ref (user_data);

  self->life_id = 0;
  self->running = FALSE;
  close_life_line (self);
  g_signal_emit (self, ended_signal, 0);
  return G_SOURCE_REMOVE;
}

typedef struct
{
  TrsLocalService *self;
  guint attempt;
} Proof;

static void
proved_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autofree Proof *proof = user_data;
  g_autoptr (TrsLocalService) self = proof->self;
  g_autoptr (GPtrArray) page = trs_api_client_list_finish (TRS_API_CLIENT (source), result, NULL);

  if (proof->attempt != self->attempt)
    return;
  if (page == NULL)
    {
      retry_later (self);
      return;
    }

  self->life_id = g_unix_fd_add (self->life_line, G_IO_ERR | G_IO_HUP, life_line_broken_cb, self);
  end_start (self, NULL);
}

/* It is the service only if it accepts the key, too: another program may listen at an address of yesterday. */
static void
prove (TrsLocalService *self)
{
  g_autoptr (TrsApiClient) client = trs_api_client_new (self->transport, self->clock);
  Proof *proof = g_new0 (Proof, 1);

  proof->self = g_object_ref (self);
  proof->attempt = ++self->attempt;
  trs_api_client_open (client, self->address, self->key);
  trs_api_client_list_async (client, 1, FALSE, NULL, proved_cb, proof);
}

/* What another program has started */

static void
take_address (TrsLocalService *self,
              const char      *address,
              const char      *key)
{
  g_free (self->address);
  g_clear_pointer (&self->key, trs_api_key_free);
  self->address = address != NULL ? trs_server_address_normalize (address, NULL) : NULL;
  if (self->address != NULL && !trs_server_address_is_loopback (self->address))
    g_clear_pointer (&self->address, g_free);
  self->key = key != NULL ? trs_api_key_clean (key, NULL) : NULL;
}

static char *
make_recognizer_id (TrsLocalService *self)
{
  return g_strdup_printf ("%s\n%s", self->recognizer != NULL ? self->recognizer : "",
                          self->model != NULL ? self->model : "");
}

static gboolean
read_note (TrsLocalService *self)
{
  g_autofree char *path = g_build_filename (self->folder, TRS_LOCAL_FOLDER_NOTE, NULL);
  g_autofree char *data = NULL;
  gsize length;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonObject *note;

  if (!g_file_get_contents (path, &data, &length, NULL))
    return FALSE;
  bytes = g_bytes_new_take (g_steal_pointer (&data), length);
  root = trs_json_reader_parse (bytes, NULL, NULL);
  note = root != NULL ? trs_json_reader_as_object (root, NULL) : NULL;
  if (note == NULL)
    return FALSE;

  take_address (self, trs_json_reader_get_string (note, "address"), trs_json_reader_get_string (note, "key"));
  g_free (self->running_recognizer);
  self->running_recognizer = g_strdup (trs_json_reader_get_string (note, "recognizer"));
  return self->address != NULL && self->key != NULL;
}

static void
join (TrsLocalService *self)
{
  if (read_note (self) && open_life_line (self))
    prove (self);
  else
    retry_later (self);
}

/* Starting it */

/* Address and key stand in a file of this user alone, and in no argument, which others could read. */
static gboolean
write_note (TrsLocalService  *self,
            GError          **error)
{
  g_autofree char *path = g_build_filename (self->folder, TRS_LOCAL_FOLDER_NOTE, NULL);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autofree char *text = NULL;
  JsonObject *note = json_object_new ();

  g_free (self->running_recognizer);
  self->running_recognizer = make_recognizer_id (self);
  json_object_set_string_member (note, "address", self->address);
  json_object_set_string_member (note, "key", self->key);
  json_object_set_string_member (note, "recognizer", self->running_recognizer);
  json_node_take_object (root, note);
  text = json_to_string (root, FALSE);
  return g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

static void
parse_line (TrsLocalService *self,
            const char      *line)
{
  g_autoptr (GError) error = NULL;

  if (g_str_has_prefix (line, LISTENING))
    take_address (self, line + strlen (LISTENING), NULL);
  else if (g_str_has_prefix (line, KEY) && self->address != NULL && self->key == NULL)
    {
      self->key = trs_api_key_clean (line + strlen (KEY), NULL);
      if (self->key == NULL || !write_note (self, &error))
        fail (self, error != NULL ? error->message : NULL);
      else
        prove (self);
    }
  else
    trs_set_str (&self->last_line, line);
}

typedef struct
{
  TrsLocalService *self;
  GSubprocess *process;
  GDataInputStream *output;
} Reading;

/* Reads to the end, so that the output pipe of the program never fills up. */
static void
got_line_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Reading *reading = user_data;
  TrsLocalService *self = reading->self;
  g_autofree char *line = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (source), result, NULL, NULL);
  gboolean starting = self->process == reading->process;

  if (starting && line != NULL && g_utf8_validate (line, -1, NULL))
    parse_line (self, line);
  if (line != NULL)
    {
      g_data_input_stream_read_line_async (reading->output, G_PRIORITY_DEFAULT, NULL, got_line_cb, reading);
      return;
    }

  if (starting && self->last_line == NULL && self->n_killed++ < MAX_KILLED)
    {
      g_clear_object (&self->process);
      retry_later (self);
    }
  else if (starting)
    fail (self, self->last_line);
  g_object_unref (reading->output);
  g_object_unref (reading->process);
  g_object_unref (reading->self);
  g_free (reading);
}

/* Each start has a life-line of its own: whoever still holds that of an earlier one has to see that it broke.
 * Returns: the end of the service, or -1 */
static int
make_life_line (TrsLocalService *self)
{
  g_autofree char *path = g_build_filename (self->folder, TRS_LOCAL_FOLDER_LIFE_LINE, NULL);
  int fd;

  unlink (path);
  if (mkfifo (path, 0600) != 0)
    return -1;
  fd = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
  if (fd >= 0 && (!open_life_line (self) || fcntl (fd, F_SETFL, 0) != 0))
    {
      close (fd);
      return -1;
    }
  return fd;
}

static GStrv
make_arguments (TrsLocalService *self)
{
  g_autofree char *files = g_build_filename (self->folder, TRS_LOCAL_FOLDER_TICKETS, NULL);
  g_autofree char *data = g_build_filename (self->folder, TRS_LOCAL_FOLDER_DATA, NULL);
  g_autofree char *sound = g_build_filename (self->folder, TRS_LOCAL_FOLDER_SOUND, NULL);
  g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();

  g_strv_builder_add_many (arguments, self->program, "--until-stdin-closes", "--port=0", "--new-key", "--free",
                           "--tickets", "--media", files, "--sound", sound, "--data", data, "--worker", self->worker,
                           NULL);
  if (self->recognizer != NULL)
    g_strv_builder_add_many (arguments, "--recognizer", self->recognizer, NULL);
  if (self->model != NULL)
    g_strv_builder_add_many (arguments, "--model", self->model, NULL);
  return g_strv_builder_end (arguments);
}

/* Ctrl+C in the terminal of one program is not meant for the service of all. */
static void
child_setup_cb (gpointer user_data)
{
  setsid ();
}

/* @lock: (transfer full): the locked descriptor */
static void
launch (TrsLocalService *self,
        int              lock)
{
  g_auto (GStrv) arguments = make_arguments (self);
  g_autofree char *note = g_build_filename (self->folder, TRS_LOCAL_FOLDER_NOTE, NULL);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GError) error = NULL;
  Reading *reading;
  int life_line;

  unlink (note);
  life_line = make_life_line (self);
  if (life_line < 0)
    {
      const char *reason = g_strerror (errno);

      close (lock);
      fail (self, reason);
      return;
    }

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
  g_subprocess_launcher_take_stdin_fd (launcher, life_line);
  g_subprocess_launcher_take_fd (launcher, lock, LOCK_FD);
  g_subprocess_launcher_set_cwd (launcher, self->folder);
  g_subprocess_launcher_set_child_setup (launcher, child_setup_cb, NULL, NULL);
  self->process = g_subprocess_launcher_spawnv (launcher, (const char *const *) arguments, &error);
  if (self->process == NULL)
    {
      fail (self, error->message);
      return;
    }

  take_address (self, NULL, NULL);
  g_clear_pointer (&self->last_line, g_free);
  reading = g_new0 (Reading, 1);
  reading->self = g_object_ref (self);
  reading->process = g_object_ref (self->process);
  reading->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  g_data_input_stream_read_line_async (reading->output, G_PRIORITY_DEFAULT, NULL, got_line_cb, reading);
}

/* Who cannot say that sound is to be kept can still have words. */
static void
say_keep_sound (TrsLocalService *self)
{
  g_autoptr (GError) error = NULL;

  if (!trs_local_sound_set_kept (self->folder, self->keep_sound, &error))
    g_info ("The service does not know whether sound is kept: %s", error->message);
}

static void
try_again (TrsLocalService *self)
{
  g_autoptr (GError) error = NULL;
  int lock;

  if (!trs_local_folder_make (self->folder, &error))
    {
      fail (self, error->message);
      return;
    }

  say_keep_sound (self);
  lock = trs_local_folder_lock (self->folder, &error);
  if (error != NULL)
    fail (self, error->message);
  else if (lock >= 0)
    launch (self, lock);
  else
    join (self);
}

/**
 * trs_local_service_start_async:
 * @self: the service
 * @cancellable: (nullable): to wait no longer
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds the service that another program has started, or starts it, and waits
 * until it answers.
 */
void
trs_local_service_start_async (TrsLocalService     *self,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_local_service_start_async);
  if (self->running)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  g_ptr_array_add (self->waiting, g_steal_pointer (&task));
  if (self->waiting->len > 1)
    return;
  self->n_killed = 0;
  trs_clock_set_timeout (self->clock, &self->deadline_id, START_MILLISECONDS, deadline_cb, self);
  try_again (self);
}

/**
 * trs_local_service_start_finish:
 * @self: the service
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it runs; else %TRS_ERROR_FAILED with a sentence for the user, or
 *   %G_IO_ERROR_CANCELLED
 */
gboolean
trs_local_service_start_finish (TrsLocalService  *self,
                                GAsyncResult     *result,
                                GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_service_start_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_local_service_stop:
 * @self: the service
 *
 * This program does not need it any more. It ends if no other one does; what it
 * was doing goes on at the next start.
 */
void
trs_local_service_stop (TrsLocalService *self)
{
  close_life_line (self);
  if (self->waiting->len > 0)
    end_start (self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The service is not needed any more"));
  self->running = FALSE;
}

/* Removing everything */

typedef struct
{
  char *folder;
  int lock; /* -1 until no service has it */
  guint n_tries;
  guint timer;
} Erasure;

static void
erasure_clear (Erasure *erasure)
{
  if (erasure->lock >= 0)
    close (erasure->lock);
  g_free (erasure->folder);
}

TRS_DEFINE_TASK_STATE (Erasure, erasure)

static void
erase_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  Erasure *erasure = task_data;
  GError *error = NULL;
  gboolean erased = trs_local_folder_erase (erasure->folder, &error);

  /* The thread may hold the task, and so its state, until after the callback, which may want to start a service. */
  close (erasure->lock);
  erasure->lock = -1;
  if (erased)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
erase_if_locked (gpointer user_data)
{
  GTask *task = user_data;
  TrsLocalService *self = g_task_get_source_object (task);
  Erasure *erasure = erasure_get (task);
  GError *error = NULL;

  erasure->lock = trs_local_folder_lock (erasure->folder, &error);
  if (error == NULL && erasure->lock < 0 && ++erasure->n_tries < LOCK_TRIES)
    {
      trs_clock_set_timeout (self->clock, &erasure->timer, LOCK_GAP, erase_if_locked, task);
      return;
    }

  if (error != NULL)
    g_task_return_error (task, error);
  else if (erasure->lock < 0)
    g_task_return_boolean (task, TRUE);
  else
    g_task_run_in_thread (task, erase_thread);
  g_object_unref (task);
}

/**
 * trs_local_service_erase_async:
 * @self: the service
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Stops it and removes everything that lies in its folder, as soon as it has
 * ended. If another program keeps it alive, it removes all that it has itself,
 * since its tickets are gone.
 */
void
trs_local_service_erase_async (TrsLocalService     *self,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  trs_local_service_stop (self);
  g_task_set_source_tag (task, trs_local_service_erase_async);
  if (!g_file_test (self->folder, G_FILE_TEST_IS_DIR))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  erasure_attach (task)->folder = g_strdup (self->folder);
  erasure_get (task)->lock = -1;
  trs_local_folder_drop_tickets (self->folder);
  erase_if_locked (g_steal_pointer (&task));
}

/**
 * trs_local_service_erase_finish:
 * @self: the service
 * @result: what the callback got
 * @error: return location for an error of the file system
 *
 * Returns: %TRUE if nothing of the user's is left there
 */
gboolean
trs_local_service_erase_finish (TrsLocalService  *self,
                                GAsyncResult     *result,
                                GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_service_erase_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_local_service_set_recognizer:
 * @self: the service
 * @recognizer: (nullable): as `--recognizer` of the service; %NULL or empty for what is built in
 * @model: (nullable): path of its model; %NULL or empty for its own
 *
 * For what is submitted from now on. If the service runs with something else, it
 * ends for all programs; `ended` follows.
 */
void
trs_local_service_set_recognizer (TrsLocalService *self,
                                  const char      *recognizer,
                                  const char      *model)
{
  g_autofree char *wanted = NULL;

  trs_set_str (&self->recognizer, recognizer != NULL && *recognizer != '\0' ? recognizer : NULL);
  trs_set_str (&self->model, model != NULL && *model != '\0' ? model : NULL);
  wanted = make_recognizer_id (self);
  if (g_strcmp0 (wanted, self->running_recognizer) != 0)
    write_life_line (self, END);
}

/**
 * trs_local_service_set_paused:
 * @self: the service
 * @paused: whether its jobs are to wait
 *
 * For this run of it, for whichever program they are, and for those that this
 * program starts or finds later. Who never calls this has no say in it.
 */
void
trs_local_service_set_paused (TrsLocalService *self,
                              gboolean         paused)
{
  if (self->pauses && self->paused == paused)
    return;

  self->pauses = TRUE;
  self->paused = paused;
  write_life_line (self, paused ? PAUSE : GO_ON);
}

/**
 * trs_local_service_set_keep_sound:
 * @self: the service
 * @keep: whether it keeps the sound of what becomes ready from now on
 *
 * Holds at once, whichever program has started the service. What was kept stays.
 */
void
trs_local_service_set_keep_sound (TrsLocalService *self,
                                  gboolean         keep)
{
  self->keep_sound = keep;
  /* Before its first file nothing of it is there. */
  if (g_file_test (self->folder, G_FILE_TEST_IS_DIR))
    say_keep_sound (self);
}

/* Returns: (transfer none) (nullable): its normalised address, which differs in each run */
const char *
trs_local_service_get_address (TrsLocalService *self)
{
  return self->address;
}

/* Returns: (transfer none) (nullable): the key of its user, which differs in each run, too */
const char *
trs_local_service_get_key (TrsLocalService *self)
{
  return self->key;
}

/* Returns: %TRUE from a start that succeeded until it ends, or is not needed any more */
gboolean
trs_local_service_is_running (TrsLocalService *self)
{
  return self->running;
}
