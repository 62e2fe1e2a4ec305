/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-error.h"
#include "trs-keyring.h"

G_BEGIN_DECLS

/* A keyring in memory that can be broken. */
#define FRAGILE_TYPE_KEYRING (fragile_keyring_get_type ())
G_DECLARE_FINAL_TYPE (FragileKeyring, fragile_keyring, FRAGILE, KEYRING, GObject)

FragileKeyring *fragile_keyring_new   (void);
void            fragile_keyring_break (FragileKeyring *self,
                                       TrsError        code);
void            fragile_keyring_mend  (FragileKeyring *self);

G_END_DECLS
