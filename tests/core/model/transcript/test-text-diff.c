/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-utils.h"
#include "trs-text-diff.h"

#include <string.h>

/* Writes what comes out as one letter a row, and proves that both texts are in it, whole and in order. */
static char *
compare (const char *before,
         const char *after)
{
  g_autoptr (GBytes) a = g_bytes_new_static (before, strlen (before));
  g_autoptr (GBytes) b = g_bytes_new_static (after, strlen (after));
  g_autoptr (GArray) rows = trs_text_diff (a, b);
  GString *kinds = g_string_new (NULL);
  const char *last_before = before;
  const char *last_after = after;

  for (guint i = 0; i < rows->len; i++)
    {
      const TrsTextDiffRow *row = &g_array_index (rows, TrsTextDiffRow, i);

      g_string_append_c (kinds, "=~-+"[row->kind]);
      g_assert_true ((row->before.text == NULL) == (row->kind == TRS_TEXT_DIFF_ADDED));
      g_assert_true ((row->after.text == NULL) == (row->kind == TRS_TEXT_DIFF_REMOVED));
      if (row->kind == TRS_TEXT_DIFF_SAME)
        g_assert_cmpmem (row->before.text, row->before.length, row->after.text, row->after.length);
      if (row->before.text != NULL)
        {
          g_assert_true (row->before.text >= last_before);
          g_assert_cmpuint (row->before.changed_to, <=, row->before.length);
          g_assert_cmpuint (row->before.changed_from, <=, row->before.changed_to);
          last_before = row->before.text + row->before.length;
        }
      if (row->after.text != NULL)
        {
          g_assert_true (row->after.text >= last_after);
          g_assert_cmpuint (row->after.changed_to, <=, row->after.length);
          g_assert_cmpuint (row->after.changed_from, <=, row->after.changed_to);
          last_after = row->after.text + row->after.length;
        }
    }
  return g_string_free (kinds, FALSE);
}

static void
test_table (void)
{
  static const struct
  {
    const char *before;
    const char *after;
    const char *expected;
  } cases[] = {
    { "", "", "" },
    { "one", "one", "=" },
    { "one\n\ntwo", "one\ntwo\n\n\n", "==" },
    { "", "one\n\ntwo", "++" },
    { "one\n\ntwo", " \n", "--" },
    { "one\n\ntwo\n\nthree", "one\n\n2\n\nthree", "=~=" },
    { "one\n\ntwo\n\nthree", "one\n\nthree", "=-=" },
    { "one\n\nthree", "one\n\ntwo\n\nthree", "=+=" },
    { "a\nb\nc\nd", "b\nc\nx\nd", "-==+=" },
    { "a\nb", "x\ny\nz", "~~+" },
    { "yes\nno\nyes\nno", "no\nyes\nno\nyes", "-===+" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *kinds = compare (cases[i].before, cases[i].after);

      g_assert_cmpstr (kinds, ==, cases[i].expected);
    }
}

static void
assert_changed (const char *before,
                const char *after,
                const char *gone,
                const char *come)
{
  g_autoptr (GBytes) a = g_bytes_new_static (before, strlen (before));
  g_autoptr (GBytes) b = g_bytes_new_static (after, strlen (after));
  g_autoptr (GArray) rows = trs_text_diff (a, b);
  const TrsTextDiffRow *row = &g_array_index (rows, TrsTextDiffRow, 0);
  g_autofree char *was = g_strndup (row->before.text + row->before.changed_from,
                                    row->before.changed_to - row->before.changed_from);
  g_autofree char *is = g_strndup (row->after.text + row->after.changed_from,
                                   row->after.changed_to - row->after.changed_from);

  g_assert_cmpstr (was, ==, gone);
  g_assert_cmpstr (is, ==, come);
  g_assert_true (g_utf8_validate (was, -1, NULL) && g_utf8_validate (is, -1, NULL));
}

static void
test_words (void)
{
  assert_changed ("eleven of the forty piles", "twelve of the forty piles", "eleven", "twelve");
  assert_changed ("of the forty piles", "of the fourteen piles", "forty", "fourteen");
  assert_changed ("the piles", "the forty piles", "", "forty ");
  assert_changed ("We knew", "We knew it", "", " it");
  /* Letters are never cut apart. */
  assert_changed ("caf\xc3\xa9", "caf\xc3\xa8", "\xc3\xa9", "\xc3\xa8");
  assert_changed ("\xe6\x9d\xb1\xe4\xba\xac", "\xe6\x9d\xb1\xe6\xb5\xb7", "\xe4\xba\xac", "\xe6\xb5\xb7");
}

/* Longer than what is compared at once; hundreds of the paragraphs are alike. */
static void
test_long (void)
{
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);
  g_autofree char *kinds = NULL;
  guint changes = 0;

  for (guint i = 0; i < 7500; i++)
    {
      g_string_append_printf (before, "%s %u\n\n", i % 9 == 0 ? "Yes." : "Paragraph", i % 9 == 0 ? 0 : i);
      if (i % 1000 == 500)
        g_string_append_printf (after, "Rewritten %u\n\n", i);
      else if (i % 1000 != 700)
        g_string_append_printf (after, "%s %u\n\n", i % 9 == 0 ? "Yes." : "Paragraph", i % 9 == 0 ? 0 : i);
    }
  kinds = compare (before->str, after->str);
  for (const char *kind = kinds; *kind != '\0'; kind++)
    changes += *kind != '=';
  g_assert_cmpuint (strlen (kinds), ==, 7500);
  g_assert_cmpuint (changes, ==, 7 + 7);
}

/* The same text with more in it, or less, than is compared at once. */
static void
test_shifted (void)
{
  const guint shifts[] = { 1, 900, 5000 };

  for (guint s = 0; s < G_N_ELEMENTS (shifts); s++)
    {
      g_autoptr (GString) before = g_string_new ("First\n\n");
      g_autoptr (GString) after = g_string_new ("The very first\n\n");
      g_autofree char *kinds = NULL;
      g_autofree char *back = NULL;
      guint same = 0;

      for (guint i = 0; i < shifts[s]; i++)
        g_string_append_printf (after, "New %u\n\n", i);
      for (guint i = 0; i < 40; i++)
        {
          g_string_append_printf (before, "Paragraph %u\n\n", i);
          g_string_append_printf (after, "Paragraph %u\n\n", i);
        }
      g_string_append (before, "Last");
      g_string_append (after, "The very last");
      kinds = compare (before->str, after->str);
      back = compare (after->str, before->str);
      for (const char *kind = kinds; *kind != '\0'; kind++)
        same += *kind == '=';
      for (const char *kind = back; *kind != '\0'; kind++)
        same += *kind == '=';
      g_assert_cmpuint (same, ==, 2 * 40);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/text-diff/table", test_table);
  g_test_add_func ("/text-diff/words", test_words);
  g_test_add_func ("/text-diff/long", test_long);
  g_test_add_func ("/text-diff/shifted", test_shifted);
  return g_test_run ();
}
