/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-versions.h"

#include "trs-store-private.h"
#include "trs-store-text-row.h"

#define OF_PROJECT " FROM project JOIN text ON text.project = project.row WHERE account = ?1 AND id = ?2 "

static sqlite3_stmt *
prepare (sqlite3             *db,
         const TrsStoreArgs  *args,
         const char          *sql,
         GError             **error)
{
  sqlite3_stmt *statement = trs_sql_prepare_for_id (db, sql, args->account, args->id, error);

  if (statement != NULL && sqlite3_bind_parameter_count (statement) > 2)
    sqlite3_bind_int64 (statement, 3, args->number);
  return statement;
}

static char *
dup_hex (sqlite3_stmt *statement,
         int           column)
{
  const guint8 *digest = sqlite3_column_blob (statement, column);
  int size = sqlite3_column_bytes (statement, column);
  GString *hex;

  if (digest == NULL)
    return NULL;

  hex = g_string_sized_new ((gsize) size * 2);
  for (int i = 0; i < size; i++)
    g_string_append_printf (hex, "%02x", digest[i]);
  return g_string_free (hex, FALSE);
}

static gboolean
read_variant_digests (sqlite3         *db,
                      TrsTextVersion  *version,
                      GError         **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for (db, "SELECT flags, sha256 FROM variant WHERE text = ?1", version->number, error);
  gboolean row = TRUE;

  if (statement == NULL)
    return FALSE;

  while (trs_sql_step (statement, &row, error) && row)
    {
      guint flags = (guint) sqlite3_column_int (statement, 0);

      if (flags < TRS_TEXT_N_VARIANTS && version->sha256[flags] == NULL)
        version->sha256[flags] = dup_hex (statement, 1);
    }

  return !row;
}

static gpointer
list_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (GPtrArray) versions = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_text_version_free);
  g_autoptr (sqlite3_stmt) statement =
      prepare (db, args,
               "SELECT text.text, received_at, address, text.language, superseded, decided, bare_sha256, full_sha256"
               OF_PROJECT "ORDER BY received_at DESC, text.text",
               error);
  gboolean row = TRUE;

  if (statement == NULL)
    return NULL;

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
      version->sha256[TRS_TEXT_BARE] = dup_hex (statement, 6);
      version->sha256[TRS_TEXT_ALL] = dup_hex (statement, 7);
      if (!read_variant_digests (db, version, error))
        return NULL;
    }

  return row ? NULL : g_steal_pointer (&versions);
}

static TrsStoreArgs *
make_args (gint64      account,
           const char *project_id,
           gint64      number)
{
  TrsStoreArgs *args = trs_store_args_new (account, project_id);

  args->number = number;
  return args;
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
 * Lists the texts that are kept of a project, without reading them.
 */
void
trs_store_list_versions_async (TrsStore            *self,
                               gint64               account,
                               const char          *project_id,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_list_versions_async, list_job, make_args (account, project_id, 0),
                            (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN, cancellable, callback, user_data);
}

/**
 * trs_store_list_versions_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsTextVersion): the texts,
 *   newest first; none is an empty array
 */
GPtrArray *
trs_store_list_versions_finish (TrsStore      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  return trs_store_call_finish (self, result, error);
}

static gboolean
step_to_version (sqlite3_stmt        *statement,
                 const TrsStoreArgs  *args,
                 GError             **error)
{
  gboolean row = FALSE;

  if (statement == NULL || !trs_sql_step (statement, &row, error))
    return FALSE;

  if (!row)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No such text of %s is kept here", args->id);
  return row;
}

static gpointer
load_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement =
      prepare (db, args, "SELECT " TRS_STORE_TEXT_COLUMNS OF_PROJECT "AND text.text = ?3", error);

  if (!step_to_version (statement, args, error))
    return NULL;

  return trs_store_read_text (db, statement, error);
}

/**
 * trs_store_load_version_async:
 * @self: a store
 * @account: an account
 * @project_id: a project
 * @number: one of its texts
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads a text, byte for byte as it was received.
 */
void
trs_store_load_version_async (TrsStore            *self,
                              gint64               account,
                              const char          *project_id,
                              gint64               number,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_load_version_async, load_job, make_args (account, project_id, number),
                            g_object_unref, TRS_STORE_PLAIN, cancellable, callback, user_data);
}

/**
 * trs_store_load_version_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the text; %NULL with
 *   %G_IO_ERROR_NOT_FOUND if there is none of that number
 */
TrsTranscript *
trs_store_load_version_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  return trs_store_call_finish (self, result, error);
}

static gboolean
run (sqlite3             *db,
     const TrsStoreArgs  *args,
     const char          *sql,
     GError             **error)
{
  g_autoptr (sqlite3_stmt) statement = prepare (db, args, sql, error);

  return statement != NULL && trs_sql_run (statement, error);
}

#define ROW_OF_PROJECT "(SELECT row FROM project WHERE account = ?1 AND id = ?2)"

static gpointer
choose_job (sqlite3  *db,
            GTask    *task,
            GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement =
      prepare (db, args, "SELECT superseded" OF_PROJECT "AND text.text = ?3", error);
  gboolean superseded;

  if (!step_to_version (statement, args, error))
    return NULL;
  superseded = sqlite3_column_int (statement, 0) != 0;
  sqlite3_reset (statement);

  if (!run (db, args, "UPDATE text SET decided = 1 WHERE project = " ROW_OF_PROJECT, error))
    return NULL;
  if (!superseded)
    return GINT_TO_POINTER (TRUE);

  return GINT_TO_POINTER (run (db, args,
                               "UPDATE text SET superseded = 1, "
                               "text = (SELECT min (0, min (text)) - 1 FROM text) WHERE text = " ROW_OF_PROJECT,
                               error) &&
                          run (db, args,
                               "UPDATE text SET superseded = 0, text = " ROW_OF_PROJECT " WHERE text = ?3", error));
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
  trs_store_call_with_args (self, trs_store_choose_version_async, choose_job, make_args (account, project_id, number),
                            NULL, TRS_STORE_DURABLE, cancellable, callback, user_data);
}

/**
 * trs_store_choose_version_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the text is the one that is shown now; %FALSE with
 *   %G_IO_ERROR_NOT_FOUND if there is none of that number
 */
gboolean
trs_store_choose_version_finish (TrsStore      *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  return trs_store_call_finish (self, result, error) != NULL;
}
