/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-reconciler.h"

#include "trs-compat.h"
#include "trs-poller.h"
#include "trs-store-submissions.h"
#include "trs-store.h"

struct _TrsReconciler
{
  GObject parent_instance;

  TrsStore *store;
  TrsProjects *projects;
  TrsHistory *history;
  TrsPoller *poller;
  TrsWebhookReceiver *receiver;
  TrsClock *clock;
  GHashTable *entries;   /* by local id, which is that of the pending project, too */
  GHashTable *dismissed; /* likewise */
  GHashTable *matched; /* ids of projects that submissions of this run have become */
  GHashTable *closed;  /* local ids */
  gint64 account;
  GCancellable *restoring; /* of the account */
  gboolean again;          /* see list_undecided() */
  char *sending;
};

typedef struct
{
  TrsReconciler *self;
  TrsSubmission *submission;
  TrsProject *project;
  guint n_candidates;
  GCancellable *look; /* the last look for it */
} Entry;

/* Time after which no process waits for the answer to a submission any more. */
#define ANSWER_DEADLINE (2 * G_TIME_SPAN_MINUTE)

enum
{
  MATCHED,
  UNDECIDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsReconciler, trs_reconciler, G_TYPE_OBJECT)

static void
cancel_search (Entry *entry)
{
  g_cancellable_cancel (entry->look);
  g_clear_object (&entry->look);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  cancel_search (entry);
  g_object_unref (entry->submission);
  g_object_unref (entry->project);
  g_free (entry);
}

static const char *
entry_get_id (Entry *entry)
{
  return trs_submission_get_local_id (entry->submission);
}

static void
trs_reconciler_finalize (GObject *object)
{
  TrsReconciler *self = TRS_RECONCILER (object);

  g_hash_table_unref (self->entries);
  g_hash_table_unref (self->dismissed);
  g_hash_table_unref (self->matched);
  g_hash_table_unref (self->closed);
  g_free (self->sending);
  g_clear_object (&self->restoring);
  g_clear_object (&self->store);
  g_clear_object (&self->projects);
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

  signals[MATCHED] = g_signal_new ("matched", TRS_TYPE_RECONCILER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, TRS_TYPE_PROJECT, TRS_TYPE_PROJECT);
  signals[UNDECIDED] = g_signal_new ("undecided", TRS_TYPE_RECONCILER, G_SIGNAL_RUN_LAST, 0,
                                     g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1,
                                     TRS_TYPE_SUBMISSION);
}

static void
trs_reconciler_init (TrsReconciler *self)
{
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);
  self->dismissed = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);
  self->matched = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->closed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* Leaves out projects that were just matched to another submission, because the store may have been read before that
 * was written. */
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
      project = trs_projects_take_data (self->projects, data);
      g_list_store_append (candidates, project);
    }

  return candidates;
}

static gboolean
have_same_projects (GListModel *some,
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

/* If there were several candidates once, the user chooses, even if only one is left. */
static void
handle_candidates (TrsReconciler *self,
                   Entry         *entry,
                   GPtrArray     *found)
{
  GListModel *known = trs_project_get_candidates (entry->project);
  g_autoptr (GListStore) candidates = make_candidates (self, found);
  guint n_candidates = g_list_model_get_n_items (G_LIST_MODEL (candidates));

  if (n_candidates == 1 && entry->n_candidates <= 1)
    {
      g_autoptr (TrsProject) project = g_list_model_get_item (G_LIST_MODEL (candidates), 0);

      trs_reconciler_match (self, entry->project, project);
      return;
    }

  entry->n_candidates = n_candidates;
  if (known != NULL && have_same_projects (known, G_LIST_MODEL (candidates)))
    return;
  trs_project_set_candidates (entry->project, n_candidates > 1 ? G_LIST_MODEL (candidates) : NULL);
}

static void
candidates_found_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  Entry *entry = user_data;
  g_autoptr (GPtrArray) found = trs_store_submissions_find_candidates_finish (TRS_STORE (source), result, NULL);
  g_autoptr (TrsReconciler) self = NULL;

  /* The search was cancelled, and the entry may have been freed. */
  if (found == NULL)
    return;

  self = g_object_ref (entry->self);
  handle_candidates (self, entry, found);
}

static void
find_candidates (TrsReconciler *self,
                 Entry         *entry)
{
  cancel_search (entry);
  entry->look = g_cancellable_new ();
  trs_store_submissions_find_candidates_async (self->store, entry_get_id (entry), entry->look,
                                               candidates_found_cb, entry);
}

/* Removes the entry of a submission and passes its ownership to the caller. */
static void
stop_watching (TrsReconciler *self,
               Entry         *entry)
{
  g_hash_table_steal (self->entries, entry_get_id (entry));
  cancel_search (entry);
  trs_poller_unwatch (self->poller, entry->project);
  trs_project_set_watch (entry->project, TRS_PROJECT_WATCH_NONE);
  trs_project_set_candidates (entry->project, NULL);
  trs_projects_release (self->projects, entry->project);
}

static void
drop_entry (TrsReconciler *self,
            Entry         *entry)
{
  stop_watching (self, entry);
  trs_projects_remove (self->projects, entry_get_id (entry));
  entry_free (entry);
}

/* Returns: %TRUE if somebody finds out what became of it, so that it is not looked for here */
static gboolean
hand_over (TrsReconciler *self,
           TrsSubmission *submission)
{
  g_autoptr (TrsSubmission) alive = g_object_ref (submission);
  Entry *entry;
  gboolean handled = FALSE;

  g_signal_emit (self, signals[UNDECIDED], 0, submission, &handled);
  entry = g_hash_table_lookup (self->entries, trs_submission_get_local_id (alive));
  if (handled && entry != NULL)
    drop_entry (self, entry);
  return handled;
}

static void
page_read_cb (TrsProjects *projects,
              GPtrArray   *page,
              gpointer     user_data)
{
  TrsReconciler *self = user_data;
  g_autoptr (GList) entries = g_hash_table_get_values (self->entries);

  for (GList *l = entries; l != NULL; l = l->next)
    {
      Entry *entry = l->data;

      if (hand_over (self, entry->submission))
        continue;
      find_candidates (self, entry);
      /* Each page of the list that was read counts as a check. */
      trs_project_set_checked (entry->project, trs_history_get_checked_at (self->history),
                               trs_project_get_next_check_at (entry->project));
    }
}

static void list_undecided_again (TrsReconciler *self);

TrsReconciler *
trs_reconciler_new (TrsStore           *store,
                    TrsProjects        *projects,
                    TrsHistory         *history,
                    TrsPoller          *poller,
                    TrsWebhookReceiver *receiver,
                    TrsClock           *clock)
{
  TrsReconciler *self = g_object_new (TRS_TYPE_RECONCILER, NULL);

  self->store = g_object_ref (store);
  self->projects = g_object_ref (projects);
  self->history = g_object_ref (history);
  self->poller = g_object_ref (poller);
  self->receiver = g_object_ref (receiver);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (projects, "page-read", G_CALLBACK (page_read_cb), self, 0);
  g_signal_connect_object (store, "changed-elsewhere", G_CALLBACK (list_undecided_again), self, G_CONNECT_SWAPPED);

  return self;
}

static void
start_watching (TrsReconciler *self,
                Entry         *entry)
{
  g_hash_table_insert (self->entries, (gpointer) entry_get_id (entry), entry);
  trs_projects_hold (self->projects, entry->project);
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
  Entry *entry = g_hash_table_lookup (self->entries, trs_submission_get_local_id (submission));

  if (entry != NULL)
    return entry->project;

  entry = g_new0 (Entry, 1);
  entry->self = self;
  entry->submission = g_object_ref (submission);
  entry->project =
      trs_project_new_pending (trs_submission_get_local_id (submission), trs_submission_get_video_id (submission),
                               trs_submission_get_language (submission));
  trs_project_set_submitted_at (entry->project, trs_submission_get_sent_at (submission));
  start_watching (self, entry);
  return entry->project;
}

static gboolean
is_listed (GPtrArray  *submissions,
           const char *local_id)
{
  for (guint i = 0; i < submissions->len; i++)
    if (g_str_equal (trs_submission_get_local_id (((TrsSubmission *) submissions->pdata[i])), local_id))
      return TRUE;

  return FALSE;
}

/* Another process has resolved them. */
static void
drop_decided (TrsReconciler *self,
              GPtrArray     *submissions)
{
  g_autoptr (GList) entries = g_hash_table_get_values (self->entries);

  for (GList *l = entries; l != NULL; l = l->next)
    {
      Entry *entry = l->data;

      if (!is_listed (submissions, entry_get_id (entry)))
        drop_entry (self, entry);
    }
}

static void
restore_listed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsReconciler) self = user_data;
  g_autoptr (GPtrArray) submissions = trs_store_submissions_list_undecided_finish (TRS_STORE (source), result, NULL);
  gint64 before = self->again ? trs_clock_get_time (self->clock) - ANSWER_DEADLINE : G_MAXINT64;

  if (submissions == NULL)
    return;

  g_clear_object (&self->restoring);
  if (self->again)
    drop_decided (self, submissions);
  for (guint i = 0; i < submissions->len; i++)
    {
      TrsSubmission *submission = g_ptr_array_index (submissions, i);
      const char *local_id = trs_submission_get_local_id (submission);
      gboolean awaited;

      /* It may have come to an end while it was read. */
      if (g_strcmp0 (local_id, self->sending) == 0 || g_hash_table_contains (self->closed, local_id))
        continue;
      awaited = trs_submission_get_outcome (submission) == TRS_SUBMISSION_SENDING &&
                trs_submission_get_sent_at (submission) > before;
      trs_submission_set_outcome (submission, TRS_SUBMISSION_UNKNOWN, NULL, NULL);
      /* Another process may still wait for the answer. */
      if (hand_over (self, submission) || awaited)
        continue;
      /* The project of a submission from an earlier run may be on a page that was read before. */
      trs_reconciler_add (self, submission);
      find_candidates (self, g_hash_table_lookup (self->entries, local_id));
    }
}

static void
stop_restoring (TrsReconciler *self)
{
  g_cancellable_cancel (self->restoring);
  g_clear_object (&self->restoring);
}

/* @again: whether to look for submissions that another process has made or resolved */
static void
list_undecided (TrsReconciler *self,
                gboolean       again)
{
  self->again = again;
  stop_restoring (self);
  self->restoring = g_cancellable_new ();
  trs_store_submissions_list_undecided_async (self->store, self->account, self->restoring, restore_listed_cb,
                                              g_object_ref (self));
}

static void
list_undecided_again (TrsReconciler *self)
{
  /* If an account is being opened, its submissions are listed already. */
  if (self->account != 0)
    list_undecided (self, self->again || self->restoring == NULL);
}

/**
 * trs_reconciler_look_again:
 * @self: reconciler
 *
 * Reads once more which submissions are undecided.
 */
void
trs_reconciler_look_again (TrsReconciler *self)
{
  list_undecided_again (self);
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
  GHashTableIter iter;
  Entry *entry;

  self->account = account;
  /* The account has another number in another file, and the history was reset. */
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    trs_projects_hold (self->projects, entry->project);
  list_undecided (self, FALSE);
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
 * trs_reconciler_set_matched:
 * @self: reconciler
 * @local_id: a submission
 * @id: id of the project that it has become
 *
 * No other submission can have become it.
 */
void
trs_reconciler_set_matched (TrsReconciler *self,
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

  /* If the write fails, the next start looks for the project again, which does no harm. */
  if (!trs_store_submissions_write_outcome_finish (TRS_STORE (source), result, &error))
    g_info ("An outcome could not be written down: %s", error->message);
}

/**
 * trs_reconciler_close:
 * @self: reconciler
 * @local_id: a submission
 * @outcome: what became of it; anything but accepted
 *
 * Records that the outcome will not be looked for any more.
 */
void
trs_reconciler_close (TrsReconciler        *self,
                      const char           *local_id,
                      TrsSubmissionOutcome  outcome)
{
  g_hash_table_add (self->closed, g_strdup (local_id));
  trs_store_submissions_write_outcome_async (self->store, local_id, outcome, NULL, trs_clock_get_time (self->clock),
                                             NULL, outcome_written_cb, NULL);
}

static void
matched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsReconciler) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProjectData) project = trs_store_submissions_match_finish (TRS_STORE (source), result, &error);

  if (project != NULL)
    return;

  g_info ("An outcome could not be written down: %s", error->message);
  /* Submissions that are still undecided are looked for again. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_hash_table_remove_all (self->closed);
      list_undecided_again (self);
    }
}

/**
 * trs_reconciler_match:
 * @self: reconciler
 * @pending: a pending project
 * @project: the project that it is
 *
 * It did go through; nothing was spent twice.
 */
void
trs_reconciler_match (TrsReconciler *self,
                      TrsProject    *pending,
                      TrsProject    *project)
{
  Entry *entry = g_hash_table_lookup (self->entries, trs_project_get_id (pending));

  if (entry == NULL)
    return;

  stop_watching (self, entry);
  trs_reconciler_set_matched (self, entry_get_id (entry), trs_project_get_id (project));
  trs_project_set_submitted_at (project, trs_submission_get_sent_at (entry->submission));
  trs_project_set_requested_language (project, trs_submission_get_language (entry->submission));
  trs_store_submissions_match_async (self->store, self->account, entry_get_id (entry), trs_project_get_data (project),
                                     trs_clock_get_time (self->clock), NULL, matched_cb, g_object_ref (self));
  trs_webhook_receiver_bind (self->receiver, entry_get_id (entry), project);

  trs_submission_set_outcome (entry->submission, TRS_SUBMISSION_ACCEPTED, NULL, project);
  g_signal_emit (self, signals[MATCHED], 0, entry->project, project);
  trs_poller_watch (self->poller, project);
  entry_free (entry);
}

/**
 * trs_reconciler_dismiss:
 * @self: reconciler
 * @pending: a pending project
 *
 * The user has given it up. trs_reconciler_resume() takes that back.
 */
void
trs_reconciler_dismiss (TrsReconciler *self,
                        TrsProject    *pending)
{
  Entry *entry = g_hash_table_lookup (self->entries, trs_project_get_id (pending));

  if (entry == NULL)
    return;

  trs_reconciler_close (self, entry_get_id (entry), TRS_SUBMISSION_UNKNOWN);
  trs_webhook_receiver_forget (self->receiver, entry_get_id (entry));
  stop_watching (self, entry);
  g_hash_table_insert (self->dismissed, (gpointer) entry_get_id (entry), entry);
}

/**
 * trs_reconciler_resume:
 * @self: reconciler
 * @id: the id of a pending project that was dismissed
 *
 * Looks for it again, as if it had not been dismissed; nothing is sent. Does
 * nothing if the account is not in use any more.
 */
void
trs_reconciler_resume (TrsReconciler *self,
                       const char    *id)
{
  Entry *entry;

  if (!g_hash_table_steal_extended (self->dismissed, id, NULL, (gpointer *) &entry))
    return;

  g_hash_table_remove (self->closed, id);
  /* Without a time, the outcome is withdrawn. */
  trs_store_submissions_write_outcome_async (self->store, id, TRS_SUBMISSION_UNKNOWN, NULL, 0, NULL, outcome_written_cb,
                                             NULL);
  start_watching (self, entry);
  /* The project may be on a page that was read meanwhile. */
  find_candidates (self, entry);
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
  g_autoptr (GList) entries = g_hash_table_get_values (self->entries);

  self->account = 0;
  stop_restoring (self);
  g_hash_table_remove_all (self->dismissed);
  for (GList *l = entries; l != NULL; l = l->next)
    {
      stop_watching (self, l->data);
      entry_free (l->data);
    }
}
