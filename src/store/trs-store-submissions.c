/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-submissions.h"

#include "trs-store-job.h"
#include "trs-store-rows.h"

/* How many of the newest projects are recorded as known before a submission. */
#define N_KNOWN "200"

/* Those of one service. Its users are told apart by their projects and keys, and one may have got a second account. So
 * a video that one of them may have paid for is not sent for another one. */
#define ACCOUNTS_OF_ADDRESS \
  "(SELECT account FROM account WHERE address = (SELECT address FROM account WHERE account = :account))"

/* Whether another process has submitted the video since it was looked for. */
#define IS_DUPLICATE                                                                                            \
  "EXISTS (SELECT 1 FROM submission WHERE account IN " ACCOUNTS_OF_ADDRESS " AND video_id = :video_id "         \
  "  AND local_id <> :id AND decided_at = 0) OR "                                                               \
  "EXISTS (SELECT 1 FROM project WHERE account = :account AND video_id = :video_id AND state <> :error)"

/**
 * trs_store_submissions_write_intent_async:
 * @self: a store
 * @account: an account
 * @submission: what is going to be sent, after trs_submission_set_sending()
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Writes an intent. Only when the callback is called may the request leave.
 */
void
trs_store_submissions_write_intent_async (TrsStore            *self,
                                          gint64               account,
                                          TrsSubmission       *submission,
                                          GCancellable        *cancellable,
                                          GAsyncReadyCallback  callback,
                                          gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "INSERT OR REPLACE INTO submission (local_id, account, video_id, language, webhook_url, sent_at, outcome, "
           "known_ids) SELECT :id, :account, :video_id, :language, :webhook_url, :now, :sending, "
           "(SELECT coalesce (group_concat (plain_id (id), char (10)), '') FROM "
           "(SELECT id FROM project WHERE account = :account ORDER BY sort_at DESC, row DESC LIMIT " N_KNOWN ")) "
           "WHERE (:again OR NOT (" IS_DUPLICATE ")) AND "
           "(NOT :resent OR EXISTS (SELECT 1 FROM submission WHERE local_id = :id AND decided_at = 0))",
    .flags = TRS_STORE_DURABLE | TRS_STORE_MUST_CHANGE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", trs_submission_get_local_id (submission)),
    TRS_SQL_TEXT (":video_id", trs_submission_get_video_id (submission)),
    TRS_SQL_TEXT (":language", trs_submission_get_language (submission)),
    TRS_SQL_TEXT (":webhook_url", trs_submission_get_webhook_url (submission)),
    TRS_SQL_INT64 (":now", trs_submission_get_sent_at (submission)),
    TRS_SQL_INT64 (":again", trs_submission_get_again (submission)),
    TRS_SQL_INT64 (":resent", trs_submission_get_resent (submission)),
    TRS_SQL_INT64 (":sending", TRS_SUBMISSION_SENDING),
    TRS_SQL_INT64 (":error", TRS_PROJECT_STATE_ERROR),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_submissions_write_intent_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_submissions_write_intent_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it is written; %G_IO_ERROR_NOT_FOUND if the video was submitted meanwhile, and is not wanted again,
 *   or if another process has found out what became of a request that is repeated
 */
gboolean
trs_store_submissions_write_intent_finish (TrsStore      *self,
                                           GAsyncResult  *result,
                                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_submissions_write_intent_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

#define WRITE_OUTCOME                                                                                           \
  "UPDATE submission SET (outcome, project_id, decided_at) = (:outcome, plain_id (packed_id (:project_id)), :now) " \
  "WHERE local_id = :id"

/**
 * trs_store_submissions_write_outcome_async:
 * @self: a store
 * @id: the local identifier of a submission
 * @outcome: what became of it; %TRS_SUBMISSION_UNKNOWN if the user gave it up
 * @project_id: (nullable): its project, if it was accepted
 * @now: when it is decided, in microseconds since the epoch, and not looked for any more; 0 takes that back
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Writes what became of a submission. One that another process has decided stays as it is.
 */
void
trs_store_submissions_write_outcome_async (TrsStore             *self,
                                           const char           *id,
                                           TrsSubmissionOutcome  outcome,
                                           const char           *project_id,
                                           gint64                now,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data)
{
  static const TrsStoreJob job = {
    .sql = WRITE_OUTCOME " AND (decided_at = 0 OR :now = 0)",
    .flags = TRS_STORE_DURABLE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_TEXT (":id", id),
    TRS_SQL_INT64 (":outcome", outcome),
    TRS_SQL_TEXT (":project_id", project_id),
    TRS_SQL_INT64 (":now", now),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_submissions_write_outcome_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_submissions_write_outcome_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_submissions_write_outcome_finish (TrsStore      *self,
                                            GAsyncResult  *result,
                                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_submissions_write_outcome_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

typedef struct
{
  gint64 account;
  TrsProjectData *project;
  gint64 now;
} Acceptance;

static Acceptance *
acceptance_new (gint64                account,
                const TrsProjectData *project,
                gint64                now)
{
  Acceptance *acceptance = g_new0 (Acceptance, 1);

  acceptance->account = account;
  acceptance->project = trs_project_data_copy (project);
  acceptance->now = now;
  return acceptance;
}

static void
acceptance_free (gpointer data)
{
  Acceptance *acceptance = data;

  trs_project_data_free (acceptance->project);
  g_free (acceptance);
}

static gpointer
accept_run (TrsStoreContext  *context,
            gconstpointer     data,
            GError          **error)
{
  const Acceptance *acceptance = data;
  g_autoptr (TrsProjectData) project = trs_project_data_copy (acceptance->project);
  g_autoptr (TrsProjectData) known = NULL;
  g_auto (TrsStoreRows) rows = { 0 };

  if (!trs_store_context_execute (context, WRITE_OUTCOME, error) ||
      !trs_store_rows_init (&rows, context->db, acceptance->account, error) ||
      !trs_store_rows_find (&rows, project->id, &known, error))
    return NULL;

  /* If the list has shown the project before the answer came, its row has a newer state and is unread. */
  if (known != NULL)
    trs_project_data_merge (project, known);
  return trs_store_rows_merge (&rows, project, acceptance->now, error);
}

/**
 * trs_store_submissions_accept_async:
 * @self: a store
 * @account: an account
 * @id: the local identifier of a submission
 * @project: the project that it has become
 * @now: microseconds since the epoch
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Closes a submission as accepted, and keeps its project, in one transaction.
 */
void
trs_store_submissions_accept_async (TrsStore             *self,
                                    gint64                account,
                                    const char           *id,
                                    const TrsProjectData *project,
                                    gint64                now,
                                    GCancellable         *cancellable,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data)
{
  static const TrsStoreJob job = {
    .run = accept_run,
    .free_result = (GDestroyNotify) trs_project_data_free,
    .flags = TRS_STORE_DURABLE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
    TRS_SQL_INT64 (":outcome", TRS_SUBMISSION_ACCEPTED),
    TRS_SQL_TEXT (":project_id", project->id),
    TRS_SQL_INT64 (":now", now),
  };
  Acceptance *acceptance = acceptance_new (account, project, now);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_submissions_accept_async);
  trs_store_push_with_data (self, task, &job, values, G_N_ELEMENTS (values), acceptance, acceptance_free);
}

/**
 * trs_store_submissions_accept_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the project as it is now; %NULL with @error set
 */
TrsProjectData *
trs_store_submissions_accept_finish (TrsStore      *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_submissions_accept_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
match_run (TrsStoreContext  *context,
           gconstpointer     data,
           GError          **error)
{
  gint64 is_decided;

  if (!trs_store_context_read_number (context,
                                      "SELECT count(*) FROM submission WHERE (local_id = :id AND decided_at <> 0) "
                                      "OR (account = :account AND project_id = plain_id (packed_id (:project_id)) "
                                      "AND local_id <> :id)",
                                      &is_decided, error))
    return NULL;
  if (is_decided == 0)
    return accept_run (context, data, error);

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "Another process has found out what became of it");
  return NULL;
}

/**
 * trs_store_submissions_match_async:
 * @self: a store
 * @account: an account
 * @id: the local identifier of a submission
 * @project: the project that it has become
 * @now: microseconds since the epoch
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * As trs_store_submissions_accept_async(), for an outcome that was found in the list, not answered.
 */
void
trs_store_submissions_match_async (TrsStore             *self,
                                   gint64                account,
                                   const char           *id,
                                   const TrsProjectData *project,
                                   gint64                now,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data)
{
  static const TrsStoreJob job = {
    .run = match_run,
    .free_result = (GDestroyNotify) trs_project_data_free,
    .flags = TRS_STORE_DURABLE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
    TRS_SQL_INT64 (":outcome", TRS_SUBMISSION_ACCEPTED),
    TRS_SQL_TEXT (":project_id", project->id),
    TRS_SQL_INT64 (":now", now),
  };
  Acceptance *acceptance = acceptance_new (account, project, now);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_submissions_match_async);
  trs_store_push_with_data (self, task, &job, values, G_N_ELEMENTS (values), acceptance, acceptance_free);
}

/**
 * trs_store_submissions_match_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the project as it is now; %NULL with @error set, %G_IO_ERROR_EXISTS if another
 *   process has closed the submission, or taken the project for another one
 */
TrsProjectData *
trs_store_submissions_match_finish (TrsStore      *self,
                                    GAsyncResult  *result,
                                    GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_submissions_match_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* A damaged or foreign file may hold any number; an invalid outcome is read as unknown. */
static TrsSubmissionOutcome
read_outcome (sqlite3_stmt *statement,
              int           column)
{
  gint64 outcome = sqlite3_column_int64 (statement, column);

  return outcome >= TRS_SUBMISSION_WAITING && outcome <= TRS_SUBMISSION_HELD ? (TrsSubmissionOutcome) outcome
                                                                              : TRS_SUBMISSION_UNKNOWN;
}

/* A submission belongs to the main thread once it is shared. The worker may create it, because no other code has it
 * yet. */
static gpointer
read_submission (sqlite3_stmt *statement)
{
  return trs_submission_new_stored ((const char *) sqlite3_column_text (statement, 0),
                                    (const char *) sqlite3_column_text (statement, 1),
                                    (const char *) sqlite3_column_text (statement, 2),
                                    (const char *) sqlite3_column_text (statement, 3),
                                    sqlite3_column_int64 (statement, 4), read_outcome (statement, 5));
}

/**
 * trs_store_submissions_list_undecided_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the submissions of an account that may have been accepted, those among them during which the program died.
 */
void
trs_store_submissions_list_undecided_async (TrsStore            *self,
                                            gint64               account,
                                            GCancellable        *cancellable,
                                            GAsyncReadyCallback  callback,
                                            gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT local_id, video_id, language, webhook_url, sent_at, outcome FROM submission "
           "WHERE account = :account AND decided_at = 0 ORDER BY sent_at",
    .read = read_submission,
    .free_result = g_object_unref,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_submissions_list_undecided_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_submissions_list_undecided_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsSubmission): the submissions, oldest first, each with the
 *   outcome unknown, or sending if none was written down; %NULL with @error set
 */
GPtrArray *
trs_store_submissions_list_undecided_finish (TrsStore      *self,
                                             GAsyncResult  *result,
                                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_submissions_list_undecided_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* `known` holds the ids that existed before the submission. Projects below all of them in the list are older and had
 * only not been read yet. If none of them is left, the list may belong to someone else or may not have been read far
 * enough, so there are no candidates. */
/**
 * trs_store_submissions_find_candidates_async:
 * @self: a store
 * @id: the local identifier of a submission
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds the projects that a submission may have become: of the same video, dated, above those that were known when it
 * was sent, and not the project of another submission.
 */
void
trs_store_submissions_find_candidates_async (TrsStore            *self,
                                             const char          *id,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "WITH RECURSIVE"
           "  unknown AS (SELECT * FROM submission WHERE local_id = :id AND decided_at = 0),"
           "  split (id, rest) AS (SELECT '', known_ids || char (10) FROM unknown UNION ALL"
           "    SELECT substr (rest, 1, instr (rest, char (10)) - 1), substr (rest, instr (rest, char (10)) + 1)"
           "    FROM split WHERE rest <> ''),"
           "  known AS (SELECT packed_id (id) AS id FROM split WHERE id <> ''),"
           "  lowest AS (SELECT sort_at, row FROM project"
           "    WHERE account = (SELECT account FROM unknown) AND id IN known ORDER BY sort_at, row LIMIT 1) "
           "SELECT " TRS_STORE_ROW_COLUMNS " FROM project "
           "WHERE (account, video_id) = (SELECT account, video_id FROM unknown) AND created_at <> 0 "
           "AND (NOT EXISTS (SELECT 1 FROM known) OR (sort_at, row) > (SELECT sort_at, row FROM lowest)) "
           "AND id NOT IN known AND id NOT IN (SELECT packed_id (project_id) FROM submission "
           "  WHERE account = (SELECT account FROM unknown) AND outcome = :accepted AND project_id IS NOT NULL) "
           "ORDER BY sort_at DESC, row DESC",
    .read = trs_store_read_row,
    .free_result = (GDestroyNotify) trs_project_data_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_TEXT (":id", id),
    TRS_SQL_INT64 (":accepted", TRS_SUBMISSION_ACCEPTED),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_submissions_find_candidates_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_submissions_find_candidates_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): the projects, newest first; %NULL with @error set
 */
GPtrArray *
trs_store_submissions_find_candidates_finish (TrsStore      *self,
                                              GAsyncResult  *result,
                                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_submissions_find_candidates_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
trs_store_video_free (TrsStoreVideo *video)
{
  g_free (video->video_id);
  g_clear_pointer (&video->project, trs_project_data_free);
  g_free (video->pending_id);
  g_free (video->pending_language);
  g_free (video);
}

static gpointer
read_video (sqlite3_stmt *statement)
{
  const int first = trs_store_rows_get_n_columns ();
  TrsStoreVideo *video = g_new0 (TrsStoreVideo, 1);
  gboolean has_project = sqlite3_column_type (statement, 0) != SQLITE_NULL;

  if (has_project)
    video->project = trs_store_read_row (statement);
  video->video_id = trs_sql_column_text (statement, first);
  video->pending_id = trs_sql_column_text (statement, first + 1);
  video->pending_language = trs_sql_column_text (statement, first + 2);
  video->pending_at = sqlite3_column_int64 (statement, first + 3);
  video->pending_account = sqlite3_column_int64 (statement, first + 7);
  if (sqlite3_column_type (statement, first + 4) != SQLITE_NULL &&
      (!has_project || video->project->state == TRS_PROJECT_STATE_ERROR))
    {
      g_clear_pointer (&video->project, trs_project_data_free);
      video->project = trs_project_data_new ((const char *) sqlite3_column_text (statement, first + 4));
      video->project->video_id = g_strdup (video->video_id);
      video->project->requested_language = trs_sql_column_text (statement, first + 5);
      video->project->submitted_at = sqlite3_column_int64 (statement, first + 6);
    }
  return video;
}

/* A project with a transcript takes precedence over a later attempt that failed. Among the submissions, it looks for
 * undecided ones, and for accepted ones whose projects could not be saved. */
/**
 * trs_store_submissions_find_videos_async:
 * @self: a store
 * @account: an account
 * @video_ids: (array zero-terminated=1): videos
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Looks for videos among the projects and the submissions of an account, hidden and missing ones among them: they were
 * paid for as well; and among the undecided submissions of the other accounts of its address.
 */
void
trs_store_submissions_find_videos_async (TrsStore            *self,
                                         gint64               account,
                                         const char * const  *video_ids,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT " TRS_STORE_ROW_COLUMNS ", value, "
           "pending.local_id, pending.language, pending.sent_at, lost.project_id, lost.language, lost.sent_at, "
           "iif (pending.account <> :account, pending.account, 0) "
           "FROM json_each (:video_ids) "
           "LEFT JOIN project ON row = (SELECT row FROM project WHERE account = :account AND video_id = value "
           "  ORDER BY state = :error, sort_at DESC, row DESC LIMIT 1) "
           "LEFT JOIN submission AS pending ON pending.local_id = (SELECT local_id FROM submission "
           "  WHERE account IN " ACCOUNTS_OF_ADDRESS " AND video_id = value AND decided_at = 0 "
           "  ORDER BY account <> :account, sent_at DESC LIMIT 1) "
           "LEFT JOIN submission AS lost ON lost.local_id = (SELECT local_id FROM submission AS sent "
           "  WHERE account = :account AND video_id = value AND decided_at <> 0 AND outcome = :accepted AND NOT EXISTS "
           "  (SELECT 1 FROM project WHERE project.account = sent.account AND project.id = packed_id (project_id)) "
           "  ORDER BY sent_at LIMIT 1) "
           "WHERE row IS NOT NULL OR pending.local_id IS NOT NULL OR lost.local_id IS NOT NULL",
    .read = read_video,
    .free_result = (GDestroyNotify) trs_store_video_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_STRV (":video_ids", video_ids),
    TRS_SQL_INT64 (":error", TRS_PROJECT_STATE_ERROR),
    TRS_SQL_INT64 (":accepted", TRS_SUBMISSION_ACCEPTED),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_submissions_find_videos_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_submissions_find_videos_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsStoreVideo): those that were found, in no order; %NULL with
 *   @error set
 */
GPtrArray *
trs_store_submissions_find_videos_finish (TrsStore      *self,
                                          GAsyncResult  *result,
                                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_submissions_find_videos_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
