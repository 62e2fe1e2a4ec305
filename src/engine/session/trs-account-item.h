/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-known-account.h"

/**
 * TrsAccountItem:
 *
 * An entry of #TrsAccountList. It does not change: an account of which
 * something else is known has another item.
 *
 * Property, read-only: `account`, a #TrsKnownAccount.
 */
#define TRS_TYPE_ACCOUNT_ITEM (trs_account_item_get_type ())
G_DECLARE_FINAL_TYPE (TrsAccountItem, trs_account_item, TRS, ACCOUNT_ITEM, GObject)

TrsAccountItem        *trs_account_item_new         (TrsKnownAccount *account);
const TrsKnownAccount *trs_account_item_get_account (TrsAccountItem  *self);
