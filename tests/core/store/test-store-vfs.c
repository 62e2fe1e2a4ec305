/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The disk fails at any moment of what is written, once or from then on. Each call ends, in success or in an error that
 * says why; what was said to be kept is in the file, which is sound and holds nothing half done. */
#include <glib/gstdio.h>
#include <string.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-failing-vfs.h"
#include "trs-store-file.h"
#include "trs-store-listing.h"
#include "trs-store-removal.h"
#include "trs-store-submissions.h"
#include "trs-store-texts.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define NOW (G_GINT64_CONSTANT (5000) * G_USEC_PER_SEC)
#define CLOSE_TIMEOUT (20 * G_USEC_PER_SEC)

/* Each of the first calls fails; of those after them, some. */
#define N_FIRST 20

#define MAX_STEPS 2

typedef enum
{
  ONCE,
  FOR_EVER,
  ONCE_AND_AGAIN, /* then the user tries again */
  N_MANNERS,
} Manner;

typedef struct
{
  StoreTest *test;
  gint64 account;
  TrsSubmission *submission;
  char *content; /* of the file before */
  gsize length;
} Run;

/* Several calls, one after the other, as the program makes them. */
typedef struct
{
  const char *name;
  void (*fill) (Run *run);  /* the file */
  void (*begin) (Run *run); /* up to the first call */
  guint n_steps;
  gboolean (*step) (Run     *run,
                    guint    step,
                    GError **error);
  const char *state; /* SQL: what the calls change */
} Operation;

#define PROJECTS                                                                                                 \
  "SELECT (SELECT group_concat (walk || ',' || gap_below || ',' || cursor || ',' || listed_at) FROM account) || " \
  "' ' || ifnull (group_concat (line, ' '), '') FROM (SELECT p.id || ',' || p.title || ',' || p.state || ',' || " \
  "p.hidden || ',' || ifnull (p.note, '') || ',' || ifnull (length (t.bare), '') AS line FROM project AS p "      \
  "LEFT JOIN text AS t ON t.project = p.row ORDER BY p.id)"

static TrsTranscript *
make_transcript (void)
{
  g_autoptr (GString) text = g_string_new ("needle");
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (text, " word%u", (i * 17) % 5000);
  bytes = g_bytes_new (text->str, text->len);
  return trs_transcript_align (bytes, bytes, "en", FALSE);
}

static void
fill_projects (Run *run)
{
  gint64 account = store_test_open_account (run->test, NULL);

  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%u", i);
      g_autoptr (TrsProject) project = store_test_make_project (id, (1000 + i) * G_USEC_PER_SEC);

      store_test_save_project (run->test, account, project);
    }
  store_test_save_text (run->test, account, "p0", "The budget", "The budget");
}

static void
fill_schema (Run *run)
{
  store_test_write_schema (run->test, "schema-9.sql");
}

static void
begin_with_account (Run *run)
{
  run->account = store_test_open_account (run->test, NULL);
  trs_test_flush_store (run->test->store);
}

static void
begin_with_nothing (Run *run)
{
}

/* The file is not to be had for a while, and what comes meanwhile is in memory. */
static void
begin_in_memory (Run *run)
{
  g_autoptr (TrsProject) project = store_test_make_project ("new", 2000 * G_USEC_PER_SEC);
  gint64 account;

  g_assert_cmpint (g_remove (run->test->path), ==, 0);
  g_assert_cmpint (g_mkdir (run->test->path, 0700), ==, 0);
  account = store_test_open_account (run->test, NULL);
  g_assert_cmpint (trs_store_get_mode (run->test->store), ==, TRS_STORE_MEMORY);
  store_test_save_project (run->test, account, project);
  store_test_save_text (run->test, account, "new", "New words", "New words");
  trs_test_flush_store (run->test->store);
  g_assert_cmpint (g_rmdir (run->test->path), ==, 0);
  store_test_write_file (run->test->path, run->content, run->length);
}

static gboolean
submit (Run     *run,
        guint    step,
        GError **error)
{
  TrsStore *store = run->test->store;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsProjectData) project = trs_project_data_new ("accepted");
  g_autoptr (TrsProjectData) kept = NULL;

  if (step == 0)
    {
      trs_store_submissions_write_intent_async (store, run->account, run->submission, NULL, trs_test_store_result,
                                                &result);
      trs_test_wait_result (result);
      return trs_store_submissions_write_intent_finish (store, result, error);
    }

  trs_store_submissions_accept_async (store, run->account, trs_submission_get_local_id (run->submission), project, 99,
                                      NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  kept = trs_store_submissions_accept_finish (store, result, error);
  return kept != NULL;
}

static gboolean
write_page (Run     *run,
            guint    step,
            GError **error)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  GPtrArray *page = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_record_free);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsStoredPage) stored = NULL;

  for (guint i = 0; i < 20; i++)
    {
      TrsProjectRecord *record = trs_project_record_new ();

      record->id = g_strdup_printf ("p%u", 22 - i);
      record->name = g_strdup_printf ("Listed as %s", record->id);
      record->video_id = g_strdup ("video-1");
      record->state = TRS_PROJECT_STATE_DONE;
      record->state_word = g_strdup ("done");
      record->created_at = g_date_time_new_from_unix_utc (1022 - i);
      g_ptr_array_add (page, record);
    }
  g_ptr_array_add (pages, page);
  trs_store_listing_write_pages_async (run->test->store, run->account, TRS_LIST_WALK_TOP, 1, pages, NOW,
                                       TRS_LISTING_WRITE, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  stored = trs_store_listing_write_pages_finish (run->test->store, result, error);
  return stored != NULL;
}

static gboolean
save_text (Run     *run,
           guint    step,
           GError **error)
{
  g_autoptr (TrsTranscript) transcript = make_transcript ();
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_texts_save_async (run->test->store, run->account, "p1", transcript, SERVER, 42, NULL, trs_test_store_result,
                              &result);
  trs_test_wait_result (result);
  return trs_store_texts_save_finish (run->test->store, result, error) != TRS_STORE_TEXT_FAILED;
}

static gboolean
remove_and_undo (Run     *run,
                 guint    step,
                 GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (step == 0)
    {
      trs_store_projects_remove_async (run->test->store, run->account, "p0", NULL, trs_test_store_result, &result);
      trs_test_wait_result (result);
      return trs_store_projects_remove_finish (run->test->store, result, error) != TRS_STORE_REMOVAL_FAILED;
    }

  trs_store_projects_put_back_async (run->test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_projects_put_back_finish (run->test->store, result, error);
}

/* Whatever happens, an account is open afterwards; whether in the file, the store says. */
static gboolean
migrate (Run     *run,
         guint    step,
         GError **error)
{
  store_test_open_account (run->test, NULL);
  if (trs_store_get_mode (run->test->store) == TRS_STORE_FILE)
    return TRUE;

  g_propagate_error (error, trs_store_dup_problem (run->test->store));
  return FALSE;
}

static gboolean
merge (Run     *run,
       guint    step,
       GError **error)
{
  trs_store_try_again (run->test->store);
  trs_test_flush_store (run->test->store);
  if (trs_store_get_mode (run->test->store) == TRS_STORE_FILE)
    return TRUE;

  g_propagate_error (error, trs_store_dup_problem (run->test->store));
  return FALSE;
}

static const Operation operations[] = {
  { "submit", fill_projects, begin_with_account, 2, submit,
    "SELECT ifnull (group_concat (video_id || ',' || outcome || ',' || ifnull (project_id, '')), '') || ' ' || "
    "(SELECT group_concat (id) FROM (SELECT id FROM project ORDER BY id)) FROM submission" },
  { "page", fill_projects, begin_with_account, 1, write_page, PROJECTS },
  { "transcript", fill_projects, begin_with_account, 1, save_text, PROJECTS },
  { "remove", fill_projects, begin_with_account, 2, remove_and_undo, PROJECTS },
  { "migrate", fill_schema, begin_with_nothing, 1, migrate,
    "SELECT user_version || ' ' || (SELECT count (*) FROM project) || ' ' || (SELECT count (*) FROM text) || ' ' || "
    "(SELECT count (*) FROM submission) FROM pragma_user_version" },
  { "merge", fill_projects, begin_in_memory, 1, merge, PROJECTS },
};

static void
begin (Run             *run,
       const Operation *operation)
{
  static const char * const suffixes[] = { "", "-wal", "-shm" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *left = g_strconcat (run->test->path, suffixes[i], NULL);

      g_remove (left);
    }
  store_test_write_file (run->test->path, run->content, run->length);
  g_clear_object (&run->submission);
  run->submission = trs_submission_new ("video-2", "de");
  trs_submission_set_sending (run->submission, NULL, 5);
  operation->begin (run);
}

static void
assert_stated (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == TRS_ERROR || error->domain == G_IO_ERROR);
  g_assert_cmpstr (error->message, !=, "");
}

/* Returns: how many calls were made whose result is in the file, up to the first one that failed. */
static guint
make_calls (Run             *run,
            const Operation *operation,
            guint            from,
            guint            n)
{
  for (guint step = from; step < n; step++)
    {
      g_autoptr (GError) error = NULL;

      if (!operation->step (run, step, &error))
        {
          assert_stated (error);
          return step;
        }
      g_assert_no_error (error);
      if (trs_store_get_mode (run->test->store) != TRS_STORE_FILE)
        return step;
    }
  return n;
}

static void
assert_sound (Run *run)
{
  g_autofree char *check = store_test_read_sql (run->test, "PRAGMA integrity_check");

  g_assert_cmpstr (check, ==, "ok");
  g_assert_cmpuint (run->test->n_moved_aside, ==, 0);
}

/* And nothing in it, the index of words included, has to be repaired. */
static void
assert_checked (Run *run)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  store_test_open_account (run->test, NULL);
  g_assert_cmpint (trs_store_get_mode (run->test->store), ==, TRS_STORE_FILE);
  trs_test_flush_store (run->test->store);
  g_assert_true (trs_store_check_file (run->test->path, cancellable));
  store_test_reopen (run->test);
  g_assert_cmpuint (run->test->n_moved_aside, ==, 0);
}

static gboolean
run_with_fault (Run                *run,
                const Operation    *operation,
                char * const       *states,
                TrsFailingCall      call,
                guint               number,
                Manner              manner)
{
  g_autofree char *state = NULL;
  gboolean failed = FALSE;
  guint n;

  begin (run, operation);
  trs_failing_vfs_arm (call, number, manner == FOR_EVER);
  n = make_calls (run, operation, 0, operation->n_steps);
  if (manner == ONCE_AND_AGAIN)
    {
      failed = trs_failing_vfs_disarm ();
      trs_store_try_again (run->test->store);
      n = make_calls (run, operation, n, operation->n_steps);
      g_assert_cmpuint (n, ==, operation->n_steps);
    }
  g_assert_true (trs_store_close (run->test->store, CLOSE_TIMEOUT));
  failed |= trs_failing_vfs_disarm ();
  store_test_reopen (run->test);

  assert_sound (run);
  state = store_test_read_sql (run->test, operation->state);
  if (g_strcmp0 (state, states[n]) != 0 && (n == operation->n_steps || g_strcmp0 (state, states[n + 1]) != 0))
    g_error ("After %u calls there is “%s” in place of “%s”", n, state, states[n]);
  assert_checked (run);
  return failed;
}

/* What is in the file after each call, while nothing fails. */
static void
read_states (Run             *run,
             const Operation *operation,
             char           **states)
{
  for (guint n = 0; n <= operation->n_steps; n++)
    {
      begin (run, operation);
      g_assert_cmpuint (make_calls (run, operation, 0, n), ==, n);
      store_test_reopen (run->test);
      states[n] = store_test_read_sql (run->test, operation->state);
      g_assert_nonnull (states[n]);
      g_assert_true (n == 0 || !g_str_equal (states[n], states[n - 1]));
    }
}

static void
test_operation (StoreTest     *test,
                gconstpointer  data)
{
  static const char * const calls[] = { "read", "write", "sync", "truncate", "lock" };
  const Operation *operation = data;
  g_auto (GStrv) states = g_new0 (char *, MAX_STEPS + 2);
  Run run = { .test = test };
  guint n_runs = 0;

  operation->fill (&run);
  store_test_reopen (test);
  g_assert_true (g_file_get_contents (test->path, &run.content, &run.length, NULL));
  read_states (&run, operation, states);

  for (TrsFailingCall call = 0; call < TRS_FAILING_N_CALLS; call++)
    for (Manner manner = 0; manner < N_MANNERS; manner++)
      {
        guint number = 1;

        while (run_with_fault (&run, operation, states, call, number, manner))
          {
            number = number < N_FIRST ? number + 1 : number * 2;
            n_runs++;
          }
        g_test_message ("%s, %u: fewer than %u", calls[call], manner, number);
      }
  g_test_message ("%u runs", n_runs);
  g_assert_cmpuint (n_runs, >, N_FIRST);
  g_clear_object (&run.submission);
  g_free (run.content);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  trs_failing_vfs_install ();
  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    {
      g_autofree char *path = g_strconcat ("/store/vfs/", operations[i].name, NULL);

      g_test_add (path, StoreTest, &operations[i], store_test_set_up, test_operation, store_test_tear_down);
    }
  return g_test_run ();
}
