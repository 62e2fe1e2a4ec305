/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fragile-keyring.h"

struct _FragileKeyring
{
  GObject parent_instance;

  GHashTable *keys;
  GError *error;
};

static gboolean
return_if_broken (FragileKeyring *self,
                  GTask          *task)
{
  if (self->error == NULL)
    return FALSE;

  g_task_return_error (task, g_error_copy (self->error));
  return TRUE;
}

static void
lookup_async (TrsKeyring          *keyring,
              const char          *address,
              GCancellable        *cancellable,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  FragileKeyring *self = FRAGILE_KEYRING (keyring);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  if (!return_if_broken (self, task))
    g_task_return_pointer (task, g_strdup (g_hash_table_lookup (self->keys, address)), g_free);
}

static char *
lookup_finish (TrsKeyring    *keyring,
               GAsyncResult  *result,
               GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
store_async (TrsKeyring          *keyring,
             const char          *address,
             const char          *key,
             GCancellable        *cancellable,
             GAsyncReadyCallback  callback,
             gpointer             user_data)
{
  FragileKeyring *self = FRAGILE_KEYRING (keyring);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  if (return_if_broken (self, task))
    return;

  g_hash_table_insert (self->keys, g_strdup (address), g_strdup (key));
  g_task_return_boolean (task, TRUE);
}

static void
remove_async (TrsKeyring          *keyring,
              const char          *address,
              GCancellable        *cancellable,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  FragileKeyring *self = FRAGILE_KEYRING (keyring);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  if (return_if_broken (self, task))
    return;

  g_hash_table_remove (self->keys, address);
  g_task_return_boolean (task, TRUE);
}

static gboolean
finish (TrsKeyring    *keyring,
        GAsyncResult  *result,
        GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
fragile_keyring_iface_init (TrsKeyringInterface *iface)
{
  iface->lookup_async = lookup_async;
  iface->lookup_finish = lookup_finish;
  iface->store_async = store_async;
  iface->store_finish = finish;
  iface->remove_async = remove_async;
  iface->remove_finish = finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (FragileKeyring, fragile_keyring, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_KEYRING, fragile_keyring_iface_init))

static void
fragile_keyring_finalize (GObject *object)
{
  FragileKeyring *self = FRAGILE_KEYRING (object);

  g_hash_table_unref (self->keys);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (fragile_keyring_parent_class)->finalize (object);
}

static void
fragile_keyring_class_init (FragileKeyringClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = fragile_keyring_finalize;
}

static void
fragile_keyring_init (FragileKeyring *self)
{
  self->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

FragileKeyring *
fragile_keyring_new (void)
{
  return g_object_new (FRAGILE_TYPE_KEYRING, NULL);
}

void
fragile_keyring_break (FragileKeyring *self,
                       TrsError        code)
{
  g_clear_error (&self->error);
  self->error = g_error_new_literal (TRS_ERROR, (gint) code, "Broken");
}

void
fragile_keyring_mend (FragileKeyring *self)
{
  g_clear_error (&self->error);
}
