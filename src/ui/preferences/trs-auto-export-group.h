/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsAutoExportGroup:
 *
 * Whether each finished transcript is saved to a folder by itself, where, and
 * in which format.
 */
#define TRS_TYPE_AUTO_EXPORT_GROUP (trs_auto_export_group_get_type ())
G_DECLARE_FINAL_TYPE (TrsAutoExportGroup, trs_auto_export_group, TRS, AUTO_EXPORT_GROUP, AdwPreferencesGroup)

void trs_auto_export_group_set_settings (TrsAutoExportGroup *self,
                                         GSettings          *settings);
