/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-journal.h"

#include "trs-memory-journal.h"
#include "trs-store-submissions.h"

struct _TrsStoreJournal
{
  GObject parent_instance;

  TrsStore *store;
  TrsClock *clock;

  /* Of the accounts without a shelf. */
  TrsJournal *memory;
};

/* Where the store cannot be opened, an account is known by its address, and the program goes on without keeping. */
static gint64
account_from_name (const char *name)
{
  return g_ascii_strtoll (name, NULL, 10);
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

static void
trs_store_journal_open_async (TrsJournal          *journal,
                              const TrsIntent     *intent,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  TrsStoreJournal *self = TRS_STORE_JOURNAL (journal);
  g_autoptr (TrsSubmission) submission = NULL;
  GTask *task;

  if (account_from_name (intent->address) == 0)
    {
      trs_journal_open_async (self->memory, intent, callback, user_data);
      return;
    }

  submission = trs_submission_new_from_journal (intent->local_id, intent->video_id, intent->language);
  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_store_journal_open_async);
  trs_submission_set_sending (submission, intent->webhook_url, (const char * const *) intent->known_ids,
                              intent->sent_at);
  trs_store_write_intent_async (self->store, account_from_name (intent->address), submission, NULL, opened_cb, task);
}

static gboolean
trs_store_journal_open_finish (TrsJournal    *journal,
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

static void
trs_store_journal_close (TrsJournal           *journal,
                         const char           *local_id,
                         TrsSubmissionOutcome  outcome,
                         const char           *project_id)
{
  TrsStoreJournal *self = TRS_STORE_JOURNAL (journal);

  trs_journal_close (self->memory, local_id, outcome, project_id);
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
  GPtrArray *intents;

  if (submissions == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  intents = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_intent_free);
  for (guint i = 0; i < submissions->len; i++)
    g_ptr_array_add (intents, trs_intent_new (g_ptr_array_index (submissions, i), g_task_get_task_data (task)));
  g_task_return_pointer (task, intents, (GDestroyNotify) g_ptr_array_unref);
}

static void
trs_store_journal_list_open_async (TrsJournal          *journal,
                                   const char          *account,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  TrsStoreJournal *self = TRS_STORE_JOURNAL (journal);
  GTask *task;

  if (account_from_name (account) == 0)
    {
      trs_journal_list_open_async (self->memory, account, callback, user_data);
      return;
    }

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_store_journal_list_open_async);
  g_task_set_task_data (task, g_strdup (account), g_free);
  trs_store_list_undecided_async (self->store, account_from_name (account), NULL, listed_cb, task);
}

static GPtrArray *
trs_store_journal_list_open_finish (TrsJournal    *journal,
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

static void
trs_store_journal_list_claimed_async (TrsJournal          *journal,
                                      const char          *account,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  TrsStoreJournal *self = TRS_STORE_JOURNAL (journal);
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_store_journal_list_claimed_async);
  trs_store_list_claimed_async (self->store, account_from_name (account), NULL, claimed_cb, task);
}

static GStrv
trs_store_journal_list_claimed_finish (TrsJournal    *journal,
                                       GAsyncResult  *result,
                                       GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
trs_store_journal_iface_init (TrsJournalInterface *iface)
{
  iface->open_async = trs_store_journal_open_async;
  iface->open_finish = trs_store_journal_open_finish;
  iface->close = trs_store_journal_close;
  iface->list_open_async = trs_store_journal_list_open_async;
  iface->list_open_finish = trs_store_journal_list_open_finish;
  iface->list_claimed_async = trs_store_journal_list_claimed_async;
  iface->list_claimed_finish = trs_store_journal_list_claimed_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsStoreJournal, trs_store_journal, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_JOURNAL, trs_store_journal_iface_init))

static void
trs_store_journal_finalize (GObject *object)
{
  TrsStoreJournal *self = TRS_STORE_JOURNAL (object);

  g_clear_object (&self->store);
  g_clear_object (&self->clock);
  g_clear_object (&self->memory);

  G_OBJECT_CLASS (trs_store_journal_parent_class)->finalize (object);
}

static void
trs_store_journal_class_init (TrsStoreJournalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_store_journal_finalize;
}

static void
trs_store_journal_init (TrsStoreJournal *self)
{
}

/**
 * trs_store_journal_new:
 * @store: where intents are kept
 * @clock: tells when an outcome was known
 *
 * Returns: (transfer full): the journal of @store
 */
TrsJournal *
trs_store_journal_new (TrsStore *store,
                       TrsClock *clock)
{
  TrsStoreJournal *self = g_object_new (TRS_TYPE_STORE_JOURNAL, NULL);

  self->store = g_object_ref (store);
  self->clock = g_object_ref (clock);
  self->memory = trs_memory_journal_new ();
  return TRS_JOURNAL (self);
}
