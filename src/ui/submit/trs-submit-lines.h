/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"
#include "trs-submit-line.h"

/**
 * TrsSubmitCounts:
 * @n_sendable: videos that "Transcribe" would send
 * @n_open: videos that can be sent, with the others or each by itself
 * @n_sent: videos that were sent from here, at any time
 * @n_accepted: those of them that were accepted
 * @n_unknown: those of them of which it is not known whether they were accepted
 */
typedef struct
{
  guint n_sendable;
  guint n_open;
  guint n_sent;
  guint n_accepted;
  guint n_unknown;
} TrsSubmitCounts;

/**
 * TrsSubmitLines:
 *
 * The text of the entry as a list of #TrsSubmitLine, without the empty lines,
 * and with one for each link where several stand in a line. A line that comes
 * back is the same object, with what was known, chosen and sent of its video.
 * Videos that were submitted before are looked up, and again whenever the
 * history changes. Signal: `changed`, when any line may be different.
 */
#define TRS_TYPE_SUBMIT_LINES (trs_submit_lines_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitLines, trs_submit_lines, TRS, SUBMIT_LINES, GObject)

GListModel *trs_submit_lines_get_lines (TrsSubmitLines *self);

TrsSubmitLines  *trs_submit_lines_new              (TrsSession     *session);

void             trs_submit_lines_set_text         (TrsSubmitLines *self,
                                                    const char     *text);
void             trs_submit_lines_set_came_back    (TrsSubmitLines *self);
void             trs_submit_lines_set_refused      (TrsSubmitLines *self,
                                                    GHashTable     *refused);
TrsDraft        *trs_submit_lines_make_draft       (TrsSubmitLines *self,
                                                    const char     *text,
                                                    const char     *language);
void             trs_submit_lines_set_language     (TrsSubmitLines *self,
                                                    const char     *language);
void             trs_submit_lines_set_submit_again (TrsSubmitLines *self,
                                                    TrsSubmitLine  *line,
                                                    gboolean        submit_again);
void             trs_submit_lines_set_is_id        (TrsSubmitLines *self,
                                                    TrsSubmitLine  *line,
                                                    gboolean        is_id);
void             trs_submit_lines_take_known       (TrsSubmitLines *self,
                                                    GPtrArray      *projects);

GListModel      *trs_submit_lines_list_rows        (TrsSubmitLines *self);
TrsSubmitLine   *trs_submit_lines_find             (TrsSubmitLines *self,
                                                    const char     *video_id);
TrsSubmitCounts  trs_submit_lines_count            (TrsSubmitLines *self);
GListModel      *trs_submit_lines_make_submissions (TrsSubmitLines *self,
                                                    TrsSubmitLine  *only);

char            *trs_submit_lines_dup_draft        (TrsSubmitLines *self,
                                                    const char     *text);
char            *trs_submit_lines_settle           (TrsSubmitLines *self,
                                                    const char     *draft);
