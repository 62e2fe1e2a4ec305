/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sample-service.h"

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-sample-process.h"
#include "trs-system-clock.h"
#include "trs-task.h"

#include <glib/gstdio.h>

#define START_MILLISECONDS 10000

struct _TrsSampleService
{
  GObject parent_instance;

  char *program;
  char *catalogue;
  char *data;
  TrsClock *clock;
  TrsSampleProcess *process;
  GTask *starting;
};

typedef struct
{
  TrsClock *clock; /* unowned; the service outlives its tasks */
  guint deadline_id;
  GSource *cancelled_source;
} Start;

enum
{
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
start_clear (Start *start)
{
  if (start->deadline_id != 0)
    trs_clock_remove_timeout (start->clock, start->deadline_id);
  start->deadline_id = 0;
  if (start->cancelled_source != NULL)
    g_source_destroy (start->cancelled_source);
  g_clear_pointer (&start->cancelled_source, g_source_unref);
}

TRS_DEFINE_TASK_STATE (Start, start)

G_DEFINE_FINAL_TYPE (TrsSampleService, trs_sample_service, G_TYPE_OBJECT)

static void process_ready_cb (TrsSampleProcess *process, TrsSampleService *self);
static void process_ended_cb (TrsSampleProcess *process, TrsSampleService *self);

static void
end_process (TrsSampleService *self)
{
  g_autoptr (TrsSampleProcess) process = g_steal_pointer (&self->process);

  if (process == NULL)
    return;

  g_signal_handlers_disconnect_by_func (process, process_ready_cb, self);
  g_signal_handlers_disconnect_by_func (process, process_ended_cb, self);
  trs_sample_process_end (process);
}

static void
trs_sample_service_finalize (GObject *object)
{
  TrsSampleService *self = TRS_SAMPLE_SERVICE (object);

  end_process (self);
  g_clear_object (&self->clock);
  g_free (self->program);
  g_free (self->catalogue);
  g_free (self->data);

  G_OBJECT_CLASS (trs_sample_service_parent_class)->finalize (object);
}

static void
trs_sample_service_class_init (TrsSampleServiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_sample_service_finalize;

  signals[ENDED] = g_signal_new ("ended", TRS_TYPE_SAMPLE_SERVICE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
trs_sample_service_init (TrsSampleService *self)
{
}

/* Takes the task of the caller, who is answered only once. */
static GTask *
take_starting (TrsSampleService *self)
{
  GTask *task = g_steal_pointer (&self->starting);

  start_clear (start_get (task));
  return task;
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
process_ready_cb (TrsSampleProcess *process,
                  TrsSampleService *self)
{
  g_autoptr (GTask) task = take_starting (self);

  g_task_return_boolean (task, TRUE);
}

static void
process_ended_cb (TrsSampleProcess *process,
                  TrsSampleService *self)
{
  const char *words = trs_sample_process_get_last_words (process);

  if (self->starting == NULL)
    {
      end_process (self);
      g_signal_emit (self, signals[ENDED], 0);
    }
  else if (words != NULL)
    fail_start (self, g_error_new (TRS_ERROR, TRS_ERROR_FAILED, _("The sample service could not start (%s)"), words));
  else
    fail_start (self, g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, _("The sample service could not start")));
}

static gboolean
deadline_cb (gpointer user_data)
{
  TrsSampleService *self = user_data;

  start_get (self->starting)->deadline_id = 0;
  fail_start (self, g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, _("The sample service did not start in time")));
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  TrsSampleService *self = g_task_get_source_object (user_data);

  fail_start (self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The start was cancelled"));
  return G_SOURCE_REMOVE;
}

/* Its data are of this user alone. */
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

  g_set_error (error, TRS_ERROR, TRS_ERROR_FAILED, _("The folder “%s” for the sample service can’t be made (%s)"),
               folder, g_strerror (errno));
  return FALSE;
}

static gboolean
launch (TrsSampleService  *self,
        GError           **error)
{
  if (!make_data_folder (self, error))
    return FALSE;

  self->process = trs_sample_process_new (self->program, self->catalogue, self->data, self->clock, error);
  if (self->process == NULL)
    return FALSE;

  g_signal_connect (self->process, "ready", G_CALLBACK (process_ready_cb), self);
  g_signal_connect (self->process, "ended", G_CALLBACK (process_ended_cb), self);
  return TRUE;
}

/**
 * trs_sample_service_new:
 * @program: path of `transcription-service`
 * @catalogue: (nullable): folder of the videos there are; %NULL for its own
 * @data: (nullable): file in which it keeps its account; %NULL to forget it
 *
 * Returns: (transfer full): a service that does not run yet
 */
TrsSampleService *
trs_sample_service_new (const char *program,
                        const char *catalogue,
                        const char *data)
{
  g_autoptr (TrsClock) clock = trs_system_clock_new ();

  return trs_sample_service_new_with_clock (program, catalogue, data, clock);
}

/**
 * trs_sample_service_new_with_clock:
 * @program: path of `transcription-service`
 * @catalogue: (nullable): folder of the videos there are; %NULL for its own
 * @data: (nullable): file in which it keeps its account; %NULL to forget it
 * @clock: for the 10 seconds it may take to start, and the 3 to end
 *
 * Returns: (transfer full): a service that does not run yet
 */
TrsSampleService *
trs_sample_service_new_with_clock (const char *program,
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

/**
 * trs_sample_service_start_async:
 * @self: a service
 * @cancellable: (nullable): to give up, which ends the program again
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Starts the program, unless it runs, and waits until it says where.
 */
void
trs_sample_service_start_async (TrsSampleService    *self,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GError *error = NULL;
  Start *start;

  g_task_set_source_tag (task, trs_sample_service_start_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (self->starting != NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING, "The sample service is starting");
      return;
    }
  if (self->process != NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (!launch (self, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  start = start_attach (task);
  start->clock = self->clock;
  start->deadline_id = trs_clock_add_timeout (self->clock, START_MILLISECONDS, deadline_cb, self, NULL);
  if (cancellable != NULL)
    {
      start->cancelled_source = g_cancellable_source_new (cancellable);
      g_task_attach_source (task, start->cancelled_source, G_SOURCE_FUNC (cancelled_cb));
    }
  self->starting = g_steal_pointer (&task);
}

/**
 * trs_sample_service_start_finish:
 * @self: a service
 * @result: what the callback got
 * @error: return location for an error: %TRS_ERROR_FAILED with a sentence for
 *   the user, %G_IO_ERROR_CANCELLED, or %G_IO_ERROR_PENDING
 *
 * Returns: %TRUE if it runs and has told its address and key
 */
gboolean
trs_sample_service_start_finish (TrsSampleService  *self,
                                 GAsyncResult      *result,
                                 GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

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
  g_return_if_fail (TRS_IS_SAMPLE_SERVICE (self));

  if (self->starting != NULL)
    fail_start (self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The sample service was stopped"));
  else
    end_process (self);
}

/**
 * trs_sample_service_is_running:
 * @self: a service
 *
 * Returns: %TRUE from a successful start to the end
 */
gboolean
trs_sample_service_is_running (TrsSampleService *self)
{
  g_return_val_if_fail (TRS_IS_SAMPLE_SERVICE (self), FALSE);

  return self->process != NULL && trs_sample_process_is_ready (self->process);
}

/**
 * trs_sample_service_get_address:
 * @self: a service
 *
 * Returns: (nullable): its normalised address while it runs; another one after each start
 */
const char *
trs_sample_service_get_address (TrsSampleService *self)
{
  g_return_val_if_fail (TRS_IS_SAMPLE_SERVICE (self), NULL);

  return self->process != NULL ? trs_sample_process_get_address (self->process) : NULL;
}

/**
 * trs_sample_service_get_key:
 * @self: a service
 *
 * Returns: (nullable): the key of the sample account while it runs; the same
 *   one after each start with the same data
 */
const char *
trs_sample_service_get_key (TrsSampleService *self)
{
  g_return_val_if_fail (TRS_IS_SAMPLE_SERVICE (self), NULL);

  return self->process != NULL ? trs_sample_process_get_key (self->process) : NULL;
}
