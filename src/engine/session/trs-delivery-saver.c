/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-delivery-saver.h"

#include "trs-store-accounts.h"
#include "trs-store.h"

struct _TrsDeliverySaver
{
  GObject parent_instance;

  TrsAccount *settings;
  TrsStore *store;

  gint64 account; /* the one whose row it is, 0 if none is in use */
  char *name;     /* (nullable): its name */
};

G_DEFINE_FINAL_TYPE (TrsDeliverySaver, trs_delivery_saver, G_TYPE_OBJECT)

typedef struct
{
  TrsDeliverySaver *saver;
  gint64 account;
} Job;

static Job *
job_new (TrsDeliverySaver *saver)
{
  Job *job = g_new0 (Job, 1);

  job->saver = g_object_ref (saver);
  job->account = saver->account;
  return job;
}

static void
job_free (Job *job)
{
  g_object_unref (job->saver);
  g_free (job);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Job, job_free)

/* Whether the open account is the one whose settings are in force. While another one is being opened, it is not. */
static gboolean
has_row (TrsDeliverySaver *self)
{
  return self->account != 0 && self->account == trs_account_get_number (self->settings) &&
         g_str_equal (self->name, trs_account_get_name (self->settings));
}

static gboolean
is_in_use (const Job *job)
{
  return has_row (job->saver) && job->saver->account == job->account;
}

/* A row that could not be written is written again before the next submission, which is not sent if that fails as
 * well. */
static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Job) job = user_data;
  g_autoptr (GError) error = NULL;

  if (trs_store_accounts_write_delivery_finish (TRS_STORE (source), result, &error) || !is_in_use (job))
    return;

  g_info ("The delivery could not be kept: %s", error->message);
  trs_account_set_kept_delivery (job->saver->settings, TRS_DELIVERY_UNKNOWN);
}

/* Writes the row before it is known whether the settings are saved, and again when they are. */
static void
save (TrsDeliverySaver *self)
{
  int wanted = trs_account_get_delivery (self->settings);
  int kept = trs_account_get_kept_delivery (self->settings);

  if (!has_row (self) || wanted == kept || (wanted == TRS_DELIVERY_SAVED && kept == TRS_DELIVERY_UNKNOWN))
    return;

  trs_account_set_kept_delivery (self->settings, wanted);
  trs_store_accounts_write_delivery_async (self->store, self->account, wanted, NULL, written_cb, job_new (self));
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (Job) job = user_data;
  g_autoptr (GError) error = NULL;
  gboolean sole;
  int read;

  if (!trs_store_accounts_read_delivery_finish (TRS_STORE (source), result, &read, &sole, &error) || !is_in_use (job))
    return;

  trs_account_take_delivery (job->saver->settings, job->account, read, sole);
  if (trs_account_get_held_settings (job->saver->settings) != NULL)
    save (job->saver);
}

static void
trs_delivery_saver_dispose (GObject *object)
{
  TrsDeliverySaver *self = TRS_DELIVERY_SAVER (object);

  self->account = 0;
  g_clear_object (&self->settings);
  g_clear_object (&self->store);
  g_clear_pointer (&self->name, g_free);

  G_OBJECT_CLASS (trs_delivery_saver_parent_class)->dispose (object);
}

static void
trs_delivery_saver_class_init (TrsDeliverySaverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_delivery_saver_dispose;
}

static void
trs_delivery_saver_init (TrsDeliverySaver *self)
{
}

/**
 * trs_delivery_saver_new:
 * @settings: the settings of the account in use
 * @store: what is kept on this computer
 *
 * Returns: (transfer full): an object that does nothing before it has an account
 */
TrsDeliverySaver *
trs_delivery_saver_new (TrsAccount *settings,
                        TrsStore   *store)
{
  TrsDeliverySaver *self = g_object_new (TRS_TYPE_DELIVERY_SAVER, NULL);
  TrsHeldSettings *held = trs_account_get_held_settings (settings);

  self->settings = g_object_ref (settings);
  self->store = g_object_ref (store);
  /* Without a holding backend, the settings are always the saved ones. */
  if (held == NULL)
    return self;

  g_signal_connect_object (held, "checked", G_CALLBACK (save), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::callback-mode", G_CALLBACK (save), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::callback-address", G_CALLBACK (save), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::callback-interface", G_CALLBACK (save), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_delivery_saver_set_account:
 * @self: a #TrsDeliverySaver
 * @account: number of the account that is open and in use from now on, with
 *   its settings; 0 if none is
 *
 * Reads what stands in its row, and writes there what changes.
 */
void
trs_delivery_saver_set_account (TrsDeliverySaver *self,
                                gint64            account)
{
  self->account = account;
  if (account == 0)
    return;

  g_free (self->name);
  self->name = g_strdup (trs_account_get_name (self->settings));
  trs_store_accounts_read_delivery_async (self->store, account, NULL, read_cb, job_new (self));
}
