/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-annotation-rows.h"

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

/**
 * trs_store_insert_annotation:
 * @db: a connection
 * @project: the row of a project
 * @it: what the user added to its transcript
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_insert_annotation (sqlite3              *db,
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
    if (!trs_store_insert_annotation (db, project, g_ptr_array_index (annotations, i), error))
      return FALSE;
  return TRUE;
}
