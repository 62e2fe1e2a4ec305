/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsKeyring:
 *
 * The seam to the keyring: one API key for each normalised server address.
 * Every call ends within its deadline, whatever the keyring does. Errors are
 * %TRS_ERROR_KEYRING_MISSING, _LOCKED, _TIMED_OUT, _FAILED, or
 * %G_IO_ERROR_CANCELLED.
 *
 * A call that timed out or was cancelled goes on behind the scenes. What the
 * keyring holds is unknown until it has answered, which the signals
 * `answered-late` and `store-answered-late` report.
 */
#define TRS_TYPE_KEYRING (trs_keyring_get_type ())
G_DECLARE_INTERFACE (TrsKeyring, trs_keyring, TRS, KEYRING, GObject)

/* Each function ends @task: lookup with the key, for trs_api_key_free(), or %NULL; the others with %TRUE. */
struct _TrsKeyringInterface
{
  GTypeInterface parent_iface;

  void (*lookup) (TrsKeyring *self,
                  const char *address,
                  GTask      *task);
  void (*store)  (TrsKeyring *self,
                  const char *address,
                  const char *key,
                  guint       serial,
                  GTask      *task);
  void (*remove) (TrsKeyring *self,
                  const char *address,
                  GTask      *task);
};

void      trs_keyring_lookup_async        (TrsKeyring           *self,
                                           const char           *address,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
char     *trs_keyring_lookup_finish       (TrsKeyring           *self,
                                           GAsyncResult         *result,
                                           GError              **error);
void      trs_keyring_store_async         (TrsKeyring           *self,
                                           const char           *address,
                                           const char           *key,
                                           guint                 serial,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
gboolean  trs_keyring_store_finish        (TrsKeyring           *self,
                                           GAsyncResult         *result,
                                           GError              **error);
void      trs_keyring_remove_async        (TrsKeyring           *self,
                                           const char           *address,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
gboolean  trs_keyring_remove_finish       (TrsKeyring           *self,
                                           GAsyncResult         *result,
                                           GError              **error);

/* Called by implementations of the interface. */
void      trs_keyring_answered_late       (TrsKeyring           *self,
                                           const char           *address);
void      trs_keyring_store_answered_late (TrsKeyring           *self,
                                           const char           *address,
                                           guint                 serial,
                                           gboolean              stored);
