/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-text.h"
#include "trs-test-utils.h"

#include <string.h>

#define FSI "\xe2\x81\xa8"
#define PDI "\xe2\x81\xa9"
#define SHALOM "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d"

static void
test_line (void)
{
  const struct
  {
    const char *raw;
    const char *line;
  } cases[] = {
    { NULL, "" },
    { "", "" },
    { "City council, 12 March", "City council, 12 March" },
    { "Q&A <b href=\"x\">&", "Q&A <b href=\"x\">&" },
    { " two  blanks ", "two blanks" },
    { "two  blanks", "two blanks" },
    { "a blank ", "a blank" },
    { " ", "" },
    { "a\nb\r\n\r\nc\td", "a b c d" },
    { "a\x01\x7f" "b", "a b" },
    { "a\xe2\x80\xa8" "b\xe2\x80\xa9" "c", "a b c" },
    { "a\xc2\xa0" "b", "a\xc2\xa0" "b" },
    { "a\xc2\xa0 b", "a b" },
    { "a\xff" "b", "a\xef\xbf\xbd" "b" },
    { "a\xe2\x80\xae" "txt.exe\xe2\x80\xac", "atxt.exe" },
    { "\xe2\x81\xa6" "a" "\xe2\x81\xa9", "a" },
    { "a\xe2\x80\x8b" "b\xef\xbb\xbf" "c\xe2\x81\xa0" "d\xc2\xad" "e", "abcde" },
    { "pay\xe2\x80\x8d" "pal\xe2\x80\x8c", "paypal" },
    { "a\xe2\x80\x8f" "b", "ab" },
    { SHALOM, FSI SHALOM PDI },
    { "Interview: " SHALOM "!", FSI "Interview: " SHALOM "!" PDI },
    { SHALOM "!\xe2\x80\x8f", FSI SHALOM "!\xe2\x80\x8f" PDI },
    /* A family, a flag of letters, a Persian word: joined as they were. */
    { "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb", "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb" },
    { "\xf0\x9f\x8f\xb4\xf3\xa0\x81\xa7\xf3\xa0\x81\xa2\xf3\xa0\x81\xbf",
      "\xf0\x9f\x8f\xb4\xf3\xa0\x81\xa7\xf3\xa0\x81\xa2\xf3\xa0\x81\xbf" },
    { "a\xf3\xa0\x81\xa7\xf3\xa0\x81\xa2", "a" },
    { "\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xb4\xd9\x88\xd8\xaf",
      FSI "\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xb4\xd9\x88\xd8\xaf" PDI },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = trs_display_text_line (cases[i].raw);

      g_assert_cmpstr (line, ==, cases[i].line);
    }
}

static void
test_length (void)
{
  g_autofree char *at_limit = g_strnfill (500, 'x');
  g_autofree char *beyond = g_strnfill (501, 'x');
  g_autofree char *huge = g_strnfill (4 * 1024 * 1024, 'x');
  g_autofree char *expected = g_strconcat (at_limit, "…", NULL);
  g_autofree char *a = trs_display_text_line (at_limit);
  g_autofree char *b = trs_display_text_line (beyond);
  g_autofree char *c = trs_display_text_line (huge);

  g_assert_cmpstr (a, ==, at_limit);
  g_assert_cmpstr (b, ==, expected);
  g_assert_cmpstr (c, ==, expected);
}

static void
test_title (void)
{
  const char * const empty[] = { NULL, "", "  \n", "\xe2\x80\x8b", "\xe2\x80\xae\xe2\x80\xac", "\x01", "\xe2\x80\x8f" };
  g_autofree char *title = trs_display_text_title ("Council");

  g_assert_cmpstr (title, ==, "Council");
  for (guint i = 0; i < G_N_ELEMENTS (empty); i++)
    {
      g_autofree char *untitled = trs_display_text_title (empty[i]);

      g_assert_cmpstr (untitled, ==, "Untitled");
    }
}

static void
test_markup (void)
{
  g_autofree char *markup = trs_display_text_markup ("Q&A <a href=\"x\">\n&");

  g_assert_cmpstr (markup, ==, "Q&amp;A &lt;a href=&quot;x&quot;&gt; &amp;");
}

static void
assert_marked (const char *raw,
               gsize       start,
               gsize       length,
               const char *line,
               const char *marked)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (TrsSearchRange));
  g_autoptr (GArray) marks = NULL;
  g_autofree char *shown = NULL;
  const TrsSearchRange *mark;

  g_array_append_val (ranges, ((TrsSearchRange) { start, length }));
  shown = trs_display_text_marked (raw, ranges, &marks);
  g_assert_cmpstr (shown, ==, line);
  g_assert_cmpuint (marks->len, ==, 1);
  mark = &g_array_index (marks, TrsSearchRange, 0);
  g_assert_cmpmem (shown + mark->start, mark->length, marked, strlen (marked));
}

/* What is dropped or collapsed before a place moves it. */
static void
test_marked (void)
{
  assert_marked ("the budget.", 4, 6, "the budget.", "budget");
  assert_marked (" \n two  blanks\tand more", 8, 10, "two blanks and more", "blanks and");
  assert_marked ("a\xe2\x80\xae" "txt exe", 8, 3, "atxt exe", "exe");
  assert_marked ("a\xe2\x80\xae" "bc", 1, 3, "abc", "");
  assert_marked (SHALOM " budget", 0, 8, SHALOM " budget", SHALOM);
  assert_marked ("\xe6\x9d\xb1\xe4\xba\xac\xe9\x83\xbd", 3, 3, "\xe6\x9d\xb1\xe4\xba\xac\xe9\x83\xbd",
                 "\xe4\xba\xac");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/display-text/line", test_line);
  g_test_add_func ("/display-text/length", test_length);
  g_test_add_func ("/display-text/title", test_title);
  g_test_add_func ("/display-text/markup", test_markup);
  g_test_add_func ("/display-text/marked", test_marked);
  return g_test_run ();
}
