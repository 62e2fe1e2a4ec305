/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-utils.h"
#include "trs-video-ref.h"

static void
assert_lines (const char *text,
              const char *expected)
{
  g_autofree char *lines = trs_pasted_links_find (text);

  g_assert_cmpstr (lines, ==, expected);
}

static void
test_find (void)
{
  const char *link = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";

  assert_lines (NULL, NULL);
  assert_lines ("", NULL);
  assert_lines ("  \n\n", NULL);
  assert_lines (link, "https://www.youtube.com/watch?v=dQw4w9WgXcQ\n");
  /* a list of addresses as browsers drop it, with a comment and CR LF */
  assert_lines ("# a title\r\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\r\n",
                "https://www.youtube.com/watch?v=dQw4w9WgXcQ\n");
  assert_lines ("https://youtu.be/dQw4w9WgXcQ\nhttps://youtu.be/Kx81mQ4-tzA",
                "https://youtu.be/dQw4w9WgXcQ\nhttps://youtu.be/Kx81mQ4-tzA\n");
  /* an identifier alone is one; a word in the middle of a text is not */
  assert_lines ("https://youtu.be/dQw4w9WgXcQ, https://youtu.be/Kx81mQ4-tzA",
                "https://youtu.be/dQw4w9WgXcQ\nhttps://youtu.be/Kx81mQ4-tzA\n");
  assert_lines ("dQw4w9WgXcQ", "dQw4w9WgXcQ\n");
  assert_lines ("dQw4w9WgXcQ\nthis is a note", NULL);
  assert_lines ("Watch this:\nhttps://youtu.be/dQw4w9WgXcQ\nsomeday", "https://youtu.be/dQw4w9WgXcQ\n");
  /* as in a mail */
  assert_lines ("The hearing (https://youtu.be/dQw4w9WgXcQ) and „https://youtu.be/Kx81mQ4-tz_“, please.",
                "https://youtu.be/dQw4w9WgXcQ\nhttps://youtu.be/Kx81mQ4-tz_\n");
  assert_lines ("See https://youtu.be/dQw4w9WgXcQ.\nKx81mQ4-tzA", "https://youtu.be/dQw4w9WgXcQ\n");
  assert_lines ("1. https://youtu.be/dQw4w9WgXcQ\n2. Kx81mQ4-tzA", "https://youtu.be/dQw4w9WgXcQ\nKx81mQ4-tzA\n");
  assert_lines ("See https://example.org/news, \xff (…) - _", NULL);
  /* a comment counts for nothing, whatever is in it */
  assert_lines ("#https://youtu.be/dQw4w9WgXcQ\nKx81mQ4-tzA", "Kx81mQ4-tzA\n");
  assert_lines ("An ordinary sentence of a letter.", NULL);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/pasted-links/find", test_find);
  return g_test_run ();
}
