/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gio.h>
#include <gio/gsettingsbackend.h>

/**
 * TrsHeldSettings:
 *
 * The settings that are in force. Each value is held here and written through
 * to the settings that are saved; a value that could not be saved stays in
 * force until this run of the program ends, and is not replaced from outside.
 * What was saved is not held any more, and follows changes from outside.
 *
 * It is a backend, so that all of the program goes on using a #GSettings and
 * its bindings: what a widget shows is what is in force.
 *
 * GSettings does not say that a value was not saved. It is known here because
 * the backend refuses it, or because another value stands there once the write
 * is done: dconf gives the new value first, and takes it back later.
 *
 * What an administrator has locked stays locked. Where nothing can be written at
 * all, no key counts as locked.
 *
 * Property `unsaved`, read-only, notifies.
 *
 * Signal `checked`: it is known of what was written whether it is saved.
 */
#define TRS_TYPE_HELD_SETTINGS (trs_held_settings_get_type ())
G_DECLARE_FINAL_TYPE (TrsHeldSettings, trs_held_settings, TRS, HELD_SETTINGS, GSettingsBackend)

GSettings       *trs_held_settings_new         (GSettings       *saved);
TrsHeldSettings *trs_held_settings_find        (GSettings       *settings);

gboolean         trs_held_settings_get_unsaved (TrsHeldSettings *self);
gboolean         trs_held_settings_is_saved    (TrsHeldSettings *self,
                                                const char      *key);
gboolean         trs_held_settings_is_lost     (TrsHeldSettings *self,
                                                const char      *key);
void             trs_held_settings_retry       (TrsHeldSettings *self);
