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
 * @text: the line as typed, without blanks around it
 * @video_id: (nullable): the video it stands for, %NULL if it stands for none
 * @duplicate_of: number of the line with the same video above it, 0 if there is none
 * @language: (nullable): the tag that is chosen for all
 * @known: (nullable): the project that there is of the video already
 * @submission: (nullable): what was sent for it from this dialog
 * @refused_for: (nullable): why its video was refused the last time
 * @submit_again: whether it is to be sent although its video is known
 * @is_id: whether the user said that what could be a word is an identifier
 * @row_stays: whether it keeps its row whatever becomes of the submission
 *
 * One line of the submit dialog. #TrsSubmitLines writes the fields; everyone
 * else reads them.
 *
 * Signal: `changed`, when anything that is shown of it may be different.
 */
#define TRS_TYPE_SUBMIT_LINE (trs_submit_line_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitLine, trs_submit_line, TRS, SUBMIT_LINE, GObject)

struct _TrsSubmitLine
{
  GObject parent_instance;

  char *text;
  char *video_id;
  guint duplicate_of;
  char *language;
  TrsProject *known;
  TrsSubmission *submission;
  char *refused_for;
  gboolean submit_again;
  gboolean is_id;
  gboolean row_stays;
};

TrsSubmitLine      *trs_submit_line_new             (const char    *text);

TrsSubmitLineState  trs_submit_line_get_state       (TrsSubmitLine *self);
gboolean            trs_submit_line_get_can_retry   (TrsSubmitLine *self);
gboolean            trs_submit_line_get_needs_key   (TrsSubmitLine *self);
gboolean            trs_submit_line_get_will_send   (TrsSubmitLine *self);
gboolean            trs_submit_line_get_has_row     (TrsSubmitLine *self);
gboolean            trs_submit_line_get_unsent      (TrsSubmitLine *self);

/* what is shown */
char               *trs_submit_line_dup_title       (TrsSubmitLine *self);
char               *trs_submit_line_dup_description (TrsSubmitLine *self);
TrsSubmitLineLook   trs_submit_line_get_look        (TrsSubmitLine *self);
TrsProject         *trs_submit_line_get_target      (TrsSubmitLine *self);
char               *trs_submit_line_dup_refusal     (TrsSubmitLine *self);
