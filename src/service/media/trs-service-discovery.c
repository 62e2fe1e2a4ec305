/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-discovery.h"

#include "trs-error.h"
#include "trs-service-child.h"
#include "trs-service-report.h"

#define MAX_RUNNING 2
#define MAX_KNOWN 10000

/* What is known of one file. */
typedef struct
{
  TrsServiceStamp stamp;
  double length;
  char *title;
  char *fault;
} Known;

struct _TrsServiceDiscovery
{
  char *worker;
  TrsClock *clock;
  GCancellable *cancellable;
  GHashTable *known; /* path → Known */
  GQueue waiting;    /* GTask */
  guint n_running;
};

/* What a task asks for. */
typedef struct
{
  TrsServiceDiscovery *self;
  GCancellable *cancellable;
  char *path;
  Known *known;
} Question;

static void
known_free (Known *known)
{
  g_free (known->title);
  g_free (known->fault);
  g_free (known);
}

static void
question_free (Question *question)
{
  g_object_unref (question->cancellable);
  g_free (question->path);
  g_clear_pointer (&question->known, known_free);
  g_free (question);
}

static Known *
known_copy (const Known *known)
{
  Known *copy = g_memdup2 (known, sizeof *known);

  copy->title = g_strdup (known->title);
  copy->fault = g_strdup (known->fault);
  return copy;
}

/* Nobody who is told gets more than a copy. */
static void
answer (GTask *task)
{
  Question *question = g_task_get_task_data (task);

  if (question->known->fault != NULL)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "%s", question->known->fault);
  else
    g_task_return_boolean (task, TRUE);
}

static gboolean
answer_known (GTask *task)
{
  Question *question = g_task_get_task_data (task);
  const Known *known = g_hash_table_lookup (question->self->known, question->path);
  TrsServiceStamp stamp;

  if (known == NULL || !trs_service_file_read_stamp (question->path, &stamp, NULL) ||
      stamp.size != known->stamp.size || stamp.modified_at != known->stamp.modified_at)
    return FALSE;
  question->known = known_copy (known);
  answer (task);
  return TRUE;
}

static void
line_cb (const char *line,
         gsize       length,
         gpointer    user_data)
{
  Question *question = g_task_get_task_data (user_data);
  g_autoptr (TrsServiceReport) report = trs_service_report_read (line, length, NULL);

  if (report == NULL)
    return;
  if (report->type == TRS_SERVICE_REPORT_MEDIA)
    {
      question->known->length = report->seconds;
      g_free (question->known->title);
      question->known->title = g_strdup (report->title);
    }
  else if (report->type == TRS_SERVICE_REPORT_FAULT)
    {
      g_free (question->known->fault);
      question->known->fault = g_strdup (report->message);
    }
}

static void run_next (TrsServiceDiscovery *self);

static void
run_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Question *question = g_task_get_task_data (task);
  TrsServiceDiscovery *self = question->self;
  g_autoptr (GError) error = NULL;
  gboolean good = trs_service_child_run_finish (result, &error);

  /* The discovery was freed. */
  if (g_cancellable_is_cancelled (question->cancellable))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "it was cancelled");
      return;
    }

  self->n_running--;
  if (!good && question->known->fault == NULL)
    {
      /* Nothing is remembered of it: the next one may find a computer that is less busy. */
      g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, "The file could not be looked into: %s",
                               error->message);
    }
  else if (!trs_service_file_check_stamp (question->path, &question->known->stamp, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
    }
  else
    {
      if (g_hash_table_size (self->known) >= MAX_KNOWN)
        g_hash_table_remove_all (self->known);
      g_hash_table_insert (self->known, g_strdup (question->path), known_copy (question->known));
      answer (task);
    }
  run_next (self);
}

static void
run (GTask *task)
{
  Question *question = g_task_get_task_data (task);
  TrsServiceDiscovery *self = question->self;
  const char *argv[] = { self->worker, "discover", TRS_SERVICE_CHILD_FILE, NULL };
  g_autoptr (GError) error = NULL;
  int file;

  question->known = g_new0 (Known, 1);
  if (!trs_service_file_read_stamp (question->path, &question->known->stamp, &error) ||
      (file = trs_service_file_open (question->path, &error)) < 0)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      g_object_unref (task);
      return;
    }
  self->n_running++;
  trs_service_child_run_async (argv, file, 0, 0, self->clock, line_cb, task, self->cancellable, run_cb, task);
}

static void
run_next (TrsServiceDiscovery *self)
{
  while (self->n_running < MAX_RUNNING && !g_queue_is_empty (&self->waiting))
    {
      GTask *task = g_queue_pop_head (&self->waiting);

      /* Another one may have asked the same. */
      if (answer_known (task))
        g_object_unref (task);
      else
        run (task);
    }
}

/* @worker: path of `transcription-worker` */
TrsServiceDiscovery *
trs_service_discovery_new (const char *worker,
                           TrsClock   *clock)
{
  TrsServiceDiscovery *self = g_new0 (TrsServiceDiscovery, 1);

  self->worker = g_strdup (worker);
  self->clock = g_object_ref (clock);
  self->cancellable = g_cancellable_new ();
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) known_free);
  g_queue_init (&self->waiting);
  return self;
}

/* Who waits gets %G_IO_ERROR_CANCELLED. */
void
trs_service_discovery_free (TrsServiceDiscovery *self)
{
  GTask *task;

  g_cancellable_cancel (self->cancellable);
  while ((task = g_queue_pop_head (&self->waiting)) != NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "it was cancelled");
      g_object_unref (task);
    }
  g_object_unref (self->cancellable);
  g_hash_table_unref (self->known);
  g_object_unref (self->clock);
  g_free (self->worker);
  g_free (self);
}

/**
 * trs_service_discovery_find_async:
 * @self: a discovery
 * @path: absolute path of a regular file
 * @urgent: whether somebody waits for it, so that it goes before those for whom nobody does
 * @callback: called when it is known
 * @user_data: for @callback
 */
void
trs_service_discovery_find_async (TrsServiceDiscovery *self,
                                  const char          *path,
                                  gboolean             urgent,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task = g_task_new (NULL, NULL, callback, user_data);
  Question *question = g_new0 (Question, 1);

  g_task_set_source_tag (task, trs_service_discovery_find_async);
  question->self = self;
  question->cancellable = g_object_ref (self->cancellable);
  question->path = g_strdup (path);
  g_task_set_task_data (task, question, (GDestroyNotify) question_free);
  if (urgent)
    g_queue_push_head (&self->waiting, task);
  else
    g_queue_push_tail (&self->waiting, task);
  run_next (self);
}

/**
 * trs_service_discovery_find_finish:
 * @result: what the callback got
 * @stamp: (out): the file that was looked into
 * @length: (out): seconds
 * @title: (out) (transfer full) (nullable): from its tags
 * @error: return location for an error: %TRS_ERROR_INVALID_INPUT with the words of the worker, if it says why it cannot
 *   be transcribed, else %TRS_ERROR_VIDEO_NOT_FOUND with a sentence, or %G_IO_ERROR_CANCELLED
 *
 * Returns: whether it can be transcribed
 */
gboolean
trs_service_discovery_find_finish (GAsyncResult     *result,
                                   TrsServiceStamp  *stamp,
                                   double           *length,
                                   char            **title,
                                   GError          **error)
{
  Question *question;

  g_return_val_if_fail (g_async_result_is_tagged (result, trs_service_discovery_find_async), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  question = g_task_get_task_data (G_TASK (result));
  *stamp = question->known->stamp;
  *length = question->known->length;
  *title = g_steal_pointer (&question->known->title);
  return TRUE;
}
