/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-secret-keyring.h"

#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-secret-operation.h"
#include "trs-task.h"

struct _TrsSecretKeyring
{
  GObject parent_instance;

  TrsKeyringMarker *marker; /* nullable */
  guint deadline;
};

/* The keyring may answer late or never, so what waits for it holds neither the
 * caller's task nor the keyring object once the deadline has passed. */
typedef struct
{
  GWeakRef keyring;
  GTask *task; /* owned; NULL once the caller was answered */
  TrsSecretVerb verb;
  char *address;
  gboolean timed_out;
} Wait;

typedef struct
{
  Wait *wait; /* unowned; valid until the task has returned */
  GSource *deadline_source;
  GSource *cancelled_source;
} Call;

static void
source_end (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
call_clear (Call *call)
{
  source_end (&call->deadline_source);
  source_end (&call->cancelled_source);
}

TRS_DEFINE_TASK_STATE (Call, call)

static void
wait_free (Wait *wait)
{
  g_weak_ref_clear (&wait->keyring);
  g_free (wait->address);
  g_free (wait);
}

/* Takes the task of the caller, who is answered only once. */
static GTask *
wait_take_task (Wait *wait)
{
  GTask *task = g_steal_pointer (&wait->task);

  if (task != NULL)
    {
      call_get (task)->wait = NULL;
      call_clear (call_get (task));
    }
  return task;
}

static gboolean
deadline_passed_cb (gpointer user_data)
{
  Wait *wait = call_get (user_data)->wait;
  guint deadline = TRS_SECRET_KEYRING (g_task_get_source_object (user_data))->deadline;
  g_autoptr (GTask) task = wait_take_task (wait);

  wait->timed_out = TRUE;
  g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT,
                           ngettext ("The keyring did not answer within %u second",
                                     "The keyring did not answer within %u seconds", deadline),
                           deadline);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_autoptr (GTask) task = wait_take_task (call_get (user_data)->wait);

  g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

/* A file that was moved aside took the key with it: say so once, instead of “no key”. */
static gboolean
return_moved_aside (TrsSecretKeyring *self,
                    GTask            *task,
                    TrsSecretVerb     verb)
{
  g_autofree char *moved = self->marker != NULL ? trs_keyring_marker_take_moved (self->marker) : NULL;

  if (moved == NULL || verb != TRS_SECRET_LOOKUP)
    return FALSE;

  g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_KEYRING_FAILED,
                           _("The keyring file was damaged and is kept as “%s”. Enter the API key again."), moved);
  return TRUE;
}

static void
answer_in_time (GTask         *task,
                TrsSecretVerb  verb,
                char          *key,
                GError        *error)
{
  if (error != NULL)
    g_task_return_error (task, error);
  else if (key == NULL && return_moved_aside (g_task_get_source_object (task), task, verb))
    return;
  else if (verb == TRS_SECRET_LOOKUP)
    g_task_return_pointer (task, key, (GDestroyNotify) trs_api_key_free);
  else
    g_task_return_boolean (task, TRUE);
}

static void
keyring_answered_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  Wait *wait = user_data;
  g_autoptr (GTask) task = wait_take_task (wait);
  g_autoptr (TrsSecretKeyring) self = g_weak_ref_get (&wait->keyring);
  GError *error = NULL;
  char *key = NULL;
  gboolean done = trs_secret_operation_run_finish (result, &key, &error);

  if (task != NULL)
    answer_in_time (task, wait->verb, key, error);
  else
    {
      if (done && wait->timed_out && self != NULL)
        g_signal_emit_by_name (self, "answered-late", wait->address);
      g_clear_pointer (&key, trs_api_key_free);
      g_clear_error (&error);
    }

  wait_free (wait);
}

static void
start_call (TrsSecretKeyring *self,
            GTask            *task,
            TrsSecretVerb     verb,
            const char       *address,
            const char       *key)
{
  GCancellable *cancellable = g_task_get_cancellable (task);
  Call *call = call_attach (task);
  Wait *wait = g_new0 (Wait, 1);

  g_weak_ref_init (&wait->keyring, self);
  wait->task = g_object_ref (task);
  wait->verb = verb;
  wait->address = g_strdup (address);

  call->wait = wait;
  call->deadline_source = g_timeout_source_new_seconds (self->deadline);
  g_task_attach_source (task, call->deadline_source, deadline_passed_cb);
  if (cancellable != NULL)
    {
      call->cancelled_source = g_cancellable_source_new (cancellable);
      g_task_attach_source (task, call->cancelled_source, G_SOURCE_FUNC (cancelled_cb));
    }

  trs_secret_operation_run_async (verb, address, key, self->marker, self->deadline, cancellable, keyring_answered_cb,
                                  wait);
}

static void
trs_secret_keyring_lookup_async (TrsKeyring          *keyring,
                                 const char          *address,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (keyring, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_secret_keyring_lookup_async);
  start_call (TRS_SECRET_KEYRING (keyring), task, TRS_SECRET_LOOKUP, address, NULL);
}

static char *
trs_secret_keyring_lookup_finish (TrsKeyring    *keyring,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_secret_keyring_lookup_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
trs_secret_keyring_store_async (TrsKeyring          *keyring,
                                const char          *address,
                                const char          *key,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (keyring, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_secret_keyring_store_async);
  start_call (TRS_SECRET_KEYRING (keyring), task, TRS_SECRET_STORE, address, key);
}

static gboolean
trs_secret_keyring_store_finish (TrsKeyring    *keyring,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_secret_keyring_store_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
trs_secret_keyring_remove_async (TrsKeyring          *keyring,
                                 const char          *address,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (keyring, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_secret_keyring_remove_async);
  start_call (TRS_SECRET_KEYRING (keyring), task, TRS_SECRET_REMOVE, address, NULL);
}

static gboolean
trs_secret_keyring_remove_finish (TrsKeyring    *keyring,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_secret_keyring_remove_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
trs_secret_keyring_iface_init (TrsKeyringInterface *iface)
{
  iface->lookup_async = trs_secret_keyring_lookup_async;
  iface->lookup_finish = trs_secret_keyring_lookup_finish;
  iface->store_async = trs_secret_keyring_store_async;
  iface->store_finish = trs_secret_keyring_store_finish;
  iface->remove_async = trs_secret_keyring_remove_async;
  iface->remove_finish = trs_secret_keyring_remove_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsSecretKeyring, trs_secret_keyring, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_KEYRING, trs_secret_keyring_iface_init))

static void
trs_secret_keyring_finalize (GObject *object)
{
  TrsSecretKeyring *self = TRS_SECRET_KEYRING (object);

  if (self->marker != NULL)
    trs_keyring_marker_discard (self->marker);
  g_clear_pointer (&self->marker, trs_keyring_marker_unref);

  G_OBJECT_CLASS (trs_secret_keyring_parent_class)->finalize (object);
}

static void
trs_secret_keyring_class_init (TrsSecretKeyringClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_secret_keyring_finalize;
}

static void
trs_secret_keyring_init (TrsSecretKeyring *self)
{
}

/**
 * trs_secret_keyring_new:
 * @marker_path: (nullable): a file that stands only while the keyring is first read
 * @file_backend_path: (nullable): the file of libsecret's file backend, moved
 *   aside if the marker shows that an earlier run died while reading it
 * @deadline: seconds, at least 1, after which a call ends with
 *   %TRS_ERROR_KEYRING_TIMED_OUT; 10 leaves a prompt time to come up, and the
 *   answer to a prompt that takes longer is told by `answered-late`
 *
 * Nothing is asked before the first call.
 *
 * Returns: (transfer full): the keyring of the system
 */
TrsKeyring *
trs_secret_keyring_new (const char *marker_path,
                        const char *file_backend_path,
                        guint       deadline)
{
  TrsSecretKeyring *self = g_object_new (TRS_TYPE_SECRET_KEYRING, NULL);

  g_return_val_if_fail (deadline > 0, NULL);

  self->deadline = deadline;
  if (marker_path != NULL && file_backend_path != NULL)
    self->marker = trs_keyring_marker_new (marker_path, file_backend_path);
  return TRS_KEYRING (self);
}
