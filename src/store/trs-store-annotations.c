/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

/**
 * trs_store_read_annotation:
 * @statement: a row with %TRS_STORE_ANNOTATION_COLUMNS
 *
 * Returns: (transfer full): a #TrsAnnotation
 */
gpointer
trs_store_read_annotation (sqlite3_stmt *statement)
{
  TrsAnnotation *annotation = g_new0 (TrsAnnotation, 1);

  annotation->kind = sqlite3_column_int (statement, 0);
  annotation->number = (guint) sqlite3_column_int64 (statement, 1);
  annotation->other = (guint) sqlite3_column_int64 (statement, 2);
  annotation->start.paragraph = (guint) sqlite3_column_int64 (statement, 3);
  annotation->start.byte = (gsize) sqlite3_column_int64 (statement, 4);
  annotation->end.paragraph = (guint) sqlite3_column_int64 (statement, 5);
  annotation->end.byte = (gsize) sqlite3_column_int64 (statement, 6);
  annotation->words = trs_sql_column_text (statement, 7);
  annotation->text = trs_sql_column_text (statement, 8);
  annotation->at = sqlite3_column_int64 (statement, 9);
  annotation->version = sqlite3_column_int64 (statement, 10);
  return annotation;
}

const TrsStoreOldJob trs_store_read_annotations = {
  .sql = "SELECT " TRS_STORE_ANNOTATION_COLUMNS
         " FROM annotation WHERE project = " TRS_STORE_ROW_OF_ID " ORDER BY annotation",
  .read = trs_store_read_annotation,
  .free_result = (GDestroyNotify) trs_annotation_free,
};

static gpointer
read_name (sqlite3_stmt *statement)
{
  return trs_sql_column_text (statement, 0);
}

const TrsStoreOldJob trs_store_list_names = {
  .sql = "SELECT annotation.text FROM annotation JOIN project ON project.row = annotation.project "
         "WHERE account = :account AND kind = 1 AND annotation.text IS NOT NULL "
         "GROUP BY annotation.text ORDER BY max (annotation) DESC LIMIT :limit",
  .read = read_name,
  .free_result = g_free,
};

#define PLACE "from_paragraph = ?3 AND from_byte = ?4 AND to_paragraph = ?5 AND to_byte = ?6"

/* About the same as @it, see trs_annotation_is_about_same(). */
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

/* Equal to @it: what another program has changed meanwhile is not removed. */
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

static gboolean
insert (sqlite3              *db,
        gint64                project,
        const TrsAnnotation  *it,
        GError              **error)
{
  return trs_sql_execute (db, error,
                          "INSERT INTO annotation (project, kind, number, other, from_paragraph, from_byte, "
                          "to_paragraph, to_byte, words, text, at, version) "
                          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                          "xxxxxxxxssxx", project, (gint64) it->kind, (gint64) it->number, (gint64) it->other,
                          (gint64) it->start.paragraph, (gint64) it->start.byte, (gint64) it->end.paragraph,
                          (gint64) it->end.byte, it->words, it->text, it->at, it->version);
}

/**
 * trs_store_list_annotations:
 * @db: a connection
 * @project: the row of a project
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what the user added to its transcript
 */
TrsAnnotations *
trs_store_list_annotations (sqlite3  *db,
                            gint64    project,
                            GError  **error)
{
  return trs_sql_read_all (trs_sql_query (db, error,
                                          "SELECT " TRS_STORE_ANNOTATION_COLUMNS " FROM annotation "
                                          "WHERE project = ?1 ORDER BY annotation",
                                          "x", project),
                           trs_store_read_annotation, (GDestroyNotify) trs_annotation_free, error);
}

/**
 * trs_store_replace_annotations:
 * @db: a connection, in a transaction that has read all of them
 * @project: the row of a project
 * @annotations: what takes the place of all that the user added to its transcript
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_replace_annotations (sqlite3         *db,
                               gint64           project,
                               TrsAnnotations  *annotations,
                               GError         **error)
{
  if (!trs_sql_execute (db, error, "DELETE FROM annotation WHERE project = ?1", "x", project))
    return FALSE;
  for (guint i = 0; i < annotations->len; i++)
    if (!insert (db, project, g_ptr_array_index (annotations, i), error))
      return FALSE;
  return TRUE;
}

/* The difference alone: what this program had read may not be all that is there. */
static gpointer
edit_annotations_job (sqlite3       *db,
                      TrsStoreArgs  *args,
                      GError       **error)
{
  gint64 project;

  if (!trs_sql_read_number (db, &project, error,
                            "SELECT row FROM project WHERE account = ?1 AND id = packed_id (?2)", "xs", args->account,
                            args->id))
    return NULL;
  if (project == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no such project");
      return NULL;
    }

  for (guint i = 0; args->removed != NULL && i < args->removed->len; i++)
    if (!remove_equal (db, project, g_ptr_array_index (args->removed, i), error))
      return NULL;
  for (guint i = 0; args->annotations != NULL && i < args->annotations->len; i++)
    {
      const TrsAnnotation *it = g_ptr_array_index (args->annotations, i);

      if (!remove_about_same (db, project, it, error) || !insert (db, project, it, error))
        return NULL;
    }
  return GINT_TO_POINTER (TRUE);
}

const TrsStoreOldJob trs_store_edit_annotations = { edit_annotations_job, NULL, TRS_STORE_DURABLE };
