/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"
#include "trs-submit-line.h"

G_BEGIN_DECLS

/**
 * TrsSubmitLines:
 *
 * The text of the entry as a #GListModel of #TrsSubmitLine, without the empty
 * lines, and with one for each link where several stand in a line. A line that
 * stays as it is keeps its object while the text around it changes. Videos that
 * were submitted before are looked up, and again whenever the history changes.
 * Signal: `changed`, when the number of videos that "Transcribe" would send is
 * another, or one that was sent has another outcome.
 */
#define TRS_TYPE_SUBMIT_LINES (trs_submit_lines_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitLines, trs_submit_lines, TRS, SUBMIT_LINES, GObject)

TrsSubmitLines *trs_submit_lines_new              (TrsSession     *session);

void            trs_submit_lines_set_text         (TrsSubmitLines *self,
                                                   const char     *text);
void            trs_submit_lines_set_refused      (TrsSubmitLines *self,
                                                   GHashTable     *refused);
void            trs_submit_lines_set_language     (TrsSubmitLines *self,
                                                   const char     *language);
void            trs_submit_lines_set_submit_again (TrsSubmitLines *self,
                                                   const char     *text);
void            trs_submit_lines_take_known       (TrsSubmitLines *self,
                                                   GStrv           video_ids,
                                                   GPtrArray      *projects);

GListModel     *trs_submit_lines_list_rows        (TrsSubmitLines *self);
guint           trs_submit_lines_get_n_sendable   (TrsSubmitLines *self);
guint           trs_submit_lines_get_n_accepted   (TrsSubmitLines *self,
                                                   guint          *n_sent,
                                                   guint          *n_unknown);
guint           trs_submit_lines_count_ready      (TrsSubmitLines *self);
GListModel     *trs_submit_lines_make_submissions (TrsSubmitLines *self,
                                                   TrsSubmitLine  *only);

char           *trs_submit_lines_dup_unsent       (TrsSubmitLines *self);
char           *trs_submit_lines_settle           (TrsSubmitLines *self,
                                                   const char     *draft);

G_END_DECLS
