/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-key.h"

#include "trs-api-key.h"
#include "trs-cli-output.h"
#include "trs-i18n.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* Upper limit for the length of a key, in bytes. */
#define MAX_KEY 8192

/* Returns: whether the key is not to be looked up in the keyring */
gboolean
trs_cli_key_source_is_set (const TrsCliKeySource *self)
{
  return self->standard_input || self->fd != NULL || self->credential != NULL;
}

/* The number of a descriptor that is open, or -1. */
static int
parse_fd (const char *text)
{
  guint64 fd = 0;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT, &fd, NULL) || fcntl ((int) fd, F_GETFD) < 0)
    return -1;
  return (int) fd;
}

/* Returns: (transfer full) (nullable): the path of the credential, if there can be one */
static char *
dup_credential_path (const char *name)
{
  const char *folder = g_getenv ("CREDENTIALS_DIRECTORY");

  if (folder == NULL || *name == '\0' || strchr (name, '/') != NULL || g_str_equal (name, ".") ||
      g_str_equal (name, ".."))
    return NULL;
  return g_build_filename (folder, name, NULL);
}

/**
 * trs_cli_key_source_check:
 * @self: where the user wants the key to be read from
 * @error: return location for a #TRS_CLI_ERROR
 *
 * Returns: %TRUE if there is one place at most, and it can be there
 */
gboolean
trs_cli_key_source_check (const TrsCliKeySource  *self,
                          GError                **error)
{
  g_autofree char *path = self->credential != NULL ? dup_credential_path (self->credential) : NULL;

  if ((self->standard_input ? 1 : 0) + (self->fd != NULL) + (self->credential != NULL) > 1)
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                         _("Use only one of --key-stdin, --key-fd and --key-credential"));
  else if (self->fd != NULL && parse_fd (self->fd) < 0)
    /* Translators: %s is what the user typed, which should be a number. */
    g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("“%s” is not an open file descriptor"), self->fd);
  else if (self->credential != NULL && path == NULL)
    /* Translators: %s is the name of a file. */
    g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                 /* Translators: %s is the name of a credential of systemd. */
                 _("There is no credential “%s”: it is looked for in the folder that $CREDENTIALS_DIRECTORY names"),
                 self->credential);
  else
    return TRUE;
  return FALSE;
}

/* The state of the terminal before the prompt, for the signal that ends it. */
static struct termios before;
static int prompted = -1;

static void
restore_terminal (int signal_number)
{
  if (prompted >= 0)
    tcsetattr (prompted, TCSANOW, &before);
  if (signal_number != 0)
    {
      signal (signal_number, SIG_DFL);
      raise (signal_number);
    }
  prompted = -1;
}

/* Asks on the terminal. What is typed is not shown, and Ctrl+C ends the program with the terminal as it was. */
static void
prompt (int fd)
{
  struct termios quiet;

  if (tcgetattr (fd, &before) != 0)
    return;
  prompted = fd;
  signal (SIGINT, restore_terminal);
  signal (SIGTERM, restore_terminal);
  signal (SIGHUP, restore_terminal);
  quiet = before;
  quiet.c_lflag &= ~(tcflag_t) ECHO;
  tcsetattr (fd, TCSAFLUSH, &quiet);
  /* Translators: prompt on a terminal; what is typed behind it is not shown. */
  fputs (_("API key:"), stderr);
  fputc (' ', stderr);
  fflush (stderr);
}

static void
end_prompt (void)
{
  if (prompted < 0)
    return;
  restore_terminal (0);
  signal (SIGINT, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  signal (SIGHUP, SIG_DFL);
  fputc ('\n', stderr);
}

/* Reads no more than the first line, and nothing behind what is needed for it. */
static char *
read_line (int fd)
{
  char *key = g_malloc0 (MAX_KEY);
  gsize length = 0;

  while (length < MAX_KEY - 1 && strchr (key, '\n') == NULL)
    {
      gssize n = read (fd, key + length, MAX_KEY - 1 - length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      length += (gsize) n;
    }
  key[strcspn (key, "\r\n")] = '\0';
  return key;
}

/**
 * trs_cli_read_key:
 * @source: where to read, which was checked
 * @error: return location for a #TRS_CLI_ERROR
 *
 * Reads one line. On a terminal it asks first, and does not show what is typed.
 * To be called before signals are caught.
 *
 * Returns: (transfer full) (nullable): the key, for trs_api_key_free()
 */
char *
trs_cli_read_key (const TrsCliKeySource  *source,
                  GError                **error)
{
  g_autofree char *path = source->credential != NULL ? dup_credential_path (source->credential) : NULL;
  int fd = STDIN_FILENO;
  char *key;

  if (source->fd != NULL)
    fd = parse_fd (source->fd);
  if (path != NULL && (fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0)) < 0)
    {
      /* Translators: the first %s is the name of a file, the second one the reason. */
      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_NO_KEY, _("The credential “%s” can’t be read: %s"),
                   source->credential, g_strerror (errno));
      return NULL;
    }

  if (isatty (fd))
    prompt (fd);
  key = read_line (fd);
  end_prompt ();
  if (fd != STDIN_FILENO)
    close (fd);
  if (*key != '\0')
    return key;

  trs_api_key_free (key);
  if (path != NULL || source->fd != NULL)
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NO_KEY, _("There is no key in what was given"));
  else
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NO_KEY, _("There is no key on standard input"));
  return NULL;
}
