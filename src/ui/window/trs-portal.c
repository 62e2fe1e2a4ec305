/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-portal.h"

#include "trs-task.h"

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define BACKGROUND "org.freedesktop.portal.Background"

/* A request whose answer comes as a signal. */
typedef struct
{
  GDBusConnection *bus;
  guint subscription;
  GSource *cancelled; /* owned by the main context until it is destroyed */
} RequestState;

static void
request_state_clear (RequestState *state)
{
  g_clear_object (&state->bus);
}

TRS_DEFINE_TASK_STATE (RequestState, request_state)

/**
 * trs_portal_register:
 * @bus: the bus of the session, over which no portal has been called yet
 * @application_id: whose desktop file the portals are to look at
 *
 * Tells the portals which program this is, which they cannot know of one outside
 * a sandbox. Calls on one connection arrive in their order, so nothing waits for
 * it. Desktops without this portal are left without the answer.
 */
void
trs_portal_register (GDBusConnection *bus,
                     const char      *application_id)
{
  g_dbus_connection_call (bus, PORTAL_NAME, PORTAL_PATH, "org.freedesktop.host.portal.Registry", "Register",
                          g_variant_new ("(sa{sv})", application_id, NULL), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL,
                          NULL, NULL);
}

/* Both hold a reference to the task. Returns: whether it was still waiting */
static gboolean
stop_waiting (RequestState *state)
{
  if (state->subscription == 0)
    return FALSE;

  g_dbus_connection_signal_unsubscribe (state->bus, state->subscription);
  state->subscription = 0;
  if (state->cancelled != NULL)
    g_source_destroy (state->cancelled);
  state->cancelled = NULL;
  return TRUE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);

  if (stop_waiting (request_state_get (task)))
    g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

static void
response_cb (GDBusConnection *bus,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  g_autoptr (GVariant) results = NULL;
  gboolean allowed = FALSE;
  guint response;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ua{sv})")) || !stop_waiting (request_state_get (task)))
    return;

  g_variant_get (parameters, "(u@a{sv})", &response, &results);
  g_variant_lookup (results, "background", "b", &allowed);
  g_task_return_boolean (task, response == 0 && allowed);
}

static void
requested_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);

  if (reply == NULL && stop_waiting (request_state_get (task)))
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * trs_portal_request_background_async:
 * @bus: the bus of the session
 * @reason: why, in the words of the user, who may be asked
 * @cancellable: (nullable): to stop waiting for the answer
 * @callback: called when there is one
 * @user_data: (closure): for @callback
 *
 * Asks whether the program may run without a window. It is not to be started
 * with the session.
 */
void
trs_portal_request_background_async (GDBusConnection     *bus,
                                     const char          *reason,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  RequestState *state = request_state_attach (task);
  g_autofree char *token = g_strdup_printf ("transcripts%u", g_random_int ());
  g_autofree char *sender = g_strdelimit (g_strdup (g_dbus_connection_get_unique_name (bus) + 1), ".", '_');
  g_autofree char *path = g_strconcat (PORTAL_PATH "/request/", sender, "/", token, NULL);
  GVariantBuilder options;

  g_task_set_source_tag (task, trs_portal_request_background_async);
  state->bus = g_object_ref (bus);
  /* Before the call, or the answer might be missed. */
  state->subscription =
      g_dbus_connection_signal_subscribe (bus, PORTAL_NAME, "org.freedesktop.portal.Request", "Response", path, NULL,
                                          G_DBUS_SIGNAL_FLAGS_NONE, response_cb, g_object_ref (task),
                                          g_object_unref);
  if (cancellable != NULL)
    {
      state->cancelled = g_cancellable_source_new (cancellable);
      g_source_set_callback (state->cancelled, G_SOURCE_FUNC (cancelled_cb), g_object_ref (task), g_object_unref);
      g_source_attach (state->cancelled, g_task_get_context (task));
      g_source_unref (state->cancelled);
    }
  g_variant_builder_init (&options, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&options, "{sv}", "handle_token", g_variant_new_string (token));
  g_variant_builder_add (&options, "{sv}", "reason", g_variant_new_string (reason));
  g_variant_builder_add (&options, "{sv}", "autostart", g_variant_new_boolean (FALSE));
  g_dbus_connection_call (bus, PORTAL_NAME, PORTAL_PATH, BACKGROUND, "RequestBackground",
                          g_variant_new ("(sa{sv})", "", &options), G_VARIANT_TYPE ("(o)"), G_DBUS_CALL_FLAGS_NONE, -1,
                          cancellable, requested_cb, task);
}

/**
 * trs_portal_request_background_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: whether the program may; %FALSE with @error set if there is nobody who could say so
 */
gboolean
trs_portal_request_background_finish (GAsyncResult  *result,
                                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_portal_request_background_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_portal_set_background_status:
 * @bus: the bus of the session
 * @message: what the desktop may show while the program runs without a window, at most 96 characters
 */
void
trs_portal_set_background_status (GDBusConnection *bus,
                                  const char      *message)
{
  GVariantBuilder options;

  g_variant_builder_init (&options, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&options, "{sv}", "message", g_variant_new_string (message));
  g_dbus_connection_call (bus, PORTAL_NAME, PORTAL_PATH, BACKGROUND, "SetStatus", g_variant_new ("(a{sv})", &options),
                          NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, NULL);
}
