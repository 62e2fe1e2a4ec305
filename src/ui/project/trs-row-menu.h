/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"

/**
 * TrsRowMenu:
 *
 * What can be done with a project in a list, whichever one is open: a menu by
 * the secondary button, the Menu key or Shift+F10, and the keys F2, Delete and
 * Ctrl+Z.
 *
 * Signal `open` (id) when *Open* was chosen.
 */
#define TRS_TYPE_ROW_MENU (trs_row_menu_get_type ())
G_DECLARE_FINAL_TYPE (TrsRowMenu, trs_row_menu, TRS, ROW_MENU, GObject)

TrsRowMenu *trs_row_menu_new (GtkWidget  *widget,
                              GtkWidget  *list,
                              TrsSession *session);
