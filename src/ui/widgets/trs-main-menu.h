/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsMainMenu:
 *
 * The button of the menu of the program.
 */
#define TRS_TYPE_MAIN_MENU (trs_main_menu_get_type ())
G_DECLARE_FINAL_TYPE (TrsMainMenu, trs_main_menu, TRS, MAIN_MENU, AdwBin)

gboolean   trs_main_menu_popup_in       (GtkWidget *widget);
GtkWidget *trs_main_menu_create_popover (void);
