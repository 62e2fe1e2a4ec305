/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-texts.h"

#include "trs-carry-over.h"
#include "trs-store-annotation-rows.h"
#include "trs-store-file.h"
#include "trs-store-job.h"
#include "trs-store-rows.h"
#include "trs-store-text-rows.h"

typedef struct
{
  TrsTranscript *transcript;
  char *address;
  gint64 at;
} Received;

static void
received_free (gpointer data)
{
  Received *received = data;

  g_object_unref (received->transcript);
  g_free (received->address);
  g_free (received);
}

static gpointer
save_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  const Received *received = data;
  TrsStoreTextResult result;
  gint64 project;

  if (!trs_store_context_read_number (context, "SELECT " TRS_STORE_ROW_OF_ID, &project, error))
    return NULL;
  if (project == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No project %s is kept here",
                   trs_sql_values_get_text (context->values, context->n_values, ":id"));
      return NULL;
    }

  result = trs_store_put_text (context->db, project, received->transcript, received->address, received->at, error);
  return result != TRS_STORE_TEXT_FAILED ? g_memdup2 (&result, sizeof result) : NULL;
}

/**
 * trs_store_texts_save_async:
 * @self: a store
 * @account: an account
 * @id: one of its projects
 * @transcript: the text as received
 * @address: the service it came from
 * @now: when it came, in microseconds since the epoch
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Keeps a text of a project with its checksums. What is kept is never replaced.
 */
void
trs_store_texts_save_async (TrsStore            *self,
                            gint64               account,
                            const char          *id,
                            TrsTranscript       *transcript,
                            const char          *address,
                            gint64               now,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = save_run,
    .free_result = g_free,
    .flags = TRS_STORE_DURABLE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
  };
  Received *received = g_new0 (Received, 1);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_texts_save_async);
  received->transcript = g_object_ref (transcript);
  received->address = g_strdup (address);
  received->at = now;
  trs_store_push_with_data (self, task, &job, values, G_N_ELEMENTS (values), received, received_free);
}

/**
 * trs_store_texts_save_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: how it compares with what was kept before; %TRS_STORE_TEXT_FAILED with @error set, %G_IO_ERROR_NOT_FOUND if
 *   there is no such project
 */
TrsStoreTextResult
trs_store_texts_save_finish (TrsStore      *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_autofree TrsStoreTextResult *answer = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), TRS_STORE_TEXT_FAILED);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_texts_save_async), TRS_STORE_TEXT_FAILED);

  answer = g_task_propagate_pointer (G_TASK (result), error);
  return answer != NULL ? *answer : TRS_STORE_TEXT_FAILED;
}

static gpointer
load_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  return trs_store_take_text (
      trs_store_context_query (context,
                               "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text "
                               "WHERE project = " TRS_STORE_ROW_OF_ID " AND text = iif (:number, :number, project)",
                               error),
      error);
}

/**
 * trs_store_texts_load_async:
 * @self: a store
 * @account: an account
 * @id: one of its projects
 * @number: one of its texts, see #TrsTextVersion; 0 for the one that is shown
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads a text of a project.
 */
void
trs_store_texts_load_async (TrsStore            *self,
                            gint64               account,
                            const char          *id,
                            gint64               number,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = load_run,
    .free_result = g_object_unref,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
    TRS_SQL_INT64 (":number", number),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_texts_load_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_texts_load_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the text, byte for byte as it was received; %NULL with @error set,
 *   %G_IO_ERROR_NOT_FOUND if there is none
 */
TrsTranscript *
trs_store_texts_load_finish (TrsStore      *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_texts_load_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
read_version (sqlite3_stmt *statement)
{
  TrsTextVersion *version = g_new0 (TrsTextVersion, 1);

  version->number = sqlite3_column_int64 (statement, 0);
  version->received_at = sqlite3_column_int64 (statement, 1);
  version->address = trs_sql_column_text (statement, 2);
  version->language = trs_sql_column_text (statement, 3);
  version->shown = sqlite3_column_int (statement, 4) == 0;
  version->decided = sqlite3_column_int (statement, 5) != 0;
  for (int flags = TRS_TEXT_BARE; flags < TRS_TEXT_N_VARIANTS; flags++)
    version->sha256[flags] = trs_sql_column_text (statement, 6 + flags);
  return version;
}

/**
 * trs_store_texts_list_versions_async:
 * @self: a store
 * @account: an account
 * @id: one of its projects
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the texts of a project.
 */
void
trs_store_texts_list_versions_async (TrsStore            *self,
                                     gint64               account,
                                     const char          *id,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT text, received_at, address, language, superseded, decided, lower (hex (bare_sha256)), "
           TRS_STORE_VARIANT ("lower (hex (sha256))", 1) ", " TRS_STORE_VARIANT ("lower (hex (sha256))", 2) ", "
           "lower (hex (full_sha256)) FROM text WHERE project = " TRS_STORE_ROW_OF_ID
           " ORDER BY received_at DESC, text",
    .read = read_version,
    .free_result = (GDestroyNotify) trs_text_version_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_texts_list_versions_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_texts_list_versions_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsTextVersion): its texts, newest first; %NULL with @error set
 */
GPtrArray *
trs_store_texts_list_versions_finish (TrsStore      *self,
                                      GAsyncResult  *result,
                                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_texts_list_versions_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

#define HAS_NUMBER ":number IN (SELECT text FROM text WHERE project = " TRS_STORE_ROW_OF_ID ")"

/* The last two statements change nothing if this text is shown already. */
static const char choose_version[] =
  "UPDATE text SET decided = 1 WHERE project = " TRS_STORE_ROW_OF_ID " AND " HAS_NUMBER ";"
  "UPDATE text SET superseded = 1, text = (SELECT min (0, min (text)) - 1 FROM text)"
  "  WHERE text = " TRS_STORE_ROW_OF_ID " AND text <> :number AND " HAS_NUMBER ";"
  "UPDATE text SET superseded = 0, text = project"
  "  WHERE project = " TRS_STORE_ROW_OF_ID " AND text = :number AND superseded";

/* Returns: (transfer full) (nullable): the text with that number, and when it was received */
static TrsTranscript *
load_version (sqlite3  *db,
              gint64    project,
              gint64    number,
              gint64   *received_at,
              GError  **error)
{
  if (!trs_sql_read_number (db, received_at, error, "SELECT received_at FROM text WHERE text = ?1 AND project = ?2",
                            "xx", number, project))
    return NULL;
  if (*received_at == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no such text");
      return NULL;
    }
  return trs_store_take_text (trs_sql_query (db, error, "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text WHERE text = ?1",
                                             "x", number),
                              error);
}

/* Carries over the annotations of the text shown before, which has the row number of its project. */
static gboolean
carry_annotations (sqlite3  *db,
                   gint64    shown,
                   gint64    number,
                   GError  **error)
{
  gint64 before_at, after_at;
  g_autoptr (TrsTranscript) before = load_version (db, shown, shown, &before_at, error);
  g_autoptr (TrsTranscript) after = before != NULL ? load_version (db, shown, number, &after_at, error) : NULL;
  g_autoptr (TrsCarryOver) carry = after != NULL ? trs_carry_over_new (before, after) : NULL;
  g_autoptr (TrsAnnotations) annotations = NULL;
  g_autoptr (TrsAnnotations) carried = NULL;

  if (carry == NULL)
    return FALSE;

  annotations = trs_store_list_annotations (db, shown, error);
  if (annotations == NULL)
    return FALSE;
  carried = trs_carry_over_annotations (carry, annotations, before_at, after_at);
  return trs_store_replace_annotations (db, shown, carried, error);
}

static gpointer
choose_version_run (TrsStoreContext  *context,
                    gconstpointer     data,
                    GError          **error)
{
  const gint64 *number = data;
  gint64 shown;

  if (!trs_store_context_read_number (context, "SELECT " TRS_STORE_ROW_OF_ID, &shown, error) ||
      (*number != shown && !carry_annotations (context->db, shown, *number, error)) ||
      !trs_store_context_execute (context, choose_version, error))
    return NULL;
  return GINT_TO_POINTER (TRUE);
}

/**
 * trs_store_texts_choose_version_async:
 * @self: a store
 * @account: an account
 * @id: one of its projects
 * @number: one of its texts, see #TrsTextVersion
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Shows a text of a project from now on, because the user says so; the others stay stored. The annotations are
 * carried over as far as possible.
 */
void
trs_store_texts_choose_version_async (TrsStore            *self,
                                      gint64               account,
                                      const char          *id,
                                      gint64               number,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = choose_version_run,
    .flags = TRS_STORE_DURABLE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
    TRS_SQL_INT64 (":number", number),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_texts_choose_version_async);
  trs_store_push_with_data (self, task, &job, values, G_N_ELEMENTS (values), g_memdup2 (&number, sizeof number),
                            g_free);
}

/**
 * trs_store_texts_choose_version_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success; %G_IO_ERROR_NOT_FOUND if there is no such text
 */
gboolean
trs_store_texts_choose_version_finish (TrsStore      *self,
                                       GAsyncResult  *result,
                                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_texts_choose_version_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_store_texts_remove_all_async:
 * @self: a store
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes the texts of all accounts that the service still has, for good. Titles, notes and the texts of projects that
 * are listed no longer stay.
 */
void
trs_store_texts_remove_all_async (TrsStore            *self,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "DELETE FROM text WHERE project IN (SELECT row FROM project WHERE NOT missing);",
    .flags = TRS_STORE_DURABLE | TRS_STORE_ERASE,
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_texts_remove_all_async);
  trs_store_push (self, task, &job, NULL, 0);
}

/**
 * trs_store_texts_remove_all_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_texts_remove_all_finish (TrsStore      *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_texts_remove_all_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Scanning all rows in the order of the file takes less time than finding each by an index of the account. Texts are
 * counted in an index, because each row of their table has a page of its own. */
static gpointer
coverage_run (TrsStoreContext  *context,
              gconstpointer     data,
              GError          **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_store_context_query (context,
                               "SELECT count(*), count (text) FROM project NOT INDEXED "
                               "LEFT JOIN text INDEXED BY text_project "
                               "ON text.project = project.row AND superseded = 0 "
                               "WHERE account = :account AND state = :done AND NOT hidden",
                               error);
  g_autofree TrsStoreCoverage *coverage = g_new0 (TrsStoreCoverage, 1);
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return NULL;

  coverage->n_finished = (guint) sqlite3_column_int64 (statement, 0);
  coverage->n_kept = (guint) sqlite3_column_int64 (statement, 1);
  coverage->disk_bytes = trs_store_file_measure (sqlite3_db_filename (context->db, "main"));
  return g_steal_pointer (&coverage);
}

/**
 * trs_store_texts_read_coverage_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Counts the transcripts of an account that can be read and searched here; hidden projects do not count. A background
 * job.
 */
void
trs_store_texts_read_coverage_async (TrsStore            *self,
                                     gint64               account,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = coverage_run,
    .free_result = g_free,
    .flags = TRS_STORE_BACKGROUND,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_INT64 (":done", TRS_PROJECT_STATE_DONE),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_texts_read_coverage_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_texts_read_coverage_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the counts, to be freed with g_free(); %NULL with @error set
 */
TrsStoreCoverage *
trs_store_texts_read_coverage_finish (TrsStore      *self,
                                      GAsyncResult  *result,
                                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_texts_read_coverage_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
