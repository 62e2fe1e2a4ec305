/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How calls of the store run: what they are given is theirs, and each answer is that of its own call. */
#include <string.h>

#include "store-test.h"
#include "trs-store-error.h"
#include "trs-store-job.h"
#include "trs-store-texts.h"
#include "trs-test-disk.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

static gpointer
read_text (sqlite3_stmt *statement)
{
  return g_strdup ((const char *) sqlite3_column_text (statement, 0));
}

static GAsyncResult *
run (StoreTest         *test,
     const TrsStoreJob *job,
     const TrsSqlValue *values,
     guint              n_values,
     gpointer           data,
     GDestroyNotify     free_data)
{
  GAsyncResult *result = NULL;

  trs_store_push_with_data (test->store, g_task_new (test->store, NULL, trs_test_store_result, &result), job, values,
                            n_values, data, free_data);
  trs_test_wait_result (result);
  return result;
}

static char *
read_joined (GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows = g_task_propagate_pointer (G_TASK (result), &error);

  g_assert_no_error (error);
  g_ptr_array_add (rows, NULL);
  return g_strjoinv ("|", (GStrv) rows->pdata);
}

/* What is bound is what was pushed, whatever becomes of it before the worker comes to it. */
static void
test_values_are_copied (StoreTest     *test,
                        gconstpointer  data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT quote (:number) UNION ALL SELECT quote (:text) UNION ALL SELECT quote (:nothing) "
           "UNION ALL SELECT quote (:no_strings) UNION ALL SELECT value FROM json_each (:strings)",
    .read = read_text,
    .free_result = g_free,
  };
  g_autoptr (GAsyncResult) result = NULL;
  char text[] = "it's";
  char quoted[] = "a \"b\" \\c";
  const char *strings[] = { quoted, "line\nend", "ü", "", NULL };
  TrsSqlValue values[] = {
    TRS_SQL_INT64 (":number", G_MININT64),
    TRS_SQL_TEXT (":text", text),
    TRS_SQL_TEXT (":nothing", NULL),
    TRS_SQL_STRV (":no_strings", NULL),
    TRS_SQL_STRV (":strings", strings),
  };
  g_autofree char *joined = NULL;

  trs_store_push (test->store, g_task_new (test->store, NULL, trs_test_store_result, &result), &job, values,
                  G_N_ELEMENTS (values));
  memset (text, 'x', sizeof text - 1);
  memset (quoted, 'x', sizeof quoted - 1);
  memset (values, 0, sizeof values);
  trs_test_wait_result (result);
  joined = read_joined (result);
  g_assert_cmpstr (joined, ==, "-9223372036854775808|'it''s'|NULL|NULL|a \"b\" \\c|line\nend|ü|");
}

/* Each statement takes of the values what it needs. */
static void
test_several_statements (StoreTest     *test,
                         gconstpointer  data)
{
  static const TrsStoreJob write = {
    .sql = "CREATE TEMP TABLE note (text); INSERT INTO note VALUES (:one); INSERT INTO note VALUES (:other);",
  };
  static const TrsStoreJob change = { .sql = "DELETE FROM note WHERE text = :id", .flags = TRS_STORE_MUST_CHANGE };
  const TrsSqlValue values[] = { TRS_SQL_TEXT (":one", "1"), TRS_SQL_TEXT (":other", "2") };
  const TrsSqlValue known[] = { TRS_SQL_TEXT (":id", "2") };
  g_autoptr (GAsyncResult) written = run (test, &write, values, G_N_ELEMENTS (values), NULL, NULL);
  g_autoptr (GAsyncResult) changed = run (test, &change, known, G_N_ELEMENTS (known), NULL, NULL);
  g_autoptr (GAsyncResult) unchanged = run (test, &change, known, G_N_ELEMENTS (known), NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_task_propagate_boolean (G_TASK (written), NULL));
  g_assert_true (g_task_propagate_boolean (G_TASK (changed), NULL));
  g_assert_false (g_task_propagate_boolean (G_TASK (unchanged), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "project 2 "));
}

static void
test_value_is_missing (StoreTest     *test,
                       gconstpointer  data)
{
  static const TrsStoreJob job = { .sql = "SELECT :there, :not_there", .read = read_text, .free_result = g_free };
  const TrsSqlValue values[] = { TRS_SQL_INT64 (":there", 1) };

  if (g_test_subprocess ())
    {
      g_object_unref (run (test, &job, values, G_N_ELEMENTS (values), NULL, NULL));
      return;
    }

  g_test_trap_subprocess (NULL, 20 * G_USEC_PER_SEC, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*No value for :not_there*");
}

/* The answer of one call is not taken for that of another, although both are tasks of the store. */
static void
test_foreign_answer (StoreTest     *test,
                     gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (g_test_subprocess ())
    {
      trs_store_projects_read_open_async (test->store, 1, NULL, trs_test_store_result, &result);
      trs_test_wait_result (result);
      trs_store_texts_list_versions_finish (test->store, result, NULL);
      return;
    }

  g_test_trap_subprocess (NULL, 20 * G_USEC_PER_SEC, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*trs_store_texts_list_versions_async*");
}

typedef struct
{
  int *n_runs;
  int *n_freed;
  gboolean *dry;
} Counted;

static void
counted_free (gpointer data)
{
  Counted *counted = data;

  g_atomic_int_inc (counted->n_freed);
  g_free (counted);
}

static gpointer
count_run (TrsStoreContext  *context,
           gconstpointer     data,
           GError          **error)
{
  const Counted *counted = data;

  g_atomic_int_inc (counted->n_runs);
  *counted->dry = context->dry;
  trs_store_error_set_damaged (error, "as if");
  return NULL;
}

/* A job that finds the file damaged runs once more on a rebuilt index, and once more on a salvaged copy, with what it
 * was given. */
static void
test_runs_again (StoreTest     *test,
                 gconstpointer  data)
{
  static const TrsStoreJob job = { .run = count_run };
  int n_runs = 0;
  int n_freed = 0;
  gboolean dry = TRUE;
  Counted *counted = g_new0 (Counted, 1);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  *counted = (Counted) { &n_runs, &n_freed, &dry };
  store_test_open_account (test, NULL);
  result = run (test, &job, NULL, 0, counted, counted_free);
  g_assert_false (g_task_propagate_boolean (G_TASK (result), &error));
  g_assert_nonnull (error);
  g_assert_cmpint (n_runs, ==, 3);
  g_assert_false (dry);
  trs_test_flush_store (test->store);
  g_clear_object (&result);
  g_assert_cmpint (g_atomic_int_get (&n_freed), ==, 1);
}

static gpointer
read_dry_run (TrsStoreContext  *context,
              gconstpointer     data,
              GError          **error)
{
  return g_memdup2 (&context->dry, sizeof context->dry);
}

static void
test_dry_in_a_read_only_file (StoreTest     *test,
                              gconstpointer  data)
{
  static const TrsStoreJob job = { .run = read_dry_run, .free_result = g_free };
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree gboolean *dry = NULL;

  store_test_open_account (test, NULL);
  store_test_close (test);
  trs_test_disk_set_read_only (TRUE);
  store_test_open (test);
  result = run (test, &job, NULL, 0, NULL, NULL);
  dry = g_task_propagate_pointer (G_TASK (result), NULL);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_READ_ONLY);
  g_assert_true (*dry);
  trs_test_disk_set_read_only (FALSE);
}

#define ADD(path, function) \
  g_test_add ("/store/job/" path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  trs_test_disk_install ();
  ADD ("values-are-copied", test_values_are_copied);
  ADD ("several-statements", test_several_statements);
  ADD ("value-is-missing", test_value_is_missing);
  ADD ("foreign-answer", test_foreign_answer);
  ADD ("runs-again", test_runs_again);
  ADD ("dry-in-a-read-only-file", test_dry_in_a_read_only_file);
  return g_test_run ();
}
