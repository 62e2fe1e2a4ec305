/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-sniff.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Upper limit for top-level boxes of an MP4 file, so that a crafted one cannot keep the reader busy. */
#define MAX_BOXES 100000

/* How playlists begin, behind a byte order mark and blanks; in XML, behind its declaration and comments. */
static const char * const BEGINNINGS[] = {
  "#EXTM3U", "#EXT-X-", "[playlist]", "[reference]", "rtsptext", "smsh", "v=0\r", "v=0\n", "http://", "https://",
  "rtsp://", "rtmp://", "mms://", "ftp://", "<asx", "<mpd", "<smil", "<smoothstreamingmedia", "<playlist", "<html",
  "<!doctype html",
};

static const char *
skip_blanks (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return text;
}

/* A playlist may begin with a declaration and comments. */
static const char *
skip_prologue (const char *text)
{
  text = skip_blanks (text);
  while (g_str_has_prefix (text, "<?") || g_str_has_prefix (text, "<!--"))
    {
      const char *end = g_str_has_prefix (text, "<?") ? strstr (text, "?>") : strstr (text, "-->");

      if (end == NULL)
        return text;
      text = skip_blanks (strchr (end, '>') + 1);
    }
  return text;
}

/**
 * trs_media_sniff_is_playlist:
 * @head: how a file begins
 * @size: how many bytes of it are known; %TRS_MEDIA_SNIFF_BYTES are enough
 *
 * Returns: whether it names recordings that lie elsewhere, on the network perhaps
 */
gboolean
trs_media_sniff_is_playlist (const guint8 *head,
                             gsize         size)
{
  g_autofree char *copy = size > 0 ? g_strndup ((const char *) head, size) : g_strdup ("");
  const char *text = g_str_has_prefix (copy, "\xef\xbb\xbf") ? copy + 3 : copy;

  text = skip_prologue (text);
  for (guint i = 0; i < G_N_ELEMENTS (BEGINNINGS); i++)
    if (g_ascii_strncasecmp (text, BEGINNINGS[i], strlen (BEGINNINGS[i])) == 0)
      return TRUE;
  /* A list may be of nothing but addresses, with comments before them. */
  return *text == '#' && (strstr (text, "\nhttp") != NULL || strstr (text, "\nrtsp") != NULL);
}

static guint64
read_number (const guint8 *bytes,
             guint         n)
{
  guint64 number = 0;

  for (guint i = 0; i < n; i++)
    number = number << 8 | bytes[i];
  return number;
}

/* Where the box at @at ends, 0 for one that says nothing sensible. */
static guint64
read_end (int      fd,
          guint64  at,
          guint64  file_size,
          char    *type)
{
  guint8 header[16] = { 0 };
  gssize n = pread (fd, header, sizeof header, (off_t) at);
  guint64 size;

  if (n < 8)
    return 0;

  memcpy (type, header + 4, 4);
  size = read_number (header, 4);
  if (size == 0)
    return file_size;
  if (size == 1)
    size = n == 16 ? read_number (header + 8, 8) : 0;
  return size >= 8 && size < G_MAXINT64 - at ? at + size : 0;
}

/**
 * trs_media_sniff_boxes:
 * @fd: a regular file, open for reading
 *
 * Looks at the outermost boxes alone. An MP4 without its table of contents hangs or confuses what decodes it.
 *
 * Returns: in which state they are
 */
TrsMediaBoxes
trs_media_sniff_boxes (int fd)
{
  gboolean has_contents = FALSE;
  struct stat status;
  guint64 size, at = 0;

  if (fstat (fd, &status) != 0 || status.st_size < 8)
    return TRS_MEDIA_BOXES_NONE;

  size = (guint64) status.st_size;
  for (guint i = 0; i < MAX_BOXES && at + 8 <= size; i++)
    {
      char type[5] = "";
      guint64 end = read_end (fd, at, size, type);

      if (at == 0 && !g_str_equal (type, "ftyp") && !g_str_equal (type, "moov") && !g_str_equal (type, "wide") &&
          !g_str_equal (type, "mdat"))
        return TRS_MEDIA_BOXES_NONE;
      if (end == 0 || end > size)
        return has_contents ? TRS_MEDIA_BOXES_CUT : TRS_MEDIA_BOXES_HEADLESS;
      has_contents = has_contents || g_str_equal (type, "moov");
      at = end;
    }
  return has_contents ? TRS_MEDIA_BOXES_WHOLE : TRS_MEDIA_BOXES_HEADLESS;
}
