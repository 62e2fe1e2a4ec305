/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-private.h"

/* What an account has of its own. The keys themselves hold it for the account in use; of the others it is laid aside
 * under their names. */
static const char *const own_keys[] = {
  "submit-video-field", "project-video-field", "video-page-pattern", "callback-mode", "callback-address",
  "callback-interface", "callback-port",       "key-shelf",          "last-project",
};

#define OTHERS "other-accounts"
#define OTHERS_TYPE G_VARIANT_TYPE ("a{sa{sv}}")

/* A second view of the same settings, whose changes go out together: nobody sees half of one account and half of
 * another, not even after a crash. */
static GSettings *
open_batch (TrsAccount *self)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GObject) backend = NULL;
  g_autofree char *path = NULL;
  GSettings *batch;

  g_object_get (self->settings, "settings-schema", &schema, "backend", &backend, "path", &path, NULL);
  batch = g_object_new (G_TYPE_SETTINGS, "settings-schema", schema, "backend", backend, "path", path, NULL);
  g_settings_delay (batch);
  return batch;
}

static GVariant *
dup_laid_aside (TrsAccount *self,
                const char *name)
{
  g_autoptr (GVariant) others = g_settings_get_value (self->settings, OTHERS);

  return g_variant_lookup_value (others, name, G_VARIANT_TYPE_VARDICT);
}

static void
lay_aside (TrsAccount      *self,
           GVariantBuilder *builder)
{
  g_variant_builder_open (builder, G_VARIANT_TYPE ("{sa{sv}}"));
  g_variant_builder_add (builder, "s", trs_account_get_name (self));
  g_variant_builder_open (builder, G_VARIANT_TYPE_VARDICT);
  for (gsize i = 0; i < G_N_ELEMENTS (own_keys); i++)
    {
      g_autoptr (GVariant) value = g_settings_get_user_value (self->settings, own_keys[i]);

      if (value != NULL)
        g_variant_builder_add (builder, "{sv}", own_keys[i], value);
    }
  g_variant_builder_close (builder);
  g_variant_builder_close (builder);
}

/* Those that are laid aside, without @name, and with the account in use if it has a name and is to stay. */
static void
write_others (TrsAccount *self,
              GSettings  *batch,
              const char *name,
              gboolean    stays)
{
  g_autoptr (GVariant) others = g_settings_get_value (self->settings, OTHERS);
  const char *in_use = trs_account_get_name (self);
  GVariantBuilder builder;
  GVariantIter iter;
  GVariant *value;
  char *key;

  g_variant_builder_init (&builder, OTHERS_TYPE);
  g_variant_iter_init (&iter, others);
  while (g_variant_iter_loop (&iter, "{s@a{sv}}", &key, &value))
    {
      if (g_strcmp0 (key, name) != 0 && g_strcmp0 (key, in_use) != 0)
        g_variant_builder_add (&builder, "{s@a{sv}}", key, value);
    }
  if (stays && *in_use != '\0')
    lay_aside (self, &builder);
  g_settings_set_value (batch, OTHERS, g_variant_builder_end (&builder));
}

/* What cannot be a value of its key any more is as good as never set. */
static void
take_up (GSettings *batch,
         GVariant  *laid_aside)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  g_object_get (batch, "settings-schema", &schema, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (own_keys); i++)
    {
      g_autoptr (GSettingsSchemaKey) key = g_settings_schema_get_key (schema, own_keys[i]);
      g_autoptr (GVariant) value =
          laid_aside != NULL
              ? g_variant_lookup_value (laid_aside, own_keys[i], g_settings_schema_key_get_value_type (key))
              : NULL;

      if (value != NULL && g_settings_schema_key_range_check (key, value))
        g_settings_set_value (batch, own_keys[i], value);
      else
        g_settings_reset (batch, own_keys[i]);
    }
}

/**
 * trs_account_set_server:
 * @self: an account
 * @address: normalised address; ignored for the sample service
 * @sample: whether it is the sample service
 *
 * Uses another account, with what was set for it before. What was set before
 * there was any account goes to the first one.
 */
void
trs_account_set_server (TrsAccount *self,
                        const char *address,
                        gboolean    sample)
{
  const char *name = sample ? TRS_ACCOUNT_SAMPLE : address;
  g_autoptr (GSettings) batch = NULL;
  g_autoptr (GVariant) laid_aside = NULL;

  g_return_if_fail (TRS_IS_ACCOUNT (self));
  g_return_if_fail (sample || address != NULL);

  if (g_str_equal (name, trs_account_get_name (self)))
    return;

  batch = open_batch (self);
  laid_aside = dup_laid_aside (self, name);
  if (laid_aside != NULL || trs_account_is_configured (self))
    take_up (batch, laid_aside);
  write_others (self, batch, name, TRUE);
  g_settings_set_string (batch, "server-address", sample ? "" : address);
  g_settings_set_boolean (batch, "sample-service", sample);
  g_settings_apply (batch);
}

/**
 * trs_account_forget:
 * @self: an account
 * @name: name of an account, see trs_account_get_name()
 *
 * Forgets what was set for an account. If it is the one in use, there is none
 * afterwards.
 */
void
trs_account_forget (TrsAccount *self,
                    const char *name)
{
  g_autoptr (GSettings) batch = NULL;
  gboolean in_use;

  g_return_if_fail (TRS_IS_ACCOUNT (self));
  g_return_if_fail (name != NULL);

  in_use = g_str_equal (name, trs_account_get_name (self));
  batch = open_batch (self);
  write_others (self, batch, name, FALSE);
  if (in_use)
    {
      take_up (batch, NULL);
      g_settings_reset (batch, "server-address");
      g_settings_reset (batch, "sample-service");
    }
  g_settings_apply (batch);
}

/**
 * trs_account_dup_names:
 * @self: an account
 *
 * Returns: (transfer full): the names of the accounts that are laid aside
 */
GStrv
trs_account_dup_names (TrsAccount *self)
{
  g_autoptr (GVariant) others = NULL;
  g_autoptr (GStrvBuilder) names = NULL;
  GVariantIter iter;
  GVariant *value;
  char *key;

  g_return_val_if_fail (TRS_IS_ACCOUNT (self), NULL);

  others = g_settings_get_value (self->settings, OTHERS);
  names = g_strv_builder_new ();
  g_variant_iter_init (&iter, others);
  while (g_variant_iter_loop (&iter, "{s@a{sv}}", &key, &value))
    g_strv_builder_add (names, key);
  return g_strv_builder_end (names);
}

/**
 * trs_account_dup_field_names:
 * @self: an account
 * @name: name of an account, perhaps of one that is not known yet
 * @submit_field: (out) (transfer full): name of the video field in a submission
 * @project_field: (out) (transfer full): name of the video field in projects
 *
 * The field names with which @name would be used.
 */
void
trs_account_dup_field_names (TrsAccount  *self,
                             const char  *name,
                             char       **submit_field,
                             char       **project_field)
{
  g_autoptr (GVariant) laid_aside = NULL;
  g_autoptr (GVariant) submit_default = NULL;
  g_autoptr (GVariant) project_default = NULL;

  g_return_if_fail (TRS_IS_ACCOUNT (self));

  laid_aside = dup_laid_aside (self, name);
  if (g_str_equal (name, trs_account_get_name (self)) ||
      (laid_aside == NULL && !trs_account_is_configured (self)))
    {
      *submit_field = g_strdup (self->submit_field);
      *project_field = g_strdup (self->project_field);
      return;
    }

  submit_default = g_settings_get_default_value (self->settings, "submit-video-field");
  project_default = g_settings_get_default_value (self->settings, "project-video-field");
  if (laid_aside == NULL || !g_variant_lookup (laid_aside, "submit-video-field", "s", submit_field))
    *submit_field = g_variant_dup_string (submit_default, NULL);
  if (laid_aside == NULL || !g_variant_lookup (laid_aside, "project-video-field", "s", project_field))
    *project_field = g_variant_dup_string (project_default, NULL);
}

/**
 * trs_account_get_key_account:
 * @self: an account
 *
 * The keyring holds one key for an address, and there may be accounts of
 * several users of it.
 *
 * Returns: the account of the user whose key is in the keyring; 0 if nobody
 *   noted it, -1 if it is none of those that are here
 */
gint64
trs_account_get_key_account (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), 0);

  return g_settings_get_int64 (self->settings, "key-shelf");
}

/**
 * trs_account_set_key_account:
 * @self: an account
 * @account: see trs_account_get_key_account()
 */
void
trs_account_set_key_account (TrsAccount *self,
                             gint64      account)
{
  g_return_if_fail (TRS_IS_ACCOUNT (self));

  g_settings_set_int64 (self->settings, "key-shelf", account);
}

/**
 * trs_account_get_key_account_of:
 * @self: an account
 * @name: name of an account
 *
 * Returns: the same of another account
 */
gint64
trs_account_get_key_account_of (TrsAccount *self,
                                const char *name)
{
  g_autoptr (GVariant) laid_aside = NULL;
  gint64 account = 0;

  g_return_val_if_fail (TRS_IS_ACCOUNT (self), 0);

  if (g_str_equal (name, trs_account_get_name (self)))
    return trs_account_get_key_account (self);

  laid_aside = dup_laid_aside (self, name);
  if (laid_aside == NULL || !g_variant_lookup (laid_aside, "key-shelf", "x", &account))
    return 0;
  return account;
}
