/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-request.h"

#include "trs-cli-options.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-video-ref.h"

#include <string.h>

/* No name of a command is longer; what is longer resembles none. */
#define MAX_WORD 24

/* Edits */

/* Returns: how many letters have to be added, left out, replaced or swapped with their neighbour to come from one word
 * to the other; case does not count */
static guint
measure_distance (const char *a,
                  const char *b)
{
  gsize rows = strlen (a);
  gsize columns = strlen (b);
  guint d[MAX_WORD + 1][MAX_WORD + 1];

  if (rows > MAX_WORD || columns > MAX_WORD)
    return G_MAXUINT;

  for (gsize i = 0; i <= rows; i++)
    for (gsize j = 0; j <= columns; j++)
      {
        gboolean same = i > 0 && j > 0 && g_ascii_tolower (a[i - 1]) == g_ascii_tolower (b[j - 1]);

        d[i][j] = (guint) MAX (i, j);
        if (i == 0 || j == 0)
          continue;
        d[i][j] = MIN (MIN (d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + !same);
        if (i > 1 && j > 1 && g_ascii_tolower (a[i - 1]) == g_ascii_tolower (b[j - 2]) &&
            g_ascii_tolower (a[i - 2]) == g_ascii_tolower (b[j - 1]))
          d[i][j] = MIN (d[i][j], d[i - 2][j - 2] + 1);
      }
  return d[rows][columns];
}

/* Returns: (nullable): the command that takes the fewest edits, none if they are more than one for every @letters */
static const char *
find_nearest (const char        *word,
              const char *const *commands,
              guint              letters)
{
  const char *nearest = NULL;
  guint least = MAX_WORD;

  for (guint i = 0; commands[i] != NULL; i++)
    {
      guint distance = measure_distance (word, commands[i]);

      if (distance < least && distance * letters <= MAX (strlen (word), strlen (commands[i])))
        {
          least = distance;
          nearest = commands[i];
        }
    }
  return nearest;
}

/**
 * trs_cli_request_suggest:
 * @word: what was given
 * @commands: (array zero-terminated=1): the names of all commands
 *
 * Returns: (nullable): the command that was probably meant, an element of
 *   @commands
 */
const char *
trs_cli_request_suggest (const char        *word,
                         const char *const *commands)
{
  return find_nearest (word, commands, 2);
}

/* Links */

/* Returns: whether @word can only be a file, and is none */
static gboolean
is_missing_file (const char *word)
{
  g_autofree char *path = NULL;
  g_autofree char *host = NULL;

  if (trs_video_ref_parse (word, NULL) != TRS_VIDEO_REF_NONE ||
      trs_pasted_links_get_trouble (word, &host) != TRS_PASTED_FILE)
    return FALSE;
  path = g_str_has_prefix (word, "file:") ? g_filename_from_uri (word, NULL, NULL) : g_strdup (word);
  return path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS);
}

/* The window takes any address, file or text with links, and asks before it submits. A single word could be an
 * identifier as well as a mistyped command, and must not lead to a submission, which costs credits. */
static gboolean
is_for_window (const char        *word,
               const char *const *commands)
{
  TrsVideoRefKind kind = trs_video_ref_parse (word, NULL);
  g_autofree char *links = NULL;
  g_autofree char *host = NULL;

  if (kind == TRS_VIDEO_REF_ID)
    return !trs_video_ref_is_word (word) && find_nearest (word, commands, 3) == NULL;
  if (kind == TRS_VIDEO_REF_LINK)
    return TRUE;
  if (is_missing_file (word))
    return FALSE;

  links = trs_pasted_links_find (word);
  return links != NULL || trs_pasted_links_get_trouble (word, &host) != TRS_PASTED_TEXT ||
         g_file_test (word, G_FILE_TEST_EXISTS);
}

/* Options */

static gboolean
is_either (const char *argument,
           const char *option,
           const char *abbreviation)
{
  return g_str_equal (argument, option) || g_str_equal (argument, abbreviation);
}

/* What an option asks for that stands before any command; %TRS_CLI_REQUEST_COMMAND if it leaves that to a command. */
static TrsCliRequest
read_option (const char *option)
{
  if (g_str_has_prefix (option, "--gapplication-"))
    return TRS_CLI_REQUEST_SERVICE;
  if (is_either (option, "--new-transcription", "-n"))
    return TRS_CLI_REQUEST_WINDOW;
  if (is_either (option, "--version", "-v"))
    return TRS_CLI_REQUEST_VERSION;
  return is_either (option, "--help", "-h") ? TRS_CLI_REQUEST_HELP : TRS_CLI_REQUEST_COMMAND;
}

/* What follows the first link, or an option of the window. Options of the window may stand there, too. */
static TrsCliRequest
read_links (const char *const *arguments,
            const char *const *commands,
            guint              from,
            guint             *place)
{
  gboolean only_links = FALSE;

  for (guint i = from; arguments[i] != NULL; i++)
    {
      gboolean option = !only_links && *arguments[i] == '-';
      TrsCliRequest request = option ? read_option (arguments[i]) : TRS_CLI_REQUEST_WINDOW;

      if (option && g_str_equal (arguments[i], "--"))
        only_links = TRUE;
      else if (option ? request == TRS_CLI_REQUEST_COMMAND : !is_for_window (arguments[i], commands))
        {
          *place = i;
          return TRS_CLI_REQUEST_MISTAKE;
        }
      else if (request != TRS_CLI_REQUEST_WINDOW)
        return request;
    }
  return TRS_CLI_REQUEST_WINDOW;
}

/**
 * trs_cli_request_read:
 * @arguments: (array zero-terminated=1): the arguments of the program, without
 *   its name
 * @commands: (array zero-terminated=1): the names of all commands
 * @place: (out): where in @arguments the command stands, or else what is a
 *   mistake
 *
 * The first argument that is not an option decides; options of commands may stand
 * before it. What is no command goes to the window only if the parser of links
 * knows what it is.
 *
 * Returns: what the arguments ask for
 */
TrsCliRequest
trs_cli_request_read (const char *const *arguments,
                      const char *const *commands,
                      guint             *place)
{
  TrsCliRequest request = TRS_CLI_REQUEST_COMMAND;
  guint i = 0;

  for (*place = 0; request == TRS_CLI_REQUEST_COMMAND && arguments[i] != NULL && *arguments[i] == '-'; i++)
    {
      if (g_str_equal (arguments[i], "--"))
        return read_links (arguments, commands, i, place);
      request = read_option (arguments[i]);
      if (trs_cli_options_is_followed_by_value (arguments[i]) && arguments[i + 1] != NULL)
        i++;
    }

  /* "--help list" is the help on a command. */
  if ((request == TRS_CLI_REQUEST_COMMAND || request == TRS_CLI_REQUEST_HELP) && arguments[i] != NULL &&
      g_strv_contains (commands, arguments[i]))
    {
      *place = i;
      return TRS_CLI_REQUEST_COMMAND;
    }
  if (request == TRS_CLI_REQUEST_WINDOW)
    return read_links (arguments, commands, i, place);
  if (request != TRS_CLI_REQUEST_COMMAND)
    return request;

  request = read_links (arguments, commands, i, place);
  /* The options of commands are of no use to the window. */
  return i > 0 ? TRS_CLI_REQUEST_MISTAKE : request;
}

/**
 * trs_cli_request_explain:
 * @word: what is no command, no link and no option
 * @commands: (array zero-terminated=1): the names of all commands
 *
 * Returns: (transfer full): what is wrong with it, and what was probably meant
 */
char *
trs_cli_request_explain (const char        *word,
                         const char *const *commands)
{
  const char *suggestion = trs_cli_request_suggest (word, commands);
  g_autofree char *shown = trs_display_text_line (word);

  if (*word == '-' && word[1] != '\0')
    /* Translators: %s is an option, "--offline". */
    return g_strdup_printf (_("%s needs a command. Try “transcripts help”."), shown);
  if (g_strv_contains (commands, word))
    /* Translators: %s is a command, "list". */
    return g_strdup_printf (_("“%s” is not a link. Try “transcripts help %s”."), shown, shown);
  if (is_missing_file (word))
    /* Translators: %s is the name of a file. */
    return g_strdup_printf (_("There is no file “%s”."), shown);
  if (suggestion != NULL)
    /* Translators: the first %s is what was typed, the second one is a command. */
    return g_strdup_printf (_("“%s” is not a command. Did you mean “%s”?"), shown, suggestion);
  if (trs_video_ref_parse (word, NULL) == TRS_VIDEO_REF_ID)
    /* Translators: do not translate v=. */
    return g_strdup_printf (_("“%s” is neither a command nor a link. If it is the ID of a video, write v=%s."), shown,
                            shown);
  /* Translators: %s is what was typed; “transcripts help” is typed so in every language. */
  return g_strdup_printf (_("“%s” is neither a command nor a link. Try “transcripts help”."), shown);
}
