/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-failing-vfs.h"
#include "trs-service-database.h"
#include "trs-service-jobs.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>

/* The five verbs of the queue, and a disk that fails under each of them. */

#define STATE                                                                                                   \
  "SELECT (SELECT group_concat (number || ',' || state || ',' || tries || ',' || path, ' ') FROM jobs)"           \
  " || '; ' || (SELECT group_concat (number || ',' || state || ',' || progress || ',' || cause || ',' || callback" \
  " || ',' || (digest != ''), ' ') FROM projects)"                                                              \
  " || '; ' || ifnull ((SELECT group_concat (job || ',' || number || ',' || start || ',' || end || ',' || speaker" \
  " || ',' || text, ' ') FROM paragraphs), '') || '; ' || (SELECT count(*) FROM texts)"

typedef struct
{
  char *folder;
  char *path;
  sqlite3 *db;
} Fixture;

static void
open_database (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&fixture->db, sqlite3_close_v2);
  fixture->db = trs_service_database_open (fixture->path, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("trs-jobs-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "data.db", NULL);
  open_database (fixture);
}

static void
remove_file (Fixture *fixture)
{
  static const char * const suffixes[] = { "", "-wal", "-shm" };

  g_clear_pointer (&fixture->db, sqlite3_close_v2);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strconcat (fixture->path, suffixes[i], NULL);

      g_unlink (path);
    }
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  remove_file (fixture);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static void
add (Fixture              *fixture,
     const char           *video,
     TrsServiceMediumKind  kind,
     const char           *recognizer)
{
  TrsServiceJob job = {
    .kind = kind, .path = (char *) "/a", .stamp = { 1, 2 }, .digest = (char *) "", .url = (char *) "",
    .fetch = (char *) "", .recognizer = (char *) recognizer, .language = (char *) "", .model = (char *) "",
    .state = (char *) "upload", .track = 1,
  };

  g_assert_true (trs_sql_execute (fixture->db, NULL,
                                  "INSERT INTO projects (id, user, video, name, language, webhook, length, digest,"
                                  " fails, state, created_at, uploaded_at, ends_at, progress)"
                                  " VALUES (?1, 1, ?1, '', 'en', '', 60, '', '', 'upload', 0, 0, 0, -2)",
                                  "s", video));
  job.project = sqlite3_last_insert_rowid (fixture->db);
  g_assert_true (trs_service_jobs_add (fixture->db, &job, NULL));
}

static TrsServiceJob *
claim (Fixture *fixture)
{
  TrsServiceJob *job = NULL;
  g_autoptr (GError) error = NULL;

  trs_service_jobs_claim (fixture->db, &job, &error);
  g_assert_no_error (error);
  return job;
}

static void
say (Fixture       *fixture,
     TrsServiceJob *job,
     const char    *text,
     double         start)
{
  TrsServiceBeat beat = { .state = "transcription", .percent = 30, .text = text, .start = start, .end = start + 1 };
  g_autoptr (GError) error = NULL;

  trs_service_jobs_beat (fixture->db, job, &beat, &error);
  g_assert_no_error (error);
}

static void
finish (Fixture             *fixture,
        const TrsServiceJob *job,
        TrsServiceOutcome    outcome)
{
  g_autoptr (GError) error = NULL;

  trs_service_jobs_finish (fixture->db, job, outcome, "Why", &error);
  g_assert_no_error (error);
}

static char *
describe (Fixture *fixture)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_query (fixture->db, NULL, STATE, "");
  gboolean row = FALSE;

  g_assert_true (trs_sql_step (statement, &row, NULL) && row);
  return trs_sql_column_text (statement, 0);
}

static void
assert_state (Fixture    *fixture,
              const char *expected)
{
  g_autofree char *state = describe (fixture);

  g_assert_cmpstr (state, ==, expected);
}

static void
test_in_order (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (TrsServiceJob) first = NULL;
  g_autoptr (TrsServiceJob) second = NULL;

  g_assert_null (claim (fixture));
  add (fixture, "a", TRS_SERVICE_MEDIUM_FILE, TRS_SERVICE_BUILT_IN);
  add (fixture, "b", TRS_SERVICE_MEDIUM_FETCHED, "command");
  first = claim (fixture);
  second = claim (fixture);
  g_assert_null (claim (fixture));
  g_assert_cmpstr (first->video, ==, "a");
  g_assert_cmpstr (second->video, ==, "b");
  g_assert_cmpint (second->kind, ==, TRS_SERVICE_MEDIUM_FETCHED);
  g_assert_cmpstr (second->recognizer, ==, "command");
  g_assert_cmpint (first->stamp.size, ==, 1);
  g_assert_cmpint (first->stamp.modified_at, ==, 2);
  g_assert_cmpint (first->length, ==, 60);
  assert_state (fixture, "1,claimed,0,/a 2,claimed,0,/a; 1,upload,0,,0,0 2,upload,0,,0,0; ; 0");
}

static void
add_for (Fixture    *fixture,
         const char *key,
         const char *video)
{
  g_autofree char *user = g_strconcat (key, ":9", NULL);

  add (fixture, video, TRS_SERVICE_MEDIUM_FILE, TRS_SERVICE_BUILT_IN);
  g_assert_true (trs_service_accounts_add (fixture->db, user, NULL));
  g_assert_true (trs_sql_execute (fixture->db, NULL,
                                  "UPDATE projects SET user = (SELECT number FROM users WHERE key = ?) WHERE video = ?",
                                  "ss", key, video));
}

/* Claims all there are, with so many at a time, of which the oldest ends first. Returns: the videos in that order */
static char *
run_all (Fixture *fixture,
         guint    n_jobs)
{
  g_autoptr (GString) videos = g_string_new (NULL);
  g_autoptr (GPtrArray) running = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_service_job_free);
  TrsServiceJob *job;

  while ((job = claim (fixture)) != NULL)
    {
      g_string_append (videos, job->video);
      g_ptr_array_add (running, job);
      if (running->len < n_jobs)
        continue;
      finish (fixture, running->pdata[0], TRS_SERVICE_OUTCOME_DONE);
      g_ptr_array_remove_index (running, 0);
    }
  return g_strdup (videos->str);
}

/* Whoever comes with one file does not wait for all those of somebody else. */
static void
test_take_turns (Fixture       *fixture,
                 gconstpointer  data)
{
  static const char * const many[] = { "a", "b", "c", "d", "e", "f" };
  g_autofree char *single = NULL;
  g_autofree char *halves = NULL;
  g_autofree char *parallel = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    add_for (fixture, "rich", many[i]);
  add_for (fixture, "poor", "x");
  single = run_all (fixture, 1);
  g_assert_cmpstr (single, ==, "axbcdef");

  remove_file (fixture);
  open_database (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    add_for (fixture, i < 3 ? "rich" : "poor", many[i]);
  halves = run_all (fixture, 1);
  g_assert_cmpstr (halves, ==, "adbecf");

  remove_file (fixture);
  open_database (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    add_for (fixture, i < 4 ? "rich" : i < 5 ? "poor" : "third", many[i]);
  parallel = run_all (fixture, 3);
  g_assert_cmpstr (parallel, ==, "aefbcd");
}

/* A submission that is answered outlives a loss of power. */
static void
test_is_on_the_disk (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (TrsServiceJob) job = NULL;
  g_autoptr (GError) error = NULL;

  add (fixture, "a", TRS_SERVICE_MEDIUM_FILE, TRS_SERVICE_BUILT_IN);
  trs_failing_vfs_arm (TRS_FAILING_SYNC, 1, FALSE);
  g_assert_false (trs_service_jobs_claim (fixture->db, &job, &error));
  g_assert_true (trs_failing_vfs_disarm ());
  g_assert_nonnull (error);
}

static void
test_states_go_forward (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (TrsServiceJob) job = NULL;
  TrsServiceBeat back = { .state = "upload", .percent = 90 };
  TrsServiceBeat fetched = { .path = "/b", .stamp = { 7, 8 } };

  add (fixture, "a", TRS_SERVICE_MEDIUM_FETCHED, TRS_SERVICE_BUILT_IN);
  job = claim (fixture);
  say (fixture, job, "x", 5);
  g_assert_true (trs_service_jobs_beat (fixture->db, job, &back, NULL));
  g_assert_true (trs_service_jobs_beat (fixture->db, job, &fetched, NULL));
  assert_state (fixture, "1,claimed,0,/b; 1,transcription,30,,0,0; 1,0,5.0,6.0,0,x; 0");
  g_assert_cmpfloat (job->from, ==, 6);
}

static void
test_tries (Fixture       *fixture,
            gconstpointer  data)
{
  add (fixture, "a", TRS_SERVICE_MEDIUM_FILE, TRS_SERVICE_BUILT_IN);
  for (guint i = 0; i < TRS_SERVICE_JOB_TRIES; i++)
    {
      g_autoptr (TrsServiceJob) released = claim (fixture);
      g_autoptr (TrsServiceJob) job = NULL;

      /* To give one back is no try. */
      finish (fixture, released, TRS_SERVICE_OUTCOME_RELEASED);
      job = claim (fixture);
      g_assert_nonnull (job);
      g_assert_cmpint (job->n_paragraphs, ==, i);
      say (fixture, job, "x", i);
      finish (fixture, job, TRS_SERVICE_OUTCOME_RETRY);
    }
  g_assert_null (claim (fixture));
  assert_state (fixture, "1,ended,3,/a; 1,error,30,Why,0,0; ; 0");
}

static void
test_command_begins_anew (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (TrsServiceJob) job = NULL;
  g_autoptr (TrsServiceJob) again = NULL;

  add (fixture, "a", TRS_SERVICE_MEDIUM_FILE, "command");
  job = claim (fixture);
  say (fixture, job, "x", 5);
  finish (fixture, job, TRS_SERVICE_OUTCOME_RETRY);
  again = claim (fixture);
  g_assert_cmpint (again->n_paragraphs, ==, 0);
  g_assert_cmpfloat (again->from, ==, 0);
  assert_state (fixture, "1,claimed,1,/a; 1,transcription,30,,0,0; ; 0");
}

static void
test_done (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (TrsServiceJob) job = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  add (fixture, "a", TRS_SERVICE_MEDIUM_FILE, TRS_SERVICE_BUILT_IN);
  job = claim (fixture);
  say (fixture, job, "x \"y\"", 5);
  say (fixture, job, "z", 7.25);
  finish (fixture, job, TRS_SERVICE_OUTCOME_DONE);
  assert_state (fixture, "1,ended,0,/a; 1,done,30,,1,1; ; 1");
  statement = trs_sql_query (fixture->db, NULL, "SELECT paragraphs FROM texts", "");
  g_assert_true (trs_sql_step (statement, &row, NULL) && row);
  g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 0), ==,
                   "[{\"start\":5.0,\"text\":\"x \\\"y\\\"\"},{\"start\":7.25,\"text\":\"z\"}]");
}

static gboolean
is_not_b (const char *video,
          gpointer    user_data)
{
  return !g_str_equal (video, "b");
}

static void
test_sweep (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GArray) removed = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (TrsServiceJob) a = NULL;
  g_autoptr (TrsServiceJob) b = NULL;

  /* Only projects that have come by a ticket go with one. */
  add (fixture, "b", TRS_SERVICE_MEDIUM_FILE, TRS_SERVICE_BUILT_IN);
  add (fixture, "b2", TRS_SERVICE_MEDIUM_TICKET, TRS_SERVICE_BUILT_IN);
  g_assert_true (trs_sql_exec (fixture->db, "UPDATE projects SET video = 'b'", NULL));
  a = claim (fixture);
  b = claim (fixture);
  say (fixture, a, "x", 1);
  say (fixture, b, "y", 1);
  g_assert_true (trs_service_jobs_sweep (fixture->db, FALSE, is_not_b, NULL, removed, NULL));
  g_assert_cmpuint (removed->len, ==, 1);
  g_assert_cmpint (g_array_index (removed, gint64, 0), ==, 2);
  assert_state (fixture, "1,claimed,0,/a; 1,transcription,30,,0,0; 1,0,1.0,2.0,0,x; 0");

  /* What is still said of the one that was removed brings nothing of it back. */
  say (fixture, b, "late", 2);
  finish (fixture, b, TRS_SERVICE_OUTCOME_DONE);
  finish (fixture, b, TRS_SERVICE_OUTCOME_RETRY);
  assert_state (fixture, "1,claimed,0,/a; 1,transcription,30,,0,0; 1,0,1.0,2.0,0,x; 0");

  open_database (fixture);
  g_assert_true (trs_service_jobs_sweep (fixture->db, TRUE, NULL, NULL, removed, NULL));
  assert_state (fixture, "1,waiting,0,/a; 1,transcription,30,,0,0; 1,0,1.0,2.0,0,x; 0");
}

typedef enum
{
  CLAIM,
  BEAT,
  DONE,
  RETRY,
  FAILED,
  RELEASED,
  SWEEP,
  N_VERBS,
} Verb;

/* Returns: whether it succeeded; otherwise with an error */
static gboolean
run (Fixture        *fixture,
     Verb            verb,
     TrsServiceJob  *job,
     GError        **error)
{
  static const TrsServiceOutcome outcomes[] = {
    [DONE] = TRS_SERVICE_OUTCOME_DONE, [RETRY] = TRS_SERVICE_OUTCOME_RETRY, [FAILED] = TRS_SERVICE_OUTCOME_FAILED,
    [RELEASED] = TRS_SERVICE_OUTCOME_RELEASED,
  };
  TrsServiceBeat beat = { .state = "transcription", .percent = 50, .text = "more", .start = 9, .end = 9 };
  g_autoptr (GArray) removed = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (TrsServiceJob) claimed = NULL;

  if (verb == CLAIM)
    return trs_service_jobs_claim (fixture->db, &claimed, error);
  if (verb == BEAT)
    return trs_service_jobs_beat (fixture->db, job, &beat, error);
  if (verb == SWEEP)
    return trs_service_jobs_sweep (fixture->db, FALSE, is_not_b, NULL, removed, error);
  return trs_service_jobs_finish (fixture->db, job, outcomes[verb], "Why", error);
}

static TrsServiceJob *
begin_verb (Fixture *fixture)
{
  TrsServiceJob *job;

  remove_file (fixture);
  open_database (fixture);
  add (fixture, "b", TRS_SERVICE_MEDIUM_TICKET, TRS_SERVICE_BUILT_IN);
  add (fixture, "c", TRS_SERVICE_MEDIUM_FILE, TRS_SERVICE_BUILT_IN);
  job = claim (fixture);
  say (fixture, job, "some words", 1);
  return job;
}

/* The @number-th write fails, and all after it or none. Returns: whether there was one */
static gboolean
fail_at (Fixture    *fixture,
         Verb        verb,
         guint       number,
         gboolean    keeps_failing,
         const char *after)
{
  g_autoptr (TrsServiceJob) job = begin_verb (fixture);
  g_autofree char *before = describe (fixture);
  g_autoptr (GError) error = NULL;
  gboolean good, failed;

  trs_failing_vfs_arm (TRS_FAILING_WRITE, number, keeps_failing);
  good = run (fixture, verb, job, &error);
  failed = trs_failing_vfs_disarm ();
  g_assert_true (good == (error == NULL));
  if (!failed)
    {
      g_assert_true (good);
      return FALSE;
    }

  /* The log of what was removed is only shortened when all is said and done. */
  if (!good && verb != SWEEP)
    assert_state (fixture, before);
  open_database (fixture);
  if (!good && verb == SWEEP)
    run (fixture, verb, job, NULL);
  else if (!good)
    g_assert_true (run (fixture, verb, job, NULL));
  assert_state (fixture, after);
  return TRUE;
}

static void
test_disk_fails (Fixture       *fixture,
                 gconstpointer  data)
{
  for (Verb verb = CLAIM; verb < N_VERBS; verb++)
    {
      g_autoptr (TrsServiceJob) job = begin_verb (fixture);
      g_autofree char *before = describe (fixture);
      g_autofree char *after = NULL;
      guint n_failed = 0;

      g_assert_true (run (fixture, verb, job, NULL));
      after = describe (fixture);
      g_assert_cmpstr (after, !=, before);
      for (guint i = 0; i < 2; i++)
        for (guint number = 1; fail_at (fixture, verb, number, i == 1, after); number++)
          n_failed++;
      g_assert_cmpuint (n_failed, >, 1);
    }
}

#define ADD(path, function) g_test_add ("/service/jobs/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  trs_failing_vfs_install ();
  ADD ("in-order", test_in_order);
  ADD ("take-turns", test_take_turns);
  ADD ("is-on-the-disk", test_is_on_the_disk);
  ADD ("states-go-forward", test_states_go_forward);
  ADD ("tries", test_tries);
  ADD ("command-begins-anew", test_command_begins_anew);
  ADD ("done", test_done);
  ADD ("sweep", test_sweep);
  ADD ("disk-fails", test_disk_fails);
  return g_test_run ();
}
