/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-submissions.h"

#include "trs-store-private.h"
#include "trs-store-rows.h"

/* Which projects were there before a submission: so many of the newest tell. */
#define INTENT                                                                                            \
  "INSERT OR REPLACE INTO submission (local_id, account, video_id, language, webhook_url, sent_at, "      \
  "outcome, known_ids) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, "                                              \
  "(SELECT coalesce (group_concat (plain_id (id), char (10)), '') FROM "                                  \
  "(SELECT id FROM project WHERE account = ?2 ORDER BY sort_at DESC, row DESC LIMIT 200)))"

/* A submission that is written down. */
typedef struct
{
  gint64 account;
  char *local_id;
  char *video_id;
  char *language;
  char *webhook_url;
  gint64 time;
  TrsSubmissionOutcome outcome;
  char *project_id;
  TrsProjectData *project;
} WriteState;

static WriteState *
write_state_new (gint64      account,
                 const char *local_id,
                 gint64      time)
{
  WriteState *state = g_new0 (WriteState, 1);

  state->account = account;
  state->local_id = g_strdup (local_id);
  state->time = time;
  return state;
}

static void
write_state_free (WriteState *state)
{
  g_free (state->local_id);
  g_free (state->video_id);
  g_free (state->language);
  g_free (state->webhook_url);
  g_free (state->project_id);
  g_clear_pointer (&state->project, trs_project_data_free);
  g_free (state);
}

static gpointer
intent_job (sqlite3  *db,
            GTask    *task,
            GError  **error)
{
  const WriteState *state = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare (db, INTENT, error);

  if (statement == NULL)
    return NULL;

  trs_sql_bind_text (statement, 1, state->local_id);
  sqlite3_bind_int64 (statement, 2, state->account);
  trs_sql_bind_text (statement, 3, state->video_id);
  trs_sql_bind_text (statement, 4, state->language);
  trs_sql_bind_text (statement, 5, state->webhook_url);
  sqlite3_bind_int64 (statement, 6, state->time);
  sqlite3_bind_int (statement, 7, (int) TRS_SUBMISSION_SENDING);
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
  WriteState *state = write_state_new (account, trs_submission_get_local_id (submission),
                                       trs_submission_get_sent_at (submission));

  state->video_id = g_strdup (trs_submission_get_video_id (submission));
  state->language = g_strdup (trs_submission_get_language (submission));
  state->webhook_url = g_strdup (trs_submission_get_webhook_url (submission));
  trs_store_call (self, trs_store_write_intent_async, intent_job, state, (GDestroyNotify) write_state_free, NULL,
                  TRS_STORE_DURABLE, cancellable, callback, user_data);
}

static gboolean
write_outcome (sqlite3           *db,
               const WriteState  *state,
               GError           **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "UPDATE submission SET outcome = ?2, project_id = ?3, decided_at = ?4 WHERE local_id = ?1",
                       error);

  if (statement == NULL)
    return FALSE;

  trs_sql_bind_text (statement, 1, state->local_id);
  sqlite3_bind_int (statement, 2, (int) state->outcome);
  trs_sql_bind_text (statement, 3, state->project_id);
  sqlite3_bind_int64 (statement, 4, state->time);
  return trs_sql_run (statement, error);
}

static gpointer
outcome_job (sqlite3  *db,
             GTask    *task,
             GError  **error)
{
  return GINT_TO_POINTER (write_outcome (db, g_task_get_task_data (task), error));
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
  WriteState *state = write_state_new (0, local_id, now);

  state->outcome = outcome;
  state->project_id = g_strdup (project_id);
  trs_store_call (self, trs_store_write_outcome_async, outcome_job, state, (GDestroyNotify) write_state_free, NULL,
                  TRS_STORE_DURABLE, cancellable, callback, user_data);
}

/* TRUE if it is on the disk. */
gboolean
trs_store_write_finish (TrsStore      *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  return trs_store_call_finish (self, result, error) != NULL;
}

/* The list may have told of it before the answer came, and knows better how far it is, and that it is unread. */
static TrsProjectData *
merge_accepted (TrsStoreRows      *rows,
                const WriteState  *state,
                GError           **error)
{
  g_autoptr (TrsProjectData) project = trs_project_data_copy (state->project);
  g_auto (TrsStoreRow) known = { NULL, 0 };

  if (!trs_store_rows_find (rows, project->id, &known, error))
    return NULL;
  if (known.data != NULL)
    trs_project_data_merge (project, known.data);
  return trs_store_rows_merge (rows, project, state->time, error);
}

static gpointer
accept_job (sqlite3  *db,
            GTask    *task,
            GError  **error)
{
  const WriteState *state = g_task_get_task_data (task);
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  g_auto (TrsStoreRows) rows = { NULL, };
  TrsProjectData *project;

  if (!write_outcome (db, state, error) || !trs_store_rows_init (&rows, db, state->account, error))
    return NULL;

  project = merge_accepted (&rows, state, error);
  if (project == NULL)
    return NULL;
  g_ptr_array_add (projects, project);
  return g_steal_pointer (&projects);
}

/**
 * trs_store_accept_submission_async:
 * @self: a store
 * @account: an account
 * @local_id: of a submission that was written down
 * @project: what it has become
 * @now: microseconds since the epoch
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Closes a submission and keeps its project. Finish with
 * trs_store_read_projects_finish(): the project as it is now.
 */
void
trs_store_accept_submission_async (TrsStore             *self,
                                   gint64                account,
                                   const char           *local_id,
                                   const TrsProjectData *project,
                                   gint64                now,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data)
{
  WriteState *state = write_state_new (account, local_id, now);

  state->outcome = TRS_SUBMISSION_ACCEPTED;
  state->project_id = g_strdup (project->id);
  state->project = trs_project_data_copy (project);
  trs_store_call (self, trs_store_accept_submission_async, accept_job, state, (GDestroyNotify) write_state_free,
                  (GDestroyNotify) g_ptr_array_unref, TRS_STORE_DURABLE, cancellable, callback, user_data);
}

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
list_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (GPtrArray) submissions = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for (db,
                           "SELECT local_id, video_id, language, webhook_url, sent_at FROM submission "
                           "WHERE account = ?1 AND decided_at = 0 ORDER BY sent_at",
                           args->account, error);
  gboolean row = TRUE;

  if (statement == NULL)
    return NULL;

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
 * those among them over which the program died: (element-type TrsSubmission),
 * oldest first, each with the outcome unknown.
 */
void
trs_store_list_undecided_async (TrsStore            *self,
                                gint64               account,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_list_undecided_async, list_job, trs_store_args_new (account, NULL),
                            (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN, cancellable, callback, user_data);
}

GPtrArray *
trs_store_list_undecided_finish (TrsStore      *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  return trs_store_call_finish (self, result, error);
}

typedef struct
{
  gint64 account;
  char *video_id;
  GHashTable *known;
  gint64 sort_at;
  gint64 row;
} Unknown;

static void
unknown_clear (Unknown *self)
{
  g_free (self->video_id);
  g_clear_pointer (&self->known, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Unknown, unknown_clear)

static gboolean
read_unknown (sqlite3     *db,
              const char  *local_id,
              Unknown     *unknown,
              GError     **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT account, video_id, known_ids FROM submission WHERE local_id = ?1 AND decided_at = 0",
                       error);
  g_auto (GStrv) ids = NULL;
  gboolean row = FALSE;

  if (statement == NULL)
    return FALSE;

  trs_sql_bind_text (statement, 1, local_id);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  if (!row)
    return TRUE;

  unknown->account = sqlite3_column_int64 (statement, 0);
  unknown->video_id = trs_sql_column_text (statement, 1);
  unknown->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ids = g_strsplit ((const char *) sqlite3_column_text (statement, 2), "\n", -1);
  for (guint i = 0; ids[i] != NULL; i++)
    if (*ids[i] != '\0')
      g_hash_table_add (unknown->known, g_strdup (ids[i]));
  return TRUE;
}

/* What stands below all that was known before is older, and was only not read yet. Where none of the known ones is, it
 * may be someone else's list, or not read far enough. */
static gboolean
find_lowest_known (TrsStoreRows  *rows,
                   Unknown       *unknown,
                   GError       **error)
{
  GHashTableIter iter;
  gpointer id;

  unknown->sort_at = g_hash_table_size (unknown->known) > 0 ? G_MAXINT64 : G_MININT64;
  unknown->row = unknown->sort_at;
  g_hash_table_iter_init (&iter, unknown->known);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      g_auto (TrsStoreRow) row = { NULL, 0 };

      if (!trs_store_rows_find (rows, id, &row, error))
        return FALSE;
      if (row.data != NULL && (row.data->sort_at < unknown->sort_at ||
                               (row.data->sort_at == unknown->sort_at && row.data->row < unknown->row)))
        {
          unknown->sort_at = row.data->sort_at;
          unknown->row = row.data->row;
        }
    }
  return TRUE;
}

static GPtrArray *
read_candidates (TrsStoreRows   *rows,
                 const Unknown  *unknown,
                 GError        **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for (rows->db,
                           "SELECT " TRS_STORE_ROW_COLUMNS " FROM project "
                           "WHERE account = ?1 AND video_id = ?2 AND created_at <> 0 AND (sort_at, row) > (?3, ?4) "
                           "AND id NOT IN (SELECT packed_id (project_id) FROM submission "
                           "WHERE account = ?1 AND outcome = ?5 AND project_id IS NOT NULL) "
                           "ORDER BY sort_at DESC, row DESC",
                           unknown->account, error);
  g_autoptr (GPtrArray) candidates = NULL;

  if (statement == NULL)
    return NULL;

  trs_sql_bind_text (statement, 2, unknown->video_id);
  sqlite3_bind_int64 (statement, 3, unknown->sort_at);
  sqlite3_bind_int64 (statement, 4, unknown->row);
  sqlite3_bind_int (statement, 5, (int) TRS_SUBMISSION_ACCEPTED);
  candidates = trs_store_rows_read_all (rows, statement, error);
  for (guint i = candidates != NULL ? candidates->len : 0; i > 0; i--)
    {
      const TrsProjectData *candidate = g_ptr_array_index (candidates, i - 1);

      if (g_hash_table_contains (unknown->known, candidate->id))
        g_ptr_array_remove_index (candidates, i - 1);
    }
  return g_steal_pointer (&candidates);
}

static gpointer
candidates_job (sqlite3  *db,
                GTask    *task,
                GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_auto (TrsStoreRows) rows = { NULL, };
  g_auto (Unknown) unknown = { 0, };

  if (!read_unknown (db, args->id, &unknown, error))
    return NULL;
  if (unknown.video_id == NULL)
    return g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  if (!trs_store_rows_init (&rows, db, unknown.account, error) || !find_lowest_known (&rows, &unknown, error))
    return NULL;
  return read_candidates (&rows, &unknown, error);
}

void
trs_store_find_candidates_async (TrsStore            *self,
                                 const char          *local_id,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_find_candidates_async, candidates_job, trs_store_args_new (0, local_id),
                            (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN, cancellable, callback, user_data);
}
