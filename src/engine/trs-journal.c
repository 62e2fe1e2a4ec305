/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-journal.h"

G_DEFINE_INTERFACE (TrsJournal, trs_journal, G_TYPE_OBJECT)

static void
trs_journal_default_init (TrsJournalInterface *iface)
{
}

/**
 * trs_intent_new:
 * @submission: a submission that is about to be sent
 * @address: normalised address of the service
 *
 * Returns: (transfer full): what to write down of it
 */
TrsIntent *
trs_intent_new (TrsSubmission *submission,
                const char    *address)
{
  TrsIntent intent = {
    .local_id = (char *) trs_submission_get_local_id (submission),
    .address = (char *) address,
    .video_id = (char *) trs_submission_get_video_id (submission),
    .language = (char *) trs_submission_get_language (submission),
    .webhook_url = (char *) trs_submission_get_webhook_url (submission),
    .known_ids = (GStrv) trs_submission_get_known_ids (submission),
    .sent_at = trs_submission_get_sent_at (submission),
  };

  return trs_intent_copy (&intent);
}

/**
 * trs_intent_copy:
 * @intent: an intent
 *
 * Returns: (transfer full): a copy
 */
TrsIntent *
trs_intent_copy (const TrsIntent *intent)
{
  TrsIntent *copy = g_new0 (TrsIntent, 1);

  copy->local_id = g_strdup (intent->local_id);
  copy->address = g_strdup (intent->address);
  copy->video_id = g_strdup (intent->video_id);
  copy->language = g_strdup (intent->language);
  copy->webhook_url = g_strdup (intent->webhook_url);
  copy->known_ids = g_strdupv (intent->known_ids);
  copy->sent_at = intent->sent_at;

  return copy;
}

/**
 * trs_intent_free:
 * @intent: (transfer full): an intent
 */
void
trs_intent_free (TrsIntent *intent)
{
  g_free (intent->local_id);
  g_free (intent->address);
  g_free (intent->video_id);
  g_free (intent->language);
  g_free (intent->webhook_url);
  g_strfreev (intent->known_ids);
  g_free (intent);
}

/**
 * trs_journal_open_async:
 * @self: a journal
 * @intent: what is about to be sent
 * @callback: when it is written down for good
 * @user_data: (closure): for @callback
 *
 * Writes an intent down. It cannot be cancelled: what may have been written
 * counts as written.
 */
void
trs_journal_open_async (TrsJournal          *self,
                        const TrsIntent     *intent,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_return_if_fail (TRS_IS_JOURNAL (self));
  g_return_if_fail (intent != NULL);

  TRS_JOURNAL_GET_IFACE (self)->open_async (self, intent, callback, user_data);
}

/**
 * trs_journal_open_finish:
 * @self: a journal
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the request may leave
 */
gboolean
trs_journal_open_finish (TrsJournal    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (TRS_IS_JOURNAL (self), FALSE);

  return TRS_JOURNAL_GET_IFACE (self)->open_finish (self, result, error);
}

/**
 * trs_journal_close:
 * @self: a journal
 * @local_id: identifier of the submission
 * @outcome: what became of it
 * @project_id: (nullable): the project it became
 *
 * Writes down that nothing more is to be found out. Should that be lost, the
 * intent is only looked for once more.
 */
void
trs_journal_close (TrsJournal           *self,
                   const char           *local_id,
                   TrsSubmissionOutcome  outcome,
                   const char           *project_id)
{
  g_return_if_fail (TRS_IS_JOURNAL (self));
  g_return_if_fail (local_id != NULL);

  TRS_JOURNAL_GET_IFACE (self)->close (self, local_id, outcome, project_id);
}

/**
 * trs_journal_list_open_async:
 * @self: a journal
 * @address: normalised address of the service
 * @callback: when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for the intents without an end.
 */
void
trs_journal_list_open_async (TrsJournal          *self,
                             const char          *address,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_return_if_fail (TRS_IS_JOURNAL (self));
  g_return_if_fail (address != NULL);

  TRS_JOURNAL_GET_IFACE (self)->list_open_async (self, address, callback, user_data);
}

/**
 * trs_journal_list_open_finish:
 * @self: a journal
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsIntent): the oldest first
 */
GPtrArray *
trs_journal_list_open_finish (TrsJournal    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (TRS_IS_JOURNAL (self), NULL);

  return TRS_JOURNAL_GET_IFACE (self)->list_open_finish (self, result, error);
}

/**
 * trs_journal_list_claimed_async:
 * @self: a journal
 * @address: normalised address of the service
 * @callback: when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for the projects that cannot be those of the intents without an end,
 * because other submissions became them.
 */
void
trs_journal_list_claimed_async (TrsJournal          *self,
                                const char          *address,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_return_if_fail (TRS_IS_JOURNAL (self));
  g_return_if_fail (address != NULL);

  TRS_JOURNAL_GET_IFACE (self)->list_claimed_async (self, address, callback, user_data);
}

/**
 * trs_journal_list_claimed_finish:
 * @self: a journal
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): ids of projects
 */
GStrv
trs_journal_list_claimed_finish (TrsJournal    *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (TRS_IS_JOURNAL (self), NULL);

  return TRS_JOURNAL_GET_IFACE (self)->list_claimed_finish (self, result, error);
}
