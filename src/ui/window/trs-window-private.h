/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-page.h"
#include "trs-project-actions.h"
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
  TrsProjectActions *project_actions;
  TrsSession *session;
  GSettings *settings;
  TrsProject *project;
  GCancellable *cancellable; /* for what is under way on behalf of the window */

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
};

/* trs-window.c */
gboolean trs_window_is_folded     (TrsWindow *self);
gboolean trs_window_is_on_page    (TrsWindow *self);

/* trs-window-links.c */
void trs_window_take_links (GtkWidget *widget,
                            TrsWindow *self);

/* trs-window-actions.c */
void trs_window_install_actions (GtkWidgetClass *widget_class);
void trs_window_update_actions  (TrsWindow      *self);
