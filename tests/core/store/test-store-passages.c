/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "store-test.h"
#include "trs-compat.h"
#include "trs-store-annotations.h"
#include "trs-store-passages.h"
#include "trs-store.h"
#include "trs-test-utils.h"

static TrsSearchResults *
read_page (StoreTest             *test,
           gint64                 account,
           const TrsSearchFilter *filter,
           guint                  limit,
           gint64                 before_at,
           gint64                 before_row)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsSearchResults *results;

  trs_store_passages_read_async (test->store, account, filter, limit, before_at, before_row, NULL,
                                 trs_test_store_result, &result);
  trs_test_wait_result (result);
  results = trs_store_passages_read_finish (test->store, result, &error);
  g_assert_no_error (error);
  return results;
}

static void
print_passages (GString   *string,
                GPtrArray *passages)
{
  for (guint i = 0; passages != NULL && i < passages->len; i++)
    {
      const TrsSearchPassage *it = g_ptr_array_index (passages, i);

      g_string_append_printf (string, " %u/%d/%u%s%s“%s”", it->paragraph, (int) it->time, it->speaker,
                              it->name != NULL ? "=" : "", it->name != NULL ? it->name : "", it->excerpt);
    }
}

/* All that is found, page by page: the ids, and of each passage its paragraph, time, speaker, name and words; then the
 * number of others, and the context. */
static char *
read_all (StoreTest             *test,
          gint64                 account,
          const TrsSearchFilter *filter,
          guint                  limit)
{
  GString *string = g_string_new (NULL);
  gint64 before_at = G_MAXINT64;
  gint64 before_row = G_MAXINT64;

  for (gboolean more = TRUE; more; )
    {
      g_autoptr (TrsSearchResults) results = read_page (test, account, filter, limit, before_at, before_row);

      g_assert_cmpuint (results->hits->len, <=, limit);
      for (guint i = 0; i < results->hits->len; i++)
        {
          const TrsSearchHit *hit = g_ptr_array_index (results->hits, i);

          g_string_append_printf (string, "%s:", hit->project->id);
          print_passages (string, hit->passages);
          if (hit->n_more > 0)
            g_string_append_printf (string, " +%u", hit->n_more);
          if (hit->context != NULL && hit->context->len > 0)
            g_string_append (string, " |");
          print_passages (string, hit->context);
          g_string_append_c (string, '\n');
        }
      more = results->more;
      before_at = results->last_at;
      before_row = results->last_row;
    }
  return g_string_free (string, FALSE);
}

#define assert_read(filter, wanted)                                                      \
  G_STMT_START                                                                           \
  {                                                                                      \
    for (guint limit_ = 1; limit_ < 60; limit_ += 49)                                    \
      {                                                                                  \
        g_autofree char *found_ = read_all (test, account, filter, limit_);              \
        g_assert_cmpstr (found_, ==, wanted);                                            \
      }                                                                                  \
  }                                                                                      \
  G_STMT_END

static void
add (StoreTest  *test,
     gint64      account,
     const char *id,
     gint64      created_at,
     const char *bare,
     const char *full)
{
  g_autoptr (TrsProject) project = store_test_make_project (id, created_at * G_USEC_PER_SEC);

  store_test_save_project (test, account, project);
  if (bare != NULL)
    store_test_save_text (test, account, id, bare, full != NULL ? full : bare);
}

static void
annotate (StoreTest           *test,
          gint64               account,
          const char          *id,
          const TrsAnnotation *annotations,
          guint                n_annotations)
{
  g_autoptr (TrsAnnotations) list = trs_annotations_new ();
  g_autoptr (GAsyncResult) result = NULL;

  for (guint i = 0; i < n_annotations; i++)
    g_ptr_array_add (list, trs_annotation_copy (&annotations[i]));
  trs_store_annotations_edit_async (test->store, account, id, list, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_annotations_edit_finish (test->store, result, NULL));
}

/* Every paragraph, however many and however long; the window shows two, and cuts them. */
static void
test_all_passages (StoreTest     *test,
                   gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new ("budget port");
  g_autoptr (GString) bare = g_string_new (NULL);
  g_autoptr (TrsSearchResults) results = NULL;
  const TrsSearchHit *hit;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (bare, "%sA%s budget of %0300u.", i > 0 ? "\n\nNothing.\n\n" : "", i == 30 ? " port" : "",
                            i);
  add (test, account, "a", 1, bare->str, NULL);

  results = read_page (test, account, filter, 50, G_MAXINT64, G_MAXINT64);
  g_assert_cmpuint (results->hits->len, ==, 1);
  hit = g_ptr_array_index (results->hits, 0);
  g_assert_cmpuint (hit->passages->len, ==, 40);
  g_assert_cmpuint (hit->n_more, ==, 0);
  for (guint i = 0; i < 40; i++)
    {
      const TrsSearchPassage *passage = g_ptr_array_index (hit->passages, i);

      g_assert_cmpuint (passage->paragraph, ==, 2 * i);
      g_assert_cmpuint (passage->offset, ==, 0);
      g_assert_false (passage->cut);
      g_assert_true (g_str_has_suffix (passage->excerpt, "."));
      g_assert_cmpuint (passage->ranges->len, ==, i == 30 ? 2 : 1);
    }

  /* the best ones, in the order of the text */
  filter->max_passages = 2;
  g_clear_pointer (&results, trs_search_results_free);
  results = read_page (test, account, filter, 50, G_MAXINT64, G_MAXINT64);
  hit = g_ptr_array_index (results->hits, 0);
  g_assert_cmpuint (hit->passages->len, ==, 2);
  g_assert_cmpuint (((TrsSearchPassage *) g_ptr_array_index (hit->passages, 0))->paragraph, ==, 0);
  g_assert_cmpuint (((TrsSearchPassage *) g_ptr_array_index (hit->passages, 1))->paragraph, ==, 60);
  g_assert_cmpuint (hit->n_more, ==, 38);
}

/* The order of the list, also where the service has dated videos otherwise than they were submitted here, and across
 * pages. */
static void
test_order_of_the_list (StoreTest     *test,
                        gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new ("words");

  for (guint i = 0; i < 6; i++)
    {
      const char id[] = { (char) ('a' + i), '\0' };

      add (test, account, id, 100 + i, i % 3 == 0 ? "words 単語" : i % 3 == 1 ? "words" : NULL, NULL);
    }
  store_test_exec (test, "UPDATE project SET local_title = 'words' WHERE id IN ('c', 'f')");
  assert_read (filter, "f:\ne: 0/-1/0“words”\nd: 0/-1/0“words 単語”\nc:\nb: 0/-1/0“words”\na: 0/-1/0“words 単語”\n");

  store_test_exec (test, "UPDATE project SET sort_at = 50000000 WHERE id IN ('e', 'f');"
                         "UPDATE project SET sort_at = 900000000 WHERE id = 'a'");
  assert_read (filter, "a: 0/-1/0“words 単語”\nd: 0/-1/0“words 単語”\nc:\nb: 0/-1/0“words”\nf:\ne: 0/-1/0“words”\n");
}

#define SPOKEN                                                                                    \
  "[00:00:01.000] Speaker 1: An apple, a pear.\n\n[00:00:02.000] Speaker 2: An apple.\n\n"        \
  "[00:00:03.000] Speaker 12: A pear.\n\n[00:00:04.000] Speaker 3: The pear.\n\nOne more pear."
#define WORDS "An apple, a pear.\n\nAn apple.\n\nA pear.\n\nThe pear.\n\nOne more pear."

/* Names as the user sees them. */
static void
test_speaker (StoreTest     *test,
              gconstpointer  data)
{
  static const TrsAnnotation annotations[] = {
    { .kind = TRS_ANNOTATION_NAME, .number = 1, .text = (char *) "Anna Müller" },
    { .kind = TRS_ANNOTATION_NAME, .number = 2, .text = (char *) "Nobody" },
    { .kind = TRS_ANNOTATION_MERGE, .number = 2, .other = 1 },
    { .kind = TRS_ANNOTATION_SPEAKER, .number = 1, .start = { 3, 0 }, .words = (char *) "The pear." },
    { .kind = TRS_ANNOTATION_NAME, .number = 12, .text = (char *) "???" },
  };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new ("pear");

  add (test, account, "plain", 1, WORDS, SPOKEN);
  add (test, account, "named", 2, WORDS, SPOKEN);
  add (test, account, "pear", 3, NULL, NULL);
  annotate (test, account, "named", annotations, G_N_ELEMENTS (annotations));
  assert_read (filter,
               "pear:\n"
               "named: 0/1000/1=Anna Müller“An apple, a pear.” 2/3000/12=???“A pear.” 3/4000/1=Anna Müller“The pear.” "
               "4/-1/0“One more pear.”\n"
               "plain: 0/1000/1“An apple, a pear.” 2/3000/12“A pear.” 3/4000/3“The pear.” 4/-1/0“One more pear.”\n");

  /* A label is no part of another one, and not what is seen of who has a name. */
  filter->speaker = g_strdup ("speaker 1");
  assert_read (filter, "plain: 0/1000/1“An apple, a pear.”\n");
  trs_set_str (&filter->speaker, "Speaker 3");
  assert_read (filter, "plain: 3/4000/3“The pear.”\n");

  trs_set_str (&filter->speaker, "muller");
  assert_read (filter, "named: 0/1000/1=Anna Müller“An apple, a pear.” 3/4000/1=Anna Müller“The pear.”\n");
  trs_set_str (&filter->speaker, "Anna Müller");
  assert_read (filter, "named: 0/1000/1=Anna Müller“An apple, a pear.” 3/4000/1=Anna Müller“The pear.”\n");
  trs_set_str (&filter->speaker, "Ann");
  assert_read (filter, "");
  trs_set_str (&filter->speaker, "Müller Anna");
  assert_read (filter, "");
  trs_set_str (&filter->speaker, "Nobody");
  assert_read (filter, "");
  trs_set_str (&filter->speaker, "???");
  assert_read (filter, "named: 2/3000/12=???“A pear.”\n");
  trs_set_str (&filter->speaker, "");
  assert_read (filter, "");

  /* All the words are theirs: here Anna, and what was merged into her, says both. */
  trs_set_str (&filter->query, "more apple");
  trs_set_str (&filter->speaker, "anna");
  assert_read (filter, "");
  trs_set_str (&filter->query, "the apple ");
  assert_read (filter, "named: 0/1000/1=Anna Müller“An apple, a pear.” 1/2000/1=Anna Müller“An apple.” "
                       "3/4000/1=Anna Müller“The pear.”\n");
}

static void
test_since (StoreTest     *test,
            gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new ("title");

  for (guint i = 0; i < 3; i++)
    {
      const char id[] = { (char) ('a' + i), '\0' };

      add (test, account, id, 100 + i, "title", NULL);
    }
  filter->since = 101 * G_USEC_PER_SEC;
  assert_read (filter, "c: 0/-1/0“title”\nb: 0/-1/0“title”\n");
  filter->since++;
  assert_read (filter, "c: 0/-1/0“title”\n");
}

static void
test_language (StoreTest     *test,
               gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new ("title");

  /* The text says, then the project, then what was asked for. */
  add (test, account, "a", 1, "word", NULL);
  add (test, account, "b", 2, "word", NULL);
  add (test, account, "c", 3, NULL, NULL);
  add (test, account, "d", 4, NULL, NULL);
  add (test, account, "e", 5, NULL, NULL);
  store_test_exec (test, "UPDATE project SET language = 'pt-BR' WHERE id IN ('a', 'b', 'c');"
                         "UPDATE text SET language = '' WHERE text = 2;"
                         "UPDATE project SET requested_language = 'pt' WHERE id IN ('a', 'd')");
  filter->language = g_strdup ("pt");
  assert_read (filter, "d:\nc:\nb:\n");
  trs_set_str (&filter->language, "PT-br");
  assert_read (filter, "c:\nb:\n");
  trs_set_str (&filter->language, "en");
  assert_read (filter, "a:\n");
  trs_set_str (&filter->language, "p");
  assert_read (filter, "");
}

static void
test_context (StoreTest     *test,
              gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new ("x");

  add (test, account, "a", 1, "a x\n\nb\n\nc\n\nd\n\ne x\n\nf x\n\ng\n\nh\n\ni x\n\nj", NULL);
  filter->context = 1;
  assert_read (filter, "a: 0/-1/0“a x” 4/-1/0“e x” 5/-1/0“f x” 8/-1/0“i x” | "
                       "1/-1/0“b” 3/-1/0“d” 6/-1/0“g” 7/-1/0“h” 9/-1/0“j”\n");
  filter->context = G_MAXUINT;
  assert_read (filter, "a: 0/-1/0“a x” 4/-1/0“e x” 5/-1/0“f x” 8/-1/0“i x” | "
                       "1/-1/0“b” 2/-1/0“c” 3/-1/0“d” 6/-1/0“g” 7/-1/0“h” 9/-1/0“j”\n");
  /* What is left out may stand around what is not. */
  filter->context = 2;
  filter->max_passages = 1;
  assert_read (filter, "a: 0/-1/0“a x” +3 | 1/-1/0“b” 2/-1/0“c”\n");
}

/* Highlights alone, with the same conditions. */
static void
test_highlights (StoreTest     *test,
                 gconstpointer  data)
{
  static const TrsAnnotation annotations[] = {
    { .kind = TRS_ANNOTATION_HIGHLIGHT, .number = 1, .start = { 0, 3 }, .end = { 1, 2 },
      .words = (char *) "apple, a pear.\n\nAn", .text = (char *) "ask Ben" },
    { .kind = TRS_ANNOTATION_HIGHLIGHT, .number = 2, .start = { 3, 4 }, .end = { 3, 8 }, .words = (char *) "pear" },
    { .kind = TRS_ANNOTATION_HIGHLIGHT, .number = 2, .start = { 0, 0 }, .end = { 0, 4 }, .words = (char *) "Plum" },
    { .kind = TRS_ANNOTATION_NAME, .number = 3, .text = (char *) "Anna" },
  };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new ("pear");

  add (test, account, "a", 1, WORDS, SPOKEN);
  add (test, account, "pear", 2, WORDS, SPOKEN);
  annotate (test, account, "a", annotations, G_N_ELEMENTS (annotations));
  filter->highlights = TRUE;
  assert_read (filter, "a: 0/1000/1“apple, a pear.\n\nAn” 3/4000/3=Anna“pear”\n");
  trs_set_str (&filter->query, "");
  assert_read (filter, "a: 0/1000/1“apple, a pear.\n\nAn” 3/4000/3=Anna“pear” 0/-1/0“Plum”\n");
  filter->max_passages = 1;
  assert_read (filter, "a: 0/1000/1“apple, a pear.\n\nAn” +2\n");
  filter->max_passages = 0;
  trs_set_str (&filter->query, "pear ask");
  assert_read (filter, "a: 0/1000/1“apple, a pear.\n\nAn”\n");
  filter->context = 1;
  assert_read (filter, "a: 0/1000/1“apple, a pear.\n\nAn” | 2/3000/12“A pear.”\n");
  filter->context = 0;
  trs_set_str (&filter->query, "");
  filter->speaker = g_strdup ("Anna");
  assert_read (filter, "a: 3/4000/3=Anna“pear”\n");
  filter->since = 2 * G_USEC_PER_SEC;
  assert_read (filter, "");
}

/* What few say is found behind many texts in which others say it. */
static void
test_rare_speaker (StoreTest     *test,
                   gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new ("word");
  g_autoptr (TrsSearchResults) results = NULL;

  add (test, account, "oldest", 1, "word", "Speaker 2: word");
  for (guint i = 0; i < 410; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%03u", i);

      add (test, account, id, 100 + i, "word", "Speaker 1: word");
    }
  filter->speaker = g_strdup ("Speaker 2");
  results = read_page (test, account, filter, 50, G_MAXINT64, G_MAXINT64);
  g_assert_cmpuint (results->hits->len, ==, 0);
  g_assert_true (results->more);
  assert_read (filter, "oldest: 0/-1/2“word”\n");
}

static gint64
count_absent (StoreTest             *test,
              gint64                 account,
              const TrsSearchFilter *filter)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 n;

  trs_store_passages_count_absent_async (test->store, account, filter, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  n = trs_store_passages_count_absent_finish (test->store, result, &error);
  g_assert_no_error (error);
  return n;
}

static void
test_absent (StoreTest     *test,
             gconstpointer  data)
{
  static const char *const other_ids[] = { "somebody else's", NULL };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new ("word");
  gint64 other;

  g_assert_cmpint (count_absent (test, account, filter), ==, 0);
  add (test, account, "here", 1, "word", NULL);
  for (guint i = 0; i < 7; i++)
    {
      const char id[] = { (char) ('a' + i), '\0' };

      add (test, account, id, 100 + i, NULL, NULL);
    }
  other = store_test_open_account (test, other_ids);
  add (test, other, "z", 200, NULL, NULL);
  g_assert_cmpint (count_absent (test, account, filter), ==, 7);

  store_test_set_hidden (test, account, "a");
  store_test_set_missing (test, account, "b", 77);
  store_test_exec (test, "UPDATE project SET state = 4 WHERE id = 'c'; UPDATE project SET state = 2 WHERE id = 'd';"
                         "UPDATE project SET language = 'pt-BR' WHERE id = 'e';"
                         "UPDATE project SET requested_language = 'en' WHERE id = 'f'");
  g_assert_cmpint (count_absent (test, account, filter), ==, 3);
  /* The language of "g" is not known. */
  filter->language = g_strdup ("pt");
  g_assert_cmpint (count_absent (test, account, filter), ==, 2);
  g_clear_pointer (&filter->language, g_free);
  filter->since = 105 * G_USEC_PER_SEC;
  g_assert_cmpint (count_absent (test, account, filter), ==, 2);
  g_assert_cmpint (count_absent (test, other, filter), ==, 1);
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/passages/all-passages", test_all_passages);
  ADD ("/store/passages/order-of-the-list", test_order_of_the_list);
  ADD ("/store/passages/speaker", test_speaker);
  ADD ("/store/passages/since", test_since);
  ADD ("/store/passages/language", test_language);
  ADD ("/store/passages/context", test_context);
  ADD ("/store/passages/highlights", test_highlights);
  ADD ("/store/passages/rare-speaker", test_rare_speaker);
  ADD ("/store/passages/absent", test_absent);
  return g_test_run ();
}
