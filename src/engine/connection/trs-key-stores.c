/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-key-stores.h"

struct _TrsKeyStores
{
  GObject parent_instance;

  GPtrArray *stores; /* of TrsKeyStore */
  guint last_serial;
  guint n_stored;
};

G_DEFINE_FINAL_TYPE (TrsKeyStores, trs_key_stores, G_TYPE_OBJECT)

static void
store_free (gpointer data)
{
  TrsKeyStore *store = data;

  g_free (store->address);
  g_free (store->checksum);
  g_free (store);
}

static void
trs_key_stores_finalize (GObject *object)
{
  TrsKeyStores *self = TRS_KEY_STORES (object);

  g_ptr_array_unref (self->stores);

  G_OBJECT_CLASS (trs_key_stores_parent_class)->finalize (object);
}

static void
trs_key_stores_class_init (TrsKeyStoresClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_key_stores_finalize;
}

static void
trs_key_stores_init (TrsKeyStores *self)
{
  self->stores = g_ptr_array_new_with_free_func (store_free);
}

/**
 * trs_key_stores_new:
 *
 * Returns: (transfer full): an object that knows of no store
 */
TrsKeyStores *
trs_key_stores_new (void)
{
  return g_object_new (TRS_TYPE_KEY_STORES, NULL);
}

/**
 * trs_key_stores_add:
 * @self: a #TrsKeyStores
 * @address: the address of a key
 * @checksum: of the key
 *
 * The keyring is about to be asked to take the key.
 *
 * Returns: the serial of the store
 */
guint
trs_key_stores_add (TrsKeyStores *self,
                    const char   *address,
                    const char   *checksum)
{
  TrsKeyStore *store = g_new0 (TrsKeyStore, 1);

  store->serial = ++self->last_serial;
  store->address = g_strdup (address);
  store->checksum = g_strdup (checksum);
  g_ptr_array_add (self->stores, store);
  return store->serial;
}

/**
 * trs_key_stores_get_last_serial:
 * @self: a #TrsKeyStores
 *
 * Returns: the serial of the newest store; 0 if there was none
 */
guint
trs_key_stores_get_last_serial (TrsKeyStores *self)
{
  return self->last_serial;
}

static TrsKeyStore *
find (TrsKeyStores *self,
      guint         serial)
{
  for (guint i = 0; i < self->stores->len; i++)
    {
      TrsKeyStore *store = g_ptr_array_index (self->stores, i);

      if (store->serial == serial)
        return store;
    }
  return NULL;
}

/**
 * trs_key_stores_find:
 * @self: a #TrsKeyStores
 * @serial: the serial of a store
 *
 * Returns: (transfer none) (nullable): the store; %NULL if it does not matter
 *   any more
 */
const TrsKeyStore *
trs_key_stores_find (TrsKeyStores *self,
                     guint         serial)
{
  return find (self, serial);
}

/**
 * trs_key_stores_set_account:
 * @self: a #TrsKeyStores
 * @serial: the serial of a store
 * @account: whose key it is, for `key-account`
 */
void
trs_key_stores_set_account (TrsKeyStores *self,
                            guint         serial,
                            gint64        account)
{
  TrsKeyStore *store = find (self, serial);

  if (store != NULL)
    store->account = account;
}

/**
 * trs_key_stores_set_stored:
 * @self: a #TrsKeyStores
 * @serial: the serial of a store
 *
 * The keyring has the key, and had others before.
 */
void
trs_key_stores_set_stored (TrsKeyStores *self,
                           guint         serial)
{
  TrsKeyStore *store = find (self, serial);

  if (store != NULL)
    store->stored = ++self->n_stored;
}

/**
 * trs_key_stores_remove:
 * @self: a #TrsKeyStores
 * @serial: the serial of a store
 *
 * The keyring has refused the key.
 */
void
trs_key_stores_remove (TrsKeyStores *self,
                       guint         serial)
{
  TrsKeyStore *store = find (self, serial);

  if (store != NULL)
    g_ptr_array_remove (self->stores, store);
}

/**
 * trs_key_stores_disown:
 * @self: a #TrsKeyStores
 * @address: an address
 * @account: an account of it, for `key-account`
 *
 * The user has the key of the account forgotten: if it is stored yet, it is to
 * be removed again.
 */
void
trs_key_stores_disown (TrsKeyStores *self,
                       const char   *address,
                       gint64        account)
{
  for (guint i = 0; i < self->stores->len; i++)
    {
      TrsKeyStore *store = g_ptr_array_index (self->stores, i);

      if (g_str_equal (store->address, address) && store->stored == 0 &&
          (store->account == 0 || store->account == account))
        store->unwanted = TRUE;
    }
}

/**
 * trs_key_stores_is_undecided:
 * @self: a #TrsKeyStores
 * @address: an address
 * @checksum: (nullable): of the key that is thought to be there
 *
 * A store of another key that may still be done makes unknown whose key will be
 * there.
 *
 * Returns: %TRUE if there is one
 */
gboolean
trs_key_stores_is_undecided (TrsKeyStores *self,
                             const char   *address,
                             const char   *checksum)
{
  for (guint i = 0; i < self->stores->len; i++)
    {
      const TrsKeyStore *store = g_ptr_array_index (self->stores, i);

      if (store->stored == 0 && g_str_equal (store->address, address) && g_strcmp0 (store->checksum, checksum) != 0)
        return TRUE;
    }
  return FALSE;
}

static const TrsKeyStore *
find_last_stored (TrsKeyStores *self,
                  const char   *address)
{
  const TrsKeyStore *last = NULL;

  for (guint i = 0; i < self->stores->len; i++)
    {
      const TrsKeyStore *store = g_ptr_array_index (self->stores, i);

      if (store->stored > (last != NULL ? last->stored : 0) && g_str_equal (store->address, address))
        last = store;
    }
  return last;
}

/**
 * trs_key_stores_is_replaced:
 * @self: a #TrsKeyStores
 * @address: an address
 * @checksum: (nullable): of the key that is thought to be there
 *
 * Returns: %TRUE if another key was stored last, of which it was not said yet
 *   whose it is
 */
gboolean
trs_key_stores_is_replaced (TrsKeyStores *self,
                            const char   *address,
                            const char   *checksum)
{
  const TrsKeyStore *last = find_last_stored (self, address);

  return last != NULL && g_strcmp0 (last->checksum, checksum) != 0;
}

/**
 * trs_key_stores_drop_stored:
 * @self: a #TrsKeyStores
 * @address: an address
 *
 * It is known whose key is there: the stores that succeeded say nothing any more.
 */
void
trs_key_stores_drop_stored (TrsKeyStores *self,
                            const char   *address)
{
  for (guint i = self->stores->len; i > 0; i--)
    {
      const TrsKeyStore *store = g_ptr_array_index (self->stores, i - 1);

      if (store->stored > 0 && g_str_equal (store->address, address))
        g_ptr_array_remove_index (self->stores, i - 1);
    }
}

/**
 * trs_key_stores_take_account:
 * @self: a #TrsKeyStores
 * @address: an address
 *
 * Finds whose key was stored last, if nothing else may still come. Its stores
 * are dropped then.
 *
 * Returns: the account, for `key-account`; 0 if it is not known
 */
gint64
trs_key_stores_take_account (TrsKeyStores *self,
                             const char   *address)
{
  const TrsKeyStore *last = find_last_stored (self, address);
  gint64 account;

  if (last == NULL || last->account == 0 || trs_key_stores_is_undecided (self, address, last->checksum))
    return 0;

  account = last->account;
  trs_key_stores_drop_stored (self, address);
  return account;
}
