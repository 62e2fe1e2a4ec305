/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submitter.h"

#include "trs-api-client.h"
#include "trs-error.h"
#include "trs-poller.h"
#include "trs-store.h"
#include "trs-task.h"

/* How fresh the head of the list must be for telling new projects from old ones. */
#define HEAD_FRESH G_TIME_SPAN_MINUTE

struct _TrsSubmitter
{
  GObject parent_instance;

  TrsStore *store;
  TrsHistory *history;
  TrsListReader *reader;
  TrsApiClient *client;
  TrsPoller *poller;
  TrsWebhookReceiver *receiver;
  TrsReconciler *reconciler;
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
  gint64 account; /* for which the current one is written down */
  TrsProjectData *accepted;
} Run;

static void
run_clear (Run *run)
{
  g_clear_object (&run->submissions);
  g_clear_object (&run->current);
  g_clear_pointer (&run->accepted, trs_project_data_free);
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
  g_clear_object (&self->store);
  g_clear_object (&self->history);
  g_clear_object (&self->reader);
  g_clear_object (&self->client);
  g_clear_object (&self->poller);
  g_clear_object (&self->receiver);
  g_clear_object (&self->reconciler);
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

TrsSubmitter *
trs_submitter_new (TrsStore           *store,
                   TrsHistory         *history,
                   TrsListReader      *reader,
                   TrsApiClient       *client,
                   TrsPoller          *poller,
                   TrsWebhookReceiver *receiver,
                   TrsReconciler      *reconciler,
                   TrsClock           *clock)
{
  TrsSubmitter *self = g_object_new (TRS_TYPE_SUBMITTER, NULL);

  self->store = g_object_ref (store);
  self->history = g_object_ref (history);
  self->reader = g_object_ref (reader);
  self->client = g_object_ref (client);
  self->poller = g_object_ref (poller);
  self->receiver = g_object_ref (receiver);
  self->reconciler = g_object_ref (reconciler);
  self->clock = g_object_ref (clock);

  return self;
}

/**
 * trs_submitter_set_account:
 * @self: a submitter
 * @account: the account that pays, its number in the store
 *
 * Those of its submissions whose outcome is not known are looked for from now on.
 */
void
trs_submitter_set_account (TrsSubmitter *self,
                           gint64        account)
{
  self->account = account;
  trs_reconciler_set_account (self->reconciler, account);
}

/* The duplicate check: videos that would be paid for twice, among all that is known here of the account: its projects,
 * and the submissions that may have been accepted. */

/**
 * trs_submitter_is_duplicate_of:
 * @project: a project of a video
 *
 * Returns: %TRUE if the video should not be paid for again unless the user
 *   wants it: it is done, under way, or perhaps accepted; %FALSE if it failed
 */
gboolean
trs_submitter_is_duplicate_of (TrsProject *project)
{
  return project->pending || trs_project_get_state (project) != TRS_PROJECT_STATE_ERROR;
}

/* A submission that was sent in an earlier run may not stand in the history yet. */
static TrsProject *
new_pending (const TrsStoreVideo *video)
{
  TrsProject *project = trs_project_new_pending (video->pending_id, video->video_id, video->pending_language);

  trs_project_set_submitted_at (project, video->pending_at);
  return project;
}

static GHashTable *
make_projects (TrsSubmitter *self,
               GPtrArray    *videos)
{
  GHashTable *projects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);

  for (guint i = 0; i < videos->len; i++)
    {
      const TrsStoreVideo *video = g_ptr_array_index (videos, i);

      g_hash_table_insert (projects, g_strdup (video->video_id),
                           video->pending_id != NULL ? new_pending (video)
                                                     : trs_history_take_data (self->history, video->project));
    }
  return projects;
}

/* What is held is an object already, and may not have been written. */
static void
add_held (TrsSubmitter *self,
          GHashTable   *projects)
{
  g_autoptr (GPtrArray) held = trs_history_get_held (self->history);

  for (guint i = 0; i < held->len; i++)
    {
      TrsProject *project = g_ptr_array_index (held, i);
      const char *video_id = trs_project_get_data (project)->video_id;
      TrsProject *known = video_id != NULL ? g_hash_table_lookup (projects, video_id) : NULL;

      if (video_id != NULL &&
          (known == NULL || g_str_equal (trs_project_get_id (known), trs_project_get_id (project)) ||
           (trs_submitter_is_duplicate_of (project) && !trs_submitter_is_duplicate_of (known))))
        g_hash_table_insert (projects, g_strdup (video_id), g_object_ref (project));
    }
}

static void
find_asked_store_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSubmitter *self = g_task_get_source_object (task);
  const char * const *video_ids = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) videos = trs_store_run_finish (TRS_STORE (source), result, &error);
  g_autoptr (GHashTable) projects = NULL;
  GPtrArray *found;

  if (videos == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  projects = make_projects (self, videos);
  add_held (self, projects);
  found = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; video_ids[i] != NULL; i++)
    {
      TrsProject *project = g_hash_table_lookup (projects, video_ids[i]);

      if (project != NULL)
        g_ptr_array_add (found, g_object_ref (project));
    }
  g_task_return_pointer (task, found, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * trs_submitter_find_known_async:
 * @self: a submitter
 * @video_ids: videos
 * @cancellable: (nullable): to give up
 * @callback: called when they were looked for
 * @user_data: (closure): for @callback
 *
 * Looks for videos among all that is known here of the account in use. The
 * result is a task with a #GPtrArray of #TrsProject: in the order of the
 * videos, for each that is known its submission that may have been accepted, or
 * its newest project; a transcript that is there counts for more than a later
 * attempt that failed.
 */
void
trs_submitter_find_known_async (TrsSubmitter        *self,
                                const char * const  *video_ids,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_task_data (task, g_strdupv ((GStrv) video_ids), (GDestroyNotify) g_strfreev);
  trs_store_run_async (self->store, &trs_store_find_videos,
                       &(TrsStoreArgs) { .account = self->history->account, .ids = video_ids },
                       cancellable, find_asked_store_cb, task);
}

/* What an answer means for a submission, and for those behind it. */

/**
 * trs_submitter_judge:
 * @error: (nullable): how `POST /api/transcribeVideo` failed
 * @holds: (out): whether those behind it are kept back
 *
 * One of the four outcomes. What is not certain is unknown:
 *
 * - 4xx: refused. The service checks before it spends.
 * - 301, 302, 307 and 308: refused. By RFC 9110 they say that the thing is
 *   elsewhere, so nothing was done here. A 303 answers what was done.
 * - never left: not sent.
 * - everything else, also 5xx and a 201 that cannot be read: unknown.
 *
 * Only what is wrong with the one video lets the next one go. Credit, key,
 * address, network and an ill server concern them all.
 *
 * Returns: the outcome
 */
TrsSubmissionOutcome
trs_submitter_judge (const GError *error,
                     gboolean     *holds)
{
  guint status = trs_error_get_http_status (error);

  *holds = error != NULL && !g_error_matches (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND) &&
           !g_error_matches (error, TRS_ERROR, TRS_ERROR_INVALID_REQUEST);
  if (error == NULL)
    return TRS_SUBMISSION_ACCEPTED;
  if (trs_error_get_not_sent (error))
    return TRS_SUBMISSION_NOT_SENT;
  if (status >= 400 && status < 500)
    return TRS_SUBMISSION_REFUSED;
  if (status == 301 || status == 302 || status == 307 || status == 308)
    return TRS_SUBMISSION_REFUSED;
  return TRS_SUBMISSION_UNKNOWN;
}

/* Whether it certainly did not go through: one that may have never leaves a second time. */
static gboolean
may_be_sent (TrsSubmission *submission)
{
  TrsSubmissionOutcome outcome = submission->outcome;

  return outcome == TRS_SUBMISSION_WAITING || outcome == TRS_SUBMISSION_HELD ||
         outcome == TRS_SUBMISSION_NOT_SENT || outcome == TRS_SUBMISSION_REFUSED;
}

/* Returns: (transfer full): the same, which says that nothing left */
static GError *
make_not_sent (const GError *error)
{
  GError *copy = error->domain == TRS_ERROR ? g_error_copy (error)
                                            : g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, error->message);

  trs_error_set_not_sent (copy);
  return copy;
}

/* Sending */

static void
hold_rest (Run          *run,
           const GError *error)
{
  guint n_items = g_list_model_get_n_items (run->submissions);

  for (; run->next < n_items; run->next++)
    {
      g_autoptr (TrsSubmission) submission = g_list_model_get_item (run->submissions, run->next);

      if (may_be_sent (submission))
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

/* The current one did not leave; neither will those behind it. */
static void
keep_back (GTask        *task,
           const GError *error)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) reason = make_not_sent (error);

  trs_webhook_receiver_forget (self->receiver, run->current->local_id);
  trs_submission_set_outcome (run->current, TRS_SUBMISSION_NOT_SENT, reason, NULL);
  hold_rest (run, reason);
  end_run (self, NULL);
}

/* Whether the account that pays for the current one is still in use. */
static gboolean
is_here (TrsSubmitter *self,
         Run          *run)
{
  return run->generation == self->client->generation && run->account == self->account;
}

/* What could not be written down is listed all the same, and written as soon as that is possible. */
static TrsProject *
list_accepted (TrsSubmitter *self,
               Run          *run,
               GPtrArray    *written)
{
  TrsProject *project;

  if (is_here (self, run) && written != NULL && written->len > 0)
    return trs_history_take_data (self->history, g_ptr_array_index (written, 0));

  project = trs_project_new_from_data (run->accepted);
  if (is_here (self, run))
    trs_history_hold (self->history, project);
  return project;
}

static void
run_wrote_accepted_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) written = trs_store_run_finish (TRS_STORE (source), result, &error);
  g_autoptr (TrsProject) project = list_accepted (self, run, written);

  if (error != NULL)
    g_info ("What was accepted could not be written down: %s", error->message);

  g_clear_pointer (&run->accepted, trs_project_data_free);
  trs_reconciler_set_sending (self->reconciler, NULL);
  trs_submission_set_outcome (run->current, TRS_SUBMISSION_ACCEPTED, NULL, project);
  if (is_here (self, run))
    {
      trs_webhook_receiver_bind (self->receiver, run->current->local_id, project);
      trs_poller_watch (self->poller, project);
    }
  send_next (task);
}

/* What is known of the project so far: not its title, which only the service knows. */
static void
accept (GTask      *task,
        const char *id)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);

  trs_reconciler_set_matched (self->reconciler, run->current->local_id, id);
  run->accepted = trs_project_data_new (id);
  run->accepted->video_id = g_strdup (run->current->video_id);
  run->accepted->state = TRS_PROJECT_STATE_UPLOAD;
  run->accepted->state_word = g_strdup (trs_project_state_to_string (TRS_PROJECT_STATE_UPLOAD));
  run->accepted->submitted_at = run->current->sent_at;
  run->accepted->sort_at = run->current->sent_at;
  run->accepted->requested_language = g_strdup (run->current->language);
  trs_store_run_async (self->store, &trs_store_accept_submission,
                       &(TrsStoreArgs) { .account = run->account, .id = run->current->local_id,
                                         .project = run->accepted, .now = trs_clock_get_time (self->clock) },
                       NULL, run_wrote_accepted_cb, g_object_ref (task));
}

static void
reject (TrsSubmitter         *self,
        Run                  *run,
        TrsSubmissionOutcome  outcome,
        const GError         *error)
{
  const char *local_id = run->current->local_id;
  TrsProject *pending = NULL;

  if (outcome != TRS_SUBMISSION_UNKNOWN)
    {
      trs_reconciler_close (self->reconciler, local_id, outcome);
      trs_webhook_receiver_forget (self->receiver, local_id);
    }
  else
    {
      /* Not decided, but not under way any more either: other processes look for it, too. */
      trs_store_run_async (self->store, &trs_store_write_outcome,
                           &(TrsStoreArgs) { .id = local_id, .outcome = outcome }, NULL, NULL, NULL);
      if (is_here (self, run))
        pending = trs_reconciler_add (self->reconciler, run->current);
    }

  trs_reconciler_set_sending (self->reconciler, NULL);
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
  g_autofree char *id = trs_api_client_finish (TRS_API_CLIENT (source), result, &error);
  gboolean holds;
  TrsSubmissionOutcome outcome = trs_submitter_judge (error, &holds);

  if (id != NULL)
    {
      accept (task, id);
      return;
    }

  reject (self, run, outcome, error);
  if (holds)
    {
      hold_rest (run, error);
      end_run (self, NULL);
      return;
    }

  send_next (task);
}

static void
withhold (Run        *run,
          TrsProject *known)
{
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_VIDEO_KNOWN, "The video was submitted before");

  trs_error_set_not_sent (error);
  trs_submission_set_outcome (run->current, TRS_SUBMISSION_NOT_SENT, error, known);
}

static gboolean
check_account (TrsSubmitter  *self,
               Run           *run,
               GError       **error)
{
  if (run->generation == self->client->generation)
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
  if (trs_store_run_finish (TRS_STORE (source), result, &error))
    check_account (self, run, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      /* Another process was faster. */
      trs_reconciler_set_sending (self->reconciler, NULL);
      trs_webhook_receiver_forget (self->receiver, run->current->local_id);
      withhold (run, NULL);
      send_next (task);
      return;
    }
  if (error != NULL)
    {
      trs_reconciler_close (self->reconciler, run->current->local_id, TRS_SUBMISSION_NOT_SENT);
      trs_reconciler_set_sending (self->reconciler, NULL);
      keep_back (task, error);
      return;
    }

  trs_api_client_submit_async (self->client, run->current->video_id, run->current->webhook_url,
                               run->current->language, run_got_id_cb, g_object_ref (task));
}

static void
send_current (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;
  const char *local_id = run->current->local_id;
  g_autofree char *url = trs_webhook_receiver_get_url (self->receiver, local_id, &error);

  if (url == NULL)
    {
      keep_back (task, error);
      return;
    }

  run->account = self->account;
  trs_submission_set_sending (run->current, url, trs_clock_get_time (self->clock));
  trs_reconciler_set_sending (self->reconciler, local_id);
  /* It cannot be cancelled: what may have been written counts as written. */
  trs_store_write_intent_async (self->store, run->account, run->current, NULL, run_wrote_intent_cb,
                                g_object_ref (task));
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
  g_autoptr (GPtrArray) found = g_task_propagate_pointer (G_TASK (result), &error);

  /* What cannot be read may say that it was paid for. */
  if (found == NULL || !check_account (self, run, &error))
    {
      keep_back (task, error);
      return;
    }

  if (found->len == 0 || !trs_submitter_is_duplicate_of (g_ptr_array_index (found, 0)))
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
  const char *video_ids[] = { run->current->video_id, NULL };

  if (run->current->again)
    send_current (task);
  else
    trs_submitter_find_known_async (self, video_ids, NULL, run_looked_cb, g_object_ref (task));
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

      if (may_be_sent (submission))
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
  if (g_task_propagate_boolean (G_TASK (result), &error) ||
      self->history->checked_at != 0 || g_list_model_get_n_items (run->submissions) == 0 ||
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

  run_get (task)->generation = self->client->generation;
  age = trs_clock_get_time (self->clock) - self->history->checked_at;
  if (age >= 0 && age < HEAD_FRESH)
    send_next (task);
  else
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_CHECK, g_task_get_cancellable (task), run_got_head_cb,
                                g_object_ref (task));
}

/**
 * trs_submitter_run_async:
 * @self: a submitter
 * @submissions: #TrsSubmission objects, which notify of what becomes of them
 * @cancellable: (nullable): to send no more of them; what is out goes on to its outcome
 * @callback: called when each has its outcome
 * @user_data: (closure): for @callback
 *
 * Sends those that were not accepted yet, in their order, after those of an
 * earlier call. Finish with g_task_propagate_boolean(): %TRUE if all have their
 * outcome, whatever it is, else %G_IO_ERROR_CANCELLED.
 */
void
trs_submitter_run_async (TrsSubmitter        *self,
                         GListModel          *submissions,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  run_attach (task)->submissions = g_object_ref (submissions);
  g_queue_push_tail (&self->runs, task);
  if (g_queue_get_length (&self->runs) == 1)
    begin_run (self);
}
