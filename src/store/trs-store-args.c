/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

#include "trs-store.h"

#define MEMBER(name, type) { ":" #name, type, G_STRUCT_OFFSET (TrsStoreArgs, name) }

/* The members of TrsStoreArgs by their names in SQL: `x` a gint64, `i` an int or an enumeration, `s` a text, `j` an
 * array of JSON. `c` is no member, but a constant. */
static const struct
{
  const char *name;
  char type;
  gsize value;
} members[] = {
  MEMBER (account, 'x'),
  MEMBER (id, 's'),
  MEMBER (ids, 'j'),
  MEMBER (address, 's'),
  MEMBER (title, 's'),
  MEMBER (note, 's'),
  MEMBER (query, 's'),
  MEMBER (video_id, 's'),
  MEMBER (language, 's'),
  MEMBER (webhook_url, 's'),
  MEMBER (project_id, 's'),
  MEMBER (number, 'x'),
  MEMBER (place, 'x'),
  MEMBER (caret, 'x'),
  MEMBER (now, 'x'),
  MEMBER (limit, 'i'),
  MEMBER (show, 'i'),
  MEMBER (outcome, 'i'),
  { "@done", 'c', TRS_PROJECT_STATE_DONE },
  { "@error", 'c', TRS_PROJECT_STATE_ERROR },
  { "@show_in_progress", 'c', TRS_PROJECT_SHOW_IN_PROGRESS },
  { "@show_done", 'c', TRS_PROJECT_SHOW_DONE },
  { "@show_failed", 'c', TRS_PROJECT_SHOW_FAILED },
  { "@sending", 'c', TRS_SUBMISSION_SENDING },
  { "@accepted", 'c', TRS_SUBMISSION_ACCEPTED },
};

static void
bind (sqlite3_stmt       *statement,
      const TrsStoreArgs *args)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      int index = sqlite3_bind_parameter_index (statement, members[i].name);
      gpointer member = G_STRUCT_MEMBER_P (args, members[i].value);

      if (index == 0)
        continue;
      if (members[i].type == 'c')
        sqlite3_bind_int (statement, index, (int) members[i].value);
      else if (members[i].type == 'i')
        sqlite3_bind_int (statement, index, *(int *) member);
      else if (members[i].type == 'x')
        sqlite3_bind_int64 (statement, index, *(gint64 *) member);
      else if (members[i].type == 's')
        sqlite3_bind_text (statement, index, *(char **) member, -1, SQLITE_TRANSIENT);
      else
        sqlite3_bind_text (statement, index, trs_sql_dup_json (args->ids), -1, g_free);
    }
}

/**
 * trs_store_args_query:
 * @args: parameters of a job
 * @db: a connection
 * @sql: one statement, in which `:account` stands for the member @account of
 *   @args, and `@done` for the constant of that name
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the statement with its values bound, for trs_sql_step()
 */
sqlite3_stmt *
trs_store_args_query (const TrsStoreArgs  *args,
                      sqlite3             *db,
                      const char          *sql,
                      GError             **error)
{
  sqlite3_stmt *statement = trs_sql_query (db, error, sql, "");

  if (statement != NULL)
    bind (statement, args);
  return statement;
}

/**
 * trs_store_args_execute:
 * @args: parameters of a job
 * @db: a connection
 * @sql: statements without results, see trs_store_args_query()
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_args_execute (const TrsStoreArgs  *args,
                        sqlite3             *db,
                        const char          *sql,
                        GError             **error)
{
  while (*sql != '\0')
    {
      g_autoptr (sqlite3_stmt) statement = NULL;

      if (sqlite3_prepare_v2 (db, sql, -1, &statement, &sql) != SQLITE_OK)
        return trs_sql_fail (db, error);
      bind (statement, args);
      if (!trs_sql_run (statement, error))
        return FALSE;
    }
  return TRUE;
}

static gpointer
copy_project (gconstpointer project,
              gpointer      user_data)
{
  return trs_project_data_copy (project);
}

TrsStoreArgs *
trs_store_args_copy (const TrsStoreArgs *args)
{
  TrsStoreArgs *copy = g_memdup2 (args, sizeof *args);

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (members[i].type == 's')
      G_STRUCT_MEMBER (char *, copy, members[i].value) = g_strdup (G_STRUCT_MEMBER (char *, args, members[i].value));
  copy->ids = (const char * const *) g_strdupv ((GStrv) args->ids);
  copy->rows = g_memdup2 (args->rows, args->n_rows * sizeof *args->rows);
  if (args->transcript != NULL)
    g_object_ref (args->transcript);
  if (args->annotations != NULL)
    g_ptr_array_ref (args->annotations);
  if (args->removed != NULL)
    g_ptr_array_ref (args->removed);
  if (args->project != NULL)
    copy->project = trs_project_data_copy (args->project);
  if (args->projects != NULL)
    {
      copy->projects = g_ptr_array_copy (args->projects, copy_project, NULL);
      g_ptr_array_set_free_func (copy->projects, (GDestroyNotify) trs_project_data_free);
    }
  if (args->pages != NULL)
    g_ptr_array_ref (args->pages);
  return copy;
}

void
trs_store_args_free (TrsStoreArgs *args)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (members[i].type == 's')
      g_free (G_STRUCT_MEMBER (char *, args, members[i].value));
  g_strfreev ((GStrv) args->ids);
  g_free ((gpointer) args->rows);
  g_clear_object (&args->transcript);
  g_clear_pointer (&args->annotations, g_ptr_array_unref);
  g_clear_pointer (&args->removed, g_ptr_array_unref);
  g_clear_pointer ((TrsProjectData **) &args->project, trs_project_data_free);
  g_clear_pointer (&args->projects, g_ptr_array_unref);
  g_clear_pointer (&args->pages, g_ptr_array_unref);
  g_free (args);
}

/* An old job, run as a new one. */
typedef struct
{
  TrsStoreJob job;
  const TrsStoreOldJob *old;
  TrsStoreArgs *args;
} OldCall;

static void
old_call_free (gpointer data)
{
  OldCall *call = data;

  trs_store_args_free (call->args);
  g_free (call);
}

static gpointer
old_call_run (TrsStoreContext  *context,
              gconstpointer     data,
              GError          **error)
{
  const OldCall *call = data;
  const TrsStoreOldJob *old = call->old;
  int n_changes = sqlite3_total_changes (context->db);
  gpointer result = NULL;

  call->args->dry |= context->dry;
  if (old->run != NULL)
    result = old->run (context->db, call->args, error);
  else if (old->read != NULL)
    result = trs_sql_read_all (trs_store_args_query (call->args, context->db, old->sql, error), old->read,
                               old->free_result, error);
  else if (trs_store_args_execute (call->args, context->db, old->sql, error))
    {
      if ((old->flags & TRS_STORE_MUST_CHANGE) == 0 || sqlite3_total_changes (context->db) != n_changes)
        result = GINT_TO_POINTER (TRUE);
      else
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No such text or project %s is kept here",
                     call->args->id);
    }
  context->quiet = call->args->quiet;
  return result;
}

static void
keep (gpointer data)
{
}

void
trs_store_run_async (TrsStore              *self,
                     const TrsStoreOldJob  *old,
                     const TrsStoreArgs    *args,
                     GCancellable          *cancellable,
                     GAsyncReadyCallback    callback,
                     gpointer               user_data)
{
  static const TrsStoreArgs none = { 0 };
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  OldCall *call = g_new0 (OldCall, 1);

  g_task_set_source_tag (task, trs_store_run_async);
  call->old = old;
  call->args = trs_store_args_copy (args != NULL ? args : &none);
  call->job.run = old_call_run;
  call->job.free_result = old->read != NULL ? (GDestroyNotify) g_ptr_array_unref
                                            : (old->free_result != NULL ? old->free_result : keep);
  call->job.flags = old->flags;
  trs_store_push_with_data (self, task, &call->job, NULL, 0, call, old_call_free);
}

gpointer
trs_store_run_finish (TrsStore      *self,
                      GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
