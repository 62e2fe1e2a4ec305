/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-test-utils.h"

#include <adwaita.h>

G_BEGIN_DECLS

void         trs_display_test_init          (int                  *argc,
                                             char               ***argv);
GtkWindow   *trs_display_test_present       (GtkWidget            *widget,
                                             int                   width,
                                             int                   height);
void         trs_display_test_show          (GtkWindow            *window);
void         trs_display_test_wait_frame    (GtkWidget            *widget);
void         trs_display_test_save_png      (GtkWidget            *widget,
                                             const char           *name);
void         trs_display_test_set_dark      (gboolean              dark);
GtkWidget   *trs_display_test_find          (GtkWidget            *root,
                                             const char           *buildable_id);
GtkWidget   *trs_display_test_find_shown    (GtkWidget            *root,
                                             const char           *css_class);
GtkWidget   *trs_display_test_find_type     (GtkWidget            *root,
                                             GType                 type);
GtkWidget   *trs_display_test_find_label    (GtkWidget            *root,
                                             const char           *text);
GtkShortcut *trs_display_test_find_shortcut (GtkWidget            *widget,
                                             const char           *keys,
                                             GtkEventController  **controller);
void         trs_display_test_click         (GtkWidget            *button);
gboolean     trs_display_test_sees_caret    (GtkTextView          *view);
char        *trs_display_test_read_content  (GdkContentProvider   *provider,
                                             const char           *mime_type);
char        *trs_display_test_read_copied   (GtkWidget            *widget);
void         trs_display_test_destroy       (gpointer              window);

G_END_DECLS
