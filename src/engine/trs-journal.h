/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-submission.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsIntent:
 * @local_id: identifier of the submission
 * @address: normalised address of the service it goes to
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
  char *address;
  char *video_id;
  char *language;
  char *webhook_url;
  GStrv known_ids;
  gint64 sent_at;
} TrsIntent;

TrsIntent *trs_intent_new  (TrsSubmission   *submission,
                            const char      *address);
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
 * `list_open` finds those of an address that have no end; `list_claimed` the
 * projects that submissions became which were sent after the first of those.
 */
#define TRS_TYPE_JOURNAL (trs_journal_get_type ())
G_DECLARE_INTERFACE (TrsJournal, trs_journal, TRS, JOURNAL, GObject)

struct _TrsJournalInterface
{
  GTypeInterface parent_iface;

  void       (*open_async)       (TrsJournal           *self,
                                  const TrsIntent      *intent,
                                  GAsyncReadyCallback   callback,
                                  gpointer              user_data);
  gboolean   (*open_finish)      (TrsJournal           *self,
                                  GAsyncResult         *result,
                                  GError              **error);
  void       (*close)            (TrsJournal           *self,
                                  const char           *local_id,
                                  TrsSubmissionOutcome  outcome,
                                  const char           *project_id);
  void       (*list_open_async)  (TrsJournal           *self,
                                  const char           *address,
                                  GAsyncReadyCallback   callback,
                                  gpointer              user_data);
  GPtrArray *(*list_open_finish) (TrsJournal           *self,
                                  GAsyncResult         *result,
                                  GError              **error);
  void       (*list_claimed_async)
                                 (TrsJournal           *self,
                                  const char           *address,
                                  GAsyncReadyCallback   callback,
                                  gpointer              user_data);
  GStrv      (*list_claimed_finish)
                                 (TrsJournal           *self,
                                  GAsyncResult         *result,
                                  GError              **error);
};

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
                                         const char           *address,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
GPtrArray *trs_journal_list_open_finish (TrsJournal           *self,
                                         GAsyncResult         *result,
                                         GError              **error);
void       trs_journal_list_claimed_async
                                        (TrsJournal           *self,
                                         const char           *address,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
GStrv      trs_journal_list_claimed_finish
                                        (TrsJournal           *self,
                                         GAsyncResult         *result,
                                         GError              **error);

G_END_DECLS
