/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-page.h"
#include "trs-submit-dialog.h"
#include "trs-window.h"

G_BEGIN_DECLS

struct _TrsWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  AdwToast *toast; /* weak; on the screen, until it has left */
  GQueue next_toasts;
  GtkStack *stack;
  AdwLeaflet *leaflet;
  TrsHistoryPage *history_page;
  GtkStack *pages;

  TrsSession *session;
  GSettings *settings;
  TrsProject *project;
  GCancellable *cancellable;
  /* looks for the project that is to be opened next */
  GCancellable *lookup;
  gboolean folded;
  gboolean compact;
  int roomy_width;
  gboolean restored;
  gboolean list_focused;
  guint check_id;

  /* the page of the search lies over that of the project; and which one led to the project */
  gboolean search_shown;
  gboolean from_passages;

  TrsSubmitDialog *submit_dialog;
  char *waiting_lines;

  /* the main menu where its button cannot be seen, and what had the focus before */
  GtkWidget *menu;
  GtkWidget *focus_before_menu;
};

void     trs_window_set_project     (TrsWindow      *self,
                                     TrsProject     *project);
gboolean trs_window_shows_text      (TrsWindow      *self);
void     trs_window_queue_check     (TrsWindow      *self);
void     trs_window_install_actions (GtkWidgetClass *widget_class);
void     trs_window_update_actions  (TrsWindow      *self);
void     trs_window_install_shelf_actions (GtkWidgetClass *widget_class);
gboolean trs_window_can_remove      (TrsWindow      *self);
void     trs_window_remove_project  (TrsWindow      *self,
                                     TrsProject     *project);
void     trs_window_go_back         (TrsWindow      *self);
void     trs_window_show_spending   (TrsWindow      *self);
void     trs_window_take_error      (TrsWindow      *self,
                                     const GError   *error,
                                     const char     *doing);
void     trs_window_compose_again   (TrsWindow      *self,
                                     const char     *video_id,
                                     const char     *language);
void     trs_window_download_all    (TrsWindow      *self);
void     trs_window_stop            (TrsWindow      *self);
void     trs_window_show_menu       (TrsWindow      *self);

/* trs-window-pages.c, for the search */
void       trs_window_update_page    (TrsWindow  *self);
GtkWidget *trs_window_ensure_page    (TrsWindow  *self,
                                      const char *name,
                                      GType       type);

/* trs-window-projects.c, for any project of the list */

/* @project: (nullable): %NULL if it is not here any more. @data: as handed over */
typedef void (*TrsWindowProjectFunc) (TrsWindow  *self,
                                      TrsProject *project,
                                      GVariant   *data);

void          trs_window_install_project_actions (GtkWidgetClass       *widget_class);
GCancellable *trs_window_begin_lookup            (TrsWindow            *self);
void          trs_window_end_lookup              (TrsWindow            *self);
void          trs_window_with_project            (TrsWindow            *self,
                                                  const char           *id,
                                                  GCancellable         *cancellable,
                                                  TrsWindowProjectFunc  func,
                                                  GVariant             *data);

/* trs-window-undo.c */
void       trs_window_install_undo_actions (GtkWidgetClass *widget_class);
void       trs_window_offer_undo     (TrsWindow  *self,
                                      const char *words,
                                      const char *action_name,
                                      GVariant   *target,
                                      const char *about);
void       trs_window_clear_toasts   (TrsWindow  *self);

/* trs-window-search.c */
void       trs_window_watch_search   (TrsWindow  *self);
gboolean   trs_window_is_searching   (TrsWindow  *self);
void       trs_window_show_search    (TrsWindow  *self);
void       trs_window_hide_search    (TrsWindow  *self);
gboolean   trs_window_end_search     (TrsWindow  *self);
gboolean   trs_window_back_to_search (TrsWindow  *self);
gboolean   trs_window_move_in_search (TrsWindow  *self,
                                      int         by);

G_END_DECLS
