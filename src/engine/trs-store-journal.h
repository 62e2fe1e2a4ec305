/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-journal.h"
#include "trs-store.h"

G_BEGIN_DECLS

/**
 * TrsStoreJournal:
 *
 * The journal on disk. Accounts are named by the number that the store gives
 * them, see trs_archive_dup_account_name().
 */
#define TRS_TYPE_STORE_JOURNAL (trs_store_journal_get_type ())
G_DECLARE_FINAL_TYPE (TrsStoreJournal, trs_store_journal, TRS, STORE_JOURNAL, GObject)

TrsJournal *trs_store_journal_new (TrsStore *store,
                                   TrsClock *clock);

G_END_DECLS
