/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-commands.h"
#include "trs-cli-records.h"
#include "trs-cli.h"

#include "trs-error.h"
#include "trs-test-utils.h"

#include <string.h>

#define ESC "\033"
#define CSI "\xc2\x9b" /* U+009B, which some terminals take for ESC [ */
#define HOSTILE "Q&A" ESC "]0;owned\a" CSI "31m \"quoted\"\r\n\xe2\x80\xae end"

static void
assert_harmless (const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    g_assert_true (!g_unichar_iscntrl (g_utf8_get_char (p)) || *p == '\n' || *p == '\t');
}

static void
test_align (void)
{
  g_autofree char *plain = trs_cli_align ("a\tbb\tlast one\nlonger\tb\t\n");
  /* Two cells for each of the wide ones, none for an accent by itself or an isolate. */
  g_autofree char *wide = trs_cli_align ("\xe6\xb5\xb7\xe6\xb5\xb7\tx\ne\xcc\x81\xe2\x81\xa8\xe2\x81\xa9\tx\n");
  g_autofree char *nothing = trs_cli_align ("");
  g_autofree char *single = trs_cli_align ("only one\nand  another\n");

  g_assert_cmpstr (plain, ==, "a       bb  last one\nlonger  b   \n");
  g_assert_cmpstr (wide, ==, "\xe6\xb5\xb7\xe6\xb5\xb7  x\ne\xcc\x81\xe2\x81\xa8\xe2\x81\xa9     x\n");
  g_assert_cmpstr (nothing, ==, "");
  g_assert_cmpstr (single, ==, "only one\nand  another\n");
}

static void
test_harmless (void)
{
  static const char broken[] = "caf\xc3\xa9 \xff" ESC "[2J" CSI "H\ttab\nline\x7f";
  g_autofree char *text = trs_cli_make_harmless (broken, sizeof broken - 1);

  assert_harmless (text);
  g_assert_cmpstr (text, ==, "caf\xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd[2J\xef\xbf\xbdH\ttab\nline\xef\xbf\xbd");
}

/* The name of a file is in it, which may be anything. */
static void
test_progress (void)
{
  if (g_test_subprocess ())
    {
      trs_cli_show_progress ("Reading talk" ESC "]0;owned\a" CSI "31m.mp3");
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr ("Reading talk*owned*31m.mp3\n");
  g_test_trap_assert_stderr_unmatched ("*" ESC "*");
  g_test_trap_assert_stderr_unmatched ("*" CSI "*");
}

static JsonObject *
parse (const char  *json,
       JsonParser **parser)
{
  g_autoptr (GError) error = NULL;

  *parser = json_parser_new ();
  json_parser_load_from_data (*parser, json, -1, &error);
  g_assert_no_error (error);
  return json_node_get_object (json_parser_get_root (*parser));
}

static TrsProject *
make_project (void)
{
  g_autoptr (TrsProjectData) data = trs_project_data_new ("id-1");

  data->title = g_strdup (HOSTILE);
  data->note = g_strdup ("note" CSI);
  data->video_id = g_strdup ("video-1");
  data->recognizer = g_strdup (HOSTILE);
  data->state = TRS_PROJECT_STATE_DONE;
  data->state_word = g_strdup ("done");
  data->video_length = 119;
  data->created_at = 1764090000 * (gint64) G_USEC_PER_SEC;
  return trs_project_new_from_data (data);
}

/* Returns: (transfer full): the members of `video` as the man page names them; not the values in parentheses */
static GStrv
read_manual (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "man", "transcripts.1", NULL);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char *page = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean in_parentheses = FALSE;
  char *begin, *end;

  g_assert_true (g_file_get_contents (path, &page, NULL, NULL));
  begin = strstr (page, ".B video\nis an object with\n");
  g_assert_nonnull (begin);
  begin = strstr (begin, "with\n");
  end = strstr (begin, "\nit is\n");
  g_assert_nonnull (end);
  *end = '\0';
  lines = g_strsplit (begin, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);

      in_parentheses |= g_str_has_prefix (lines[i], ".RB (");
      if (!in_parentheses && (g_strcmp0 (words[0], ".BR") == 0 || g_strcmp0 (words[0], ".B") == 0))
        g_strv_builder_add (names, words[1]);
      if (strchr (lines[i], ')') != NULL)
        in_parentheses = FALSE;
    }
  return g_strv_builder_end (names);
}

/* All that the man page names is there, and nothing else. */
static void
assert_members (JsonObject *video)
{
  g_auto (GStrv) names = read_manual ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (!json_object_has_member (video, names[i]))
        g_test_message ("There is no %s", names[i]);
      g_assert_true (json_object_has_member (video, names[i]));
    }
  g_assert_cmpuint (json_object_get_size (video), ==, g_strv_length (names));
}

/* A program gets the title as the service gave it, and a terminal nothing it obeys. */
static void
test_json (void)
{
  g_autoptr (GSettings) settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  g_autoptr (TrsAccount) account = trs_account_new (settings);
  g_autoptr (TrsProject) project = make_project ();
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonParser) parser = NULL;
  g_autofree char *json = NULL;
  JsonObject *video;

  trs_cli_json_set_video (object, project, account);
  trs_cli_json_set_error (object, NULL);
  json = trs_cli_json_to_line (object);
  assert_harmless (json);
  g_assert_true (g_str_has_suffix (json, "}\n"));

  video = json_object_get_object_member (parse (json, &parser), "video");
  assert_members (video);
  g_assert_cmpstr (json_object_get_string_member (video, "id"), ==, "id-1");
  g_assert_cmpstr (json_object_get_string_member (video, "title"), ==, HOSTILE);
  g_assert_cmpstr (json_object_get_string_member (video, "note"), ==, "note" CSI);
  g_assert_cmpstr (json_object_get_string_member (video, "recognizer"), ==, HOSTILE);
  g_assert_cmpstr (json_object_get_string_member (video, "state"), ==, "done");
  g_assert_cmpint (json_object_get_int_member (video, "length"), ==, 119);
  g_assert_cmpint (json_object_get_int_member (video, "credits"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (video, "created_at"), ==, "2025-11-25T17:00:00Z");
  /* What is not known is there all the same. */
  g_assert_true (json_object_get_null_member (video, "submitted_at"));
  g_assert_true (json_object_get_null_member (video, "language"));
  g_assert_false (json_object_get_boolean_member (video, "saved_here"));
}

static void
test_json_without_anything (void)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT, "402");
  g_autoptr (JsonParser) parser = NULL;
  g_autofree char *json = NULL;
  JsonObject *root;

  trs_cli_json_set_video (object, NULL, NULL);
  trs_cli_json_set_number (object, "unknown", -1);
  trs_cli_json_set_error (object, error);
  json = trs_cli_json_to_line (object);
  root = parse (json, &parser);
  g_assert_true (json_object_get_null_member (root, "video"));
  g_assert_true (json_object_get_null_member (root, "unknown"));
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (root, "error"), "exit_status"), ==, 6);
}

static void
test_exits (void)
{
  static const struct
  {
    int code;
    TrsCliExit status;
  } rows[] = {
    { TRS_ERROR_FAILED, 1 },        { TRS_ERROR_INVALID_INPUT, 2 },     { TRS_ERROR_UNAUTHORIZED, 3 },
    { TRS_ERROR_NO_KEY, 3 },        { TRS_ERROR_KEYRING_LOCKED, 3 },    { TRS_ERROR_OFFLINE, 4 },
    { TRS_ERROR_TIMED_OUT, 4 },     { TRS_ERROR_SERVER, 4 },            { TRS_ERROR_VIDEO_NOT_FOUND, 5 },
    { TRS_ERROR_VIDEO_KNOWN, 7 },   { TRS_ERROR_NOT_ENOUGH_CREDIT, 6 }, { TRS_ERROR_STORE_FULL, 1 },
    { TRS_ERROR_STORE_MOVED, 1 },   { TRS_ERROR_RATE_LIMITED, 4 },      { TRS_ERROR_INVALID_REQUEST, 1 },
  };
  g_autoptr (GError) cancelled = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "");
  g_autoptr (GError) own = g_error_new_literal (TRS_CLI_ERROR, TRS_CLI_VIDEO_FAILED, "");
  g_autoptr (GError) full = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NO_SPACE, "");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, rows[i].code, "");

      g_assert_cmpint (trs_cli_get_exit (error), ==, rows[i].status);
    }
  g_assert_cmpint (trs_cli_get_exit (NULL), ==, 0);
  g_assert_cmpint (trs_cli_get_exit (cancelled), ==, 130);
  g_assert_cmpint (trs_cli_get_exit (own), ==, 9);
  g_assert_cmpint (trs_cli_get_exit (full), ==, 1);
}

/* What the service says is quoted, and obeyed by no terminal; what to do is what can be done in a shell. */
static void
test_sentences (void)
{
  g_autoptr (GError) refused = trs_error_new_http (TRS_ERROR_INVALID_REQUEST, 400, HOSTILE, -1, "400");
  g_autoptr (GError) known = g_error_new_literal (TRS_ERROR, TRS_ERROR_VIDEO_KNOWN, "");
  g_autoptr (GError) key = g_error_new_literal (TRS_ERROR, TRS_ERROR_NO_KEY, "");
  g_autoptr (GError) rejected = g_error_new_literal (TRS_ERROR, TRS_ERROR_UNAUTHORIZED, "");
  g_autoptr (GError) keyring = g_error_new_literal (TRS_ERROR, TRS_ERROR_KEYRING_MISSING, "");
  g_autoptr (GError) own = g_error_new_literal (TRS_CLI_ERROR, TRS_CLI_USAGE, "no" ESC "[2J\nsuch");
  g_autofree char *quoted = trs_cli_make_sentence (refused);
  g_autofree char *again = trs_cli_make_sentence (known);
  g_autofree char *enter = trs_cli_make_sentence (key);
  g_autofree char *check = trs_cli_make_sentence (rejected);
  g_autofree char *give = trs_cli_make_sentence (keyring);
  g_autofree char *line = trs_cli_make_sentence (own);

  assert_harmless (quoted);
  g_assert_nonnull (strstr (quoted, "owned"));
  g_assert_nonnull (strstr (again, "--again"));
  g_assert_nonnull (strstr (enter, "transcripts login"));
  g_assert_nonnull (strstr (enter, "--key-stdin"));
  g_assert_cmpstr (check, ==, "The service rejected this key. Check it, or ask for a new one.");
  g_assert_nonnull (strstr (give, "--key-credential"));
  g_assert_cmpstr (line, ==, "no [2J such");
}

static void
test_commands (void)
{
  g_assert_true (g_strv_contains (trs_cli_get_commands (), "submit"));
  g_assert_true (g_strv_contains (trs_cli_get_commands (), "help"));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/cli/output/align", test_align);
  g_test_add_func ("/cli/output/harmless", test_harmless);
  g_test_add_func ("/cli/output/progress", test_progress);
  g_test_add_func ("/cli/output/json", test_json);
  g_test_add_func ("/cli/output/json-without-anything", test_json_without_anything);
  g_test_add_func ("/cli/output/exits", test_exits);
  g_test_add_func ("/cli/output/sentences", test_sentences);
  g_test_add_func ("/cli/output/commands", test_commands);
  return g_test_run ();
}
