/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submitter.h"

#include "trs-compat.h"
#include "trs-error.h"
#include "trs-known-video.h"
#include "trs-poller.h"
#include "trs-submission-rules.h"
#include "trs-task.h"

/* How fresh the head of the list must be for telling new projects from old ones. */
#define HEAD_FRESH G_TIME_SPAN_MINUTE
#define HEAD_LENGTH 200

struct _TrsSubmitter
{
  GObject parent_instance;

  TrsHistory *history;
  TrsLink *link;
  TrsPoller *poller;
  TrsCallbacks *callbacks;
  TrsPendings *pendings;
  TrsVideoGuard *guard;
  TrsJournal *journal;
  TrsClock *clock;
  gint64 account;
  GQueue runs;
};

typedef struct
{
  GListModel *submissions;
  guint next;
  guint generation;
  TrsSubmission *current;
  TrsIntent *intent;
} Run;

static void
run_clear (Run *run)
{
  g_clear_object (&run->submissions);
  g_clear_object (&run->current);
  g_clear_pointer (&run->intent, trs_intent_free);
}

TRS_DEFINE_TASK_STATE (Run, run)

G_DEFINE_FINAL_TYPE (TrsSubmitter, trs_submitter, G_TYPE_OBJECT)

static void begin_run (TrsSubmitter *self);
static void send_next (GTask *task);

static void
trs_submitter_finalize (GObject *object)
{
  TrsSubmitter *self = TRS_SUBMITTER (object);

  g_queue_clear_full (&self->runs, g_object_unref);
  g_clear_object (&self->history);
  g_clear_object (&self->link);
  g_clear_object (&self->poller);
  g_clear_object (&self->callbacks);
  g_clear_object (&self->pendings);
  g_clear_object (&self->guard);
  g_clear_object (&self->journal);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_submitter_parent_class)->finalize (object);
}

static void
trs_submitter_class_init (TrsSubmitterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_submitter_finalize;
}

static void
trs_submitter_init (TrsSubmitter *self)
{
  g_queue_init (&self->runs);
}

/**
 * trs_submitter_new:
 * @history: where accepted projects go
 * @link: the road to the service
 * @poller: what watches them
 * @callbacks: what chooses their callback addresses
 * @pendings: what looks for those whose outcome is unknown
 * @guard: what knows the videos that were paid for
 * @journal: where intents are written down
 * @clock: the time
 *
 * Returns: (transfer full): a submitter
 */
TrsSubmitter *
trs_submitter_new (TrsHistory    *history,
                   TrsLink       *link,
                   TrsPoller     *poller,
                   TrsCallbacks  *callbacks,
                   TrsPendings   *pendings,
                   TrsVideoGuard *guard,
                   TrsJournal    *journal,
                   TrsClock      *clock)
{
  TrsSubmitter *self = g_object_new (TRS_TYPE_SUBMITTER, NULL);

  self->history = g_object_ref (history);
  self->link = g_object_ref (link);
  self->poller = g_object_ref (poller);
  self->callbacks = g_object_ref (callbacks);
  self->pendings = g_object_ref (pendings);
  self->guard = g_object_ref (guard);
  self->journal = g_object_ref (journal);
  self->clock = g_object_ref (clock);

  return self;
}

/**
 * trs_submitter_set_account:
 * @self: a submitter
 * @account: the account that pays, its number in the store
 *
 * Looks in the journal for intents of @account without an end,
 * and then in the list for their projects.
 */
void
trs_submitter_set_account (TrsSubmitter *self,
                           gint64        account)
{
  self->account = account;
  trs_pendings_set_account (self->pendings, account);
}

static void
hold_rest (Run          *run,
           const GError *error)
{
  guint n_items = g_list_model_get_n_items (run->submissions);

  for (; run->next < n_items; run->next++)
    {
      g_autoptr (TrsSubmission) submission = g_list_model_get_item (run->submissions, run->next);

      if (trs_submission_rules_may_be_sent (submission))
        trs_submission_set_outcome (submission, TRS_SUBMISSION_HELD, error, NULL);
    }
}

/* Takes the task of the run from the queue. */
static void
end_run (TrsSubmitter *self,
         GError       *error)
{
  g_autoptr (GTask) task = g_queue_pop_head (&self->runs);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
  begin_run (self);
}

static void
forget_intent (TrsSubmitter *self,
               Run          *run)
{
  trs_pendings_set_sending (self->pendings, NULL);
  g_clear_pointer (&run->intent, trs_intent_free);
}

/* The current one did not leave; neither will those behind it. */
static void
keep_back (GTask        *task,
           const GError *error)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) reason = trs_submission_rules_not_sent (error);

  trs_callbacks_forget (self->callbacks, trs_submission_get_local_id (run->current));
  trs_submission_set_outcome (run->current, TRS_SUBMISSION_NOT_SENT, reason, NULL);
  hold_rest (run, reason);
  end_run (self, NULL);
}

static void
accept (TrsSubmitter *self,
        Run          *run,
        const char   *id)
{
  TrsProject *known = trs_history_find_by_id (self->history, id);
  g_autoptr (TrsProject) project = known != NULL ? g_object_ref (known)
                                                 : trs_submission_rules_make_project (run->current, id);
  gboolean here = run->generation == trs_link_get_generation (self->link);

  trs_pendings_claim (self->pendings, id);
  trs_pendings_close (self->pendings, run->intent->local_id, TRS_SUBMISSION_ACCEPTED, id);
  if (here && known == NULL)
    trs_history_insert_on_top (self->history, project);
  else if (known != NULL)
    {
      trs_project_set_submitted_at (project, trs_submission_get_sent_at (run->current));
      trs_project_set_requested_language (project, trs_submission_get_language (run->current));
    }
  trs_submission_set_outcome (run->current, TRS_SUBMISSION_ACCEPTED, NULL, project);
  if (!here)
    return;

  trs_callbacks_bind (self->callbacks, run->intent->local_id, project);
  trs_poller_watch (self->poller, project);
}

static void
reject (TrsSubmitter         *self,
        Run                  *run,
        TrsSubmissionOutcome  outcome,
        const GError         *error)
{
  TrsProject *pending = NULL;

  if (outcome != TRS_SUBMISSION_UNKNOWN)
    {
      trs_pendings_close (self->pendings, run->intent->local_id, outcome, NULL);
      trs_callbacks_forget (self->callbacks, run->intent->local_id);
    }
  else if (run->generation == trs_link_get_generation (self->link) &&
           run->intent->account == self->account)
    pending = trs_pendings_add (self->pendings, run->intent, run->current);

  trs_submission_set_outcome (run->current, outcome, error, pending);
}

static void
run_got_id_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;
  g_autofree char *id = trs_link_submit_finish (TRS_LINK (source), result, &error);
  TrsSubmissionOutcome outcome = trs_submission_rules_judge (error);

  if (id != NULL)
    accept (self, run, id);
  else
    reject (self, run, outcome, error);
  forget_intent (self, run);

  if (trs_submission_rules_holds (outcome, error))
    {
      hold_rest (run, error);
      end_run (self, NULL);
      return;
    }

  send_next (task);
}

static gboolean
check_account (TrsSubmitter  *self,
               Run           *run,
               GError       **error)
{
  if (run->generation == trs_link_get_generation (self->link))
    return TRUE;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was changed");
  return FALSE;
}

static void
run_wrote_intent_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;

  /* Written down for one account, it must not leave for another. */
  if (trs_journal_open_finish (TRS_JOURNAL (source), result, &error))
    check_account (self, run, &error);
  if (error != NULL)
    {
      trs_pendings_close (self->pendings, run->intent->local_id, TRS_SUBMISSION_NOT_SENT, NULL);
      forget_intent (self, run);
      keep_back (task, error);
      return;
    }

  trs_link_submit_async (self->link, run->intent->video_id, run->intent->webhook_url, run->intent->language,
                         run_got_id_cb, g_object_ref (task));
}

static void
send_current (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;
  g_autofree char *url = trs_callbacks_get_url (self->callbacks, trs_submission_get_local_id (run->current), &error);
  g_auto (GStrv) known_ids = trs_history_dup_newest_ids (self->history, HEAD_LENGTH);

  if (url == NULL)
    {
      keep_back (task, error);
      return;
    }

  trs_submission_set_sending (run->current, url, (const char *const *) known_ids, trs_clock_get_time (self->clock));
  run->intent = trs_intent_new (run->current, self->account);
  trs_pendings_set_sending (self->pendings, run->intent->local_id);
  trs_journal_open_async (self->journal, run->intent, run_wrote_intent_cb, g_object_ref (task));
}

static void
withhold (Run        *run,
          TrsProject *known)
{
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_VIDEO_KNOWN, "The video was submitted before");

  trs_error_set_not_sent (error);
  trs_submission_set_outcome (run->current, TRS_SUBMISSION_NOT_SENT, error, known);
}

static void
run_looked_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = trs_video_guard_find_finish (TRS_VIDEO_GUARD (source), result, &error);

  /* What cannot be read may say that it was paid for. */
  if (found == NULL || !check_account (self, run, &error))
    {
      keep_back (task, error);
      return;
    }

  if (found->len == 0 || !trs_known_video_holds (g_ptr_array_index (found, 0)))
    {
      send_current (task);
      return;
    }

  /* It says nothing about those behind it. */
  withhold (run, g_ptr_array_index (found, 0));
  send_next (task);
}

/* The window asks the same before; but what it asked may not have been answered when the user went on. */
static void
look_at_current (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  const char *video_ids[] = { trs_submission_get_video_id (run->current), NULL };

  if (trs_submission_get_again (run->current))
    send_current (task);
  else
    trs_video_guard_find_async (self->guard, video_ids, NULL, run_looked_cb, g_object_ref (task));
}

static void
send_next (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  GError *error = NULL;

  g_clear_object (&run->current);
  if (!g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    check_account (self, run, &error);
  if (error != NULL)
    {
      hold_rest (run, NULL);
      end_run (self, error);
      return;
    }

  while (run->current == NULL && run->next < g_list_model_get_n_items (run->submissions))
    {
      g_autoptr (TrsSubmission) submission = g_list_model_get_item (run->submissions, run->next++);

      if (trs_submission_rules_may_be_sent (submission))
        run->current = g_steal_pointer (&submission);
    }

  if (run->current != NULL)
    look_at_current (task);
  else
    end_run (self, NULL);
}

static void
run_got_head_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;

  /* With what was read before, a new project can still be told from an old one. */
  if (trs_history_poll_finish (TRS_HISTORY (source), result, &error) ||
      trs_history_get_checked_at (self->history) != 0 || g_list_model_get_n_items (run->submissions) == 0 ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      send_next (task);
      return;
    }

  run->current = g_list_model_get_item (run->submissions, run->next++);
  keep_back (task, error);
}

static void
begin_run (TrsSubmitter *self)
{
  GTask *task = g_queue_peek_head (&self->runs);
  gint64 age;

  if (task == NULL)
    return;

  run_get (task)->generation = trs_link_get_generation (self->link);
  age = trs_clock_get_time (self->clock) - trs_history_get_checked_at (self->history);
  if (age >= 0 && age < HEAD_FRESH)
    send_next (task);
  else
    trs_history_poll_async (self->history, g_task_get_cancellable (task), run_got_head_cb, g_object_ref (task));
}

/**
 * trs_submitter_run_async:
 * @self: a submitter
 * @submissions: #TrsSubmission objects, which tell what becomes of them
 * @cancellable: (nullable): to send no more of them; what is out goes on to its outcome
 * @callback: called when each has its outcome
 * @user_data: (closure): for @callback
 *
 * Sends those that were not accepted yet, in their order, after those of an
 * earlier call.
 */
void
trs_submitter_run_async (TrsSubmitter        *self,
                         GListModel          *submissions,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_submitter_run_async);
  run_attach (task)->submissions = g_object_ref (submissions);
  g_queue_push_tail (&self->runs, task);
  if (g_queue_get_length (&self->runs) == 1)
    begin_run (self);
}

/**
 * trs_submitter_run_finish:
 * @self: a submitter
 * @result: what the callback got
 * @error: return location for %G_IO_ERROR_CANCELLED
 *
 * Returns: %TRUE if all have their outcome, whatever it is
 */
gboolean
trs_submitter_run_finish (TrsSubmitter  *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
