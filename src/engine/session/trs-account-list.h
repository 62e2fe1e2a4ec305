/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account-item.h"
#include "trs-account.h"
#include "trs-connector.h"
#include "trs-library.h"

/**
 * TrsAccountList:
 *
 * A #GListModel of the accounts that are known on this computer, the one used
 * last first: #TrsAccountItem. Combines their rows in the store, their
 * settings and which keys there are.
 *
 * Nothing is read before trs_account_list_refresh_async(). Then the accounts,
 * their names and the one in use stay up to date; the counts are those of the
 * last refresh.
 *
 * Property, read-only: `left`, the account of the same server that was shown
 * until the key of another user was entered. It is a #TrsKnownAccount; %NULL if
 * there was none, or if that was dismissed.
 */
#define TRS_TYPE_ACCOUNT_LIST (trs_account_list_get_type ())
G_DECLARE_FINAL_TYPE (TrsAccountList, trs_account_list, TRS, ACCOUNT_LIST, GObject)

TrsAccountList        *trs_account_list_new            (TrsAccount             *settings,
                                                        TrsConnector           *connector,
                                                        TrsLibrary             *library);
void                   trs_account_list_refresh_async  (TrsAccountList         *self,
                                                        GAsyncReadyCallback     callback,
                                                        gpointer                user_data);
gboolean               trs_account_list_refresh_finish (TrsAccountList         *self,
                                                        GAsyncResult           *result,
                                                        GError                **error);
void                   trs_account_list_invalidate     (TrsAccountList         *self);
void                   trs_account_list_set_label      (TrsAccountList         *self,
                                                        const TrsKnownAccount  *account,
                                                        const char             *label);
void                   trs_account_list_set_left       (TrsAccountList         *self,
                                                        gint64                  id);
const TrsKnownAccount *trs_account_list_get_left       (TrsAccountList         *self);
const TrsKnownAccount *trs_account_list_get_account    (TrsAccountList         *self,
                                                        guint                   position);
const TrsKnownAccount *trs_account_list_find           (TrsAccountList         *self,
                                                        gint64                  id);
const TrsKnownAccount *trs_account_list_find_current   (TrsAccountList         *self);
