/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-last-folder.h"

#include <adwaita.h>

/* Calls that the newest GTK and libadwaita deprecate while the oldest supported versions lack their replacements. */

/**
 * TrsFileFunc:
 * @file: (nullable): the file that was chosen, or %NULL
 * @user_data: what was handed over
 */
typedef void (*TrsFileFunc) (GFile    *file,
                             gpointer  user_data);

/**
 * TrsFilesFunc:
 * @files: (nullable) (element-type GFile): what was chosen, or %NULL
 * @user_data: what was handed over
 */
typedef void (*TrsFilesFunc) (GListModel *files,
                              gpointer    user_data);

void trs_ui_compat_open_files      (GtkWindow            *parent,
                                    TrsFileKind           kind,
                                    const char           *title,
                                    gboolean              folders,
                                    GCancellable         *cancellable,
                                    TrsFilesFunc          function,
                                    gpointer              user_data);
void trs_ui_compat_open_path       (GtkWindow            *parent,
                                    TrsFileKind           kind,
                                    const char           *title,
                                    gboolean              folder,
                                    GCancellable         *cancellable,
                                    TrsFileFunc           function,
                                    gpointer              user_data);
void trs_ui_compat_save_file       (GtkWindow            *parent,
                                    TrsFileKind           kind,
                                    const char           *title,
                                    const char           *name,
                                    GCancellable         *cancellable,
                                    TrsFileFunc           function,
                                    gpointer              user_data);
void trs_ui_compat_open_uri        (GtkWindow            *parent,
                                    const char           *uri);
void trs_ui_compat_set_up_leaflet  (AdwLeaflet           *leaflet);
void trs_ui_compat_name_menu_items (GtkWidget            *widget);
void trs_ui_compat_add_shortcuts   (GtkApplicationWindow *window);
void trs_ui_compat_scroll_to_row   (GtkListView          *list,
                                    guint                 position);
void trs_ui_compat_let_shrink      (GtkButton            *button);
void trs_ui_compat_announce        (GtkWidget            *region,
                                    const char           *text);
AdwToast *trs_ui_compat_toast_new (const char *text);
gboolean trs_ui_compat_toasts_speak (void);
