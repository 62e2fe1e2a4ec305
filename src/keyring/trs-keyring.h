/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsKeyring:
 *
 * The seam to the keyring: one API key for each normalised server address.
 * Every call ends within its deadline, whatever the keyring does. Errors are
 * %TRS_ERROR_KEYRING_MISSING, _LOCKED, _TIMED_OUT, _FAILED, or
 * %G_IO_ERROR_CANCELLED. A call that timed out goes on behind the scenes; if
 * it succeeds after all, the signal `answered-late` (address) says so.
 */
#define TRS_TYPE_KEYRING (trs_keyring_get_type ())
G_DECLARE_INTERFACE (TrsKeyring, trs_keyring, TRS, KEYRING, GObject)

typedef enum
{
  TRS_KEYRING_LOOKUP,
  TRS_KEYRING_STORE,
  TRS_KEYRING_REMOVE,
} TrsKeyringVerb;

struct _TrsKeyringInterface
{
  GTypeInterface parent_iface;

  /* Ends @task with the key, for trs_api_key_free(), if it is a look-up, else with %TRUE. @key is for a store. */
  void (*run) (TrsKeyring     *self,
               TrsKeyringVerb  verb,
               const char     *address,
               const char     *key,
               GTask          *task);
};

void      trs_keyring_run_async     (TrsKeyring           *self,
                                     TrsKeyringVerb        verb,
                                     const char           *address,
                                     const char           *key,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              user_data);
