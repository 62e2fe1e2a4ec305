/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsHistoryFacts:
 * @state: state of the session
 * @key_error: (nullable): what the keyring said
 * @now: when it is read
 * @offline_since: since when the service cannot be reached, 0 for "it can"
 * @without_network: whether that is because there is no network
 * @error: (nullable): error of the last reading
 * @reading: a page is out
 * @complete: the end was seen
 * @n_known: projects that are known
 * @checked_at: time of the last reading, 0 for none
 * @updated_at: when the service told something last
 * @n_shown: rows: those of the projects that are shown, and submissions of which is not known yet what became
 * @querying: the rows are those of another kind or order; the others are on their way
 * @show: the kind of projects that is shown
 * @folded: the list is all that is on the screen
 * @downloading: all transcripts are being fetched
 * @texts_kept: transcripts on this computer
 * @texts_wanted: finished projects
 *
 * All that decides what the list and its footer say.
 */
typedef struct
{
  TrsSessionState state;
  const GError *key_error;
  gint64 now;
  gint64 offline_since;
  gboolean without_network;
  const GError *error;
  gboolean reading;
  gboolean complete;
  guint n_known;
  gint64 checked_at;
  gint64 updated_at;
  guint n_shown;
  gboolean querying;
  TrsProjectShow show;
  gboolean folded;
  gboolean downloading;
  guint texts_kept;
  guint texts_wanted;
} TrsHistoryFacts;

/**
 * TrsHistoryPageStatus:
 * @title: (nullable): what stands where the list would be; %NULL if the list has rows
 * @text: (nullable): a sentence below it
 * @action_label: (nullable): label of its button
 * @action_name: (nullable): action of its button
 * @invites: whether the invitation to transcribe the first video stands there instead
 */
typedef struct
{
  char *title;
  char *text;
  char *action_label;
  char *action_name;
  gboolean invites;
} TrsHistoryPageStatus;

TrsHistoryPageStatus *trs_history_page_status_new       (const TrsHistoryFacts *facts);
void            trs_history_page_status_free      (TrsHistoryPageStatus        *face);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsHistoryPageStatus, trs_history_page_status_free)

char           *trs_history_footer_new     (const TrsHistoryFacts *facts);
char           *trs_history_footer_tip_new (const TrsHistoryFacts *facts);

G_END_DECLS
