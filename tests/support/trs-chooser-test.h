/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The dialog in which a file is chosen, in the hands of a test. */

GtkFileChooser *trs_chooser_test_wait   (void);
void            trs_chooser_test_choose (GtkFileChooser *chooser,
                                         const char     *folder,
                                         const char     *name);
void            trs_chooser_test_click  (GtkFileChooser *chooser,
                                         int             response);

G_END_DECLS
