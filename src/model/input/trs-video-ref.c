/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-video-ref.h"

#include <string.h>

#include "trs-trim.h"

#define ID_MIN 2
#define ID_MAX 64

/* No link is longer; a whole article pasted as one line is no link. */
#define LINE_MAX_BYTES 8192

static const char * const id_folders[] = { "shorts", "live", "embed", "v" };

static gboolean
take_id (const char  *escaped,
         gsize        length,
         char       **video_id)
{
  g_autofree char *id = g_uri_unescape_segment (escaped, escaped + length, NULL);

  if (id == NULL || !trs_video_ref_id_is_valid (id))
    return FALSE;

  if (video_id != NULL)
    *video_id = g_steal_pointer (&id);
  return TRUE;
}

/* Links copied out of a page's source have `&amp;` between their parameters. */
static gboolean
take_id_from_query (const char  *query,
                    char       **video_id)
{
  while (*query != '\0')
    {
      gsize length = strcspn (query, "&;");

      if (length >= 2 && (query[0] == 'v' || query[0] == 'V') && query[1] == '=' &&
          take_id (query + 2, length - 2, video_id))
        return TRUE;

      query += length;
      if (*query != '\0')
        query++;
    }
  return FALSE;
}

static gboolean
host_belongs_to (const char *host,
                 const char *domain)
{
  gsize host_length = strlen (host);
  gsize length = strlen (domain);

  if (host_length < length || g_ascii_strcasecmp (host + host_length - length, domain) != 0)
    return FALSE;
  return host_length == length || host[host_length - length - 1] == '.';
}

static TrsVideoRefKind
take_id_from_path (const char  *host,
                   const char  *path,
                   char       **video_id)
{
  gsize length = strcspn (path, "/");

  if (host_belongs_to (host, "youtu.be"))
    return take_id (path, length, video_id) ? TRS_VIDEO_REF_SHORT_LINK : TRS_VIDEO_REF_NONE;

  if (!host_belongs_to (host, "youtube.com") && !host_belongs_to (host, "youtube-nocookie.com"))
    return TRS_VIDEO_REF_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (id_folders); i++)
    {
      const char *id = path + length + 1;

      if (path[length] == '/' && strlen (id_folders[i]) == length &&
          g_ascii_strncasecmp (path, id_folders[i], length) == 0 &&
          take_id (id, strcspn (id, "/"), video_id))
        return TRS_VIDEO_REF_LINK;
    }
  return TRS_VIDEO_REF_NONE;
}

/* Not GUri: a link in a note is often not quite one, and its parts can be told apart all the same. */
static TrsVideoRefKind
parse_link (char  *link,
            char **video_id)
{
  char *rest = strstr (link, "://");
  char *query;
  char *path;
  char *host;

  link[strcspn (link, "#")] = '\0';
  query = strchr (link, '?');
  if (query != NULL)
    *query++ = '\0';

  /* A "://" after the path begins may belong to a parameter or a part of the path. */
  if (rest != NULL && rest < link + strcspn (link, "/?#.") + 1)
    {
      *rest = '\0';
      if (g_ascii_strcasecmp (link, "https") != 0 && g_ascii_strcasecmp (link, "http") != 0)
        return TRS_VIDEO_REF_NONE;
      host = rest + strlen ("://");
    }
  else
    host = link;

  path = host + strcspn (host, "/");
  if (*path != '\0')
    *path++ = '\0';
  if (strchr (host, '@') != NULL)
    host = strrchr (host, '@') + 1;
  host[strcspn (host, ":")] = '\0';

  if (query != NULL && take_id_from_query (query, video_id))
    return TRS_VIDEO_REF_LINK;
  return take_id_from_path (host, path, video_id);
}

/**
 * trs_video_ref_parse:
 * @line: what was typed or pasted for one video
 * @video_id: (out) (optional) (nullable): the identifier
 *
 * Understands a link with a `v` parameter on any host, with or without a
 * scheme; a short link; the paths of the same platform that hold an
 * identifier; and an identifier by itself. Blanks and invisible characters
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

  g_return_val_if_fail (line != NULL, TRS_VIDEO_REF_NONE);

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

  return parse_link (text, video_id);
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
  gboolean has_word = FALSE;
  gsize length = 0;

  if (video_id == NULL)
    return FALSE;

  for (; video_id[length] != '\0'; length++)
    {
      if (length == ID_MAX)
        return FALSE;
      if (g_ascii_isalnum (video_id[length]))
        has_word = TRUE;
      else if (video_id[length] != '-' && video_id[length] != '_')
        return FALSE;
    }
  return has_word && length >= ID_MIN;
}
