/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-headings.h"
#include "trs-history-list.h"

G_BEGIN_DECLS

struct _TrsHistoryList
{
  AdwBin parent_instance;

  GtkScrolledWindow *scroller;
  GtkListView *list;
  GtkSingleSelection *selection;
  GtkLabel *group;

  TrsSession *session;
  TrsHistory *history;
  TrsProject *selected;
  gboolean restoring;
  gboolean revealing;
  gboolean following;
  TrsHistoryHeadings *headings;
  gboolean waiting_for_frame;
  /* to the top, as soon as the rows are laid out */
  gboolean topping;

  /* a row that was chosen before it was read from the store; and whether it is to be opened then */
  GCancellable *loading;
  gboolean opening;
  /* the first row of the answer that is on its way is to be opened */
  gboolean opening_first;

  /* the menu of a row, which acts on its project */
  GtkWidget *menu;
  TrsProject *menu_project;
};

void     trs_history_list_activate        (TrsHistoryList *self,
                                           guint           position);
void     trs_history_list_choose          (TrsHistoryList *self,
                                           guint           position,
                                           gboolean        open);
void     trs_history_list_queue_frame     (TrsHistoryList *self);
gboolean trs_history_list_scroll_to       (TrsHistoryList *self,
                                           guint           position);
gboolean trs_history_list_focus_row       (TrsHistoryList *self);
void     trs_history_list_reveal_selected (TrsHistoryList *self);
void     trs_history_list_follow_selected (TrsHistoryList *self);

/* trs-history-list-menu.c */
void     trs_history_list_add_menu        (TrsHistoryList *self);
void     trs_history_list_drop_menu       (TrsHistoryList *self);

G_END_DECLS
