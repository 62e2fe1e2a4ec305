/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-submission.h"

/**
 * TrsSubmitLineState:
 * @TRS_SUBMIT_LINE_UNUSABLE: not a link to a video and not an identifier
 * @TRS_SUBMIT_LINE_DUPLICATE: the same video as a line above
 * @TRS_SUBMIT_LINE_KNOWN: there is a project of this video already, and it did not fail
 * @TRS_SUBMIT_LINE_WORD: could be a word as well as an identifier, and the user is asked
 * @TRS_SUBMIT_LINE_READY: understood, and nothing speaks against it
 * @TRS_SUBMIT_LINE_SENT: went to the session; see its submission
 */
typedef enum
{
  TRS_SUBMIT_LINE_UNUSABLE,
  TRS_SUBMIT_LINE_DUPLICATE,
  TRS_SUBMIT_LINE_KNOWN,
  TRS_SUBMIT_LINE_WORD,
  TRS_SUBMIT_LINE_READY,
  TRS_SUBMIT_LINE_SENT,
} TrsSubmitLineState;

typedef struct
{
  const char *icon_name;
  const char *style;
} TrsSubmitLineLook;

/**
 * TrsSubmitLine:
 *
 * One line of the submit dialog. #TrsSubmitLines sets its properties; everyone
 * else reads them: `text`, `duplicate-of`, `language`, `known`, `submission`,
 * `refused-for`, `submit-again`, `is-id`. `known` and `submission` are notified
 * also when something of the project or of the submission changed, so that what
 * is shown of the line follows from `notify` alone.
 */
#define TRS_TYPE_SUBMIT_LINE (trs_submit_line_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitLine, trs_submit_line, TRS, SUBMIT_LINE, GObject)

const char    *trs_submit_line_get_text         (TrsSubmitLine *self);
const char    *trs_submit_line_get_video_id     (TrsSubmitLine *self);
guint          trs_submit_line_get_duplicate_of (TrsSubmitLine *self);
const char    *trs_submit_line_get_language     (TrsSubmitLine *self);
TrsProject    *trs_submit_line_get_known        (TrsSubmitLine *self);
TrsSubmission *trs_submit_line_get_submission   (TrsSubmitLine *self);
const char    *trs_submit_line_get_refused_for  (TrsSubmitLine *self);
gboolean       trs_submit_line_get_submit_again (TrsSubmitLine *self);
gboolean       trs_submit_line_get_is_id        (TrsSubmitLine *self);
gboolean       trs_submit_line_get_row_stays    (TrsSubmitLine *self);

TrsSubmitLine      *trs_submit_line_new             (const char    *text);

/* setters for #TrsSubmitLines */
void trs_submit_line_set_text         (TrsSubmitLine *self,
                                       const char    *text);
void trs_submit_line_set_duplicate_of (TrsSubmitLine *self,
                                       guint          duplicate_of);
void trs_submit_line_set_language     (TrsSubmitLine *self,
                                       const char    *language);
void trs_submit_line_set_known        (TrsSubmitLine *self,
                                       TrsProject    *known);
void trs_submit_line_set_submission   (TrsSubmitLine *self,
                                       TrsSubmission *submission);
void trs_submit_line_set_refused_for  (TrsSubmitLine *self,
                                       const char    *refused_for);
void trs_submit_line_set_submit_again (TrsSubmitLine *self,
                                       gboolean       submit_again);
void trs_submit_line_set_is_id        (TrsSubmitLine *self,
                                       gboolean       is_id);
void trs_submit_line_set_row_stays    (TrsSubmitLine *self,
                                       gboolean       row_stays);
void trs_submit_line_set_came_back    (TrsSubmitLine *self);

TrsSubmitLineState  trs_submit_line_get_state       (TrsSubmitLine *self);
gboolean            trs_submit_line_get_can_retry   (TrsSubmitLine *self);
gboolean            trs_submit_line_get_needs_key   (TrsSubmitLine *self);
gboolean            trs_submit_line_get_will_send   (TrsSubmitLine *self);
gboolean            trs_submit_line_get_has_row     (TrsSubmitLine *self);
gboolean            trs_submit_line_get_in_vain     (TrsSubmitLine *self);
gboolean            trs_submit_line_get_unsent      (TrsSubmitLine *self);

/* texts and icons for the row */
char               *trs_submit_line_dup_title       (TrsSubmitLine *self);
char               *trs_submit_line_dup_description (TrsSubmitLine *self);
TrsSubmitLineLook   trs_submit_line_get_look        (TrsSubmitLine *self);
TrsProject         *trs_submit_line_get_target      (TrsSubmitLine *self);
char               *trs_submit_line_dup_refusal     (TrsSubmitLine *self);
