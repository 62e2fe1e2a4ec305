/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-format.h"
#include "trs-fuzz.h"

#include <stdio.h>
#include <string.h>

#define MAX_COLUMNS 42
#define MAX_DURATION 7000

/* The first byte says how fast is spoken, the rest is spoken, its paragraphs parted by empty lines. */
static TrsTranscript *
make_transcript (guint       pace,
                 const char *text)
{
  g_auto (GStrv) paragraphs = g_strsplit (text, "\n\n", -1);
  g_autoptr (GString) prefixed = g_string_new (NULL);
  g_autoptr (GBytes) bare_bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GBytes) prefixed_bytes = NULL;

  for (guint i = 0; paragraphs[i] != NULL; i++)
    g_string_append_printf (prefixed, "%s[00:%02u:%02u.%03u] Speaker %u: %s", i > 0 ? "\n\n" : "", i * pace / 60 % 60,
                            i * pace % 60, pace, 1 + i % 3, paragraphs[i]);
  prefixed_bytes = g_bytes_new (prefixed->str, prefixed->len);
  return trs_transcript_align (bare_bytes, prefixed_bytes, NULL, FALSE);
}

static guint
get_columns (const char *line)
{
  guint columns = 0;

  for (const char *p = line; *p != '\0'; p = g_utf8_next_char (p))
    columns += g_unichar_iszerowidth (g_utf8_get_char (p)) ? 0 : g_unichar_iswide (g_utf8_get_char (p)) ? 2 : 1;
  return columns;
}

/* What can be seen of a text, without blanks. */
static void
append_seen (GString    *seen,
             const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isspace (c) && !g_unichar_iscntrl (c) && c != 0x2028 && c != 0x2029 && (c & 0xfffe) != 0xfffe)
        g_string_append_unichar (seen, c);
    }
}

static void
check_line (const char *line)
{
  const char *first = line;

  g_assert_cmpuint (strlen (line), >, 0);
  g_assert_false (g_str_has_prefix (line, " ") || g_str_has_suffix (line, " "));
  g_assert_null (strstr (line, "-->"));
  /* Only a sign that is made of many may be longer. */
  while (*first != '\0' && get_columns (line) > MAX_COLUMNS)
    {
      gunichar c = g_utf8_get_char (first);

      if (c == 0x200d || g_unichar_ismark (c) || g_unichar_type (c) == G_UNICODE_FORMAT)
        return;
      first = g_utf8_next_char (first);
    }
  g_assert_cmpuint (get_columns (line), <=, MAX_COLUMNS);
}

static void
check_srt (const char *srt,
           GString    *seen)
{
  g_auto (GStrv) cues = g_strsplit (srt, "\n\n", -1);
  gint64 last = 0;

  for (guint i = 0; cues[i] != NULL && *srt != '\0'; i++)
    {
      g_auto (GStrv) lines = g_strsplit (g_strchomp (cues[i]), "\n", -1);
      guint n_lines = g_strv_length (lines);
      int t[8];
      gint64 start, end;

      g_assert_cmpuint (n_lines, >=, 3);
      g_assert_cmpuint (n_lines, <=, 4);
      g_assert_cmpuint (g_ascii_strtoull (lines[0], NULL, 10), ==, i + 1);
      g_assert_cmpint (sscanf (lines[1], "%d:%2d:%2d,%3d --> %d:%2d:%2d,%3d", &t[0], &t[1], &t[2], &t[3], &t[4], &t[5],
                               &t[6], &t[7]), ==, 8);
      start = ((t[0] * 60 + t[1]) * 60 + t[2]) * G_GINT64_CONSTANT (1000) + t[3];
      end = ((t[4] * 60 + t[5]) * 60 + t[6]) * G_GINT64_CONSTANT (1000) + t[7];
      g_assert_cmpint (last, <=, start);
      g_assert_cmpint (start, <, end);
      g_assert_cmpint (end - start, <=, MAX_DURATION);
      last = end;
      for (guint j = 2; j < n_lines; j++)
        {
          check_line (lines[j]);
          append_seen (seen, lines[j]);
        }
    }
}

static char *
render (const char            *format,
        const TrsExportSource *source)
{
  const TrsExportOptions options = { .speakers = FALSE };
  g_autoptr (GBytes) bytes = trs_export_format_render (trs_export_format_find (format), source, &options, NULL);

  return bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL;
}

static void
check_vtt (const char *vtt)
{
  g_assert_true (g_str_has_prefix (vtt, "WEBVTT\n"));
  for (const char *p = vtt; *p != '\0'; p++)
    {
      g_assert_true (*p != '<');
      if (*p == '>')
        g_assert_true (strncmp (p - 3, " -->", 4) == 0);
      if (*p == '&')
        g_assert_true (g_str_has_prefix (p, "&amp;") || g_str_has_prefix (p, "&lt;") || g_str_has_prefix (p, "&gt;"));
    }
}

/* Whatever is said: cues that readers read, and no word is lost. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *text = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (TrsExportSource) source = NULL;
  g_autoptr (TrsDocument) document = NULL;
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autofree char *srt = NULL;
  g_autofree char *vtt = NULL;

  if (size == 0 || memchr (data + 1, '\0', size - 1) != NULL ||
      !g_utf8_validate ((const char *) data + 1, (gssize) size - 1, NULL))
    return 0;
  text = g_strndup ((const char *) data + 1, size - 1);
  transcript = make_transcript (data[0], text);
  if (transcript == NULL)
    return 0;

  document = trs_document_new (transcript, NULL);
  source = trs_export_source_new (document, NULL, NULL, NULL);
  srt = render ("srt", source);
  vtt = render ("vtt", source);
  if (srt == NULL)
    return 0;
  check_srt (srt, seen);
  check_vtt (vtt);
  append_seen (expected, text);
  g_assert_cmpstr (seen->str, ==, expected->str);
  return 0;
}
