/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-file.h"
#include "trs-store-worker.h"

/* What was removed last, in memory alone: nothing of it is in the file any more. */
#define FORGET_REMOVED                        \
  "DROP TABLE IF EXISTS temp.removed_project;" \
  "DROP TABLE IF EXISTS temp.removed_text;"    \
  "DROP TABLE IF EXISTS temp.removed_variant;"  \
  "DROP TABLE IF EXISTS temp.removed_annotation;"

/* A current text has the number of its project, which another project may have by now; versions beside it are below 0.
 * What came here since stays. */
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

/* Only what the list says is left, and the mark that the text is not to be fetched by itself. */
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
remove_project_job (sqlite3       *db,
                    TrsStoreArgs  *args,
                    GError       **error)
{
  if (!trs_store_args_execute (args, db, REMOVE, error))
    return NULL;

  return GINT_TO_POINTER (sqlite3_changes (db) > 0 ? TRS_STORE_REMOVAL_EMPTIED : TRS_STORE_REMOVAL_GONE);
}

const TrsStoreOldJob trs_store_remove_project = { remove_project_job, NULL, TRS_STORE_DURABLE | TRS_STORE_ERASE };

const TrsStoreOldJob trs_store_put_back = { .sql = PUT_BACK, .flags = TRS_STORE_DURABLE };
