/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-list.h"
#include "trs-page.h"
#include "trs-project-data.h"
#include "trs-search-list.h"
#include "trs-session.h"

/**
 * TrsHistoryPage:
 *
 * All projects, with search, filters, and a line that says how much of them is
 * known. While something is looked for, its results stand in the place of the
 * list.
 */
#define TRS_TYPE_HISTORY_PAGE (trs_history_page_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryPage, trs_history_page, TRS, HISTORY_PAGE, TrsPage)

TrsHistoryList *trs_history_page_get_list    (TrsHistoryPage *self);
TrsSearchList  *trs_history_page_get_results (TrsHistoryPage *self);

void            trs_history_page_set_settings (TrsHistoryPage *self,
                                               GSettings      *settings);
void            trs_history_page_focus_search (TrsHistoryPage *self);
void            trs_history_page_search       (TrsHistoryPage *self,
                                               const char     *words);
void            trs_history_page_focus_list   (TrsHistoryPage *self);

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
 * @updated_at: when the service reported something last
 * @n_shown: rows: those of the projects that are shown, and submissions of which is not known yet what became
 * @querying: the rows are those of another kind or order; the others are on their way
 * @show: the kind of projects that is shown
 * @folded: the list is all that is on the screen
 * @downloading: all transcripts are being fetched
 * @texts_kept: transcripts on this computer
 * @texts_wanted: finished projects
 * @thrift: why those that are not here are not downloaded by themselves
 * @account: (nullable): what distinguishes the account from another one of its server
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
  TrsThriftReason thrift;
  const char *account;
} TrsHistoryFacts;

/**
 * TrsHistoryPageStatus:
 * @title: (nullable): what stands where the list would be; %NULL if the list has rows
 * @text: (nullable) (transfer full): a sentence below it
 * @action_label: (nullable): label of its button
 * @action_name: (nullable): action of its button
 * @invites: whether the invitation to transcribe the first video stands there instead
 */
typedef struct
{
  const char *title;
  char *text;
  const char *action_label;
  const char *action_name;
  gboolean invites;
} TrsHistoryPageStatus;

/* Texts of the page, as functions of the facts. */
TrsHistoryPageStatus  trs_history_page_get_status     (const TrsHistoryFacts *facts);
char                 *trs_history_page_dup_footer     (const TrsHistoryFacts *facts);
char                 *trs_history_page_dup_footer_tip (const TrsHistoryFacts *facts);
