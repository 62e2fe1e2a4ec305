/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of the list, written one after the other. A page is told as "a=d@9 b=u": the project a, done, of second 9; b,
 * being uploaded, without a date. */
#include <string.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-listing.h"
#include "trs-store-projects.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define NOW (G_GINT64_CONSTANT (5000) * G_USEC_PER_SEC)

#define TOP TRS_LIST_WALK_TOP
#define GAP TRS_LIST_WALK_GAP
#define WHOLE TRS_LIST_WALK_WHOLE

static TrsProjectState
get_state (char letter)
{
  switch (letter)
    {
    case 'u':
      return TRS_PROJECT_STATE_UPLOAD;
    case 'w':
      return TRS_PROJECT_STATE_TRANSCRIPTION;
    case 'e':
      return TRS_PROJECT_STATE_ERROR;
    default:
      return TRS_PROJECT_STATE_DONE;
    }
}

static TrsProjectRecord *
make_record (const char *told)
{
  TrsProjectRecord *record = trs_project_record_new ();
  const char *state = strchr (told, '=');
  const char *time = strchr (told, '@');

  g_assert_nonnull (state);
  record->id = g_strndup (told, (gsize) (state - told));
  record->name = g_strdup_printf ("Title of %s", record->id);
  record->video_id = g_strdup ("video-1");
  record->state = get_state (state[1]);
  record->state_word = g_strdup (trs_project_state_to_string (record->state));
  if (time != NULL)
    record->created_at = g_date_time_new_from_unix_utc (g_ascii_strtoll (time + 1, NULL, 10));
  return record;
}

static GPtrArray *
make_page (const char *told)
{
  g_auto (GStrv) entries = g_strsplit (told, " ", -1);
  GPtrArray *page = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_record_free);

  for (guint i = 0; entries[i] != NULL; i++)
    if (*entries[i] != '\0')
      g_ptr_array_add (page, make_record (entries[i]));
  return page;
}

static TrsStoredPage *
write_pages (StoreTest          *test,
             gint64              account,
             TrsListWalk         walk,
             guint               number,
             const char * const *told,
             gboolean            dry)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsStoredPage *page;

  for (guint i = 0; told[i] != NULL; i++)
    g_ptr_array_add (pages, make_page (told[i]));
  trs_store_listing_write_pages_async (test->store, account, walk, number, pages, NOW,
                                       dry ? TRS_LISTING_DRY_RUN : TRS_LISTING_WRITE, NULL, trs_test_store_result,
                                       &result);
  trs_test_wait_result (result);
  page = trs_store_listing_write_pages_finish (test->store, result, &error);
  g_assert_no_error (error);
  return page;
}

static TrsStoredPage *
write_page (StoreTest   *test,
            gint64       account,
            TrsListWalk  walk,
            guint        number,
            const char  *told)
{
  const char *pages[] = { told, NULL };

  return write_pages (test, account, walk, number, pages, FALSE);
}

/* For when nobody looks at what came of it. */
static void
put_page (StoreTest   *test,
          gint64       account,
          TrsListWalk  walk,
          guint        number,
          const char  *told)
{
  trs_stored_page_free (write_page (test, account, walk, number, told));
}

static TrsListing
read_listing (StoreTest *test,
              gint64     account)
{
  g_autofree char *sql = g_strdup_printf ("SELECT listed_at || ',' || (gap_below <> 0) || ',' || cursor FROM account "
                                          "WHERE account = %" G_GINT64_FORMAT, account);
  g_autofree char *row = NULL;
  g_auto (GStrv) columns = NULL;

  trs_test_flush_store (test->store);
  row = store_test_read_sql (test, sql);
  columns = g_strsplit (row, ",", 3);
  g_assert_cmpuint (g_strv_length (columns), ==, 3);
  return (TrsListing) { g_ascii_strtoll (columns[0], NULL, 10), *columns[1] == '1',
                        (guint) g_ascii_strtoull (columns[2], NULL, 10) };
}

static void
assert_ids (GPtrArray  *projects,
            const char *expected)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < projects->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "", ((TrsProjectData *) projects->pdata[i])->id);
  g_assert_cmpstr (ids->str, ==, expected);
}

static void
assert_order (StoreTest  *test,
              gint64      account,
              const char *expected)
{
  g_autoptr (GPtrArray) projects = store_test_load (test, account);

  assert_ids (projects, expected);
}

static const TrsProjectData *
find (GPtrArray  *projects,
      const char *id)
{
  for (guint i = 0; i < projects->len; i++)
    if (g_str_equal (((TrsProjectData *) projects->pdata[i])->id, id))
      return projects->pdata[i];
  g_error ("%s is not there", id);
}

static void
assert_told (const TrsStoredPage *page,
             guint                n_new,
             gboolean             ground,
             gboolean             inner,
             gboolean             settled)
{
  g_assert_cmpuint (page->n_new, ==, n_new);
  g_assert_cmpint (page->ground, ==, ground);
  g_assert_cmpint (page->inner, ==, inner);
  g_assert_cmpint (page->settled, ==, settled);
}

static void
assert_listing (const TrsListing *listing,
                gint64            listed_at,
                gboolean          gap,
                guint             cursor)
{
  g_assert_cmpint (listing->listed_at, ==, listed_at);
  g_assert_cmpint (listing->gap, ==, gap);
  g_assert_cmpuint (listing->cursor, ==, cursor);
}

static void
test_first_walk (StoreTest     *test,
                 gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  TrsListing listing = read_listing (test, account);
  g_autoptr (TrsStoredPage) first = NULL;
  g_autoptr (TrsStoredPage) second = NULL;
  g_autoptr (TrsStoredPage) end = NULL;

  assert_listing (&listing, 0, TRUE, 0);
  first = write_page (test, account, TOP, 1, "a=u@9 b=d@8 c=e@7");
  assert_told (first, 3, FALSE, FALSE, FALSE);
  g_assert_cmpuint (first->n_fresh, ==, 3);
  g_assert_true (first->written);
  assert_listing (&first->listing, 0, TRUE, 1);
  assert_ids (first->projects, "a b c");
  g_assert_cmpint (find (first->projects, "b")->row, >, 0);

  second = write_page (test, account, GAP, 2, "c=e@7 d=d@6");
  assert_told (second, 1, FALSE, FALSE, FALSE);
  g_assert_cmpuint (second->n_fresh, ==, 1);
  assert_listing (&second->listing, 0, TRUE, 2);
  assert_ids (second->projects, "d");

  end = write_page (test, account, GAP, 3, "");
  assert_listing (&end->listing, NOW, FALSE, 0);
  g_assert_false (end->vanished);
  g_assert_cmpuint (end->missing->len, ==, 0);
  assert_order (test, account, "a b c d");
}

static void
read_whole (StoreTest  *test,
            gint64      account,
            const char *told)
{
  put_page (test, account, TOP, 1, told);
  put_page (test, account, TOP, 2, "");
}

static void
test_refresh (StoreTest     *test,
              gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStoredPage) first = NULL;
  g_autoptr (TrsStoredPage) second = NULL;
  g_autoptr (TrsStoredPage) again = NULL;
  g_autoptr (TrsStoredPage) open = NULL;

  read_whole (test, account, "a=u@9 b=d@8 c=e@7");
  /* It reaches known ground, but not all of it is. */
  first = write_page (test, account, TOP, 1, "x=d@10 a=w@9");
  assert_told (first, 1, FALSE, FALSE, FALSE);
  assert_listing (&first->listing, NOW, FALSE, 0);
  assert_ids (first->projects, "x a");
  g_assert_cmpint (find (first->projects, "a")->fetched_seen_at, ==, NOW);

  second = write_page (test, account, TOP, 2, "b=d@8 c=e@7");
  assert_told (second, 0, TRUE, TRUE, TRUE);
  assert_ids (second->projects, "");

  /* What is open is told of although nothing is new. */
  open = write_page (test, account, TOP, 1, "x=d@10 a=w@9");
  assert_told (open, 0, TRUE, TRUE, FALSE);
  assert_ids (open->projects, "a");
  again = write_page (test, account, TOP, 2, "b=d@8 c=e@7");
  assert_told (again, 0, TRUE, TRUE, TRUE);
  assert_order (test, account, "x a b c");
}

/* While there is a gap, nothing above it is ground, in whatever run of the program. */
static void
test_gap (StoreTest     *test,
          gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStoredPage) opens = NULL;
  g_autoptr (TrsStoredPage) top = NULL;
  g_autoptr (TrsStoredPage) back = NULL;
  g_autoptr (TrsStoredPage) within = NULL;
  g_autoptr (TrsStoredPage) closes = NULL;
  g_autoptr (TrsStoredPage) after = NULL;
  TrsListing listing;

  read_whole (test, account, "a=d@4 b=d@3");
  opens = write_page (test, account, TOP, 1, "h=d@11 g=d@10");
  assert_told (opens, 2, FALSE, FALSE, FALSE);
  assert_listing (&opens->listing, NOW, TRUE, 1);

  store_test_reopen (test);
  account = store_test_open_account (test, NULL);
  listing = read_listing (test, account);
  assert_listing (&listing, NOW, TRUE, 1);

  top = write_page (test, account, TOP, 1, "h=d@11 g=d@10");
  assert_told (top, 0, FALSE, TRUE, TRUE);
  assert_listing (&top->listing, NOW, TRUE, 1);
  back = write_page (test, account, GAP, 1, "h=d@11 g=d@10");
  assert_told (back, 0, FALSE, TRUE, TRUE);
  within = write_page (test, account, GAP, 2, "f=d@9 e=d@8");
  assert_told (within, 2, FALSE, FALSE, FALSE);
  assert_listing (&within->listing, NOW, TRUE, 2);

  store_test_reopen (test);
  account = store_test_open_account (test, NULL);
  closes = write_page (test, account, GAP, 3, "a=d@4 b=d@3");
  assert_told (closes, 0, TRUE, TRUE, TRUE);
  assert_listing (&closes->listing, NOW, FALSE, 0);
  after = write_page (test, account, TOP, 1, "h=d@11 g=d@10");
  assert_told (after, 0, TRUE, TRUE, TRUE);
  assert_order (test, account, "h g f e a b");
}

/* Projects that come on top while a gap further down is open: where they join what is known, the cursor stays; where
 * they do not, all is read from there. */
static void
test_new_above_a_gap (StoreTest     *test,
                      gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStoredPage) joined = NULL;
  g_autoptr (TrsStoredPage) apart = NULL;
  g_autoptr (TrsStoredPage) deeper = NULL;
  g_autoptr (TrsStoredPage) closes = NULL;

  put_page (test, account, TOP, 1, "p=d@20 o=d@19");
  put_page (test, account, GAP, 2, "n=d@18 m=d@17");
  put_page (test, account, GAP, 3, "l=d@16 k=d@15");
  joined = write_page (test, account, TOP, 1, "q=d@21 p=d@20");
  assert_told (joined, 1, FALSE, FALSE, FALSE);
  assert_listing (&joined->listing, 0, TRUE, 3);

  apart = write_page (test, account, TOP, 1, "u=d@25 t=d@24");
  assert_told (apart, 2, FALSE, FALSE, FALSE);
  assert_listing (&apart->listing, 0, TRUE, 1);
  deeper = write_page (test, account, TOP, 2, "s=d@23 r=d@22");
  assert_listing (&deeper->listing, 0, TRUE, 2);
  put_page (test, account, TOP, 3, "q=d@21 p=d@20");
  closes = write_page (test, account, GAP, 6, "");
  g_assert_false (closes->listing.gap);
}

static void
test_entries_without_a_date (StoreTest     *test,
                             gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) projects = NULL;

  put_page (test, account, TOP, 1, "a=d b=d c=d@9 d=d e=d f=d@8");
  assert_order (test, account, "a b c d e f");
  put_page (test, account, TOP, 2, "g=d h=d");
  assert_order (test, account, "a b c d e f g h");
  projects = store_test_load (test, account);
  g_assert_cmpint (find (projects, "a")->created_at, ==, 0);
  g_assert_cmpint (find (projects, "a")->sort_at, ==, 9 * G_USEC_PER_SEC);
  g_assert_cmpint (find (projects, "d")->sort_at, ==, 9 * G_USEC_PER_SEC);
  g_assert_cmpint (find (projects, "g")->sort_at, <, 8 * G_USEC_PER_SEC);

  /* What is known stays where it is, and what comes above it stands above it. */
  put_page (test, account, TOP, 1, "x=d y=d a=d b=d c=d@9");
  assert_order (test, account, "x y a b c d e f g h");

  /* Once it has a date, it stands there. */
  put_page (test, account, TOP, 1, "x=d y=d a=d@10 b=d@7");
  projects = (g_ptr_array_unref (projects), store_test_load (test, account));
  g_assert_cmpint (find (projects, "a")->created_at, ==, 10 * G_USEC_PER_SEC);
  g_assert_cmpint (find (projects, "b")->sort_at, ==, 7 * G_USEC_PER_SEC);
}

static void
test_no_dates_at_all (StoreTest     *test,
                      gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) projects = NULL;

  put_page (test, account, TOP, 1, "a=d b=d");
  put_page (test, account, TOP, 2, "c=d d=d");
  put_page (test, account, TOP, 3, "e=d");
  assert_order (test, account, "a b c d e");
  projects = store_test_load (test, account);
  g_assert_cmpint (find (projects, "a")->sort_at, ==, NOW);
}

static void
test_two_in_one_second (StoreTest     *test,
                        gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);

  put_page (test, account, TOP, 1, "a=d@9 b=d@9 c=d@9 d=d@8 e=d@8");
  assert_order (test, account, "a b c d e");
  put_page (test, account, TOP, 1, "x=d@9 y=d@9 a=d@9");
  assert_order (test, account, "x y a b c d e");
}

static void
test_repeated_ids (StoreTest     *test,
                   gconstpointer  data)
{
  const char *const pages[] = { "a=u@9 b=u@8 a=d@9", "b=w@8 c=d@7", NULL };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStoredPage) page = write_pages (test, account, TOP, 1, pages, FALSE);

  g_assert_cmpuint (page->n_new, ==, 3);
  g_assert_cmpuint (page->n_fresh, ==, 3);
  assert_ids (page->projects, "a b c");
  g_assert_cmpint (find (page->projects, "a")->state, ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (find (page->projects, "b")->state, ==, TRS_PROJECT_STATE_TRANSCRIPTION);
  assert_listing (&page->listing, 0, TRUE, 2);
  assert_order (test, account, "a b c");
}

/* A list that goes round for ever shows nothing fresh any more. */
static void
test_endless_list (StoreTest     *test,
                   gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);

  put_page (test, account, TOP, 1, "a=d@9 b=d@8");
  for (guint i = 2; i < 5; i++)
    {
      g_autoptr (TrsStoredPage) page = write_page (test, account, TOP, i, "a=d@9 b=d@8");

      assert_told (page, 0, FALSE, FALSE, TRUE);
      g_assert_cmpuint (page->n_fresh, ==, 0);
    }
}

/* Known from here alone, it is no ground: other projects may have come before it. */
static void
test_own_submission (StoreTest     *test,
                     gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) own = trs_project_new ("own");
  g_autoptr (TrsStoredPage) first = NULL;
  g_autoptr (TrsStoredPage) second = NULL;
  g_autoptr (GPtrArray) before = NULL;

  read_whole (test, account, "a=d@9 b=d@8");
  trs_project_set_submitted_at (own, NOW);
  trs_project_set_requested_language (own, "de");
  store_test_save_project (test, account, own);
  before = store_test_load (test, account);
  assert_ids (before, "own a b");
  g_assert_null (find (before, "own")->title);
  g_assert_cmpint (find (before, "own")->sort_at, ==, NOW);

  first = write_page (test, account, TOP, 1, "own=u@10 a=d@9");
  assert_told (first, 0, FALSE, FALSE, FALSE);
  g_assert_cmpint (find (first->projects, "own")->submitted_at, ==, NOW);
  g_assert_cmpint (find (first->projects, "own")->sort_at, ==, 10 * G_USEC_PER_SEC);
  g_assert_cmpstr (find (first->projects, "own")->requested_language, ==, "de");
  second = write_page (test, account, TOP, 1, "own=u@10 a=d@9");
  assert_told (second, 0, TRUE, TRUE, FALSE);
}

static gboolean
is_unread (StoreTest  *test,
           gint64      account,
           const char *id)
{
  g_autoptr (GPtrArray) projects = store_test_load (test, account);

  return find (projects, id)->unread;
}

static void
test_unread (StoreTest     *test,
             gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);

  /* Nothing of what was there before is news. */
  put_page (test, account, TOP, 1, "b=d@8 open=w@7");
  put_page (test, account, TOP, 2, "a=d@6");
  put_page (test, account, TOP, 3, "");
  g_assert_false (is_unread (test, account, "b"));
  g_assert_false (is_unread (test, account, "a"));

  put_page (test, account, TOP, 1, "e=e@11 d=d@10 c=u@9 b=d@8 old=d@8 open=d@7");
  g_assert_true (is_unread (test, account, "e"));
  g_assert_true (is_unread (test, account, "d"));
  g_assert_false (is_unread (test, account, "c"));
  g_assert_false (is_unread (test, account, "b"));
  g_assert_false (is_unread (test, account, "old"));
  g_assert_true (is_unread (test, account, "open"));

  /* The second page of the same walk, and what was read meanwhile stays read. */
  store_test_exec (test, "UPDATE project SET unread = 0");
  put_page (test, account, TOP, 1, "h=d@14 g=d@13");
  put_page (test, account, TOP, 2, "f=d@12 e=e@11 d=d@10");
  g_assert_true (is_unread (test, account, "f"));
  g_assert_false (is_unread (test, account, "d"));
}

static void
test_users_own_stays (StoreTest     *test,
                      gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) projects = NULL;
  const TrsProjectData *project;

  read_whole (test, account, "a=d@9");
  trs_store_projects_set_own_async (test->store, account, "a", "Mine", "Ask", NULL, NULL, NULL);
  store_test_set_hidden (test, account, "a");
  put_page (test, account, TOP, 1, "a=u@10");
  projects = store_test_load (test, account);
  project = find (projects, "a");
  g_assert_cmpstr (project->local_title, ==, "Mine");
  g_assert_cmpstr (project->note, ==, "Ask");
  g_assert_true (project->hidden);
  g_assert_cmpint (project->state, ==, TRS_PROJECT_STATE_DONE);
}

static TrsStoredPage *
walk_whole (StoreTest  *test,
            gint64      account,
            const char *told)
{
  put_page (test, account, WHOLE, 1, told);
  return write_page (test, account, WHOLE, 2, "");
}

static gint64
get_missing (StoreTest  *test,
             gint64      account,
             const char *id)
{
  g_autoptr (GPtrArray) projects = store_test_load (test, account);

  return find (projects, id)->missing_since;
}

static void
test_missing (StoreTest     *test,
              gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) own = store_test_make_project ("own", NOW);
  g_autoptr (TrsStoredPage) first = NULL;
  g_autoptr (TrsStoredPage) second = NULL;
  g_autoptr (TrsStoredPage) again = NULL;
  g_autoptr (TrsStoredPage) back = NULL;
  g_autoptr (GPtrArray) projects = NULL;

  read_whole (test, account, "a=d@9 b=d@8 c=e@7 open=u@6 d=d@5");
  store_test_save_project (test, account, own);
  first = walk_whole (test, account, "a=d@9 d=d@5");
  g_assert_true (first->vanished);
  g_assert_cmpuint (first->missing->len, ==, 0);

  /* What only one of the two did not show may have been pulled past it. */
  second = walk_whole (test, account, "a=d@9 b=d@8");
  g_assert_false (second->vanished);
  g_assert_cmpuint (second->missing->len, ==, 1);
  g_assert_cmpint (second->listing.listed_at, ==, NOW);
  projects = store_test_load (test, account);
  g_assert_cmpint (g_array_index (second->missing, gint64, 0), ==, find (projects, "c")->row);
  g_assert_cmpint (get_missing (test, account, "c"), ==, NOW);
  g_assert_cmpint (get_missing (test, account, "d"), ==, 0);
  g_assert_cmpint (get_missing (test, account, "open"), ==, 0);
  g_assert_cmpint (get_missing (test, account, "own"), ==, 0);

  again = walk_whole (test, account, "a=d@9 b=d@8 d=d@5");
  g_assert_false (again->vanished);

  back = write_page (test, account, TOP, 1, "a=d@9 b=d@8 c=e@7");
  assert_ids (back->projects, "c");
  g_assert_cmpint (find (back->projects, "c")->missing_since, ==, 0);
  g_assert_cmpint (get_missing (test, account, "c"), ==, 0);
}

/* What was seen is forgotten with the program: half a walk says nothing of what it did not show. */
static void
test_interrupted_walks_mark_nothing (StoreTest     *test,
                                     gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStoredPage) first = NULL;
  g_autoptr (TrsStoredPage) second = NULL;
  g_autoptr (TrsStoredPage) third = NULL;
  g_autoptr (TrsStoredPage) resumed = NULL;
  g_autoptr (TrsStoredPage) skipped = NULL;

  read_whole (test, account, "a=d@9 b=d@8 c=d@7");
  first = walk_whole (test, account, "a=d@9");
  g_assert_true (first->vanished);
  store_test_reopen (test);
  account = store_test_open_account (test, NULL);

  /* The second without the first is a first one. */
  second = walk_whole (test, account, "a=d@9 b=d@8");
  g_assert_true (second->vanished);
  g_assert_cmpuint (second->missing->len, ==, 0);
  third = walk_whole (test, account, "a=d@9 b=d@8");
  g_assert_cmpuint (third->missing->len, ==, 1);

  put_page (test, account, TOP, 1, "h=d@19 g=d@18");
  store_test_exec (test, "UPDATE account SET listed_at = 0");
  store_test_reopen (test);
  account = store_test_open_account (test, NULL);
  put_page (test, account, GAP, 1, "h=d@19 g=d@18");
  resumed = write_page (test, account, GAP, 2, "");
  g_assert_false (resumed->vanished);
  assert_listing (&resumed->listing, 0, FALSE, 0);

  put_page (test, account, WHOLE, 1, "h=d@19");
  skipped = write_page (test, account, WHOLE, 3, "");
  g_assert_false (skipped->vanished);
  g_assert_cmpint (skipped->listing.listed_at, ==, 0);
}

/* A look at the first page, as the checking of what is under way takes it, comes between the pages of a walk. */
static void
test_a_look_does_not_interrupt (StoreTest     *test,
                                gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStoredPage) end = NULL;
  g_autoptr (TrsStoredPage) first = NULL;
  g_autoptr (TrsStoredPage) second = NULL;
  g_autoptr (TrsStoredPage) look = NULL;

  put_page (test, account, TOP, 1, "c=u@9 b=d@8");
  put_page (test, account, GAP, 2, "a=d@7");
  look = write_page (test, account, TOP, 1, "d=u@10 c=u@9");
  g_assert_cmpuint (look->n_fresh, ==, 2);
  assert_listing (&look->listing, 0, TRUE, 2);
  put_page (test, account, GAP, 3, "z=d@6");
  end = write_page (test, account, GAP, 4, "");
  assert_listing (&end->listing, NOW, FALSE, 0);
  g_assert_false (end->vanished);

  put_page (test, account, WHOLE, 1, "d=u@10 c=u@9");
  put_page (test, account, TOP, 1, "d=u@10 c=u@9");
  put_page (test, account, WHOLE, 2, "a=d@7 z=d@6");
  first = write_page (test, account, WHOLE, 3, "");
  g_assert_true (first->vanished);
  put_page (test, account, TOP, 1, "d=u@10 c=u@9");
  second = walk_whole (test, account, "d=u@10 c=u@9 a=d@7 z=d@6");
  g_assert_cmpuint (second->missing->len, ==, 1);
  g_assert_cmpint (get_missing (test, account, "b"), ==, NOW);
}

/* Nor do checks that read on while more is under way, be it to the end of the list. */
static void
test_far_looks_do_not_interrupt (StoreTest     *test,
                                 gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);

  read_whole (test, account, "c=u@9 b=d@8 a=u@7");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TrsStoredPage) end = NULL;

      put_page (test, account, WHOLE, 1, "c=u@9");
      put_page (test, account, TOP, 1, "c=u@9");
      put_page (test, account, TOP, 2, "a=u@7");
      put_page (test, account, TOP, 3, "");
      put_page (test, account, WHOLE, 2, "a=u@7");
      end = write_page (test, account, WHOLE, 3, "");
      g_assert_cmpint (end->vanished, ==, i == 0);
      g_assert_cmpuint (end->missing->len, ==, i);
    }
  g_assert_cmpint (get_missing (test, account, "b"), ==, NOW);
}

/* A gap that opens under a walk over the whole list is not filled by the pages that are still to come. */
static void
test_gap_above_a_whole_walk (StoreTest     *test,
                             gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStoredPage) end = NULL;
  g_autoptr (TrsStoredPage) closes = NULL;

  read_whole (test, account, "d=d@9 c=d@8 b=d@7 a=d@6");
  put_page (test, account, WHOLE, 1, "d=d@9 c=d@8");
  put_page (test, account, TOP, 1, "h=d@13 g=d@12");
  put_page (test, account, WHOLE, 2, "d=d@9 c=d@8");
  put_page (test, account, WHOLE, 3, "b=d@7 a=d@6");
  end = write_page (test, account, WHOLE, 4, "");
  assert_listing (&end->listing, NOW, TRUE, 1);
  put_page (test, account, GAP, 2, "f=d@11 e=d@10");
  closes = write_page (test, account, GAP, 3, "d=d@9 c=d@8");
  assert_listing (&closes->listing, NOW, FALSE, 0);
}

static void
test_dry (StoreTest     *test,
          gconstpointer  data)
{
  const char *const told[] = { "x=d@10 a=d@9 b=d@8", "c=d@7", NULL };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStoredPage) page = NULL;
  g_autoptr (TrsStoredPage) written = NULL;
  g_autoptr (GPtrArray) projects = NULL;

  read_whole (test, account, "a=u@9 b=d@8");
  page = write_pages (test, account, TOP, 1, told, TRUE);
  g_assert_false (page->written);
  assert_told (page, 2, FALSE, FALSE, FALSE);
  assert_listing (&page->listing, NOW, FALSE, 0);
  assert_ids (page->projects, "x a c");
  g_assert_cmpint (find (page->projects, "x")->row, ==, 0);
  g_assert_cmpint (find (page->projects, "x")->sort_at, ==, 10 * G_USEC_PER_SEC);
  g_assert_cmpint (find (page->projects, "a")->row, >, 0);
  g_assert_cmpint (find (page->projects, "a")->state, ==, TRS_PROJECT_STATE_DONE);

  projects = store_test_load (test, account);
  assert_ids (projects, "a b");
  g_assert_cmpint (find (projects, "a")->state, ==, TRS_PROJECT_STATE_UPLOAD);
  written = write_page (test, account, TOP, 1, "a=u@9 b=d@8");
  assert_told (written, 0, TRUE, TRUE, FALSE);
}

static void
changed_cb (guint *n_changed)
{
  *n_changed += 1;
}

static void
settle (StoreTest *test)
{
  trs_test_flush_store (test->store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

/* Most pages tell nothing new, and nobody has to ask for the list again. */
static void
test_quiet (StoreTest     *test,
            gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  guint n_changed = 0;

  read_whole (test, account, "a=u@9 b=d@8");
  settle (test);
  g_signal_connect_swapped (test->store, "changed", G_CALLBACK (changed_cb), &n_changed);
  for (guint i = 0; i < 3; i++)
    put_page (test, account, TOP, 1, "a=u@9 b=d@8");
  settle (test);
  g_assert_cmpuint (n_changed, ==, 0);

  put_page (test, account, TOP, 1, "a=w@9 b=d@8");
  settle (test);
  g_assert_cmpuint (n_changed, ==, 1);
}

static void
test_account_that_is_gone (StoreTest     *test,
                           gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (pages, make_page ("a=d@9"));
  trs_store_listing_write_pages_async (test->store, account + 1, TOP, 1, pages, NOW, TRS_LISTING_WRITE, NULL,
                                       trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_null (trs_store_listing_write_pages_finish (test->store, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_emptied_account (StoreTest     *test,
                      gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsStoredPage) page = NULL;
  TrsListing listing;

  read_whole (test, account, "a=d@9 b=d@8");
  trs_store_accounts_empty_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_accounts_empty_finish (test->store, result, NULL));
  listing = read_listing (test, account);
  assert_listing (&listing, 0, TRUE, 0);
  page = write_page (test, account, TOP, 1, "a=d@9 b=d@8");
  assert_told (page, 2, FALSE, FALSE, FALSE);
  g_assert_false (is_unread (test, account, "a"));
}

/* What 0.1.0 knew is ground if it had read the whole list. */
static void
test_older_file (StoreTest     *test,
                 gconstpointer  data)
{
  gboolean whole = g_str_equal (data, "whole");
  gint64 account;
  g_autofree char *rows = NULL;
  TrsListing listing;
  g_autoptr (TrsStoredPage) page = NULL;

  store_test_write_schema (test, "schema-7.sql");
  store_test_exec (test, whole ? "UPDATE account SET listed_at = 77" : "UPDATE account SET listed_at = 0");
  store_test_exec (test, "UPDATE project SET created_at = 0, submitted_at = 55 WHERE id = 'b'");
  account = store_test_open_account (test, NULL);
  listing = read_listing (test, account);
  assert_listing (&listing, whole ? 77 : 0, !whole, 0);
  rows = store_test_read_sql (test, "SELECT group_concat (id || listed || iif (sort_at = created_at, 'c', '') || "
                                    "iif (sort_at = submitted_at, 's', ''), ' ') FROM "
                                    "(SELECT * FROM project ORDER BY id)");
  g_assert_cmpstr (rows, ==, "a1c b1s");
  page = write_page (test, account, TOP, 1, "a=d b=d");
  g_assert_cmpint (page->ground, ==, whole);
  g_assert_cmpint (page->listing.gap, ==, !whole);
}

#define ADD_WITH(path, data, function) \
  g_test_add (path, StoreTest, data, store_test_set_up, function, store_test_tear_down)
#define ADD(path, function) ADD_WITH (path, NULL, function)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/listing/first-walk", test_first_walk);
  ADD ("/store/listing/refresh", test_refresh);
  ADD ("/store/listing/gap", test_gap);
  ADD ("/store/listing/new-above-a-gap", test_new_above_a_gap);
  ADD ("/store/listing/entries-without-a-date", test_entries_without_a_date);
  ADD ("/store/listing/no-dates-at-all", test_no_dates_at_all);
  ADD ("/store/listing/two-in-one-second", test_two_in_one_second);
  ADD ("/store/listing/repeated-ids", test_repeated_ids);
  ADD ("/store/listing/endless-list", test_endless_list);
  ADD ("/store/listing/own-submission", test_own_submission);
  ADD ("/store/listing/unread", test_unread);
  ADD ("/store/listing/users-own-stays", test_users_own_stays);
  ADD ("/store/listing/missing", test_missing);
  ADD ("/store/listing/interrupted-walks-mark-nothing", test_interrupted_walks_mark_nothing);
  ADD ("/store/listing/a-look-does-not-interrupt", test_a_look_does_not_interrupt);
  ADD ("/store/listing/far-looks-do-not-interrupt", test_far_looks_do_not_interrupt);
  ADD ("/store/listing/gap-above-a-whole-walk", test_gap_above_a_whole_walk);
  ADD ("/store/listing/dry", test_dry);
  ADD ("/store/listing/quiet", test_quiet);
  ADD ("/store/listing/account-that-is-gone", test_account_that_is_gone);
  ADD ("/store/listing/emptied-account", test_emptied_account);
  ADD_WITH ("/store/listing/older-file/whole", "whole", test_older_file);
  ADD_WITH ("/store/listing/older-file/with-a-gap", "gap", test_older_file);
  return g_test_run ();
}
