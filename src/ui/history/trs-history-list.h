/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsHistoryList:
 * @selected: (nullable): the project that is selected, also one that a chip hides
 *
 * The rows of the history. Above the list stands the day or month of the first
 * row that can be seen. Signals: `selected` when another project is selected, or
 * none (it stays when a chip hides it or the list is read anew; a row that has
 * not been read from the store yet is selected as soon as it has), and `open`
 * (#TrsProject) when a row is clicked or Enter pressed on it.
 */
#define TRS_TYPE_HISTORY_LIST (trs_history_list_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryList, trs_history_list, TRS, HISTORY_LIST, AdwBin)

struct _TrsHistoryList
{
  AdwBin parent_instance;

  TrsProject *selected;

  /*< private >*/
  GtkScrolledWindow *scroller;
  GtkListView *list;
  GtkSingleSelection *selection;
  GtkLabel *group;

  TrsSession *session;
  gboolean restoring;
  /* the selected row is to be scrolled to */
  gboolean revealing;
  gboolean waiting_for_frame;
  /* to the top, as soon as the rows are laid out */
  gboolean topping;

  /* a row that was chosen before it was read from the store; and whether it is to be opened then */
  GCancellable *loading;
  gboolean opening;
  /* the first row of the answer that is on its way is to be opened */
  gboolean opening_first;

  /* the first and the last, which a key goes to from anywhere */
  TrsHistoryItem *ends[2];
  /* the items that are bound to rows; they leave before they go */
  GPtrArray *items;
  /* all rows, also those that no item has */
  GPtrArray *rows;

  /* the menu of a row, and whose it is */
  GMenuModel *menu_model;
  GtkWidget *menu;
  char *menu_id;
};

void        trs_history_list_set_session  (TrsHistoryList *self,
                                           TrsSession     *session);
void        trs_history_list_set_selected (TrsHistoryList *self,
                                           TrsProject     *project);
guint       trs_history_list_get_n_shown  (TrsHistoryList *self);
void        trs_history_list_open_first   (TrsHistoryList *self);
void        trs_history_list_move         (TrsHistoryList *self,
                                           int             by,
                                           gboolean        open);
void        trs_history_list_refresh_rows (TrsHistoryList *self);
