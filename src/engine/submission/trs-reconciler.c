/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-reconciler.h"

#include "trs-compat.h"
#include "trs-poller.h"
#include "trs-store.h"

struct _TrsReconciler
{
  GObject parent_instance;

  TrsStore *store;
  TrsHistory *history;
  TrsPoller *poller;
  TrsWebhookReceiver *receiver;
  TrsClock *clock;
  GPtrArray *entries;
  GPtrArray *dismissed;
  GHashTable *matched; /* ids of projects that submissions of this run have become */
  GHashTable *closed;  /* local ids */
  gint64 account;
  GCancellable *restoring; /* of the account */
  char *sending;
};

typedef struct
{
  TrsSubmission *submission;
  TrsProject *project;
  guint n_candidates;
  GCancellable *look; /* the last look for it */
} Entry;

static guint adopted_signal;

G_DEFINE_FINAL_TYPE (TrsReconciler, trs_reconciler, G_TYPE_OBJECT)

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_object_unref (entry->submission);
  g_object_unref (entry->project);
  g_clear_object (&entry->look);
  g_free (entry);
}

static const char *
entry_get_id (Entry *entry)
{
  return entry->submission->local_id;
}

static void
trs_reconciler_finalize (GObject *object)
{
  TrsReconciler *self = TRS_RECONCILER (object);

  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->dismissed);
  g_hash_table_unref (self->matched);
  g_hash_table_unref (self->closed);
  g_free (self->sending);
  g_clear_object (&self->restoring);
  g_clear_object (&self->store);
  g_clear_object (&self->history);
  g_clear_object (&self->poller);
  g_clear_object (&self->receiver);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_reconciler_parent_class)->finalize (object);
}

static void
trs_reconciler_class_init (TrsReconcilerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_reconciler_finalize;

  adopted_signal = g_signal_new ("adopted", TRS_TYPE_RECONCILER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 2, TRS_TYPE_PROJECT, TRS_TYPE_PROJECT);
}

static void
trs_reconciler_init (TrsReconciler *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->dismissed = g_ptr_array_new_with_free_func (entry_free);
  self->matched = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->closed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static Entry *
find_entry (TrsReconciler *self,
            TrsProject    *pending)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      if (entry->project == pending)
        return entry;
    }

  return NULL;
}

static Entry *
find_local_id (TrsReconciler *self,
               const char    *local_id)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      if (g_str_equal (entry_get_id (entry), local_id))
        return entry;
    }

  return NULL;
}

/* Without those that were just matched to another submission: the store may have read before that was written. */
static GListStore *
make_candidates (TrsReconciler *self,
                 GPtrArray     *found)
{
  GListStore *candidates = g_list_store_new (TRS_TYPE_PROJECT);

  for (guint i = 0; i < found->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (found, i);
      g_autoptr (TrsProject) project = NULL;

      if (g_hash_table_contains (self->matched, data->id))
        continue;
      project = trs_history_take_data (self->history, data);
      g_list_store_append (candidates, project);
    }

  return candidates;
}

static gboolean
are_same (GListModel *some,
          GListModel *others)
{
  guint n = g_list_model_get_n_items (some);

  if (n != g_list_model_get_n_items (others))
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TrsProject) one = g_list_model_get_item (some, i);
      g_autoptr (TrsProject) other = g_list_model_get_item (others, i);

      if (one != other)
        return FALSE;
    }

  return TRUE;
}

/* Where there were several once, the user says which it is, although only one may be left. */
static void
take_found (TrsReconciler *self,
            Entry         *entry,
            GPtrArray     *found)
{
  GListModel *known = entry->project->candidates;
  g_autoptr (GListStore) candidates = make_candidates (self, found);
  guint n_candidates = g_list_model_get_n_items (G_LIST_MODEL (candidates));

  if (n_candidates == 1 && entry->n_candidates <= 1)
    {
      g_autoptr (TrsProject) project = g_list_model_get_item (G_LIST_MODEL (candidates), 0);
      g_autoptr (TrsProject) pending = g_object_ref (entry->project);

      trs_reconciler_adopt (self, pending, project);
      return;
    }

  entry->n_candidates = n_candidates;
  if (known != NULL && are_same (known, G_LIST_MODEL (candidates)))
    return;
  trs_project_set_candidates (entry->project, n_candidates > 1 ? G_LIST_MODEL (candidates) : NULL);
}

typedef struct
{
  TrsReconciler *self;
  TrsProject *pending;
} Look;

static void
look_free (Look *look)
{
  g_object_unref (look->self);
  g_object_unref (look->pending);
  g_free (look);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

static void
look_found_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (Look) look = user_data;
  g_autoptr (GPtrArray) found = trs_store_run_finish (TRS_STORE (source), result, NULL);
  Entry *entry = find_entry (look->self, look->pending);

  if (found != NULL && entry != NULL)
    take_found (look->self, entry, found);
}

static void
stop_look (Entry *entry)
{
  g_cancellable_cancel (entry->look);
  g_clear_object (&entry->look);
}

static void
look_for (TrsReconciler *self,
          Entry         *entry)
{
  Look *look = g_new0 (Look, 1);

  look->self = g_object_ref (self);
  look->pending = g_object_ref (entry->project);
  stop_look (entry);
  entry->look = g_cancellable_new ();
  trs_store_run_async (self->store, &trs_store_find_candidates, &(TrsStoreArgs) { .id = entry_get_id (entry) },
                       entry->look, look_found_cb, look);
}

static void
history_page_read_cb (TrsHistory *history,
                      GPtrArray  *projects,
                      gpointer    user_data)
{
  TrsReconciler *self = user_data;

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      look_for (self, entry);
      /* Any page of the list counts as a check. */
      trs_project_set_checked (entry->project, trs_history_get_checked_at (history), entry->project->next_check_at);
    }
}

TrsReconciler *
trs_reconciler_new (TrsStore           *store,
                    TrsHistory         *history,
                    TrsPoller          *poller,
                    TrsWebhookReceiver *receiver,
                    TrsClock           *clock)
{
  TrsReconciler *self = g_object_new (TRS_TYPE_RECONCILER, NULL);

  self->store = g_object_ref (store);
  self->history = g_object_ref (history);
  self->poller = g_object_ref (poller);
  self->receiver = g_object_ref (receiver);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (history, "page-read", G_CALLBACK (history_page_read_cb), self, 0);

  return self;
}

static void
begin (TrsReconciler *self,
       Entry         *entry)
{
  g_ptr_array_add (self->entries, entry);
  trs_history_hold (self->history, entry->project);
  trs_webhook_receiver_bind (self->receiver, entry_get_id (entry), entry->project);
  trs_poller_watch (self->poller, entry->project);
}

/**
 * trs_reconciler_add:
 * @self: reconciler
 * @submission: a submission that was sent, and may have been accepted
 *
 * Puts a pending project into the history and begins to look for it.
 *
 * Returns: (transfer none): the pending project
 */
TrsProject *
trs_reconciler_add (TrsReconciler *self,
                    TrsSubmission *submission)
{
  Entry *entry = find_local_id (self, submission->local_id);

  if (entry != NULL)
    return entry->project;

  entry = g_new0 (Entry, 1);
  entry->submission = g_object_ref (submission);
  entry->project = trs_project_new_pending (submission->local_id, submission->video_id, submission->language);
  trs_project_set_submitted_at (entry->project, submission->sent_at);
  begin (self, entry);
  return entry->project;
}

static void
restore_listed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsReconciler) self = user_data;
  g_autoptr (GPtrArray) submissions = trs_store_run_finish (TRS_STORE (source), result, NULL);

  for (guint i = 0; submissions != NULL && i < submissions->len; i++)
    {
      TrsSubmission *submission = g_ptr_array_index (submissions, i);
      const char *local_id = submission->local_id;

      /* It may have come to an end while it was read. */
      if (g_strcmp0 (local_id, self->sending) == 0 || g_hash_table_contains (self->closed, local_id))
        continue;
      /* One of an earlier run may stand in what was read already. */
      trs_reconciler_add (self, submission);
      look_for (self, find_local_id (self, local_id));
    }
}

static void
stop_restoring (TrsReconciler *self)
{
  g_cancellable_cancel (self->restoring);
  g_clear_object (&self->restoring);
}

/**
 * trs_reconciler_set_account:
 * @self: reconciler
 * @account: an account, its number in the store
 *
 * Looks for what may have become of those submissions of @account whose outcome
 * was never written down.
 */
void
trs_reconciler_set_account (TrsReconciler *self,
                            gint64         account)
{
  self->account = account;
  /* The same account has another number in another file, and the history begins anew. */
  for (guint i = 0; i < self->entries->len; i++)
    trs_history_hold (self->history, ((Entry *) g_ptr_array_index (self->entries, i))->project);
  stop_restoring (self);
  self->restoring = g_cancellable_new ();
  trs_store_run_async (self->store, &trs_store_list_undecided, &(TrsStoreArgs) { .account = account }, self->restoring,
                       restore_listed_cb, g_object_ref (self));
}

/**
 * trs_reconciler_set_sending:
 * @self: reconciler
 * @local_id: (nullable): the submission that is being sent at the moment
 *
 * It has no outcome yet either, and is not pending.
 */
void
trs_reconciler_set_sending (TrsReconciler *self,
                            const char    *local_id)
{
  trs_set_str (&self->sending, local_id);
}

/**
 * trs_reconciler_claim:
 * @self: reconciler
 * @local_id: a submission
 * @id: id of the project that it has become
 *
 * No other submission can have become it.
 */
void
trs_reconciler_claim (TrsReconciler *self,
                      const char    *local_id,
                      const char    *id)
{
  g_hash_table_add (self->closed, g_strdup (local_id));
  g_hash_table_add (self->matched, g_strdup (id));
}

static void
outcome_written_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  /* Then the next start looks for its project: never worse than that. */
  if (!trs_store_run_finish (TRS_STORE (source), result, &error))
    g_info ("An outcome could not be written down: %s", error->message);
}

/**
 * trs_reconciler_close:
 * @self: reconciler
 * @local_id: a submission
 * @outcome: what became of it; anything but accepted
 *
 * Writes down that nothing more is to be found out.
 */
void
trs_reconciler_close (TrsReconciler        *self,
                      const char           *local_id,
                      TrsSubmissionOutcome  outcome)
{
  g_hash_table_add (self->closed, g_strdup (local_id));
  trs_store_run_async (self->store, &trs_store_write_outcome,
                       &(TrsStoreArgs) { .id = local_id, .outcome = outcome, .now = trs_clock_get_time (self->clock) },
                       NULL, outcome_written_cb, NULL);
}

/* The entry is the caller's from now on. */
static void
end (TrsReconciler *self,
     Entry         *entry)
{
  guint index = 0;

  g_ptr_array_find (self->entries, entry, &index);
  g_ptr_array_steal_index_fast (self->entries, index);
  stop_look (entry);
  trs_poller_unwatch (self->poller, entry->project);
  trs_project_set_watch (entry->project, TRS_PROJECT_WATCH_NONE);
  trs_project_set_candidates (entry->project, NULL);
  trs_history_release (self->history, entry->project);
}

static void
accepted_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) projects = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (projects == NULL)
    g_info ("An outcome could not be written down: %s", error->message);
}

/**
 * trs_reconciler_adopt:
 * @self: reconciler
 * @pending: a pending project
 * @project: the project that it is
 *
 * It did go through; nothing was spent twice.
 */
void
trs_reconciler_adopt (TrsReconciler *self,
                      TrsProject    *pending,
                      TrsProject    *project)
{
  Entry *entry = find_entry (self, pending);

  if (entry == NULL)
    return;

  end (self, entry);
  trs_reconciler_claim (self, entry_get_id (entry), trs_project_get_id (project));
  trs_project_set_submitted_at (project, entry->submission->sent_at);
  trs_project_set_requested_language (project, entry->submission->language);
  trs_store_run_async (self->store, &trs_store_accept_submission,
                       &(TrsStoreArgs) { .account = self->account, .id = entry_get_id (entry),
                                         .project = trs_project_get_data (project),
                                         .now = trs_clock_get_time (self->clock) },
                       NULL, accepted_cb, NULL);
  trs_webhook_receiver_bind (self->receiver, entry_get_id (entry), project);

  trs_submission_set_outcome (entry->submission, TRS_SUBMISSION_ACCEPTED, NULL, project);
  g_signal_emit (self, adopted_signal, 0, entry->project, project);
  trs_poller_watch (self->poller, project);
  entry_free (entry);
}

/**
 * trs_reconciler_dismiss:
 * @self: reconciler
 * @pending: a pending project
 *
 * The user has given it up. trs_reconciler_take_up() takes that back.
 */
void
trs_reconciler_dismiss (TrsReconciler *self,
                        TrsProject    *pending)
{
  Entry *entry = find_entry (self, pending);

  if (entry == NULL)
    return;

  trs_reconciler_close (self, entry_get_id (entry), TRS_SUBMISSION_UNKNOWN);
  trs_webhook_receiver_forget (self->receiver, entry_get_id (entry));
  end (self, entry);
  g_ptr_array_add (self->dismissed, entry);
}

/**
 * trs_reconciler_take_up:
 * @self: reconciler
 * @id: the id of a pending project that was dismissed
 *
 * Looks for it again, as if it had not been dismissed; nothing is sent. Does
 * nothing if the account is not in use any more.
 */
void
trs_reconciler_take_up (TrsReconciler *self,
                        const char    *id)
{
  for (guint i = 0; i < self->dismissed->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->dismissed, i);

      if (!g_str_equal (trs_project_get_id (entry->project), id))
        continue;

      g_ptr_array_steal_index_fast (self->dismissed, i);
      g_hash_table_remove (self->closed, entry_get_id (entry));
      /* An outcome without a time is none. */
      trs_store_run_async (self->store, &trs_store_write_outcome,
                           &(TrsStoreArgs) { .id = entry_get_id (entry), .outcome = TRS_SUBMISSION_UNKNOWN }, NULL,
                           outcome_written_cb, NULL);
      begin (self, entry);
      /* It may stand in what was read meanwhile. */
      look_for (self, entry);
      return;
    }
}

/**
 * trs_reconciler_clear:
 * @self: reconciler
 *
 * Forgets them here; the store keeps them for when their account is back.
 */
void
trs_reconciler_clear (TrsReconciler *self)
{
  self->account = 0;
  stop_restoring (self);
  g_ptr_array_set_size (self->dismissed, 0);
  while (self->entries->len > 0)
    {
      Entry *entry = g_ptr_array_index (self->entries, 0);

      end (self, entry);
      entry_free (entry);
    }
}
