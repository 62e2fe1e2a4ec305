/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsConnection:
 * @name: name of the account that it is for, see trs_account_get_name()
 * @address: normalised address of the server
 * @key: the API key, for nobody but #TrsConnector
 * @ids: (nullable) (array zero-terminated=1): the projects of its user on the newest page of the list, and perhaps one
 *   more by which an account was recognised; %NULL if the service was not asked
 * @page: (nullable) (element-type TrsProjectRecord): that page
 * @account: the number in the store of its user's account, which may just have been made; 0 if it was not looked for
 * @someone_else: whether its user is another one than that of the account that was open
 * @proved: whether it is known whose key it is; otherwise it is for use on probation
 * @in_keyring: whether the keyring has the key
 * @error: (nullable): why it has not, as far as is known
 *
 * The credentials of one user of one server, and what the service returned for them.
 */
typedef struct
{
  char *name;
  char *address;
  char *key;
  char **ids;
  GPtrArray *page;
  gint64 account;
  gboolean someone_else;
  gboolean proved;
  gboolean in_keyring;
  GError *error;

  /*< private >*/
  guint generation; /* of the connector */
  guint serial;     /* of the store of the key; 0 if it was not stored */
} TrsConnection;

#define TRS_TYPE_CONNECTION (trs_connection_get_type ())
GType trs_connection_get_type (void);

TrsConnection *trs_connection_new   (const char    *name,
                                     const char    *address);
TrsConnection *trs_connection_ref   (TrsConnection *self);
void           trs_connection_unref (TrsConnection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsConnection, trs_connection_unref)
