/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-callback-receiver.h"

#include "trs-callback-listener.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-system-clock.h"

#include <sys/random.h>

#define LOOPBACK "127.0.0.1"
#define SECRET_BYTES 32

struct _TrsCallbackReceiver
{
  GObject parent_instance;

  TrsClock *clock;
  GPtrArray *listeners;
  GHashTable *awaited; /* local id → path */
};

enum
{
  CALLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsCallbackReceiver, trs_callback_receiver, G_TYPE_OBJECT)

static void
trs_callback_receiver_finalize (GObject *object)
{
  TrsCallbackReceiver *self = TRS_CALLBACK_RECEIVER (object);

  g_ptr_array_unref (self->listeners);
  g_hash_table_unref (self->awaited);
  g_object_unref (self->clock);

  G_OBJECT_CLASS (trs_callback_receiver_parent_class)->finalize (object);
}

static void
trs_callback_receiver_class_init (TrsCallbackReceiverClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_callback_receiver_finalize;

  signals[CALLED] = g_signal_new ("called", TRS_TYPE_CALLBACK_RECEIVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trs_callback_receiver_init (TrsCallbackReceiver *self)
{
  self->listeners = g_ptr_array_new_with_free_func (g_object_unref);
  self->awaited = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static void
called_cb (TrsCallbackListener *listener,
           const char          *path,
           gpointer             user_data)
{
  TrsCallbackReceiver *self = user_data;
  GHashTableIter iter;
  gpointer local_id;
  gpointer awaited;

  g_hash_table_iter_init (&iter, self->awaited);
  while (g_hash_table_iter_next (&iter, &local_id, &awaited))
    {
      g_autofree char *called_id = NULL;

      if (!g_str_equal (awaited, path))
        continue;

      called_id = g_strdup (local_id);
      g_hash_table_iter_remove (&iter);
      g_signal_emit (self, signals[CALLED], 0, called_id);
      return;
    }
}

static void
idle_cb (TrsCallbackListener *listener,
         gpointer             user_data)
{
  TrsCallbackReceiver *self = user_data;

  g_ptr_array_remove (self->listeners, listener);
}

static TrsCallbackListener *
get_listener (TrsCallbackReceiver  *self,
              const char           *address,
              guint                 port,
              GError              **error)
{
  TrsCallbackListener *listener;

  for (guint i = 0; i < self->listeners->len; i++)
    {
      listener = g_ptr_array_index (self->listeners, i);
      if (trs_callback_listener_is_for (listener, address, port))
        return listener;
    }

  listener = trs_callback_listener_new (self->clock, address, port, error);
  if (listener == NULL)
    return NULL;

  g_signal_connect_object (listener, "called", G_CALLBACK (called_cb), self, 0);
  g_signal_connect_object (listener, "idle", G_CALLBACK (idle_cb), self, 0);
  g_ptr_array_add (self->listeners, listener);
  return listener;
}

static char *
make_path (GError **error)
{
  guint8 secret[SECRET_BYTES];
  g_autoptr (GString) path = g_string_new ("/");
  gssize length;

  do
    length = getrandom (secret, sizeof secret, 0);
  while (length < 0 && errno == EINTR);

  if (length != sizeof secret)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, _("This computer has no random numbers to give"));
      return NULL;
    }

  for (gsize i = 0; i < sizeof secret; i++)
    g_string_append_printf (path, "%02x", secret[i]);
  return g_strdup (path->str);
}

/**
 * trs_callback_receiver_new:
 *
 * Returns: (transfer full): a receiver that does not listen yet
 */
TrsCallbackReceiver *
trs_callback_receiver_new (void)
{
  g_autoptr (TrsClock) clock = trs_system_clock_new ();

  return trs_callback_receiver_new_with_clock (clock);
}

/**
 * trs_callback_receiver_new_with_clock:
 * @clock: for the 30 seconds that a request may take
 *
 * Returns: (transfer full): a receiver that does not listen yet
 */
TrsCallbackReceiver *
trs_callback_receiver_new_with_clock (TrsClock *clock)
{
  TrsCallbackReceiver *self = g_object_new (TRS_TYPE_CALLBACK_RECEIVER, NULL);

  self->clock = g_object_ref (clock);
  return self;
}

/**
 * trs_callback_receiver_expect:
 * @self: a receiver
 * @local_id: identifier of a submission
 * @interface: (nullable): IP address of this computer to listen on; %NULL or
 *   empty for loopback
 * @port: port to listen on; 0 for any that is free
 * @error: return location for an error
 *
 * Awaits the callback of a submission, at a new address. An address that it
 * had before is forgotten.
 *
 * Returns: (transfer full) (nullable): the `webhookUrl`; %NULL with a sentence
 *   for the user if this computer cannot listen there
 */
char *
trs_callback_receiver_expect (TrsCallbackReceiver  *self,
                              const char           *local_id,
                              const char           *interface,
                              guint                 port,
                              GError              **error)
{
  const char *address = interface != NULL && *interface != '\0' ? interface : LOOPBACK;
  g_autofree char *path = NULL;
  TrsCallbackListener *listener;

  g_return_val_if_fail (TRS_IS_CALLBACK_RECEIVER (self), NULL);
  g_return_val_if_fail (local_id != NULL, NULL);
  g_return_val_if_fail (port <= G_MAXUINT16, NULL);

  path = make_path (error);
  if (path == NULL)
    return NULL;
  listener = get_listener (self, address, port, error);
  if (listener == NULL)
    return NULL;

  trs_callback_receiver_forget (self, local_id);
  g_hash_table_insert (self->awaited, g_strdup (local_id), g_strdup (path));
  return trs_callback_listener_add_path (listener, path);
}

/**
 * trs_callback_receiver_forget:
 * @self: a receiver
 * @local_id: identifier of a submission that awaits no callback any more
 *
 * `called` is not emitted for it afterwards.
 */
void
trs_callback_receiver_forget (TrsCallbackReceiver *self,
                              const char          *local_id)
{
  const char *path;

  g_return_if_fail (TRS_IS_CALLBACK_RECEIVER (self));
  g_return_if_fail (local_id != NULL);

  path = g_hash_table_lookup (self->awaited, local_id);
  if (path == NULL)
    return;

  for (guint i = 0; i < self->listeners->len; i++)
    trs_callback_listener_remove_path (g_ptr_array_index (self->listeners, i), path);
  g_hash_table_remove (self->awaited, local_id);
}

/**
 * trs_callback_receiver_get_listening:
 * @self: a receiver
 *
 * Returns: %TRUE while an address awaits its call
 */
gboolean
trs_callback_receiver_get_listening (TrsCallbackReceiver *self)
{
  g_return_val_if_fail (TRS_IS_CALLBACK_RECEIVER (self), FALSE);

  for (guint i = 0; i < self->listeners->len; i++)
    if (trs_callback_listener_is_awaiting (g_ptr_array_index (self->listeners, i)))
      return TRUE;

  return FALSE;
}
