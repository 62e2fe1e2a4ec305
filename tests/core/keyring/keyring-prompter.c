/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "keyring-bus.h"

#include "trs-compat.h"
#include "trs-test-utils.h"

#define PROMPTER_NAME "org.gnome.keyring.SystemPrompter"
#define PROMPTER_PATH "/org/gnome/keyring/Prompter"
#define CALLBACK_INTERFACE "org.gnome.keyring.internal.Prompter.Callback"

/* The dialog that asks for the password of a keyring: here nobody answers, or
 * somebody dismisses it. */
static const char *introspection =
    "<node><interface name='org.gnome.keyring.internal.Prompter'>"
    "<method name='BeginPrompting'><arg name='callback' type='o' direction='in'/></method>"
    "<method name='PerformPrompt'><arg name='callback' type='o' direction='in'/>"
    "<arg name='type' type='s' direction='in'/><arg name='properties' type='a{sv}' direction='in'/>"
    "<arg name='exchange' type='s' direction='in'/></method>"
    "<method name='StopPrompting'><arg name='callback' type='o' direction='in'/></method>"
    "</interface></node>";

static void
call_back (GDBusConnection *connection,
           const char      *sender,
           const char      *path,
           const char      *method,
           GVariant        *parameters)
{
  g_dbus_connection_call (connection, sender, path, CALLBACK_INTERFACE, method, parameters, NULL,
                          G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, NULL);
}

static GVariant *
ready (const char *reply)
{
  return g_variant_new ("(s@a{sv}s)", reply, g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0), "");
}

/* Somebody presses Cancel. */
void
keyring_bus_dismiss_prompt (KeyringBus *self)
{
  call_back (self->connection, self->prompt_sender, self->prompt_path, "PromptReady", ready ("no"));
}

static void
method_called_cb (GDBusConnection       *connection,
                  const char            *sender,
                  const char            *object,
                  const char            *interface,
                  const char            *method,
                  GVariant              *parameters,
                  GDBusMethodInvocation *invocation,
                  gpointer               user_data)
{
  KeyringBus *self = user_data;
  const char *path;

  g_dbus_method_invocation_return_value (g_object_ref (invocation), NULL);

  g_variant_get_child (parameters, 0, "&o", &path);
  if (g_str_equal (method, "BeginPrompting"))
    call_back (connection, sender, path, "PromptReady", ready (""));
  else if (g_str_equal (method, "PerformPrompt"))
    {
      self->n_prompts++;
      trs_set_str (&self->prompt_sender, sender);
      trs_set_str (&self->prompt_path, path);
      if (!self->hold_prompts)
        keyring_bus_dismiss_prompt (self);
    }
  else
    call_back (connection, sender, path, "PromptDone", NULL);

  g_object_unref (invocation);
}

static void
name_acquired_cb (GDBusConnection *connection,
                  const char      *name,
                  gpointer         user_data)
{
  *(gboolean *) user_data = TRUE;
}

void
keyring_bus_add_prompter (KeyringBus *self)
{
  static const GDBusInterfaceVTable vtable = { .method_call = method_called_cb };
  g_autoptr (GDBusNodeInfo) node = NULL;
  g_autoptr (GError) error = NULL;
  gboolean acquired = FALSE;

  node = g_dbus_node_info_new_for_xml (introspection, &error);
  g_assert_no_error (error);
  self->prompter_id = g_dbus_connection_register_object (self->connection, PROMPTER_PATH, node->interfaces[0], &vtable,
                                                         self, NULL, &error);
  g_assert_no_error (error);
  self->prompter_name_id = g_bus_own_name_on_connection (self->connection, PROMPTER_NAME, G_BUS_NAME_OWNER_FLAGS_NONE,
                                                         name_acquired_cb, NULL, &acquired, NULL);
  trs_test_wait_until (acquired);
}
