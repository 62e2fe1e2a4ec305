/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fragile-keyring.h"

struct _FragileKeyring
{
  GObject parent_instance;

  GHashTable *keys;
  GError *error;
  FragileStore stores; /* how it answers to them */
  GTask *waiting;      /* a store that is not answered */
  char *late_address;  /* of a store that was given up on and is not done */
  char *late_key;
  guint late_serial;
  gboolean holds_lookups;
  GPtrArray *lookups; /* those that wait */
  guint n_lookups;
};

static void
put (FragileKeyring *self,
     const char     *address,
     const char     *key)
{
  g_hash_table_insert (self->keys, g_strdup (address), g_strdup (key));
}

static gboolean
is_broken (FragileKeyring *self,
           GTask          *task)
{
  if (self->error != NULL)
    g_task_return_error (task, g_error_copy (self->error));
  return self->error != NULL;
}

static void
fragile_keyring_store (TrsKeyring *keyring,
                       const char *address,
                       const char *key,
                       guint       serial,
                       GTask      *task)
{
  FragileKeyring *self = FRAGILE_KEYRING (keyring);
  FragileStore stores = self->stores;

  if (is_broken (self, task))
    return;

  if (stores == FRAGILE_STORES_LATE || stores == FRAGILE_STORES_WHEN_RELEASED)
    {
      g_free (self->late_address);
      g_free (self->late_key);
      self->late_address = g_strdup (address);
      self->late_key = g_strdup (key);
      self->late_serial = serial;
    }
  else
    put (self, address, key);

  if (stores == FRAGILE_STORES_WHEN_RELEASED)
    self->waiting = g_object_ref (task);
  else if (stores == FRAGILE_STORES_LATE || stores == FRAGILE_STORES_AND_TIMES_OUT)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT, "Given up");
  else if (stores == FRAGILE_STORES_AND_IS_CANCELLED)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  else if (stores == FRAGILE_STORES_AND_FAILS)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_KEYRING_FAILED, "Failed");
  else
    g_task_return_boolean (task, TRUE);
}

static void
fragile_keyring_lookup (TrsKeyring *keyring,
                        const char *address,
                        GTask      *task)
{
  FragileKeyring *self = FRAGILE_KEYRING (keyring);

  self->n_lookups++;
  if (self->holds_lookups)
    {
      g_object_set_data_full (G_OBJECT (task), "address", g_strdup (address), g_free);
      g_ptr_array_add (self->lookups, g_object_ref (task));
    }
  else if (!is_broken (self, task))
    g_task_return_pointer (task, g_strdup (g_hash_table_lookup (self->keys, address)), g_free);
}

static void
fragile_keyring_remove (TrsKeyring *keyring,
                        const char *address,
                        GTask      *task)
{
  FragileKeyring *self = FRAGILE_KEYRING (keyring);

  if (is_broken (self, task))
    return;

  g_hash_table_remove (self->keys, address);
  g_task_return_boolean (task, TRUE);
}

static void
fragile_keyring_iface_init (TrsKeyringInterface *iface)
{
  iface->lookup = fragile_keyring_lookup;
  iface->store = fragile_keyring_store;
  iface->remove = fragile_keyring_remove;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (FragileKeyring, fragile_keyring, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_KEYRING, fragile_keyring_iface_init))

static void
fragile_keyring_finalize (GObject *object)
{
  FragileKeyring *self = FRAGILE_KEYRING (object);

  g_hash_table_unref (self->keys);
  g_ptr_array_unref (self->lookups);
  g_clear_error (&self->error);
  g_clear_object (&self->waiting);
  g_free (self->late_address);
  g_free (self->late_key);

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
  self->lookups = g_ptr_array_new_with_free_func (g_object_unref);
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

/* For the stores from now on. */
void
fragile_keyring_set_stores (FragileKeyring *self,
                            FragileStore    stores)
{
  self->stores = stores;
}

gboolean
fragile_keyring_is_asked (FragileKeyring *self)
{
  return self->late_key != NULL;
}

/* What was given up on is done after all, or what waits is answered. */
void
fragile_keyring_release (FragileKeyring *self)
{
  g_autoptr (GTask) waiting = g_steal_pointer (&self->waiting);
  g_autofree char *address = g_steal_pointer (&self->late_address);
  g_autofree char *key = g_steal_pointer (&self->late_key);

  g_assert_nonnull (key);
  put (self, address, key);
  if (waiting != NULL)
    g_task_return_boolean (waiting, TRUE);
  else
    {
      trs_keyring_store_answered_late (TRS_KEYRING (self), address, self->late_serial, TRUE);
      trs_keyring_answered_late (TRS_KEYRING (self), address);
    }
}

const char *
fragile_keyring_get_key (FragileKeyring *self,
                         const char     *address)
{
  return g_hash_table_lookup (self->keys, address);
}

/* Another program has put it there; NULL takes it away. */
void
fragile_keyring_set_key (FragileKeyring *self,
                         const char     *address,
                         const char     *key)
{
  if (key != NULL)
    put (self, address, key);
  else
    g_hash_table_remove (self->keys, address);
}

/* Look-ups are not answered from now on, as by a keyring that asks the user for its password. */
void
fragile_keyring_hold_lookups (FragileKeyring *self)
{
  self->holds_lookups = TRUE;
}

static void
answer_lookup (FragileKeyring *self,
               GTask          *task)
{
  const char *address = g_object_get_data (G_OBJECT (task), "address");

  if (!is_broken (self, task))
    g_task_return_pointer (task, g_strdup (g_hash_table_lookup (self->keys, address)), g_free);
}

/* Answers the look-up that waits longest; those that come go on to wait. */
void
fragile_keyring_answer_oldest (FragileKeyring *self)
{
  g_autoptr (GTask) task = g_ptr_array_steal_index (self->lookups, 0);

  answer_lookup (self, task);
}

/* Those that wait are answered, in their order, and so are all others from now on. */
void
fragile_keyring_answer_lookups (FragileKeyring *self)
{
  g_autoptr (GPtrArray) lookups = g_steal_pointer (&self->lookups);

  self->lookups = g_ptr_array_new_with_free_func (g_object_unref);
  self->holds_lookups = FALSE;
  for (guint i = 0; i < lookups->len; i++)
    answer_lookup (self, g_ptr_array_index (lookups, i));
}

guint
fragile_keyring_get_n_lookups (FragileKeyring *self)
{
  return self->n_lookups;
}
