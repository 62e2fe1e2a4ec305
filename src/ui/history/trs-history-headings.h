/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-clock.h"
#include "trs-history.h"

G_BEGIN_DECLS

/**
 * TrsHistoryHeadings:
 *
 * The rows of a history, and which of them begin another day or month. Only
 * what is sorted by date has headings.
 */
typedef struct _TrsHistoryHeadings TrsHistoryHeadings;

TrsHistoryHeadings *trs_history_headings_new            (void);
void                trs_history_headings_free           (TrsHistoryHeadings *self);

GtkListItemFactory *trs_history_headings_create_factory (TrsHistoryHeadings *self);
void                trs_history_headings_set_history    (TrsHistoryHeadings *self,
                                                         TrsHistory         *history,
                                                         TrsClock           *clock);
void                trs_history_headings_update         (TrsHistoryHeadings *self);
void                trs_history_headings_refresh        (TrsHistoryHeadings *self);

void                trs_history_headings_show_at        (TrsHistoryHeadings *self,
                                                         guint               position,
                                                         GtkLabel           *label);
void                trs_history_headings_show_first     (TrsHistoryHeadings *self,
                                                         GtkWidget          *list,
                                                         GtkLabel           *label);

G_END_DECLS
