/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-pasted-links.h"

#include <string.h>

#include "trs-trim.h"
#include "trs-video-ref.h"

#define BLANKS " \t\v\f"

/* Words of a sentence that are all of one length are shorter than this. */
#define ID_LIKE_MIN 8

static const char * const media_suffixes[] = {
  ".mp4", ".m4v", ".m4a", ".mov", ".mkv", ".webm", ".avi", ".mp3", ".wav", ".ogg", ".opus", ".flac", ".aac",
};

static gboolean
has_prefix (const char *text,
            const char *prefix)
{
  return g_ascii_strncasecmp (text, prefix, strlen (prefix)) == 0;
}

static gboolean
has_suffix (const char *text,
            const char *suffix)
{
  gsize length = strlen (text);

  return length > strlen (suffix) && g_ascii_strcasecmp (text + length - strlen (suffix), suffix) == 0;
}

static gboolean
is_address (const char *word)
{
  return has_prefix (word, "https://") || has_prefix (word, "http://") || has_prefix (word, "www.");
}

/* Most words of a sentence could be identifiers; few of them have a digit, "-" or "_". A platform makes its identifiers
 * all of one length, though, and in one of ten there are letters alone.
 *
 * @id_length: how long the identifiers of a list with commas are; 0 if they differ, or there is no comma */
static gboolean
is_for_itself (const char *word,
               gsize       id_length)
{
  if (is_address (word))
    return TRUE;

  switch (trs_video_ref_parse (word, NULL))
    {
    case TRS_VIDEO_REF_LINK:
    case TRS_VIDEO_REF_SHORT_LINK:
      return TRUE;
    case TRS_VIDEO_REF_ID:
      return strlen (word) == id_length || strpbrk (word, "0123456789-_") != NULL;
    case TRS_VIDEO_REF_NONE:
    default:
      return FALSE;
    }
}

/* The comma behind which another link begins, or any in what is no link with it. */
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

/* 0 if they are not all of one length, or no longer than words are. */
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

/**
 * trs_pasted_links_split:
 * @line: a line that was typed or pasted
 *
 * Links or identifiers that stand in one line, with blanks or commas between
 * them, are as many as if each had a line of its own. What could be a sentence stays whole:
 * nobody wants to pay for its words.
 *
 * Returns: (transfer full): what is in the line, without blanks around it;
 *   empty if nothing is
 */
GStrv
trs_pasted_links_split (const char *line)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autofree char *trimmed = g_strstrip (g_strdup (line));
  const char *whole[] = { *trimmed != '\0' ? trimmed : NULL, NULL };
  g_auto (GStrv) raw = NULL;
  g_auto (GStrv) split = NULL;
  gsize id_length;

  if (strpbrk (trimmed, BLANKS ",") == NULL)
    return g_strdupv ((char **) whole);

  raw = g_strsplit_set (trimmed, BLANKS, -1);
  for (guint i = 0; raw[i] != NULL; i++)
    add_word (words, raw[i]);
  split = g_strv_builder_end (words);

  id_length = strchr (trimmed, ',') != NULL ? find_id_length ((const char * const *) split) : 0;
  for (guint i = 0; split[i] != NULL; i++)
    if (!is_for_itself (split[i], id_length))
      return g_strdupv ((char **) whole);
  return split[0] != NULL ? g_steal_pointer (&split) : g_strdupv ((char **) whole);
}

static gboolean
is_file (const char *text)
{
  if (has_prefix (text, "file:") || *text == '/' || has_prefix (text, "~/") ||
      (g_ascii_isalpha (text[0]) && text[1] == ':' && (text[2] == '\\' || text[2] == '/')))
    return TRUE;
  if (strstr (text, "://") != NULL || has_prefix (text, "www."))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (media_suffixes); i++)
    if (has_suffix (text, media_suffixes[i]))
      return TRUE;
  return FALSE;
}

/* "www.example.org" and "example.org/page", and not "and so on." */
static gboolean
has_host (const char *text)
{
  const char *dot = strchr (text, '.');
  const char *slash = strchr (text, '/');

  if (strpbrk (text, BLANKS) != NULL)
    return FALSE;
  return is_address (text) || (dot != NULL && dot > text && slash != NULL && dot + 1 < slash);
}

static char *
dup_host (const char *text)
{
  const char *start = strstr (text, "://");
  g_autofree char *host = NULL;
  const char *at;

  if (!has_host (text))
    return NULL;

  start = start != NULL ? start + strlen ("://") : text;
  host = g_strndup (start, strcspn (start, "/?#"));
  at = strrchr (host, '@');
  if (at != NULL)
    memmove (host, at + 1, strlen (at));
  host[strcspn (host, ":")] = '\0';
  return *host != '\0' ? g_ascii_strdown (host, -1) : NULL;
}

static gboolean
is_playlist (const char *text)
{
  const char *query = strchr (text, '?');

  return strstr (text, "/playlist") != NULL ||
         (query != NULL && (strstr (query, "?list=") != NULL || strstr (query, "&list=") != NULL));
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
  g_autofree char *trimmed = NULL;
  const char *start;
  gsize length;

  *host = NULL;
  start = trs_trim (text, &length);
  trimmed = g_strndup (start, length);

  if (is_file (trimmed))
    return TRS_PASTED_FILE;
  *host = dup_host (trimmed);
  if (*host == NULL)
    return TRS_PASTED_TEXT;
  return is_playlist (trimmed) ? TRS_PASTED_PLAYLIST : TRS_PASTED_SITE;
}
