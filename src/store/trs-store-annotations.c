/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-annotations.h"

#include "trs-store-annotation-rows.h"
#include "trs-store-job.h"
#include "trs-store-rows.h"

/**
 * trs_store_annotations_read_async:
 * @self: a store
 * @account: an account
 * @id: one of its projects
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads what the user added to the transcript of a project.
 */
void
trs_store_annotations_read_async (TrsStore            *self,
                                  gint64               account,
                                  const char          *id,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT " TRS_STORE_ANNOTATION_COLUMNS
           " FROM annotation WHERE project = " TRS_STORE_ROW_OF_ID " ORDER BY annotation",
    .read = trs_store_read_annotation,
    .free_result = (GDestroyNotify) trs_annotation_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_annotations_read_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_annotations_read_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the annotations in their order, empty if there is no such project; %NULL with
 *   @error set
 */
TrsAnnotations *
trs_store_annotations_read_finish (TrsStore      *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_annotations_read_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
read_name (sqlite3_stmt *statement)
{
  return trs_sql_column_text (statement, 0);
}

/**
 * trs_store_annotations_list_names_async:
 * @self: a store
 * @account: an account
 * @limit: how many at most
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the names that the user gave to speakers.
 */
void
trs_store_annotations_list_names_async (TrsStore            *self,
                                        gint64               account,
                                        guint                limit,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT annotation.text FROM annotation JOIN project ON project.row = annotation.project "
           "WHERE account = :account AND kind = 1 AND annotation.text IS NOT NULL "
           "GROUP BY annotation.text ORDER BY max (annotation) DESC LIMIT :limit",
    .read = read_name,
    .free_result = g_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_INT64 (":limit", limit),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_annotations_list_names_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_annotations_list_names_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type utf8): the names, the one that was kept last first; %NULL with
 *   @error set
 */
GPtrArray *
trs_store_annotations_list_names_finish (TrsStore      *self,
                                         GAsyncResult  *result,
                                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_annotations_list_names_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

#define PLACE "from_paragraph = ?3 AND from_byte = ?4 AND to_paragraph = ?5 AND to_byte = ?6"

/* Removes annotations about the same target as @it, see trs_annotation_is_about_same(). */
static gboolean
remove_about_same (sqlite3              *db,
                   gint64                project,
                   const TrsAnnotation  *it,
                   GError              **error)
{
  if (it->kind <= TRS_ANNOTATION_MERGE)
    return trs_sql_execute (db, error, "DELETE FROM annotation WHERE project = ?1 AND kind = ?2 AND number = ?3 "
                            "AND version = ?4",
                            "xxxx", project, (gint64) it->kind, (gint64) it->number, it->version);
  return trs_sql_execute (db, error,
                          "DELETE FROM annotation WHERE project = ?1 AND kind = ?2 AND " PLACE " AND version = ?7",
                          "xxxxxxx", project, (gint64) it->kind, (gint64) it->start.paragraph, (gint64) it->start.byte,
                          (gint64) it->end.paragraph, (gint64) it->end.byte, it->version);
}

/* Removes annotations equal to @it; one that another program has changed meanwhile is kept. */
static gboolean
remove_equal (sqlite3              *db,
              gint64                project,
              const TrsAnnotation  *it,
              GError              **error)
{
  return trs_sql_execute (db, error,
                          "DELETE FROM annotation WHERE project = ?1 AND kind = ?2 AND " PLACE
                          " AND number = ?7 AND other = ?8 AND words IS ?9 AND text IS ?10 AND at = ?11 "
                          "AND version = ?12",
                          "xxxxxxxxssxx", project, (gint64) it->kind, (gint64) it->start.paragraph,
                          (gint64) it->start.byte, (gint64) it->end.paragraph, (gint64) it->end.byte,
                          (gint64) it->number, (gint64) it->other, it->words, it->text, it->at, it->version);
}

typedef struct
{
  TrsAnnotations *added;
  TrsAnnotations *removed;
} Edit;

static void
edit_free (gpointer data)
{
  Edit *edit = data;

  g_clear_pointer (&edit->added, g_ptr_array_unref);
  g_clear_pointer (&edit->removed, g_ptr_array_unref);
  g_free (edit);
}

/* Writes only the difference, because another program may have added annotations meanwhile. */
static gpointer
edit_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  const Edit *edit = data;
  sqlite3 *db = context->db;
  gint64 project;

  if (!trs_store_context_read_number (context, "SELECT " TRS_STORE_ROW_OF_ID, &project, error))
    return NULL;
  if (project == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no such project");
      return NULL;
    }

  for (guint i = 0; edit->removed != NULL && i < edit->removed->len; i++)
    if (!remove_equal (db, project, g_ptr_array_index (edit->removed, i), error))
      return NULL;
  for (guint i = 0; edit->added != NULL && i < edit->added->len; i++)
    {
      const TrsAnnotation *it = g_ptr_array_index (edit->added, i);

      if (!remove_about_same (db, project, it, error) || !trs_store_insert_annotation (db, project, it, error))
        return NULL;
    }
  return GINT_TO_POINTER (TRUE);
}

/**
 * trs_store_annotations_edit_async:
 * @self: a store
 * @account: an account
 * @id: one of its projects
 * @added: (nullable): what is added, each in the place of those about the same (trs_annotation_is_about_same())
 * @removed: (nullable): what goes, where it is still equal
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Edits what the user added to the transcript of a project. What another program added meanwhile stays.
 */
void
trs_store_annotations_edit_async (TrsStore            *self,
                                  gint64               account,
                                  const char          *id,
                                  TrsAnnotations      *added,
                                  TrsAnnotations      *removed,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = edit_run,
    .flags = TRS_STORE_DURABLE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
  };
  Edit *edit = g_new0 (Edit, 1);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_annotations_edit_async);
  edit->added = added != NULL ? g_ptr_array_ref (added) : NULL;
  edit->removed = removed != NULL ? g_ptr_array_ref (removed) : NULL;
  trs_store_push_with_data (self, task, &job, values, G_N_ELEMENTS (values), edit, edit_free);
}

/**
 * trs_store_annotations_edit_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success; %G_IO_ERROR_NOT_FOUND if there is no such project
 */
gboolean
trs_store_annotations_edit_finish (TrsStore      *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_annotations_edit_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
