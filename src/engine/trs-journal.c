/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-journal.h"

#include "trs-store-submissions.h"

struct _TrsJournal
{
  GObject parent_instance;

  TrsStore *store;
  TrsClock *clock;
};

G_DEFINE_FINAL_TYPE (TrsJournal, trs_journal, G_TYPE_OBJECT)

/**
 * trs_intent_new:
 * @submission: a submission that is about to be sent
 * @account: its number in the store
 *
 * Returns: (transfer full): what to write down of it
 */
TrsIntent *
trs_intent_new (TrsSubmission *submission,
                gint64         account)
{
  TrsIntent intent = {
    .local_id = (char *) trs_submission_get_local_id (submission),
    .account = account,
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
  copy->account = intent->account;
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
  g_free (intent->video_id);
  g_free (intent->language);
  g_free (intent->webhook_url);
  g_strfreev (intent->known_ids);
  g_free (intent);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_store_write_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
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
  g_autoptr (TrsSubmission) submission = NULL;
  GTask *task;

  submission = trs_submission_new_from_journal (intent->local_id, intent->video_id, intent->language);
  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_journal_open_async);
  trs_submission_set_sending (submission, intent->webhook_url, (const char * const *) intent->known_ids,
                              intent->sent_at);
  trs_store_write_intent_async (self->store, intent->account, submission, NULL, opened_cb, task);
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
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  /* Then it stays open, and the next start looks for its project: never worse than that. */
  if (!trs_store_write_finish (TRS_STORE (source), result, &error))
    g_info ("An outcome could not be written down: %s", error->message);
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
  trs_store_write_outcome_async (self->store, local_id, outcome, project_id, trs_clock_get_time (self->clock), NULL,
                                 closed_cb, NULL);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) submissions = trs_store_list_undecided_finish (TRS_STORE (source), result, &error);
  const gint64 *account = g_task_get_task_data (task);
  GPtrArray *intents;

  if (submissions == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  intents = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_intent_free);
  for (guint i = 0; i < submissions->len; i++)
    g_ptr_array_add (intents, trs_intent_new (g_ptr_array_index (submissions, i), *account));
  g_task_return_pointer (task, intents, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * trs_journal_list_open_async:
 * @self: a journal
 * @account: an account
 * @callback: when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for the intents without an end.
 */
void
trs_journal_list_open_async (TrsJournal          *self,
                             gint64               account,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_journal_list_open_async);
  g_task_set_task_data (task, g_memdup2 (&account, sizeof account), g_free);
  trs_store_list_undecided_async (self->store, account, NULL, listed_cb, task);
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
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
claimed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GStrv claimed = trs_store_list_claimed_finish (TRS_STORE (source), result, &error);

  if (claimed != NULL)
    g_task_return_pointer (task, claimed, (GDestroyNotify) g_strfreev);
  else
    g_task_return_error (task, error);
}

/**
 * trs_journal_list_claimed_async:
 * @self: a journal
 * @account: an account
 * @callback: when they are known
 * @user_data: (closure): for @callback
 *
 * Looks for the projects that cannot be those of the intents without an end,
 * because other submissions became them.
 */
void
trs_journal_list_claimed_async (TrsJournal          *self,
                                gint64               account,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_journal_list_claimed_async);
  trs_store_list_claimed_async (self->store, account, NULL, claimed_cb, task);
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
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
trs_journal_finalize (GObject *object)
{
  TrsJournal *self = TRS_JOURNAL (object);

  g_clear_object (&self->store);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_journal_parent_class)->finalize (object);
}

static void
trs_journal_class_init (TrsJournalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_journal_finalize;
}

static void
trs_journal_init (TrsJournal *self)
{
}

/**
 * trs_journal_new:
 * @store: where intents are kept
 * @clock: tells when an outcome was known
 *
 * Returns: (transfer full): the journal of @store
 */
TrsJournal *
trs_journal_new (TrsStore *store,
                 TrsClock *clock)
{
  TrsJournal *self = g_object_new (TRS_TYPE_JOURNAL, NULL);

  self->store = g_object_ref (store);
  self->clock = g_object_ref (clock);
  return self;
}
