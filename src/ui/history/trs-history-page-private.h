/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-list.h"
#include "trs-history-page.h"

G_BEGIN_DECLS

struct _TrsHistoryPage
{
  AdwBin parent_instance;

  GtkWidget *tools;
  GtkSearchEntry *search;
  GtkMenuButton *sort;
  GMenuModel *sort_menu;
  GtkToggleButton *show_in_progress;
  GtkToggleButton *show_done;
  GtkToggleButton *show_failed;
  GtkStack *faces;
  TrsHistoryList *list;
  TrsSearchList *results;
  GtkLabel *face_title;
  GtkLabel *face_text;
  GtkButton *face_action;
  GtkLabel *footer;
  GtkWidget *account;
  GtkWidget *stop;

  TrsSession *session;
  TrsHistory *history;
  TrsSearcher *searcher;
  GSettings *settings;
  gboolean folded;
  guint update_id;
  char *today;
};

void trs_history_page_update            (TrsHistoryPage *self);
void trs_history_page_bind_search       (GtkWidgetClass *widget_class);
void trs_history_page_connect_search    (TrsHistoryPage *self);
void trs_history_page_set_typing_starts (TrsHistoryPage *self,
                                         gboolean        starts);

G_END_DECLS
