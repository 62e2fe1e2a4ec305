/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-clock.h"
#include "trs-project.h"

/**
 * TrsProjectRow:
 *
 * A project in the history: title, date, and its status. Over the first row of
 * a day or month stands a heading.
 */
#define TRS_TYPE_PROJECT_ROW (trs_project_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsProjectRow, trs_project_row, TRS, PROJECT_ROW, GtkBox)

TrsProject *trs_project_row_get_project (TrsProjectRow *self);

GtkWidget  *trs_project_row_new         (TrsClock      *clock);
void        trs_project_row_set_project (TrsProjectRow *self,
                                         TrsProject    *project);
void        trs_project_row_clear       (TrsProjectRow *self);
void        trs_project_row_set_heading (TrsProjectRow *self,
                                         const char    *heading);
void        trs_project_row_set_status  (TrsProjectRow *self,
                                         const char    *status);
void        trs_project_row_refresh     (TrsProjectRow *self);
