/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

#include "trs-store-rows.h"
#include "trs-store.h"

/* Which projects were there before a submission: so many of the newest tell. */
#define INTENT                                                                                            \
  "INSERT OR REPLACE INTO submission (local_id, account, video_id, language, webhook_url, sent_at, "      \
  "outcome, known_ids) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, "                                              \
  "(SELECT coalesce (group_concat (plain_id (id), char (10)), '') FROM "                                  \
  "(SELECT id FROM project WHERE account = ?2 ORDER BY sort_at DESC, row DESC LIMIT 200)))"

static gpointer
intent_job (sqlite3       *db,
            TrsStoreArgs  *args,
            GError       **error)
{
  return GINT_TO_POINTER (trs_sql_execute (db, error, INTENT, "sxsssxi", args->id, args->account, args->video_id,
                                           args->language, args->webhook_url, args->now, TRS_SUBMISSION_SENDING));
}

/**
 * trs_store_write_intent_async:
 * @self: a store
 * @account: an account
 * @submission: what is going to be sent, after trs_submission_set_sending()
 * @cancellable: (nullable): to give up
 * @callback: called on the main context; only then may the request leave
 * @user_data: (closure): for @callback
 *
 * Writes an intent. Finish with trs_store_run_finish().
 */
void
trs_store_write_intent_async (TrsStore            *self,
                              gint64               account,
                              TrsSubmission       *submission,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  static const TrsStoreJob job = { intent_job, NULL, TRS_STORE_DURABLE };
  const TrsStoreArgs args = {
    .account = account,
    .id = submission->local_id,
    .video_id = submission->video_id,
    .language = submission->language,
    .webhook_url = submission->webhook_url,
    .now = submission->sent_at,
  };

  trs_store_run_async (self, &job, &args, cancellable, callback, user_data);
}

static gboolean
write_outcome (sqlite3               *db,
               const TrsStoreArgs    *args,
               TrsSubmissionOutcome   outcome,
               const char            *project_id,
               GError               **error)
{
  return trs_sql_execute (db, error,
                          "UPDATE submission SET outcome = ?2, project_id = ?3, decided_at = ?4 WHERE local_id = ?1",
                          "sxsx", args->id, outcome, project_id, args->now);
}

static gpointer
outcome_job (sqlite3       *db,
             TrsStoreArgs  *args,
             GError       **error)
{
  return GINT_TO_POINTER (write_outcome (db, args, args->outcome, args->project_id, error));
}

const TrsStoreJob trs_store_write_outcome = { outcome_job, NULL, TRS_STORE_DURABLE };

/* If the list showed it before the answer came, the row knows better how far it is, and that it is unread. */
static TrsProjectData *
merge_accepted (TrsStoreRows          *rows,
                const TrsProjectData  *accepted,
                gint64                 now,
                GError               **error)
{
  g_autoptr (TrsProjectData) project = trs_project_data_copy (accepted);
  g_autoptr (TrsProjectData) known = NULL;

  if (!trs_store_rows_find (rows, project->id, &known, error))
    return NULL;
  if (known != NULL)
    trs_project_data_merge (project, known);
  return trs_store_rows_merge (rows, project, now, error);
}

static gpointer
accept_job (sqlite3       *db,
            TrsStoreArgs  *args,
            GError       **error)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  g_auto (TrsStoreRows) rows = { 0 };
  TrsProjectData *project;

  if (!write_outcome (db, args, TRS_SUBMISSION_ACCEPTED, args->project->id, error) ||
       !trs_store_rows_init (&rows, db, args->account, error))
    return NULL;

  project = merge_accepted (&rows, args->project, args->now, error);
  if (project == NULL)
    return NULL;
  g_ptr_array_add (projects, project);
  return g_steal_pointer (&projects);
}

const TrsStoreJob trs_store_accept_submission = { accept_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_DURABLE };

/* A submission belongs to the main thread from its first user on; until then
 * the worker may make it, because nobody else knows of it. */
static TrsSubmission *
read_submission (sqlite3_stmt *statement)
{
  TrsSubmission *submission = trs_submission_new_from_journal ((const char *) sqlite3_column_text (statement, 0),
                                                               (const char *) sqlite3_column_text (statement, 1),
                                                               (const char *) sqlite3_column_text (statement, 2));

  trs_submission_set_sending (submission, (const char *) sqlite3_column_text (statement, 3),
                              sqlite3_column_int64 (statement, 4));
  trs_submission_set_outcome (submission, TRS_SUBMISSION_UNKNOWN, NULL, NULL);
  return submission;
}

static gpointer
list_job (sqlite3       *db,
          TrsStoreArgs  *args,
          GError       **error)
{
  g_autoptr (GPtrArray) submissions = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT local_id, video_id, language, webhook_url, sent_at FROM submission "
                     "WHERE account = ?1 AND decided_at = 0 ORDER BY sent_at",
                     "x", args->account);
  gboolean row = TRUE;

  while (trs_sql_step (statement, &row, error) && row)
    g_ptr_array_add (submissions, read_submission (statement));

  return row ? NULL : g_steal_pointer (&submissions);
}

const TrsStoreJob trs_store_list_undecided = { list_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN };

/* `known` are the ids that were there before. What stands below all of them is older, and was only not read yet. Where
 * none of them is there any more, it may be someone else's list, or not read far enough. */
static gpointer
candidates_job (sqlite3       *db,
                TrsStoreArgs  *args,
                GError       **error)
{
  return trs_store_rows_read_all (
      trs_sql_query (db, error,
                     "WITH RECURSIVE"
                     "  unknown AS (SELECT * FROM submission WHERE local_id = ?1 AND decided_at = 0),"
                     "  split (id, rest) AS (SELECT '', known_ids || char (10) FROM unknown UNION ALL"
                     "    SELECT substr (rest, 1, instr (rest, char (10)) - 1),"
                     "      substr (rest, instr (rest, char (10)) + 1)"
                     "    FROM split WHERE rest <> ''),"
                     "  known AS (SELECT packed_id (id) AS id FROM split WHERE id <> ''),"
                     "  lowest AS (SELECT sort_at, row FROM project"
                     "    WHERE account = (SELECT account FROM unknown) AND id IN known ORDER BY sort_at, row LIMIT 1) "
                     "SELECT " TRS_STORE_ROW_COLUMNS " FROM project "
                     "WHERE (account, video_id) = (SELECT account, video_id FROM unknown) AND created_at <> 0 "
                     "AND (NOT EXISTS (SELECT 1 FROM known) OR (sort_at, row) > (SELECT sort_at, row FROM lowest)) "
                     "AND id NOT IN known AND id NOT IN (SELECT packed_id (project_id) FROM submission "
                     "  WHERE account = (SELECT account FROM unknown) AND outcome = ?2 AND project_id IS NOT NULL) "
                     "ORDER BY sort_at DESC, row DESC",
                     "si", args->id, TRS_SUBMISSION_ACCEPTED),
      error);
}

const TrsStoreJob trs_store_find_candidates = { candidates_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN };
