/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsProjectLines:
 *
 * The two lines of a project in the history: its title and date, and under
 * them an icon and what there is to say of it, and a dot. A list has hundreds
 * of them, so there are no boxes between it and its words, and icon and dot
 * are there from the first time they are shown.
 */
#define TRS_TYPE_PROJECT_LINES (trs_project_lines_get_type ())
G_DECLARE_FINAL_TYPE (TrsProjectLines, trs_project_lines, TRS, PROJECT_LINES, GtkWidget)

GtkWidget  *trs_project_lines_new        (void);

void        trs_project_lines_set_title  (TrsProjectLines *self,
                                          const char      *title);
const char *trs_project_lines_get_title  (TrsProjectLines *self);
void        trs_project_lines_set_date   (TrsProjectLines *self,
                                          const char      *date);
void        trs_project_lines_set_words  (TrsProjectLines *self,
                                          const char      *words);
const char *trs_project_lines_get_words  (TrsProjectLines *self);
void        trs_project_lines_set_icon   (TrsProjectLines *self,
                                          const char      *icon_name);
void        trs_project_lines_set_mood   (TrsProjectLines *self,
                                          const char      *mood);
void        trs_project_lines_set_unread (TrsProjectLines *self,
                                          gboolean         unread);
void        trs_project_lines_clear      (TrsProjectLines *self);

G_END_DECLS
