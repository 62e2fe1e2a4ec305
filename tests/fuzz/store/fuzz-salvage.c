/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The input is a damaged database, byte for byte. Whatever it is, a new file comes of it that is sound: its own checks
 * find nothing, no row refers to one that is not there, and each text in it is the one that was kept. The damaged file
 * stays as it is. */
#include <string.h>

#include "trs-document.h"
#include "trs-fuzz-file.h"
#include "trs-fuzz.h"
#include "trs-store-annotation-rows.h"
#include "trs-store-file.h"
#include "trs-store-rows.h"
#include "trs-store-text-rows.h"

#define ASIDE "transcripts.db.damaged-1"

static gint64
read_number (sqlite3    *db,
             const char *sql)
{
  g_autoptr (GError) error = NULL;
  gint64 number = 0;

  trs_sql_read_number (db, &number, &error, sql, "");
  g_assert_no_error (error);
  return number;
}

/* What is shown as text is text. */
static void
check_strings (sqlite3 *db)
{
  static const char * const queries[] = {
    "SELECT * FROM account", "SELECT * FROM project", "SELECT * FROM text", "SELECT * FROM submission",
    "SELECT * FROM annotation",
  };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (sqlite3_stmt) rows = trs_sql_query (db, NULL, queries[i], "");
      gboolean row = FALSE;

      while (trs_sql_step (rows, &row, NULL) && row)
        for (int j = 0; j < sqlite3_column_count (rows); j++)
          {
            const char *text;

            if (sqlite3_column_type (rows, j) != SQLITE_TEXT)
              continue;
            text = (const char *) sqlite3_column_text (rows, j);
            g_assert_true (g_utf8_validate (text, sqlite3_column_bytes (rows, j), NULL));
          }
      g_assert_false (row);
    }
}

/* The list shows them, whatever they say. */
static void
check_projects (sqlite3 *db)
{
  g_autoptr (sqlite3_stmt) projects =
      trs_sql_query (db, NULL, "SELECT " TRS_STORE_ROW_COLUMNS " FROM project", "");
  gboolean row = FALSE;

  while (trs_sql_step (projects, &row, NULL) && row)
    {
      g_autoptr (TrsProjectData) data = trs_store_read_row (projects);

      g_assert_nonnull (data->id);
      g_assert_nonnull (trs_project_state_to_string (data->state));
      g_assert_cmpint (data->state, >=, TRS_PROJECT_STATE_UNKNOWN);
      g_assert_cmpint (data->state, <=, TRS_PROJECT_STATE_ERROR);
      g_assert_cmpint (data->failed_in, >=, TRS_PROJECT_STATE_UNKNOWN);
      g_assert_cmpint (data->failed_in, <=, TRS_PROJECT_STATE_ERROR);
    }
  g_assert_false (row);
}

static void
check_texts (sqlite3 *db)
{
  g_autoptr (sqlite3_stmt) texts = trs_sql_query (db, NULL, "SELECT text FROM text", "");
  gboolean row = FALSE;

  while (trs_sql_step (texts, &row, NULL) && row)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsTranscript) transcript = trs_store_take_text (
          trs_sql_query (db, &error, "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text WHERE text = ?1", "x",
                         sqlite3_column_int64 (texts, 0)),
          &error);

      g_assert_no_error (error);
      g_assert_nonnull (transcript);
    }
  g_assert_false (row);
}

/* What the user added can be shown, wherever it is said to stand. */
static void
check_annotations (sqlite3 *db)
{
  g_autoptr (sqlite3_stmt) projects = trs_sql_query (db, NULL, "SELECT row FROM project", "");
  gboolean row = FALSE;

  while (trs_sql_step (projects, &row, NULL) && row)
    {
      gint64 project = sqlite3_column_int64 (projects, 0);
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsAnnotations) annotations = trs_store_list_annotations (db, project, &error);
      g_autoptr (TrsTranscript) transcript = NULL;
      g_autoptr (TrsDocument) document = NULL;
      guint n_paragraphs;

      g_assert_no_error (error);
      transcript = trs_store_take_text (
          trs_sql_query (db, NULL, "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text WHERE text = ?1", "x", project), NULL);
      if (transcript == NULL)
        continue;

      document = trs_document_new (transcript, annotations);
      n_paragraphs = trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL);
      for (guint i = 0; i < trs_document_get_highlights (document)->len; i++)
        g_assert_cmpuint (g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i).end.paragraph,
                          <, n_paragraphs);
      for (guint i = 0; trs_transcript_is_aligned (transcript) && i < n_paragraphs; i++)
        trs_document_get_speaker (document, i);
      g_bytes_unref (trs_document_get_text (document, TRS_TEXT_ALL));
    }
  g_assert_false (row);
}

static void
check_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  sqlite3 *db = trs_store_file_open (path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (db);
  g_assert_true (trs_store_check_database (db, &error));
  g_assert_no_error (error);
  g_assert_true (trs_sql_exec (db, "INSERT INTO text_index (text_index) VALUES ('integrity-check')", &error));
  g_assert_no_error (error);
  g_assert_cmpint (read_number (db, "SELECT count(*) FROM pragma_foreign_key_check"), ==, 0);
  g_assert_cmpint (read_number (db, "SELECT integrity_check <> 'ok' FROM pragma_integrity_check"), ==, 0);
  g_assert_cmpint (read_number (db, "SELECT count(*) FROM account WHERE gap_below <> 1 OR cursor <> 0"), ==, 0);
  check_strings (db);
  check_projects (db);
  check_texts (db);
  check_annotations (db);
  sqlite3_close_v2 (db);
}

static void
check_unchanged (const char    *path,
                 const uint8_t *data,
                 size_t         size)
{
  g_autofree char *now = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &now, &length, NULL));
  g_assert_cmpmem (now, length, data, size);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const char *folder = trs_fuzz_file_get_folder ();
  g_autofree char *damaged = g_build_filename (folder, "transcripts.db", NULL);
  g_autofree char *path = g_build_filename (folder, "transcripts.db.part", NULL);
  g_autoptr (GError) error = NULL;

  trs_store_file_remove (damaged);
  trs_fuzz_file_write (damaged, data, size);
  g_assert_true (trs_store_salvage (damaged, path, ASIDE, &error));
  g_assert_no_error (error);
  check_unchanged (damaged, data, size);
  check_file (path);
  trs_store_file_remove (path);
  return 0;
}
