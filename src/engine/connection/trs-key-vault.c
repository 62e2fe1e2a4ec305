/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-key-vault.h"

#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-key-stores.h"
#include "trs-keyring.h"
#include "trs-task.h"

/* An address that nobody has a key for: looking it up shows whether there is a keyring, without a prompt to unlock
 * it. */
#define NO_SERVER "https://keyring.invalid"

struct _TrsKeyVault
{
  GObject parent_instance;

  TrsAccount *settings;
  TrsKeyring *keyring;
  TrsKeyStores *stores;
  guint looked_up_serial;   /* the last store that was asked for before a key was looked up */
  GHashTable *session_keys; /* by name_session_key() */

  /* whether somebody else takes away the key of the account in use */
  char *noted_name;
  gint64 noted_owner;
  gint64 former_owner;    /* before another program has said that it is unknown; 0 if none has */
  GCancellable *checking; /* (nullable) */
  gboolean stopped;
};

enum
{
  OWNER_CHANGED,
  KEY_GONE,
  STORED_LATE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsKeyVault, trs_key_vault, G_TYPE_OBJECT)

/* Whether the key is still there */

static void
cancel_check (TrsKeyVault *self)
{
  if (self->checking != NULL)
    g_cancellable_cancel (self->checking);
  g_clear_object (&self->checking);
}

/* From now on @owner is known, and what is being asked is about another one. */
static void
note_owner (TrsKeyVault *self,
            const char  *name,
            gint64       owner)
{
  char *noted_name = g_strdup (name);

  cancel_check (self);
  g_free (self->noted_name);
  self->noted_name = noted_name;
  self->noted_owner = owner;
  self->former_owner = 0;
}

/* What is written here is noted first, so that it is not taken for the word of another program. */
static void
write_owner (TrsKeyVault *self,
             const char  *name,
             gint64       owner)
{
  if (g_str_equal (name, trs_account_get_name (self->settings)))
    note_owner (self, name, owner);
  trs_account_set_key_account (self->settings, name, owner);
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsKeyVault) self = user_data;
  g_autoptr (GError) error = NULL;
  char *key = trs_keyring_lookup_finish (TRS_KEYRING (source), result, &error);
  gboolean gone = key == NULL && error == NULL;
  gint64 owner = self->former_owner;

  trs_api_key_free (key);
  /* Another check has taken its place, or none is wanted. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->checking);
  /* A keyring that does not answer says nothing, and neither does one that may still take a key. */
  if (!gone || trs_key_stores_is_undecided (self->stores, self->noted_name, NULL))
    return;

  self->former_owner = 0;
  g_signal_emit (self, signals[KEY_GONE], 0, self->noted_name, owner);
}

/* It is not known any more whose key the keyring holds: another program has removed it, or is about to store another
 * one. No look-up as those of the connector, because nothing of what it finds is used. */
static void
check_key (TrsKeyVault *self)
{
  if (self->former_owner == 0 || self->stopped)
    return;

  cancel_check (self);
  self->checking = g_cancellable_new ();
  trs_keyring_lookup_async (self->keyring, self->noted_name, self->checking, checked_cb, g_object_ref (self));
}

/* What the others report */

/* Names the owner of the key that was stored last, unless another store is still under way. */
static void
record_owner (TrsKeyVault *self,
              const char  *name)
{
  gint64 owner = trs_key_stores_take_account (self->stores, name);

  if (owner != 0)
    write_owner (self, name, owner);
}

/* The keyring keeps the key from now on. */
static void
drop_session_key (TrsKeyVault *self,
                  const char  *name,
                  gint64       account,
                  const char  *checksum)
{
  const char *key = trs_key_vault_get_session_key (self, name, account);
  g_autofree char *session_checksum = key != NULL ? trs_key_vault_make_checksum (key) : NULL;

  if (g_strcmp0 (session_checksum, checksum) == 0)
    trs_key_vault_set_session_key (self, name, account, NULL);
}

static void
store_answered_late_cb (TrsKeyVault *self,
                        const char  *address,
                        guint        serial,
                        gboolean     stored)
{
  const TrsKeyStore *store = trs_key_stores_find (self->stores, serial);

  if (store == NULL)
    return;

  if (stored && !store->unwanted)
    {
      trs_key_stores_set_stored (self->stores, serial);
      drop_session_key (self, address, store->account, store->checksum);
      g_signal_emit (self, signals[STORED_LATE], 0, address, store->account, store->checksum);
    }
  else
    {
      /* The user has removed the key meanwhile. */
      if (stored)
        trs_keyring_remove_async (self->keyring, address, NULL, NULL, NULL);
      trs_key_stores_remove (self->stores, serial);
    }
  record_owner (self, address);
  check_key (self);
}

/* A look-up that was given up on has been answered. */
static void
answered_late_cb (TrsKeyVault *self,
                  const char  *address)
{
  if (g_strcmp0 (address, self->noted_name) == 0)
    check_key (self);
}

static void
key_account_changed_cb (TrsKeyVault *self)
{
  const char *name = trs_account_get_name (self->settings);
  gint64 owner = trs_account_get_key_account (self->settings, name);
  gboolean same_name = g_strcmp0 (name, self->noted_name) == 0;
  gint64 former = same_name && owner == 0 ? self->noted_owner : 0;

  if (!same_name || owner != self->noted_owner)
    {
      note_owner (self, name, owner);
      self->former_owner = former;
      check_key (self);
    }
  g_signal_emit (self, signals[OWNER_CHANGED], 0);
}

/* The object */

static void
trs_key_vault_finalize (GObject *object)
{
  TrsKeyVault *self = TRS_KEY_VAULT (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->keyring);
  g_object_unref (self->stores);
  g_hash_table_unref (self->session_keys);
  g_clear_object (&self->checking);
  g_free (self->noted_name);

  G_OBJECT_CLASS (trs_key_vault_parent_class)->finalize (object);
}

static void
trs_key_vault_class_init (TrsKeyVaultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_key_vault_finalize;

  signals[OWNER_CHANGED] =
      g_signal_new ("owner-changed", TRS_TYPE_KEY_VAULT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[KEY_GONE] = g_signal_new ("key-gone", TRS_TYPE_KEY_VAULT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_INT64);
  signals[STORED_LATE] = g_signal_new ("stored-late", TRS_TYPE_KEY_VAULT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_INT64, G_TYPE_STRING);
}

static void
trs_key_vault_init (TrsKeyVault *self)
{
  self->stores = trs_key_stores_new ();
  self->session_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) trs_api_key_free);
}

/**
 * trs_key_vault_new:
 * @settings: where `key-account` of all accounts stands
 * @keyring: the keyring, which nobody else calls
 *
 * Returns: (transfer full): a vault that has asked nobody
 */
TrsKeyVault *
trs_key_vault_new (TrsAccount *settings,
                   TrsKeyring *keyring)
{
  TrsKeyVault *self = g_object_new (TRS_TYPE_KEY_VAULT, NULL);

  self->settings = g_object_ref (settings);
  self->keyring = g_object_ref (keyring);
  g_signal_connect_object (settings, "notify::key-account", G_CALLBACK (key_account_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (keyring, "store-answered-late", G_CALLBACK (store_answered_late_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (keyring, "answered-late", G_CALLBACK (answered_late_cb), self, G_CONNECT_SWAPPED);
  note_owner (self, trs_account_get_name (settings),
              trs_account_get_key_account (settings, trs_account_get_name (settings)));
  return self;
}

/**
 * trs_key_vault_make_checksum:
 * @key: a key
 *
 * Returns: (transfer full): what tells it from others where the key itself is not to be kept
 */
char *
trs_key_vault_make_checksum (const char *key)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);
}

/* Whose key the keyring holds */

/**
 * trs_key_vault_has_owner:
 * @self: a vault
 * @name: name of an account, see trs_account_get_name()
 *
 * Returns: %TRUE if the keyring is known to have a key of an account that is here
 */
gboolean
trs_key_vault_has_owner (TrsKeyVault *self,
                         const char  *name)
{
  return trs_account_get_key_account (self->settings, name) > 0;
}

/**
 * trs_key_vault_is_owned_by:
 * @self: a vault
 * @name: name of an account
 * @owner: the number of one of that name, or %TRS_KEY_VAULT_NOBODY
 *
 * Returns: %TRUE if the key is known by name to be that of @owner
 */
gboolean
trs_key_vault_is_owned_by (TrsKeyVault *self,
                           const char  *name,
                           gint64       owner)
{
  gint64 key_account = trs_account_get_key_account (self->settings, name);

  return owner == TRS_KEY_VAULT_NOBODY ? key_account != 0 : key_account == owner;
}

/**
 * trs_key_vault_is_foreign:
 * @self: a vault
 * @name: name of an account
 * @owner: the number of one of that name, or %TRS_KEY_VAULT_NOBODY
 *
 * Returns: %TRUE if the key is known to be that of another account than @owner
 */
gboolean
trs_key_vault_is_foreign (TrsKeyVault *self,
                          const char  *name,
                          gint64       owner)
{
  return trs_account_get_key_account (self->settings, name) != 0 && !trs_key_vault_is_owned_by (self, name, owner);
}

/**
 * trs_key_vault_set_owner:
 * @self: a vault
 * @name: name of an account
 * @checksum: of its key, which the keyring holds
 * @owner: the number that the account has, or %TRS_KEY_VAULT_NOBODY
 *
 * Names the owner, unless another key was stored in its place, or may still be.
 */
void
trs_key_vault_set_owner (TrsKeyVault *self,
                         const char  *name,
                         const char  *checksum,
                         gint64       owner)
{
  if (!trs_key_stores_is_undecided (self->stores, name, checksum) &&
      !trs_key_stores_is_replaced (self->stores, name, checksum))
    write_owner (self, name, owner);
}

/**
 * trs_key_vault_set_found_owner:
 * @self: a vault
 * @name: name of an account
 * @checksum: of the key that was looked up last, for @name
 * @owner: the account that it was proved to be that of, or %TRS_KEY_VAULT_NOBODY
 *
 * Names the owner, unless a store may have replaced the key since then or may
 * still do so.
 */
void
trs_key_vault_set_found_owner (TrsKeyVault *self,
                               const char  *name,
                               const char  *checksum,
                               gint64       owner)
{
  if (self->looked_up_serial != trs_key_stores_get_last_serial (self->stores) ||
      trs_key_stores_is_undecided (self->stores, name, checksum))
    return;

  write_owner (self, name, owner);
  trs_key_stores_drop_stored (self->stores, name);
}

/**
 * trs_key_vault_set_stored_owner:
 * @self: a vault
 * @name: name of an account
 * @serial: of the store of its key, see trs_key_vault_store_finish(); 0 if there was none
 * @owner: the number that the account has got, or %TRS_KEY_VAULT_NOBODY
 *
 * Says for whom a key was stored, which names the owner now, or as soon as the
 * keyring has taken the key.
 *
 * Returns: %TRUE if it has taken it
 */
gboolean
trs_key_vault_set_stored_owner (TrsKeyVault *self,
                                const char  *name,
                                guint        serial,
                                gint64       owner)
{
  const TrsKeyStore *store = trs_key_stores_find (self->stores, serial);
  gboolean stored = store != NULL && store->stored > 0;

  trs_key_stores_set_account (self->stores, serial, owner);
  record_owner (self, name);
  return stored;
}

/**
 * trs_key_vault_unset_owner:
 * @self: a vault
 * @name: name of an account
 *
 * The key is not that of whoever was named: its owner is unknown.
 */
void
trs_key_vault_unset_owner (TrsKeyVault *self,
                           const char  *name)
{
  write_owner (self, name, 0);
}

/* Looking up */

static void
looked_up_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  char *key = trs_keyring_lookup_finish (TRS_KEYRING (source), result, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, key, (GDestroyNotify) trs_api_key_free);
}

/**
 * trs_key_vault_lookup_async:
 * @self: a vault
 * @name: (nullable): name of an account; %NULL to see whether there is a keyring
 * @cancellable: (nullable): to give up
 * @callback: called when the keyring has answered, or not in time
 * @user_data: (closure): for @callback
 *
 * Looks up the key that the keyring holds, whosever it is.
 */
void
trs_key_vault_lookup_async (TrsKeyVault         *self,
                            const char          *name,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_key_vault_lookup_async);
  if (name != NULL)
    self->looked_up_serial = trs_key_stores_get_last_serial (self->stores);
  trs_keyring_lookup_async (self->keyring, name != NULL ? name : NO_SERVER, cancellable, looked_up_cb, task);
}

/**
 * trs_key_vault_lookup_finish:
 * @self: a vault
 * @result: what the callback got
 * @error: return location for an error of the keyring
 *
 * Returns: (transfer full) (nullable): the key, for trs_api_key_free(); %NULL
 *   without @error if there is none
 */
char *
trs_key_vault_lookup_finish (TrsKeyVault   *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_key_vault_lookup_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Storing */

typedef struct
{
  char *name;
  char *key;
  guint serial; /* 0 before the keyring is asked */
} Storing;

static void
storing_clear (Storing *storing)
{
  g_free (storing->name);
  trs_api_key_free (storing->key);
}

TRS_DEFINE_TASK_STATE (Storing, storing)

static void
stored_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsKeyVault *self = g_task_get_source_object (task);
  guint serial = storing_get (task)->serial;
  GError *error = NULL;

  if (trs_keyring_store_finish (TRS_KEYRING (source), result, &error))
    {
      trs_key_stores_set_stored (self->stores, serial);
      g_task_return_boolean (task, TRUE);
      return;
    }

  /* A store that timed out may still succeed. */
  if (!g_error_matches (error, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trs_key_stores_remove (self->stores, serial);
  g_task_return_error (task, error);
}

/* From here on the keyring may have the key, even if it reports an error. So nobody can give up any more. */
static void
ask_keyring (GTask *task)
{
  TrsKeyVault *self = g_task_get_source_object (task);
  Storing *storing = storing_get (task);
  g_autofree char *checksum = trs_key_vault_make_checksum (storing->key);

  g_task_set_check_cancellable (task, FALSE);
  storing->serial = trs_key_stores_add (self->stores, storing->name, checksum);
  trs_keyring_store_async (self->keyring, storing->name, storing->key, storing->serial, NULL, stored_cb,
                           g_object_ref (task));
}

/* Unless the settings are saved first, another program would take the new key for that of the previous owner. */
static void
ask_keyring_if_saved (GTask    *task,
                      gboolean  saved)
{
  if (g_task_return_error_if_cancelled (task))
    return;
  if (saved)
    ask_keyring (task);
  else
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_KEYRING_FAILED, "Whose key the keyring holds cannot be saved");
}

static void
settings_checked_cb (TrsHeldSettings *held,
                     gpointer         user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  TrsKeyVault *self = g_task_get_source_object (task);
  gboolean cancelled = g_cancellable_is_cancelled (g_task_get_cancellable (task));
  gboolean saved = FALSE;

  if (!cancelled && !trs_account_is_key_account_known (self->settings, storing_get (task)->name, &saved))
    return;

  g_signal_handlers_disconnect_by_func (held, settings_checked_cb, task);
  ask_keyring_if_saved (task, saved);
}

static void
unref_task (gpointer  task,
            GClosure *closure)
{
  g_object_unref (task);
}

/**
 * trs_key_vault_store_async:
 * @self: a vault
 * @name: name of an account, which is the address of its server
 * @key: its key
 * @cancellable: (nullable): to give up before the keyring is asked
 * @callback: called when the keyring has answered, or not in time
 * @user_data: (closure): for @callback
 *
 * Has the keyring take a key in place of the one that it holds. It is asked only
 * once it is saved that the owner is unknown.
 */
void
trs_key_vault_store_async (TrsKeyVault         *self,
                           const char          *name,
                           const char          *key,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Storing *storing = storing_attach (task);
  gboolean saved;

  g_task_set_source_tag (task, trs_key_vault_store_async);
  storing->name = g_strdup (name);
  storing->key = g_strdup (key);
  write_owner (self, name, 0);
  if (trs_account_is_key_account_known (self->settings, name, &saved))
    ask_keyring_if_saved (task, saved);
  else
    g_signal_connect_data (trs_account_get_held_settings (self->settings), "checked",
                           G_CALLBACK (settings_checked_cb), g_object_ref (task), unref_task, 0);
}

/**
 * trs_key_vault_store_finish:
 * @self: a vault
 * @result: what the callback got
 * @serial: (out): number of the store, for trs_key_vault_set_stored_owner(); 0 if the keyring was not asked. It is set
 *   after an error, too, because the keyring may take the key later
 * @error: return location for why the keyring has not taken the key, as far as is known
 *
 * Returns: %TRUE if the keyring has the key
 */
gboolean
trs_key_vault_store_finish (TrsKeyVault   *self,
                            GAsyncResult  *result,
                            guint         *serial,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_key_vault_store_async), FALSE);

  *serial = storing_get (G_TASK (result))->serial;
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Removing */

static void
removed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsKeyVault *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!trs_keyring_remove_finish (TRS_KEYRING (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  write_owner (self, g_task_get_task_data (task), 0);
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_key_vault_remove_async:
 * @self: a vault
 * @name: name of an account
 * @owner: its number in the store, or %TRS_KEY_VAULT_NOBODY
 * @cancellable: (nullable): to stop waiting for the keyring
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes the key from the keyring. What the keyring has not taken yet for
 * @owner is removed as soon as it has.
 */
void
trs_key_vault_remove_async (TrsKeyVault         *self,
                            const char          *name,
                            gint64               owner,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_key_vault_remove_async);
  g_task_set_task_data (task, g_strdup (name), g_free);
  trs_key_stores_disown (self->stores, name, owner);
  trs_keyring_remove_async (self->keyring, name, cancellable, removed_cb, task);
}

/**
 * trs_key_vault_remove_finish:
 * @self: a vault
 * @result: what the callback got
 * @error: return location for an error of the keyring
 *
 * Returns: %TRUE if the keyring has no key for the address
 */
gboolean
trs_key_vault_remove_finish (TrsKeyVault   *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_key_vault_remove_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* The keys of this run of the program */

/* One service may have several users with an account each; their session keys must never be mixed up. */
static char *
name_session_key (const char *name,
                  gint64      account)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT " %s", account, name);
}

/**
 * trs_key_vault_get_session_key:
 * @self: a vault
 * @name: name of an account
 * @account: its number in the store
 *
 * Returns: (transfer none) (nullable): its key, if only this run of the program
 *   knows it; valid until it is set again
 */
const char *
trs_key_vault_get_session_key (TrsKeyVault *self,
                               const char  *name,
                               gint64       account)
{
  g_autofree char *id = name_session_key (name, account);

  return g_hash_table_lookup (self->session_keys, id);
}

/**
 * trs_key_vault_set_session_key:
 * @self: a vault
 * @name: name of an account
 * @account: its number in the store
 * @key: (nullable): its key; %NULL if it is to be forgotten, or the keyring has it
 */
void
trs_key_vault_set_session_key (TrsKeyVault *self,
                               const char  *name,
                               gint64       account,
                               const char  *key)
{
  g_autofree char *id = name_session_key (name, account);

  if (key != NULL)
    g_hash_table_replace (self->session_keys, g_steal_pointer (&id), g_strdup (key));
  else
    g_hash_table_remove (self->session_keys, id);
}

/**
 * trs_key_vault_stop:
 * @self: a vault
 *
 * Asks the keyring nothing by itself any more, and says of no key that it is
 * gone. What the keyring has been asked to take is still named.
 */
void
trs_key_vault_stop (TrsKeyVault *self)
{
  self->stopped = TRUE;
  cancel_check (self);
}
