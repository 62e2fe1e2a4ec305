/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsKnownAccount:
 * @id: its number in the store; 0 if nothing is
 * @name: normalised server address, %TRS_ACCOUNT_SAMPLE or %TRS_ACCOUNT_LOCAL
 * @label: (nullable): the user's name for it, raw
 * @sample: whether it is the sample service
 * @local: whether it is On This Computer
 * @current: whether it is the account in use
 * @keyless: whether the saved key for its address belongs to another user
 * @session_key: whether its key is in memory only, until the program ends
 * @used_at: when it was last used, in microseconds since the epoch, 0 if not known
 * @n_projects: number of its projects on this computer
 * @n_texts: those with a saved transcript
 * @n_own: those with something that the user added: a title, a note, highlights, checks or names
 * @n_undecided: submissions without an outcome yet
 * @newest: (nullable): the title of its newest project, raw
 * @newest_id: (nullable): the newest known project that the service has
 * @has_mark: whether it has the fingerprint of a key
 * @shared: whether another account has the same address
 * @ordinal: its position among those, 1 for the oldest; 0 if it is the only one
 *
 * An account that is known on this computer: an address and one of its users.
 * The store fills in its own columns, and #TrsAccountList the rest.
 */
typedef struct
{
  gint64 id;
  char *name;
  char *label;
  gboolean sample;
  gboolean local;
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
  gboolean has_mark;
  gboolean shared;
  guint ordinal;
} TrsKnownAccount;

#define TRS_TYPE_KNOWN_ACCOUNT (trs_known_account_get_type ())
GType trs_known_account_get_type (void);

TrsKnownAccount *trs_known_account_copy        (const TrsKnownAccount *account);
void             trs_known_account_free        (TrsKnownAccount       *account);
gboolean         trs_known_account_equal       (const TrsKnownAccount *one,
                                                const TrsKnownAccount *other);
void             trs_known_account_mark_shared (GPtrArray             *accounts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsKnownAccount, trs_known_account_free)
