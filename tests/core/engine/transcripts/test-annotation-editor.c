/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "engine-fixture.h"
#include "trs-annotation-editor.h"
#include "trs-document-load.h"
#include "trs-error.h"
#include "trs-searcher.h"
#include "trs-store-annotations.h"
#include "trs-test-disk.h"
#include "trs-test-store.h"

typedef struct
{
  Fixture fixture;
  TrsAnnotationEditor *editor;
  guint n_failed;
  TrsAnnotationKind failed_kind;
  guint n_changed;
} Test;

static TrsDocument *
load (Test *test)
{
  TrsSession *session = test->fixture.session;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsDocument *document;

  trs_document_load_async (trs_session_get_transcripts (session), trs_session_get_library (session),
                           fixture_get (&test->fixture, 0), NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  document = trs_document_load_finish (result, &error);
  g_assert_no_error (error);
  return document;
}

static void
failed_cb (Test         *test,
           TrsProject   *project,
           guint         kind,
           const GError *error)
{
  g_assert_true (project == fixture_get (&test->fixture, 0));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FULL);
  test->failed_kind = kind;
  test->n_failed++;
}

static void
changed_cb (Test *test)
{
  test->n_changed++;
}

static void
set_text (Test       *test,
          const char *first)
{
  const char *id = trs_toy_service_get_id (test->fixture.toy, 0);
  g_autofree char *bare = g_strdup_printf ("%s\n\nHello.", first);
  g_autofree char *timed = g_strdup_printf ("[00:00:02.345] %s\n\n[00:00:05.000] Hello.", first);
  g_autofree char *spoken = g_strdup_printf ("Speaker 1: %s\n\nSpeaker 2: Hello.", first);
  g_autofree char *full = g_strdup_printf ("[00:00:02.345] Speaker 1: %s\n\n[00:00:05.000] Speaker 2: Hello.", first);

  trs_toy_service_set_text (test->fixture.toy, id, bare, timed, spoken, full);
}

static void
set_up (Test          *test,
        gconstpointer  data)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "edited", "transcripts.db", NULL);
  g_autoptr (TrsDocument) document = NULL;

  fixture_set_up (&test->fixture, NULL);
  g_remove (path);
  fixture_keep (&test->fixture, path);
  trs_toy_service_add (test->fixture.toy, "video", "done");
  set_text (test, "Good evening.");
  fixture_connect (&test->fixture);
  document = load (test);
  trs_test_flush_store (test->fixture.store);
  test->editor = trs_annotation_editor_new (trs_session_get_library (test->fixture.session),
                                            fixture_get (&test->fixture, 0), trs_document_get_annotations (document));
  g_signal_connect_swapped (trs_session_get_library (test->fixture.session), "edit-failed", G_CALLBACK (failed_cb),
                            test);
  g_signal_connect_swapped (test->editor, "notify::annotations", G_CALLBACK (changed_cb), test);
}

static void
tear_down (Test          *test,
           gconstpointer  data)
{
  trs_test_disk_set_full (FALSE);
  trs_test_flush_store (test->fixture.store);
  g_assert_finalize_object (test->editor);
  fixture_tear_down (&test->fixture, NULL);
}

static void
rename_speaker (Test       *test,
                guint       speaker,
                const char *name)
{
  TrsAnnotations *before = trs_annotation_editor_get_annotations (test->editor);

  trs_annotation_editor_apply (test->editor, trs_annotations_rename (before, speaker, name));
}

/* What the editor has, and after the store has written, what is read again. @kept: (nullable): the same as @shown */
static void
assert_names (Test       *test,
              const char *shown,
              const char *kept)
{
  g_autoptr (TrsDocument) document = NULL;
  TrsAnnotations *states[2] = { trs_annotation_editor_get_annotations (test->editor), NULL };

  trs_test_flush_store (test->fixture.store);
  fixture_drain ();
  document = load (test);
  states[1] = trs_document_get_annotations (document);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (GString) names = g_string_new (NULL);

      for (guint j = 0; j < states[i]->len; j++)
        g_string_append_printf (names, "%s%s", j > 0 ? " " : "",
                                ((TrsAnnotation *) g_ptr_array_index (states[i], j))->text);
      g_assert_cmpstr (names->str, ==, i == 0 || kept == NULL ? shown : kept);
    }
}

#define assert_can(test, undo, redo)                                               \
  G_STMT_START                                                                     \
  {                                                                                \
    g_assert_cmpint (trs_annotation_editor_get_done (test->editor)->len > 0, ==, undo);                       \
    g_assert_cmpint (trs_annotation_editor_get_undone (test->editor)->len > 0, ==, redo);                     \
  }                                                                                \
  G_STMT_END

static void
test_undo (Test          *test,
           gconstpointer  data)
{
  assert_can (test, FALSE, FALSE);
  trs_annotation_editor_undo (test->editor);
  trs_annotation_editor_redo (test->editor);
  g_assert_cmpuint (test->n_changed, ==, 0);

  rename_speaker (test, 1, "Anna");
  rename_speaker (test, 2, "Bo");
  assert_can (test, TRUE, FALSE);
  assert_names (test, "Anna Bo", NULL);
  trs_annotation_editor_undo (test->editor);
  assert_can (test, TRUE, TRUE);
  assert_names (test, "Anna", NULL);
  trs_annotation_editor_undo (test->editor);
  assert_can (test, FALSE, TRUE);
  assert_names (test, "", NULL);
  trs_annotation_editor_redo (test->editor);
  trs_annotation_editor_redo (test->editor);
  assert_can (test, TRUE, FALSE);
  assert_names (test, "Anna Bo", NULL);

  /* Another edit is another way on. */
  trs_annotation_editor_undo (test->editor);
  rename_speaker (test, 2, "Carl");
  assert_can (test, TRUE, FALSE);
  assert_names (test, "Anna Carl", NULL);
  g_assert_cmpuint (test->n_changed, ==, 8);
  g_assert_cmpuint (test->n_failed, ==, 0);
}

/* The second one does not wait for the first, and is the one that stays. */
static void
test_two_in_a_row (Test          *test,
                   gconstpointer  data)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("Anna%u", i);

      rename_speaker (test, 1, name);
    }
  assert_names (test, "Anna19", NULL);
}

/* What could not be kept stays on the screen, is told once an edit, and goes with the next one that can. */
static void
test_failing_store (Test          *test,
                    gconstpointer  data)
{
  rename_speaker (test, 1, "Anna");
  trs_test_flush_store (test->fixture.store);
  trs_test_disk_set_full (TRUE);
  rename_speaker (test, 2, "Bo");
  trs_test_wait_until (test->n_failed == 1);
  assert_names (test, "Anna Bo", "Anna");

  trs_test_disk_set_full (FALSE);
  rename_speaker (test, 3, "Carl");
  assert_names (test, "Anna Bo Carl", NULL);
  g_assert_cmpuint (test->n_failed, ==, 1);
  g_assert_cmpint (test->failed_kind, ==, TRS_ANNOTATION_NAME);
}

/* Neither does the page that made the edit have to live until it is known that it was not saved. */
static void
test_left_editor (Test          *test,
                  gconstpointer  data)
{
  TrsAnnotationEditor *left =
      trs_annotation_editor_new (trs_session_get_library (test->fixture.session), fixture_get (&test->fixture, 0),
                                 trs_annotation_editor_get_annotations (test->editor));

  trs_test_flush_store (test->fixture.store);
  trs_test_disk_set_full (TRUE);
  trs_annotation_editor_apply (left, trs_annotations_merge (trs_annotation_editor_get_annotations (left), 2, 1));
  g_assert_finalize_object (left);
  trs_test_wait_until (test->n_failed == 1);
  g_assert_cmpint (test->failed_kind, ==, TRS_ANNOTATION_MERGE);
}

/* As what is written about a video: an edit that is saved survives a power cut. */
static void
test_durable (Test          *test,
              gconstpointer  data)
{
  guint n_syncs;

  trs_test_flush_store (test->fixture.store);
  n_syncs = trs_test_disk_get_n_syncs ();
  rename_speaker (test, 1, "Anna");
  trs_test_flush_store (test->fixture.store);
  g_assert_cmpuint (trs_test_disk_get_n_syncs (), >, n_syncs);
  n_syncs = trs_test_disk_get_n_syncs ();
  trs_annotation_editor_undo (test->editor);
  trs_test_flush_store (test->fixture.store);
  g_assert_cmpuint (trs_test_disk_get_n_syncs (), >, n_syncs);
}

/* The service sends other words, and the user chooses them: the names stay, and so do they in the next run. */
static void
test_other_version (Test          *test,
                    gconstpointer  data)
{
  TrsTranscripts *transcripts = trs_session_get_transcripts (test->fixture.session);
  TrsProject *project = fixture_get (&test->fixture, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) fetched = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) chosen = NULL;
  g_autoptr (GPtrArray) again = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (TrsDocument) document = NULL;
  g_autofree char *label = NULL;

  rename_speaker (test, 2, "Bo");
  set_text (test, "Good morning.");
  trs_transcripts_fetch_again_async (transcripts, project, trs_test_store_result, &fetched);
  trs_test_wait_result (fetched);
  again = trs_transcripts_fetch_again_finish (transcripts, fetched, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->len, ==, 2);
  assert_names (test, "Bo", NULL);
  trs_transcripts_list_versions_async (transcripts, project, NULL, trs_test_store_result, &listed);
  trs_test_wait_result (listed);
  versions = trs_transcripts_list_versions_finish (transcripts, listed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (versions->len, ==, 2);
  trs_transcripts_choose_version_async (transcripts, project, trs_text_versions_find (versions, FALSE)->number,
                                        trs_test_store_result, &chosen);
  trs_test_wait_result (chosen);
  trs_transcripts_choose_version_finish (transcripts, chosen, &error);
  g_assert_no_error (error);

  document = load (test);
  g_assert_cmpmem (trs_transcript_get_paragraph (trs_document_get_transcript (document), TRS_TEXT_ALL, 0)->body, 12,
                   "Good morning", 12);
  label = trs_document_dup_label (document, trs_document_get_speaker (document, 1));
  g_assert_cmpstr (label, ==, "Bo");
}

/* Another program on the same file, as a second window is. */
typedef struct
{
  Test *test;
  TrsStore *store;
  gint64 account;
} Other;

static void
other_open (Other *other,
            Test  *test)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "edited", "transcripts.db", NULL);

  other->test = test;
  other->account = trs_library_get_account (trs_session_get_library (test->fixture.session));
  trs_test_flush_store (test->fixture.store);
  other->store = trs_store_new (path);
}

static void
other_close (Other *other)
{
  trs_test_flush_store (other->store);
  g_assert_true (trs_store_close (other->store, 10 * G_TIME_SPAN_SECOND));
  g_clear_object (&other->store);
}

static void
other_edit (Other          *other,
            TrsAnnotations *added,
            TrsAnnotations *removed)
{
  const char *id = trs_project_get_id (fixture_get (&other->test->fixture, 0));
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_annotations_edit_async (other->store, other->account, id, added, removed, NULL, trs_test_store_result,
                                    &result);
  trs_test_wait_result (result);
  trs_store_annotations_edit_finish (other->store, result, &error);
  g_assert_no_error (error);
}

static TrsAnnotations *
other_read (Other *other)
{
  const char *id = trs_project_get_id (fixture_get (&other->test->fixture, 0));
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsAnnotations *annotations;

  trs_store_annotations_read_async (other->store, other->account, id, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  annotations = trs_store_annotations_read_finish (other->store, result, &error);
  g_assert_no_error (error);
  return annotations;
}

/* A highlight of one byte, of which nobody else makes one. */
static TrsAnnotations *
new_highlights (guint number)
{
  TrsAnnotations *highlights = trs_annotations_new ();
  const TrsAnnotation highlight = { .kind = TRS_ANNOTATION_HIGHLIGHT, .start = { 0, number }, .end = { 0, number + 1 },
                                    .words = (char *) "x", .at = number };

  g_ptr_array_add (highlights, trs_annotation_copy (&highlight));
  return highlights;
}

static TrsAnnotations *
new_name (const char *name)
{
  g_autoptr (TrsAnnotations) none = trs_annotations_new ();

  return trs_annotations_rename (none, 1, name);
}

static void
count_cb (guint *count)
{
  *count += 1;
}

/* What one adds the other sees, and does not delete; of the same thing the later edit stands, and the earlier one can
 * be brought back by whoever made it. */
static void
test_other_program (Test          *test,
                    gconstpointer  data)
{
  g_autoptr (TrsAnnotations) highlight = new_highlights (3);
  g_autoptr (TrsAnnotations) mine = NULL;
  g_autoptr (TrsAnnotations) name = new_name ("Theirs");
  g_autoptr (GPtrArray) all = NULL;
  guint n_overridden = 0;
  Other other;

  g_signal_connect_swapped (test->editor, "overridden", G_CALLBACK (count_cb), &n_overridden);
  other_open (&other, test);
  rename_speaker (test, 2, "Bo");
  other_edit (&other, highlight, NULL);
  trs_test_wait_until (trs_annotation_editor_get_annotations (test->editor)->len == 2);
  g_assert_cmpuint (n_overridden, ==, 0);
  /* It is nobody's here to undo. */
  trs_annotation_editor_undo (test->editor);
  g_assert_cmpuint (trs_annotation_editor_get_annotations (test->editor)->len, ==, 1);
  trs_annotation_editor_redo (test->editor);
  trs_test_flush_store (test->fixture.store);
  all = other_read (&other);
  g_assert_cmpuint (all->len, ==, 2);

  rename_speaker (test, 1, "Mine");
  trs_test_flush_store (test->fixture.store);
  other_edit (&other, name, NULL);
  trs_test_wait_until (n_overridden == 1);
  mine = g_ptr_array_ref (trs_annotation_editor_get_annotations (test->editor));
  g_assert_cmpstr (trs_annotations_find (mine, TRS_ANNOTATION_NAME, 1)->text, ==, "Theirs");
  trs_annotation_editor_undo (test->editor);
  g_assert_cmpstr (
      trs_annotations_find (trs_annotation_editor_get_annotations (test->editor), TRS_ANNOTATION_NAME, 1)->text, ==,
      "Mine");
  g_assert_cmpuint (trs_annotation_editor_get_annotations (test->editor)->len, ==, 3);
  other_close (&other);
}

/* Whatever two programs do at once, what is there at the end is what both have added and not removed. */
static void
test_union (Test          *test,
            gconstpointer  data)
{
  g_autoptr (GHashTable) expected = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) all = NULL;
  Other other;

  other_open (&other, test);
  for (guint i = 1; i <= 200; i++)
    {
      g_autoptr (TrsAnnotations) highlight = new_highlights (i);
      gboolean here = g_test_rand_bit ();
      g_autoptr (TrsAnnotations) none = trs_annotations_new ();
      const TrsAnnotationsChange change = { none, highlight };

      if (here)
        trs_annotation_editor_apply (
            test->editor, trs_annotations_apply (trs_annotation_editor_get_annotations (test->editor), &change));
      else
        other_edit (&other, highlight, NULL);
      g_hash_table_add (expected, GUINT_TO_POINTER (i));
      if (g_test_rand_int_range (0, 4) == 0)
        {
          if (here)
            trs_annotation_editor_undo (test->editor);
          else
            other_edit (&other, NULL, highlight);
          g_hash_table_remove (expected, GUINT_TO_POINTER (i));
        }
      if (g_test_rand_int_range (0, 8) == 0)
        fixture_drain ();
    }

  trs_test_flush_store (test->fixture.store);
  all = other_read (&other);
  g_assert_cmpuint (all->len, ==, g_hash_table_size (expected));
  for (guint i = 0; i < all->len; i++)
    g_assert_true (g_hash_table_contains (expected,
                                          GUINT_TO_POINTER (((TrsAnnotation *) all->pdata[i])->start.byte)));
  trs_test_wait_until (trs_annotation_editor_get_annotations (test->editor)->len == all->len);
  other_close (&other);
}

/* A search that is shown follows. */
static void
test_search_follows (Test          *test,
                     gconstpointer  data)
{
  TrsSearcher *searcher = trs_session_get_searcher (test->fixture.session);
  GListModel *found = G_LIST_MODEL (trs_searcher_get_results (searcher));
  const char *name = "";

  trs_searcher_set_query (searcher, "hello");
  trs_test_wait_until (g_list_model_get_n_items (found) == 1);
  rename_speaker (test, 2, "Bo");
  while (g_strcmp0 (name, "Bo") != 0)
    {
      g_autoptr (TrsSearchResult) result = NULL;

      fixture_advance (&test->fixture, 1);
      trs_test_flush_store (test->fixture.store);
      fixture_drain ();
      result = g_list_model_get_item (found, 0);
      name = ((TrsSearchPassage *)g_ptr_array_index (trs_search_result_get_hit (result)->passages, 0))->name;
    }
}

#define ADD(path, function) g_test_add ("/annotation-editor/" path, Test, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  trs_test_disk_install ();
  ADD ("undo", test_undo);
  ADD ("two-in-a-row", test_two_in_a_row);
  ADD ("failing-store", test_failing_store);
  ADD ("left-editor", test_left_editor);
  ADD ("durable", test_durable);
  ADD ("other-version", test_other_version);
  ADD ("search-follows", test_search_follows);
  ADD ("other-program", test_other_program);
  ADD ("union", test_union);
  return g_test_run ();
}
