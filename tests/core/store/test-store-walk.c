/* SPDX-License-Identifier: GPL-3.0-or-later */

/* However often the program dies and whatever comes and goes in between, in the end the list is known: a reader that
 * does as trs-store-listing.h says, and a service that changes under its feet. */
#include "store-test.h"
#include "trs-failing-vfs.h"
#include "trs-store-listing.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define PAGE_SIZE 3
#define N_RUNS 60
#define N_STEPS 12

typedef struct
{
  StoreTest *test;
  gint64 account;
  GPtrArray *service; /* newest first */
  guint n_made;
  gboolean removes;
  gboolean quiet;
  gboolean dead;
} World;

static void
service_add (World *world)
{
  g_ptr_array_insert (world->service, 0, g_strdup_printf ("p%u", world->n_made++));
}

/* What may happen between two requests. */
static void
let_time_pass (World *world)
{
  if (world->quiet)
    return;

  if (g_test_rand_int_range (0, 4) == 0)
    for (int n = g_test_rand_int_range (1, 8); n > 0; n--)
      service_add (world);
  if (world->removes && world->service->len > 0 && g_test_rand_int_range (0, 4) == 0)
    g_ptr_array_remove_index (world->service, (guint) g_test_rand_int_range (0, (gint32) world->service->len));
  if (g_test_rand_int_range (0, 6) == 0)
    {
      store_test_reopen (world->test);
      world->dead = TRUE;
    }
}

static GPtrArray *
service_list (World *world,
              guint  number)
{
  GPtrArray *page = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_record_free);

  for (guint i = (number - 1) * PAGE_SIZE; i < world->service->len && page->len < PAGE_SIZE; i++)
    {
      const char *id = g_ptr_array_index (world->service, i);
      TrsProjectRecord *record = trs_project_record_new ();

      record->id = g_strdup (id);
      record->name = g_strdup (id);
      record->state = TRS_PROJECT_STATE_DONE;
      record->created_at = g_date_time_new_from_unix_utc (1000 + (gint64) g_ascii_strtoull (id + 1, NULL, 10) / 2);
      g_ptr_array_add (page, record);
    }
  return page;
}

static TrsStoredPage *
read_page (World       *world,
           TrsListWalk  walk,
           guint        number,
           guint       *n)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsStoredPage *page;

  g_ptr_array_add (pages, service_list (world, number));
  *n = ((GPtrArray *) pages->pdata[0])->len;
  trs_store_listing_write_pages_async (world->test->store, world->account, walk, number, pages, 1, TRS_LISTING_WRITE,
                                       NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  page = trs_store_listing_write_pages_finish (world->test->store, result, &error);
  g_assert_no_error (error);
  g_clear_object (&result);
  let_time_pass (world);
  return page;
}

static void
look (World *world)
{
  guint n;

  trs_stored_page_free (read_page (world, TRS_LIST_WALK_TOP, 1, &n));
}

static void
fill_gap (World *world,
          guint  cursor)
{
  gboolean back = TRUE;
  guint number = MAX (cursor, 1);

  while (!world->dead)
    {
      guint n;
      g_autoptr (TrsStoredPage) page = read_page (world, TRS_LIST_WALK_GAP, number, &n);

      if (!page->listing.gap)
        return;
      back = back && page->n_new == n && number > 1;
      number = back ? number - 1 : number + 1;
      if (!world->quiet && !world->dead && g_test_rand_int_range (0, 4) == 0)
        {
          look (world);
          return;
        }
    }
}

static void
refresh (World *world)
{
  world->dead = FALSE;
  for (guint number = 1; !world->dead; number++)
    {
      guint n;
      g_autoptr (TrsStoredPage) page = read_page (world, TRS_LIST_WALK_TOP, number, &n);

      if (n == 0 || (page->listing.gap ? page->inner : page->ground))
        {
          if (page->listing.gap && !world->dead)
            fill_gap (world, page->listing.cursor);
          return;
        }
    }
}

static gboolean
walk_whole (World *world)
{
  for (guint number = 1;; number++)
    {
      guint n;
      g_autoptr (TrsStoredPage) page = read_page (world, TRS_LIST_WALK_WHOLE, number, &n);

      if (n == 0)
        return page->vanished;
    }
}

static void
assert_known (World *world)
{
  g_autoptr (GPtrArray) projects = store_test_load (world->test, world->account);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < projects->len; i++)
    {
      const TrsProjectData *project = g_ptr_array_index (projects, i);

      if (project->missing_since == 0)
        g_hash_table_add (known, project->id);
    }
  for (guint i = 0; i < world->service->len; i++)
    g_assert_true (g_hash_table_contains (known, g_ptr_array_index (world->service, i)));
  g_assert_cmpuint (g_hash_table_size (known), ==, world->service->len);
}

static void
test_walks (StoreTest     *test,
            gconstpointer  data)
{
  for (guint run = 0; run < N_RUNS; run++)
    {
      World world = { .test = test, .removes = data != NULL };

      store_test_open_account (test, NULL);
      trs_test_flush_store (test->store);
      store_test_exec (test, "PRAGMA foreign_keys = ON; DELETE FROM account");
      world.account = store_test_open_account (test, NULL);
      world.service = g_ptr_array_new_with_free_func (g_free);
      for (guint i = 0; i < 20; i++)
        service_add (&world);
      for (guint step = 0; step < N_STEPS; step++)
        refresh (&world);

      world.quiet = TRUE;
      if (world.removes && walk_whole (&world))
        walk_whole (&world);
      refresh (&world);
      assert_known (&world);
      g_ptr_array_unref (world.service);
    }
}

#define ADD(path, data) g_test_add (path, StoreTest, data, store_test_set_up, test_walks, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  /* Nothing fails here; but it waits for no disk either, and a store is closed hundreds of times. */
  trs_failing_vfs_install ();
  ADD ("/store/walk/new-projects-and-kills", NULL);
  ADD ("/store/walk/removals-too", "removals");
  return g_test_run ();
}
