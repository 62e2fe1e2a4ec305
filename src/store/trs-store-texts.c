/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-texts.h"

#include "trs-store-private.h"

#define OF_PROJECT " FROM project JOIN text ON text.project = project.row WHERE account = ?1 AND id = ?2 "
#define ROW_OF_PROJECT "(SELECT row FROM project WHERE account = ?1 AND id = ?2)"

static gboolean
step_to_row (sqlite3_stmt        *statement,
             const TrsStoreArgs  *args,
             GError             **error)
{
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  if (!row)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No such text or project %s is kept here", args->id);
  return row;
}

static gpointer
save_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error, "SELECT row FROM project WHERE account = ?1 AND id = ?2", "xd", args->account,
                     args->id);
  gint64 project;

  if (!step_to_row (statement, args, error))
    return NULL;

  project = sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);
  return GINT_TO_POINTER (trs_store_put_text (db, project, args->transcript, args->text, args->now, error));
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
  const TrsStoreArgs args = {
    .account = account,
    .id = project_id,
    .transcript = transcript,
    .text = address,
    .now = now,
  };

  trs_store_call_with_args (self, save_job, &args, NULL, TRS_STORE_DURABLE, cancellable,
                            callback, user_data);
}

/* %G_IO_ERROR_NOT_FOUND if the project is not kept here. */
TrsStoreTextResult
trs_store_save_text_finish (TrsStore      *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  return (TrsStoreTextResult) GPOINTER_TO_INT (trs_store_pointer_finish (self, result, error));
}

static gpointer
load_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT " TRS_STORE_TEXT_COLUMNS OF_PROJECT "AND text.text = iif (?3, ?3, project.row)",
                     "xdx", args->account, args->id, args->number);

  return step_to_row (statement, args, error) ? trs_store_read_text (db, statement, error) : NULL;
}

/**
 * trs_store_load_text_async:
 * @self: a store
 * @account: an account
 * @project_id: a project
 * @number: one of its texts; 0 for the one that is shown
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads a text, byte for byte as it was received. Finish with
 * trs_store_pointer_finish(): a #TrsTranscript; %G_IO_ERROR_NOT_FOUND if there
 * is none.
 */
void
trs_store_load_text_async (TrsStore            *self,
                           gint64               account,
                           const char          *project_id,
                           gint64               number,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  const TrsStoreArgs args = { .account = account, .id = project_id, .number = number };

  trs_store_call_with_args (self, load_job, &args, g_object_unref, TRS_STORE_PLAIN,
                            cancellable, callback, user_data);
}

static gboolean
read_variant_digests (sqlite3         *db,
                      TrsTextVersion  *version,
                      GError         **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error, "SELECT flags, lower (hex (sha256)) FROM variant WHERE text = ?1", "x",
                     version->number);
  gboolean row = TRUE;

  while (trs_sql_step (statement, &row, error) && row)
    {
      guint flags = (guint) sqlite3_column_int (statement, 0);

      if (flags < TRS_TEXT_N_VARIANTS && version->sha256[flags] == NULL)
        version->sha256[flags] = trs_sql_column_text (statement, 1);
    }

  return !row;
}

static gpointer
versions_job (sqlite3  *db,
              GTask    *task,
              GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (GPtrArray) versions = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_text_version_free);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT text.text, received_at, address, text.language, superseded, decided, "
                     "lower (hex (bare_sha256)), lower (hex (full_sha256))" OF_PROJECT
                     "ORDER BY received_at DESC, text.text",
                     "xd", args->account, args->id);
  gboolean row = TRUE;

  while (trs_sql_step (statement, &row, error) && row)
    {
      TrsTextVersion *version = g_new0 (TrsTextVersion, 1);

      g_ptr_array_add (versions, version);
      version->number = sqlite3_column_int64 (statement, 0);
      version->received_at = sqlite3_column_int64 (statement, 1);
      version->address = trs_sql_column_text (statement, 2);
      version->language = trs_sql_column_text (statement, 3);
      version->shown = sqlite3_column_int (statement, 4) == 0;
      version->decided = sqlite3_column_int (statement, 5) != 0;
      version->sha256[TRS_TEXT_BARE] = trs_sql_column_text (statement, 6);
      version->sha256[TRS_TEXT_ALL] = trs_sql_column_text (statement, 7);
      if (!read_variant_digests (db, version, error))
        return NULL;
    }

  return row ? NULL : g_steal_pointer (&versions);
}

/**
 * trs_store_list_versions_async:
 * @self: a store
 * @account: an account
 * @project_id: a project
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the texts that are kept of a project, without reading them. Finish with
 * trs_store_pointer_finish(): (element-type TrsTextVersion): a #GPtrArray,
 * newest first.
 */
void
trs_store_list_versions_async (TrsStore            *self,
                               gint64               account,
                               const char          *project_id,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  const TrsStoreArgs args = { .account = account, .id = project_id };

  trs_store_call_with_args (self, versions_job, &args,
                            (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN, cancellable, callback, user_data);
}

static gpointer
choose_job (sqlite3  *db,
            GTask    *task,
            GError  **error)
{
  static const char * const steps[] = {
    "UPDATE text SET decided = 1 WHERE project = " ROW_OF_PROJECT,
    "UPDATE text SET superseded = 1, text = (SELECT min (0, min (text)) - 1 FROM text) WHERE text = " ROW_OF_PROJECT,
    "UPDATE text SET superseded = 0, text = " ROW_OF_PROJECT " WHERE text = ?3",
  };
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error, "SELECT superseded" OF_PROJECT "AND text.text = ?3", "xdx", args->account, args->id,
                     args->number);
  guint n_steps;

  if (!step_to_row (statement, args, error))
    return NULL;

  n_steps = sqlite3_column_int (statement, 0) != 0 ? G_N_ELEMENTS (steps) : 1;
  sqlite3_reset (statement);
  for (guint i = 0; i < n_steps; i++)
    if (!trs_sql_execute (db, error, steps[i], "xdx", args->account, args->id, args->number))
      return NULL;
  return GINT_TO_POINTER (TRUE);
}

/**
 * trs_store_choose_version_async:
 * @self: a store
 * @account: an account
 * @project_id: a project
 * @number: one of its texts
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Shows this text from now on, or goes on showing it, because the user says
 * so: all that are kept are decided about. The others are kept.
 * %G_IO_ERROR_NOT_FOUND if there is none of that number.
 */
void
trs_store_choose_version_async (TrsStore            *self,
                                gint64               account,
                                const char          *project_id,
                                gint64               number,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  const TrsStoreArgs args = { .account = account, .id = project_id, .number = number };

  trs_store_call_with_args (self, choose_job, &args, NULL, TRS_STORE_DURABLE,
                            cancellable, callback, user_data);
}
