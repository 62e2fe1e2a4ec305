/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"

/* Forward declaration, so that others can use this without the headers of store/. */
typedef struct _TrsStore TrsStore;

/**
 * TrsDeliverySaver:
 *
 * Saves who gets the texts of an account in its row of the store, for programs
 * that read the settings as they are saved: until it is known that the settings
 * have it, each submission looks there first.
 */
#define TRS_TYPE_DELIVERY_SAVER (trs_delivery_saver_get_type ())
G_DECLARE_FINAL_TYPE (TrsDeliverySaver, trs_delivery_saver, TRS, DELIVERY_SAVER, GObject)

TrsDeliverySaver *trs_delivery_saver_new         (TrsAccount       *settings,
                                                  TrsStore         *store);
void              trs_delivery_saver_set_account (TrsDeliverySaver *self,
                                                  gint64            account);
