/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-list.h"

#include <gio/gio.h>

#include "trs-store-accounts.h"
#include "trs-store.h"

struct _TrsAccountList
{
  GObject parent_instance;

  TrsAccount *settings;
  TrsConnector *connector;
  TrsLibrary *library;

  GPtrArray *items; /* of TrsAccountItem */
  gboolean live;    /* somebody has asked for it */

  gint64 left_id; /* number in the store of the account that was left */
  TrsKnownAccount *left;
};

enum
{
  PROP_LEFT = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsAccountList, trs_account_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static GType
trs_account_list_get_item_type (GListModel *model)
{
  return TRS_TYPE_ACCOUNT_ITEM;
}

static guint
trs_account_list_get_n_items (GListModel *model)
{
  return TRS_ACCOUNT_LIST (model)->items->len;
}

static gpointer
trs_account_list_get_item (GListModel *model,
                           guint       position)
{
  TrsAccountList *self = TRS_ACCOUNT_LIST (model);

  return position < self->items->len ? g_object_ref (g_ptr_array_index (self->items, position)) : NULL;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = trs_account_list_get_item_type;
  iface->get_n_items = trs_account_list_get_n_items;
  iface->get_item = trs_account_list_get_item;
}

/* Adds what is not stored: whether the account is in use, whether it has a key, and its label. */
static void
complete_account (TrsAccountList  *self,
                  TrsKnownAccount *account)
{
  account->sample = g_str_equal (account->name, TRS_ACCOUNT_SAMPLE);
  account->local = g_str_equal (account->name, TRS_ACCOUNT_LOCAL);
  account->current = trs_library_get_account (self->library) == account->id;
  account->keyless = trs_connector_is_keyless (self->connector, account->name, account->id);
  account->session_key = trs_connector_has_session_key (self->connector, account->name, account->id);
  account->label = trs_account_dup_label (self->settings, account->name, account->id);
}

static void
add_name (GPtrArray  *accounts,
          const char *name,
          gboolean    current)
{
  TrsKnownAccount *account;

  for (guint i = 0; i < accounts->len; i++)
    {
      if (g_str_equal (((TrsKnownAccount *) accounts->pdata[i])->name, name))
        return;
    }

  account = g_new0 (TrsKnownAccount, 1);
  account->name = g_strdup (name);
  account->sample = g_str_equal (name, TRS_ACCOUNT_SAMPLE);
  account->local = g_str_equal (name, TRS_ACCOUNT_LOCAL);
  account->current = current;
  g_ptr_array_insert (accounts, current ? 0 : -1, account);
}

/* Without a store, accounts are still known by their names in the settings. */
static void
add_names (TrsAccountList *self,
           GPtrArray      *accounts)
{
  g_auto (GStrv) names = trs_account_dup_names (self->settings);

  if (trs_account_is_configured (self->settings))
    add_name (accounts, trs_account_get_name (self->settings), TRUE);
  for (guint i = 0; names[i] != NULL; i++)
    add_name (accounts, names[i], FALSE);
}

static gboolean
shows (TrsAccountList        *self,
       guint                  position,
       const TrsKnownAccount *account)
{
  return trs_known_account_equal (trs_account_list_get_account (self, position), account);
}

/* Keeps the items at both ends that have not changed, so that few rows are redrawn. */
static void
set_accounts (TrsAccountList *self,
              GPtrArray      *accounts)
{
  guint n_before = self->items->len;
  guint n_after = accounts->len;
  guint start = 0;
  guint end = 0;

  while (start < MIN (n_before, n_after) && shows (self, start, accounts->pdata[start]))
    start++;
  while (end < MIN (n_before, n_after) - start &&
         shows (self, n_before - 1 - end, accounts->pdata[n_after - 1 - end]))
    end++;
  if (start == n_before && start == n_after)
    return;

  if (n_before - start - end > 0)
    g_ptr_array_remove_range (self->items, start, n_before - start - end);
  for (guint i = start; i < n_after - end; i++)
    g_ptr_array_insert (self->items, (int) i, trs_account_item_new (trs_known_account_copy (accounts->pdata[i])));
  g_list_model_items_changed (G_LIST_MODEL (self), start, n_before - start - end, n_after - start - end);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsAccountList *self = g_task_get_source_object (task);
  g_autoptr (GPtrArray) accounts = trs_store_accounts_list_finish (TRS_STORE (source), result, NULL);

  if (accounts == NULL)
    accounts = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_known_account_free);
  for (guint i = 0; i < accounts->len; i++)
    complete_account (self, accounts->pdata[i]);
  add_names (self, accounts);
  trs_known_account_mark_shared (accounts);
  set_accounts (self, accounts);
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_account_list_refresh_async:
 * @self: a list
 * @callback: (nullable): called when it is up to date
 * @user_data: (closure): for @callback
 *
 * Reads the accounts again.
 */
void
trs_account_list_refresh_async (TrsAccountList      *self,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_account_list_refresh_async);
  self->live = TRUE;
  trs_library_flush (self->library);
  trs_store_accounts_list_async (trs_library_get_store (self->library), NULL, listed_cb, task);
}

/**
 * trs_account_list_refresh_finish:
 * @self: a list
 * @result: what the callback got
 * @error: return location for an error
 *
 * A store that cannot be read is no error: the accounts that are set are listed then.
 *
 * Returns: %TRUE if it is up to date
 */
gboolean
trs_account_list_refresh_finish (TrsAccountList  *self,
                                 GAsyncResult    *result,
                                 GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_account_list_refresh_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_account_list_invalidate:
 * @self: a list
 *
 * The accounts, their names or the one in use may be others: reads them again,
 * if they were read before.
 */
void
trs_account_list_invalidate (TrsAccountList *self)
{
  if (self->live)
    trs_account_list_refresh_async (self, NULL, NULL);
}

/**
 * trs_account_list_set_label:
 * @self: a list
 * @account: an account of which something is kept here
 * @label: the user's name for it; only spaces for its address
 *
 * Names an account, on this computer only.
 */
void
trs_account_list_set_label (TrsAccountList        *self,
                            const TrsKnownAccount *account,
                            const char            *label)
{
  trs_account_set_label (self->settings, account->name, account->id, label);
  trs_account_list_invalidate (self);
}

static void
set_left_account (TrsAccountList        *self,
                  const TrsKnownAccount *account)
{
  if (account == NULL && self->left == NULL)
    return;

  g_clear_pointer (&self->left, trs_known_account_free);
  self->left = account != NULL ? trs_known_account_copy (account) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LEFT]);
}

static void
find_left_account_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  TrsAccountList *self = TRS_ACCOUNT_LIST (source);

  set_left_account (self, trs_account_list_find (self, self->left_id));
}

/**
 * trs_account_list_set_left:
 * @self: a list
 * @id: number in the store of the account that was shown until the key of
 *   another user was entered; 0 if none was, or if the user knows
 *
 * Sets @left once it is read.
 */
void
trs_account_list_set_left (TrsAccountList *self,
                           gint64          id)
{
  self->left_id = id;
  set_left_account (self, NULL);
  if (id != 0)
    trs_account_list_refresh_async (self, find_left_account_cb, NULL);
}

/**
 * trs_account_list_get_left:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the account that was shown until the key
 *   of another user was entered, as it was then
 */
const TrsKnownAccount *
trs_account_list_get_left (TrsAccountList *self)
{
  return self->left;
}

/**
 * trs_account_list_get_account:
 * @self: a list
 * @position: a position in it
 *
 * Returns: (transfer none): the account there, until the list changes
 */
const TrsKnownAccount *
trs_account_list_get_account (TrsAccountList *self,
                              guint           position)
{
  g_return_val_if_fail (position < self->items->len, NULL);

  return trs_account_item_get_account (g_ptr_array_index (self->items, position));
}

/**
 * trs_account_list_find:
 * @self: a list
 * @id: number of an account in the store
 *
 * Returns: (transfer none) (nullable): the account, until the list changes
 */
const TrsKnownAccount *
trs_account_list_find (TrsAccountList *self,
                       gint64          id)
{
  for (guint i = 0; id != 0 && i < self->items->len; i++)
    {
      const TrsKnownAccount *account = trs_account_list_get_account (self, i);

      if (account->id == id)
        return account;
    }
  return NULL;
}

/**
 * trs_account_list_find_current:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the account in use, if there are
 *   several; until the list changes
 */
const TrsKnownAccount *
trs_account_list_find_current (TrsAccountList *self)
{
  for (guint i = 0; self->items->len > 1 && i < self->items->len; i++)
    {
      const TrsKnownAccount *account = trs_account_list_get_account (self, i);

      if (account->current)
        return account;
    }
  return NULL;
}

static void
trs_account_list_get_property (GObject    *object,
                               guint       property_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  if (property_id == PROP_LEFT)
    g_value_set_boxed (value, TRS_ACCOUNT_LIST (object)->left);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
trs_account_list_dispose (GObject *object)
{
  TrsAccountList *self = TRS_ACCOUNT_LIST (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->connector);
  g_clear_object (&self->library);

  G_OBJECT_CLASS (trs_account_list_parent_class)->dispose (object);
}

static void
trs_account_list_finalize (GObject *object)
{
  TrsAccountList *self = TRS_ACCOUNT_LIST (object);

  g_clear_pointer (&self->left, trs_known_account_free);
  g_ptr_array_unref (self->items);

  G_OBJECT_CLASS (trs_account_list_parent_class)->finalize (object);
}

static void
trs_account_list_class_init (TrsAccountListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_account_list_get_property;
  object_class->dispose = trs_account_list_dispose;
  object_class->finalize = trs_account_list_finalize;

  props[PROP_LEFT] = g_param_spec_boxed ("left", NULL, NULL, TRS_TYPE_KNOWN_ACCOUNT,
                                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_account_list_init (TrsAccountList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * trs_account_list_new:
 * @settings: the accounts that are set, and what they are called
 * @connector: knows what keys there are
 * @library: knows what is kept, and which account is open
 *
 * Returns: (transfer full): a list in which nothing is yet
 */
TrsAccountList *
trs_account_list_new (TrsAccount   *settings,
                      TrsConnector *connector,
                      TrsLibrary   *library)
{
  TrsAccountList *self = g_object_new (TRS_TYPE_ACCOUNT_LIST, NULL);

  self->settings = g_object_ref (settings);
  self->connector = g_object_ref (connector);
  self->library = g_object_ref (library);
  return self;
}
