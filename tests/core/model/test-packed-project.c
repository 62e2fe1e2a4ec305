/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-text.h"
#include "trs-packed-project.h"
#include "trs-test-utils.h"
#include "trs-title-fold.h"

static const TrsPackedProject *
at (GByteArray *block,
    gsize       offset)
{
  return (const TrsPackedProject *) (gconstpointer) (block->data + offset);
}

static void
assert_same (const TrsProjectSnapshot *a,
             const TrsProjectSnapshot *b)
{
  g_assert_cmpstr (a->id, ==, b->id);
  g_assert_cmpstr (a->title, ==, b->title);
  g_assert_cmpstr (a->video_id, ==, b->video_id);
  g_assert_cmpint (a->state, ==, b->state);
  g_assert_cmpstr (a->state_word, ==, b->state_word);
  g_assert_cmpstr (a->message, ==, b->message);
  g_assert_cmpint (a->video_length, ==, b->video_length);
  g_assert_cmpint (a->created_at, ==, b->created_at);
  g_assert_cmpstr (a->language, ==, b->language);
  g_assert_cmpstr (a->requested_language, ==, b->requested_language);
  g_assert_cmpint (a->submitted_at, ==, b->submitted_at);
  g_assert_cmpint (a->fetched_seen_at, ==, b->fetched_seen_at);
  g_assert_cmpint (a->finished_seen_at, ==, b->finished_seen_at);
  g_assert_cmpint (a->failed_in, ==, b->failed_in);
  g_assert_cmpint (a->unread, ==, b->unread);
  g_assert_cmpint (a->dismissed, ==, b->dismissed);
  g_assert_cmpint (a->empty_text, ==, b->empty_text);
  g_assert_cmpstr (a->local_title, ==, b->local_title);
  g_assert_cmpstr (a->note, ==, b->note);
  g_assert_cmpint (a->missing, ==, b->missing);
  g_assert_cmpint (a->hidden, ==, b->hidden);
}

static char *
pick (void)
{
  static const char *const words[] = { NULL, "", "a", "Café", "Q&A <b>", "done", "error", "東京都議会", "x\ny",
                                       "0123456789abcdef0123456789abcdef" };

  return g_strdup (words[g_random_int_range (0, G_N_ELEMENTS (words))]);
}

static gint64
pick_time (void)
{
  return g_random_boolean () ? 0 : (gint64) g_random_int () * (g_random_boolean () ? 1000003 : 1000000);
}

static TrsProjectSnapshot *
make_random (void)
{
  static const char *const ids[] = { "0b5d0c1e-95a5-4a3f-8f57-0d3f3f9a1c22", "0B5D0C1E-95A5-4A3F-8F57-0D3F3F9A1C22",
                                     "0b5d0c1e-95a5-4a3f-8f57-0d3f3f9a1c2", "0b5d0c1e-95a5-4a3f-8f57-0d3f3f9a1c22x",
                                     "1", "", "0b5d0c1e095a5-4a3f-8f57-0d3f3f9a1c22" };
  TrsProjectSnapshot *snapshot = g_new0 (TrsProjectSnapshot, 1);

  snapshot->id = g_strdup (ids[g_random_int_range (0, G_N_ELEMENTS (ids))]);
  snapshot->title = pick ();
  snapshot->video_id = pick ();
  snapshot->state = (TrsProjectState) g_random_int_range (0, TRS_PROJECT_STATE_ERROR + 1);
  snapshot->state_word = pick ();
  snapshot->message = pick ();
  snapshot->video_length = g_random_int_range (-1, 10000000);
  snapshot->created_at = pick_time ();
  snapshot->language = pick ();
  snapshot->requested_language = pick ();
  snapshot->submitted_at = pick_time ();
  snapshot->fetched_seen_at = pick_time ();
  snapshot->finished_seen_at = pick_time ();
  snapshot->failed_in = (TrsProjectState) g_random_int_range (0, TRS_PROJECT_STATE_ERROR + 1);
  snapshot->unread = g_random_boolean ();
  snapshot->dismissed = g_random_boolean ();
  snapshot->empty_text = g_random_boolean ();
  snapshot->local_title = pick ();
  snapshot->note = pick ();
  snapshot->missing = pick_time ();
  snapshot->hidden = g_random_boolean ();
  return snapshot;
}

/* A block holds any projects one behind the other, and gives each back as it was. */
static void
test_block (void)
{
  g_autoptr (GByteArray) block = g_byte_array_new ();
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_snapshot_free);
  gsize offset = 0;

  for (guint i = 0; i < 2000; i++)
    {
      g_ptr_array_add (all, make_random ());
      trs_packed_project_append (block, all->pdata[i], i % 5 == 0);
    }

  for (guint i = 0; i < all->len; i++)
    {
      const TrsPackedProject *packed = at (block, offset);
      const TrsProjectSnapshot *expected = all->pdata[i];
      g_autoptr (TrsProjectSnapshot) snapshot = trs_packed_project_unpack (packed);
      TrsProjectKey key;
      TrsProjectKey own;

      assert_same (snapshot, expected);
      g_assert_cmpint (trs_packed_project_get_created_at (packed), ==, expected->created_at);
      g_assert_cmpint (trs_packed_project_get_state (packed), ==, expected->state);
      g_assert_cmpint (trs_packed_project_get_pending (packed), ==, i % 5 == 0);
      g_assert_cmpstr (trs_packed_project_get_video_id (packed), ==, expected->video_id);

      trs_project_key_init (&key, expected->id);
      trs_packed_project_get_key (packed, &own);
      g_assert_true (trs_packed_project_has_id (packed, &key));
      g_assert_true (trs_packed_project_has_id (packed, &own));
      g_assert_cmpuint (trs_packed_project_hash_id (packed), ==, trs_project_key_hash (&key));
      trs_project_key_init (&key, "0b5d0c1e-95a5-4a3f-8f57-0d3f3f9a1c23");
      g_assert_false (trs_packed_project_has_id (packed, &key));
      offset += trs_packed_project_get_size (packed);
    }
  g_assert_cmpuint (offset, ==, block->len);
}

static void
test_size (void)
{
  g_autoptr (GByteArray) block = g_byte_array_new ();
  TrsProjectSnapshot snapshot = {
    .id = (char *) "0b5d0c1e-95a5-4a3f-8f57-0d3f3f9a1c22",
    .title = (char *) "City council, public hearing of 12 March",
    .video_id = (char *) "dQw4w9WgXcQ",
    .state = TRS_PROJECT_STATE_DONE,
    .state_word = (char *) "done",
    .language = (char *) "en",
    .video_length = 3840,
    .created_at = 1773300000123000,
  };

  trs_packed_project_append (block, &snapshot, FALSE);
  g_assert_cmpuint (block->len, <=, 88);
}

static void
assert_folded (const char *title,
               const char *video_id,
               const char *local_title,
               gboolean    pending,
               const char *expected)
{
  g_autoptr (GByteArray) block = g_byte_array_new ();
  g_autoptr (GString) buffer = g_string_new (NULL);
  TrsProjectSnapshot snapshot = {
    .id = (char *) "1", .title = (char *) title, .video_id = (char *) video_id, .local_title = (char *) local_title
  };
  const char *folded;
  gsize length;

  trs_packed_project_append (block, &snapshot, pending);
  folded = trs_packed_project_get_folded (at (block, 0), buffer, &length);
  g_assert_cmpstr (folded, ==, expected);
  g_assert_cmpuint (length, ==, strlen (expected));
}

/* What a list tells of a project that nobody knew is packed as if it had become an object in between. */
static void
test_record (void)
{
  static const char *const ids[] = { "0b5d0c1e-95a5-4a3f-8f57-0d3f3f9a1c22", "1" };

  for (guint i = 0; i < 500; i++)
    {
      g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
      g_autoptr (TrsProject) project = NULL;
      g_autoptr (TrsProjectSnapshot) expected = NULL;
      g_autoptr (GByteArray) block = g_byte_array_new ();
      TrsProjectSnapshot snapshot;
      TrsProjectSnapshot view;
      char room[TRS_PROJECT_ID_ROOM];

      record->id = g_strdup (ids[g_random_int_range (0, G_N_ELEMENTS (ids))]);
      record->name = pick ();
      if (record->name == NULL)
        record->name = g_strdup ("");
      record->video_id = pick ();
      record->state_word = pick ();
      record->state = g_random_boolean () ? trs_project_state_from_string (record->state_word)
                                          : trs_project_state_from_string ("transcription");
      if (g_random_boolean ())
        record->created_at = g_date_time_new_from_unix_utc (g_random_int ());

      project = trs_project_new (record->id);
      trs_project_update_from_record (project, record);
      expected = trs_project_snapshot_new (project);
      trs_project_snapshot_view (&snapshot, record);
      assert_same (&snapshot, expected);

      trs_packed_project_append (block, &snapshot, FALSE);
      trs_packed_project_view (at (block, 0), &view, room);
      assert_same (&view, expected);
    }
}

/* What is looked for is the title that is shown. */
static void
test_folded (void)
{
  g_autofree char *name = g_strnfill (490, 'X');
  g_autofree char *small = g_strnfill (490, 'x');

  assert_folded ("City COUNCIL [12]", "v", NULL, FALSE, "city council [12]");
  assert_folded ("@Zebra[`{", NULL, NULL, FALSE, "@zebra[`{");
  assert_folded (name, NULL, NULL, FALSE, small);
  assert_folded ("Café Straße", "v", NULL, FALSE, "cafe strasse");
  assert_folded ("two\n  lines", "v", NULL, FALSE, "two lines");
  assert_folded ("", "v", NULL, FALSE, "untitled");
  assert_folded (NULL, "dQw4", NULL, FALSE, "dqw4");
  assert_folded (NULL, NULL, NULL, FALSE, "untitled");
  assert_folded ("Told", "dQw4", NULL, TRUE, "dqw4");
  assert_folded ("Told", "dQw4", "Mine", FALSE, "mine");
}

static void
assert_folded_as_shown (const char *title)
{
  g_autofree char *shown = trs_display_text_title (title);
  g_autofree char *folded = trs_title_fold (shown);

  assert_folded (title, NULL, NULL, FALSE, folded);
}

/* Whether what is looked for is kept or told from the title each time makes no difference. */
static void
test_accents (void)
{
  static const char *const letters[] = {
    "a", "B", " ", "é", "É", "ß", "Ł", "ŉ", "ǆ", "İ", "ς", "Й", "א", "ب", "\u0301", "\u00ad", "\u200b", "\u202e", "…",
    "ﬁ", "東", "ｶﾞ", "한", "𝒳", "👍", "\x80", "\xc3", "\xe2\x80", "\xc0\x80", "\n", "\t",
  };

  assert_folded ("Ça va, Łódź: el niño", "v", NULL, FALSE, "ca va, łodz: el nino");
  for (guint round = 0; round < 20000; round++)
    {
      guint n = (guint) g_random_int_range (0, 40);
      guint rare = (guint) g_random_int_range (1, 10);
      g_autoptr (GString) title = g_string_new (NULL);

      for (guint i = 0; i < n; i++)
        {
          gboolean any = g_random_int () % rare == 0;

          g_string_append (title, letters[g_random_int_range (0, any ? (int) G_N_ELEMENTS (letters) : 3)]);
        }
      assert_folded_as_shown (title->str);
    }
}

/* A few accents are not worth a second title. */
static void
test_size_of_accents (void)
{
  g_autoptr (GByteArray) plain = g_byte_array_new ();
  g_autoptr (GByteArray) accents = g_byte_array_new ();
  TrsProjectSnapshot snapshot = { .id = (char *) "1", .title = (char *) "Szczebrzeszyn, czesc osma. 12" };

  trs_packed_project_append (plain, &snapshot, FALSE);
  snapshot.title = (char *) "Szczebrzeszyn, część ósma";
  g_assert_cmpuint (strlen (snapshot.title), ==, 29);
  trs_packed_project_append (accents, &snapshot, FALSE);
  g_assert_cmpuint (accents->len, ==, plain->len);
}

/* Any time is kept, also one that has no place in the head. */
static void
test_created_at (void)
{
  static const gint64 times[] = { 0, 1, 999, 1000, 1773300000123000, 1773300000123456, 4398046511103000,
                                  4398046511103999, 4398046511104000, 253402300799000000, -1, -1000,
                                  -11676096000000000, G_MAXINT64, G_MAXINT64 / 1000 * 1000, G_MININT64 };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autoptr (GByteArray) block = g_byte_array_new ();
      g_autoptr (TrsProjectSnapshot) unpacked = NULL;
      TrsProjectSnapshot snapshot = { .id = (char *) "1", .title = (char *) "x", .created_at = times[i],
                                      .video_length = 7, .submitted_at = 8 };

      trs_packed_project_append (block, &snapshot, FALSE);
      unpacked = trs_packed_project_unpack (at (block, 0));
      assert_same (unpacked, &snapshot);
      g_assert_cmpint (trs_packed_project_get_created_at (at (block, 0)), ==, times[i]);
    }
}

/* A title is found as well behind so much that its place is too much for a number. */
static void
test_far_title (void)
{
  g_autofree char *much = g_strnfill (70000, 'x');

  assert_folded ("End", much, NULL, FALSE, "end");
  assert_folded ("Café", much, NULL, FALSE, "cafe");
}

/* One is as long as it is, also where that is too much for its number, and the next one is found behind it. */
static void
test_large (void)
{
  static const gsize lengths[] = { 0, 110, 111, 112, 113, 114, 115, 226, 227, 254, 255, 256, 1000,
                                    262060, 262140, 262144, 262150, 600000 };
  g_autoptr (GByteArray) block = g_byte_array_new ();
  gsize offset = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *much = g_strnfill (lengths[i], 'X');
      TrsProjectSnapshot snapshot = { .id = (char *) "0b5d0c1e-95a5-4a3f-8f57-0d3f3f9a1c22", .title = much,
                                      .note = much, .video_length = (int) (i % 2) - 1, .missing = i % 3 };

      trs_packed_project_append (block, &snapshot, FALSE);
    }

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      const TrsPackedProject *packed = at (block, offset);
      g_autoptr (TrsProjectSnapshot) snapshot = trs_packed_project_unpack (packed);

      g_assert_cmpuint (strlen (snapshot->title), ==, lengths[i]);
      g_assert_cmpuint (strlen (snapshot->note), ==, lengths[i]);
      g_assert_cmpint (snapshot->video_length, ==, (int) (i % 2) - 1);
      g_assert_cmpint (snapshot->missing, ==, i % 3);
      offset += trs_packed_project_get_size (packed);
    }
  g_assert_cmpuint (offset, ==, block->len);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/packed-project/block", test_block);
  g_test_add_func ("/packed-project/size", test_size);
  g_test_add_func ("/packed-project/record", test_record);
  g_test_add_func ("/packed-project/folded", test_folded);
  g_test_add_func ("/packed-project/accents", test_accents);
  g_test_add_func ("/packed-project/size-of-accents", test_size_of_accents);
  g_test_add_func ("/packed-project/created-at", test_created_at);
  g_test_add_func ("/packed-project/far-title", test_far_title);
  g_test_add_func ("/packed-project/large", test_large);
  return g_test_run ();
}
