/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-item.h"

struct _TrsAccountItem
{
  GObject parent_instance;

  TrsKnownAccount *account;
};

enum
{
  PROP_ACCOUNT = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsAccountItem, trs_account_item, G_TYPE_OBJECT)

static void
trs_account_item_get_property (GObject    *object,
                               guint       property_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  TrsAccountItem *self = TRS_ACCOUNT_ITEM (object);

  switch (property_id)
    {
    case PROP_ACCOUNT:
      g_value_set_boxed (value, self->account);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_account_item_finalize (GObject *object)
{
  TrsAccountItem *self = TRS_ACCOUNT_ITEM (object);

  g_clear_pointer (&self->account, trs_known_account_free);

  G_OBJECT_CLASS (trs_account_item_parent_class)->finalize (object);
}

static void
trs_account_item_class_init (TrsAccountItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_account_item_get_property;
  object_class->finalize = trs_account_item_finalize;

  props[PROP_ACCOUNT] = g_param_spec_boxed ("account", NULL, NULL, TRS_TYPE_KNOWN_ACCOUNT,
                                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_account_item_init (TrsAccountItem *self)
{
}

/**
 * trs_account_item_new:
 * @account: (transfer full): what is known of it
 *
 * Returns: (transfer full): a new item
 */
TrsAccountItem *
trs_account_item_new (TrsKnownAccount *account)
{
  TrsAccountItem *self = g_object_new (TRS_TYPE_ACCOUNT_ITEM, NULL);

  self->account = account;
  return self;
}

/**
 * trs_account_item_get_account:
 * @self: an item
 *
 * Returns: (transfer none): what is known of the account
 */
const TrsKnownAccount *
trs_account_item_get_account (TrsAccountItem *self)
{
  return self->account;
}
