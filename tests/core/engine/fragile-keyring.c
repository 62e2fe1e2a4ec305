/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fragile-keyring.h"

struct _FragileKeyring
{
  GObject parent_instance;

  GHashTable *keys;
  GError *error;
};

static void
fragile_keyring_run (TrsKeyring     *keyring,
                     TrsKeyringVerb  verb,
                     const char     *address,
                     const char     *key,
                     GTask          *task)
{
  FragileKeyring *self = FRAGILE_KEYRING (keyring);

  if (self->error != NULL)
    {
      g_task_return_error (task, g_error_copy (self->error));
      return;
    }
  if (verb == TRS_KEYRING_LOOKUP)
    {
      g_task_return_pointer (task, g_strdup (g_hash_table_lookup (self->keys, address)), g_free);
      return;
    }
  if (verb == TRS_KEYRING_STORE)
    g_hash_table_insert (self->keys, g_strdup (address), g_strdup (key));
  else
    g_hash_table_remove (self->keys, address);
  g_task_return_boolean (task, TRUE);
}

static void
fragile_keyring_iface_init (TrsKeyringInterface *iface)
{
  iface->run = fragile_keyring_run;
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
