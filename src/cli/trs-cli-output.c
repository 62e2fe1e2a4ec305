/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-output.h"

#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"

#include <gio/gio.h>
#include <stdio.h>
#include <unistd.h>

#define GAP 2
#define MAX_COLUMNS 8

/* Tables */

/* Returns: the width of the text in terminal columns */
static guint
measure_columns (const char *text)
{
  guint n = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_iszerowidth (c))
        n += g_unichar_iswide (c) ? 2 : 1;
    }
  return n;
}

/**
 * trs_cli_align:
 * @text: lines of at most eight columns with tabulators between them
 *
 * Returns: (transfer full): the lines, all columns but the last aligned
 */
char *
trs_cli_align (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint widths[MAX_COLUMNS] = { 0 };
  GString *aligned = g_string_new (NULL);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
      {
        g_auto (GStrv) cells = g_strsplit (lines[i], "\t", MAX_COLUMNS);

        for (guint column = 0; cells[column] != NULL; column++)
          {
            guint width = measure_columns (cells[column]);
            guint rest = cells[column + 1] != NULL ? MAX (widths[column], width) - width + GAP : 0;

            widths[column] = MAX (widths[column], width);
            if (pass == 1)
              g_string_append_printf (aligned, "%s%*s%s", cells[column], (int) rest, "",
                                      cells[column + 1] != NULL ? "" : "\n");
          }
      }
  return g_string_free (aligned, FALSE);
}

/* Replaces control characters other than line breaks and tabs. @escape: whether to write \uXXXX as JSON does, instead
 * of U+FFFD */
static char *
replace_controls (const char *text,
                  gboolean    escape)
{
  GString *string = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_iscntrl (c) || c == '\n' || c == '\t')
        g_string_append_unichar (string, c);
      else if (escape)
        g_string_append_printf (string, "\\u%04x", c);
      else
        g_string_append_unichar (string, 0xfffd);
    }
  return g_string_free (string, FALSE);
}

/* JSON as the man page documents it: a member is always present, and null if its value is unknown */

/* @value: a number; negative if it is unknown */
void
trs_cli_json_set_number (JsonObject *object,
                         const char *name,
                         gint64      value)
{
  if (value >= 0)
    json_object_set_int_member (object, name, value);
  else
    json_object_set_null_member (object, name);
}

static void
set_time (JsonObject *object,
          const char *name,
          gint64      time)
{
  g_autoptr (GDateTime) date = time != 0 ? g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC) : NULL;
  g_autofree char *string = date != NULL ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;

  json_object_set_string_member (object, name, string);
}

static const char *
get_state_word (TrsProject *project)
{
  if (trs_project_is_pending (project))
    return "unconfirmed";
  if (trs_project_get_state (project) == TRS_PROJECT_STATE_DONE)
    return "done";
  return trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR ? "failed" : "in-progress";
}

/**
 * trs_cli_json_set_video:
 * @object: an object
 * @project: (nullable): a project
 * @account: its account, which knows where videos are
 *
 * Sets the member `video`, strings as the service gave them.
 */
void
trs_cli_json_set_video (JsonObject *object,
                        TrsProject *project,
                        TrsAccount *account)
{
  const TrsProjectData *data = project != NULL ? trs_project_get_data (project) : NULL;
  g_autofree char *link = NULL;
  JsonObject *video;

  if (data == NULL)
    {
      json_object_set_null_member (object, "video");
      return;
    }

  link = data->video_id != NULL ? trs_account_dup_video_link (account, data->video_id, -1) : NULL;
  video = json_object_new ();
  json_object_set_string_member (video, "id", data->id);
  json_object_set_string_member (video, "video_id", data->video_id);
  json_object_set_string_member (video, "link", link);
  json_object_set_string_member (video, "title", trs_project_get_shown_title (project));
  json_object_set_string_member (video, "original_title", data->title);
  json_object_set_string_member (video, "state", get_state_word (project));
  json_object_set_string_member (video, "service_state", data->state_word);
  json_object_set_string_member (video, "message", data->message);
  json_object_set_string_member (video, "language", data->language ? data->language : data->requested_language);
  trs_cli_json_set_number (video, "length", data->video_length);
  trs_cli_json_set_number (video, "credits", trs_credits_for_length (data->video_length));
  set_time (video, "created_at", data->created_at);
  set_time (video, "submitted_at", data->submitted_at);
  json_object_set_string_member (video, "note", data->note);
  json_object_set_boolean_member (video, "saved_here", data->has_text);
  json_object_set_boolean_member (video, "missing", data->missing_since != 0);
  json_object_set_object_member (object, "video", video);
}

/* Sets the member `error`. */
void
trs_cli_json_set_error (JsonObject   *object,
                        const GError *error)
{
  g_autofree char *sentence = error != NULL ? trs_cli_make_sentence (error) : NULL;
  JsonObject *member = error != NULL ? json_object_new () : NULL;

  if (member != NULL)
    {
      json_object_set_int_member (member, "exit_status", trs_cli_get_exit (error));
      json_object_set_string_member (member, "message", sentence);
    }
  json_object_set_object_member (object, "error", member);
}

/**
 * trs_cli_json_to_string:
 * @object: an object
 *
 * Returns: (transfer full): the document, with all control characters escaped
 */
char *
trs_cli_json_to_string (JsonObject *object)
{
  g_autoptr (JsonNode) root = json_node_init_object (json_node_alloc (), object);
  g_autofree char *json = json_to_string (root, TRUE);
  /* json-glib escapes only the controls below U+0020, but terminals also obey U+009B (CSI). */
  g_autofree char *harmless = replace_controls (json, TRUE);

  return g_strconcat (harmless, "\n", NULL);
}

/* Errors */

G_DEFINE_QUARK (trs-cli-error-quark, trs_cli_error)

/* Errors that are not listed exit with TRS_CLI_FAILED. */
static const TrsCliExit exits[] = {
  [TRS_ERROR_NO_KEY] = TRS_CLI_NO_KEY,
  [TRS_ERROR_UNAUTHORIZED] = TRS_CLI_NO_KEY,
  [TRS_ERROR_INVALID_KEY] = TRS_CLI_NO_KEY,
  [TRS_ERROR_KEYRING_MISSING] = TRS_CLI_NO_KEY,
  [TRS_ERROR_KEYRING_LOCKED] = TRS_CLI_NO_KEY,
  [TRS_ERROR_KEYRING_TIMED_OUT] = TRS_CLI_NO_KEY,
  [TRS_ERROR_KEYRING_FAILED] = TRS_CLI_NO_KEY,
  [TRS_ERROR_RATE_LIMITED] = TRS_CLI_NOT_REACHED,
  [TRS_ERROR_SERVER] = TRS_CLI_NOT_REACHED,
  [TRS_ERROR_NOT_THE_SERVICE] = TRS_CLI_NOT_REACHED,
  [TRS_ERROR_CUT_SHORT] = TRS_CLI_NOT_REACHED,
  [TRS_ERROR_ENDLESS_LIST] = TRS_CLI_NOT_REACHED,
  [TRS_ERROR_TOO_LARGE] = TRS_CLI_NOT_REACHED,
  [TRS_ERROR_TLS] = TRS_CLI_NOT_REACHED,
  [TRS_ERROR_OFFLINE] = TRS_CLI_NOT_REACHED,
  [TRS_ERROR_TIMED_OUT] = TRS_CLI_NOT_REACHED,
  [TRS_ERROR_VIDEO_NOT_FOUND] = TRS_CLI_NOT_FOUND,
  [TRS_ERROR_PROJECT_NOT_FOUND] = TRS_CLI_NOT_FOUND,
  [TRS_ERROR_NOT_ENOUGH_CREDIT] = TRS_CLI_NO_CREDIT,
  [TRS_ERROR_VIDEO_KNOWN] = TRS_CLI_DUPLICATE,
  [TRS_ERROR_LIST_UNCHECKED] = TRS_CLI_UNCHECKED,
  [TRS_ERROR_NOT_DURABLE] = TRS_CLI_NOT_DURABLE,
  [TRS_ERROR_REFUSED_ADDRESS] = TRS_CLI_USAGE,
  [TRS_ERROR_INVALID_INPUT] = TRS_CLI_USAGE,
};

/**
 * trs_cli_get_exit:
 * @error: (nullable): what went wrong
 *
 * Returns: the exit status for this error
 */
TrsCliExit
trs_cli_get_exit (const GError *error)
{
  if (error == NULL)
    return TRS_CLI_DONE;
  if (error->domain == TRS_CLI_ERROR)
    return (TrsCliExit) error->code;
  if (error->domain == G_OPTION_ERROR)
    return TRS_CLI_USAGE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRS_CLI_INTERRUPTED;
  if (error->domain == TRS_ERROR && (gsize) error->code < G_N_ELEMENTS (exits) && exits[error->code] != 0)
    return exits[error->code];
  return TRS_CLI_FAILED;
}

/**
 * trs_cli_make_sentence:
 * @error: what went wrong
 *
 * Returns: (transfer full): a sentence that explains the error and gives advice, without control
 *   characters
 */
char *
trs_cli_make_sentence (const GError *error)
{
  g_autoptr (TrsErrorText) text = NULL;

  if (error->domain != TRS_ERROR && error->domain != G_IO_ERROR)
    return trs_display_text_line (error->message);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return g_strdup (_("Interrupted"));

  text = trs_error_text_new (error);
  if (trs_cli_get_exit (error) == TRS_CLI_DUPLICATE)
    /* Translators: %s is "This video was submitted before". */
    return g_strdup_printf (_("%s. It was not sent again. To submit it and pay again, use --again."), text->title);
  if (trs_cli_get_exit (error) == TRS_CLI_UNCHECKED)
    return g_strdup (_("Not sent: your earlier videos could not all be checked. To submit it anyway, use --unchecked; "
                       "you may be charged twice."));
  if (trs_cli_get_exit (error) == TRS_CLI_NO_KEY && !g_error_matches (error, TRS_ERROR, TRS_ERROR_INVALID_KEY))
    /* Translators: %s is what is wrong, "The API key is missing". */
    return g_strdup_printf (_("%s. Enter the key in the window, or use --key-stdin."), text->title);
  return trs_error_text_in_place (error);
}

/**
 * trs_cli_report:
 * @about: (nullable): the argument that the error is about, as the user typed it
 * @error: what went wrong
 *
 * Prints the error on standard error.
 *
 * Returns: its exit status
 */
TrsCliExit
trs_cli_report (const char   *about,
                const GError *error)
{
  g_autofree char *sentence = trs_cli_make_sentence (error);
  g_autofree char *word = trs_display_text_line (about);

  trs_cli_end_progress ();
  fprintf (stderr, "transcripts: %s%s%s\n", word, *word != '\0' ? ": " : "", sentence);
  return trs_cli_get_exit (error);
}

/**
 * trs_cli_report_usage:
 * @sentence: (transfer full): what was not understood
 *
 * Prints it on standard error.
 *
 * Returns: %TRS_CLI_USAGE
 */
TrsCliExit
trs_cli_report_usage (char *sentence)
{
  g_autoptr (GError) error = g_error_new (TRS_CLI_ERROR, TRS_CLI_USAGE, "%s", sentence);

  g_free (sentence);
  return trs_cli_report (NULL, error);
}

/**
 * trs_cli_report_damage:
 * @path: where the damaged file is now
 *
 * Prints on standard error that the database was damaged, and a new one was created.
 */
void
trs_cli_report_damage (const char *path)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *shown = trs_display_text_line (name);
  /* Translators: %s is the path of a file. */
  g_autofree char *sentence = g_strdup_printf (
      _("The file of saved transcripts was damaged. What could be read was saved; the damaged file is %s"), shown);

  trs_cli_end_progress ();
  fprintf (stderr, "transcripts: %s\n", sentence);
}

/* Standard error and progress */

static gboolean
is_terminal (int fd)
{
  return isatty (fd) && g_strcmp0 (g_getenv ("TERM"), "dumb") != 0;
}

/**
 * trs_cli_make_harmless:
 * @text: a text of several lines
 * @length: its length in bytes
 *
 * Returns: (transfer full): the text, in which U+FFFD stands for each control
 *   character but line breaks and tabulators
 */
char *
trs_cli_make_harmless (const char *text,
                       gsize       length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);

  return replace_controls (valid, FALSE);
}

/**
 * trs_cli_print:
 * @data: (array length=size): what to write to standard output
 * @size: in bytes
 *
 * Writes the bytes unchanged, except to a terminal, where control characters are replaced.
 *
 * Returns: %FALSE if writing to standard output failed
 */
gboolean
trs_cli_print (const char *data,
               gsize       size)
{
  g_autofree char *harmless = isatty (STDOUT_FILENO) ? trs_cli_make_harmless (data, size) : NULL;

  trs_cli_end_progress ();
  if (harmless != NULL)
    return fputs (harmless, stdout) != EOF && fflush (stdout) == 0;
  return fwrite (data, 1, size, stdout) == size && fflush (stdout) == 0;
}

static char *shown;

/**
 * trs_cli_show_progress:
 * @line: what is being done, without control characters
 *
 * Shows progress on standard error: on a terminal in a single line that is rewritten, otherwise in
 * a new line for each change.
 */
void
trs_cli_show_progress (const char *line)
{
  if (g_strcmp0 (shown, line) == 0)
    return;

  g_free (shown);
  shown = g_strdup (line);
  fprintf (stderr, is_terminal (STDERR_FILENO) ? "\r\033[K%s" : "%s\n", line);
}

void
trs_cli_end_progress (void)
{
  if (shown != NULL && is_terminal (STDERR_FILENO))
    fputs ("\r\033[K", stderr);
  g_clear_pointer (&shown, g_free);
}
