/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-error.h"
#include "trs-keyring.h"

G_BEGIN_DECLS

/* What a store does. */
typedef enum
{
  FRAGILE_STORES,
  FRAGILE_STORES_LATE,
  FRAGILE_STORES_WHEN_RELEASED,
  FRAGILE_STORES_AND_TIMES_OUT,
  FRAGILE_STORES_AND_IS_CANCELLED,
  FRAGILE_STORES_AND_FAILS,
} FragileStore;

/* A keyring in memory that can be broken. */
#define FRAGILE_TYPE_KEYRING (fragile_keyring_get_type ())
G_DECLARE_FINAL_TYPE (FragileKeyring, fragile_keyring, FRAGILE, KEYRING, GObject)

FragileKeyring *fragile_keyring_new   (void);
void            fragile_keyring_break (FragileKeyring *self,
                                       TrsError        code);
void            fragile_keyring_mend  (FragileKeyring *self);
void            fragile_keyring_set_stores (FragileKeyring *self,
                                            FragileStore    stores);
gboolean        fragile_keyring_is_asked   (FragileKeyring *self);
void            fragile_keyring_release    (FragileKeyring *self);
const char     *fragile_keyring_get_key    (FragileKeyring *self,
                                            const char     *address);
void            fragile_keyring_set_key    (FragileKeyring *self,
                                            const char     *address,
                                            const char     *key);
void            fragile_keyring_hold_lookups   (FragileKeyring *self);
void            fragile_keyring_answer_oldest  (FragileKeyring *self);
void            fragile_keyring_answer_lookups (FragileKeyring *self);
guint           fragile_keyring_get_n_lookups  (FragileKeyring *self);

G_END_DECLS
