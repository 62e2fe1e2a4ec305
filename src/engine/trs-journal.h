/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-submission.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Told of by name alone, so that ui/ can use this without knowing what keeps. */
typedef struct _TrsStore TrsStore;

/**
 * TrsIntent:
 * @local_id: identifier of the submission
 * @account: the account that pays, its number in the store
 * @video_id: identifier of the video
 * @language: (nullable): language asked for
 * @webhook_url: callback address that goes out with it
 * @known_ids: (array zero-terminated=1): the projects that were there before
 * @sent_at: microseconds since the epoch
 *
 * All that is needed to recognise the project of a submission afterwards.
 * There is no key in it.
 */
typedef struct
{
  char *local_id;
  gint64 account;
  char *video_id;
  char *language;
  char *webhook_url;
  GStrv known_ids;
  gint64 sent_at;
} TrsIntent;

TrsIntent *trs_intent_new  (TrsSubmission   *submission,
                            gint64           account);
TrsIntent *trs_intent_copy (const TrsIntent *intent);
void       trs_intent_free (TrsIntent       *intent);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsIntent, trs_intent_free)

/**
 * TrsJournal:
 *
 * Where intents are written down before their requests leave. An intent
 * without an end may have gone through, whether the answer was lost or the
 * program: it is looked for in the list, and never repeated by itself.
 *
 * `open` has ended only when the intent would survive a loss of power; `close`
 * when it is known what became of it, with the id of the project or %NULL;
 * `list_open` finds those of an account that have no end; `list_claimed` the
 * projects that submissions became which were sent after the first of those.
 */
#define TRS_TYPE_JOURNAL (trs_journal_get_type ())
G_DECLARE_FINAL_TYPE (TrsJournal, trs_journal, TRS, JOURNAL, GObject)

TrsJournal *trs_journal_new             (TrsStore             *store,
                                         TrsClock             *clock);
void       trs_journal_open_async       (TrsJournal           *self,
                                         const TrsIntent      *intent,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
gboolean   trs_journal_open_finish      (TrsJournal           *self,
                                         GAsyncResult         *result,
                                         GError              **error);
void       trs_journal_close            (TrsJournal           *self,
                                         const char           *local_id,
                                         TrsSubmissionOutcome  outcome,
                                         const char           *project_id);
void       trs_journal_list_open_async  (TrsJournal           *self,
                                         gint64                account,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
GPtrArray *trs_journal_list_open_finish (TrsJournal           *self,
                                         GAsyncResult         *result,
                                         GError              **error);
void       trs_journal_list_claimed_async
                                        (TrsJournal           *self,
                                         gint64                account,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
GStrv      trs_journal_list_claimed_finish
                                        (TrsJournal           *self,
                                         GAsyncResult         *result,
                                         GError              **error);

G_END_DECLS
