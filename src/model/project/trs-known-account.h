/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsKnownAccount:
 * @id: its number in the store; 0 if nothing is
 * @name: normalised server address, or %TRS_ACCOUNT_SAMPLE
 * @label: (nullable): what the user calls it, raw
 * @sample: whether it is the sample service
 * @current: whether it is the account in use
 * @keyless: whether the key that is kept for its address belongs to another user
 * @session_key: whether the key that is used for it is known to this run of the program alone
 * @used_at: when it was used last, in microseconds since the epoch, 0 if that is not known
 * @n_projects: how many projects are known of it here
 * @n_texts: of how many of them the text is here
 * @n_own: of how many of them there is a note or a title of the user
 * @n_undecided: how many submissions have no outcome yet
 * @newest: (nullable): the title of its newest project, raw
 * @newest_id: (nullable): the newest project that the service has, as far as is known
 * @shared: whether another account has the same address
 * @ordinal: which of those it is, from 1 for the one that came first; 0 if it is the only one
 *
 * An account that is known on this computer: an address and one of its users.
 * The store fills in what it keeps, and #TrsAccountList the rest.
 */
typedef struct
{
  gint64 id;
  char *name;
  char *label;
  gboolean sample;
  gboolean current;
  gboolean keyless;
  gboolean session_key;
  gint64 used_at;
  guint n_projects;
  guint n_texts;
  guint n_own;
  guint n_undecided;
  char *newest;
  char *newest_id;
  gboolean shared;
  guint ordinal;
} TrsKnownAccount;

#define TRS_TYPE_KNOWN_ACCOUNT (trs_known_account_get_type ())
GType trs_known_account_get_type (void);

TrsKnownAccount *trs_known_account_copy  (const TrsKnownAccount *account);
void             trs_known_account_free  (TrsKnownAccount       *account);
gboolean         trs_known_account_equal (const TrsKnownAccount *one,
                                          const TrsKnownAccount *other);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsKnownAccount, trs_known_account_free)
