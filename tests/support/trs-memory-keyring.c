/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-memory-keyring.h"

#include "trs-api-key.h"

struct _TrsMemoryKeyring
{
  GObject parent_instance;

  GHashTable *keys; /* address → key */
};

static void
trs_memory_keyring_run (TrsKeyring     *keyring,
                        TrsKeyringVerb  verb,
                        const char     *address,
                        const char     *key,
                        GTask          *task)
{
  TrsMemoryKeyring *self = TRS_MEMORY_KEYRING (keyring);

  if (g_task_return_error_if_cancelled (task))
    return;

  if (verb == TRS_KEYRING_LOOKUP)
    {
      g_task_return_pointer (task, g_strdup (g_hash_table_lookup (self->keys, address)),
                             (GDestroyNotify) trs_api_key_free);
      return;
    }
  if (verb == TRS_KEYRING_STORE)
    g_hash_table_replace (self->keys, g_strdup (address), g_strdup (key));
  else
    g_hash_table_remove (self->keys, address);
  g_task_return_boolean (task, TRUE);
}

static void
trs_memory_keyring_iface_init (TrsKeyringInterface *iface)
{
  iface->run = trs_memory_keyring_run;
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
