/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands stand on: options, the terminal, and where a transcript goes. */
#include "trs-cli-options.h"
#include "trs-cli-place.h"
#include "trs-cli-table.h"
#include "trs-cli-terminal.h"

#include "trs-display-text.h"
#include "trs-test-utils.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <pty.h>
#include <string.h>
#include <unistd.h>

static const TrsCliTerminal terminal = {
  .is_terminal = TRUE, .rewrites = TRUE, .colours = TRUE, .links = TRUE, .width = 80, .height = 24,
};
static const TrsCliTerminal pipe_end = { .width = 80, .height = 24 };

static void
assert_word (const char *line,
             const char *wanted)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  int position = trs_cli_options_find_word ((int) g_strv_length (words), words);

  g_test_message ("%s", line);
  g_assert_cmpstr (position > 0 ? words[position] : NULL, ==, wanted);
}

static void
test_word (void)
{
  assert_word ("transcripts", NULL);
  assert_word ("transcripts list --json", "list");
  assert_word ("transcripts --json --account list show", "show");
  assert_word ("transcripts --account=list show", "show");
  assert_word ("transcripts -q -o list show", "show");
  assert_word ("transcripts -qo list show", "show");
  assert_word ("transcripts -olist show", "show");
  /* What is not known takes no value. */
  assert_word ("transcripts --new-transcription https://example.com/x", "https://example.com/x");
  assert_word ("transcripts -n https://example.com/x", "https://example.com/x");
  assert_word ("transcripts -", "-");
  /* What follows is no command. */
  assert_word ("transcripts -- list", NULL);
  assert_word ("transcripts --json -- list", NULL);
  assert_word ("transcripts --account", NULL);
}

static void
assert_parsed (const char *line,
               const char *words)
{
  static const char * const names[] = { "limit", NULL };
  g_auto (GStrv) args = g_strsplit (line, " ", -1);
  TrsCliOptions options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;
  gboolean parsed = trs_cli_options_parse (&options, TRS_CLI_OPTIONS_TEXT, names, (int) g_strv_length (args), args,
                                           &error);

  g_test_message ("%s", line);
  g_assert_true (parsed == (words != NULL));
  if (words == NULL)
    g_assert_true (error->domain == G_OPTION_ERROR);
  else
    {
      found = g_strjoinv (" ", options.words);
      g_assert_cmpstr (found, ==, words);
      g_assert_cmpstr (options.output, ==, "place");
      g_assert_cmpint (options.limit, ==, strstr (line, "--limit 3") != NULL ? 3 : G_MAXINT);
      g_assert_true (options.json);
    }
  g_strfreev (options.words);
  g_free (options.output);
  g_free (options.account);
}

static void
test_parse (void)
{
  assert_parsed ("x --json a -o place b --limit 3 c", "a b c");
  assert_parsed ("x a --output=place --json -- --limit -- -o", "a --limit -- -o");
  assert_parsed ("x -qo place --json --", "");
  assert_parsed ("x --json -oplace -- a", "a");
  /* The value of an option may be two dashes. */
  assert_parsed ("x --json -o place --account -- -- a", "a");
  assert_parsed ("x --json -o place --key-stdin", NULL);
  assert_parsed ("x --json -o place --limit many", NULL);
  assert_parsed ("x --json -o place -n", NULL);
  assert_parsed ("x --json -o place --account", NULL);
}

/* Each command has its options, and help says what they are. */
static void
test_describe (void)
{
  static const char * const names[] = { "limit", NULL };
  g_autofree char *few = trs_cli_options_describe (0, NULL);
  g_autofree char *more = trs_cli_options_describe (TRS_CLI_OPTIONS_KEY, names);

  g_assert_nonnull (strstr (few, "  -q, --quiet "));
  g_assert_null (strstr (few, "--limit"));
  g_assert_null (strstr (few, "--key-stdin"));
  g_assert_nonnull (strstr (more, "  --limit=N "));
  g_assert_nonnull (strstr (more, "--key-stdin"));
  g_assert_null (strstr (more, "--output"));
}

static void
test_cut (void)
{
  static const struct
  {
    const char *text;
    guint width;
    const char *cut;
  } rows[] = {
    { "harbour", 7, "harbour" },
    { "harbour", 6, "harbo…" },
    { "harbour", 1, "…" },
    { "", 1, "" },
    /* Half of a wide character is none of it. */
    { "海海海", 6, "海海海" },
    { "海海海", 5, "海海…" },
    { "海海海", 4, "海…" },
    /* An accent belongs to its letter. */
    { "e\xcc\x81" "e\xcc\x81" "e\xcc\x81", 2, "e\xcc\x81…" },
    { TRS_BIDI_FSI "abcd" TRS_BIDI_PDI, 4, TRS_BIDI_FSI "abcd" TRS_BIDI_PDI },
    { TRS_BIDI_FSI "abcd" TRS_BIDI_PDI "e", 3, TRS_BIDI_FSI "ab…" TRS_BIDI_PDI },
    { TRS_BIDI_FSI "ab" TRS_BIDI_PDI "cde", 4, TRS_BIDI_FSI "ab" TRS_BIDI_PDI "c…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *cut = trs_cli_cut (rows[i].text, rows[i].width);

      g_assert_cmpstr (cut, ==, rows[i].cut);
      g_assert_cmpuint (trs_cli_measure (cut), <=, rows[i].width);
    }
}

/* A click opens a page in the browser, and nothing else. */
static void
test_links (void)
{
  static const char * const forbidden[] = {
    "file:///etc/passwd", "javascript:alert(1)", "httpx://a", "http//a", "", "https://a/\033\\", "https://a/b c",
    "https://a/\xc3\xa9", "mailto:a@b", "https://a/\a",
  };
  g_autoptr (GString) string = g_string_new (NULL);

  g_assert_true (trs_cli_terminal_may_link (&terminal, "https://a/b?c=d#e"));
  g_assert_true (trs_cli_terminal_may_link (&terminal, "HTTP://a"));
  g_assert_false (trs_cli_terminal_may_link (&terminal, NULL));
  g_assert_false (trs_cli_terminal_may_link (&pipe_end, "https://a"));
  for (guint i = 0; i < G_N_ELEMENTS (forbidden); i++)
    {
      g_assert_false (trs_cli_terminal_may_link (&terminal, forbidden[i]));
      trs_cli_terminal_link (&terminal, string, forbidden[i]);
      g_assert_cmpstr (string->str, ==, "");
    }
  trs_cli_terminal_link (&pipe_end, string, "https://a");
  trs_cli_terminal_append (&pipe_end, string, "a", 1, TRS_CLI_STYLE_BAD);
  trs_cli_terminal_link (&pipe_end, string, NULL);
  g_assert_cmpstr (string->str, ==, "a");
}

static void
test_probe (void)
{
  int fds[2];
  TrsCliTerminal found;

  g_assert_true (g_unix_open_pipe (fds, FD_CLOEXEC, NULL));
  g_setenv ("COLUMNS", "33", TRUE);
  g_setenv ("TERM", "xterm", TRUE);
  g_unsetenv ("NO_COLOR");
  found = trs_cli_terminal_probe (fds[1]);
  g_assert_false (found.is_terminal || found.colours || found.links || found.rewrites);
  g_assert_cmpuint (found.width, ==, 33);
  g_setenv ("COLUMNS", "-1", TRUE);
  g_assert_cmpuint (trs_cli_terminal_probe (fds[1]).width, ==, 80);
  g_unsetenv ("COLUMNS");
  g_assert_cmpuint (trs_cli_terminal_probe (fds[1]).width, ==, 80);
  close (fds[0]);
  close (fds[1]);
}

/* Returns: how many lines have come to a terminal, which takes a moment, as soon as there are @wanted */
static guint
count_lines (int     fd,
             GString *got,
             guint    wanted)
{
  GPollFD ready = { .fd = fd, .events = G_IO_IN };
  guint n = 0;

  for (const char *p = got->str; (p = strchr (p, '\n')) != NULL; p++)
    n++;
  while (g_poll (&ready, 1, n < wanted ? 10000 : 0) > 0 && (ready.revents & G_IO_IN) != 0)
    {
      char part[512];
      gssize size = read (fd, part, sizeof part);

      g_assert_cmpint (size, >, 0);
      g_string_append_len (got, part, size);
      for (gssize i = 0; i < size; i++)
        n += part[i] == '\n';
    }
  return n;
}

/* On a terminal the rows wait until the screen is full, for the widths of the columns, and never after that. */
static void
test_screenful (void)
{
  static const TrsCliColumn columns[] = { { "ID" }, { "TITLE", .minimum = 5 } };
  static const TrsCliCell cells[] = { { "1" }, { "harbour" } };
  struct winsize size = { .ws_row = 6, .ws_col = 40 };
  g_autoptr (GString) got = g_string_new (NULL);
  TrsCliTable *table;
  int screen, side, before;

  g_assert_cmpint (openpty (&screen, &side, NULL, NULL, &size), ==, 0);
  fflush (stdout);
  before = dup (STDOUT_FILENO);
  dup2 (side, STDOUT_FILENO);
  g_unsetenv ("LINES");
  table = trs_cli_table_new (columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < 3; i++)
    g_assert_true (trs_cli_table_add (table, cells));
  g_assert_cmpuint (count_lines (screen, got, 0), ==, 0);
  /* Six lines are the header, four rows and the prompt. */
  trs_cli_table_add (table, cells);
  g_assert_cmpuint (count_lines (screen, got, 5), ==, 5);
  trs_cli_table_add (table, cells);
  g_assert_cmpuint (count_lines (screen, got, 6), ==, 6);
  trs_cli_table_free (table);
  g_assert_cmpuint (count_lines (screen, got, 6), ==, 6);

  /* Before a command waits for more, it is not left with what it has. */
  table = trs_cli_table_new (columns, G_N_ELEMENTS (columns));
  trs_cli_table_add (table, cells);
  g_assert_true (trs_cli_table_flush (table));
  g_assert_cmpuint (count_lines (screen, got, 8), ==, 8);
  trs_cli_table_free (table);
  dup2 (before, STDOUT_FILENO);
  close (before);
  close (side);
  close (screen);
}

static void
test_extension (void)
{
  static const char * const rows[][2] = {
    { "talk.SRT", "srt" },     { "a.b/talk", NULL }, { ".hidden", NULL }, { "a/.hidden", NULL },
    { "talk.", NULL },         { "a.tar.gz", "gz" }, { "talk", NULL },    { "a/.b.md", "md" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *extension = trs_cli_place_dup_extension (rows[i][0]);

      g_assert_cmpstr (extension, ==, rows[i][1]);
    }
}

static void
test_place (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-place-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autofree char *absent = g_build_filename (folder, "absent", NULL);
  g_autofree char *slash = g_strconcat (absent, "/", NULL);

  g_assert_true (g_file_set_contents (file, "", -1, NULL));
  g_assert_cmpint (trs_cli_place_find ("-", FALSE), ==, TRS_CLI_PLACE_OUTPUT);
  g_assert_cmpint (trs_cli_place_find ("/dev/stdout", TRUE), ==, TRS_CLI_PLACE_OUTPUT);
  g_assert_cmpint (trs_cli_place_find ("/dev/full", FALSE), ==, TRS_CLI_PLACE_STREAM);
  g_assert_cmpint (trs_cli_place_find (folder, FALSE), ==, TRS_CLI_PLACE_FOLDER);
  g_assert_cmpint (trs_cli_place_find (slash, FALSE), ==, TRS_CLI_PLACE_FOLDER);
  g_assert_cmpint (trs_cli_place_find (absent, FALSE), ==, TRS_CLI_PLACE_FILE);
  g_assert_cmpint (trs_cli_place_find (absent, TRUE), ==, TRS_CLI_PLACE_FOLDER);
  g_assert_cmpint (trs_cli_place_find (file, FALSE), ==, TRS_CLI_PLACE_FILE);
  g_remove (file);
  g_rmdir (folder);
}

/* What the sandbox does not see would be saved into nothing. */
static void
test_sandbox (void)
{
  static const char usual[] = "[Application]\nname=io.github.transcripts_app.Transcripts\n[Context]\nshared=network;\n";
  static const char some[] = "[Context]\nfilesystems=xdg-config/kdeglobals:ro;~/Talks:create;/srv/press;!host;\n";
  static const char home[] = "[Context]\nfilesystems=home;\n";
  static const char host[] = "[Context]\nfilesystems=host:rw;\n";
  g_autofree char *folder = g_dir_make_tmp ("trs-sandbox-XXXXXX", NULL);
  g_autofree char *info = g_build_filename (folder, "info", NULL);
  g_autofree char *own = g_build_filename (g_get_user_data_dir (), "x.srt", NULL);
  g_autofree char *document = g_build_filename (g_get_user_runtime_dir (), "doc", "1a2b", "x.srt", NULL);
  g_autofree char *in_home = g_build_filename (g_get_home_dir (), "x.srt", NULL);
  g_autofree char *talks = g_build_filename (g_get_home_dir (), "Talks", "deep", "x.srt", NULL);
  g_autofree char *beside = g_build_filename (g_get_home_dir (), "Talks2", "x.srt", NULL);

  /* There is no sandbox. */
  g_assert_true (trs_cli_place_is_seen ("/srv/x.srt", info));

  g_assert_true (g_file_set_contents (info, usual, -1, NULL));
  g_assert_false (trs_cli_place_is_seen ("/srv/x.srt", info));
  g_assert_false (trs_cli_place_is_seen ("/tmp/x.srt", info));
  g_assert_false (trs_cli_place_is_seen ("/srv/../srv/x.srt", info));
  g_assert_true (trs_cli_place_is_seen (own, info));
  g_assert_true (trs_cli_place_is_seen (document, info));

  g_assert_true (g_file_set_contents (info, some, -1, NULL));
  g_assert_true (trs_cli_place_is_seen ("/srv/press/x.srt", info));
  g_assert_false (trs_cli_place_is_seen ("/srv/press/../x.srt", info));
  g_assert_false (trs_cli_place_is_seen ("/srv/pressed/x.srt", info));
  g_assert_true (trs_cli_place_is_seen (talks, info));
  g_assert_false (trs_cli_place_is_seen (beside, info));

  g_assert_true (g_file_set_contents (info, home, -1, NULL));
  g_assert_true (trs_cli_place_is_seen (in_home, info));
  g_assert_false (trs_cli_place_is_seen ("/srv/x.srt", info));

  g_assert_true (g_file_set_contents (info, host, -1, NULL));
  g_assert_true (trs_cli_place_is_seen ("/srv/x.srt", info));
  g_assert_false (trs_cli_place_is_seen ("/usr/x.srt", info));
  g_remove (info);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/cli/frame/word", test_word);
  g_test_add_func ("/cli/frame/parse", test_parse);
  g_test_add_func ("/cli/frame/describe", test_describe);
  g_test_add_func ("/cli/frame/cut", test_cut);
  g_test_add_func ("/cli/frame/links", test_links);
  g_test_add_func ("/cli/frame/probe", test_probe);
  g_test_add_func ("/cli/frame/screenful", test_screenful);
  g_test_add_func ("/cli/frame/extension", test_extension);
  g_test_add_func ("/cli/frame/place", test_place);
  g_test_add_func ("/cli/frame/sandbox", test_sandbox);
  return g_test_run ();
}
