/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-state.h"

G_DEFINE_ENUM_TYPE (TrsProjectState, trs_project_state,
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_STATE_UNKNOWN, "unknown"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_STATE_UPLOAD, "upload"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_STATE_TRANSCRIPTION, "transcription"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_STATE_DONE, "done"),
                    G_DEFINE_ENUM_VALUE (TRS_PROJECT_STATE_ERROR, "error"))

/* By number, in the words of the interface */
static const char * const words[] = { "unknown", "upload", "transcription", "done", "error" };

/**
 * trs_project_state_from_string:
 * @string: (nullable): a state as the service writes it
 *
 * Returns: the state; %TRS_PROJECT_STATE_UNKNOWN for a word that the interface does not know
 */
TrsProjectState
trs_project_state_from_string (const char *string)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (string, words[i]) == 0)
      return (TrsProjectState) i;

  return TRS_PROJECT_STATE_UNKNOWN;
}

/**
 * trs_project_state_to_string:
 * @state: a state
 *
 * Returns: the word of the interface for @state
 */
const char *
trs_project_state_to_string (TrsProjectState state)
{
  return (guint) state < G_N_ELEMENTS (words) ? words[state] : words[TRS_PROJECT_STATE_UNKNOWN];
}

/**
 * trs_project_state_is_final:
 * @state: a state
 *
 * Returns: %TRUE if the service does nothing more with such a project
 */
gboolean
trs_project_state_is_final (TrsProjectState state)
{
  return state == TRS_PROJECT_STATE_DONE || state == TRS_PROJECT_STATE_ERROR;
}

/**
 * trs_project_state_may_follow:
 * @known: the state of a project
 * @told: what a list says
 *
 * No path leads out of a final state, so what says otherwise was written
 * before it, and came late. Nor does `done` become `error` by a list: the text
 * may be here, and must stay readable.
 *
 * Returns: %FALSE if @told has to be ignored
 */
gboolean
trs_project_state_may_follow (TrsProjectState known,
                              TrsProjectState told)
{
  if (!trs_project_state_is_final (told))
    return !trs_project_state_is_final (known);

  return known != TRS_PROJECT_STATE_DONE || told != TRS_PROJECT_STATE_ERROR;
}
