/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-page.h"
#include "trs-reading-pane.h"
#include "trs-submit-dialog.h"
#include "trs-toast-queue.h"
#include "trs-window.h"

struct _TrsWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toast_overlay;
  GtkStack *stack;
  AdwLeaflet *leaflet;
  TrsHistoryPage *history_page;
  TrsReadingPane *pane;

  TrsToastQueue *toasts;
  TrsSession *session;
  GSettings *settings;
  TrsProject *project;
  /* for what is under way on behalf of the window, and for the project that is to be opened next */
  GCancellable *cancellable;
  GCancellable *lookup;
  gboolean exporting; /* what is exported is not loaded yet */

  gboolean compact;
  int roomy_width;
  gboolean restored;
  guint rest_timer; /* until the row that the keys have come to is opened */
  gboolean list_focused;
  guint check_id;
  gboolean list_put_away; /* while the text has the full screen */

  /* whether a passage led to the open project; the main menu without its button, and what had the focus before */
  gboolean from_passages;
  GtkWidget *menu;
  GtkWidget *focus_before_menu;

  /* trs-window-actions.c: what is to be submitted once there is an account */
  TrsSubmitDialog *submit_dialog;
  char *waiting_lines;
  GtkWidget *collecting; /* weak; while highlights of many transcripts are collected */

  /* trs-window-project-actions.c: what can be undone of what was done to videos of the list, the last one at the end */
  GPtrArray *undo;
};

/* trs-window.c */
gboolean trs_window_is_folded     (TrsWindow *self);
gboolean trs_window_is_on_page    (TrsWindow *self);
void     trs_window_close_project (TrsWindow *self);

/* trs-window-links.c */
void trs_window_take_links (GtkWidget *widget,
                            TrsWindow *self);

/* trs-window-actions.c */
void trs_window_install_actions (GtkWidgetClass *widget_class);
void trs_window_update_actions  (TrsWindow      *self);

/* trs-window-project-actions.c */
void     trs_window_install_project_actions (GtkWidgetClass *widget_class);
void     trs_window_cancel_lookup           (TrsWindow      *self);
void     trs_window_clear_undo              (TrsWindow      *self);
gboolean trs_window_can_remove              (TrsProject     *project);
