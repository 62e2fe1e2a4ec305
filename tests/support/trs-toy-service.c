/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-toy-service-private.h"

#include "trs-error.h"

#include <string.h>

static void
toy_project_free (gpointer data)
{
  ToyProject *project = data;

  g_free (project->id);
  g_free (project->key);
  g_free (project->video_id);
  g_free (project->state);
  for (guint i = 0; i < G_N_ELEMENTS (project->texts); i++)
    g_free (project->texts[i]);
  g_free (project);
}

static void
fault_free (gpointer data)
{
  Fault *fault = data;

  g_free (fault->part);
  g_free (fault);
}

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  g_free (asked->line);
  g_free (asked->key);
  g_free (asked->body);
  g_free (asked);
}

static Fault *
find_fault (TrsToyService *self,
            const char    *line)
{
  for (guint i = 0; i < self->faults->len; i++)
    {
      Fault *fault = g_ptr_array_index (self->faults, i);

      if (fault->times > 0 && strstr (line, fault->part) != NULL)
        {
          fault->times--;
          return fault;
        }
    }

  return NULL;
}

static GError *
make_offline (gboolean not_sent)
{
  GError *error = g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "The toy is out of reach");

  if (not_sent)
    trs_error_set_not_sent (error);
  return error;
}

static void
return_answer (TrsToyService    *self,
               GTask            *task,
               const TrsRequest *request)
{
  g_autofree char *line = g_strdup_printf ("%s %s", request->method, request->uri);
  Fault *fault = find_fault (self, line);
  g_autoptr (TrsReply) reply = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;

  if (fault != NULL && fault->fault == TRS_TOY_STATUS)
    {
      reply = trs_toy_answer_error (fault->status);
      reply->retry_after = fault->retry_after;
    }
  else if (fault == NULL || fault->fault == TRS_TOY_CUT || fault->fault == TRS_TOY_CUT_SHORT ||
           fault->fault == TRS_TOY_GARBAGE)
    reply = trs_toy_answer (self, request);

  if (reply != NULL)
    reply->date = trs_clock_get_time (self->clock) - self->behind;

  if (fault != NULL && fault->fault == TRS_TOY_CUT_SHORT)
    {
      g_autoptr (GBytes) whole = g_steal_pointer (&reply->body);

      reply->body = g_bytes_new_from_bytes (whole, 0, g_bytes_get_size (whole) / 2);
    }

  if (fault != NULL && fault->fault == TRS_TOY_GARBAGE)
    {
      g_clear_pointer (&reply->body, g_bytes_unref);
      reply->body = g_bytes_new_static ("<html>", 6);
    }

  if (fault != NULL && (fault->fault == TRS_TOY_OFFLINE || fault->fault == TRS_TOY_CUT ||
                        fault->fault == TRS_TOY_CUT_BEFORE))
    g_task_return_error (task, make_offline (fault->fault == TRS_TOY_OFFLINE));
  else
    g_task_return_pointer (task, g_steal_pointer (&reply), (GDestroyNotify) trs_reply_free);
}

static void
held_free (gpointer data)
{
  Held *held = data;

  if (held->cancelled != NULL)
    {
      g_source_destroy (held->cancelled);
      g_source_unref (held->cancelled);
    }
  g_object_unref (held->task);
  g_free (held);
}

static gboolean
held_cancelled_cb (GCancellable *cancellable,
                   gpointer      user_data)
{
  Held *held = user_data;
  TrsToyService *self = g_task_get_source_object (held->task);

  g_task_return_error_if_cancelled (held->task);
  g_ptr_array_remove (self->held, held);
  return G_SOURCE_REMOVE;
}

static void
keep (TrsToyService *self,
      GTask         *task)
{
  Held *held = g_new0 (Held, 1);
  GCancellable *cancellable = g_task_get_cancellable (task);

  held->task = g_object_ref (task);
  if (cancellable != NULL)
    {
      held->cancelled = g_cancellable_source_new (cancellable);
      g_source_set_callback (held->cancelled, G_SOURCE_FUNC (held_cancelled_cb), held, NULL);
      g_source_attach (held->cancelled, NULL);
    }
  g_ptr_array_add (self->held, held);
}

/* What was released is answered, even if what comes after it is held again. */
static gboolean
answer_released_cb (gpointer user_data)
{
  GTask *task = user_data;

  return_answer (g_task_get_source_object (task), task, g_task_get_task_data (task));
  return G_SOURCE_REMOVE;
}

static gboolean
answer_cb (gpointer user_data)
{
  GTask *task = user_data;
  TrsToyService *self = g_task_get_source_object (task);
  TrsRequest *request = g_task_get_task_data (task);

  if (self->hold)
    keep (self, task);
  else
    return_answer (self, task, request);
  return G_SOURCE_REMOVE;
}

static void
trs_toy_service_send (TrsTransport     *transport,
                      const TrsRequest *request,
                      GTask            *task)
{
  TrsToyService *self = TRS_TOY_SERVICE (transport);
  TrsRequest *copy = trs_request_new (request->method, request->uri, request->key);
  Asked *asked = g_new0 (Asked, 1);

  copy->body = request->body != NULL ? g_bytes_ref (request->body) : NULL;
  g_task_set_task_data (task, copy, (GDestroyNotify) trs_request_free);

  asked->time = trs_clock_get_time (self->clock);
  asked->line = g_strdup_printf ("%s %s", request->method, request->uri);
  asked->key = g_strdup (request->key);
  if (request->body != NULL)
    asked->body = g_strndup (g_bytes_get_data (request->body, NULL), g_bytes_get_size (request->body));
  g_ptr_array_add (self->asked, asked);

  g_idle_add_full (G_PRIORITY_DEFAULT, answer_cb, g_object_ref (task), g_object_unref);
}

static void
trs_toy_service_set_keep_open (TrsTransport *transport,
                               gboolean      keep_open)
{
  TRS_TOY_SERVICE (transport)->keep_open = keep_open;
}

static void
trs_toy_service_iface_init (TrsTransportInterface *iface)
{
  iface->send = trs_toy_service_send;
  iface->set_keep_open = trs_toy_service_set_keep_open;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsToyService, trs_toy_service, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_TRANSPORT, trs_toy_service_iface_init))

static void
trs_toy_service_finalize (GObject *object)
{
  TrsToyService *self = TRS_TOY_SERVICE (object);

  g_ptr_array_unref (self->projects);
  g_ptr_array_unref (self->users);
  g_ptr_array_unref (self->faults);
  g_ptr_array_unref (self->asked);
  g_ptr_array_unref (self->held);
  g_clear_object (&self->clock);
  g_free (self->key);

  G_OBJECT_CLASS (trs_toy_service_parent_class)->finalize (object);
}

static void
trs_toy_service_class_init (TrsToyServiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_toy_service_finalize;
}

static void
trs_toy_service_init (TrsToyService *self)
{
  self->projects = g_ptr_array_new_with_free_func (toy_project_free);
  self->users = g_ptr_array_new_with_free_func (g_free);
  self->faults = g_ptr_array_new_with_free_func (fault_free);
  self->asked = g_ptr_array_new_with_free_func (asked_free);
  self->held = g_ptr_array_new_with_free_func (held_free);
  self->key = g_strdup ("toy-key");
  self->page_size = 100;
}

/**
 * trs_toy_service_new:
 * @clock: the time of the test
 *
 * Returns: (transfer full): a service without projects, whose key is `toy-key`
 */
TrsToyService *
trs_toy_service_new (TrsClock *clock)
{
  TrsToyService *self = g_object_new (TRS_TYPE_TOY_SERVICE, NULL);

  self->clock = g_object_ref (clock);
  return self;
}

/**
 * trs_toy_service_hold:
 * @self: a toy
 *
 * Answers nothing until trs_toy_service_release().
 */
void
trs_toy_service_hold (TrsToyService *self)
{
  self->hold = TRUE;
}

/**
 * trs_toy_service_release:
 * @self: a toy
 *
 * Answers what was held.
 */
void
trs_toy_service_release (TrsToyService *self)
{
  self->hold = FALSE;
  for (guint i = 0; i < self->held->len; i++)
    {
      Held *held = g_ptr_array_index (self->held, i);

      g_idle_add_full (G_PRIORITY_DEFAULT, answer_released_cb, g_object_ref (held->task), g_object_unref);
    }
  g_ptr_array_set_size (self->held, 0);
}

/**
 * trs_toy_service_get_n_held:
 * @self: a toy
 *
 * Returns: how many requests wait for trs_toy_service_release()
 */
guint
trs_toy_service_get_n_held (TrsToyService *self)
{
  return self->held->len;
}

/* Returns: what trs_transport_set_keep_open() has said last */
gboolean
trs_toy_service_get_keep_open (TrsToyService *self)
{
  return self->keep_open;
}
