/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-starter.h"

#include "trs-account.h"
#include "trs-error.h"
#include "trs-sample-service.h"

/* How often in a minute each may end before it is not started again. That of On This Computer may end because the
 * program that has started it did. */
#define MAX_SAMPLE_ENDS 1
#define MAX_LOCAL_ENDS 5

/* How often a service has ended in the minute that began at a time. */
typedef struct
{
  gint64 since;
  guint n;
} Ends;

struct _TrsServiceStarter
{
  GObject parent_instance;

  TrsClock *clock;

  char *sample_program; /* (nullable) */
  char *sample_catalogue;
  char *sample_data;
  TrsSampleService *sample; /* (nullable): the run that was started last */
  Ends sample_ends;

  TrsLocalService *local; /* (nullable) */
  Ends local_ends;
};

enum
{
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsServiceStarter, trs_service_starter, G_TYPE_OBJECT)

/* Returns: %TRUE if this was not one end too many */
static gboolean
count_end (TrsServiceStarter *self,
           Ends              *ends,
           guint              most)
{
  gint64 now = trs_clock_get_time (self->clock);

  if (now < ends->since || now - ends->since >= G_TIME_SPAN_MINUTE)
    *ends = (Ends) { now, 0 };
  return ++ends->n <= most;
}

static void
sample_ended_cb (TrsServiceStarter *self)
{
  g_autoptr (GError) error = NULL;

  if (!count_end (self, &self->sample_ends, MAX_SAMPLE_ENDS))
    error = g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, "The sample service ended again");
  g_signal_emit (self, signals[ENDED], 0, TRS_ACCOUNT_SAMPLE, error);
}

static void
local_ended_cb (TrsServiceStarter *self)
{
  g_autoptr (GError) error = NULL;

  if (!count_end (self, &self->local_ends, MAX_LOCAL_ENDS))
    error = g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, "The service on this computer ended again and again");
  g_signal_emit (self, signals[ENDED], 0, TRS_ACCOUNT_LOCAL, error);
}

static void
stop_sample (TrsServiceStarter *self)
{
  if (self->sample == NULL)
    return;

  g_signal_handlers_disconnect_by_func (self->sample, sample_ended_cb, self);
  trs_sample_service_stop (self->sample);
  g_clear_object (&self->sample);
}

static void
trs_service_starter_dispose (GObject *object)
{
  trs_service_starter_stop_others (TRS_SERVICE_STARTER (object), NULL);

  G_OBJECT_CLASS (trs_service_starter_parent_class)->dispose (object);
}

static void
trs_service_starter_finalize (GObject *object)
{
  TrsServiceStarter *self = TRS_SERVICE_STARTER (object);

  g_object_unref (self->clock);
  g_free (self->sample_program);
  g_free (self->sample_catalogue);
  g_free (self->sample_data);
  g_clear_object (&self->local);

  G_OBJECT_CLASS (trs_service_starter_parent_class)->finalize (object);
}

static void
trs_service_starter_class_init (TrsServiceStarterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_service_starter_dispose;
  object_class->finalize = trs_service_starter_finalize;

  signals[ENDED] = g_signal_new ("ended", TRS_TYPE_SERVICE_STARTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_ERROR);
}

static void
trs_service_starter_init (TrsServiceStarter *self)
{
}

/**
 * trs_service_starter_new:
 * @sample_program: (nullable): path of the sample service, %NULL if there is none
 * @sample_catalogue: (nullable): folder of its videos
 * @sample_data: (nullable): file in which it keeps its projects and its key
 * @clock: the time
 *
 * Returns: (transfer full): a starter that has started nothing
 */
TrsServiceStarter *
trs_service_starter_new (const char *sample_program,
                         const char *sample_catalogue,
                         const char *sample_data,
                         TrsClock   *clock)
{
  TrsServiceStarter *self = g_object_new (TRS_TYPE_SERVICE_STARTER, NULL);

  self->clock = g_object_ref (clock);
  self->sample_program = g_strdup (sample_program);
  self->sample_catalogue = g_strdup (sample_catalogue);
  self->sample_data = g_strdup (sample_data);
  return self;
}

/**
 * trs_service_starter_set_local:
 * @self: a starter
 * @local: the service of On This Computer
 *
 * Without this there is no such account.
 */
void
trs_service_starter_set_local (TrsServiceStarter *self,
                               TrsLocalService   *local)
{
  g_return_if_fail (self->local == NULL);

  self->local = g_object_ref (local);
  g_signal_connect_object (local, "ended", G_CALLBACK (local_ended_cb), self, G_CONNECT_SWAPPED);
}

/* Returns: whether @name is that of an account at one of the services on this computer */
gboolean
trs_service_starter_is_name (const char *name)
{
  return g_str_equal (name, TRS_ACCOUNT_SAMPLE) || g_str_equal (name, TRS_ACCOUNT_LOCAL);
}

static void
sample_started_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsServiceStarter *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!trs_sample_service_start_finish (TRS_SAMPLE_SERVICE (source), result, &error))
    g_task_return_error (task, error);
  else if (self->sample != TRS_SAMPLE_SERVICE (source))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The sample service was stopped");
  else
    g_task_return_boolean (task, TRUE);
}

static void
start_sample (GTask *task)
{
  TrsServiceStarter *self = g_task_get_source_object (task);

  if (self->sample != NULL && trs_sample_service_is_running (self->sample))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (self->sample_program == NULL)
    {
      g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_FAILED, "The sample service is not installed");
      return;
    }

  stop_sample (self);
  self->sample = trs_sample_service_new (self->sample_program, self->sample_catalogue, self->sample_data, self->clock);
  g_signal_connect_object (self->sample, "ended", G_CALLBACK (sample_ended_cb), self, G_CONNECT_SWAPPED);
  trs_sample_service_start_async (self->sample, g_task_get_cancellable (task), sample_started_cb, g_object_ref (task));
}

static void
local_started_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_local_service_start_finish (TRS_LOCAL_SERVICE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
start_local (GTask *task)
{
  TrsServiceStarter *self = g_task_get_source_object (task);

  if (self->local == NULL)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_FAILED, "Its service is not on this computer");
  else
    trs_local_service_start_async (self->local, g_task_get_cancellable (task), local_started_cb, g_object_ref (task));
}

/**
 * trs_service_starter_start_async:
 * @self: a starter
 * @name: %TRS_ACCOUNT_SAMPLE or %TRS_ACCOUNT_LOCAL
 * @cancellable: (nullable): to give up
 * @callback: called when it runs, or does not start
 * @user_data: (closure): for @callback
 *
 * Starts the service of an account, or finds the one that runs.
 */
void
trs_service_starter_start_async (TrsServiceStarter   *self,
                                 const char          *name,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (trs_service_starter_is_name (name));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_service_starter_start_async);
  if (g_str_equal (name, TRS_ACCOUNT_SAMPLE))
    start_sample (task);
  else
    start_local (task);
}

/**
 * trs_service_starter_start_finish:
 * @self: a starter
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it runs, at its address and with its key
 */
gboolean
trs_service_starter_start_finish (TrsServiceStarter  *self,
                                  GAsyncResult       *result,
                                  GError            **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_service_starter_start_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Returns: (nullable): where the service that was started last listens */
const char *
trs_service_starter_get_address (TrsServiceStarter *self,
                                 const char        *name)
{
  if (g_str_equal (name, TRS_ACCOUNT_LOCAL))
    return self->local != NULL ? trs_local_service_get_address (self->local) : NULL;
  return self->sample != NULL ? trs_sample_service_get_address (self->sample) : NULL;
}

/* Returns: (nullable): the key of the service that was started last */
const char *
trs_service_starter_get_key (TrsServiceStarter *self,
                             const char        *name)
{
  if (g_str_equal (name, TRS_ACCOUNT_LOCAL))
    return self->local != NULL ? trs_local_service_get_key (self->local) : NULL;
  return self->sample != NULL ? trs_sample_service_get_key (self->sample) : NULL;
}

/**
 * trs_service_starter_stop_others:
 * @self: a starter
 * @name: (nullable): name of the account in use, %NULL if none is
 *
 * Stops the services that this account does not need. That of On This Computer
 * goes on as long as another program needs it.
 */
void
trs_service_starter_stop_others (TrsServiceStarter *self,
                                 const char        *name)
{
  if (g_strcmp0 (name, TRS_ACCOUNT_SAMPLE) != 0)
    stop_sample (self);
  if (g_strcmp0 (name, TRS_ACCOUNT_LOCAL) != 0 && self->local != NULL)
    trs_local_service_stop (self->local);
}

/**
 * trs_service_starter_forget_ends:
 * @self: a starter
 *
 * The user wants a service to be tried again, however often it has ended.
 */
void
trs_service_starter_forget_ends (TrsServiceStarter *self)
{
  self->sample_ends = (Ends) { 0 };
  self->local_ends = (Ends) { 0 };
}
