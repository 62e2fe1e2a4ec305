/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-utils.h"
#include "trs-transcript.h"

#define BARE "Good evening.\n\nSpeaker 2: is what I said.\n\n\n[00:00:01.000] too"
#define FULL                                                                  \
  "[00:00:01.000] Speaker 1: Good evening.\n\nSpeaker 1: Speaker 2: is what I said.\n\n" \
  "[00:00:09.250]  \n[00:00:01.000] too"

static TrsTranscript *
make_aligned (const char *bare,
              const char *full,
              gboolean    damaged)
{
  g_autoptr (GBytes) bare_bytes = g_bytes_new (bare, strlen (bare));
  g_autoptr (GBytes) full_bytes = g_bytes_new (full, strlen (full));
  TrsTranscript *transcript = trs_transcript_align (bare_bytes, full_bytes, "en", damaged);

  g_assert_nonnull (transcript);
  return transcript;
}

static TrsStoreTextResult
save (StoreTest      *test,
      gint64          account,
      TrsTranscript  *transcript,
      GError        **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_texts_save_async (test->store, account, "a", transcript, SERVER, 42, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_texts_save_finish (test->store, result, error);
}

static TrsTranscript *
load (StoreTest  *test,
      gint64      account,
      GError    **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_texts_load_async (test->store, account, "a", 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_texts_load_finish (test->store, result, error);
}

static gint64
open_with_project (StoreTest *test)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) project = store_test_make_project ("a", 1);

  store_test_save_project (test, account, project);
  return account;
}

static void
assert_same_texts (TrsTranscript *left,
                   TrsTranscript *right)
{
  for (guint flags = 0; flags < TRS_TEXT_N_VARIANTS; flags++)
    {
      g_autoptr (GBytes) a = trs_transcript_get_text (left, flags);
      g_autoptr (GBytes) b = trs_transcript_get_text (right, flags);

      g_assert_true (g_bytes_equal (a, b));
    }
}

static void
test_comes_back_byte_for_byte (StoreTest     *test,
                               gconstpointer  data)
{
  const struct
  {
    const char *bare;
    const char *full;
  } cases[] = {
    { BARE, FULL },
    { "", "" },
    { "One", "One" },
    { "One\n\n", "Speaker 1: One\n\n" },
    { "\n\n", "\n\n" },
    { "Ende\n", "[100:00:00.000] Ende\n" },
    { "", "[00:00:01.000] " },
    { "One\n\n\nTwo", "Speaker 1: One\n\n\nSpeaker 2: Two" },
    { "One\r\n\r\nTwo", "Speaker 1: One\r\n\r\nSpeaker 2: Two" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsTranscript) transcript = make_aligned (cases[i].bare, cases[i].full, TRUE);
      g_autoptr (TrsTranscript) back = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *aligned = NULL;
      gint64 account = open_with_project (test);

      store_test_exec (test, "DELETE FROM text");
      g_assert_cmpint (save (test, account, transcript, &error), ==, TRS_STORE_TEXT_NEW);
      store_test_reopen (test);
      aligned = store_test_read_sql (test, "SELECT aligned AND prefixes NOT NULL FROM text");
      g_assert_cmpstr (aligned, ==, "1");
      back = load (test, account, &error);
      g_assert_no_error (error);
      g_assert_true (trs_transcript_is_aligned (back));
      g_assert_true (trs_transcript_is_damaged (back));
      g_assert_cmpstr (trs_transcript_get_language (back), ==, "en");
      assert_same_texts (transcript, back);
    }
}

static void
test_unaligned_keeps_all_four (StoreTest     *test,
                               gconstpointer  data)
{
  GBytes *texts[TRS_TEXT_N_VARIANTS];
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (TrsTranscript) back = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account = open_with_project (test);

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    texts[i] = g_bytes_new_take (g_strdup_printf ("Variant %u", i), 9);
  transcript = trs_transcript_new_unaligned (texts, NULL, FALSE);
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_bytes_unref (texts[i]);

  g_assert_cmpint (save (test, account, transcript, &error), ==, TRS_STORE_TEXT_NEW);
  back = load (test, account, &error);
  g_assert_no_error (error);
  g_assert_false (trs_transcript_is_aligned (back));
  g_assert_null (trs_transcript_get_language (back));
  assert_same_texts (transcript, back);
}

static void
test_later_answer_replaces_nothing (StoreTest     *test,
                                    gconstpointer  data)
{
  g_autoptr (TrsTranscript) first = make_aligned (BARE, FULL, FALSE);
  g_autoptr (TrsTranscript) shorter = make_aligned ("Good evening.", "Good evening.", FALSE);
  g_autoptr (TrsTranscript) back = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account = open_with_project (test);

  g_assert_cmpint (save (test, account, first, &error), ==, TRS_STORE_TEXT_NEW);
  g_assert_cmpint (save (test, account, first, &error), ==, TRS_STORE_TEXT_SAME);
  g_assert_cmpint (save (test, account, shorter, &error), ==, TRS_STORE_TEXT_DIFFERENT);
  g_assert_cmpint (save (test, account, shorter, &error), ==, TRS_STORE_TEXT_SAME);

  back = load (test, account, &error);
  g_assert_no_error (error);
  assert_same_texts (first, back);
}

static void
test_changed_words_are_never_shown (StoreTest     *test,
                                    gconstpointer  data)
{
  g_autoptr (TrsTranscript) transcript = make_aligned (BARE, FULL, FALSE);
  g_autoptr (GPtrArray) snapshots = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account = open_with_project (test);

  g_assert_cmpint (save (test, account, transcript, &error), ==, TRS_STORE_TEXT_NEW);
  store_test_exec (test, "UPDATE text SET bare = replace (bare, 'evening', 'morning')");
  g_assert_null (load (test, account, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED);

  /* One wrong text is no reason to give up the rest. */
  snapshots = store_test_load (test, account);
  g_assert_cmpuint (snapshots->len, ==, 1);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

static void
test_what_is_not_there (StoreTest     *test,
                        gconstpointer  data)
{
  g_autoptr (TrsTranscript) transcript = make_aligned (BARE, FULL, FALSE);
  g_autoptr (GError) error = NULL;
  gint64 account = store_test_open_account (test, NULL);

  g_assert_cmpint (save (test, account, transcript, &error), ==, TRS_STORE_TEXT_FAILED);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (load (test, account, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_nonsense_does_not_join (StoreTest     *test,
                             gconstpointer  data)
{
  const char *const blocks[] = { "", "056162", "00", "000000", "ffffffffffffffffff7f" };
  g_autoptr (TrsTranscript) transcript = make_aligned ("a\n\nb", "Speaker 1: a\n\nSpeaker 2: b", FALSE);
  g_autoptr (GError) error = NULL;
  gint64 account = open_with_project (test);

  g_assert_cmpint (save (test, account, transcript, &error), ==, TRS_STORE_TEXT_NEW);
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      g_autofree char *sql = g_strdup_printf ("UPDATE text SET prefixes = x'%s'", blocks[i]);
      g_autoptr (TrsTranscript) back = NULL;

      store_test_exec (test, sql);
      back = load (test, account, &error);
      g_assert_null (back);
      g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED);
      g_clear_error (&error);
    }
}

static gboolean
is_listed_as_empty (StoreTest *test,
                    gint64     account)
{
  g_autoptr (GPtrArray) snapshots = store_test_load (test, account);

  g_assert_cmpuint (snapshots->len, ==, 1);
  return ((TrsProjectData *) snapshots->pdata[0])->empty_text;
}

/* The list says it after a restart as well. What the index finds no word in is not yet silence. */
static void
test_no_speech_is_listed (StoreTest     *test,
                          gconstpointer  data)
{
  const struct
  {
    const char *bare;
    const char *full;
    gboolean empty;
  } cases[] = {
    { "", "", TRUE },
    { "\n\n", "\n\n", TRUE },
    { "", "[00:00:01.000] ", TRUE },
    { "One", "Speaker 1: One", FALSE },
    { "\xe2\x99\xaa", "[00:00:01.000] \xe2\x99\xaa", FALSE },
    { "\xe8\xad\xb0\xe4\xbc\x9a", "\xe8\xad\xb0\xe4\xbc\x9a", FALSE },
  };
  gint64 account = open_with_project (test);

  g_assert_false (is_listed_as_empty (test, account));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsTranscript) transcript = make_aligned (cases[i].bare, cases[i].full, TRUE);
      g_autoptr (GError) error = NULL;

      store_test_exec (test, "DELETE FROM text");
      g_assert_cmpint (save (test, account, transcript, &error), ==, TRS_STORE_TEXT_NEW);
      g_assert_no_error (error);
      g_assert_cmpint (is_listed_as_empty (test, account), ==, cases[i].empty);
    }

  /* the list does not depend on the index */
  store_test_exec (test, "DROP TABLE text_index");
  g_assert_false (is_listed_as_empty (test, account));
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/texts/comes-back-byte-for-byte", test_comes_back_byte_for_byte);
  ADD ("/store/texts/unaligned-keeps-all-four", test_unaligned_keeps_all_four);
  ADD ("/store/texts/later-answer-replaces-nothing", test_later_answer_replaces_nothing);
  ADD ("/store/texts/changed-words-are-never-shown", test_changed_words_are_never_shown);
  ADD ("/store/texts/what-is-not-there", test_what_is_not_there);
  ADD ("/store/texts/no-speech-is-listed", test_no_speech_is_listed);
  ADD ("/store/texts/nonsense-does-not-join", test_nonsense_does_not_join);
  return g_test_run ();
}
