/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

static gboolean is_scripted;
static GString *lines;

/* Whether the answers from now on are the faults of a script, and prove nothing. */
void
answer_book_set_scripted (gboolean scripted)
{
  is_scripted = scripted;
}

/* @body: of any bytes, %NULL if it broke off */
void
answer_book_add (const char *method,
                 const char *path,
                 guint       status,
                 const char *content_type,
                 const char *body,
                 gsize       length)
{
  g_autoptr (GVariant) entry = NULL;
  g_autofree char *text = NULL;
  g_autofree char *shown_path = g_utf8_make_valid (path, -1);
  g_autofree char *line = NULL;

  if (is_scripted || body == NULL)
    return;
  if (lines == NULL)
    lines = g_string_new (NULL);
  text = g_utf8_make_valid (body, (gssize) length);
  entry = g_variant_ref_sink (
      g_variant_new_parsed ("{'method': <%s>, 'path': <%s>, 'status': <%u>, 'type': <%s>, 'body': <%s>}", method,
                            shown_path, status, content_type != NULL ? content_type : "", text));
  line = json_gvariant_serialize_data (entry, NULL);
  g_string_append_printf (lines, "%s\n", line);
}

#ifdef TRS_ANSWER_CHECK

static void
test_answers_are_as_described (void)
{
  g_autofree char *path = NULL;
  g_autofree char *command = NULL;
  g_autofree char *output = NULL;
  g_autofree char *complaints = NULL;
  g_autoptr (GError) error = NULL;
  int status;
  int fd;

  /* With `-p` there may be none. */
  if (lines == NULL)
    return;
  fd = g_file_open_tmp ("trs-answers-XXXXXX", &path, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, lines->str, (gssize) lines->len, &error);
  g_assert_no_error (error);

  command = g_strconcat (TRS_ANSWER_CHECK " ", path, NULL);
  g_spawn_command_line_sync (command, &output, &complaints, &status, &error);
  g_unlink (path);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("%s%s", output, complaints);
  g_test_message ("%s", output);
}

#endif

/**
 * answer_book_run_tests:
 * @suite: path of the tests of the program
 *
 * g_test_run(), and after the others a test that looks at what they got. The build leaves it out where Python has no
 * jsonschema.
 *
 * Returns: the exit status of the program
 */
int
answer_book_run_tests (const char *suite)
{
#ifdef TRS_ANSWER_CHECK
  /* GLib runs what lies deeper later. */
  g_autofree char *path = g_strconcat (suite, "/answers/are-as-described", NULL);

  g_test_add_func (path, test_answers_are_as_described);
#endif
  return g_test_run ();
}
