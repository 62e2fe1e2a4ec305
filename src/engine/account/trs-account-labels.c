/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-private.h"

#define LABELS "account-names"

/* Several users may share an address, and the accounts of a new store are numbered from the beginning again. */
static char *
dup_key (const char *name,
         gint64      account)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT " %s", account, name);
}

/**
 * trs_account_dup_label:
 * @self: an account
 * @name: name of an account, see trs_account_get_name()
 * @account: one of its users, its number in the store
 *
 * Returns: (transfer full) (nullable): what the user calls it, if anything
 */
char *
trs_account_dup_label (TrsAccount *self,
                       const char *name,
                       gint64      account)
{
  g_autoptr (GVariant) labels = NULL;
  g_autofree char *key = NULL;
  char *label = NULL;

  g_return_val_if_fail (TRS_IS_ACCOUNT (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  labels = g_settings_get_value (self->settings, LABELS);
  key = dup_key (name, account);
  g_variant_lookup (labels, key, "s", &label);
  return label;
}

/**
 * trs_account_set_label:
 * @self: an account
 * @name: name of an account, see trs_account_get_name()
 * @account: one of its users, its number in the store
 * @label: (nullable): what the user calls it; %NULL or blank for nothing
 */
void
trs_account_set_label (TrsAccount *self,
                       const char *name,
                       gint64      account,
                       const char *label)
{
  g_autoptr (GVariant) labels = NULL;
  g_autofree char *key = NULL;
  g_autofree char *stripped = NULL;
  GVariantBuilder builder;
  GVariantIter iter;
  const char *other;
  const char *value;

  g_return_if_fail (TRS_IS_ACCOUNT (self));
  g_return_if_fail (name != NULL);

  labels = g_settings_get_value (self->settings, LABELS);
  key = dup_key (name, account);
  stripped = g_strstrip (g_strdup (label != NULL ? label : ""));
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_variant_iter_init (&iter, labels);
  while (g_variant_iter_next (&iter, "{&s&s}", &other, &value))
    {
      if (!g_str_equal (other, key))
        g_variant_builder_add (&builder, "{ss}", other, value);
    }
  if (*stripped != '\0')
    g_variant_builder_add (&builder, "{ss}", key, stripped);
  g_settings_set_value (self->settings, LABELS, g_variant_builder_end (&builder));
}
