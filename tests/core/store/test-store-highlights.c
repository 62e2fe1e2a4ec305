/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "store-test.h"
#include "trs-store-annotations.h"
#include "trs-store-search.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-utils.h"
#include "trs-test-annotations.h"

#define BARE "Good evening.\n\nThe budget of the harbour.\n\nBye."
#define FULL \
  "[00:00:01.000] Speaker 1: Good evening.\n\n[00:01:02.500] Speaker 2: The budget of the harbour.\n\n" \
  "[00:02:00.000] Speaker 1: Bye."

static void
add (StoreTest  *test,
     gint64      account,
     const char *id,
     gint64      created_at)
{
  g_autoptr (TrsProject) project = store_test_make_project (id, created_at * G_USEC_PER_SEC);

  store_test_save_project (test, account, project);
  store_test_save_text (test, account, id, BARE, FULL);
}

static void
annotate (StoreTest      *test,
          gint64          account,
          const char     *id,
          TrsAnnotations *annotations)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_annotations_edit_async (test->store, account, id, annotations, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_annotations_edit_finish (test->store, result, NULL));
}

/* What is found: the ids, and of each highlight its colour, paragraph, byte, time and note. */
static char *
find (StoreTest  *test,
      gint64      account,
      const char *query,
      guint       limit,
      gint64      before_row)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsSearchResults *results;
  GString *string = g_string_new (NULL);

  trs_store_search_highlights_async (test->store, account, query, limit, before_row, NULL, trs_test_store_result,
                                     &result);
  trs_test_wait_result (result);
  results = trs_store_search_highlights_finish (test->store, result, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < results->hits->len; i++)
    {
      const TrsSearchHit *hit = g_ptr_array_index (results->hits, i);

      g_string_append_printf (string, "%s:", hit->project->id);
      for (guint j = 0; j < hit->passages->len; j++)
        {
          const TrsSearchPassage *it = g_ptr_array_index (hit->passages, j);

          g_string_append_printf (string, " %u@%u.%u/%d/%u“%s”%s", it->highlight - 1, it->paragraph, (guint) it->offset,
                                  (int) it->time, it->speaker, it->excerpt, it->note != NULL ? it->note : "");
        }
      g_string_append_c (string, '\n');
    }
  if (results->more)
    g_string_append (string, "more");
  trs_search_results_free (results);
  return g_string_free (string, FALSE);
}

#define assert_found(query, limit, before_row, wanted)                        \
  G_STMT_START                                                                \
  {                                                                           \
    g_autofree char *found_ = find (test, account, query, limit, before_row); \
    g_assert_cmpstr (found_, ==, wanted);                                     \
  }                                                                           \
  G_STMT_END

static void
take (TrsAnnotations **annotations,
      TrsAnnotations  *edited)
{
  g_ptr_array_unref (*annotations);
  *annotations = edited;
}

/* The highlights of one account, newest transcript first, in the order of the text; nothing else that the user added.
 */
static void
test_highlights (StoreTest     *test,
                 gconstpointer  data)
{
  static const char *const other_ids[] = { "somebody else's", NULL };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GBytes) bare = g_bytes_new_static (BARE, strlen (BARE));
  g_autoptr (GBytes) full = g_bytes_new_static (FULL, strlen (FULL));
  g_autoptr (TrsTranscript) transcript = trs_transcript_align (bare, full, "en", FALSE);
  g_autoptr (TrsAnnotations) one = trs_annotations_new ();
  g_autoptr (TrsAnnotations) two = trs_annotations_new ();
  g_autoptr (TrsAnnotations) names = trs_annotations_rename (one, 1, "Budget");

  add (test, account, "none", 3);
  add (test, account, "a", 5);
  add (test, account, "b", 7);
  add (test, account, "named", 9);
  assert_found ("", 50, 0, "");

  take (&one, trs_annotations_highlight (one, transcript, (TrsTextPosition) { 1, 4 }, (TrsTextPosition) { 1, 10 },
                                         TRS_HIGHLIGHT_BLUE, "Ask the treasurer", 1));
  take (&one, trs_annotations_highlight (one, transcript, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, 4 },
                                         TRS_HIGHLIGHT_YELLOW, NULL, 2));
  take (&two, trs_annotations_highlight (two, transcript, (TrsTextPosition) { 2, 0 }, (TrsTextPosition) { 2, 3 },
                                         TRS_HIGHLIGHT_PINK, NULL, 3));
  take (&two, trs_test_set_checked (two, transcript, 1, TRUE, 4));
  take (&two, trs_annotations_merge (two, 1, 2));
  annotate (test, account, "a", one);
  annotate (test, account, "b", two);
  annotate (test, account, "named", names);

  assert_found ("", 50, 0, "b: 3@2.0/120000/2“Bye”\n"
                           "a: 0@0.0/1000/1“Good” 2@1.4/62500/2“budget”Ask the treasurer\n");
  assert_found ("", 1, 0, "b: 3@2.0/120000/2“Bye”\nmore");
  assert_found ("", 1, 7, "a: 0@0.0/1000/1“Good” 2@1.4/62500/2“budget”Ask the treasurer\n");
  /* in the words, in the note, and in both together; not in what is not highlighted */
  assert_found ("GOOD", 50, 0, "a: 0@0.0/1000/1“Good”\n");
  assert_found ("treasurer budg", 50, 0, "a: 2@1.4/62500/2“budget”Ask the treasurer\n");
  assert_found ("harbour", 50, 0, "");
  assert_found ("good treasurer", 50, 0, "");

  account = store_test_open_account (test, other_ids);
  assert_found ("", 50, 0, "");
}

/* What was highlighted in a text that was removed from this computer is still found, without a time. */
static void
test_removed_text (StoreTest     *test,
                   gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GBytes) bare = g_bytes_new_static (BARE, strlen (BARE));
  g_autoptr (GBytes) full = g_bytes_new_static (FULL, strlen (FULL));
  g_autoptr (TrsTranscript) transcript = trs_transcript_align (bare, full, "en", FALSE);
  g_autoptr (TrsAnnotations) one = trs_annotations_new ();
  g_autoptr (GAsyncResult) result = NULL;

  add (test, account, "a", 5);
  take (&one, trs_test_set_checked (one, transcript, 1, TRUE, 1));
  take (&one, trs_annotations_highlight (one, transcript, (TrsTextPosition) { 1, 4 }, (TrsTextPosition) { 1, 10 },
                                         TRS_HIGHLIGHT_BLUE, "Ask the treasurer", 2));
  annotate (test, account, "a", one);
  trs_store_texts_remove_all_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_texts_remove_all_finish (test->store, result, NULL));

  assert_found ("", 50, 0, "a: 2@0.0/-1/0“budget”Ask the treasurer\n");
  assert_found ("treasurer budget", 50, 0, "a: 2@0.0/-1/0“budget”Ask the treasurer\n");
  assert_found ("harbour", 50, 0, "");
}

/* What the text does not have any more comes last, and has no time. */
static void
test_lost (StoreTest     *test,
           gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GBytes) bare = g_bytes_new_static ("Gone.\n\nBye.", 11);
  g_autoptr (TrsTranscript) other = trs_transcript_align (bare, bare, "en", FALSE);
  g_autoptr (TrsAnnotations) one = trs_annotations_new ();

  take (&one, trs_annotations_highlight (one, other, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, 4 },
                                         TRS_HIGHLIGHT_GREEN, "Note", 1));
  take (&one, trs_annotations_highlight (one, other, (TrsTextPosition) { 1, 0 }, (TrsTextPosition) { 1, 4 },
                                         TRS_HIGHLIGHT_GREEN, NULL, 2));
  add (test, account, "a", 5);
  annotate (test, account, "a", one);
  assert_found ("", 50, 0, "a: 1@0.0/-1/0“Gone”Note 1@0.0/-1/0“Bye.”\n");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add ("/store/highlights/all", StoreTest, NULL, store_test_set_up, test_highlights, store_test_tear_down);
  g_test_add ("/store/highlights/lost", StoreTest, NULL, store_test_set_up, test_lost, store_test_tear_down);
  g_test_add ("/store/highlights/removed-text", StoreTest, NULL, store_test_set_up, test_removed_text,
              store_test_tear_down);
  return g_test_run ();
}
