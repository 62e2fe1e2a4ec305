/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-key.h"

#include "trs-api-key.h"
#include "trs-cli-output.h"
#include "trs-i18n.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
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

/* What ends or stops a program at a prompt, by a key or because its terminal has gone. */
static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP };

static volatile sig_atomic_t caught;

static void
caught_cb (int number)
{
  caught = number;
}

/**
 * Prompt:
 * @fd: a terminal
 * @terminal: its state before
 * @actions: what the signals did before
 * @mask: what was blocked before
 *
 * While it is shown, what is typed is not, and signals wait for wait_for_line().
 */
typedef struct
{
  int fd;
  struct termios terminal;
  struct sigaction actions[G_N_ELEMENTS (signals)];
  sigset_t mask;
} Prompt;

static void
show_prompt (Prompt *self)
{
  struct termios quiet = self->terminal;

  quiet.c_lflag &= ~(tcflag_t) ECHO;
  tcsetattr (self->fd, TCSAFLUSH, &quiet);
  /* Translators: prompt on a terminal; what is typed behind it is not shown. */
  fputs (_("API key:"), stderr);
  fputc (' ', stderr);
  fflush (stderr);
}

static void
hide_prompt (Prompt *self)
{
  tcsetattr (self->fd, TCSANOW, &self->terminal);
  fputc ('\n', stderr);
  fflush (stderr);
}

/* Returns: whether the user is asked, on a terminal */
static gboolean
begin_prompt (Prompt *self,
              int     fd)
{
  struct sigaction action = { .sa_handler = caught_cb };
  sigset_t blocked;

  if (!isatty (fd) || tcgetattr (fd, &self->terminal) != 0)
    return FALSE;

  self->fd = fd;
  sigemptyset (&blocked);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      sigaction (signals[i], &action, &self->actions[i]);
      sigaddset (&blocked, signals[i]);
    }
  sigprocmask (SIG_BLOCK, &blocked, &self->mask);
  show_prompt (self);
  return TRUE;
}

static void
end_prompt (Prompt *self)
{
  hide_prompt (self);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    sigaction (signals[i], &self->actions[i], NULL);
  sigprocmask (SIG_SETMASK, &self->mask, NULL);
}

/* Waits for a line, with the terminal as it was while the signal does what it does to any program: ends it, or stops it
 * until it is continued. */
static void
wait_for_line (Prompt *self)
{
  struct pollfd input = { .fd = self->fd, .events = POLLIN };

  caught = 0;
  while (ppoll (&input, 1, NULL, &self->mask) < 0 && errno == EINTR)
    {
      int number = caught;

      caught = 0;
      if (number == 0)
        continue;
      end_prompt (self);
      raise (number);
      begin_prompt (self, self->fd);
    }
}

/* Reads no more than the first line, and nothing behind what is needed for it. @prompt: (nullable): on a terminal */
static char *
read_line (int     fd,
           Prompt *prompt)
{
  char *key = g_malloc0 (MAX_KEY);
  gsize length = 0;

  while (length < MAX_KEY - 1 && strchr (key, '\n') == NULL)
    {
      gssize n;

      if (prompt != NULL)
        wait_for_line (prompt);
      n = read (fd, key + length, MAX_KEY - 1 - length);
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
  Prompt prompt;
  gboolean asked;
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

  asked = begin_prompt (&prompt, fd);
  key = read_line (fd, asked ? &prompt : NULL);
  if (asked)
    end_prompt (&prompt);
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
