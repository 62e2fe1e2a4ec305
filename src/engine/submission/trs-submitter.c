/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submitter.h"

#include "trs-api-client.h"
#include "trs-error.h"
#include "trs-poller.h"
#include "trs-store-accounts.h"
#include "trs-store-submissions.h"
#include "trs-store.h"
#include "trs-task.h"

/* Maximum age of the newest page of the list when a submission is sent. It shows videos that the user has just
 * submitted on another computer. */
#define HEAD_FRESH (10 * G_TIME_SPAN_SECOND)

/* Milliseconds to wait for the rest of the list before the user is asked. */
#define CHECK_TIMEOUT_MS (60 * 1000)

/* How long to wait for the service of On This Computer, which is started again when it ends, and milliseconds between
 * two looks. */
#define SERVICE_RETURNS (20 * G_TIME_SPAN_SECOND)
#define SERVICE_GAP_MS 200

/* How often a recording is sent to it. */
#define MAX_SENT 3

/* Milliseconds until a submission that another program holds is looked at again. */
#define HELD_GAP_MS 3000

struct _TrsSubmitter
{
  GObject parent_instance;

  TrsStore *store;
  TrsProjects *projects;
  TrsHistory *history;
  TrsListReader *reader;
  TrsApiClient *client;
  TrsPoller *poller;
  TrsWebhookReceiver *receiver;
  TrsReconciler *reconciler;
  TrsClock *clock;
  TrsLocalIntake *intake; /* (nullable) */
  gint64 account;
  GQueue runs;
  guint pause_id; /* while the run waits for the service of On This Computer */
  guint look_id;
  gboolean stopped;

  /* while the run waits for the rest of the list */
  gboolean checking;
  gulong status_id;
  GCancellable *stopping; /* of the run, or NULL */
  guint settle_id;
  guint timer;
};

enum
{
  PROP_0,
  PROP_CHECKING,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

typedef struct
{
  GListModel *submissions;
  guint next;
  guint generation;
  TrsSubmission *current;
  gint64 payer;   /* the account that was in use when the run was asked for */
  gint64 account; /* for which the current one is written down */
  gint64 head_asked_at; /* when this run has asked for the newest page, or 0 */
  TrsProjectData *accepted;

  /* On This Computer */
  gboolean own;
  guint n_sent;      /* requests for the current one that have left */
  gint64 give_up_at; /* or 0 while the service answers */
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

static void send_next (GTask *task);
static void begin_current (GTask *task);
static void restart_current (GTask *task);
static void send_current (GTask *task);
static void check_list (GTask *task);
static void set_checking (TrsSubmitter *self,
                          gboolean      checking);

static void
trs_submitter_get_property (GObject    *object,
                            guint       property_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  TrsSubmitter *self = TRS_SUBMITTER (object);

  switch (property_id)
    {
    case PROP_CHECKING:
      g_value_set_boolean (value, self->checking);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_submitter_finalize (GObject *object)
{
  TrsSubmitter *self = TRS_SUBMITTER (object);

  set_checking (self, FALSE);
  trs_clock_clear_timeout (self->clock, &self->pause_id);
  trs_clock_clear_timeout (self->clock, &self->look_id);
  g_queue_clear_full (&self->runs, g_object_unref);
  g_clear_object (&self->store);
  g_clear_object (&self->projects);
  g_clear_object (&self->history);
  g_clear_object (&self->reader);
  g_clear_object (&self->client);
  g_clear_object (&self->poller);
  g_clear_object (&self->receiver);
  g_clear_object (&self->reconciler);
  g_clear_object (&self->clock);
  g_clear_object (&self->intake);

  G_OBJECT_CLASS (trs_submitter_parent_class)->finalize (object);
}

static void
trs_submitter_class_init (TrsSubmitterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_submitter_get_property;
  object_class->finalize = trs_submitter_finalize;

  /**
   * TrsSubmitter:checking:
   *
   * Whether a submission waits for the rest of the list of the account, which
   * shows whether its video was paid for before.
   */
  props[PROP_CHECKING] =
      g_param_spec_boolean ("checking", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_submitter_init (TrsSubmitter *self)
{
  g_queue_init (&self->runs);
}

static gboolean
is_own_service (TrsSubmitter *self)
{
  return self->intake != NULL && trs_account_get_local (trs_webhook_receiver_get_account (self->receiver));
}

static gboolean
is_queued (TrsSubmitter  *self,
           TrsSubmission *submission)
{
  for (GList *l = self->runs.head; l != NULL; l = l->next)
    {
      GListModel *submissions = run_get (l->data)->submissions;

      for (guint i = 0; i < g_list_model_get_n_items (submissions); i++)
        {
          g_autoptr (TrsSubmission) queued = g_list_model_get_item (submissions, i);

          if (g_str_equal (trs_submission_get_local_id (queued), trs_submission_get_local_id (submission)))
            return TRUE;
        }
    }
  return FALSE;
}

/* Returns: %TRUE if this finds out what became of it */
static gboolean
undecided_cb (TrsSubmitter  *self,
              TrsSubmission *submission)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);

  if (self->stopped || !is_own_service (self))
    return FALSE;

  g_list_store_append (submissions, submission);
  if (!is_queued (self, submission))
    trs_submitter_run_async (self, G_LIST_MODEL (submissions), NULL, NULL, NULL);
  return TRUE;
}

TrsSubmitter *
trs_submitter_new (TrsStore           *store,
                   TrsProjects        *projects,
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
  self->projects = g_object_ref (projects);
  self->history = g_object_ref (history);
  self->reader = g_object_ref (reader);
  self->client = g_object_ref (client);
  self->poller = g_object_ref (poller);
  self->receiver = g_object_ref (receiver);
  self->reconciler = g_object_ref (reconciler);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (reconciler, "undecided", G_CALLBACK (undecided_cb), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * trs_submitter_set_intake:
 * @self: a submitter
 * @intake: the files of On This Computer
 *
 * Nothing is paid there, and the service is the user's own. So whatever breaks
 * off, be it an earlier run of the program, the service is asked, and what it
 * does not know is sent again. Without this nothing is ever sent twice.
 */
void
trs_submitter_set_intake (TrsSubmitter   *self,
                          TrsLocalIntake *intake)
{
  g_return_if_fail (self->intake == NULL);

  self->intake = g_object_ref (intake);
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

/* The duplicate check finds videos that would be paid for twice, among all stored projects of the account and the
 * submissions that may have been accepted. */

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
  return trs_project_is_pending (project) || trs_project_get_state (project) != TRS_PROJECT_STATE_ERROR;
}

/* A submission of an earlier run may not be in the history yet. */
static TrsProject *
new_pending (const TrsStoreVideo *video)
{
  TrsProject *project = trs_project_new_pending (video->pending_id, video->video_id, video->pending_language);

  trs_project_set_submitted_at (project, video->pending_at);
  trs_project_set_other_account (project, video->pending_account);
  return project;
}

/* For another account only if nothing of this one keeps the video from being sent. */
static gboolean
is_pending (const TrsStoreVideo *video)
{
  return video->pending_id != NULL && (video->pending_account == 0 || video->project == NULL ||
                                       video->project->state == TRS_PROJECT_STATE_ERROR);
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
                           is_pending (video) ? new_pending (video)
                                              : trs_projects_take_data (self->projects, video->project));
    }
  return projects;
}

/* Adds held projects, which may not be in the store yet. */
static void
add_held (TrsSubmitter *self,
          GHashTable   *projects)
{
  g_autoptr (GPtrArray) held = trs_projects_get_held (self->projects);

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
  g_autoptr (GPtrArray) videos = trs_store_submissions_find_videos_finish (TRS_STORE (source), result, &error);
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
 * Looks for videos among all that is known here of the account in use, and
 * among what may have been accepted for another account of the same service.
 */
void
trs_submitter_find_known_async (TrsSubmitter        *self,
                                const char * const  *video_ids,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_submitter_find_known_async);
  g_task_set_task_data (task, g_strdupv ((GStrv) video_ids), (GDestroyNotify) g_strfreev);
  trs_store_submissions_find_videos_async (self->store, trs_projects_get_account (self->projects), video_ids,
                                           cancellable, find_asked_store_cb, task);
}

/**
 * trs_submitter_find_known_finish:
 * @self: a submitter
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): in the order of the
 *   videos, for each that is known its submission that may have been accepted (see
 *   trs_project_get_other_account()), or its newest project; a transcript that is there counts for more than a later
 *   attempt that failed. %NULL with @error set.
 */
GPtrArray *
trs_submitter_find_known_finish (TrsSubmitter  *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_submitter_find_known_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
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
 * What is wrong with the one video lets the next one go; so does 402, which says
 * that there are fewer credits than this video needs: a shorter one may be paid
 * for. Key, address, network and an ill server concern them all.
 *
 * Returns: the outcome
 */
TrsSubmissionOutcome
trs_submitter_judge (const GError *error,
                     gboolean     *holds)
{
  guint status = trs_error_get_http_status (error);

  *holds = error != NULL && !g_error_matches (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND) &&
           !g_error_matches (error, TRS_ERROR, TRS_ERROR_INVALID_REQUEST) &&
           !g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT);
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

/* Whether a submission certainly was not accepted. One that may have been accepted is never sent a second time. */
static gboolean
may_be_sent (TrsSubmission *submission)
{
  TrsSubmissionOutcome outcome = trs_submission_get_outcome (submission);

  return outcome == TRS_SUBMISSION_WAITING || outcome == TRS_SUBMISSION_HELD ||
         outcome == TRS_SUBMISSION_NOT_SENT || outcome == TRS_SUBMISSION_REFUSED;
}

/* Returns: (transfer full): a copy of the error, marked as not sent */
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

static void
begin_run (TrsSubmitter *self)
{
  GTask *task = g_queue_peek_head (&self->runs);

  if (task == NULL)
    return;

  run_get (task)->generation = trs_api_client_get_generation (self->client);
  run_get (task)->own = is_own_service (self);
  send_next (task);
}

static void
release_current (TrsSubmitter *self,
                 Run          *run)
{
  if (run->own && run->current != NULL)
    trs_local_intake_release (self->intake, trs_submission_get_video_id (run->current));
  g_clear_object (&run->current);
  run->n_sent = 0;
  run->give_up_at = 0;
}

/* Takes the task of the run from the queue and returns it last: its callback may submit again at once, and then the
 * next run has begun already. */
static void
end_run (TrsSubmitter *self,
         GError       *error)
{
  g_autoptr (GTask) task = g_queue_pop_head (&self->runs);

  release_current (self, run_get (task));
  begin_run (self);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
pause_ended_cb (gpointer user_data)
{
  TrsSubmitter *self = user_data;

  begin_current (g_queue_peek_head (&self->runs));
}

/* Whether it is the connection that failed, and not the store or the file. */
static gboolean
is_break (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_TIMED_OUT) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_CUT_SHORT) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_SERVER) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_LIST_UNCHECKED);
}

/* @error: (nullable): what failed
 * Returns: %TRUE if the current submission begins anew in a moment; %FALSE if it is given up */
static gboolean
wait_for_service (GTask        *task,
                  const GError *error)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  gint64 now = trs_clock_get_time (self->clock);

  if (!run->own || self->stopped || (error != NULL && !is_break (error)))
    return FALSE;
  if (run->give_up_at == 0)
    run->give_up_at = now + SERVICE_RETURNS;
  if (now >= run->give_up_at)
    return FALSE;

  trs_clock_set_timeout (self->clock, &self->pause_id, SERVICE_GAP_MS, pause_ended_cb, self);
  return TRUE;
}

/* Marks the current submission as not sent, and holds those after it. */
static void
hold_current_and_rest (GTask        *task,
                       const GError *error)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) reason = NULL;

  if (wait_for_service (task, error))
    return;

  reason = make_not_sent (error);
  trs_webhook_receiver_forget (self->receiver, trs_submission_get_local_id (run->current));
  trs_submission_set_outcome (run->current, TRS_SUBMISSION_NOT_SENT, reason, NULL);
  hold_rest (run, reason);
  end_run (self, NULL);
}

static gboolean
check_account (TrsSubmitter  *self,
               Run           *run,
               GError       **error)
{
  /* The service on this computer has another address and another key each time it is started. */
  if (run->own && !self->stopped && is_own_service (self) && run->payer == self->account)
    run->generation = trs_api_client_get_generation (self->client);
  if (run->generation == trs_api_client_get_generation (self->client) && run->payer == self->account)
    return TRUE;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was changed");
  return FALSE;
}

static gboolean
has_ended (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);

  return g_cancellable_is_cancelled (g_task_get_cancellable (task)) || !check_account (self, run_get (task), NULL);
}

/* Whether the account that pays for the current submission is still in use. */
static gboolean
is_account_in_use (TrsSubmitter *self,
                   Run          *run)
{
  return check_account (self, run, NULL) && run->account == self->account;
}

/* @written: (nullable): %NULL if it could not be written; then the project is held, and written when that is
 * possible */
static TrsProject *
list_accepted (TrsSubmitter         *self,
               Run                  *run,
               const TrsProjectData *written)
{
  TrsProject *project;

  if (is_account_in_use (self, run) && written != NULL)
    return trs_projects_take_data (self->projects, written);

  project = trs_project_new_from_data (run->accepted);
  if (is_account_in_use (self, run))
    trs_projects_hold (self->projects, project);
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
  g_autoptr (TrsProjectData) written = trs_store_submissions_accept_finish (TRS_STORE (source), result, &error);
  g_autoptr (TrsProject) project = list_accepted (self, run, written);

  if (error != NULL)
    g_info ("What was accepted could not be written down: %s", error->message);

  g_clear_pointer (&run->accepted, trs_project_data_free);
  trs_reconciler_set_sending (self->reconciler, NULL);
  trs_submission_set_outcome (run->current, TRS_SUBMISSION_ACCEPTED, NULL, project);
  if (is_account_in_use (self, run))
    {
      trs_webhook_receiver_bind (self->receiver, trs_submission_get_local_id (run->current), project);
      trs_poller_watch (self->poller, project);
    }
  send_next (task);
}

/* The service accepted the submission: saves the new project with what is known of it. The title is read later. */
static void
accept (GTask      *task,
        const char *id)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);

  run->accepted = trs_project_data_new (id);
  trs_reconciler_set_matched (self->reconciler, trs_submission_get_local_id (run->current), run->accepted->id);
  run->accepted->video_id = g_strdup (trs_submission_get_video_id (run->current));
  run->accepted->state = TRS_PROJECT_STATE_UPLOAD;
  run->accepted->state_word = g_strdup (trs_project_state_to_string (TRS_PROJECT_STATE_UPLOAD));
  run->accepted->submitted_at = trs_submission_get_sent_at (run->current);
  run->accepted->sort_at = trs_submission_get_sent_at (run->current);
  run->accepted->requested_language = g_strdup (trs_submission_get_language (run->current));
  trs_store_submissions_accept_async (self->store, run->account, trs_submission_get_local_id (run->current),
                                      run->accepted, trs_clock_get_time (self->clock), NULL, run_wrote_accepted_cb,
                                      g_object_ref (task));
}

static void
reject (TrsSubmitter         *self,
        Run                  *run,
        TrsSubmissionOutcome  outcome,
        const GError         *error)
{
  const char *local_id = trs_submission_get_local_id (run->current);
  TrsProject *pending = NULL;

  if (outcome != TRS_SUBMISSION_UNKNOWN)
    {
      trs_reconciler_close (self->reconciler, local_id, outcome);
      trs_webhook_receiver_forget (self->receiver, local_id);
    }
  else
    {
      /* The submission is undecided but no longer under way, so other processes may look for its project, too. */
      trs_store_submissions_write_outcome_async (self->store, local_id, outcome, NULL, 0, NULL, NULL, NULL);
      if (is_account_in_use (self, run))
        pending = trs_reconciler_add (self->reconciler, run->current);
    }

  trs_reconciler_set_sending (self->reconciler, NULL);
  trs_submission_set_outcome (run->current, outcome, error, pending);
}

/* Returns: %TRUE if the service on this computer is asked once more; then the outcome is not known yet */
static gboolean
goes_on (GTask                *task,
         TrsSubmissionOutcome  outcome,
         const GError         *error)
{
  Run *run = run_get (task);

  if (!run->own || (outcome != TRS_SUBMISSION_NOT_SENT && outcome != TRS_SUBMISSION_UNKNOWN))
    return FALSE;
  /* With this outcome the service is asked before anything is sent. */
  trs_submission_set_outcome (run->current, TRS_SUBMISSION_UNKNOWN, error, NULL);
  return wait_for_service (task, error);
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
  g_autofree char *id = trs_api_client_submit_finish (TRS_API_CLIENT (source), result, &error);
  gboolean holds;
  TrsSubmissionOutcome outcome = trs_submitter_judge (error, &holds);

  if (id != NULL)
    {
      accept (task, id);
      return;
    }

  if (goes_on (task, outcome, error))
    return;

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
mark_duplicate (Run        *run,
                TrsProject *known)
{
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_VIDEO_KNOWN, "The video was submitted before");

  trs_error_set_not_sent (error);
  trs_submission_set_outcome (run->current, TRS_SUBMISSION_NOT_SENT, error, known);
}

/* After a crash or loss of power, the next start must find what was sent. A record in memory would be lost. */
static gboolean
check_durable (TrsSubmitter  *self,
               GError       **error)
{
  g_autoptr (GError) problem = trs_store_dup_problem (self->store);

  if (problem != NULL)
    g_set_error (error, TRS_ERROR, TRS_ERROR_NOT_DURABLE, "Nothing can be saved: %s", problem->message);
  return problem == NULL;
}

/* Another process has submitted the video first. What it has paid for is not known here yet, unless it is for another
 * account. */
static void
run_found_first_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSubmitter *self = g_task_get_source_object (task);
  g_autoptr (GPtrArray) found = trs_submitter_find_known_finish (self, result, NULL);
  TrsProject *first = found != NULL && found->len > 0 ? g_ptr_array_index (found, 0) : NULL;

  mark_duplicate (run_get (task), first != NULL && trs_project_get_other_account (first) != 0 ? first : NULL);
  send_next (task);
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

  /* The intent belongs to one account, and must not be sent for another, or without the file. */
  if (trs_store_submissions_write_intent_finish (TRS_STORE (source), result, &error) &&
      check_account (self, run, &error))
    check_durable (self, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      const char *video_ids[] = { trs_submission_get_video_id (run->current), NULL };

      if (trs_submission_get_resent (run->current))
        trs_reconciler_close (self->reconciler, trs_submission_get_local_id (run->current), TRS_SUBMISSION_NOT_SENT);
      trs_reconciler_set_sending (self->reconciler, NULL);
      trs_webhook_receiver_forget (self->receiver, trs_submission_get_local_id (run->current));
      trs_submitter_find_known_async (self, video_ids, NULL, run_found_first_cb, g_object_ref (task));
      return;
    }
  if (error != NULL)
    {
      trs_reconciler_close (self->reconciler, trs_submission_get_local_id (run->current), TRS_SUBMISSION_NOT_SENT);
      trs_reconciler_set_sending (self->reconciler, NULL);
      hold_current_and_rest (task, error);
      return;
    }

  run->n_sent++;
  trs_api_client_submit_async (self->client, trs_submission_get_video_id (run->current),
                               trs_submission_get_webhook_url (run->current),
                               trs_submission_get_language (run->current), run_got_id_cb, g_object_ref (task));
}

/* @delivery: the delivery in the row of the account, which is followed unless @problem is set; @sole: whether it is the
 * only account of its address */
static void
run_knows_delivery (GTask        *task,
                    int           delivery,
                    gboolean      sole,
                    const GError *problem)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;
  const char *local_id = trs_submission_get_local_id (run->current);
  g_autofree char *url = NULL;

  if (problem != NULL)
    g_set_error (&error, TRS_ERROR, TRS_ERROR_NOT_DURABLE, "Who gets the text cannot be saved: %s", problem->message);
  else if (check_account (self, run, &error))
    {
      trs_account_take_delivery (trs_webhook_receiver_get_account (self->receiver), run->account, delivery, sole);
      url = trs_webhook_receiver_get_url (self->receiver, local_id, &error);
    }
  if (url == NULL)
    {
      hold_current_and_rest (task, error);
      return;
    }

  trs_submission_set_sending (run->current, url, trs_clock_get_time (self->clock));
  trs_reconciler_set_sending (self->reconciler, local_id);
  /* The write cannot be cancelled, so the intent counts as written from here on. */
  trs_store_submissions_write_intent_async (self->store, run->account, run->current, NULL, run_wrote_intent_cb,
                                            g_object_ref (task));
}

static void
run_read_delivery_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  int delivery = TRS_DELIVERY_UNKNOWN;
  gboolean sole = FALSE;

  trs_store_accounts_read_delivery_finish (TRS_STORE (source), result, &delivery, &sole, &error);
  run_knows_delivery (task, delivery, sole, error);
}

static void
run_ensured_delivery_cb (GObject      *source,
                         GAsyncResult *result,
                         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  int delivery = TRS_DELIVERY_UNKNOWN;
  gboolean sole = FALSE;

  trs_store_accounts_ensure_delivery_finish (TRS_STORE (source), result, &delivery, &sole, &error);
  run_knows_delivery (task, delivery, sole, error);
}

/* The row of the account may forbid a delivery that the settings still contain, and records one that they could not
 * save. Otherwise the command line would send texts to an address that the user has withdrawn. */
static void
send_current (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  int delivery = trs_account_get_delivery (trs_webhook_receiver_get_account (self->receiver));
  g_autoptr (GError) error = NULL;

  if (!check_durable (self, &error))
    {
      hold_current_and_rest (task, error);
      return;
    }

  run->account = self->account;
  if (delivery == TRS_DELIVERY_SAVED)
    trs_store_accounts_read_delivery_async (self->store, run->account, NULL, run_read_delivery_cb, g_object_ref (task));
  else
    trs_store_accounts_ensure_delivery_async (self->store, run->account, delivery, NULL, run_ensured_delivery_cb,
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
  g_autoptr (GPtrArray) found = trs_submitter_find_known_finish (self, result, &error);

  /* If the store cannot be read, the video may have been paid for already. */
  if (found == NULL || !check_account (self, run, &error))
    {
      hold_current_and_rest (task, error);
      return;
    }

  if (found->len == 0 || !trs_submitter_is_duplicate_of (g_ptr_array_index (found, 0)))
    {
      send_current (task);
      return;
    }

  /* Submissions after this one may still be sent. */
  mark_duplicate (run, g_ptr_array_index (found, 0));
  send_next (task);
}

/* The window makes the same check earlier, but the user may have gone on before it was answered. */
static void
check_duplicate (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  const char *video_ids[] = { trs_submission_get_video_id (run->current), NULL };

  if (trs_submission_get_again (run->current))
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

  release_current (self, run);
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

      if (may_be_sent (submission) ||
          (run->own && trs_submission_get_outcome (submission) == TRS_SUBMISSION_UNKNOWN))
        run->current = g_steal_pointer (&submission);
    }

  if (run->current != NULL)
    begin_current (task);
  else
    end_run (self, NULL);
}

/* What may have been accepted On This Computer: the list of the service says whether it was. */

static void
give_up_current (GTask        *task,
                 const GError *error)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);

  run->account = self->account;
  reject (self, run, TRS_SUBMISSION_UNKNOWN, error);
  hold_rest (run, error);
  end_run (self, NULL);
}

/* Only what was cut off is sent again: a service that has not answered in time would not answer the next time, and
 * does nothing any more for who has hung up. */
static void
send_again (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;

  if (trs_submission_get_error (run->current) != NULL)
    error = g_error_copy (trs_submission_get_error (run->current));
  run->account = self->account;
  if (run->n_sent < MAX_SENT && !g_error_matches (error, TRS_ERROR, TRS_ERROR_TIMED_OUT))
    {
      send_current (task);
      return;
    }
  reject (self, run, TRS_SUBMISSION_NOT_SENT, error);
  send_next (task);
}

static void
run_found_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = trs_store_submissions_find_candidates_finish (TRS_STORE (source), result, &error);

  if (has_ended (task))
    restart_current (task);
  else if (found == NULL)
    give_up_current (task, error);
  else if (found->len == 0)
    send_again (task);
  else
    {
      run->account = self->account;
      accept (task, ((TrsProjectData *) found->pdata[0])->id);
    }
}

static void
run_asked_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  gint64 sent_at = trs_submission_get_sent_at (run->current);
  g_autoptr (GError) error = NULL;
  gboolean read = trs_list_reader_read_finish (TRS_LIST_READER (source), result, &error);

  /* A page of the moment before does not count. The clock may have been set back. */
  if (read && trs_history_get_checked_at (self->history) <= sent_at &&
      sent_at <= trs_clock_get_time (self->clock))
    read = FALSE;
  if (has_ended (task))
    restart_current (task);
  else if (!read && !wait_for_service (task, error))
    give_up_current (task, error);
  else if (read)
    {
      run->give_up_at = 0;
      trs_store_submissions_find_candidates_async (self->store, trs_submission_get_local_id (run->current), NULL,
                                                   run_found_cb, g_object_ref (task));
    }
}

static void
look_again_cb (gpointer user_data)
{
  TrsSubmitter *self = user_data;

  trs_reconciler_look_again (self->reconciler);
}

/* Another program holds the file: it waits for the answer, and if it dies, this one goes on. */
static void
leave_current (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);

  if (trs_submission_get_outcome (run->current) == TRS_SUBMISSION_UNKNOWN)
    trs_clock_set_timeout (self->clock, &self->look_id, HELD_GAP_MS, look_again_cb, self);
  else if (wait_for_service (task, NULL))
    return;
  else
    mark_duplicate (run, NULL);
  send_next (task);
}

static void
begin_current (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);

  if (has_ended (task))
    restart_current (task);
  else if (run->own && !trs_local_intake_hold (self->intake, trs_submission_get_video_id (run->current)))
    leave_current (task);
  else if (trs_submission_get_outcome (run->current) == TRS_SUBMISSION_UNKNOWN)
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_CHECK, g_task_get_cancellable (task), run_asked_cb,
                                g_object_ref (task));
  else
    check_list (task);
}

/* Nothing that costs credits is sent before it is known whether the same video was paid for on another computer, or
 * here before the file was lost. So the list must have been read to its end once, and its newest page, down to known
 * projects, a moment ago. */

static void queue_check_list_progress (TrsSubmitter *self);

static void
set_checking (TrsSubmitter *self,
              gboolean      checking)
{
  trs_clock_clear_timeout (self->clock, &self->timer);
  g_clear_handle_id (&self->settle_id, g_source_remove);
  g_clear_signal_handler (&self->status_id, self->history);
  if (self->stopping != NULL)
    g_signal_handlers_disconnect_by_func (self->stopping, queue_check_list_progress, self);
  g_clear_object (&self->stopping);
  if (self->checking == checking)
    return;

  self->checking = checking;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_CHECKING]);
}

/* @reason: (nullable): why the list could not be read to its end; %NULL if that takes too long */
static void
give_up_list (GTask        *task,
              const GError *reason)
{
  g_autoptr (GError) error = NULL;

  g_set_error (&error, TRS_ERROR, TRS_ERROR_LIST_UNCHECKED, "The list could not be read to its end: %s",
               reason != NULL ? reason->message : "it takes too long");
  hold_current_and_rest (task, error);
}

/* Starts over with the current submission, which detects a cancelled run or a changed account. */
static void
restart_current (GTask *task)
{
  run_get (task)->next--;
  send_next (task);
}

/* A list whose pages repeat each other counts as not read to its end, although reading has stopped. */
static gboolean
is_list_read (TrsSubmitter *self)
{
  return trs_history_get_complete (self->history) &&
         !g_error_matches (trs_history_get_error (self->history), TRS_ERROR, TRS_ERROR_ENDLESS_LIST);
}

/* Runs in an idle callback, because the reader is still handling a page when it emits its signal. */
static gboolean
check_list_progress_cb (gpointer user_data)
{
  GTask *task = user_data;
  TrsSubmitter *self = g_task_get_source_object (task);
  gboolean ended = has_ended (task);

  self->settle_id = 0;
  if (!ended && !is_list_read (self) && trs_history_get_walking (self->history))
    return G_SOURCE_REMOVE;

  set_checking (self, FALSE);
  if (ended)
    restart_current (task);
  else if (is_list_read (self))
    check_list (task);
  else
    give_up_list (task, trs_history_get_error (self->history));
  return G_SOURCE_REMOVE;
}

static void
queue_check_list_progress (TrsSubmitter *self)
{
  if (self->settle_id == 0)
    self->settle_id = g_idle_add_full (G_PRIORITY_DEFAULT, check_list_progress_cb,
                                       g_object_ref (g_queue_peek_head (&self->runs)), g_object_unref);
}

static void
check_timed_out_cb (gpointer user_data)
{
  TrsSubmitter *self = user_data;
  g_autoptr (GTask) task = g_object_ref (g_queue_peek_head (&self->runs));

  set_checking (self, FALSE);
  give_up_list (task, NULL);
}

/* Cancelling does not wait for the next page, which may be a minute away. */
static void
watch_list (TrsSubmitter *self)
{
  GCancellable *cancellable = g_task_get_cancellable (g_queue_peek_head (&self->runs));

  set_checking (self, TRUE);
  if (g_set_object (&self->stopping, cancellable))
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (queue_check_list_progress), self,
                             G_CONNECT_SWAPPED);
  trs_clock_set_timeout (self->clock, &self->timer, CHECK_TIMEOUT_MS, check_timed_out_cb, self);
  self->status_id = g_signal_connect_object (self->history, "notify", G_CALLBACK (queue_check_list_progress), self,
                                             G_CONNECT_SWAPPED);
  queue_check_list_progress (self);
}

/* Whether the user has chosen to submit without the check. The newest page is still read: it distinguishes a new
 * project from an old one if no answer comes. */
static gboolean
skips_list_check (TrsSubmission *submission)
{
  return trs_submission_get_again (submission) || trs_submission_get_unchecked (submission);
}

static gboolean
is_head_fresh (TrsSubmitter *self,
               gint64        time)
{
  gint64 age = trs_clock_get_time (self->clock) - time;

  return time != 0 && age >= 0 && age < HEAD_FRESH;
}

/* Errors of the whole service or network are reported as they are, because the submission would fail in the same
 * way. */
static gboolean
is_about_list (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_SERVER) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_INVALID_REQUEST) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_CUT_SHORT) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_TOO_LARGE);
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
  gboolean read = trs_list_reader_read_finish (TRS_LIST_READER (source), result, &error);

  if (has_ended (task))
    restart_current (task);
  else if (trs_submission_get_unchecked (run->current) ||
           (trs_submission_get_again (run->current) && (read || trs_history_get_checked_at (self->history) != 0)))
    check_duplicate (task);
  else if (!read && is_about_list (error))
    give_up_list (task, error);
  else if (!read)
    hold_current_and_rest (task, error);
  else if (is_list_read (self))
    check_duplicate (task);
  else
    watch_list (self);
}

static void
check_list (GTask *task)
{
  TrsSubmitter *self = g_task_get_source_object (task);
  Run *run = run_get (task);
  gboolean unchecked = skips_list_check (run->current);
  gboolean enough = is_list_read (self) || unchecked;

  if ((enough && is_head_fresh (self, trs_history_get_checked_at (self->history))) ||
      (unchecked && is_head_fresh (self, run->head_asked_at)))
    {
      check_duplicate (task);
      return;
    }

  run->head_asked_at = trs_clock_get_time (self->clock);
  trs_list_reader_read_async (self->reader, enough ? TRS_LIST_READ_CHECK : TRS_LIST_READ_REFRESH,
                              g_task_get_cancellable (task), run_got_head_cb, g_object_ref (task));
}

gboolean
trs_submitter_get_checking (TrsSubmitter *self)
{
  return self->checking;
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
 * earlier call. Where the list of the account cannot be read to its end within a
 * minute, nothing is sent: those submissions have %TRS_ERROR_LIST_UNCHECKED, and
 * go with @unchecked of #TrsSubmission set.
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
  run_get (task)->payer = self->account;
  g_queue_push_tail (&self->runs, task);
  if (g_queue_get_length (&self->runs) == 1)
    begin_run (self);
}

/**
 * trs_submitter_run_finish:
 * @self: a submitter
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if all have their outcome, whatever it is; else %G_IO_ERROR_CANCELLED
 */
gboolean
trs_submitter_run_finish (TrsSubmitter  *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_submitter_run_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_submitter_stop:
 * @self: a submitter
 *
 * Waits for nothing any more, at the end of the program. What was sent and not
 * answered stays open in the journal.
 */
void
trs_submitter_stop (TrsSubmitter *self)
{
  gboolean pauses = self->pause_id != 0;

  self->stopped = TRUE;
  trs_clock_clear_timeout (self->clock, &self->pause_id);
  trs_clock_clear_timeout (self->clock, &self->look_id);
  if (pauses)
    begin_current (g_queue_peek_head (&self->runs));
}
