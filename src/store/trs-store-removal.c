/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-removal.h"

#include "trs-annotations.h"
#include "trs-store-job.h"
#include "trs-store-rows.h"

/* The project that was removed last is kept in temporary tables, which are never written to the file. */
#define FORGET_REMOVED                        \
  "DROP TABLE IF EXISTS temp.removed_project;" \
  "DROP TABLE IF EXISTS temp.removed_text;"    \
  "DROP TABLE IF EXISTS temp.removed_variant;"  \
  "DROP TABLE IF EXISTS temp.removed_annotation;"

/* A current text has the number of its project, which another project may have by now; other versions have numbers
 * below 0. Data that was added since the removal is kept. */
#define PUT_BACK                                                                                                       \
  "UPDATE removed_project AS r SET row = coalesce ((SELECT row FROM project WHERE (account, id) = (r.account, r.id))," \
  "  iif (row IN (SELECT row FROM project), (SELECT max (row) + 1 FROM project), row));"                               \
  "UPDATE removed_variant SET text = (SELECT row FROM removed_project) WHERE text > 0;"                                \
  "UPDATE removed_text SET project = (SELECT row FROM removed_project),"                                               \
  "  text = iif (text > 0, (SELECT row FROM removed_project), text);"                                                  \
  "DELETE FROM removed_text WHERE text IN (SELECT text FROM main.text);"                                               \
  "INSERT OR IGNORE INTO project SELECT * FROM removed_project;"                                                       \
  "UPDATE project SET local_title = ifnull (project.local_title, r.local_title),"                                      \
  "  note = iif (project.note = '', r.note, project.note), unread = r.unread, hidden = r.hidden, place = r.place,"     \
  "  caret = r.caret"                                                                                                  \
  "  FROM removed_project AS r WHERE project.row = r.row;"                                                             \
  "INSERT INTO text SELECT * FROM removed_text;"                                                                       \
  "INSERT INTO variant SELECT * FROM removed_variant WHERE text IN (SELECT text FROM removed_text);"                   \
  "UPDATE removed_annotation SET project = (SELECT row FROM removed_project), annotation = NULL;"                      \
  "INSERT INTO annotation SELECT * FROM removed_annotation"                                                            \
  "  WHERE project NOT IN (SELECT project FROM main.annotation);"                                                      \
  FORGET_REMOVED

/* Only what the list says about the project remains, and a flag that excludes its text from automatic downloads. */
#define REMOVE                                                                                                         \
  FORGET_REMOVED                                                                                                       \
  "CREATE TEMP TABLE removed_project AS SELECT * FROM project WHERE row = " TRS_STORE_ROW_OF_ID ";"                    \
  "CREATE TEMP TABLE removed_text AS SELECT * FROM text WHERE project = (SELECT row FROM removed_project);"            \
  "CREATE TEMP TABLE removed_variant AS SELECT * FROM variant WHERE text IN (SELECT text FROM removed_text);"          \
  "CREATE TEMP TABLE removed_annotation AS SELECT * FROM annotation"                                                   \
  "  WHERE project = (SELECT row FROM removed_project) ORDER BY annotation;"                                           \
  "DELETE FROM annotation WHERE project = " TRS_STORE_ROW_OF_ID ";"                                                    \
  "DELETE FROM project WHERE row = " TRS_STORE_ROW_OF_ID " AND missing;"                                               \
  "DELETE FROM text WHERE project = " TRS_STORE_ROW_OF_ID ";"                                                          \
  "UPDATE project SET (local_title, note, unread, hidden, place, caret) = (NULL, '', 0, 1, 0, 0)"                      \
  "  WHERE row = " TRS_STORE_ROW_OF_ID

static gpointer
remove_run (TrsStoreContext  *context,
            gconstpointer     data,
            GError          **error)
{
  TrsStoreRemoval removal;

  if (!trs_store_context_execute (context, REMOVE, error))
    return NULL;

  removal = sqlite3_changes (context->db) > 0 ? TRS_STORE_REMOVAL_EMPTIED : TRS_STORE_REMOVAL_GONE;
  return g_memdup2 (&removal, sizeof removal);
}

/**
 * trs_store_projects_remove_async:
 * @self: a store
 * @account: an account
 * @id: one of its projects
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes the texts of a project and what the user added to it from this computer. Its text is not downloaded by
 * itself any more; once it is kept again, it is shown as any other. A project that the list no longer shows is
 * forgotten. The last one is remembered for trs_store_projects_put_back_async() until the file is closed.
 */
void
trs_store_projects_remove_async (TrsStore            *self,
                                 gint64               account,
                                 const char          *id,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = remove_run,
    .free_result = g_free,
    .flags = TRS_STORE_DURABLE | TRS_STORE_ERASE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_remove_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_remove_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: what is left; %TRS_STORE_REMOVAL_FAILED with @error set
 */
TrsStoreRemoval
trs_store_projects_remove_finish (TrsStore      *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_autofree TrsStoreRemoval *answer = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), TRS_STORE_REMOVAL_FAILED);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_remove_async), TRS_STORE_REMOVAL_FAILED);

  answer = g_task_propagate_pointer (G_TASK (result), error);
  return answer != NULL ? *answer : TRS_STORE_REMOVAL_FAILED;
}

static gpointer
read_loss (sqlite3_stmt *statement)
{
  TrsLoss *loss = g_new0 (TrsLoss, 1);
  guint *const counts[] = { &loss->n_texts, &loss->n_versions, &loss->n_titles, &loss->n_notes, &loss->n_highlights,
                            &loss->n_checks, &loss->n_names, &loss->n_speakers };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    *counts[i] = (guint) sqlite3_column_int64 (statement, (int) i);
  return loss;
}

/**
 * trs_store_projects_count_loss_async:
 * @self: a store
 * @account: an account
 * @ids: (array zero-terminated=1): some of its projects
 * @texts_too: whether removing them removes the transcripts of the service, too
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Counts what trs_store_projects_remove_async() would remove for good. A transcript can be downloaded again as long as
 * the list shows its project.
 */
void
trs_store_projects_count_loss_async (TrsStore            *self,
                                     gint64               account,
                                     const char * const  *ids,
                                     gboolean             texts_too,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "WITH going AS (SELECT row, local_title, note, missing FROM project WHERE account = :account "
           "  AND id IN (SELECT packed_id (value) FROM json_each (:ids))),"
           "  added AS (SELECT kind, count (*) AS n FROM annotation WHERE project IN (SELECT row FROM going) "
           "  GROUP BY kind) "
           "SELECT (SELECT count (*) FROM going JOIN text ON text.text = row WHERE missing OR :texts_too), "
           "(SELECT count (*) FROM going JOIN text ON project = row WHERE superseded), "
           "(SELECT count (*) FROM going WHERE coalesce (local_title, '') <> ''), "
           "(SELECT count (*) FROM going WHERE note <> ''), "
           "(SELECT n FROM added WHERE kind = :highlight), (SELECT n FROM added WHERE kind = :checked), "
           "(SELECT n FROM added WHERE kind = :name), "
           "(SELECT sum (n) FROM added WHERE kind IN (:merge, :speaker))",
    .read = read_loss,
    .free_result = g_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_STRV (":ids", ids),
    TRS_SQL_INT64 (":texts_too", texts_too),
    TRS_SQL_INT64 (":highlight", TRS_ANNOTATION_HIGHLIGHT),
    TRS_SQL_INT64 (":checked", TRS_ANNOTATION_CHECKED),
    TRS_SQL_INT64 (":name", TRS_ANNOTATION_NAME),
    TRS_SQL_INT64 (":merge", TRS_ANNOTATION_MERGE),
    TRS_SQL_INT64 (":speaker", TRS_ANNOTATION_SPEAKER),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_count_loss_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_count_loss_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): how much it is, to be freed with g_free(); %NULL with @error set
 */
TrsLoss *
trs_store_projects_count_loss_finish (TrsStore      *self,
                                      GAsyncResult  *result,
                                      GError       **error)
{
  g_autoptr (GPtrArray) rows = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_count_loss_async), NULL);

  rows = g_task_propagate_pointer (G_TASK (result), error);
  return rows != NULL ? g_ptr_array_steal_index (rows, 0) : NULL;
}

/**
 * trs_store_projects_list_removed_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the projects that were removed from this computer and whose text was not kept again. A video of which
 * another project was not removed is left out.
 */
void
trs_store_projects_list_removed_async (TrsStore            *self,
                                       gint64               account,
                                       GCancellable        *cancellable,
                                       GAsyncReadyCallback  callback,
                                       gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM project "
           "WHERE account = :account AND hidden AND row NOT IN (SELECT project FROM text)"
           " AND NOT EXISTS (SELECT 1 FROM project AS other WHERE other.video_id = project.video_id"
           "   AND other.account = project.account AND NOT other.hidden)" TRS_STORE_NEWEST_FIRST,
    .read = trs_store_read_row,
    .free_result = (GDestroyNotify) trs_project_data_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_list_removed_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_list_removed_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): them; %NULL with @error set
 */
GPtrArray *
trs_store_projects_list_removed_finish (TrsStore      *self,
                                        GAsyncResult  *result,
                                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_list_removed_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_store_projects_forget_async:
 * @self: a store
 * @account: an account
 * @ids: (array zero-terminated=1): some of its projects
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Deletes those of them that were removed and not put back, and their submissions, unless undecided. For projects that
 * the service no longer has: their videos can be submitted as if they were new.
 */
void
trs_store_projects_forget_async (TrsStore            *self,
                                 gint64               account,
                                 const char * const  *ids,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "DELETE FROM project WHERE account = :account AND hidden"
           " AND id IN (SELECT packed_id (value) FROM json_each (:ids));"
           "DELETE FROM submission WHERE account = :account AND decided_at <> 0"
           " AND project_id IN (SELECT plain_id (packed_id (value)) FROM json_each (:ids))"
           " AND packed_id (project_id) NOT IN (SELECT id FROM project WHERE account = :account);",
    .flags = TRS_STORE_DURABLE | TRS_STORE_ERASE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_STRV (":ids", ids),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_forget_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_forget_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_projects_forget_finish (TrsStore      *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_forget_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_store_projects_forget_videos_async:
 * @self: a store
 * @account: an account
 * @video_ids: (array zero-terminated=1): videos that its service has no more
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Deletes their projects, except those with a text or with something that the user added, and the submissions,
 * unless undecided: the videos can be submitted as if they were new.
 */
void
trs_store_projects_forget_videos_async (TrsStore            *self,
                                        gint64               account,
                                        const char * const  *video_ids,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "DELETE FROM project WHERE account = :account AND video_id IN (SELECT value FROM json_each (:videos))"
           " AND local_title IS NULL AND note = '' AND row NOT IN (SELECT project FROM text)"
           " AND row NOT IN (SELECT project FROM annotation);"
           "DELETE FROM submission WHERE account = :account AND decided_at <> 0"
           " AND video_id IN (SELECT value FROM json_each (:videos));",
    .flags = TRS_STORE_DURABLE | TRS_STORE_ERASE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_STRV (":videos", video_ids),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_forget_videos_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_forget_videos_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_projects_forget_videos_finish (TrsStore      *self,
                                         GAsyncResult  *result,
                                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_forget_videos_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_store_projects_put_back_async:
 * @self: a store
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Puts back the project that was removed last, with its texts and what the user had added. A text, title or note that
 * it got since then stays.
 */
void
trs_store_projects_put_back_async (TrsStore            *self,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = PUT_BACK,
    .flags = TRS_STORE_DURABLE,
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_put_back_async);
  trs_store_push (self, task, &job, NULL, 0);
}

/**
 * trs_store_projects_put_back_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success; an error if there is none
 */
gboolean
trs_store_projects_put_back_finish (TrsStore      *self,
                                    GAsyncResult  *result,
                                    GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_put_back_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
