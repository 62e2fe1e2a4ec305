/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-strings.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-strings.h"

/**
 * trs_account_strings_address:
 * @account: an account
 *
 * Returns: (transfer full): the name of an account that the user did not name: its server
 */
char *
trs_account_strings_address (const TrsKnownAccount *account)
{
  if (account->local)
    return g_strdup (_("On This Computer"));
  /* Translators: name of the account that needs no key and runs on this computer, to try the program out. */
  return g_strdup (account->sample ? _("Sample Service") : account->name);
}

/**
 * trs_account_strings_title:
 * @account: an account
 *
 * Returns: (transfer full): the name that the user gave the account, or else the default one
 */
char *
trs_account_strings_title (const TrsKnownAccount *account)
{
  g_autofree char *address = trs_account_strings_address (account);

  if (account->label != NULL)
    return trs_display_text_title (account->label);
  if (account->ordinal > 0)
    /* Translators: the address of a server, of which several accounts are known here, and the number of this one. */
    return g_strdup_printf (_("%s · account %u"), address, account->ordinal);
  return g_steal_pointer (&address);
}

/**
 * trs_account_strings_short:
 * @account: an account
 *
 * Returns: (transfer full) (nullable): what distinguishes it from another one of its server, if there is any
 */
char *
trs_account_strings_short (const TrsKnownAccount *account)
{
  if (account->ordinal == 0)
    return NULL;
  /* Translators: one of several accounts of the same server. */
  return account->label != NULL ? trs_display_text_title (account->label)
                                /* Translators: %u is the number of an account that has no name. */
                                : g_strdup_printf (_("Account %u"), account->ordinal);
}

/**
 * trs_account_strings_full_title:
 * @account: an account
 *
 * Returns: (transfer full): its name where nothing else distinguishes it from another user of its server
 */
char *
trs_account_strings_full_title (const TrsKnownAccount *account)
{
  g_autofree char *title = trs_account_strings_title (account);
  g_autofree char *newest = NULL;

  if (account->label != NULL || !account->shared || account->newest == NULL)
    return g_steal_pointer (&title);

  newest = trs_display_text_title (account->newest);
  /* Translators: the address of a server, and the title of the newest video of one of its users. */
  return g_strdup_printf (_("%s (newest video: “%s”)"), title, newest);
}

static char *
dup_use (const TrsKnownAccount *account)
{
  g_autofree char *texts =
      /* Translators: %'u is the number of transcripts of an account on this computer. */
      g_strdup_printf (ngettext ("%'u transcript here", "%'u transcripts here", account->n_texts), account->n_texts);
  g_autofree char *day = account->used_at > 0 ? trs_strings_date_long (account->used_at) : NULL;

  if (account->current)
    /* Translators: %s is "12 transcripts here". */
    return g_strdup_printf (_("In use · %s"), texts);
  if (account->keyless)
    /* Translators: %s is "12 transcripts here". The key for the address belongs to another user. */
    return g_strdup_printf (_("%s · signed out"), texts);
  if (day == NULL)
    return g_steal_pointer (&texts);
  /* Translators: "12 transcripts here · last used on 12 March 2026". */
  return g_strdup_printf (_("%s · last used on %s"), texts, day);
}

/**
 * trs_account_strings_description:
 * @account: an account
 *
 * Returns: (transfer full): what is here of it, and of whom, where the title does not tell that
 */
char *
trs_account_strings_description (const TrsKnownAccount *account)
{
  g_autofree char *use = dup_use (account);
  g_autofree char *newest = NULL;

  if (account->label != NULL)
    {
      g_autofree char *address = trs_account_strings_address (account);

      return g_strdup_printf ("%s\n%s", address, use);
    }
  if (!account->shared || account->newest == NULL)
    return g_steal_pointer (&use);

  newest = trs_display_text_title (account->newest);
  /* Translators: "In use · 12 transcripts here", and the title of a video. */
  return g_strdup_printf (_("%s\nNewest video: “%s”"), use, newest);
}
