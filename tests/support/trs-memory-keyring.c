/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-memory-keyring.h"

#include "trs-api-key.h"

struct _TrsMemoryKeyring
{
  GObject parent_instance;

  GHashTable *keys; /* address → key */
  gboolean holds;
  GTask *held; /* (nullable): a store that waits */
};

static void
trs_memory_keyring_lookup (TrsKeyring *keyring,
                           const char *address,
                           GTask      *task)
{
  TrsMemoryKeyring *self = TRS_MEMORY_KEYRING (keyring);

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_strdup (g_hash_table_lookup (self->keys, address)),
                           (GDestroyNotify) trs_api_key_free);
}

static void
trs_memory_keyring_store (TrsKeyring *keyring,
                          const char *address,
                          const char *key,
                          guint       serial,
                          GTask      *task)
{
  TrsMemoryKeyring *self = TRS_MEMORY_KEYRING (keyring);

  if (g_task_return_error_if_cancelled (task))
    return;

  g_hash_table_replace (self->keys, g_strdup (address), g_strdup (key));
  if (self->holds)
    g_set_object (&self->held, task);
  else
    g_task_return_boolean (task, TRUE);
}

static void
trs_memory_keyring_remove (TrsKeyring *keyring,
                           const char *address,
                           GTask      *task)
{
  TrsMemoryKeyring *self = TRS_MEMORY_KEYRING (keyring);

  if (g_task_return_error_if_cancelled (task))
    return;

  g_hash_table_remove (self->keys, address);
  g_task_return_boolean (task, TRUE);
}

static void
trs_memory_keyring_iface_init (TrsKeyringInterface *iface)
{
  iface->lookup = trs_memory_keyring_lookup;
  iface->store = trs_memory_keyring_store;
  iface->remove = trs_memory_keyring_remove;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsMemoryKeyring, trs_memory_keyring, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_KEYRING, trs_memory_keyring_iface_init))

static void
trs_memory_keyring_finalize (GObject *object)
{
  g_hash_table_unref (TRS_MEMORY_KEYRING (object)->keys);
  g_clear_object (&TRS_MEMORY_KEYRING (object)->held);

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

/**
 * trs_memory_keyring_hold:
 * @self: a keyring
 *
 * Answers no store until trs_memory_keyring_release(), as one that asks for its password.
 */
void
trs_memory_keyring_hold (TrsMemoryKeyring *self)
{
  self->holds = TRUE;
}

void
trs_memory_keyring_release (TrsMemoryKeyring *self)
{
  g_autoptr (GTask) held = g_steal_pointer (&self->held);

  self->holds = FALSE;
  if (held != NULL)
    g_task_return_boolean (held, TRUE);
}
