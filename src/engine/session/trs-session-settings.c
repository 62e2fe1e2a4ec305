/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

/* What could not be saved */

static void
update_lost (TrsSession *self)
{
  TrsHeldSettings *held = trs_account_get_held_settings (self->account);
  gboolean settings_lost = trs_held_settings_get_unsaved (held);
  gboolean account_lost = trs_account_is_lost (self->account);

  if (self->stopped || (self->settings_lost == settings_lost && self->account_lost == account_lost))
    return;

  self->settings_lost = settings_lost;
  self->account_lost = account_lost;
  trs_session_changed (self, "settings-lost");
}

/**
 * trs_session_save_settings:
 * @self: a session
 *
 * Tries once more to save what could not be saved.
 */
void
trs_session_save_settings (TrsSession *self)
{
  TrsHeldSettings *held = trs_account_get_held_settings (self->account);

  if (held != NULL)
    trs_held_settings_retry (held);
}

/* The delivery, for programs that read the settings as they are saved */

typedef struct
{
  TrsSession *session;
  gint64 account;
} Delivery;

static Delivery *
delivery_new (TrsSession *session)
{
  Delivery *delivery = g_new0 (Delivery, 1);

  delivery->session = g_object_ref (session);
  delivery->account = session->delivery_account;
  return delivery;
}

static void
delivery_free (Delivery *delivery)
{
  g_object_unref (delivery->session);
  g_free (delivery);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Delivery, delivery_free)

/* Whether the row is that of the account whose settings are in force. While another one is being opened, it is not. */
static gboolean
has_row (TrsSession *self)
{
  return !self->stopped && self->delivery_account != 0 &&
         g_str_equal (self->delivery_name, trs_account_get_name (self->account));
}

static gboolean
is_in_use (const Delivery *delivery)
{
  return has_row (delivery->session) && delivery->session->delivery_account == delivery->account;
}

/* What could not be written is written before the next submission, or that is not sent. */
static void
wrote_delivery_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (Delivery) delivery = user_data;
  g_autoptr (GError) error = NULL;
  int written;

  if (trs_store_delivery_finish (TRS_STORE (source), result, &written, &error) || !is_in_use (delivery))
    return;

  g_info ("The delivery could not be kept: %s", error->message);
  trs_account_set_kept_delivery (delivery->session->account, TRS_DELIVERY_UNKNOWN);
}

/* Before it is known whether the settings are saved, and once more when they are. */
static void
keep_delivery (TrsSession *self)
{
  int wanted = trs_account_get_delivery (self->account);
  int kept = trs_account_get_kept_delivery (self->account);

  if (!has_row (self) || wanted == kept || (wanted == TRS_DELIVERY_SAVED && kept == TRS_DELIVERY_UNKNOWN))
    return;

  trs_account_set_kept_delivery (self->account, wanted);
  trs_store_run_async (self->store, &trs_store_write_delivery,
                       &(TrsStoreArgs) { .account = self->delivery_account, .number = wanted }, NULL,
                       wrote_delivery_cb, delivery_new (self));
}

static void
read_delivery_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (Delivery) delivery = user_data;
  g_autoptr (GError) error = NULL;
  int read;

  if (!trs_store_delivery_finish (TRS_STORE (source), result, &read, &error) || !is_in_use (delivery))
    return;

  trs_account_take_delivery (delivery->session->account, read);
  if (trs_account_get_held_settings (delivery->session->account) != NULL)
    keep_delivery (delivery->session);
}

/* The account that is open is in use from now on, with its settings. */
void
trs_session_read_delivery (TrsSession *self)
{
  self->delivery_account = trs_library_get_account (self->library);
  self->delivery_name = trs_account_get_name (self->account);
  trs_store_run_async (self->store, &trs_store_read_delivery, &(TrsStoreArgs) { .account = self->delivery_account },
                       NULL, read_delivery_cb, delivery_new (self));
}

static void
settings_checked_cb (TrsSession *self)
{
  keep_delivery (self);
  update_lost (self);
}

void
trs_session_watch_settings (TrsSession *self)
{
  TrsHeldSettings *held = trs_account_get_held_settings (self->account);

  if (held == NULL)
    return;

  trs_session_connect_to (held, "checked", G_CALLBACK (settings_checked_cb), self);
  trs_session_connect_to (self->account, "notify::callback-mode", G_CALLBACK (keep_delivery), self);
  trs_session_connect_to (self->account, "notify::callback-address", G_CALLBACK (keep_delivery), self);
  trs_session_connect_to (self->account, "notify::callback-interface", G_CALLBACK (keep_delivery), self);
  update_lost (self);
}
