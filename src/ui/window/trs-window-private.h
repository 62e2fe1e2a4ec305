/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-page.h"
#include "trs-submit-dialog.h"
#include "trs-toast-queue.h"
#include "trs-window-pages.h"
#include "trs-window.h"

G_BEGIN_DECLS

struct _TrsWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  GtkStack *stack;
  AdwLeaflet *leaflet;
  TrsHistoryPage *history_page;
  TrsWindowPages *content;

  TrsToastQueue *toast_queue;
  TrsSession *session;
  GSettings *settings;
  TrsProject *project;
  /* for what is under way on behalf of the window, and for the project that is to be opened next */
  GCancellable *cancellable;
  GCancellable *lookup;

  gboolean folded;
  gboolean compact;
  int roomy_width;
  gboolean restored;
  gboolean list_focused;
  guint check_id;

  /* trs-window-navigation.c: whether a passage led to the open project; the main menu without its button, and what
   * had the focus before */
  gboolean from_passages;
  GtkWidget *menu;
  GtkWidget *focus_before_menu;

  /* trs-window-actions.c: what is to be submitted once there is an account */
  TrsSubmitDialog *submit_dialog;
  char *waiting_lines;
};

/* trs-window.c */
void trs_window_set_project   (TrsWindow  *self,
                               TrsProject *project);
void trs_window_close_project (TrsWindow  *self);
void trs_window_show_dialog   (TrsWindow  *self,
                               gpointer    dialog);

/* trs-window-navigation.c */
void     trs_window_install_navigation (GtkWidgetClass  *widget_class);
void     trs_window_update_navigation  (TrsWindow       *self);
void     trs_window_follow_search      (TrsWindow       *self);
void     trs_window_open_passage       (TrsWindow       *self,
                                        TrsSearchResult *result,
                                        const char      *query,
                                        guint            passage);
gboolean trs_window_is_searching       (TrsWindow       *self);
void     trs_window_go_back            (TrsWindow       *self);

/* trs-window-actions.c */
void trs_window_install_actions (GtkWidgetClass *widget_class);
void trs_window_update_actions  (TrsWindow      *self);
void trs_window_compose_waiting (TrsWindow      *self);

/* trs-window-project-actions.c */

/**
 * TrsWindowProjectFunc:
 * @self: the window
 * @project: (nullable): %NULL if it is not in the history any more
 * @data: (nullable): what was handed to trs_window_with_project()
 *
 * What is to be done with a project.
 */
typedef void (*TrsWindowProjectFunc) (TrsWindow  *self,
                                      TrsProject *project,
                                      GVariant   *data);

void          trs_window_install_project_actions (GtkWidgetClass       *widget_class);
void          trs_window_update_project_actions  (TrsWindow            *self);
GCancellable *trs_window_begin_lookup            (TrsWindow            *self);
void          trs_window_cancel_lookup           (TrsWindow            *self);
void          trs_window_with_project            (TrsWindow            *self,
                                                  const char           *id,
                                                  GCancellable         *cancellable,
                                                  TrsWindowProjectFunc  func,
                                                  GVariant             *data);

G_END_DECLS
