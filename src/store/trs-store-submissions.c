/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-submissions.h"

#include "trs-store-private.h"
#include "trs-task.h"

typedef struct
{
  gint64 account;
  char *local_id;
  char *video_id;
  char *language;
  char *webhook_url;
  char *known_ids;
  gint64 time;
  TrsSubmissionOutcome outcome;
  char *project_id;
} WriteState;

static void
write_state_clear (WriteState *state)
{
  g_free (state->local_id);
  g_free (state->video_id);
  g_free (state->language);
  g_free (state->webhook_url);
  g_free (state->known_ids);
  g_free (state->project_id);
}

TRS_DEFINE_TASK_STATE (WriteState, write_state)

static gpointer
intent_job (sqlite3  *db,
            GTask    *task,
            GError  **error)
{
  WriteState *state = write_state_get (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "INSERT OR REPLACE INTO submission (local_id, account, video_id, language, webhook_url, "
                       "known_ids, sent_at, outcome) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                       error);

  if (statement == NULL)
    return NULL;

  trs_sql_bind_text (statement, 1, state->local_id);
  sqlite3_bind_int64 (statement, 2, state->account);
  trs_sql_bind_text (statement, 3, state->video_id);
  trs_sql_bind_text (statement, 4, state->language);
  trs_sql_bind_text (statement, 5, state->webhook_url);
  trs_sql_bind_text (statement, 6, state->known_ids);
  sqlite3_bind_int64 (statement, 7, state->time);
  sqlite3_bind_int (statement, 8, (int) TRS_SUBMISSION_SENDING);
  return GINT_TO_POINTER (trs_sql_run (statement, error));
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
 * Writes an intent down. Finish with trs_store_write_finish().
 */
void
trs_store_write_intent_async (TrsStore            *self,
                              gint64               account,
                              TrsSubmission       *submission,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  WriteState *state = write_state_attach (task);
  const char * const *known_ids = trs_submission_get_known_ids (submission);

  g_task_set_source_tag (task, trs_store_write_intent_async);
  state->account = account;
  state->local_id = g_strdup (trs_submission_get_local_id (submission));
  state->video_id = g_strdup (trs_submission_get_video_id (submission));
  state->language = g_strdup (trs_submission_get_language (submission));
  state->webhook_url = g_strdup (trs_submission_get_webhook_url (submission));
  state->known_ids = known_ids != NULL ? g_strjoinv ("\n", (char **) known_ids) : g_strdup ("");
  state->time = trs_submission_get_sent_at (submission);
  trs_store_push (self, task, intent_job, NULL, TRUE);
}

static gpointer
outcome_job (sqlite3  *db,
             GTask    *task,
             GError  **error)
{
  WriteState *state = write_state_get (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "UPDATE submission SET outcome = ?2, project_id = ?3, decided_at = ?4 WHERE local_id = ?1",
                       error);

  if (statement == NULL)
    return NULL;

  trs_sql_bind_text (statement, 1, state->local_id);
  sqlite3_bind_int (statement, 2, (int) state->outcome);
  trs_sql_bind_text (statement, 3, state->project_id);
  sqlite3_bind_int64 (statement, 4, state->time);
  return GINT_TO_POINTER (trs_sql_run (statement, error));
}

/**
 * trs_store_write_outcome_async:
 * @self: a store
 * @local_id: of a submission that was written down
 * @outcome: what became of it
 * @project_id: (nullable): the project, if it was accepted
 * @now: microseconds since the epoch
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Writes an outcome down, after which nobody looks for the project any more;
 * %TRS_SUBMISSION_UNKNOWN says that the user gave it up. Finish with
 * trs_store_write_finish().
 */
void
trs_store_write_outcome_async (TrsStore             *self,
                               const char           *local_id,
                               TrsSubmissionOutcome  outcome,
                               const char           *project_id,
                               gint64                now,
                               GCancellable         *cancellable,
                               GAsyncReadyCallback   callback,
                               gpointer              user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  WriteState *state = write_state_attach (task);

  g_task_set_source_tag (task, trs_store_write_outcome_async);
  state->local_id = g_strdup (local_id);
  state->outcome = outcome;
  state->project_id = g_strdup (project_id);
  state->time = now;
  trs_store_push (self, task, outcome_job, NULL, TRUE);
}

/**
 * trs_store_write_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it is on the disk
 */
gboolean
trs_store_write_finish (TrsStore      *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_pointer (G_TASK (result), error) != NULL;
}

/* A submission belongs to the main thread from its first user on; until then
 * the worker may make it, because nobody else knows of it. */
static TrsSubmission *
read_submission (sqlite3_stmt *statement)
{
  const char *known_ids = (const char *) sqlite3_column_text (statement, 4);
  g_auto (GStrv) ids = g_strsplit (known_ids != NULL ? known_ids : "", "\n", -1);
  TrsSubmission *submission = trs_submission_new_from_journal ((const char *) sqlite3_column_text (statement, 0),
                                                               (const char *) sqlite3_column_text (statement, 1),
                                                               (const char *) sqlite3_column_text (statement, 2));

  trs_submission_set_sending (submission, (const char *) sqlite3_column_text (statement, 3),
                              (const char * const *) ids, sqlite3_column_int64 (statement, 5));
  trs_submission_set_outcome (submission, TRS_SUBMISSION_UNKNOWN, NULL, NULL);
  return submission;
}

static gpointer
list_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  g_autoptr (GPtrArray) submissions = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT local_id, video_id, language, webhook_url, known_ids, sent_at FROM submission "
                       "WHERE account = ?1 AND decided_at = 0 ORDER BY sent_at",
                       error);
  gboolean row = TRUE;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, write_state_get (task)->account);
  while (trs_sql_step (statement, &row, error) && row)
    g_ptr_array_add (submissions, read_submission (statement));

  return row ? NULL : g_steal_pointer (&submissions);
}

/**
 * trs_store_list_undecided_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the submissions of which it is not known whether they were accepted,
 * those among them over which the program died.
 */
void
trs_store_list_undecided_async (TrsStore            *self,
                                gint64               account,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_list_undecided_async);
  write_state_attach (task)->account = account;
  trs_store_push (self, task, list_job, (GDestroyNotify) g_ptr_array_unref, FALSE);
}

/**
 * trs_store_list_undecided_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsSubmission): the
 *   submissions, oldest first, each with the outcome unknown
 */
GPtrArray *
trs_store_list_undecided_finish (TrsStore      *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
claimed_job (sqlite3  *db,
             GTask    *task,
             GError  **error)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT project_id FROM submission WHERE account = ?1 AND outcome = ?2 "
                       "AND project_id IS NOT NULL "
                       "AND sent_at >= (SELECT min (sent_at) FROM submission WHERE account = ?1 AND decided_at = 0)",
                       error);
  gboolean row = TRUE;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, write_state_get (task)->account);
  sqlite3_bind_int (statement, 2, (int) TRS_SUBMISSION_ACCEPTED);
  while (trs_sql_step (statement, &row, error) && row)
    g_strv_builder_add (ids, (const char *) sqlite3_column_text (statement, 0));

  return row ? NULL : g_strv_builder_end (ids);
}

/**
 * trs_store_list_claimed_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists what became of submissions that were sent after the first one of which
 * it is not known.
 */
void
trs_store_list_claimed_async (TrsStore            *self,
                              gint64               account,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_list_claimed_async);
  write_state_attach (task)->account = account;
  trs_store_push (self, task, claimed_job, (GDestroyNotify) g_strfreev, FALSE);
}

/**
 * trs_store_list_claimed_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): ids of projects; %NULL with @error set
 */
GStrv
trs_store_list_claimed_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
