/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account.h"

#include <string.h>

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-server-address.h"
#include "trs-video-ref.h"

/* Longer field names are ignored. */
#define FIELD_NAME_MAX 64

#define OTHERS "other-accounts"
#define LABELS "account-names"
#define KEY_ACCOUNT "key-account"
#define CALLBACK_ACCOUNT "callback-account"

struct _TrsAccount
{
  GObject parent_instance;

  GSettings *settings;
  TrsHeldSettings *held; /* (nullable): what is behind them */
  TrsAccount *shared;    /* (nullable) */
  gint64 number;         /* in the store, 0 if it is not open */
  gboolean never_receives;
  int kept_delivery;

  /* as notified last */
  gboolean settings_lost;
  gboolean lost;
};

enum
{
  PROP_0,
  PROP_SERVER_ADDRESS,
  PROP_SAMPLE,
  PROP_LOCAL,
  PROP_SUBMIT_FIELD,
  PROP_PROJECT_FIELD,
  PROP_VIDEO_PATTERN,
  PROP_CALLBACK_MODE,
  PROP_CALLBACK_ADDRESS,
  PROP_CALLBACK_INTERFACE,
  PROP_CALLBACK_PORT,
  PROP_KEY_ACCOUNT,
  PROP_SETTINGS_LOST,
  PROP_LOST,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

/* The GSettings keys behind the properties, except for the last two. */
static const char * const prop_keys[N_PROPS] = {
  [PROP_SERVER_ADDRESS] = "server-address",
  [PROP_SAMPLE] = "sample-service",
  [PROP_LOCAL] = "local-service",
  [PROP_SUBMIT_FIELD] = "submit-video-field",
  [PROP_PROJECT_FIELD] = "project-video-field",
  [PROP_VIDEO_PATTERN] = "video-page-pattern",
  [PROP_CALLBACK_MODE] = "callback-mode",
  [PROP_CALLBACK_ADDRESS] = "callback-address",
  [PROP_CALLBACK_INTERFACE] = "callback-interface",
  [PROP_CALLBACK_PORT] = "callback-port",
  [PROP_KEY_ACCOUNT] = KEY_ACCOUNT,
};

G_DEFINE_ENUM_TYPE (TrsCallbackMode, trs_callback_mode,
                    G_DEFINE_ENUM_VALUE (TRS_CALLBACK_NOWHERE, "nowhere"),
                    G_DEFINE_ENUM_VALUE (TRS_CALLBACK_THIS_COMPUTER, "this-computer"),
                    G_DEFINE_ENUM_VALUE (TRS_CALLBACK_MY_ADDRESS, "my-address"))

G_DEFINE_FINAL_TYPE (TrsAccount, trs_account, G_TYPE_OBJECT)

/* Settings that each account has for itself. Their GSettings keys hold the values of the account in use; for all
 * other accounts the values are stored under the names of the accounts in OTHERS. */
static const char * const own_keys[] = {
  "submit-video-field", "project-video-field", "video-page-pattern", "callback-mode", "callback-address",
  "callback-interface", "callback-port",       CALLBACK_ACCOUNT,     KEY_ACCOUNT,     "last-project",
};

static void
notify_callback (TrsAccount *self)
{
  for (guint i = PROP_CALLBACK_MODE; i <= PROP_CALLBACK_PORT; i++)
    g_object_notify_by_pspec (G_OBJECT (self), props[i]);
}

static void
settings_changed_cb (TrsAccount *self,
                     const char *key)
{
  if (g_str_equal (key, CALLBACK_ACCOUNT))
    notify_callback (self);
  for (guint i = PROP_0 + 1; i < N_PROPS; i++)
    if (g_strcmp0 (prop_keys[i], key) == 0)
      g_object_notify_by_pspec (G_OBJECT (self), props[i]);
}

static void
update_lost (TrsAccount *self)
{
  gboolean settings_lost = trs_account_get_settings_lost (self);
  gboolean lost = trs_account_is_lost (self);
  gboolean other_settings = self->settings_lost != settings_lost;
  gboolean other_account = self->lost != lost;

  self->settings_lost = settings_lost;
  self->lost = lost;
  if (other_settings)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SETTINGS_LOST]);
  if (other_account)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LOST]);
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
      g_value_set_string (value, trs_account_get_server_address (self));
      break;
    case PROP_SAMPLE:
      g_value_set_boolean (value, trs_account_get_sample (self));
      break;
    case PROP_LOCAL:
      g_value_set_boolean (value, trs_account_get_local (self));
      break;
    case PROP_SUBMIT_FIELD:
      g_value_set_string (value, trs_account_get_submit_field (self));
      break;
    case PROP_PROJECT_FIELD:
      g_value_set_string (value, trs_account_get_project_field (self));
      break;
    case PROP_VIDEO_PATTERN:
      g_value_set_string (value, trs_account_get_video_pattern (self));
      break;
    case PROP_CALLBACK_MODE:
      g_value_set_enum (value, (int) trs_account_get_callback_mode (self));
      break;
    case PROP_CALLBACK_ADDRESS:
      g_value_set_string (value, trs_account_get_callback_address (self));
      break;
    case PROP_CALLBACK_INTERFACE:
      g_value_set_string (value, trs_account_get_callback_interface (self));
      break;
    case PROP_CALLBACK_PORT:
      g_value_set_uint (value, trs_account_get_callback_port (self));
      break;
    case PROP_KEY_ACCOUNT:
      g_value_set_int64 (value, trs_account_get_key_account (self, trs_account_get_name (self)));
      break;
    case PROP_SETTINGS_LOST:
      g_value_set_boolean (value, trs_account_get_settings_lost (self));
      break;
    case PROP_LOST:
      g_value_set_boolean (value, trs_account_is_lost (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_account_finalize (GObject *object)
{
  g_clear_object (&TRS_ACCOUNT (object)->held);
  g_clear_object (&TRS_ACCOUNT (object)->shared);
  g_clear_object (&TRS_ACCOUNT (object)->settings);

  G_OBJECT_CLASS (trs_account_parent_class)->finalize (object);
}

static void
trs_account_class_init (TrsAccountClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_account_get_property;
  object_class->finalize = trs_account_finalize;

  props[PROP_SERVER_ADDRESS] = g_param_spec_string ("server-address", NULL, NULL, "", flags);
  props[PROP_SAMPLE] = g_param_spec_boolean ("sample", NULL, NULL, FALSE, flags);
  props[PROP_LOCAL] = g_param_spec_boolean ("local", NULL, NULL, FALSE, flags);
  props[PROP_SUBMIT_FIELD] = g_param_spec_string ("submit-field", NULL, NULL, NULL, flags);
  props[PROP_PROJECT_FIELD] = g_param_spec_string ("project-field", NULL, NULL, NULL, flags);
  props[PROP_VIDEO_PATTERN] = g_param_spec_string ("video-pattern", NULL, NULL, NULL, flags);
  props[PROP_CALLBACK_MODE] = g_param_spec_enum ("callback-mode", NULL, NULL, TRS_TYPE_CALLBACK_MODE,
                                                 TRS_CALLBACK_NOWHERE, flags);
  props[PROP_CALLBACK_ADDRESS] = g_param_spec_string ("callback-address", NULL, NULL, "", flags);
  props[PROP_CALLBACK_INTERFACE] = g_param_spec_string ("callback-interface", NULL, NULL, NULL, flags);
  props[PROP_CALLBACK_PORT] = g_param_spec_uint ("callback-port", NULL, NULL, 0, G_MAXUINT16, 0, flags);
  props[PROP_KEY_ACCOUNT] = g_param_spec_int64 ("key-account", NULL, NULL, -1, G_MAXINT64, 0, flags);
  props[PROP_SETTINGS_LOST] = g_param_spec_boolean ("settings-lost", NULL, NULL, FALSE, flags);
  props[PROP_LOST] = g_param_spec_boolean ("lost", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_account_init (TrsAccount *self)
{
  self->kept_delivery = TRS_DELIVERY_UNKNOWN;
}

TrsAccount *
trs_account_new (GSettings *settings)
{
  TrsAccount *self = g_object_new (TRS_TYPE_ACCOUNT, NULL);

  self->settings = g_object_ref (settings);
  g_set_object (&self->held, trs_held_settings_find (settings));
  g_signal_connect_object (settings, "changed", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
  if (self->held != NULL)
    {
      g_signal_connect_object (self->held, "checked", G_CALLBACK (update_lost), self, G_CONNECT_SWAPPED);
      update_lost (self);
    }

  return self;
}

/* Strings are interned so that they can be returned without ownership: a user only ever sets a few. */
static const char *
get_string (TrsAccount *self,
            const char *key)
{
  g_autofree char *value = g_settings_get_string (self->settings, key);

  return g_intern_string (value);
}

static gboolean
field_name_check (const char  *name,
                  GError     **error)
{
  gsize length = name != NULL ? strlen (name) : 0;

  if (length == 0)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, _("A field needs a name."));
      return FALSE;
    }
  if (length > FIELD_NAME_MAX ||
      strspn (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-.") != length)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                           _("A field name consists of letters from a to z, digits, “_”, “-” and “.”."));
      return FALSE;
    }

  return TRUE;
}

/* Returns the saved field name, or treats it as unset if the settings page would have refused it. */
static GVariant *
take_field_name (TrsAccount *self,
                 const char *key,
                 GVariant   *name)
{
  g_autoptr (GVariant) owned = name;

  if (field_name_check (g_variant_get_string (owned, NULL), NULL))
    return g_steal_pointer (&owned);
  return g_settings_get_default_value (self->settings, key);
}

static const char *
get_field_name (TrsAccount *self,
                const char *key)
{
  g_autoptr (GVariant) name = take_field_name (self, key, g_settings_get_value (self->settings, key));

  return g_intern_string (g_variant_get_string (name, NULL));
}

/* Returns: %TRUE once the user has connected to a server or to one of the services on this computer */
gboolean
trs_account_is_configured (TrsAccount *self)
{
  return *trs_account_get_name (self) != '\0';
}

/**
 * trs_account_get_name:
 * @self: an account
 *
 * Returns: the address, %TRS_ACCOUNT_SAMPLE or %TRS_ACCOUNT_LOCAL; empty before the first connection
 */
const char *
trs_account_get_name (TrsAccount *self)
{
  if (trs_account_get_sample (self))
    return TRS_ACCOUNT_SAMPLE;
  return trs_account_get_local (self) ? TRS_ACCOUNT_LOCAL : trs_account_get_server_address (self);
}

/* Normalised; empty before the first connection and for a service on this computer. */
const char *
trs_account_get_server_address (TrsAccount *self)
{
  return get_string (self, "server-address");
}

gboolean
trs_account_get_sample (TrsAccount *self)
{
  return g_settings_get_boolean (self->settings, "sample-service");
}

/* Returns: %TRUE if the account is On This Computer */
gboolean
trs_account_get_local (TrsAccount *self)
{
  return g_settings_get_boolean (self->settings, "local-service");
}

/* Whether videos have pages: those of the services on this computer have none. */
static gboolean
has_pages (TrsAccount *self)
{
  return !trs_account_get_sample (self) && !trs_account_get_local (self);
}

const char *
trs_account_get_submit_field (TrsAccount *self)
{
  return get_field_name (self, "submit-video-field");
}

const char *
trs_account_get_project_field (TrsAccount *self)
{
  return get_field_name (self, "project-video-field");
}

const char *
trs_account_get_video_pattern (TrsAccount *self)
{
  return get_string (self, "video-page-pattern");
}

/**
 * trs_account_get_link_pattern:
 * @self: an account
 *
 * Returns: (nullable): trs_account_get_video_pattern(), or %NULL for a service on this computer, whose videos have no
 *   pages
 */
const char *
trs_account_get_link_pattern (TrsAccount *self)
{
  return has_pages (self) ? trs_account_get_video_pattern (self) : NULL;
}

/**
 * trs_account_dup_video_link:
 * @self: an account
 * @video_id: (nullable): identifier of a video
 * @start: where to begin, in milliseconds, or -1
 *
 * Returns: (transfer full) (nullable): the address of its page; %NULL where
 *   there is none, as for every video of a service on this computer
 */
char *
trs_account_dup_video_link (TrsAccount *self,
                            const char *video_id,
                            gint64      start)
{
  if (!has_pages (self))
    return NULL;
  return trs_video_pattern_expand (trs_account_get_video_pattern (self), video_id, start);
}

/* Several users of a server share the settings of its address, but not who gets their texts. */
static gboolean
owns_callback (TrsAccount *self)
{
  return g_settings_get_int64 (self->settings, CALLBACK_ACCOUNT) == self->number;
}

/* Returns: (transfer full): the value of a setting of the delivery, which is as never set for all accounts but the one
 * that was in use when it was chosen */
static GVariant *
dup_callback (TrsAccount *self,
              const char *key)
{
  return owns_callback (self) ? g_settings_get_value (self->settings, key)
                              : g_settings_get_default_value (self->settings, key);
}

TrsCallbackMode
trs_account_get_callback_mode (TrsAccount *self)
{
  return owns_callback (self) ? (TrsCallbackMode) g_settings_get_enum (self->settings, "callback-mode")
                              : TRS_CALLBACK_NOWHERE;
}

/**
 * trs_account_get_effective_callback:
 * @self: an account
 *
 * Returns: where the next submission will send the text
 */
TrsCallbackMode
trs_account_get_effective_callback (TrsAccount *self)
{
  TrsCallbackMode mode = trs_account_get_callback_mode (self);

  /* What is recognised on this computer goes nowhere, whatever is set. */
  if (trs_account_get_local (self) || (mode == TRS_CALLBACK_THIS_COMPUTER && self->never_receives))
    return TRS_CALLBACK_NOWHERE;
  return mode;
}

/**
 * trs_account_set_never_receives:
 * @self: an account
 *
 * The program ends before what it submits is done, and whoever takes the port
 * of its receiver then would get the text: instead of to this computer, texts
 * go nowhere.
 */
void
trs_account_set_never_receives (TrsAccount *self)
{
  self->never_receives = TRUE;
}

const char *
trs_account_get_callback_address (TrsAccount *self)
{
  g_autoptr (GVariant) address = dup_callback (self, "callback-address");

  return g_intern_string (g_variant_get_string (address, NULL));
}

const char *
trs_account_get_callback_interface (TrsAccount *self)
{
  g_autoptr (GVariant) interface = dup_callback (self, "callback-interface");

  return g_intern_string (g_variant_get_string (interface, NULL));
}

guint
trs_account_get_callback_port (TrsAccount *self)
{
  g_autoptr (GVariant) port = dup_callback (self, "callback-port");

  return g_variant_get_uint16 (port);
}

gint64
trs_account_get_number (TrsAccount *self)
{
  return self->number;
}

/**
 * trs_account_set_number:
 * @self: an account
 * @number: its number in the store, 0 if it is not open
 *
 * A delivery that was chosen for another number is not that of this account.
 */
void
trs_account_set_number (TrsAccount *self,
                        gint64      number)
{
  if (self->number == number)
    return;

  self->number = number;
  notify_callback (self);
}

/* Returns: (transfer none) (nullable): the settings, if they hold what cannot be saved; of those that are shared, if
 * there are some */
TrsHeldSettings *
trs_account_get_held_settings (TrsAccount *self)
{
  return self->shared != NULL ? self->shared->held : self->held;
}

/* Returns: %TRUE if a setting could not be saved, and ends with this run of the program */
gboolean
trs_account_get_settings_lost (TrsAccount *self)
{
  return self->held != NULL && trs_held_settings_get_unsaved (self->held);
}

/**
 * trs_account_save_again:
 * @self: an account
 *
 * Tries once more to save what could not be saved.
 */
void
trs_account_save_again (TrsAccount *self)
{
  if (self->held != NULL)
    trs_held_settings_retry (self->held);
}

/* Returns: %TRUE if the account could not be saved and the next start will not know it */
gboolean
trs_account_is_lost (TrsAccount *self)
{
  return self->held != NULL && trs_account_is_configured (self) &&
         (trs_held_settings_is_lost (self->held, "server-address") ||
          trs_held_settings_is_lost (self->held, "sample-service") ||
          trs_held_settings_is_lost (self->held, "local-service"));
}

/* The delivery in the row of the account */

/**
 * trs_account_get_delivery:
 * @self: an account
 *
 * Returns: what the row of the account has to say: %TRS_DELIVERY_SAVED if the
 *   settings are known to be saved, else a #TrsCallbackMode, or %TRS_DELIVERY_HELD
 */
int
trs_account_get_delivery (TrsAccount *self)
{
  TrsCallbackMode mode = trs_account_get_callback_mode (self);

  if (self->held == NULL)
    return TRS_DELIVERY_SAVED;
  if ((mode == TRS_CALLBACK_MY_ADDRESS && !trs_held_settings_is_saved (self->held, "callback-address")) ||
      (mode == TRS_CALLBACK_THIS_COMPUTER && !trs_held_settings_is_saved (self->held, "callback-interface")))
    return TRS_DELIVERY_HELD;
  return trs_held_settings_is_saved (self->held, "callback-mode") ? TRS_DELIVERY_SAVED : (int) mode;
}

/* Returns: what the row says, as far as it is known here */
int
trs_account_get_kept_delivery (TrsAccount *self)
{
  return self->kept_delivery;
}

/* @delivery: what is written into the row now; %TRS_DELIVERY_UNKNOWN if that failed */
void
trs_account_set_kept_delivery (TrsAccount *self,
                               int         delivery)
{
  self->kept_delivery = delivery;
}

/* An earlier version did not note whose choice it is. Where a server has one user, it is theirs. */
static void
adopt_callback (TrsAccount *self,
                gint64      number)
{
  if (g_settings_get_int64 (self->settings, CALLBACK_ACCOUNT) == 0 &&
      g_settings_get_enum (self->settings, "callback-mode") != TRS_CALLBACK_NOWHERE)
    g_settings_set_int64 (self->settings, CALLBACK_ACCOUNT, number);
}

/**
 * trs_account_take_delivery:
 * @self: an account
 * @number: its number in the store
 * @delivery: what was read in its row
 * @sole: whether it is the only account of its address
 *
 * If it is not what was written here, and discloses less than what is in force,
 * it is in force from now on.
 */
void
trs_account_take_delivery (TrsAccount *self,
                           gint64      number,
                           int         delivery,
                           gboolean    sole)
{
  /* Places %TRS_DELIVERY_HELD among the modes by what it discloses: as little as %TRS_CALLBACK_NOWHERE. */
  int mode = delivery == TRS_DELIVERY_HELD ? TRS_CALLBACK_NOWHERE : delivery;

  if (sole)
    adopt_callback (self, number);
  if (self->kept_delivery == delivery)
    return;

  self->kept_delivery = delivery;
  if (mode >= 0 && mode < (int) trs_account_get_callback_mode (self))
    g_settings_set_enum (self->settings, "callback-mode", mode);
}

/* What the user sets */

/**
 * trs_account_set_field_names:
 * @self: an account
 * @submit_field: name of the video field in a submission
 * @project_field: name of the video field in projects
 * @error: return location for %TRS_ERROR_INVALID_INPUT, in the user's words
 *
 * Returns: %TRUE if both were kept; otherwise none was
 */
gboolean
trs_account_set_field_names (TrsAccount  *self,
                             const char  *submit_field,
                             const char  *project_field,
                             GError     **error)
{
  if (!field_name_check (submit_field, error) || !field_name_check (project_field, error))
    return FALSE;

  g_settings_set_string (self->settings, "submit-video-field", submit_field);
  g_settings_set_string (self->settings, "project-video-field", project_field);
  return TRUE;
}

/**
 * trs_account_set_video_pattern:
 * @self: an account
 * @pattern: address pattern of a video page
 * @error: return location for %TRS_ERROR_INVALID_INPUT, in the user's words
 *
 * Returns: %TRUE if it was kept
 */
gboolean
trs_account_set_video_pattern (TrsAccount  *self,
                               const char  *pattern,
                               GError     **error)
{
  if (!trs_video_pattern_is_valid (pattern, error))
    return FALSE;

  g_settings_set_string (self->settings, "video-page-pattern", pattern);
  return TRUE;
}

static GSettings *open_batch (TrsAccount *self);

/**
 * trs_account_set_callback:
 * @self: an account
 * @mode: who gets the finished text
 * @address: (nullable): address of the user; must be usable in the mode %TRS_CALLBACK_MY_ADDRESS
 * @interface_address: (nullable): network address of this computer to receive on; an IP address
 * @port: port to receive on, 0 for any free one
 * @error: return location for %TRS_ERROR_INVALID_INPUT, in the user's words
 *
 * Keeps where the service sends the finished text (`webhookUrl`), for the
 * account in use alone. What is %NULL stays as it is.
 *
 * Returns: %TRUE if all was kept; otherwise nothing was
 */
gboolean
trs_account_set_callback (TrsAccount       *self,
                          TrsCallbackMode   mode,
                          const char       *address,
                          const char       *interface_address,
                          guint             port,
                          GError          **error)
{
  g_autoptr (GSettings) batch = NULL;

  if (mode == TRS_CALLBACK_MY_ADDRESS &&
      !trs_callback_address_check (address != NULL ? address : trs_account_get_callback_address (self), error))
    return FALSE;
  if (interface_address != NULL && !g_hostname_is_ip_address (interface_address))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                           _("Enter the network address of this computer as numbers, for example 127.0.0.1."));
      return FALSE;
    }
  if (port > G_MAXUINT16)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                           _("A port is a number from 1 to 65535, or 0 for any free one."));
      return FALSE;
    }

  batch = open_batch (self);
  if (!owns_callback (self))
    {
      g_settings_reset (batch, "callback-address");
      g_settings_reset (batch, "callback-interface");
      g_settings_set_int64 (batch, CALLBACK_ACCOUNT, self->number);
    }
  if (address != NULL)
    g_settings_set_string (batch, "callback-address", address);
  if (interface_address != NULL)
    g_settings_set_string (batch, "callback-interface", interface_address);
  g_settings_set (batch, "callback-port", "q", (guint16) port);
  g_settings_set_enum (batch, "callback-mode", (int) mode);
  g_settings_apply (batch);
  return TRUE;
}

/* The other accounts */

/* A delayed view of the same settings, applied in one write: even after a crash, settings of two accounts are never
 * mixed. */
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
dup_stored (TrsAccount *self,
            const char *name)
{
  g_autoptr (GVariant) others = g_settings_get_value (self->settings, OTHERS);

  return g_variant_lookup_value (others, name, G_VARIANT_TYPE_VARDICT);
}

static void
store_own (TrsAccount      *self,
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

/* Writes the stored accounts without @name, plus the account in use if it has a name and is to be kept. */
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

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{sa{sv}}"));
  g_variant_iter_init (&iter, others);
  while (g_variant_iter_loop (&iter, "{s@a{sv}}", &key, &value))
    {
      if (g_strcmp0 (key, name) != 0 && g_strcmp0 (key, in_use) != 0)
        g_variant_builder_add (&builder, "{s@a{sv}}", key, value);
    }
  if (stays && *in_use != '\0')
    store_own (self, &builder);
  g_settings_set_value (batch, OTHERS, g_variant_builder_end (&builder));
}

/* A stored value that is no longer valid for its key counts as unset. */
static void
restore_own (GSettings *batch,
             GVariant  *stored)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  g_object_get (batch, "settings-schema", &schema, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (own_keys); i++)
    {
      g_autoptr (GSettingsSchemaKey) key = g_settings_schema_get_key (schema, own_keys[i]);
      g_autoptr (GVariant) value =
          stored != NULL
              ? g_variant_lookup_value (stored, own_keys[i], g_settings_schema_key_get_value_type (key))
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
 * @address: normalised address, or %TRS_ACCOUNT_LOCAL; ignored for the sample service
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
  gboolean local = !sample && g_strcmp0 (address, TRS_ACCOUNT_LOCAL) == 0;
  g_autoptr (GSettings) batch = NULL;
  g_autoptr (GVariant) stored = NULL;

  g_return_if_fail (sample || address != NULL);

  if (g_str_equal (name, trs_account_get_name (self)))
    return;

  batch = open_batch (self);
  stored = dup_stored (self, name);
  if (stored != NULL || trs_account_is_configured (self))
    restore_own (batch, stored);
  write_others (self, batch, name, TRUE);
  self->kept_delivery = TRS_DELIVERY_UNKNOWN;
  g_settings_set_string (batch, "server-address", sample || local ? "" : address);
  g_settings_set_boolean (batch, "sample-service", sample);
  g_settings_set_boolean (batch, "local-service", local);
  g_settings_apply (batch);
}

/**
 * trs_account_add:
 * @self: an account
 * @name: name of an account, see trs_account_get_name()
 *
 * Makes an account known without using it. The first one of all is used.
 */
void
trs_account_add (TrsAccount *self,
                 const char *name)
{
  g_autoptr (GVariant) stored = NULL;
  g_autoptr (GVariant) others = NULL;
  GVariantBuilder builder;
  GVariantIter iter;
  GVariant *entry;

  if (!trs_account_is_configured (self))
    trs_account_set_server (self, name, FALSE);
  stored = dup_stored (self, name);
  if (stored != NULL || g_str_equal (name, trs_account_get_name (self)))
    return;

  others = g_settings_get_value (self->settings, OTHERS);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{sa{sv}}"));
  g_variant_iter_init (&iter, others);
  while ((entry = g_variant_iter_next_value (&iter)) != NULL)
    {
      g_variant_builder_add_value (&builder, entry);
      g_variant_unref (entry);
    }
  g_variant_builder_add (&builder, "{s@a{sv}}", name, g_variant_new ("a{sv}", NULL));
  g_settings_set_value (self->settings, OTHERS, g_variant_builder_end (&builder));
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
  gboolean in_use = g_str_equal (name, trs_account_get_name (self));
  g_autoptr (GSettings) batch = open_batch (self);

  write_others (self, batch, name, FALSE);
  if (in_use)
    {
      self->kept_delivery = TRS_DELIVERY_UNKNOWN;
      restore_own (batch, NULL);
      g_settings_reset (batch, "server-address");
      g_settings_reset (batch, "sample-service");
      g_settings_reset (batch, "local-service");
    }
  g_settings_apply (batch);
}

/* Returns: (transfer full): the names of the accounts that are not in use */
GStrv
trs_account_dup_names (TrsAccount *self)
{
  GVariantIter iter;
  GVariant *value;
  char *key;
  g_autoptr (GVariant) others = g_settings_get_value (self->settings, OTHERS);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  /* The saved accounts may repeat a name. */
  g_hash_table_add (seen, g_strdup (""));
  g_hash_table_add (seen, g_strdup (trs_account_get_name (self)));
  g_variant_iter_init (&iter, others);
  while (g_variant_iter_loop (&iter, "{s@a{sv}}", &key, &value))
    if (g_hash_table_add (seen, g_strdup (key)))
      g_strv_builder_add (names, key);
  return g_strv_builder_end (names);
}

/* Returns the value that a key has, or would have, while the account @name is in use. */
static GVariant *
dup_value_of (TrsAccount *self,
              const char *name,
              const char *key)
{
  g_autoptr (GVariant) own = dup_stored (self, name);
  g_autoptr (GVariant) fallback = g_settings_get_default_value (self->settings, key);
  GVariant *value = NULL;

  if (g_str_equal (name, trs_account_get_name (self)) || (own == NULL && !trs_account_is_configured (self)))
    return g_settings_get_value (self->settings, key);

  if (own != NULL)
    value = g_variant_lookup_value (own, key, g_variant_get_type (fallback));
  return value != NULL ? value : g_steal_pointer (&fallback);
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
  static const char * const keys[] = { "submit-video-field", "project-video-field" };
  g_autoptr (GVariant) submit = take_field_name (self, keys[0], dup_value_of (self, name, keys[0]));
  g_autoptr (GVariant) project = take_field_name (self, keys[1], dup_value_of (self, name, keys[1]));

  *submit_field = g_variant_dup_string (submit, NULL);
  *project_field = g_variant_dup_string (project, NULL);
}

/**
 * trs_account_get_key_account:
 * @self: an account
 * @name: name of an account, see trs_account_get_name()
 *
 * The keyring holds one key for an address, and there may be accounts of
 * several users of it.
 *
 * Returns: the number in the store of the account whose user's key is in the
 *   keyring; 0 if nobody noted it, -1 if it is none of those that are here
 */
gint64
trs_account_get_key_account (TrsAccount *self,
                             const char *name)
{
  g_autoptr (GVariant) account = dup_value_of (self, name, KEY_ACCOUNT);

  return g_variant_get_int64 (account);
}

/* Returns a copy of the stored settings of an account, with a number replaced. */
static GVariant *
make_with_number (GVariant   *stored,
                  const char *key,
                  gint64      number)
{
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (stored);

  g_variant_dict_insert (&dict, key, "x", number);
  return g_variant_dict_end (&dict);
}

static void
set_number_of (TrsAccount *self,
               const char *name,
               const char *key,
               gint64      number)
{
  g_autoptr (GVariant) others = NULL;
  GVariantBuilder builder;
  GVariantIter iter;
  GVariant *value;
  char *other;

  if (g_str_equal (name, trs_account_get_name (self)) || !trs_account_is_configured (self))
    {
      g_settings_set_int64 (self->settings, key, number);
      return;
    }

  others = g_settings_get_value (self->settings, OTHERS);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{sa{sv}}"));
  g_variant_iter_init (&iter, others);
  while (g_variant_iter_loop (&iter, "{s@a{sv}}", &other, &value))
    g_variant_builder_add (&builder, "{s@a{sv}}", other,
                           g_str_equal (other, name) ? make_with_number (value, key, number) : value);
  g_settings_set_value (self->settings, OTHERS, g_variant_builder_end (&builder));
}

/**
 * trs_account_set_key_account:
 * @self: an account
 * @name: name of an account, see trs_account_get_name()
 * @account: see trs_account_get_key_account()
 *
 * Nothing is kept of an account that is not known.
 */
void
trs_account_set_key_account (TrsAccount *self,
                             const char *name,
                             gint64      account)
{
  if (self->shared != NULL)
    {
      trs_account_add (self->shared, name);
      trs_account_set_key_account (self->shared, name, account);
    }
  if (trs_account_get_key_account (self, name) != account)
    set_number_of (self, name, KEY_ACCOUNT, account);
}

/**
 * trs_account_disown_callback:
 * @self: an account
 * @name: name of an account, see trs_account_get_name()
 * @account: one of its users who was removed, the number in the store
 *
 * The number may be that of somebody else the next time.
 */
void
trs_account_disown_callback (TrsAccount *self,
                             const char *name,
                             gint64      account)
{
  g_autoptr (GVariant) owner = dup_value_of (self, name, CALLBACK_ACCOUNT);

  if (g_variant_get_int64 (owner) == account)
    set_number_of (self, name, CALLBACK_ACCOUNT, -1);
}

/**
 * trs_account_set_shared:
 * @self: an account, of a copy of the settings
 * @shared: that of the settings which other programs read
 *
 * Whose key the keyring holds is a fact of the computer: it is noted in the
 * settings of @shared, too, from now on.
 */
void
trs_account_set_shared (TrsAccount *self,
                        TrsAccount *shared)
{
  g_set_object (&self->shared, shared);
}

/**
 * trs_account_is_key_account_known:
 * @self: an account
 * @name: name of an account, see trs_account_get_name()
 * @saved: (out): whether it is
 *
 * Whether another program reads of the account @name what
 * trs_account_get_key_account() says.
 *
 * Returns: %FALSE if that is not known yet: see the signal of #TrsHeldSettings
 */
gboolean
trs_account_is_key_account_known (TrsAccount *self,
                                  const char *name,
                                  gboolean   *saved)
{
  gboolean own = g_str_equal (name, trs_account_get_name (self)) || !trs_account_is_configured (self);
  const char *key = own ? KEY_ACCOUNT : OTHERS;

  if (self->shared != NULL)
    return trs_account_is_key_account_known (self->shared, name, saved);

  *saved = self->held == NULL || trs_held_settings_is_saved (self->held, key);
  return *saved || trs_held_settings_is_lost (self->held, key);
}

/* What the user calls them */

/* Several users may share an address, and a new store numbers its accounts from 1 again, so the key has both. */
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
  char *label = NULL;
  g_autoptr (GVariant) labels = g_settings_get_value (self->settings, LABELS);
  g_autofree char *key = dup_key (name, account);

  g_variant_lookup (labels, key, "s", &label);
  return label;
}

/**
 * trs_account_set_label:
 * @self: an account
 * @name: name of an account, see trs_account_get_name()
 * @account: one of its users, its number in the store
 * @label: (nullable): the user's name for it; %NULL or only spaces for none
 */
void
trs_account_set_label (TrsAccount *self,
                       const char *name,
                       gint64      account,
                       const char *label)
{
  GVariantBuilder builder;
  GVariantIter iter;
  const char *other;
  const char *value;
  g_autoptr (GVariant) labels = g_settings_get_value (self->settings, LABELS);
  g_autofree char *key = dup_key (name, account);
  g_autofree char *stripped = g_strstrip (g_strdup (label != NULL ? label : ""));

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
