/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-key-proof.h"

#include "trs-api-client.h"
#include "trs-error.h"
#include "trs-manual-clock.h"
#include "trs-store-accounts.h"
#include "trs-store-listing.h"
#include "trs-store-submissions.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"
#include "trs-toy-service.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

/* The accounts at the toy service have this name, and the user of the toy key is Anna. */
#define NAME "https://toy.example"
#define ELSEWHERE "https://elsewhere.example"
#define ANNA "toy-key"
#define BERT "key-of-bert"
#define CARL "key-of-carl"

typedef struct
{
  TrsManualClock *clock;
  TrsToyService *toy;
  char *path;
  TrsStore *store;
  TrsApiClient *client; /* of the proof */
  TrsKeyProof *proof;
} Fixture;

static void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->clock = trs_manual_clock_new (G_TIME_SPAN_DAY);
  fixture->toy = trs_toy_service_new (TRS_CLOCK (fixture->clock));
  trs_toy_service_add_user (fixture->toy, BERT);
  trs_toy_service_add_user (fixture->toy, CARL);
  fixture->path = g_build_filename (g_get_user_data_dir (), "key-proof.db", NULL);
  fixture->store = trs_store_new (fixture->path);
}

static void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  static const char * const suffixes[] = { "", "-wal", "-shm" };

  g_clear_object (&fixture->proof);
  g_clear_object (&fixture->client);
  trs_test_flush_store (fixture->store);
  trs_test_settle ();
  g_object_add_weak_pointer (G_OBJECT (fixture->store), (gpointer *) &fixture->store);
  g_object_unref (fixture->store);
  trs_test_wait_until (fixture->store == NULL);
  g_object_unref (fixture->toy);
  g_object_unref (fixture->clock);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *file = g_strconcat (fixture->path, suffixes[i], NULL);

      g_remove (file);
    }
  g_free (fixture->path);
}

static TrsApiClient *
open_client (Fixture    *fixture,
             const char *key)
{
  TrsApiClient *client = trs_api_client_new (TRS_TRANSPORT (fixture->toy), TRS_CLOCK (fixture->clock));

  trs_api_client_open (client, NAME, key);
  return client;
}

/* From here on, what is proved is whose @key is. */
static void
use_key (Fixture    *fixture,
         const char *key)
{
  fixture->client = open_client (fixture, key);
  fixture->proof = trs_key_proof_new (fixture->client, fixture->store, NAME);
}

static GPtrArray *
read_page (Fixture    *fixture,
           const char *key)
{
  g_autoptr (TrsApiClient) client = open_client (fixture, key);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *page;

  trs_api_client_list_async (client, 1, FALSE, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  page = trs_api_client_list_finish (client, result, &error);
  g_assert_no_error (error);
  return page;
}

static gint64
open_account (Fixture            *fixture,
              const char         *name,
              const char * const *ids)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  trs_store_accounts_open_async (fixture->store, name, 0, ids, NULL, trs_clock_get_time (TRS_CLOCK (fixture->clock)),
                                 NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  account = trs_store_accounts_open_finish (fixture->store, result, &error);
  g_assert_no_error (error);
  return account;
}

/* An account that has what the service lists for a key now. */
static gint64
store_account (Fixture    *fixture,
               const char *name,
               const char *key)
{
  static const char * const new_user[] = { "not-seen", NULL };
  gint64 account = open_account (fixture, name, new_user);
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsStoredPage) stored = NULL;

  g_ptr_array_add (pages, read_page (fixture, key));
  trs_store_listing_write_pages_async (fixture->store, account, TRS_LIST_WALK_TOP, 1, pages, 1, TRS_LISTING_WRITE, NULL,
                                       trs_test_store_result, &result);
  trs_test_wait_result (result);
  stored = trs_store_listing_write_pages_finish (fixture->store, result, &error);
  g_assert_no_error (error);
  return account;
}

static void
add_many (Fixture    *fixture,
          const char *key,
          guint       n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *video_id = g_strdup_printf ("new-%u", i);

      trs_toy_service_add_for (fixture->toy, g_str_equal (key, ANNA) ? NULL : key, video_id, "done");
    }
}

static guint
count_details (Fixture *fixture)
{
  return trs_toy_service_count (fixture->toy, "/api/detail/");
}

/* Returns the ids by which the account is found, in one string, or NULL with an error. */
static char *
compare (Fixture            *fixture,
         const char         *key,
         gint64              account,
         const char * const *held_ids,
         gboolean            was_proved,
         gboolean           *someone_else,
         GError            **error)
{
  g_autoptr (GPtrArray) page = read_page (fixture, key);
  g_autoptr (GAsyncResult) result = NULL;
  g_auto (GStrv) ids = NULL;

  use_key (fixture, key);
  trs_key_proof_compare_async (fixture->proof, key, page, account, held_ids, was_proved, NULL, trs_test_store_result,
                               &result);
  trs_test_wait_result (result);
  ids = trs_key_proof_compare_finish (fixture->proof, result, someone_else, error);
  g_clear_object (&fixture->proof);
  g_clear_object (&fixture->client);
  return ids != NULL ? g_strjoinv (" ", ids) : NULL;
}

static gboolean
is_someone_else (Fixture            *fixture,
                 const char         *key,
                 gint64              account,
                 const char * const *held_ids,
                 gboolean            was_proved)
{
  g_autoptr (GError) error = NULL;
  gboolean someone_else = FALSE;
  g_autofree char *ids = compare (fixture, key, account, held_ids, was_proved, &someone_else, &error);

  g_assert_no_error (error);
  g_assert_nonnull (ids);
  return someone_else;
}

/* Whoever comes first takes the account that has nothing. */
static void
test_nothing_known (Fixture       *fixture,
                    gconstpointer  data)
{
  static const char * const held[] = { "held", NULL };
  static const char * const none[] = { NULL };
  gint64 account;

  trs_toy_service_add (fixture->toy, "video", "done");
  g_assert_false (is_someone_else (fixture, ANNA, 0, NULL, FALSE));
  account = store_account (fixture, NAME, BERT);
  g_assert_false (is_someone_else (fixture, ANNA, account, NULL, FALSE));
  g_assert_false (is_someone_else (fixture, ANNA, account, none, FALSE));
  g_assert_false (is_someone_else (fixture, BERT, account, NULL, FALSE));

  /* What only the memory has is something. */
  g_assert_true (is_someone_else (fixture, ANNA, account, held, FALSE));
  g_assert_true (is_someone_else (fixture, BERT, account, held, FALSE));
  g_assert_cmpuint (count_details (fixture), ==, 0);
}

static void
test_shares_a_project (Fixture       *fixture,
                       gconstpointer  data)
{
  const char *held[] = { "held", NULL, NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *ids = NULL;
  gboolean someone_else = TRUE;
  gint64 anna;

  trs_toy_service_add (fixture->toy, "annas-first", "done");
  trs_toy_service_add_for (fixture->toy, BERT, "berts-first", "done");
  anna = store_account (fixture, NAME, ANNA);
  held[1] = trs_toy_service_add (fixture->toy, "annas-second", "done");
  ids = compare (fixture, ANNA, anna, NULL, FALSE, &someone_else, &error);
  g_assert_no_error (error);
  g_assert_false (someone_else);
  g_assert_cmpstr (ids, ==, "id-3 id-1");
  g_assert_true (is_someone_else (fixture, BERT, anna, NULL, FALSE));
  /* That the key was proved before does not make another user's page that of the account. */
  g_assert_true (is_someone_else (fixture, BERT, anna, NULL, TRUE));

  /* By what the store does not have. */
  anna = store_account (fixture, NAME, CARL);
  g_assert_false (is_someone_else (fixture, ANNA, anna, held, FALSE));
  g_assert_true (is_someone_else (fixture, BERT, anna, held, FALSE));
  g_assert_cmpuint (count_details (fixture), ==, 0);
}

/* A user without projects shows nothing of who it is: only the same key is that of the account. */
static void
test_empty_page (Fixture       *fixture,
                 gconstpointer  data)
{
  gint64 anna;

  trs_toy_service_add (fixture->toy, "annas-video", "done");
  anna = store_account (fixture, NAME, ANNA);
  g_assert_true (is_someone_else (fixture, BERT, anna, NULL, FALSE));
  g_assert_false (is_someone_else (fixture, BERT, anna, NULL, TRUE));
}

/* A submission of which nothing is known yet may be somebody's who is charged for it. */
static void
test_undecided (Fixture       *fixture,
                gconstpointer  data)
{
  gint64 account = store_account (fixture, NAME, BERT);
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", "de");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_submission_set_again (submission, TRUE);
  trs_store_submissions_write_intent_async (fixture->store, account, submission, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_store_submissions_write_intent_finish (fixture->store, result, &error);
  g_assert_no_error (error);
  g_assert_true (is_someone_else (fixture, BERT, account, NULL, FALSE));
  g_assert_false (is_someone_else (fixture, BERT, account, NULL, TRUE));
}

/* What is known may be below a full page: the service says so, of each account at it. */
static void
test_full_page (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *hers = NULL;
  g_autofree char *his = NULL;
  gboolean someone_else = TRUE;
  gint64 anna;
  gint64 bert;
  guint n_details;

  trs_toy_service_add (fixture->toy, "annas-video", "done");
  trs_toy_service_add_for (fixture->toy, BERT, "berts-video", "done");
  trs_toy_service_add_for (fixture->toy, CARL, "carls-video", "done");
  store_account (fixture, ELSEWHERE, CARL);
  anna = store_account (fixture, NAME, ANNA);
  bert = store_account (fixture, NAME, BERT);
  add_many (fixture, ANNA, 100);
  add_many (fixture, BERT, 100);
  add_many (fixture, CARL, 99);

  hers = compare (fixture, ANNA, anna, NULL, FALSE, &someone_else, &error);
  g_assert_no_error (error);
  g_assert_false (someone_else);
  g_assert_true (g_str_has_suffix (hers, " id-1"));
  his = compare (fixture, BERT, anna, NULL, FALSE, &someone_else, &error);
  g_assert_no_error (error);
  g_assert_true (someone_else);
  g_assert_true (g_str_has_suffix (his, " id-2"));
  g_assert_false (is_someone_else (fixture, BERT, bert, NULL, FALSE));

  /* Of Carl there are 100 by now. Nobody is asked about an account at another service. */
  n_details = count_details (fixture);
  g_assert_true (is_someone_else (fixture, CARL, anna, NULL, FALSE));
  g_assert_cmpuint (count_details (fixture), ==, n_details + 2);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/id-3"), ==, 0);
}

static void
test_almost_full_page (Fixture       *fixture,
                       gconstpointer  data)
{
  gint64 anna;

  trs_toy_service_add (fixture->toy, "annas-video", "done");
  anna = store_account (fixture, NAME, ANNA);
  add_many (fixture, BERT, 99);
  g_assert_true (is_someone_else (fixture, BERT, anna, NULL, FALSE));
  g_assert_cmpuint (count_details (fixture), ==, 0);
}

static void
begin_comparing (Fixture       *fixture,
                 GCancellable  *cancellable,
                 GAsyncResult **result)
{
  g_autoptr (GPtrArray) page = NULL;
  gint64 anna;

  trs_toy_service_add (fixture->toy, "annas-video", "done");
  trs_toy_service_add_for (fixture->toy, BERT, "berts-video", "done");
  anna = store_account (fixture, NAME, ANNA);
  store_account (fixture, NAME, BERT);
  add_many (fixture, CARL, 100);
  page = read_page (fixture, CARL);
  use_key (fixture, CARL);
  trs_toy_service_hold (fixture->toy);
  trs_key_proof_compare_async (fixture->proof, CARL, page, anna, NULL, FALSE, cancellable, trs_test_store_result,
                               result);
  trs_test_wait_until (trs_toy_service_get_n_held (fixture->toy) == 1);
}

/* Whoever has no answer for a full page does not get a second account, and may try again. */
static void
test_no_answer (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean someone_else = FALSE;

  begin_comparing (fixture, NULL, &result);
  trs_toy_service_fail (fixture->toy, "/api/detail/", TRS_TOY_STATUS, 500, -1, 1);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (result);
  g_assert_null (trs_key_proof_compare_finish (fixture->proof, result, &someone_else, &error));
  g_assert_cmpuint (trs_error_get_http_status (error), ==, 500);
  g_assert_cmpuint (count_details (fixture), ==, 1);
}

/* What the store cannot say is not that there is nothing. */
static void
test_store_fails (Fixture       *fixture,
                  gconstpointer  data)
{
  sqlite3 *db = NULL;
  gint64 anna;

  trs_toy_service_add (fixture->toy, "annas-video", "done");
  anna = store_account (fixture, NAME, ANNA);
  g_assert_cmpint (sqlite3_open (fixture->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "ALTER TABLE submission RENAME TO gone", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
  g_assert_true (is_someone_else (fixture, BERT, anna, NULL, FALSE));
  g_assert_false (is_someone_else (fixture, ANNA, anna, NULL, FALSE));
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean someone_else = FALSE;

  begin_comparing (fixture, cancellable, &result);
  g_cancellable_cancel (cancellable);
  trs_test_wait_result (result);
  g_assert_null (trs_key_proof_compare_finish (fixture->proof, result, &someone_else, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (someone_else);
  g_assert_cmpuint (count_details (fixture), ==, 1);
}

/* The account was left. */
static void
test_stopped (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean someone_else = FALSE;

  begin_comparing (fixture, NULL, &result);
  trs_api_client_stop (fixture->client);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (result);
  g_assert_null (trs_key_proof_compare_finish (fixture->proof, result, &someone_else, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (count_details (fixture), ==, 1);
}

/* The table of verdicts on a page that shows no project of the account. */

typedef struct
{
  const char *what;
  const char *key;
  gboolean known; /* a project of Anna is stored */
  gboolean empty;
  gboolean full;
  gboolean named;
  TrsPageVerdict verdict;
  guint n_details;
} Row;

static const Row rows[] = {
  { "nothing known, named", BERT, FALSE, FALSE, TRUE, TRUE, TRS_PAGE_VERDICT_PROVED, 0 },
  { "nothing known, not named", ANNA, FALSE, FALSE, TRUE, FALSE, TRS_PAGE_VERDICT_FOREIGN, 0 },
  { "nothing known, empty, not named", ANNA, FALSE, TRUE, FALSE, FALSE, TRS_PAGE_VERDICT_FOREIGN, 0 },
  { "empty", ANNA, TRUE, TRUE, FALSE, FALSE, TRS_PAGE_VERDICT_OPEN, 0 },
  { "empty, named", ANNA, TRUE, TRUE, FALSE, TRUE, TRS_PAGE_VERDICT_OPEN, 0 },
  { "not full", ANNA, TRUE, FALSE, FALSE, FALSE, TRS_PAGE_VERDICT_FOREIGN, 0 },
  { "not full, named", ANNA, TRUE, FALSE, FALSE, TRUE, TRS_PAGE_VERDICT_FOREIGN, 0 },
  { "full, hers", ANNA, TRUE, FALSE, TRUE, FALSE, TRS_PAGE_VERDICT_PROVED, 1 },
  { "full, his", BERT, TRUE, FALSE, TRUE, FALSE, TRS_PAGE_VERDICT_FOREIGN, 1 },
  { "full, his, named", BERT, TRUE, FALSE, TRUE, TRUE, TRS_PAGE_VERDICT_FOREIGN, 1 },
};

static TrsPageVerdict
judge (Fixture     *fixture,
       gint64       account,
       const Row   *row,
       GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_key_proof_judge_async (fixture->proof, account, row->empty, row->full, row->named, trs_test_store_result,
                             &result);
  trs_test_wait_result (result);
  return trs_key_proof_judge_finish (fixture->proof, result, error);
}

static void
test_verdict (Fixture       *fixture,
              gconstpointer  data)
{
  const Row *row = data;
  g_autoptr (GError) error = NULL;
  gint64 anna;

  g_test_message ("%s", row->what);
  if (row->known)
    trs_toy_service_add (fixture->toy, "annas-video", "done");
  anna = store_account (fixture, NAME, ANNA);
  use_key (fixture, row->key);
  g_assert_cmpint (judge (fixture, anna, row, &error), ==, row->verdict);
  g_assert_no_error (error);
  g_assert_cmpuint (count_details (fixture), ==, row->n_details);
}

/* Neither an account that is gone nor a service that says nothing proves anything. */
static void
test_no_verdict (Fixture       *fixture,
                 gconstpointer  data)
{
  static const Row full = { .full = TRUE };
  g_autoptr (GError) error = NULL;
  gint64 anna;

  trs_toy_service_add (fixture->toy, "annas-video", "done");
  anna = store_account (fixture, NAME, ANNA);
  use_key (fixture, BERT);
  g_assert_cmpint (judge (fixture, anna + 1, &full, &error), ==, TRS_PAGE_VERDICT_OPEN);
  g_assert_no_error (error);

  trs_toy_service_fail (fixture->toy, "/api/detail/", TRS_TOY_STATUS, 500, -1, 1);
  g_assert_cmpint (judge (fixture, anna, &full, &error), ==, TRS_PAGE_VERDICT_OPEN);
  g_assert_nonnull (error);
  g_assert_cmpuint (trs_error_get_http_status (error), ==, 500);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

#define add_test(path, function) g_test_add (path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)
  add_test ("/key-proof/nothing-known", test_nothing_known);
  add_test ("/key-proof/shares-a-project", test_shares_a_project);
  add_test ("/key-proof/empty-page", test_empty_page);
  add_test ("/key-proof/undecided", test_undecided);
  add_test ("/key-proof/full-page", test_full_page);
  add_test ("/key-proof/almost-full-page", test_almost_full_page);
  add_test ("/key-proof/no-answer", test_no_answer);
  add_test ("/key-proof/store-fails", test_store_fails);
  add_test ("/key-proof/cancelled", test_cancelled);
  add_test ("/key-proof/stopped", test_stopped);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/key-proof/verdict/%u", i);

      g_test_add (path, Fixture, &rows[i], fixture_set_up, test_verdict, fixture_tear_down);
    }
  add_test ("/key-proof/no-verdict", test_no_verdict);

  return g_test_run ();
}
