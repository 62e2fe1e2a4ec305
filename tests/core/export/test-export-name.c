/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_make (void)
{
  const struct
  {
    const char *title;
    const char *name;
  } cases[] = {
    { "City council, 12 March", "City council, 12 March.txt" },
    { "Q&A <b>", "Q&A b.txt" },
    { "a/b\\c:d*e?f\"g<h>i|j", "a b c d e f g h i j.txt" },
    { "../../x", "x.txt" },
    { "..", "id.txt" },
    { ".", "id.txt" },
    { "/", "id.txt" },
    { ".bashrc", "bashrc.txt" },
    { "...and then", "and then.txt" },
    { "end...", "end.txt" },
    { "end . .", "end.txt" },
    { "a\nb\tc\x01" "d", "a b c d.txt" },
    { "  two   blanks  ", "two blanks.txt" },
    { "CON", "_CON.txt" },
    { "con", "_con.txt" },
    { "con.tmp", "_con.tmp.txt" },
    { "nul .x", "_nul .x.txt" },
    { "COM1", "_COM1.txt" },
    { "lpt9", "_lpt9.txt" },
    { "COM0", "COM0.txt" },
    { "COM10", "COM10.txt" },
    { "Connie", "Connie.txt" },
    { "safe\xe2\x80\xae" "txt.exe", "safetxt.exe.txt" },
    { "\xe2\x80\x8b", "id.txt" },
    { "a\xff" "b", "a\xef\xbf\xbd" "b.txt" },
    { "שלום", "שלום.txt" },
    { "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb", "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb.txt" },
    { "", "id.txt" },
    { NULL, "id.txt" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = trs_export_make_name (cases[i].title, "id", "txt");
      g_autofree char *with_dot = trs_export_make_name (cases[i].title, "id", ".txt");

      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_cmpstr (with_dot, ==, cases[i].name);
    }
}

static void
test_fallback (void)
{
  g_autofree char *unsafe = trs_export_make_name ("", "../id", "txt");
  g_autofree char *none = trs_export_make_name ("", NULL, "txt");
  g_autofree char *useless = trs_export_make_name ("??", "//", "txt");

  g_assert_cmpstr (unsafe, ==, "id.txt");
  g_assert_cmpstr (none, ==, "Transcript.txt");
  g_assert_cmpstr (useless, ==, "Transcript.txt");
}

/* NAME_MAX counts bytes: the file is really made. */
static void
assert_can_be_made (const char *folder,
                    const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_utf8_validate (name, -1, NULL));
  g_file_set_contents (path, "x", 1, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
test_length (void)
{
  const char * const characters[] = { "x", "é", "議", "\xf0\x9f\x8e\xa4", "e\xcc\x81", "\xcc\x81", "a." };
  g_autofree char *folder = g_dir_make_tmp ("trs-export-name-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (characters); i++)
    {
      for (guint shift = 0; shift < 4; shift++)
        {
          g_autoptr (GString) title = g_string_new (&"xxxx"[shift]);
          g_autofree char *name = NULL;

          while (title->len < 1000)
            g_string_append (title, characters[i]);
          name = trs_export_make_name (title->str, "id", "txt");
          g_assert_cmpuint (strlen (name), <=, 124);
          g_assert_cmpuint (strlen (name), >=, 100);
          assert_can_be_made (folder, name);
        }
    }
  g_rmdir (folder);
}

/* A letter is not parted from its accent at the border. */
static void
test_whole_letters (void)
{
  g_autofree char *filler = g_strnfill (119, 'x');
  g_autofree char *title = g_strconcat (filler, "e\xcc\x81", NULL);
  g_autofree char *expected = g_strconcat (filler, ".txt", NULL);
  g_autofree char *name = trs_export_make_name (title, "id", "txt");

  g_assert_cmpstr (name, ==, expected);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/export-name/make", test_make);
  g_test_add_func ("/export-name/fallback", test_fallback);
  g_test_add_func ("/export-name/length", test_length);
  g_test_add_func ("/export-name/whole-letters", test_whole_letters);
  return g_test_run ();
}
