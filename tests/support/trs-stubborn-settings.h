/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gio.h>
#include <gio/gsettingsbackend.h>

G_BEGIN_DECLS

/**
 * TrsStubbornMode:
 * @TRS_STUBBORN_SAVES: nothing is wrong
 * @TRS_STUBBORN_REFUSES: as with a file in a folder that cannot be written: no key is writable
 * @TRS_STUBBORN_DROPS: as with a service that writes elsewhere: the value is there until the write is done
 * @TRS_STUBBORN_REVERTS: the same, and the old value is told to be back, as with a folder that cannot be written
 * @TRS_STUBBORN_FORGETS: as with a file on a full disk: the write fails, and the value is there all the same
 *
 * What becomes of a value that is written.
 */
typedef enum
{
  TRS_STUBBORN_SAVES,
  TRS_STUBBORN_REFUSES,
  TRS_STUBBORN_DROPS,
  TRS_STUBBORN_REVERTS,
  TRS_STUBBORN_FORGETS,
} TrsStubbornMode;

/**
 * TrsStubbornSettings:
 *
 * Settings of which the test says whether they are saved.
 */
#define TRS_TYPE_STUBBORN_SETTINGS (trs_stubborn_settings_get_type ())
G_DECLARE_FINAL_TYPE (TrsStubbornSettings, trs_stubborn_settings, TRS, STUBBORN_SETTINGS, GSettingsBackend)

TrsStubbornSettings *trs_stubborn_settings_new          (TrsStubbornMode      mode);
void                 trs_stubborn_settings_set_mode     (TrsStubbornSettings *self,
                                                         TrsStubbornMode      mode);
void                 trs_stubborn_settings_restart      (TrsStubbornSettings *self);
void                 trs_stubborn_settings_lock         (TrsStubbornSettings *self,
                                                         const char          *key);
GSettings           *trs_stubborn_settings_open         (TrsStubbornSettings *self);
GSettings           *trs_stubborn_settings_open_saved   (TrsStubbornSettings *self);
guint                trs_stubborn_settings_get_n_writes (TrsStubbornSettings *self);

G_END_DECLS
