/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-terminal.h"

#include "trs-display-text.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define DEFAULT_WIDTH 80
#define DEFAULT_HEIGHT 24
/* Nothing is laid out for more. */
#define MAX_SIZE 10000
#define ELLIPSIS "…"

/* The sixteen colours alone, which the user's theme decides. */
static const char * const styles[] = {
  [TRS_CLI_STYLE_PLAIN] = "",
  [TRS_CLI_STYLE_HEADER] = "\033[1m",
  [TRS_CLI_STYLE_FAINT] = "\033[2m",
  [TRS_CLI_STYLE_GOOD] = "\033[32m",
  [TRS_CLI_STYLE_WARNING] = "\033[33m",
  [TRS_CLI_STYLE_BAD] = "\033[31m",
  [TRS_CLI_STYLE_MATCH] = "\033[1;31m",
};

/* The variable wins: a user or a script sets it on purpose. */
static guint
get_size (const char *variable,
          guint       said,
          guint       fallback)
{
  const char *value = g_getenv (variable);
  guint64 number;

  if (value != NULL && g_ascii_string_to_unsigned (value, 10, 1, MAX_SIZE, &number, NULL))
    return (guint) number;
  return said > 0 ? MIN (said, MAX_SIZE) : fallback;
}

/**
 * trs_cli_terminal_probe:
 * @fd: a stream
 *
 * Returns: what kind of terminal it is, if any, and its size at this moment
 */
TrsCliTerminal
trs_cli_terminal_probe (int fd)
{
  const char *term = g_getenv ("TERM");
  const char *no_color = g_getenv ("NO_COLOR");
  TrsCliTerminal self = { .is_terminal = isatty (fd) };
  struct winsize size = { 0 };

  if (self.is_terminal)
    ioctl (fd, TIOCGWINSZ, &size);
  self.rewrites = self.is_terminal && term != NULL && *term != '\0' && strcmp (term, "dumb") != 0;
  self.colours = self.rewrites && (no_color == NULL || *no_color == '\0');
  self.links = self.rewrites;
  self.width = get_size ("COLUMNS", size.ws_col, DEFAULT_WIDTH);
  self.height = get_size ("LINES", size.ws_row, DEFAULT_HEIGHT);
  return self;
}

/**
 * trs_cli_terminal_append:
 * @self: a terminal
 * @string: where to add to
 * @text: a text without control characters
 * @length: its length in bytes
 * @style: how it looks, where there are colours
 */
void
trs_cli_terminal_append (const TrsCliTerminal *self,
                         GString              *string,
                         const char           *text,
                         gsize                 length,
                         TrsCliStyle           style)
{
  gboolean styled = self->colours && style != TRS_CLI_STYLE_PLAIN && length > 0;

  if (styled)
    g_string_append (string, styles[style]);
  g_string_append_len (string, text, (gssize) length);
  if (styled)
    g_string_append (string, "\033[0m");
}

/**
 * trs_cli_terminal_append_marked:
 * @self: a terminal
 * @string: where to add to
 * @text: a text without control characters, perhaps cut
 * @whole: the text before it was cut
 * @marks: (nullable) (element-type TrsSearchRange): places in @whole that stand out, in order, not overlapping; those
 *   that were cut off do not
 * @style: how the others look, where there are colours
 */
void
trs_cli_terminal_append_marked (const TrsCliTerminal *self,
                                GString              *string,
                                const char           *text,
                                const char           *whole,
                                const GArray         *marks,
                                TrsCliStyle           style)
{
  gsize length = strlen (text), done = 0;

  for (guint i = 0; marks != NULL && i < marks->len; i++)
    {
      const TrsSearchRange *mark = &g_array_index (marks, TrsSearchRange, i);

      if (mark->length == 0 || mark->start < done)
        continue;
      if (mark->start + mark->length > length ||
          strncmp (text + mark->start, whole + mark->start, mark->length) != 0)
        break;
      trs_cli_terminal_append (self, string, text + done, mark->start - done, style);
      trs_cli_terminal_append (self, string, text + mark->start, mark->length, TRS_CLI_STYLE_MATCH);
      done = mark->start + mark->length;
    }
  trs_cli_terminal_append (self, string, text + done, length - done, style);
}

/**
 * trs_cli_terminal_may_link:
 * @self: a terminal
 * @uri: (nullable): an address
 *
 * Returns: whether a text may lead there: to http and https alone, so that no
 *   click opens a program or a file, and without what a terminal could obey
 */
gboolean
trs_cli_terminal_may_link (const TrsCliTerminal *self,
                           const char           *uri)
{
  if (!self->links || uri == NULL ||
      (g_ascii_strncasecmp (uri, "https://", 8) != 0 && g_ascii_strncasecmp (uri, "http://", 7) != 0))
    return FALSE;
  for (const char *p = uri; *p != '\0'; p++)
    if (!g_ascii_isgraph (*p))
      return FALSE;
  return TRUE;
}

/**
 * trs_cli_terminal_link:
 * @self: a terminal
 * @string: where to add to
 * @uri: (nullable): where the text that follows leads; %NULL ends it
 *
 * Begins or ends a text that can be clicked. A program sees nothing of it, nor
 * does a terminal if trs_cli_terminal_may_link() forbids the address.
 */
void
trs_cli_terminal_link (const TrsCliTerminal *self,
                       GString              *string,
                       const char           *uri)
{
  if (self->links && (uri == NULL || trs_cli_terminal_may_link (self, uri)))
    g_string_append_printf (string, "\033]8;;%s\033\\", uri != NULL ? uri : "");
}

static guint
measure_character (gunichar c)
{
  return g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
}

/**
 * trs_cli_measure:
 * @text: valid UTF-8 in one line, without control characters
 *
 * Returns: its width in terminal columns: two for each wide character, none for
 *   accents and isolates
 */
guint
trs_cli_measure (const char *text)
{
  guint n = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    n += measure_character (g_utf8_get_char (p));
  return n;
}

/**
 * trs_cli_cut:
 * @text: valid UTF-8 in one line, without control characters
 * @width: in terminal columns, at least 1
 *
 * Returns: (transfer full): the text, cut with an ellipsis where it is wider; what was isolated stays so
 */
char *
trs_cli_cut (const char *text,
             guint       width)
{
  GString *cut;
  const char *p = text;
  guint n = 0, n_open = 0;

  if (trs_cli_measure (text) <= width)
    return g_strdup (text);

  cut = g_string_new (NULL);
  for (; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      n += measure_character (c);
      if (n > width - 1)
        break;
      n_open += c >= 0x2066 && c <= 0x2068 ? 1 : 0;
      n_open -= c == 0x2069 && n_open > 0 ? 1 : 0;
      g_string_append_unichar (cut, c);
    }
  g_string_append (cut, ELLIPSIS);
  while (n_open-- > 0)
    g_string_append (cut, TRS_BIDI_PDI);
  return g_string_free (cut, FALSE);
}
