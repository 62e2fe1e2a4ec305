/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-memory-keyring.h"

#include "trs-api-key.h"

struct _TrsMemoryKeyring
{
  GObject parent_instance;

  GHashTable *keys; /* address → key */
};

static void
trs_memory_keyring_lookup_async (TrsKeyring          *keyring,
                                 const char          *address,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  TrsMemoryKeyring *self = TRS_MEMORY_KEYRING (keyring);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_memory_keyring_lookup_async);
  if (g_task_return_error_if_cancelled (task))
    return;

  g_task_return_pointer (task, g_strdup (g_hash_table_lookup (self->keys, address)), (GDestroyNotify) trs_api_key_free);
}

static char *
trs_memory_keyring_lookup_finish (TrsKeyring    *keyring,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_memory_keyring_lookup_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
trs_memory_keyring_store_async (TrsKeyring          *keyring,
                                const char          *address,
                                const char          *key,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  TrsMemoryKeyring *self = TRS_MEMORY_KEYRING (keyring);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_memory_keyring_store_async);
  if (g_task_return_error_if_cancelled (task))
    return;

  g_hash_table_replace (self->keys, g_strdup (address), g_strdup (key));
  g_task_return_boolean (task, TRUE);
}

static gboolean
trs_memory_keyring_store_finish (TrsKeyring    *keyring,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_memory_keyring_store_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
trs_memory_keyring_remove_async (TrsKeyring          *keyring,
                                 const char          *address,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  TrsMemoryKeyring *self = TRS_MEMORY_KEYRING (keyring);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_memory_keyring_remove_async);
  if (g_task_return_error_if_cancelled (task))
    return;

  g_hash_table_remove (self->keys, address);
  g_task_return_boolean (task, TRUE);
}

static gboolean
trs_memory_keyring_remove_finish (TrsKeyring    *keyring,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_memory_keyring_remove_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
trs_memory_keyring_iface_init (TrsKeyringInterface *iface)
{
  iface->lookup_async = trs_memory_keyring_lookup_async;
  iface->lookup_finish = trs_memory_keyring_lookup_finish;
  iface->store_async = trs_memory_keyring_store_async;
  iface->store_finish = trs_memory_keyring_store_finish;
  iface->remove_async = trs_memory_keyring_remove_async;
  iface->remove_finish = trs_memory_keyring_remove_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsMemoryKeyring, trs_memory_keyring, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_KEYRING, trs_memory_keyring_iface_init))

static void
trs_memory_keyring_finalize (GObject *object)
{
  g_hash_table_unref (TRS_MEMORY_KEYRING (object)->keys);

  G_OBJECT_CLASS (trs_memory_keyring_parent_class)->finalize (object);
}

static void
trs_memory_keyring_class_init (TrsMemoryKeyringClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_memory_keyring_finalize;
}

static void
trs_memory_keyring_init (TrsMemoryKeyring *self)
{
  self->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) trs_api_key_free);
}

/**
 * trs_memory_keyring_new:
 *
 * Returns: (transfer full): an empty keyring that forgets its keys with the program
 */
TrsKeyring *
trs_memory_keyring_new (void)
{
  return g_object_new (TRS_TYPE_MEMORY_KEYRING, NULL);
}
