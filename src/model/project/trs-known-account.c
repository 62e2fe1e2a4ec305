/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-known-account.h"

G_DEFINE_BOXED_TYPE (TrsKnownAccount, trs_known_account, trs_known_account_copy, trs_known_account_free)

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

/**
 * trs_known_account_equal:
 * @one: an account
 * @other: another one
 *
 * Returns: %TRUE if the same is known of both
 */
gboolean
trs_known_account_equal (const TrsKnownAccount *one,
                         const TrsKnownAccount *other)
{
  return one->id == other->id && g_str_equal (one->name, other->name) && g_strcmp0 (one->label, other->label) == 0 &&
         one->sample == other->sample && one->local == other->local &&
         one->current == other->current && one->keyless == other->keyless &&
         one->session_key == other->session_key && one->used_at == other->used_at &&
         one->n_projects == other->n_projects && one->n_texts == other->n_texts && one->n_own == other->n_own &&
         one->n_undecided == other->n_undecided && g_strcmp0 (one->newest, other->newest) == 0 &&
         g_strcmp0 (one->newest_id, other->newest_id) == 0 && one->has_mark == other->has_mark &&
         one->shared == other->shared && one->ordinal == other->ordinal;
}

/**
 * trs_known_account_mark_shared:
 * @accounts: (element-type TrsKnownAccount): all that are known
 *
 * The service has no names of users: sets `shared` and `ordinal`, by which accounts of one address are told apart.
 */
void
trs_known_account_mark_shared (GPtrArray *accounts)
{
  for (guint i = 0; i < accounts->len; i++)
    {
      TrsKnownAccount *one = accounts->pdata[i];

      for (guint j = 0; j < i; j++)
        {
          TrsKnownAccount *other = accounts->pdata[j];

          if (g_str_equal (one->name, other->name))
            one->shared = other->shared = TRUE;
        }
    }
  for (guint i = 0; i < accounts->len; i++)
    {
      TrsKnownAccount *one = accounts->pdata[i];

      one->ordinal = one->shared ? 1 : 0;
      for (guint j = 0; j < accounts->len; j++)
        {
          const TrsKnownAccount *other = accounts->pdata[j];

          if (one->shared && other->id < one->id && g_str_equal (one->name, other->name))
            one->ordinal++;
        }
    }
}
