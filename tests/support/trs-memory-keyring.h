/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-keyring.h"

G_BEGIN_DECLS

/**
 * TrsMemoryKeyring:
 *
 * Keys for this run of the program only.
 */
#define TRS_TYPE_MEMORY_KEYRING (trs_memory_keyring_get_type ())
G_DECLARE_FINAL_TYPE (TrsMemoryKeyring, trs_memory_keyring, TRS, MEMORY_KEYRING, GObject)

TrsKeyring *trs_memory_keyring_new     (void);
void        trs_memory_keyring_hold    (TrsMemoryKeyring *self);
void        trs_memory_keyring_release (TrsMemoryKeyring *self);

G_END_DECLS
