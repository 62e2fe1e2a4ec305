/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A private bus with a real gnome-keyring-daemon on it, in a private home.
 * libsecret keeps one instance and GLib one bus for the whole process, so each
 * test is a process of its own: keyring_test_in_process(). */

#define KEYRING_PASSWORD "correct horse"

typedef struct
{
  GTestDBus *bus;
  GDBusConnection *connection;
  GSubprocess *daemon;
  char *home;
  guint prompter_id;
  guint prompter_name_id;
  guint n_prompts;
  gboolean hold_prompts;
  char *prompt_sender;
  char *prompt_path;
} KeyringBus;

gboolean    keyring_test_in_process      (void);
void        keyring_bus_remove_tree      (const char *path);

KeyringBus *keyring_bus_new              (void);
void        keyring_bus_free             (KeyringBus *self);
void        keyring_bus_start_daemon     (KeyringBus *self,
                                          gboolean    unlocked);
void        keyring_bus_stop_daemon      (KeyringBus *self);
void        keyring_bus_signal_daemon    (KeyringBus *self,
                                          int         signal_number);
void        keyring_bus_lock             (KeyringBus *self);
void        keyring_bus_unlock           (KeyringBus *self);
GVariant   *keyring_bus_search           (KeyringBus *self,
                                          const char *address);
GVariant   *keyring_bus_get_property     (KeyringBus *self,
                                          const char *item,
                                          const char *name);

void        keyring_bus_add_prompter     (KeyringBus *self);
void        keyring_bus_dismiss_prompt   (KeyringBus *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KeyringBus, keyring_bus_free)

G_END_DECLS
