/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sqlite3.h>
#include <string.h>

#include "trs-search-query.h"
#include "trs-test-utils.h"

static void
exec (sqlite3    *db,
      const char *sql)
{
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
}

/* What both libraries know in every version: Latin, Greek, Cyrillic, but for
 * four letters that nobody writes. */
static gboolean
is_known (gunichar character)
{
  return g_unichar_isdefined (character) && (character < 0x528 || (character >= 0x1e00 && character < 0x1f00)) &&
         character != 0x1e0 && character != 0x1e1 && character != 0x37f && character != 0x1e9b;
}

static void
assert_same (gunichar    character,
             guint       n_tokens,
             const char *token)
{
  guint32 folded = trs_search_fold (character) & ~TRS_SEARCH_UNSEGMENTED;
  g_autoptr (GString) wanted = g_string_new ("q");

  g_test_message ("U+%04X", character);
  if (folded == TRS_SEARCH_SEPARATOR)
    {
      g_assert_cmpuint (n_tokens, ==, 2);
      return;
    }

  g_assert_cmpuint (n_tokens, ==, 1);
  if (folded != TRS_SEARCH_MARK)
    g_string_append_unichar (wanted, folded);
  g_string_append_c (wanted, 'q');
  g_assert_cmpstr (token, ==, wanted->str);
}

/* Where the two differ, the index would find what cannot be shown. */
static void
test_as_the_index_sees_them (void)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *insert = NULL;
  sqlite3_stmt *tokens = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  exec (db,
        "CREATE VIRTUAL TABLE words USING fts5 (word, "
        "tokenize = \"unicode61 remove_diacritics 2 categories 'L* M* N* Co'\");"
        "CREATE VIRTUAL TABLE tokens USING fts5vocab (words, 'instance'); BEGIN;");
  g_assert_cmpint (sqlite3_prepare_v2 (db, "INSERT INTO words (rowid, word) VALUES (?1, ?2)", -1, &insert, NULL), ==,
                   SQLITE_OK);

  for (gunichar c = 1; c < 0x2000; c++)
    {
      char word[8] = "q";
      int length = 1 + g_unichar_to_utf8 (c, word + 1);

      if (!is_known (c))
        continue;
      word[length++] = 'q';
      sqlite3_bind_int64 (insert, 1, c);
      sqlite3_bind_text (insert, 2, word, length, SQLITE_TRANSIENT);
      g_assert_cmpint (sqlite3_step (insert), ==, SQLITE_DONE);
      sqlite3_reset (insert);
    }
  sqlite3_finalize (insert);

  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT doc, count (*), max (term) FROM tokens GROUP BY doc", -1, &tokens,
                                       NULL), ==, SQLITE_OK);
  while (sqlite3_step (tokens) == SQLITE_ROW)
    assert_same ((gunichar) sqlite3_column_int64 (tokens, 0), (guint) sqlite3_column_int (tokens, 1),
                 (const char *) sqlite3_column_text (tokens, 2));
  sqlite3_finalize (tokens);
  sqlite3_close (db);
}

static void
test_examples (void)
{
  g_assert_cmpuint (trs_search_fold (0xe9), ==, 'e');
  g_assert_cmpuint (trs_search_fold (0x1ec7), ==, 'e');
  g_assert_cmpuint (trs_search_fold (0x130), ==, 'i');
  g_assert_cmpuint (trs_search_fold (0x416), ==, 0x436);
  g_assert_cmpuint (trs_search_fold (0x301), ==, TRS_SEARCH_MARK);
  g_assert_cmpuint (trs_search_fold (0x2014), ==, TRS_SEARCH_SEPARATOR);
  g_assert_cmpuint (trs_search_fold (0x1f600), ==, TRS_SEARCH_SEPARATOR);
  g_assert_cmpuint (trs_search_fold (0x93f), ==, 0x93f);
}

static void
test_scripts_without_blanks (void)
{
  const struct
  {
    const char *text;
    gboolean unsegmented;
  } cases[] = {
    { "", FALSE },
    { "Plain words", FALSE },
    { "Žižek – naïve “words”…", FALSE },
    { "Здравствуйте, שלום, مرحبا, हिन्दी 😀", FALSE },
    { "東京", TRUE },
    { "Welcome to ตลาด", TRUE },
    { "カー", TRUE },
    { "서울", TRUE },
    { "𠮷", TRUE },
    { "\xe6\x9d", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (trs_search_has_unsegmented (cases[i].text, strlen (cases[i].text)), ==, cases[i].unsegmented);
}

/* The scan does not ask for what is of ASCII. */
static void
test_ascii (void)
{
  for (gunichar c = 0; c < 0x80; c++)
    g_assert_cmphex (trs_search_fold (c), ==,
                     g_ascii_isalnum ((char) c) ? (guint32) g_ascii_tolower ((char) c) : TRS_SEARCH_SEPARATOR);
}

static void
test_damaged_bytes_are_nothing (void)
{
  const char *cases[] = { "\x80", "\xff", "\xc3", "\xe6\x9d", "\xf0\x9f\x98", "\xc0\xaf", ("\xe6" "ab") };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize n = 0;

      g_assert_cmpuint (trs_search_decode (cases[i], cases[i] + strlen (cases[i]), &n), ==, 0);
      g_assert_cmpuint (n, ==, 1);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/search/fold/as-the-index-sees-them", test_as_the_index_sees_them);
  g_test_add_func ("/search/fold/examples", test_examples);
  g_test_add_func ("/search/fold/scripts-without-blanks", test_scripts_without_blanks);
  g_test_add_func ("/search/fold/ascii", test_ascii);
  g_test_add_func ("/search/fold/damaged-bytes-are-nothing", test_damaged_bytes_are_nothing);
  return g_test_run ();
}
