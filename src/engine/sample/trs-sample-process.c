/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sample-process.h"

#include "trs-api-key.h"
#include "trs-compat.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-server-address.h"

#include <signal.h>

#define LISTENING "Listening on "
#define KEY "Key "
/* Between closing its input, asking it to end, and ending it. */
#define GRACE_MILLISECONDS 3000

struct _TrsSampleProcess
{
  GObject parent_instance;

  TrsClock *clock;
  GSubprocess *process;
  GDataInputStream *output;
  char *address;
  char *key;
  char *last_words;
  gboolean output_ended;
  gboolean exited;
  gboolean ending;
  gboolean asked;
  guint grace_id;
};

enum
{
  READY,
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSampleProcess, trs_sample_process, G_TYPE_OBJECT)

static void
trs_sample_process_finalize (GObject *object)
{
  TrsSampleProcess *self = TRS_SAMPLE_PROCESS (object);

  g_assert (self->grace_id == 0);
  g_clear_object (&self->output);
  g_clear_object (&self->process);
  g_clear_object (&self->clock);
  g_free (self->address);
  g_clear_pointer (&self->key, trs_api_key_free);
  g_free (self->last_words);

  G_OBJECT_CLASS (trs_sample_process_parent_class)->finalize (object);
}

static void
trs_sample_process_class_init (TrsSampleProcessClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_sample_process_finalize;

  signals[READY] = g_signal_new ("ready", TRS_TYPE_SAMPLE_PROCESS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", TRS_TYPE_SAMPLE_PROCESS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
trs_sample_process_init (TrsSampleProcess *self)
{
}

/* The last words can come after the end. */
static void
consider_ended (TrsSampleProcess *self)
{
  if (!self->exited || !self->output_ended)
    return;

  if (self->grace_id != 0)
    trs_clock_remove_timeout (self->clock, self->grace_id);
  self->grace_id = 0;
  g_signal_emit (self, signals[ENDED], 0);
}

static void
take_line (TrsSampleProcess *self,
           const char       *line)
{
  gboolean was_ready = trs_sample_process_is_ready (self);
  g_autofree char *address = NULL;

  if (g_str_has_prefix (line, LISTENING) && self->address == NULL)
    {
      address = trs_server_address_normalize (line + strlen (LISTENING), NULL);
      if (address != NULL && trs_server_address_is_loopback (address))
        self->address = g_steal_pointer (&address);
    }
  else if (g_str_has_prefix (line, KEY) && self->key == NULL)
    self->key = trs_api_key_clean (line + strlen (KEY), NULL);
  else if (!was_ready)
    trs_set_str (&self->last_words, line);

  if (!was_ready && trs_sample_process_is_ready (self) && !self->ending)
    g_signal_emit (self, signals[READY], 0);
}

/* Reads to the end, so that the program never waits for somebody to read its log. */
static void
got_line_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsSampleProcess) self = user_data;
  g_autofree char *line = NULL;

  line = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (source), result, NULL, NULL);
  if (line == NULL)
    {
      self->output_ended = TRUE;
      consider_ended (self);
      return;
    }

  if (g_utf8_validate (line, -1, NULL))
    take_line (self, line);
  g_data_input_stream_read_line_async (self->output, G_PRIORITY_DEFAULT, NULL, got_line_cb, g_object_ref (self));
}

static void
exited_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsSampleProcess) self = user_data;

  g_subprocess_wait_finish (G_SUBPROCESS (source), result, NULL);
  self->exited = TRUE;
  consider_ended (self);
}

/**
 * trs_sample_process_new:
 * @program: path of `transcription-service`
 * @catalogue: (nullable): folder of the videos there are; %NULL for its own
 * @data: (nullable): file to keep users and projects in; %NULL for none
 * @clock: for the time it gets to end
 * @error: return location for an error
 *
 * Starts the service on a free port of loopback.
 *
 * Returns: (transfer full) (nullable): the running program; %NULL if there is
 *   none, with a sentence for the user
 */
TrsSampleProcess *
trs_sample_process_new (const char  *program,
                        const char  *catalogue,
                        const char  *data,
                        TrsClock    *clock,
                        GError     **error)
{
  g_autoptr (TrsSampleProcess) self = g_object_new (TRS_TYPE_SAMPLE_PROCESS, NULL);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (GError) cause = NULL;

  g_ptr_array_add (arguments, (gpointer) program);
  /* Whatever becomes of this program, the other one sees its input close. */
  g_ptr_array_add (arguments, (gpointer) "--until-stdin-closes");
  g_ptr_array_add (arguments, (gpointer) "--port=0");
  if (catalogue != NULL)
    {
      g_ptr_array_add (arguments, (gpointer) "--catalogue");
      g_ptr_array_add (arguments, (gpointer) catalogue);
    }
  if (data != NULL)
    {
      g_ptr_array_add (arguments, (gpointer) "--data");
      g_ptr_array_add (arguments, (gpointer) data);
    }
  g_ptr_array_add (arguments, NULL);

  self->clock = g_object_ref (clock);
  self->process = g_subprocess_newv ((const char *const *) arguments->pdata,
                                     G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                     | G_SUBPROCESS_FLAGS_STDERR_MERGE,
                                     &cause);
  if (self->process == NULL)
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_FAILED, _("The sample service can’t be started (%s)"), cause->message);
      return NULL;
    }

  self->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  g_data_input_stream_read_line_async (self->output, G_PRIORITY_DEFAULT, NULL, got_line_cb, g_object_ref (self));
  g_subprocess_wait_async (self->process, NULL, exited_cb, g_object_ref (self));
  return g_steal_pointer (&self);
}

/**
 * trs_sample_process_get_address:
 * @self: a process
 *
 * Returns: (nullable): its normalised address, once it has told
 */
const char *
trs_sample_process_get_address (TrsSampleProcess *self)
{
  return self->address;
}

/**
 * trs_sample_process_get_key:
 * @self: a process
 *
 * Returns: (nullable): the key of its sample account, once it has told
 */
const char *
trs_sample_process_get_key (TrsSampleProcess *self)
{
  return self->key;
}

/**
 * trs_sample_process_get_last_words:
 * @self: a process
 *
 * Returns: (nullable): the last other line that it wrote before it was ready
 */
const char *
trs_sample_process_get_last_words (TrsSampleProcess *self)
{
  return self->last_words;
}

/**
 * trs_sample_process_is_ready:
 * @self: a process
 *
 * Returns: %TRUE if address and key are known
 */
gboolean
trs_sample_process_is_ready (TrsSampleProcess *self)
{
  return self->address != NULL && self->key != NULL;
}

static gboolean
grace_ended_cb (gpointer user_data)
{
  TrsSampleProcess *self = user_data;

  if (!self->asked)
    {
      self->asked = TRUE;
      g_subprocess_send_signal (self->process, SIGTERM);
      return G_SOURCE_CONTINUE;
    }

  self->grace_id = 0;
  g_subprocess_force_exit (self->process);
  return G_SOURCE_REMOVE;
}

/**
 * trs_sample_process_end:
 * @self: a process
 *
 * Ends the program, gently first. `ended` comes later.
 */
void
trs_sample_process_end (TrsSampleProcess *self)
{
  if (self->ending)
    return;

  self->ending = TRUE;
  g_output_stream_close (g_subprocess_get_stdin_pipe (self->process), NULL, NULL);
  if (!self->exited)
    self->grace_id = trs_clock_add_timeout (self->clock, GRACE_MILLISECONDS, grace_ended_cb, self, NULL);
}
