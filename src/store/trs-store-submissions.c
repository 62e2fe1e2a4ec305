/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

#include "trs-compat.h"
#include "trs-store.h"

/* What another process has written since it was looked for. */
#define IS_DUPLICATE                                                                                            \
  "EXISTS (SELECT 1 FROM submission WHERE account = :account AND video_id = :video_id AND local_id <> :id "     \
  "  AND decided_at = 0) OR "                                                                                   \
  "EXISTS (SELECT 1 FROM project WHERE account = :account AND video_id = :video_id AND state <> @error)"

/**
 * trs_store_write_intent_async:
 * @self: a store
 * @account: an account
 * @submission: what is going to be sent, after trs_submission_set_sending()
 * @cancellable: (nullable): to give up
 * @callback: called on the main context; only then may the request leave
 * @user_data: (closure): for @callback
 *
 * Writes an intent. Finish with trs_store_run_finish(): %G_IO_ERROR_NOT_FOUND
 * if the video was submitted meanwhile, and is not wanted again.
 */
void
trs_store_write_intent_async (TrsStore            *self,
                              gint64               account,
                              TrsSubmission       *submission,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  /* Which projects were there before a submission: so many of the newest tell. */
  static const TrsStoreJob job = {
    .sql = "INSERT OR REPLACE INTO submission (local_id, account, video_id, language, webhook_url, sent_at, outcome, "
           "known_ids) SELECT :id, :account, :video_id, :language, :webhook_url, :now, @sending, "
           "(SELECT coalesce (group_concat (plain_id (id), char (10)), '') FROM "
           "(SELECT id FROM project WHERE account = :account ORDER BY sort_at DESC, row DESC LIMIT 200)) "
           "WHERE :number OR NOT (" IS_DUPLICATE ")",
    .flags = TRS_STORE_DURABLE | TRS_STORE_MUST_CHANGE,
  };
  const TrsStoreArgs args = {
    .account = account,
    .id = trs_submission_get_local_id (submission),
    .video_id = trs_submission_get_video_id (submission),
    .language = trs_submission_get_language (submission),
    .webhook_url = trs_submission_get_webhook_url (submission),
    .now = trs_submission_get_sent_at (submission),
    .number = trs_submission_get_again (submission),
  };

  trs_store_run_async (self, &job, &args, cancellable, callback, user_data);
}

#define WRITE_OUTCOME                                                                                     \
  "UPDATE submission SET (outcome, project_id, decided_at) = (:outcome, :project_id, :now) WHERE local_id = :id"

const TrsStoreJob trs_store_write_outcome = { .sql = WRITE_OUTCOME, .flags = TRS_STORE_DURABLE };

static gpointer
accept_job (sqlite3       *db,
            TrsStoreArgs  *args,
            GError       **error)
{
  const TrsStoreArgs outcome = {
    .id = args->id, .outcome = TRS_SUBMISSION_ACCEPTED, .project_id = args->project->id, .now = args->now
  };
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  g_autoptr (TrsProjectData) project = trs_project_data_copy (args->project);
  g_autoptr (TrsProjectData) known = NULL;
  g_auto (TrsStoreRows) rows = { 0 };
  TrsProjectData *saved;

  if (!trs_store_args_execute (&outcome, db, WRITE_OUTCOME, error) ||
      !trs_store_rows_init (&rows, db, args->account, error) ||
      !trs_store_rows_find (&rows, project->id, &known, error))
    return NULL;

  /* If the list showed it before the answer came, the row knows better how far it is, and that it is unread. */
  if (known != NULL)
    trs_project_data_merge (project, known);
  saved = trs_store_rows_merge (&rows, project, args->now, error);
  if (saved == NULL)
    return NULL;
  g_ptr_array_add (projects, saved);
  return g_steal_pointer (&projects);
}

const TrsStoreJob trs_store_accept_submission = { accept_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_DURABLE };

static gpointer
match_job (sqlite3       *db,
           TrsStoreArgs  *args,
           GError       **error)
{
  gint64 is_decided;

  if (!trs_sql_read_number (db, &is_decided, error,
                            "SELECT count(*) FROM submission WHERE (local_id = ?1 AND decided_at <> 0) "
                            "OR (account = ?2 AND project_id = ?3 AND local_id <> ?1)",
                            "sxs", args->id, args->account, args->project->id))
    return NULL;
  if (is_decided == 0)
    return accept_job (db, args, error);

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "Another process has found out what became of it");
  return NULL;
}

const TrsStoreJob trs_store_match_submission = { match_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_DURABLE };

/* A number in a file may be any: what became of such a submission is to be found out. */
static TrsSubmissionOutcome
read_outcome (sqlite3_stmt *statement,
              int           column)
{
  gint64 outcome = sqlite3_column_int64 (statement, column);

  return outcome >= TRS_SUBMISSION_WAITING && outcome <= TRS_SUBMISSION_HELD ? (TrsSubmissionOutcome) outcome
                                                                              : TRS_SUBMISSION_UNKNOWN;
}

/* A submission belongs to the main thread from its first user on; until then
 * the worker may make it, because nobody else knows of it. */
static gpointer
read_submission (sqlite3_stmt *statement)
{
  return trs_submission_new_stored ((const char *) sqlite3_column_text (statement, 0),
                                    (const char *) sqlite3_column_text (statement, 1),
                                    (const char *) sqlite3_column_text (statement, 2),
                                    (const char *) sqlite3_column_text (statement, 3),
                                    sqlite3_column_int64 (statement, 4), read_outcome (statement, 5));
}

const TrsStoreJob trs_store_list_undecided = {
  .sql = "SELECT local_id, video_id, language, webhook_url, sent_at, outcome FROM submission "
         "WHERE account = :account AND decided_at = 0 ORDER BY sent_at",
  .read = read_submission,
  .free_result = g_object_unref,
};

/* `known` are the ids that were there before. What stands below all of them is older, and was only not read yet. Where
 * none of them is there any more, it may be someone else's list, or not read far enough. */
const TrsStoreJob trs_store_find_candidates = {
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
         "  WHERE account = (SELECT account FROM unknown) AND outcome = @accepted AND project_id IS NOT NULL) "
         "ORDER BY sort_at DESC, row DESC",
  .read = trs_store_read_row,
  .free_result = (GDestroyNotify) trs_project_data_free,
};
