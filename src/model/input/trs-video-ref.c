/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-video-ref.h"

#include <string.h>

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-server-address.h"
#include "trs-trim.h"

#define BLANKS " \t\v\f"

/* in patterns */
#define ID_PLACE "{id}"
#define TIME_PLACE "{t}"

#define ID_SIGNS "-_"
#define ID_CHARACTERS G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS ID_SIGNS
#define ID_MIN 2
#define ID_MAX 64

/* No link is longer; a whole article that was pasted as one line is not a link. */
#define LINE_MAX_BYTES 8192

#define HOST "^(?:https?://)?(?>[^/]*@)?(?:[^/:]+\\.)?"
#define SHORT_LINK "youtu\\.be(?::[^/]*)?"
#define FOLDER "youtube(?:-nocookie)?\\.com(?::[^/]*)?/(?:shorts|live|embed|v)"
#define VIDEO_PATH HOST "(?:" SHORT_LINK "|" FOLDER ")/([^/]+)"

/* Links copied from the source of a page have `&amp;` between their parameters. */
#define VIDEO_PARAMETER "(?:^|[&;])v=([^&;]+)"

/* A "://" after the start of the path may be part of the path. */
#define OTHER_SCHEME "^(?!https?://)[^/.]*://"

/* Finds the first valid identifier captured by @pattern. */
static gboolean
find_id (const char  *text,
         const char  *pattern,
         char       **video_id)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_CASELESS | G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  g_regex_match (regex, text, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *escaped = g_match_info_fetch (match, 1);
      g_autofree char *id = g_uri_unescape_string (escaped, NULL);

      if (!trs_video_ref_id_is_valid (id))
        continue;
      if (video_id != NULL)
        *video_id = g_steal_pointer (&id);
      return TRUE;
    }
  return FALSE;
}

/* GUri is not used: links in notes are often malformed, but their parts can still be found. */
static gboolean
parse_link (char  *link,
            char **video_id)
{
  char *query;

  /* Few words of an article that was pasted need a regular expression. */
  if (strchr (link, '=') == NULL && (strchr (link, '/') == NULL || strchr (link, '.') == NULL))
    return FALSE;
  link[strcspn (link, "#")] = '\0';
  query = strchr (link, '?');
  if (query != NULL)
    *query++ = '\0';
  else if (g_ascii_strncasecmp (link, "v=", 2) == 0)
    query = link;

  if (g_regex_match_simple (OTHER_SCHEME, link, G_REGEX_CASELESS | G_REGEX_RAW, 0))
    return FALSE;
  return (query != NULL && find_id (query, VIDEO_PARAMETER, video_id)) || find_id (link, VIDEO_PATH, video_id);
}

/**
 * trs_video_ref_parse:
 * @line: what was typed or pasted for one video
 * @video_id: (out) (optional) (nullable): the identifier
 *
 * Understands a link with a `v` parameter on any host, with or without a
 * scheme, or that parameter alone; a short link; the paths of the same platform
 * that hold an identifier; and an identifier by itself. Blanks and invisible characters
 * around it are left out. "POST {base_url}/api/transcribeVideo" of the
 * interface: the identifier is the value of `v`.
 *
 * Returns: what the line is
 */
TrsVideoRefKind
trs_video_ref_parse (const char  *line,
                     char       **video_id)
{
  g_autofree char *text = NULL;
  const char *start;
  gsize length;

  if (video_id != NULL)
    *video_id = NULL;

  start = trs_trim (line, &length);
  if (length == 0 || length > LINE_MAX_BYTES)
    return TRS_VIDEO_REF_NONE;
  text = g_strndup (start, length);

  if (trs_video_ref_id_is_valid (text))
    {
      if (video_id != NULL)
        *video_id = g_steal_pointer (&text);
      return TRS_VIDEO_REF_ID;
    }
  if (strpbrk (text, " \t\r\n\v\f") != NULL)
    return TRS_VIDEO_REF_NONE;

  return parse_link (text, video_id) ? TRS_VIDEO_REF_LINK : TRS_VIDEO_REF_NONE;
}

/**
 * trs_video_ref_id_is_valid:
 * @video_id: (nullable): an identifier
 *
 * Letters, digits, `-` and `_`, at least one of them a letter or a digit, from
 * 2 to 64 in all. The service decides whether there is such a video.
 *
 * Returns: %TRUE if @video_id can be an identifier
 */
gboolean
trs_video_ref_id_is_valid (const char *video_id)
{
  gsize length = video_id != NULL ? strspn (video_id, ID_CHARACTERS) : 0;

  return length >= ID_MIN && length <= ID_MAX && video_id[length] == '\0' && strspn (video_id, ID_SIGNS) < length;
}

/**
 * trs_video_ref_is_word:
 * @line: what was typed or pasted for one video
 *
 * "transcripts" can be the identifier of a video, and more often it is a word
 * that was pasted by mistake. It costs nothing to ask.
 *
 * Returns: %TRUE if @line is an identifier by itself that has letters alone
 */
gboolean
trs_video_ref_is_word (const char *line)
{
  g_autofree char *video_id = NULL;

  return trs_video_ref_parse (line, &video_id) == TRS_VIDEO_REF_ID &&
         video_id[strspn (video_id, G_CSET_a_2_z G_CSET_A_2_Z)] == '\0';
}

/* Lines with several links, and what is not a link */

/* The number of a line in a list has no more digits. */
#define LIST_DIGITS_MAX 4

/* Marks that stand around an identifier in a list or in a mail. "@", "#", "/" and "\\" are not among them: they make
 * another thing of what follows. */
#define MARKS "\"'“”„‟‘’‚‛«»‹›()[]{}<>.,;:!|*•‣◦∙·▪▫●○■□►▶→✓–—"

/* where an address ends that stands in Markdown, in HTML or in the source of a program */
#define ADDRESS_ENDS "\"<>()[]{}|"

/* If the words of a sentence all have the same length, they are shorter than this. */
#define ID_LIKE_MIN 8

/* A path, or the name of a media file that is not an address; in lower case. "au" is a country, too. */
#define MEDIA "mp4|m4v|m4a|mov|mkv|webm|avi|flv|mxf|vob|ts|mp3|mp2|wav|ogg|opus|spx|flac|wv|aac|ac3"
#define FILE_NAME "^(?:file:|/|~/|[.][.]?/|[a-z]:[\\\\/])|^(?!www\\.|.*://).*\\.(?:" MEDIA ")$"

/* "www.example.org" and "example.org/page", and not "and so on." */
#define ADDRESS "^(?!.*[" BLANKS "])(?=https?://|www\\.|[^./]+\\.[^/]+/)"
#define HOST_NAME ADDRESS "(?:[^/?#]*://)?+(?:[^/?#]*@)?+([^/?#@:]+)"

#define PLAYLIST "/playlist|[?&]list="

static gboolean
is_address (const char *word)
{
  return g_ascii_strncasecmp (word, "https://", 8) == 0 || g_ascii_strncasecmp (word, "http://", 7) == 0 ||
         g_ascii_strncasecmp (word, "www.", 4) == 0;
}

/* Most words could be identifiers, but few words of a sentence contain a digit, "-" or "_". Identifiers of a
 * platform have one length, though, and one in ten consists of letters only.  @id_length: the length of the
 * identifiers in a list with commas; 0 if they differ, or there is no comma */
static gboolean
stands_for_video (const char *word,
                  gsize       id_length)
{
  TrsVideoRefKind kind = trs_video_ref_parse (word, NULL);

  if (kind == TRS_VIDEO_REF_ID)
    return strlen (word) == id_length || strpbrk (word, "0123456789-_") != NULL;
  return kind == TRS_VIDEO_REF_LINK || is_address (word);
}

/* Finds a comma that is followed by another link; in a word without links, any comma. */
static char *
find_comma (char *word)
{
  gboolean whole = trs_video_ref_parse (word, NULL) != TRS_VIDEO_REF_NONE;
  char *comma;

  for (comma = strchr (word, ','); comma != NULL; comma = strchr (comma + 1, ','))
    if (!whole || is_address (comma + 1))
      return comma;
  return NULL;
}

/* Returns: 0 if lengths differ, or are no greater than those of words */
static gsize
find_id_length (const char * const *words)
{
  gsize length = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (!trs_video_ref_id_is_valid (words[i]))
        continue;
      if (length != 0 && strlen (words[i]) != length)
        return 0;
      length = strlen (words[i]);
    }
  return length >= ID_LIKE_MIN ? length : 0;
}

static void
add_word (GStrvBuilder *words,
          char         *word)
{
  char *comma;

  while ((comma = find_comma (word)) != NULL)
    {
      *comma = '\0';
      if (*word != '\0')
        g_strv_builder_add (words, word);
      word = comma + 1;
    }
  if (*word != '\0')
    g_strv_builder_add (words, word);
}

static gboolean
is_mark (gunichar    c,
         const char *marks)
{
  return marks != NULL ? g_utf8_strchr (marks, -1, c) != NULL : !g_unichar_isalnum (c);
}

/* @marks: (nullable): what is left out around @text; %NULL for all but letters and digits. `-` and `_` may end a link.
 * Returns: (transfer full) */
static char *
dup_without_marks (const char *text,
                   const char *marks)
{
  const char *end = text + strlen (text);
  const char *previous;

  while (*text != '\0' && is_mark (g_utf8_get_char (text), marks))
    text = g_utf8_next_char (text);
  while ((previous = g_utf8_find_prev_char (text, end)) != NULL && strchr ("-_", *previous) == NULL &&
         is_mark (g_utf8_get_char (previous), marks))
    end = previous;
  return g_strndup (text, end - text);
}

/* Returns: whether @word is the bullet or the number of a line in a list */
static gboolean
is_list_mark (const char *word)
{
  guint n_digits = 0;

  for (; *word != '\0'; word = g_utf8_next_char (word))
    {
      if (g_unichar_isalpha (g_utf8_get_char (word)))
        return FALSE;
      n_digits += g_unichar_isdigit (g_utf8_get_char (word));
    }
  return n_digits <= LIST_DIGITS_MAX;
}

static const char *
find_address (const char *word)
{
  const char *plain = strstr (word, "http://");
  const char *secure = strstr (word, "https://");

  if (plain == NULL || (secure != NULL && secure < plain))
    return secure;
  return plain;
}

/* Returns: (transfer full): the address in @word, without what a list, a sentence, Markdown or HTML puts around it, or
 * else the identifier, or else @word */
static char *
dup_bare_word (const char *word)
{
  const char *address = find_address (word);
  g_autofree char *link = NULL;
  g_autofree char *id = NULL;

  if (trs_video_ref_parse (word, NULL) != TRS_VIDEO_REF_NONE)
    return g_strdup (word);

  link = address != NULL ? g_strndup (address, strcspn (address, ADDRESS_ENDS)) : dup_without_marks (word, NULL);
  if (address != NULL || trs_video_ref_parse (link, NULL) == TRS_VIDEO_REF_LINK)
    return dup_without_marks (link, NULL);
  id = dup_without_marks (word, MARKS);
  return trs_video_ref_id_is_valid (id) && !is_list_mark (word) ? g_steal_pointer (&id) : g_strdup (word);
}

/* Returns: (transfer full): the words of @line without the mark of a list in front of them and without what stands
 * around each of them */
static GStrv
dup_bare_words (const char *line)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) bare = g_strv_builder_new ();
  g_autofree char *valid = g_utf8_make_valid (line, -1);
  g_auto (GStrv) raw = g_strsplit_set (valid, BLANKS, -1);
  g_auto (GStrv) split = NULL;
  guint first = 0;

  for (guint i = 0; raw[i] != NULL; i++)
    add_word (words, raw[i]);
  split = g_strv_builder_end (words);

  while (split[first] != NULL && split[first + 1] != NULL && is_list_mark (split[first]))
    first++;
  for (guint i = first; split[i] != NULL; i++)
    {
      g_autofree char *word = dup_bare_word (split[i]);

      g_strv_builder_add (bare, word);
    }
  return g_strv_builder_end (bare);
}

/* Returns: (transfer full): the addresses among @words */
static GStrv
dup_addresses (const char * const *words)
{
  g_autoptr (GStrvBuilder) addresses = g_strv_builder_new ();

  for (guint i = 0; words[i] != NULL; i++)
    if (is_address (words[i]) || trs_video_ref_parse (words[i], NULL) == TRS_VIDEO_REF_LINK)
      g_strv_builder_add (addresses, words[i]);
  return g_strv_builder_end (addresses);
}

/* @sentence: (out): whether there were words around what is returned, or nothing else than words */
static GStrv
split_line (const char *line,
            gboolean   *sentence)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (line));
  const char *whole[] = { *trimmed != '\0' ? trimmed : NULL, NULL };
  g_auto (GStrv) words = NULL;
  g_auto (GStrv) addresses = NULL;
  gsize id_length;

  *sentence = FALSE;
  if (strpbrk (trimmed, BLANKS ",") == NULL && trs_video_ref_parse (trimmed, NULL) != TRS_VIDEO_REF_NONE)
    return g_strdupv ((char **) whole);

  words = dup_bare_words (trimmed);
  id_length = strchr (trimmed, ',') != NULL ? find_id_length ((const char * const *) words) : 0;
  for (guint i = 0; words[i] != NULL && !*sentence; i++)
    *sentence = !stands_for_video (words[i], id_length);
  if (!*sentence && words[0] != NULL)
    return g_steal_pointer (&words);

  addresses = dup_addresses ((const char * const *) words);
  return addresses[0] != NULL ? g_steal_pointer (&addresses) : g_strdupv ((char **) whole);
}

/**
 * trs_pasted_links_split:
 * @line: a line that was typed or pasted
 *
 * Links or identifiers that stand in one line, with spaces or commas between
 * them, are as many as if each had a line of its own. A bullet, a number,
 * brackets and quotes around them are left out, and so are the words of a
 * sentence with links. A sentence without links stays whole: nobody wants to
 * pay for its words.
 *
 * Returns: (transfer full): what is in the line, without spaces around it;
 *   empty if nothing is
 */
GStrv
trs_pasted_links_split (const char *line)
{
  gboolean sentence;

  return split_line (line, &sentence);
}

static gboolean
add_video (const char *word,
           GString    *links,
           GString    *videos)
{
  TrsVideoRefKind kind = trs_video_ref_parse (word, NULL);

  if (kind != TRS_VIDEO_REF_NONE)
    g_string_append_printf (videos, "%s\n", word);
  if (kind == TRS_VIDEO_REF_LINK)
    g_string_append_printf (links, "%s\n", word);
  return kind != TRS_VIDEO_REF_NONE;
}

/**
 * trs_pasted_links_find:
 * @text: (nullable): what was dropped or pasted: text, or a list of addresses
 *
 * Picks what may be videos out of a text, links also out of its sentences. A
 * single word is taken for an identifier only if nothing else is in the text.
 * Lines that begin with `#` are the comments of a list of addresses.
 *
 * Returns: (transfer full) (nullable): links or identifiers, one a line, or
 *   %NULL if there are none
 */
char *
trs_pasted_links_find (const char *text)
{
  g_auto (GStrv) lines = g_strsplit_set (text != NULL ? text : "", "\r\n", -1);
  g_autoptr (GString) links = g_string_new (NULL);
  g_autoptr (GString) videos = g_string_new (NULL);
  gboolean only_videos = TRUE;

  for (char **line = lines; *line != NULL; line++)
    {
      gboolean sentence = FALSE;
      g_auto (GStrv) words = *g_strstrip (*line) != '#' ? split_line (*line, &sentence) : NULL;

      only_videos &= !sentence;
      for (guint i = 0; words != NULL && words[i] != NULL; i++)
        only_videos &= add_video (words[i], links, videos);
    }

  if (only_videos && videos->len > 0)
    return g_string_free (g_steal_pointer (&videos), FALSE);
  return links->len > 0 ? g_string_free (g_steal_pointer (&links), FALSE) : NULL;
}

static char *
dup_host (const char *text)
{
  g_autoptr (GRegex) regex = g_regex_new (HOST_NAME, G_REGEX_RAW | G_REGEX_DOTALL, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, text, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/**
 * trs_pasted_links_get_trouble:
 * @text: what trs_video_ref_parse() does not understand
 * @host: (out) (transfer full) (nullable): where a link leads
 *
 * Returns: what it is instead
 */
TrsPastedTrouble
trs_pasted_links_get_trouble (const char  *text,
                              char       **host)
{
  gsize length;
  const char *start = trs_trim (text, &length);
  g_autofree char *lower = g_ascii_strdown (start, (gssize) length);

  *host = NULL;
  if (g_regex_match_simple (FILE_NAME, lower, G_REGEX_RAW | G_REGEX_DOTALL | G_REGEX_DOLLAR_ENDONLY, 0))
    return TRS_PASTED_FILE;
  *host = dup_host (lower);
  if (*host == NULL)
    return TRS_PASTED_TEXT;
  return g_regex_match_simple (PLAYLIST, lower, G_REGEX_RAW, 0) ? TRS_PASTED_PLAYLIST : TRS_PASTED_SITE;
}

/* Links to videos */

static char *
expand_pattern (const char *pattern,
                const char *id,
                const char *seconds)
{
  g_autoptr (GString) address = g_string_new (pattern);

  /* The time is replaced first, because an escaped identifier cannot contain braces. */
  g_string_replace (address, TIME_PLACE, seconds, 0);
  g_string_replace (address, ID_PLACE, id, 0);
  return g_string_free (g_steal_pointer (&address), FALSE);
}

/* Removes the part of a pattern that would hold the time, a parameter or fragment, unless it contains anything else. */
static char *
leave_out_time (const char *pattern)
{
  g_autoptr (GString) address = g_string_new (pattern);
  char *place;

  while ((place = strstr (address->str, TIME_PLACE)) != NULL)
    {
      gsize from = place - address->str;
      gsize to = from + strcspn (place, "&#");

      while (from > 0 && strchr ("?&#", address->str[from]) == NULL)
        from--;
      if (from == 0 || g_strstr_len (address->str + from, to - from, ID_PLACE) != NULL)
        break;

      /* A parameter that came first leaves its `?` to the next one. */
      if (address->str[from] != '&' && address->str[to] == '&')
        g_string_erase (address, from + 1, to - from);
      else
        g_string_erase (address, from, to - from);
    }

  return g_string_free (g_steal_pointer (&address), FALSE);
}

/**
 * trs_video_pattern_has_time:
 * @pattern: address pattern of a video page
 *
 * Returns: whether links to a moment can be made of @pattern
 */
gboolean
trs_video_pattern_has_time (const char *pattern)
{
  return strstr (pattern, TIME_PLACE) != NULL;
}

/**
 * trs_video_pattern_is_valid:
 * @pattern: address pattern of a video page
 * @error: return location for a #GError
 *
 * A pattern is a web address with `{id}` in it, and perhaps `{t}` for seconds.
 *
 * Errors: %TRS_ERROR_INVALID_INPUT or %TRS_ERROR_REFUSED_ADDRESS, with a
 * sentence for the user.
 *
 * Returns: %TRUE if links can be made of @pattern
 */
gboolean
trs_video_pattern_is_valid (const char  *pattern,
                            GError     **error)
{
  g_autofree char *example = NULL;

  if (g_strstr_len (pattern, -1, ID_PLACE) == NULL)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                           /* Translators: do not translate {id}. */
                           _("The address must contain {id}"));
      return FALSE;
    }

  example = expand_pattern (pattern, "x", "0");
  return trs_callback_address_check (example, error);
}

/**
 * trs_video_pattern_expand:
 * @pattern: address pattern of a video page
 * @video_id: (nullable): identifier of the video
 * @start: where to begin, in milliseconds, or -1 for no moment
 *
 * Makes the address of a video page. The seconds are rounded down, as a link
 * must land before the words. A pattern without `{t}` leads to the beginning;
 * without a moment, a parameter that would tell it is left out.
 *
 * Returns: (transfer full) (nullable): the address, or %NULL if none can be made
 */
char *
trs_video_pattern_expand (const char *pattern,
                          const char *video_id,
                          gint64      start)
{
  g_autofree char *timeless = NULL;
  g_autofree char *id = NULL;
  g_autofree char *seconds = NULL;

  if (video_id == NULL || *video_id == '\0' || !g_utf8_validate (video_id, -1, NULL) ||
      !trs_video_pattern_is_valid (pattern, NULL))
    return NULL;

  id = g_uri_escape_string (video_id, NULL, FALSE);
  seconds = g_strdup_printf ("%" G_GINT64_FORMAT, MAX (start, 0) / 1000);
  timeless = start < 0 ? leave_out_time (pattern) : NULL;
  return expand_pattern (timeless != NULL ? timeless : pattern, id, seconds);
}
