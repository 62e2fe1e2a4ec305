/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-line-private.h"

#include "trs-display-text.h"
#include "trs-submit-line-words.h"
#include "trs-words.h"

/**
 * trs_submit_line_dup_title:
 * @self: a line
 *
 * Returns: (transfer full): the title of a known project, else the identifier, else what was typed; no markup
 */
char *
trs_submit_line_dup_title (TrsSubmitLine *self)
{
  TrsProject *project = NULL;

  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);

  if (trs_submit_line_get_video_id (self) == NULL)
    return trs_display_text_line (trs_submit_line_get_text (self));

  project = trs_submit_line_get_state (self) == TRS_SUBMIT_LINE_KNOWN ? trs_submit_line_get_known (self)
                                                                      : trs_submit_line_get_target (self);
  if (project != NULL)
    return trs_words_project_title (project);
  return trs_display_text_line (trs_submit_line_get_video_id (self));
}

/**
 * trs_submit_line_dup_words:
 * @self: a line
 *
 * Returns: (transfer full): what is to be said of it; no markup
 */
char *
trs_submit_line_dup_words (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);

  switch (trs_submit_line_get_state (self))
    {
    case TRS_SUBMIT_LINE_UNUSABLE:
      return trs_submit_line_words_unusable (self->text);
    case TRS_SUBMIT_LINE_DUPLICATE:
      return trs_submit_line_words_duplicate (self->duplicate_of);
    case TRS_SUBMIT_LINE_KNOWN:
      return trs_submit_line_words_known (trs_submit_line_get_known (self), self->language);
    case TRS_SUBMIT_LINE_READY:
      if (self->known != NULL)
        return trs_submit_line_words_known (self->known, self->language);
      return trs_submit_line_words_ready (self->refused_for);
    case TRS_SUBMIT_LINE_SENT:
      return trs_submit_line_words_outcome (self->submission, self->free);
    }
  g_return_val_if_reached (NULL);
}

/**
 * trs_submit_line_offers_again:
 * @self: a line
 *
 * Returns: whether the check "Submit again" is shown
 */
gboolean
trs_submit_line_offers_again (TrsSubmitLine *self)
{
  return trs_submit_line_get_state (self) == TRS_SUBMIT_LINE_KNOWN;
}

/**
 * trs_submit_line_get_target:
 * @self: a line
 *
 * Returns: (transfer none) (nullable): the project that "Open" leads to; one
 *   that was removed from this computer cannot be opened
 */
TrsProject *
trs_submit_line_get_target (TrsSubmitLine *self)
{
  TrsSubmitLineState state = trs_submit_line_get_state (self);

  if (state == TRS_SUBMIT_LINE_SENT)
    return trs_submission_get_project (self->submission);
  if (state != TRS_SUBMIT_LINE_KNOWN || self->known == NULL || trs_project_get_data (self->known)->hidden)
    return NULL;
  return self->known;
}

static const char *
outcome_icon_name (TrsSubmissionOutcome outcome)
{
  switch (outcome)
    {
    case TRS_SUBMISSION_WAITING:
    case TRS_SUBMISSION_SENDING:
      return "document-send-symbolic";
    case TRS_SUBMISSION_ACCEPTED:
      return "object-select-symbolic";
    case TRS_SUBMISSION_REFUSED:
      return "dialog-error-symbolic";
    case TRS_SUBMISSION_NOT_SENT:
    case TRS_SUBMISSION_HELD:
      return "media-playback-pause-symbolic";
    case TRS_SUBMISSION_UNKNOWN:
      return "dialog-question-symbolic";
    }
  g_return_val_if_reached (NULL);
}

/**
 * trs_submit_line_get_icon_name:
 * @self: a line
 *
 * Returns: the icon that goes with the words
 */
const char *
trs_submit_line_get_icon_name (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);

  switch (trs_submit_line_get_state (self))
    {
    case TRS_SUBMIT_LINE_UNUSABLE:
      return "dialog-error-symbolic";
    case TRS_SUBMIT_LINE_DUPLICATE:
      return "list-remove-symbolic";
    case TRS_SUBMIT_LINE_KNOWN:
      if (trs_project_get_pending (trs_submit_line_get_known (self)))
        return "dialog-question-symbolic";
      return "document-open-recent-symbolic";
    case TRS_SUBMIT_LINE_READY:
      return trs_submit_line_get_refused_for (self) != NULL ? "dialog-warning-symbolic" : "object-select-symbolic";
    case TRS_SUBMIT_LINE_SENT:
      return outcome_icon_name (trs_submission_get_outcome (trs_submit_line_get_submission (self)));
    }
  g_return_val_if_reached (NULL);
}

static const char *
outcome_style (TrsSubmissionOutcome outcome)
{
  switch (outcome)
    {
    case TRS_SUBMISSION_WAITING:
    case TRS_SUBMISSION_SENDING:
      return "working";
    case TRS_SUBMISSION_ACCEPTED:
      return "success";
    case TRS_SUBMISSION_REFUSED:
      return "failed";
    case TRS_SUBMISSION_NOT_SENT:
    case TRS_SUBMISSION_HELD:
    case TRS_SUBMISSION_UNKNOWN:
      return "halted";
    }
  g_return_val_if_reached (NULL);
}

/**
 * trs_submit_line_get_style:
 * @self: a line
 *
 * Returns: the style class of the icon
 */
const char *
trs_submit_line_get_style (TrsSubmitLine *self)
{
  g_return_val_if_fail (TRS_IS_SUBMIT_LINE (self), NULL);

  switch (trs_submit_line_get_state (self))
    {
    case TRS_SUBMIT_LINE_UNUSABLE:
      return "failed";
    case TRS_SUBMIT_LINE_DUPLICATE:
      return "quiet";
    case TRS_SUBMIT_LINE_KNOWN:
      return "halted";
    case TRS_SUBMIT_LINE_READY:
      return trs_submit_line_get_refused_for (self) != NULL ? "halted" : "success";
    case TRS_SUBMIT_LINE_SENT:
      return outcome_style (trs_submission_get_outcome (trs_submit_line_get_submission (self)));
    }
  g_return_val_if_reached (NULL);
}
