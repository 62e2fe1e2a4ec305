/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-request.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>

static const char *const commands[] = { "submit", "list", "show", "search", "export", "accounts", "help", NULL };

#define LINK "https://www.youtube.com/watch?v=dQw4w9WgXcQ"

typedef struct
{
  const char *arguments[5];
  TrsCliRequest request;
  guint place;
} Case;

static const Case cases[] = {
  { { NULL }, TRS_CLI_REQUEST_WINDOW, 0 },

  /* commands, with options before them */
  { { "list", NULL }, TRS_CLI_REQUEST_COMMAND, 0 },
  { { "help", "lst", NULL }, TRS_CLI_REQUEST_COMMAND, 0 },
  { { "list", "--version", NULL }, TRS_CLI_REQUEST_COMMAND, 0 },
  { { "show", "--", "-abc", NULL }, TRS_CLI_REQUEST_COMMAND, 0 },
  { { "--json", "list", NULL }, TRS_CLI_REQUEST_COMMAND, 1 },
  { { "--account", "show", "list", NULL }, TRS_CLI_REQUEST_COMMAND, 2 },
  { { "--account=show", "list", NULL }, TRS_CLI_REQUEST_COMMAND, 1 },
  { { "-o", "show", "export", NULL }, TRS_CLI_REQUEST_COMMAND, 2 },
  { { "-oshow", "export", NULL }, TRS_CLI_REQUEST_COMMAND, 1 },
  { { "--notes", "show", NULL }, TRS_CLI_REQUEST_COMMAND, 1 },
  { { "-q", "list", NULL }, TRS_CLI_REQUEST_COMMAND, 1 },
  { { "--unheard-of", "list", NULL }, TRS_CLI_REQUEST_COMMAND, 1 },
  { { "--help", "list", NULL }, TRS_CLI_REQUEST_COMMAND, 1 },

  { { "--help", NULL }, TRS_CLI_REQUEST_HELP, 0 },
  { { "-h", NULL }, TRS_CLI_REQUEST_HELP, 0 },
  { { "--version", NULL }, TRS_CLI_REQUEST_VERSION, 0 },
  { { "-v", NULL }, TRS_CLI_REQUEST_VERSION, 0 },
  { { "--json", "-v", NULL }, TRS_CLI_REQUEST_VERSION, 0 },

  /* the window */
  { { "-n", NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { "--new-transcription", LINK, NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { LINK, NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { LINK, "v=interviewer", "council-12-march", NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { "dQw4w9WgXcQ", NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { "--", "-w4w9WgXcQ", NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { "https://example.org/page", NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { "https://www.youtube.com/playlist?list=PLdQw4w9WgXcQ", NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { LINK " https://youtu.be/dQw4w9WgXcQ", NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { LINK, "-n", NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { LINK, "--", "-w4w9WgXcQ", NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { "-n", "--", "-w4w9WgXcQ", NULL }, TRS_CLI_REQUEST_WINDOW, 0 },
  { { "--gapplication-service", NULL }, TRS_CLI_REQUEST_SERVICE, 0 },
  { { LINK, "--gapplication-service", NULL }, TRS_CLI_REQUEST_SERVICE, 0 },
  { { LINK, "--version", NULL }, TRS_CLI_REQUEST_VERSION, 0 },
  { { LINK, "--help", NULL }, TRS_CLI_REQUEST_HELP, 0 },

  /* what could be a command, or is a word */
  { { "talk.mp4", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "/nowhere/talk", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "file:///nowhere/talk.mp4", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "lst", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "List", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "list2", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "sho-w", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "x", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "interviewer", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "and so on.", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { LINK, "list", NULL }, TRS_CLI_REQUEST_MISTAKE, 1 },
  { { LINK, "--json", NULL }, TRS_CLI_REQUEST_MISTAKE, 1 },
  { { LINK, "--", "lst", NULL }, TRS_CLI_REQUEST_MISTAKE, 2 },
  { { "-n", "lst", NULL }, TRS_CLI_REQUEST_MISTAKE, 1 },
  { { "-n", "list", NULL }, TRS_CLI_REQUEST_MISTAKE, 1 },
  { { "--", "list", NULL }, TRS_CLI_REQUEST_MISTAKE, 1 },
  { { "--json", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "--unheard-of", LINK, NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
  { { "--json", "lst", NULL }, TRS_CLI_REQUEST_MISTAKE, 1 },
  { { "--account", NULL }, TRS_CLI_REQUEST_MISTAKE, 0 },
};

static void
test_read (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint place = 99;
      g_autofree char *line = g_strjoinv (" ", (char **) cases[i].arguments);

      g_test_message ("%s", line);
      g_assert_cmpint (trs_cli_request_read (cases[i].arguments, commands, &place), ==, cases[i].request);
      if (cases[i].request == TRS_CLI_REQUEST_COMMAND || cases[i].request == TRS_CLI_REQUEST_MISTAKE)
        g_assert_cmpuint (place, ==, cases[i].place);
    }
}

/* A list of links, for instance; the window says what becomes of it. But a word is a word. */
static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-request-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "my links.txt", NULL);
  g_autofree char *here = g_get_current_dir ();
  const char *const arguments[] = { "my links.txt", NULL };
  const char *const recording[] = { "talk.mp4", NULL };
  guint place;

  g_assert_cmpint (g_chdir (folder), ==, 0);
  g_assert_cmpint (trs_cli_request_read (arguments, commands, &place), ==, TRS_CLI_REQUEST_MISTAKE);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_true (g_file_set_contents ("talk.mp4", "", 0, NULL));
  g_assert_true (g_file_set_contents ("lst", "", 0, NULL));
  g_assert_cmpint (trs_cli_request_read (arguments, commands, &place), ==, TRS_CLI_REQUEST_WINDOW);
  g_assert_cmpint (trs_cli_request_read (recording, commands, &place), ==, TRS_CLI_REQUEST_WINDOW);
  g_assert_cmpint (trs_cli_request_read ((const char *const[]) { "lst", NULL }, commands, &place), ==,
                   TRS_CLI_REQUEST_MISTAKE);

  g_remove ("lst");
  g_remove ("talk.mp4");
  g_remove (path);
  g_assert_cmpint (g_chdir (here), ==, 0);
  g_rmdir (folder);
}

static void
test_suggest (void)
{
  static const struct
  {
    const char *word;
    const char *suggestion;
  } words[] = {
    { "lst", "list" },      { "ls", "list" },         { "lsit", "list" }, { "LIST", "list" },
    { "serach", "search" }, { "sumbit", "submit" },   { "shw", "show" },  { "acount", "accounts" },
    { "halp", "help" },     { "exports", "export" },  { "x", NULL },      { "interviewer", NULL },
    { "find", NULL },       { "dQw4w9WgXcQ", NULL },  { "", NULL },
  };
  g_autofree char *longest = g_strnfill (100000, 'l');

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_cmpstr (trs_cli_request_suggest (words[i].word, commands), ==, words[i].suggestion);
  g_assert_null (trs_cli_request_suggest (longest, commands));
}

static void
assert_explained (const char *word,
                  const char *with)
{
  g_autofree char *sentence = trs_cli_request_explain (word, commands);

  g_assert_nonnull (strstr (sentence, with));
  g_assert_null (strpbrk (sentence, "\033\n"));
}

static void
test_explain (void)
{
  assert_explained ("lst", "“lst” is not a command. Did you mean “list”?");
  assert_explained ("interviewer", "write v=interviewer");
  assert_explained ("and so on.", "Try “transcripts help”");
  assert_explained ("list", "“list” is not a link. Try “transcripts help list”");
  assert_explained ("talk.mp4", "There is no file “talk.mp4”");
  assert_explained ("-", "“-” is neither a command nor a link");
  assert_explained ("--offline", "--offline needs a command");
  assert_explained ("\033[31mred\n", "red");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/cli-request/read", test_read);
  g_test_add_func ("/cli-request/file", test_file);
  g_test_add_func ("/cli-request/suggest", test_suggest);
  g_test_add_func ("/cli-request/explain", test_explain);
  return g_test_run ();
}
