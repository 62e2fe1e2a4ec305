/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TrsProjectState:
 * @TRS_PROJECT_STATE_UNKNOWN: a state that the interface does not name
 * @TRS_PROJECT_STATE_UPLOAD: the service fetches the video
 * @TRS_PROJECT_STATE_TRANSCRIPTION: the service transcribes
 * @TRS_PROJECT_STATE_DONE: the text can be read
 * @TRS_PROJECT_STATE_ERROR: the pipeline of the service failed
 *
 * "States and transitions" of the interface.
 */
typedef enum
{
  TRS_PROJECT_STATE_UNKNOWN,
  TRS_PROJECT_STATE_UPLOAD,
  TRS_PROJECT_STATE_TRANSCRIPTION,
  TRS_PROJECT_STATE_DONE,
  TRS_PROJECT_STATE_ERROR,
} TrsProjectState;

GType            trs_project_state_get_type    (void);
#define TRS_TYPE_PROJECT_STATE (trs_project_state_get_type ())

TrsProjectState  trs_project_state_from_string (const char      *string);
const char      *trs_project_state_to_string   (TrsProjectState  state);
gboolean         trs_project_state_is_final    (TrsProjectState  state);
gboolean         trs_project_state_may_follow  (TrsProjectState  known,
                                                TrsProjectState  told);

G_END_DECLS
