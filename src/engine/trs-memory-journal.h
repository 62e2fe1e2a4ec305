/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-journal.h"

G_BEGIN_DECLS

/**
 * TrsMemoryJournal:
 *
 * Intents for this run of the program only.
 */
#define TRS_TYPE_MEMORY_JOURNAL (trs_memory_journal_get_type ())
G_DECLARE_FINAL_TYPE (TrsMemoryJournal, trs_memory_journal, TRS, MEMORY_JOURNAL, GObject)

TrsJournal *trs_memory_journal_new (void);

G_END_DECLS
