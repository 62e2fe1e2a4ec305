/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"
#include "trs-submit-lines.h"

G_BEGIN_DECLS

/**
 * TrsSubmitBar:
 *
 * What stands below the lines of the submit dialog, always in view: how many
 * there are, what became of them, and what they cost.
 */
#define TRS_TYPE_SUBMIT_BAR (trs_submit_bar_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitBar, trs_submit_bar, TRS, SUBMIT_BAR, AdwBin)

void trs_submit_bar_set_session (TrsSubmitBar   *self,
                                 TrsSession     *session);
void trs_submit_bar_set_compact (TrsSubmitBar   *self,
                                 gboolean        compact);
void trs_submit_bar_show_lines  (TrsSubmitBar   *self,
                                 TrsSubmitLines *lines,
                                 guint           n_rows,
                                 GtkWidget      *rows,
                                 gboolean        sending);
void trs_submit_bar_show_result (TrsSubmitBar   *self,
                                 TrsSubmitLines *lines);

G_END_DECLS
