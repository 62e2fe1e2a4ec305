/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-output.h"

#include "trs-cli-terminal.h"
#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-strings.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define GAP 2
#define MAX_COLUMNS 8

/* What became of standard output, which is one for the process. */
static GError *output_error;
static gboolean be_quiet;
static gboolean be_verbose;

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
    for (guint i = 0; lines[i] != NULL && (*lines[i] != '\0' || lines[i + 1] != NULL); i++)
      {
        g_auto (GStrv) cells = g_strsplit (lines[i], "\t", MAX_COLUMNS);

        for (guint column = 0; cells[column] != NULL; column++)
          {
            guint width = trs_cli_measure (cells[column]);
            gboolean last = cells[column + 1] == NULL;

            /* What is behind the last tabulator, a heading too, makes no column wider. */
            if (!last)
              widths[column] = MAX (widths[column], width);
            if (pass == 1)
              g_string_append_printf (aligned, "%s%*s%s", cells[column],
                                      last ? 0 : (int) (widths[column] - width + GAP), "", last ? "\n" : "");
          }
        if (pass == 1 && cells[0] == NULL)
          g_string_append_c (aligned, '\n');
      }
  return g_string_free (aligned, FALSE);
}

/**
 * trs_cli_replace_controls:
 * @text: valid UTF-8
 * @escape: whether to write \uXXXX as JSON does, instead of U+FFFD
 *
 * Returns: (transfer full): the text, without control characters other than line breaks and tabulators
 */
char *
trs_cli_replace_controls (const char *text,
                          gboolean    escape)
{
  GString *string = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_iscntrl (c) || c == '\n' || c == '\t')
        g_string_append_len (string, p, g_utf8_next_char (p) - p);
      else if (escape)
        g_string_append_printf (string, "\\u%04x", c);
      else
        g_string_append_unichar (string, 0xfffd);
    }
  return g_string_free (string, FALSE);
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

/* One that is locked can be unlocked. */
static gboolean
is_without_keyring (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_KEYRING_MISSING) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_KEYRING_FAILED);
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
  g_autofree char *title = NULL;

  if (error->domain != TRS_ERROR && error->domain != G_IO_ERROR)
    return trs_display_text_line (error->message);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    /* Translators: the user ended a command of the shell by Ctrl+C. */
    return g_strdup (_("Interrupted"));

  text = trs_error_text_new (error);
  title = trs_strings_sentence (text->title);
  if (trs_strings_get_free () && trs_cli_get_exit (error) == TRS_CLI_DUPLICATE)
    return trs_strings_sentences (title, _("It was not sent again. To submit it again, use --again."));
  if (trs_strings_get_free () && trs_cli_get_exit (error) == TRS_CLI_UNCHECKED)
    return g_strdup (_("Not sent: your earlier videos could not all be checked. To submit it anyway, use "
                       "--unchecked."));
  if (trs_strings_get_free () && g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY))
    return trs_error_text_in_place (error);
  if (trs_cli_get_exit (error) == TRS_CLI_DUPLICATE)
    return trs_strings_sentences (title, _("It was not sent again. To submit it and pay again, use --again."));
  if (trs_cli_get_exit (error) == TRS_CLI_UNCHECKED)
    return g_strdup (_("Not sent: your earlier videos could not all be checked. To submit it anyway, use --unchecked; "
                       "you may be charged twice."));
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY))
    /* Translators: “transcripts login” is typed so in every language. */
    return trs_strings_sentences (title, _("Run “transcripts login”, or use --key-stdin."));
  if (is_without_keyring (error))
    return trs_strings_sentences (title,
                                  _("Give the key to each command, by --key-stdin, --key-fd or --key-credential."));
  return trs_error_text_in_place (error);
}

/**
 * trs_cli_print_error:
 * @about: (nullable): the argument that the error is about, as the user typed it
 * @error: what went wrong
 *
 * Prints the error on standard error, unless the reader of the output has gone: then nobody waits for it.
 *
 * Returns: its exit status
 */
TrsCliExit
trs_cli_print_error (const char   *about,
                     const GError *error)
{
  g_autofree char *sentence = trs_cli_make_sentence (error);
  g_autofree char *word = trs_display_text_line (about);
  TrsCliExit status = trs_cli_get_exit (error);

  trs_cli_end_progress ();
  if (status == TRS_CLI_BROKEN_PIPE || (output_error != NULL && status == TRS_CLI_INTERRUPTED))
    return status;
  fprintf (stderr, "transcripts: %s%s%s\n", word, *word != '\0' ? ": " : "", sentence);
  return status;
}

/**
 * trs_cli_note:
 * @sentence: something that a user may want to know, and that is no error
 *
 * Prints it on standard error; not with `--quiet`.
 */
void
trs_cli_note (const char *sentence)
{
  g_autofree char *line = trs_display_text_line (sentence);

  if (be_quiet)
    return;
  trs_cli_end_progress ();
  fprintf (stderr, "transcripts: %s\n", line);
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
  return trs_cli_print_error (NULL, error);
}

/**
 * trs_cli_report_damage:
 * @path: where the damaged file is now
 * @copied: whether there is a copy of what the user had added
 *
 * Prints on standard error that the database was damaged, and a new one was created.
 */
void
trs_cli_report_damage (const char *path,
                       gboolean    copied)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *shown = trs_display_text_line (name);
  g_autofree char *sentence = g_strdup_printf (
      /* Translators: %s is the path of a file. */
      _("The file of saved transcripts was damaged. What could be read was saved; the damaged file is %s"), shown);

  trs_cli_end_progress ();
  fprintf (stderr, "transcripts: %s\n", sentence);
  if (copied)
    /* Translators: “transcripts restore” is typed so in every language. */
    fprintf (stderr, "transcripts: %s\n",
             _("Notes, titles, names and highlights that could not be read can be restored from a copy: run "
               "“transcripts restore”."));
}

/* Standard output, and progress */

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

  return trs_cli_replace_controls (valid, FALSE);
}

/* Who waits for a reader runs no main loop, from which signals are told: they have one of their own for that. */
static GMainContext *signal_context;
static gboolean was_signalled;

static gboolean
signalled_cb (gpointer user_data)
{
  was_signalled = TRUE;
  return G_SOURCE_REMOVE;
}

/**
 * trs_cli_output_heed_signals:
 * @signals: (nullable) (array length=n_signals): signals that end a command, which are caught; %NULL for none any more
 * @n_signals: how many
 *
 * From now on such a signal ends a write to standard output that waits for its reader: it fails with
 * %TRS_CLI_INTERRUPTED, and so do all after it.
 */
void
trs_cli_output_heed_signals (const int *signals,
                             guint      n_signals)
{
  g_clear_pointer (&signal_context, g_main_context_unref);
  if (signals == NULL)
    return;

  signal_context = g_main_context_new ();
  for (guint i = 0; i < n_signals; i++)
    {
      g_autoptr (GSource) source = g_unix_signal_source_new (signals[i]);

      g_source_set_callback (source, signalled_cb, NULL, NULL);
      g_source_attach (source, signal_context);
    }
}

/* How often a signal is looked for while nobody reads, in milliseconds. */
#define SIGNAL_INTERVAL 100

static gboolean
wait_for_reader (void)
{
  GPollFD output = { .fd = STDOUT_FILENO, .events = G_IO_OUT };

  while (g_poll (&output, 1, signal_context != NULL ? SIGNAL_INTERVAL : -1) <= 0)
    {
      while (signal_context != NULL && g_main_context_iteration (signal_context, FALSE))
        ;
      if (was_signalled)
        return FALSE;
    }
  return TRUE;
}

/* A pipe may have been opened by somebody who does not want to wait for it; this program does. What is not more than
 * PIPE_BUF finds room in a pipe that can be written to. */
static gboolean
write_all (const char *data,
           gsize       size)
{
  while (size > 0)
    {
      gssize n;

      if (!wait_for_reader ())
        {
          errno = EINTR;
          return FALSE;
        }
      n = write (STDOUT_FILENO, data, MIN (size, PIPE_BUF));
      if (n < 0 && errno != EINTR && errno != EAGAIN)
        return FALSE;
      else if (n > 0)
        {
          data += n;
          size -= (gsize) n;
        }
    }
  return TRUE;
}

static gboolean
write_out (const char *data,
           gsize       size)
{
  trs_cli_end_progress ();
  if (output_error != NULL)
    return FALSE;
  if (write_all (data, size))
    return TRUE;

  if (errno == EPIPE)
    output_error = g_error_new_literal (TRS_CLI_ERROR, TRS_CLI_BROKEN_PIPE, g_strerror (EPIPE));
  else if (errno == EINTR)
    output_error = g_error_new_literal (TRS_CLI_ERROR, TRS_CLI_INTERRUPTED, g_strerror (EINTR));
  else
    /* Translators: %s is the reason that the system gives, "No space left on device". */
    output_error = g_error_new (TRS_CLI_ERROR, TRS_CLI_FAILED, _("Standard output can’t be written: %s"),
                                g_strerror (errno));
  return FALSE;
}

/**
 * trs_cli_print:
 * @data: (array length=size): what to write to standard output
 * @size: in bytes
 *
 * Writes the bytes unchanged and at once, except to a terminal, where control characters are replaced.
 *
 * Returns: %FALSE if standard output takes no more, see trs_cli_output_get_error()
 */
gboolean
trs_cli_print (const char *data,
               gsize       size)
{
  g_autofree char *harmless = isatty (STDOUT_FILENO) ? trs_cli_make_harmless (data, size) : NULL;

  return harmless != NULL ? write_out (harmless, strlen (harmless)) : write_out (data, size);
}

/**
 * trs_cli_print_styled:
 * @text: lines whose parts were made harmless one by one, with the sequences of trs_cli_terminal_append() between them
 *
 * Returns: %FALSE if standard output takes no more
 */
gboolean
trs_cli_print_styled (const char *text)
{
  return write_out (text, strlen (text));
}

/* With --verbose, what the layer of the network says of each request, which is never a key. Settings that cannot be
 * saved are reported in a sentence, where it matters; where dconf cannot make its folder, as in a home that is
 * read-only, it would complain of each key that is read. */
static GLogWriterOutput
write_log (GLogLevelFlags   level,
           const GLogField *fields,
           gsize            n_fields,
           gpointer         user_data)
{
  const char *domain = NULL, *message = NULL;

  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "GLIB_DOMAIN"))
      domain = fields[i].value;
    else if (g_str_equal (fields[i].key, "MESSAGE"))
      message = fields[i].value;
  if ((level & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL)) != 0 && g_strcmp0 (domain, "dconf") == 0)
    return G_LOG_WRITER_HANDLED;
  if (be_verbose && level == G_LOG_LEVEL_DEBUG && g_strcmp0 (domain, "trs-api") == 0 && message != NULL)
    {
      g_autofree char *line = trs_display_text_line (message);

      trs_cli_end_progress ();
      fprintf (stderr, "transcripts: %s\n", line);
      return G_LOG_WRITER_HANDLED;
    }
  return g_log_writer_default (level, fields, n_fields, user_data);
}

/**
 * trs_cli_output_begin:
 *
 * Before anything else is opened: a standard stream that is closed would be
 * some other file, to which results were written then. A write to a pipe that
 * nobody reads fails with EPIPE and does not end the program, so that what is
 * paid for is put in order.
 */
void
trs_cli_output_begin (void)
{
  /* In this direction it takes nothing: what is written fails. */
  const int modes[] = { O_WRONLY, O_RDONLY, O_RDONLY };

  for (int fd = 0; fd < (int) G_N_ELEMENTS (modes); fd++)
    if (fcntl (fd, F_GETFD) < 0 && errno == EBADF && open ("/dev/null", modes[fd]) < 0)
      g_warning ("There is no /dev/null");
  signal (SIGPIPE, SIG_IGN);
  g_log_set_writer_func (write_log, NULL, NULL);
}

/**
 * trs_cli_output_get_error:
 *
 * Returns: (nullable): why standard output takes no more: %TRS_CLI_BROKEN_PIPE,
 *   %TRS_CLI_INTERRUPTED or %TRS_CLI_FAILED of #TRS_CLI_ERROR
 */
const GError *
trs_cli_output_get_error (void)
{
  return output_error;
}

/**
 * trs_cli_output_set_quiet:
 * @quiet: whether progress and notes are left out; errors never are
 */
void
trs_cli_output_set_quiet (gboolean quiet)
{
  be_quiet = quiet;
}

/**
 * trs_cli_output_be_verbose:
 *
 * Prints what is asked of the service on standard error.
 */
void
trs_cli_output_be_verbose (void)
{
  be_verbose = TRUE;
}

static char *shown;

static gboolean
rewrites (void)
{
  return trs_cli_terminal_probe (STDERR_FILENO).rewrites;
}

/**
 * trs_cli_show_progress:
 * @line: what is being done
 *
 * Shows progress on standard error: on a terminal in a single line that is rewritten, otherwise in
 * a new line for each change. Shows nothing with `--quiet`.
 */
void
trs_cli_show_progress (const char *line)
{
  g_autofree char *harmless = trs_display_text_line (line);

  if (be_quiet || g_strcmp0 (shown, harmless) == 0)
    return;

  g_free (shown);
  shown = g_steal_pointer (&harmless);
  if (rewrites ())
    {
      /* A line that wraps could not be taken back. */
      g_autofree char *cut = trs_cli_cut (shown, MAX (trs_cli_terminal_probe (STDERR_FILENO).width, 2) - 1);

      fprintf (stderr, "\r\033[K%s", cut);
    }
  else
    fprintf (stderr, "%s\n", shown);
}

void
trs_cli_end_progress (void)
{
  if (shown != NULL && rewrites ())
    fputs ("\r\033[K", stderr);
  g_clear_pointer (&shown, g_free);
}
