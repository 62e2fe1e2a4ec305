/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/* Helpers for widgets of any kind that GTK and libadwaita lack. */

/**
 * TrsAfterFrameFunc:
 * @widget: the widget
 *
 * Called once, when a frame of the widget's window was drawn.
 */
typedef void (*TrsAfterFrameFunc) (GtkWidget *widget);

void trs_after_frame (GtkWidget         *widget,
                      TrsAfterFrameFunc  function);

gboolean trs_has_focus_within (GtkWidget *widget);

gboolean trs_bin_focus (GtkWidget        *widget,
                        GtkDirectionType  direction);

void trs_actions_enable (GSimpleActionGroup *actions,
                         const char         *name,
                         gboolean            enabled);

void trs_caret_follow (GtkTextView *view);

gboolean trs_text_view_get_iter_at (GtkTextView *view,
                                    double       x,
                                    double       y,
                                    GtkTextIter *iter);

void trs_text_buffer_clear_tag (GtkTextBuffer *buffer,
                                const char    *name);

void trs_control_names_complete (GtkWidget *root);

/**
 * TRS_DIALOG_COMPACT_WIDTH:
 *
 * Below this width a dialog is laid out for a narrow screen.
 */
#define TRS_DIALOG_COMPACT_WIDTH 480

/**
 * TrsDialogLayoutFunc:
 * @dialog: the dialog
 * @compact: whether it is narrow
 *
 * Lays a dialog out again.
 */
typedef void (*TrsDialogLayoutFunc) (GtkWindow *dialog,
                                     gboolean   compact);

void trs_dialog_size_follow (GtkWindow           *dialog,
                             TrsDialogLayoutFunc  layout);
void trs_dialog_adapt       (GtkWindow           *dialog);
void trs_dialog_add_help_key (GtkWindow          *dialog);
void trs_dialog_set_help    (GtkWindow           *dialog,
                             const char          *place);
const char *trs_dialog_get_help (GtkWindow       *dialog);
gboolean trs_help_open      (GtkWidget           *widget,
                             const char          *place);
void trs_dialog_present     (GtkWindow           *parent,
                             gpointer             dialog);
void trs_dialog_lay_out     (GtkWindow           *dialog,
                             gboolean             compact);
gboolean trs_dialog_is_wide (GtkWidget           *dialog,
                             const char * const  *css_classes);

gboolean trs_has_text (gpointer    widget,
                       const char *text);

void trs_inscription_set_line (GtkInscription *inscription,
                               const char     *text);

const char *trs_get_cut_text (GtkWidget *widget);
void trs_tooltip_when_cut (gpointer widget);
void trs_labels_complete  (GtkWidget *root);
gboolean trs_text_is_large (void);

void trs_lazy_menu_attach (GtkMenuButton *button,
                           GMenuModel    *menu);

void trs_widget_set_css_class (GtkWidget  *widget,
                               const char *css_class,
                               gboolean    set);

GListModel *trs_gradual_rows_new (GListModel *model,
                                  GtkWidget  *list);

GtkWidget *trs_invitation_new (void);
void       trs_invitation_update (GtkWidget *invitation);
