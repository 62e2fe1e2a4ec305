/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

#include "trs-store-schema.h"

/* What was removed last, in memory alone: nothing of it is in the file any more. */
#define FORGET_REMOVED                        \
  "DROP TABLE IF EXISTS temp.removed_project;" \
  "DROP TABLE IF EXISTS temp.removed_text;"    \
  "DROP TABLE IF EXISTS temp.removed_variant;"

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
  "  note = iif (project.note = '', r.note, project.note), unread = r.unread, hidden = r.hidden"                       \
  "  FROM removed_project AS r WHERE project.row = r.row;"                                                             \
  "INSERT INTO text SELECT * FROM removed_text;"                                                                       \
  "INSERT INTO variant SELECT * FROM removed_variant WHERE text IN (SELECT text FROM removed_text);"                   \
  FORGET_REMOVED

/* Only what the list says is left, and the mark that the text is not to be fetched by itself. */
static gpointer
remove_project_job (sqlite3       *db,
                    TrsStoreArgs  *args,
                    GError       **error)
{
  static const char * const steps[] = {
    "CREATE TEMP TABLE removed_project AS SELECT * FROM project WHERE account = ?1 AND id = packed_id (?2)",
    "CREATE TEMP TABLE removed_text AS SELECT * FROM text WHERE project = (SELECT row FROM removed_project)",
    "CREATE TEMP TABLE removed_variant AS SELECT * FROM variant WHERE text IN (SELECT text FROM removed_text)",
    "DELETE FROM project WHERE account = ?1 AND id = packed_id (?2) AND missing",
    "DELETE FROM text WHERE project = (SELECT row FROM project WHERE account = ?1 AND id = packed_id (?2))",
    ("UPDATE project SET (local_title, note, unread, hidden) = (NULL, '', 0, 1) "
     "WHERE account = ?1 AND id = packed_id (?2)"),
  };
  TrsStoreRemoval removal;

  if (!trs_sql_exec (db, FORGET_REMOVED, error))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (!trs_sql_execute (db, error, steps[i], "xs", args->account, args->id))
      return NULL;

  removal = sqlite3_changes (db) > 0 ? TRS_STORE_REMOVAL_EMPTIED : TRS_STORE_REMOVAL_GONE;
  return GINT_TO_POINTER (trs_sql_exec (db, "PRAGMA incremental_vacuum", error) ? (int) removal : 0);
}

const TrsStoreJob trs_store_remove_project = { remove_project_job, NULL, TRS_STORE_DURABLE | TRS_STORE_SHRINK };

static gpointer
put_back_job (sqlite3       *db,
              TrsStoreArgs  *args,
              GError       **error)
{
  return GINT_TO_POINTER (trs_sql_exec (db, PUT_BACK, error));
}

const TrsStoreJob trs_store_put_back = { put_back_job, NULL, TRS_STORE_DURABLE };

static gpointer
remove_job (sqlite3       *db,
            TrsStoreArgs  *args,
            GError       **error)
{
  static const char * const steps[][3] = {
    [TRS_STORE_SCOPE_TEXTS] = {
      "DELETE FROM text WHERE project IN (SELECT row FROM project WHERE NOT missing)",
    },
    [TRS_STORE_SCOPE_CONTENT] = {
      "DELETE FROM project WHERE account = ?1",
      "DELETE FROM submission WHERE account = ?1 AND decided_at <> 0",
      "UPDATE account SET " TRS_STORE_SCHEMA_FORGET_LISTING " WHERE account = ?1",
    },
    [TRS_STORE_SCOPE_ACCOUNT] = {
      "DELETE FROM account WHERE account = ?1",
    },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps[0]) && steps[args->scope][i] != NULL; i++)
    if (!trs_sql_execute (db, error, steps[args->scope][i], "x", args->account))
      return NULL;
  return GINT_TO_POINTER (trs_sql_exec (db, TRS_STORE_SCHEMA_TIDY, error));
}

const TrsStoreJob trs_store_remove = { remove_job, NULL, TRS_STORE_DURABLE | TRS_STORE_SHRINK };
