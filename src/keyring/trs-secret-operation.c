/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-secret-operation.h"

#include "config.h"
#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-secret-error.h"
#include "trs-secret-thread.h"
#include "trs-task.h"

#include <libsecret/secret.h>

typedef struct
{
  TrsSecretVerb verb;
  char *address;
  char *key; /* to store, or found */
  TrsKeyringMarker *marker;
  guint patience;
  GHashTable *attributes;
  GSource *patience_source;
  gboolean looked_twice;
  gboolean began_anew;
} Operation;

static void
operation_clear (Operation *operation)
{
  g_free (operation->address);
  g_clear_pointer (&operation->key, trs_api_key_free);
  g_clear_pointer (&operation->marker, trs_keyring_marker_unref);
  g_clear_pointer (&operation->attributes, g_hash_table_unref);
  g_assert (operation->patience_source == NULL);
}

TRS_DEFINE_TASK_STATE (Operation, operation)

/* The name of the schema is not matched: gnome-keyring forgets it for items of
 * a locked keyring, and would not find them after a restart. */
static const SecretSchema schema = {
  .name = TRS_APPLICATION_ID ".ApiKey",
  .flags = SECRET_SCHEMA_DONT_MATCH_NAME,
  .attributes = { { "server", SECRET_SCHEMA_ATTRIBUTE_STRING } },
};

/* Both belong to the thread of the keyring alone. One operation at a time: the
 * file backend is not made for several, and the last store must win. */
static GQueue waiting = G_QUEUE_INIT;
static GTask *current; /* unowned */

static void operation_begin (GTask *task);
static void operation_look_up (GTask *task);
static void operation_run (GTask *task);

static void
let_next_pass (GTask *task)
{
  if (current != task)
    return;

  current = g_queue_pop_head (&waiting);
  if (current != NULL)
    operation_begin (current);
}

static void
operation_end (GTask  *task,
               GError *error)
{
  Operation *operation = operation_get (task);

  if (operation->patience_source != NULL)
    {
      g_source_destroy (operation->patience_source);
      g_clear_pointer (&operation->patience_source, g_source_unref);
      if (operation->marker != NULL)
        trs_keyring_marker_after (operation->marker, error == NULL);
    }

  let_next_pass (task);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

/* A file that is no keyring would be refused for ever. It gets another name, and the keyring begins anew. */
static void
operation_fail (GTask        *task,
                const GError *cause)
{
  Operation *operation = operation_get (task);

  if (trs_secret_error_is_damage (cause) && !operation->began_anew && operation->marker != NULL
      && trs_keyring_marker_move_aside (operation->marker))
    {
      operation->began_anew = TRUE;
      operation_run (task);
      return;
    }

  operation_end (task, trs_secret_error_new (cause));
}

static gboolean
patience_ended_cb (gpointer user_data)
{
  let_next_pass (user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
is_locked (gpointer item)
{
  return SECRET_IS_ITEM (item) && secret_item_get_locked (item);
}

/* NULL from a look-up means “no key”, “not unlocked”, and “not understood”. What
 * is found unlocked now may have been unlocked in the meantime. */
static void
lookup_searched_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  GTask *task = user_data;
  Operation *operation = operation_get (task);
  g_autoptr (GError) error = NULL;
  GList *items = secret_password_search_finish (result, &error);

  if (error != NULL)
    operation_fail (task, error);
  else if (items != NULL && is_locked (items->data))
    operation_end (task, trs_secret_error_new_locked ());
  else if (items != NULL && !operation->looked_twice)
    {
      operation->looked_twice = TRUE;
      operation_look_up (task);
    }
  else if (items != NULL)
    operation_end (task, g_error_new_literal (TRS_ERROR, TRS_ERROR_KEYRING_FAILED,
                                              _("The keyring has the key but does not hand it out")));
  else
    operation_end (task, NULL);

  g_list_free_full (items, g_object_unref);
}

static void
lookup_got_key_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  GTask *task = user_data;
  Operation *operation = operation_get (task);
  g_autoptr (GError) error = NULL;
  char *found = secret_password_lookup_finish (result, &error);

  if (found != NULL)
    {
      operation->key = g_strdup (found);
      secret_password_free (found);
      operation_end (task, NULL);
    }
  else if (error != NULL)
    operation_fail (task, error);
  else
    secret_password_searchv (&schema, operation->attributes, SECRET_SEARCH_NONE, NULL, lookup_searched_cb, task);
}

/* No cancellable goes to libsecret: a cancelled call may never end. */
static void
operation_look_up (GTask *task)
{
  secret_password_lookupv (&schema, operation_get (task)->attributes, NULL, lookup_got_key_cb, task);
}

static void
store_done_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  gboolean stored = secret_password_store_finish (result, &error);

  if (stored)
    g_clear_pointer (&operation_get (user_data)->key, trs_api_key_free);
  if (error != NULL)
    operation_fail (user_data, error);
  else if (!stored)
    operation_end (user_data, trs_secret_error_new_locked ());
  else
    operation_end (user_data, NULL);
}

static void
operation_store (GTask *task)
{
  Operation *operation = operation_get (task);
  /* TRANSLATORS: name of the entry in the keyring; %s is the address of a server. */
  g_autofree char *label = g_strdup_printf (_("API key of Transcripts for %s"), operation->address);

  secret_password_storev (&schema, operation->attributes, SECRET_COLLECTION_DEFAULT, label, operation->key, NULL,
                          store_done_cb, task);
}

static void
remove_searched_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  GList *items = secret_password_search_finish (result, &error);

  if (error != NULL)
    operation_fail (user_data, error);
  else if (items != NULL)
    operation_end (user_data, trs_secret_error_new_locked ());
  else
    operation_end (user_data, NULL);

  g_list_free_full (items, g_object_unref);
}

/* “Nothing was cleared” may mean that it is locked: only a search shows that nothing is left. */
static void
remove_cleared_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  GTask *task = user_data;
  g_autoptr (GError) error = NULL;

  if (!secret_password_clear_finish (result, &error) && error != NULL)
    operation_fail (task, error);
  else
    secret_password_searchv (&schema, operation_get (task)->attributes, SECRET_SEARCH_NONE, NULL, remove_searched_cb,
                             task);
}

static void
operation_run (GTask *task)
{
  Operation *operation = operation_get (task);

  switch (operation->verb)
    {
    case TRS_SECRET_LOOKUP:
      operation_look_up (task);
      break;
    case TRS_SECRET_STORE:
      operation_store (task);
      break;
    case TRS_SECRET_REMOVE:
      secret_password_clearv (&schema, operation->attributes, NULL, remove_cleared_cb, task);
      break;
    }
}

static void
operation_begin (GTask *task)
{
  Operation *operation = operation_get (task);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      operation_end (task, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled before it began"));
      return;
    }

  operation->patience_source = g_timeout_source_new_seconds (operation->patience);
  g_source_set_callback (operation->patience_source, patience_ended_cb, task, NULL);
  g_source_attach (operation->patience_source, trs_secret_thread_get_context ());
  if (operation->marker != NULL)
    trs_keyring_marker_before (operation->marker);

  operation_run (task);
}

static gboolean
operation_arrived_cb (gpointer user_data)
{
  GTask *task = user_data;

  if (current == NULL)
    {
      current = task;
      operation_begin (task);
    }
  else
    g_queue_push_tail (&waiting, task);

  return G_SOURCE_REMOVE;
}

/**
 * trs_secret_operation_run_async:
 * @verb: what to do
 * @address: the normalised server address
 * @key: (nullable): the key to store
 * @marker: (nullable): to be set while the keyring is first read
 * @patience: seconds after which the next operation need not wait for this one any more
 * @cancellable: (nullable): an operation that has not begun is dropped; one that has begun goes on
 * @callback: called on the main context of the caller when the keyring has answered: late, or never
 * @user_data: (closure): for @callback
 *
 * Does one thing with the keyring, on the thread of the keyring.
 */
void
trs_secret_operation_run_async (TrsSecretVerb        verb,
                                const char          *address,
                                const char          *key,
                                TrsKeyringMarker    *marker,
                                guint                patience,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Operation *operation = operation_attach (task);

  g_task_set_source_tag (task, trs_secret_operation_run_async);
  g_task_set_check_cancellable (task, FALSE);
  operation->verb = verb;
  operation->address = g_strdup (address);
  operation->key = g_strdup (key);
  operation->marker = marker != NULL ? trs_keyring_marker_ref (marker) : NULL;
  operation->patience = patience;
  operation->attributes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_hash_table_insert (operation->attributes, (gpointer) "server", g_strdup (address));

  g_main_context_invoke (trs_secret_thread_get_context (), operation_arrived_cb, task);
}

/**
 * trs_secret_operation_run_finish:
 * @result: what the callback got
 * @key: (out) (optional) (nullable) (transfer full): the key that was found, for trs_api_key_free()
 * @error: return location for an error of %TRS_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Returns: %TRUE if it was done; a look-up is done also when there is no key
 */
gboolean
trs_secret_operation_run_finish (GAsyncResult  *result,
                                 char         **key,
                                 GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_secret_operation_run_async), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;

  if (key != NULL)
    *key = g_steal_pointer (&operation_get (G_TASK (result))->key);
  return TRUE;
}
