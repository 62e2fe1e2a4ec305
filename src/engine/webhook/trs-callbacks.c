/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-callbacks.h"

#include "trs-webhook-receiver.h"
#include "trs-error.h"

struct _TrsCallbacks
{
  GObject parent_instance;

  TrsAccount *account;
  TrsWebhookReceiver *receiver;
  GHashTable *awaited;
};

/* A call may come before the answer to the submission. */
typedef struct
{
  TrsProject *project;
  gboolean called;
} Awaited;

enum
{
  CALLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsCallbacks, trs_callbacks, G_TYPE_OBJECT)

static void
awaited_free (gpointer data)
{
  Awaited *awaited = data;

  g_clear_object (&awaited->project);
  g_free (awaited);
}

static void
trs_callbacks_finalize (GObject *object)
{
  TrsCallbacks *self = TRS_CALLBACKS (object);

  trs_callbacks_clear (self);
  g_hash_table_unref (self->awaited);
  g_clear_object (&self->receiver);
  g_clear_object (&self->account);

  G_OBJECT_CLASS (trs_callbacks_parent_class)->finalize (object);
}

static void
trs_callbacks_class_init (TrsCallbacksClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_callbacks_finalize;

  signals[CALLED] = g_signal_new ("called", TRS_TYPE_CALLBACKS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
}

static void
trs_callbacks_init (TrsCallbacks *self)
{
  self->awaited = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, awaited_free);
}

static void
receiver_called_cb (TrsWebhookReceiver *receiver,
                    const char          *local_id,
                    gpointer             user_data)
{
  TrsCallbacks *self = user_data;
  Awaited *awaited = g_hash_table_lookup (self->awaited, local_id);
  g_autoptr (TrsProject) project = NULL;

  if (awaited == NULL)
    return;

  awaited->called = TRUE;
  if (awaited->project == NULL)
    return;

  project = g_object_ref (awaited->project);
  g_signal_emit (self, signals[CALLED], 0, project);
}

/**
 * trs_callbacks_new:
 * @account: whose callback mode counts
 * @clock: the time
 *
 * Returns: (transfer full): callbacks; nothing listens until an address of
 *   this computer is handed out
 */
TrsCallbacks *
trs_callbacks_new (TrsAccount *account,
                   TrsClock   *clock)
{
  TrsCallbacks *self = g_object_new (TRS_TYPE_CALLBACKS, NULL);

  self->account = g_object_ref (account);
  self->receiver = trs_webhook_receiver_new (clock);
  g_signal_connect_object (self->receiver, "called", G_CALLBACK (receiver_called_cb), self, 0);

  return self;
}

/**
 * trs_callbacks_get_url:
 * @self: callbacks
 * @local_id: identifier of a submission
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the `webhookUrl` of the submission; %NULL
 *   if this computer cannot listen as it should
 */
char *
trs_callbacks_get_url (TrsCallbacks  *self,
                       const char    *local_id,
                       GError       **error)
{
  char *url;

  switch (trs_account_get_effective_callback (self->account))
    {
    case TRS_CALLBACK_MY_ADDRESS:
      return g_strdup (trs_account_get_callback_address (self->account));

    case TRS_CALLBACK_THIS_COMPUTER:
      url = trs_webhook_receiver_expect (self->receiver, local_id,
                                          trs_account_get_callback_interface (self->account),
                                          trs_account_get_callback_port (self->account), error);
      if (url != NULL)
        g_hash_table_insert (self->awaited, g_strdup (local_id), g_new0 (Awaited, 1));
      return url;

    case TRS_CALLBACK_NOWHERE:
    default:
      return g_strdup (TRS_CALLBACK_NOWHERE_URL);
    }
}

/**
 * trs_callbacks_bind:
 * @self: callbacks
 * @local_id: identifier of a submission
 * @project: the project, or pending project, it became
 *
 * If it was called already, `called` is emitted at once.
 */
void
trs_callbacks_bind (TrsCallbacks *self,
                    const char   *local_id,
                    TrsProject   *project)
{
  Awaited *awaited = g_hash_table_lookup (self->awaited, local_id);

  if (awaited == NULL || !g_set_object (&awaited->project, project))
    return;
  if (awaited->called)
    g_signal_emit (self, signals[CALLED], 0, project);
}

/**
 * trs_callbacks_forget:
 * @self: callbacks
 * @local_id: identifier of a submission that awaits nothing any more
 */
void
trs_callbacks_forget (TrsCallbacks *self,
                      const char   *local_id)
{
  if (!g_hash_table_contains (self->awaited, local_id))
    return;

  trs_webhook_receiver_forget (self->receiver, local_id);
  g_hash_table_remove (self->awaited, local_id);
}

/**
 * trs_callbacks_forget_project:
 * @self: callbacks
 * @project: a project that awaits nothing any more
 */
void
trs_callbacks_forget_project (TrsCallbacks *self,
                              TrsProject   *project)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  char *local_id;
  Awaited *awaited;

  g_hash_table_iter_init (&iter, self->awaited);
  while (g_hash_table_iter_next (&iter, (gpointer *) &local_id, (gpointer *) &awaited))
    {
      if (awaited->project == project)
        g_ptr_array_add (ids, g_strdup (local_id));
    }
  for (guint i = 0; i < ids->len; i++)
    trs_callbacks_forget (self, g_ptr_array_index (ids, i));
}

/**
 * trs_callbacks_clear:
 * @self: callbacks
 *
 * Forgets all, after which nothing listens.
 */
void
trs_callbacks_clear (TrsCallbacks *self)
{
  GHashTableIter iter;
  char *local_id;

  g_hash_table_iter_init (&iter, self->awaited);
  while (g_hash_table_iter_next (&iter, (gpointer *) &local_id, NULL))
    {
      trs_webhook_receiver_forget (self->receiver, local_id);
      g_hash_table_iter_remove (&iter);
    }
}
