/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-texts.h"

#include "trs-error.h"
#include "trs-search-fold.h"
#include "trs-sql-id.h"
#include "trs-store-index.h"
#include "trs-store-private.h"
#include "trs-store-text-read.h"
#include "trs-text-prefixes.h"

typedef struct
{
  gint64 account;
  char *project_id;
  TrsTranscript *transcript;
  char *address;
  gint64 now;
} TextState;

static void
text_state_free (TextState *state)
{
  g_free (state->project_id);
  g_clear_object (&state->transcript);
  g_free (state->address);
  g_free (state);
}

static gboolean
find_project (sqlite3     *db,
              TextState   *state,
              gint64      *project,
              GError     **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "SELECT row FROM project WHERE account = ?1 AND id = ?2", error);
  gboolean row = FALSE;

  if (statement == NULL)
    return FALSE;

  sqlite3_bind_int64 (statement, 1, state->account);
  trs_sql_bind_id (statement, 2, state->project_id);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  *project = row ? sqlite3_column_int64 (statement, 0) : 0;
  return TRUE;
}

/* How what is kept of a project compares with a text: nothing, the same, another. */
static gboolean
compare_with_kept (sqlite3             *db,
                   gint64               project,
                   GBytes              *bare_sha256,
                   GBytes              *full_sha256,
                   TrsStoreTextResult  *result,
                   GError             **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT count(*), coalesce(max(bare_sha256 = ?2 AND full_sha256 = ?3), 0) "
                       "FROM text WHERE project = ?1",
                       error);
  gboolean row = FALSE;

  if (statement == NULL)
    return FALSE;

  sqlite3_bind_int64 (statement, 1, project);
  trs_sql_bind_bytes (statement, 2, bare_sha256);
  trs_sql_bind_bytes (statement, 3, full_sha256);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  if (!row || sqlite3_column_int (statement, 0) == 0)
    *result = TRS_STORE_TEXT_NEW;
  else
    *result = sqlite3_column_int (statement, 1) != 0 ? TRS_STORE_TEXT_SAME : TRS_STORE_TEXT_DIFFERENT;
  return TRUE;
}

/* A text that can be read no more makes room for the same one, fetched again. */
static gboolean
drop_unreadable (sqlite3   *db,
                 gint64     project,
                 gboolean  *dropped,
                 GError   **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text WHERE text = ?1", error);
  g_autoptr (sqlite3_stmt) removal = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) local_error = NULL;
  gboolean row = FALSE;

  *dropped = FALSE;
  if (statement == NULL)
    return FALSE;

  sqlite3_bind_int64 (statement, 1, project);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  if (row)
    transcript = trs_store_read_text (db, statement, &local_error);
  if (!row || transcript != NULL)
    return TRUE;
  if (trs_sql_is_damage (local_error))
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  sqlite3_reset (statement);
  *dropped = TRUE;
  removal = trs_sql_prepare (db, "DELETE FROM text WHERE text = ?1", error);
  if (removal == NULL)
    return FALSE;
  sqlite3_bind_int64 (removal, 1, project);

  /* Nobody can say any more which words the index has of it. */
  return trs_sql_run (removal, error) && trs_store_index_rebuild (db, error);
}

static gboolean
insert_variants (sqlite3        *db,
                 gint64          text,
                 TrsTranscript  *transcript,
                 GError        **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "INSERT INTO variant (text, flags, bytes, sha256) VALUES (?1, ?2, ?3, ?4)", error);

  if (statement == NULL)
    return FALSE;

  /* The bare one stands in the row of the text, where it can be searched. */
  for (guint flags = TRS_TEXT_BARE + 1; flags < TRS_TEXT_N_VARIANTS; flags++)
    {
      g_autoptr (GBytes) bytes = trs_transcript_get_text (transcript, flags);
      g_autoptr (GBytes) sha256 = trs_store_make_sha256 (bytes);

      sqlite3_bind_int64 (statement, 1, text);
      sqlite3_bind_int (statement, 2, (int) flags);
      trs_sql_bind_bytes (statement, 3, bytes);
      trs_sql_bind_bytes (statement, 4, sha256);
      if (!trs_sql_run (statement, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
insert_text (sqlite3             *db,
             const TextState     *state,
             gint64               project,
             gboolean             superseded,
             GBytes              *bare_sha256,
             GBytes              *full_sha256,
             GError             **error)
{
  g_autoptr (GBytes) bare = trs_transcript_get_text (state->transcript, TRS_TEXT_BARE);
  g_autoptr (GBytes) prefixes =
      trs_transcript_get_aligned (state->transcript) ? trs_text_prefixes_take (state->transcript) : NULL;
  TrsSplitRule split = TRS_SPLIT_FIRST;
  gboolean aligned = prefixes != NULL && trs_text_prefixes_find_split (state->transcript, prefixes, &split);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "INSERT INTO text (text, project, superseded, aligned, damaged, language, address, received_at, "
                       "bare, prefixes, bare_sha256, full_sha256, split, unspaced) VALUES "
                       "(iif (?2, (SELECT min (0, coalesce (min (text), 0)) - 1 FROM text), ?1), "
                       "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                       error);
  gsize size;
  const char *data = g_bytes_get_data (bare, &size);

  if (statement == NULL)
    return FALSE;

  sqlite3_bind_int64 (statement, 1, project);
  sqlite3_bind_int (statement, 2, superseded);
  sqlite3_bind_int (statement, 3, aligned);
  sqlite3_bind_int (statement, 4, trs_transcript_get_damaged (state->transcript));
  trs_sql_bind_text (statement, 5, trs_transcript_get_language (state->transcript));
  trs_sql_bind_text (statement, 6, state->address);
  sqlite3_bind_int64 (statement, 7, state->now);
  sqlite3_bind_text64 (statement, 8, data != NULL ? data : "", size, SQLITE_STATIC, SQLITE_UTF8);
  trs_sql_bind_bytes (statement, 9, aligned ? prefixes : NULL);
  trs_sql_bind_bytes (statement, 10, bare_sha256);
  trs_sql_bind_bytes (statement, 11, full_sha256);
  sqlite3_bind_int (statement, 12, (int) split);
  sqlite3_bind_int (statement, 13, trs_search_has_unspaced (data != NULL ? data : "", size));

  return trs_sql_run (statement, error) &&
         (aligned || insert_variants (db, sqlite3_last_insert_rowid (db), state->transcript, error));
}

/* A text that was removed from this computer and is fetched after all is here again. */
static gboolean
unhide (sqlite3  *db,
        gint64    project,
        GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "UPDATE project SET hidden = 0 WHERE row = ?1 AND hidden", error);

  if (statement == NULL)
    return FALSE;

  sqlite3_bind_int64 (statement, 1, project);
  return trs_sql_run (statement, error);
}

static TrsStoreTextResult
put_text (sqlite3          *db,
          const TextState  *state,
          gint64            project,
          GError          **error)
{
  g_autoptr (GBytes) bare = trs_transcript_get_text (state->transcript, TRS_TEXT_BARE);
  g_autoptr (GBytes) full = trs_transcript_get_text (state->transcript, TRS_TEXT_ALL);
  g_autoptr (GBytes) bare_sha256 = trs_store_make_sha256 (bare);
  g_autoptr (GBytes) full_sha256 = trs_store_make_sha256 (full);
  TrsStoreTextResult result = TRS_STORE_TEXT_FAILED;
  gboolean dropped = FALSE;

  if (!compare_with_kept (db, project, bare_sha256, full_sha256, &result, error))
    return TRS_STORE_TEXT_FAILED;

  if (result != TRS_STORE_TEXT_NEW && !drop_unreadable (db, project, &dropped, error))
    return TRS_STORE_TEXT_FAILED;
  if (dropped)
    result = TRS_STORE_TEXT_NEW;

  if (result != TRS_STORE_TEXT_SAME &&
      !insert_text (db, state, project, result == TRS_STORE_TEXT_DIFFERENT, bare_sha256, full_sha256, error))
    return TRS_STORE_TEXT_FAILED;
  if (result == TRS_STORE_TEXT_NEW && !unhide (db, project, error))
    return TRS_STORE_TEXT_FAILED;

  return result;
}

/**
 * trs_store_put_text:
 * @db: a connection
 * @project: the row of a project
 * @transcript: its text as received
 * @address: where it came from
 * @now: when it came, in microseconds since the epoch
 * @error: return location for an error
 *
 * As trs_store_save_text_async(), within a job.
 *
 * Returns: how the text compares with what was kept before
 */
TrsStoreTextResult
trs_store_put_text (sqlite3        *db,
                    gint64          project,
                    TrsTranscript  *transcript,
                    const char     *address,
                    gint64          now,
                    GError        **error)
{
  const TextState state = { .transcript = transcript, .address = (char *) address, .now = now };

  return put_text (db, &state, project, error);
}

static gpointer
save_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  TextState *state = g_task_get_task_data (task);
  gint64 project = 0;

  if (!find_project (db, state, &project, error))
    return NULL;

  if (project == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No project %s is kept here", state->project_id);
      return NULL;
    }

  return GINT_TO_POINTER (put_text (db, state, project, error));
}

/**
 * trs_store_save_text_async:
 * @self: a store
 * @account: an account
 * @project_id: a project that is kept
 * @transcript: its text as received
 * @address: (not nullable): where it came from
 * @now: when it came, in microseconds since the epoch
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Keeps a text with its checksums. What is kept already is never replaced.
 */
void
trs_store_save_text_async (TrsStore            *self,
                           gint64               account,
                           const char          *project_id,
                           TrsTranscript       *transcript,
                           const char          *address,
                           gint64               now,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  TextState *state = g_new0 (TextState, 1);

  state->account = account;
  state->project_id = g_strdup (project_id);
  state->transcript = g_object_ref (transcript);
  state->address = g_strdup (address);
  state->now = now;
  trs_store_call (self, trs_store_save_text_async, save_job, state, (GDestroyNotify) text_state_free, NULL,
                  TRS_STORE_DURABLE, cancellable, callback, user_data);
}

/**
 * trs_store_save_text_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: how the text compares with what was kept before
 */
TrsStoreTextResult
trs_store_save_text_finish (TrsStore      *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  return (TrsStoreTextResult) GPOINTER_TO_INT (trs_store_call_finish (self, result, error));
}

static gpointer
load_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  TextState *state = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text JOIN project ON text.text = project.row "
                       "WHERE account = ?1 AND id = ?2",
                       error);
  gboolean row = FALSE;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, state->account);
  trs_sql_bind_id (statement, 2, state->project_id);
  if (!trs_sql_step (statement, &row, error))
    return NULL;

  if (!row)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No text of %s is kept here", state->project_id);
      return NULL;
    }

  return trs_store_read_text (db, statement, error);
}

/**
 * trs_store_load_text_async:
 * @self: a store
 * @account: an account
 * @project_id: a project
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the text of a project, byte for byte as it was received.
 */
void
trs_store_load_text_async (TrsStore            *self,
                           gint64               account,
                           const char          *project_id,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  TextState *state = g_new0 (TextState, 1);

  state->account = account;
  state->project_id = g_strdup (project_id);
  trs_store_call (self, trs_store_load_text_async, load_job, state, (GDestroyNotify) text_state_free, g_object_unref,
                  TRS_STORE_PLAIN, cancellable, callback, user_data);
}

/**
 * trs_store_load_text_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the transcript; %NULL with
 *   %G_IO_ERROR_NOT_FOUND if none is kept
 */
TrsTranscript *
trs_store_load_text_finish (TrsStore      *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  return trs_store_call_finish (self, result, error);
}
