/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-private.h"

#include "trs-compat.h"
#include "trs-server-address.h"
#include "trs-video-ref.h"

enum
{
  PROP_0,
  PROP_SERVER_ADDRESS,
  PROP_SAMPLE,
  PROP_SUBMIT_FIELD,
  PROP_PROJECT_FIELD,
  PROP_VIDEO_PATTERN,
  PROP_CALLBACK_MODE,
  PROP_CALLBACK_ADDRESS,
  PROP_CALLBACK_INTERFACE,
  PROP_CALLBACK_PORT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_ENUM_TYPE (TrsCallbackMode, trs_callback_mode,
                    G_DEFINE_ENUM_VALUE (TRS_CALLBACK_NOWHERE, "nowhere"),
                    G_DEFINE_ENUM_VALUE (TRS_CALLBACK_THIS_COMPUTER, "this-computer"),
                    G_DEFINE_ENUM_VALUE (TRS_CALLBACK_MY_ADDRESS, "my-address"))

G_DEFINE_FINAL_TYPE (TrsAccount, trs_account, G_TYPE_OBJECT)

/* The strings are kept, so that their getters can lend them. */
static const struct
{
  const char *key;
  guint prop;
  gsize field;
} settings_keys[] = {
  { "server-address", PROP_SERVER_ADDRESS, G_STRUCT_OFFSET (TrsAccount, server_address) },
  { "sample-service", PROP_SAMPLE, 0 },
  { "submit-video-field", PROP_SUBMIT_FIELD, G_STRUCT_OFFSET (TrsAccount, submit_field) },
  { "project-video-field", PROP_PROJECT_FIELD, G_STRUCT_OFFSET (TrsAccount, project_field) },
  { "video-page-pattern", PROP_VIDEO_PATTERN, G_STRUCT_OFFSET (TrsAccount, video_pattern) },
  { "callback-mode", PROP_CALLBACK_MODE, 0 },
  { "callback-address", PROP_CALLBACK_ADDRESS, G_STRUCT_OFFSET (TrsAccount, callback_address) },
  { "callback-interface", PROP_CALLBACK_INTERFACE, G_STRUCT_OFFSET (TrsAccount, callback_interface) },
  { "callback-port", PROP_CALLBACK_PORT, 0 },
};

/* What the pattern was by itself before, and led to no moment: as good as never set. */
#define OLD_VIDEO_PATTERN "https://www.youtube.com/watch?v={id}"

static char *
dup_setting (GSettings  *settings,
             const char *key)
{
  g_autofree char *value = g_settings_get_string (settings, key);
  g_autoptr (GVariant) fallback = NULL;

  if (strcmp (key, "video-page-pattern") != 0 || strcmp (value, OLD_VIDEO_PATTERN) != 0)
    return g_steal_pointer (&value);

  fallback = g_settings_get_default_value (settings, key);
  return g_variant_dup_string (fallback, NULL);
}

static void
settings_changed_cb (GSettings  *settings,
                     const char *key,
                     gpointer    user_data)
{
  TrsAccount *self = user_data;

  for (guint i = 0; i < G_N_ELEMENTS (settings_keys); i++)
    {
      if (strcmp (settings_keys[i].key, key) != 0)
        continue;

      if (settings_keys[i].field != 0)
        {
          g_autofree char *value = dup_setting (settings, key);

          if (!trs_set_str (G_STRUCT_MEMBER_P (self, settings_keys[i].field), value))
            return;
        }

      g_object_notify_by_pspec (G_OBJECT (self), props[settings_keys[i].prop]);
    }
}

static void
trs_account_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  TrsAccount *self = TRS_ACCOUNT (object);

  switch (prop_id)
    {
    case PROP_SERVER_ADDRESS:
      g_value_set_string (value, self->server_address);
      break;
    case PROP_SAMPLE:
      g_value_set_boolean (value, trs_account_get_sample (self));
      break;
    case PROP_SUBMIT_FIELD:
      g_value_set_string (value, self->submit_field);
      break;
    case PROP_PROJECT_FIELD:
      g_value_set_string (value, self->project_field);
      break;
    case PROP_VIDEO_PATTERN:
      g_value_set_string (value, self->video_pattern);
      break;
    case PROP_CALLBACK_MODE:
      g_value_set_enum (value, (int) trs_account_get_callback_mode (self));
      break;
    case PROP_CALLBACK_ADDRESS:
      g_value_set_string (value, self->callback_address);
      break;
    case PROP_CALLBACK_INTERFACE:
      g_value_set_string (value, self->callback_interface);
      break;
    case PROP_CALLBACK_PORT:
      g_value_set_uint (value, trs_account_get_callback_port (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_account_finalize (GObject *object)
{
  TrsAccount *self = TRS_ACCOUNT (object);

  g_clear_object (&self->settings);
  g_free (self->server_address);
  g_free (self->submit_field);
  g_free (self->project_field);
  g_free (self->video_pattern);
  g_free (self->callback_address);
  g_free (self->callback_interface);

  G_OBJECT_CLASS (trs_account_parent_class)->finalize (object);
}

static void
trs_account_class_init (TrsAccountClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_account_get_property;
  object_class->finalize = trs_account_finalize;

  props[PROP_SERVER_ADDRESS] = g_param_spec_string ("server-address", NULL, NULL, "", flags);
  props[PROP_SAMPLE] = g_param_spec_boolean ("sample", NULL, NULL, FALSE, flags);
  props[PROP_SUBMIT_FIELD] = g_param_spec_string ("submit-field", NULL, NULL, "", flags);
  props[PROP_PROJECT_FIELD] = g_param_spec_string ("project-field", NULL, NULL, "", flags);
  props[PROP_VIDEO_PATTERN] = g_param_spec_string ("video-pattern", NULL, NULL, "", flags);
  props[PROP_CALLBACK_MODE] =
      g_param_spec_enum ("callback-mode", NULL, NULL, TRS_TYPE_CALLBACK_MODE, TRS_CALLBACK_NOWHERE, flags);
  props[PROP_CALLBACK_ADDRESS] = g_param_spec_string ("callback-address", NULL, NULL, "", flags);
  props[PROP_CALLBACK_INTERFACE] = g_param_spec_string ("callback-interface", NULL, NULL, "", flags);
  props[PROP_CALLBACK_PORT] = g_param_spec_uint ("callback-port", NULL, NULL, 0, G_MAXUINT16, 0, flags);

  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_account_init (TrsAccount *self)
{
}

/**
 * trs_account_new:
 * @settings: the settings of the program
 *
 * Returns: (transfer full): the account kept in @settings
 */
TrsAccount *
trs_account_new (GSettings *settings)
{
  TrsAccount *self;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);

  self = g_object_new (TRS_TYPE_ACCOUNT, NULL);
  self->settings = g_object_ref (settings);
  for (guint i = 0; i < G_N_ELEMENTS (settings_keys); i++)
    {
      if (settings_keys[i].field != 0)
        G_STRUCT_MEMBER (char *, self, settings_keys[i].field) =
            dup_setting (settings, settings_keys[i].key);
    }
  g_signal_connect_object (settings, "changed", G_CALLBACK (settings_changed_cb), self, 0);

  return self;
}

/**
 * trs_account_is_configured:
 * @self: an account
 *
 * Returns: %TRUE once a server, or the sample service, was connected to
 */
gboolean
trs_account_is_configured (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), FALSE);

  return *self->server_address != '\0' || trs_account_get_sample (self);
}

/**
 * trs_account_get_name:
 * @self: an account
 *
 * Returns: the address, or %TRS_ACCOUNT_SAMPLE; empty before the first connection
 */
const char *
trs_account_get_name (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), NULL);

  return trs_account_get_sample (self) ? TRS_ACCOUNT_SAMPLE : self->server_address;
}

/**
 * trs_account_get_server_address:
 * @self: an account
 *
 * Returns: the normalised address; empty before the first connection and for the sample service
 */
const char *
trs_account_get_server_address (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), NULL);

  return self->server_address;
}

/**
 * trs_account_get_sample:
 * @self: an account
 *
 * Returns: %TRUE if the account is the sample service on this computer
 */
gboolean
trs_account_get_sample (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), FALSE);

  return g_settings_get_boolean (self->settings, "sample-service");
}

/**
 * trs_account_get_submit_field:
 * @self: an account
 *
 * Returns: the name of the field that carries the video in a submission
 */
const char *
trs_account_get_submit_field (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), NULL);

  return self->submit_field;
}

/**
 * trs_account_get_project_field:
 * @self: an account
 *
 * Returns: the name of the field that carries the video in a project
 */
const char *
trs_account_get_project_field (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), NULL);

  return self->project_field;
}

/**
 * trs_account_get_video_pattern:
 * @self: an account
 *
 * Returns: the address pattern of a video page, for trs_video_pattern_expand()
 */
const char *
trs_account_get_video_pattern (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), NULL);

  return self->video_pattern;
}

/**
 * trs_account_dup_video_link:
 * @self: an account
 * @video_id: (nullable): identifier of a video
 * @start: where to begin, in milliseconds, or -1
 *
 * Returns: (transfer full) (nullable): the address of its page; %NULL where
 *   there is none, as for every video of the sample service
 */
char *
trs_account_dup_video_link (TrsAccount *self,
                            const char *video_id,
                            gint64      start)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), NULL);

  if (trs_account_get_sample (self))
    return NULL;
  return trs_video_pattern_expand (self->video_pattern, video_id, start);
}

/**
 * trs_account_get_callback_mode:
 * @self: an account
 *
 * Returns: what the user chose
 */
TrsCallbackMode
trs_account_get_callback_mode (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), TRS_CALLBACK_NOWHERE);

  return (TrsCallbackMode) g_settings_get_enum (self->settings, "callback-mode");
}

/**
 * trs_account_get_effective_callback:
 * @self: an account
 *
 * A server on loopback can call back to this computer without disclosing the
 * text to anyone, so that instead of nowhere it calls this program.
 *
 * Returns: where the next submission will send the text
 */
TrsCallbackMode
trs_account_get_effective_callback (TrsAccount *self)
{
  TrsCallbackMode mode;

  g_return_val_if_fail (TRS_IS_ACCOUNT (self), TRS_CALLBACK_NOWHERE);

  mode = trs_account_get_callback_mode (self);
  if (mode != TRS_CALLBACK_NOWHERE)
    return mode;
  if (trs_account_get_sample (self))
    return TRS_CALLBACK_THIS_COMPUTER;
  if (*self->server_address != '\0' && trs_server_address_is_loopback (self->server_address))
    return TRS_CALLBACK_THIS_COMPUTER;
  return TRS_CALLBACK_NOWHERE;
}

/**
 * trs_account_get_callback_address:
 * @self: an account
 *
 * Returns: the address of the user, possibly empty
 */
const char *
trs_account_get_callback_address (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), NULL);

  return self->callback_address;
}

/**
 * trs_account_get_callback_interface:
 * @self: an account
 *
 * Returns: the network address on which this computer receives callbacks
 */
const char *
trs_account_get_callback_interface (TrsAccount *self)
{
  g_return_val_if_fail (TRS_IS_ACCOUNT (self), NULL);

  return self->callback_interface;
}

/**
 * trs_account_get_callback_port:
 * @self: an account
 *
 * Returns: the port on which this computer receives callbacks, 0 for any free one
 */
guint
trs_account_get_callback_port (TrsAccount *self)
{
  guint16 port = 0;

  g_return_val_if_fail (TRS_IS_ACCOUNT (self), 0);

  g_settings_get (self->settings, "callback-port", "q", &port);
  return port;
}
