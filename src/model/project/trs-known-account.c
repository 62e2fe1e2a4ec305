/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-known-account.h"

TrsKnownAccount *
trs_known_account_copy (const TrsKnownAccount *account)
{
  TrsKnownAccount *copy = g_memdup2 (account, sizeof *account);

  copy->name = g_strdup (account->name);
  copy->label = g_strdup (account->label);
  copy->newest = g_strdup (account->newest);
  copy->newest_id = g_strdup (account->newest_id);
  return copy;
}

void
trs_known_account_free (TrsKnownAccount *account)
{
  g_free (account->name);
  g_free (account->label);
  g_free (account->newest);
  g_free (account->newest_id);
  g_free (account);
}
