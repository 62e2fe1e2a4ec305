/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-text.h"
#include "trs-fuzz.h"

#include <string.h>

/* Whatever the service sends, a label gets one valid line that moves nothing beside it. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *raw = g_strndup ((const char *) data, size);
  g_autofree char *line = trs_display_text_line (raw);
  g_autofree char *again = trs_display_text_line (line);
  g_autofree char *title = trs_display_text_title (raw);
  g_autofree char *markup = trs_display_text_markup (raw);
  int depth = 0;

  g_assert_true (g_utf8_validate (line, -1, NULL));
  g_assert_cmpint (g_utf8_strlen (line, -1), <=, 503);
  for (const char *p = line; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      g_assert_true (g_unichar_type (c) != G_UNICODE_CONTROL);
      g_assert_false (c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e) || c == 0x2066 || c == 0x2067);
      if (c == 0x2068)
        g_assert_cmpint (++depth, ==, 1);
      if (c == 0x2069)
        g_assert_cmpint (--depth, ==, 0);
    }
  g_assert_cmpint (depth, ==, 0);

  /* What was made harmless stays what it is. */
  g_assert_cmpstr (again, ==, line);
  g_assert_cmpuint (strlen (title), >, 0);
  g_assert_null (strchr (markup, '<'));
  return 0;
}
