/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-escape.h"
#include "trs-test-utils.h"

static void
test_clean (void)
{
  const struct
  {
    const char *text;
    const char *clean;
  } cases[] = {
    { "", "" },
    { "a\tb\nc", "a\tb\nc" },
    { "a\r\nb\rc\r", "a\nb\nc\n" },
    { "a\x01\x08\x1f\x7f" "b", "ab" },
    { "a\xc2\x80\xc2\x9f" "b", "ab" },
    { "a\x0b" "b\x0c" "c\xc2\x85" "d\xe2\x80\xa8" "e\xe2\x80\xa9" "f", "a\nb\nc\nd\ne\nf" },
    { "a\xef\xbf\xbe\xef\xbf\xbf\xf0\x9f\xbf\xbe" "b\xef\xbf\xbd", "ab\xef\xbf\xbd" },
    { "שלום — 日本語 🎥", "שלום — 日本語 🎥" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *clean = trs_export_clean (cases[i].text, -1);

      g_assert_cmpstr (clean, ==, cases[i].clean);
    }
}

static void
test_html (void)
{
  g_autofree char *html = trs_export_escape_html ("<b a=\"1\" c='2'>&amp;\x02\r\n</b>", -1);
  g_autofree char *part = trs_export_escape_html ("a<b>c", 2);

  g_assert_cmpstr (html, ==, "&lt;b a=&quot;1&quot; c='2'&gt;&amp;amp;\n&lt;/b&gt;");
  g_assert_cmpstr (part, ==, "a&lt;");
}

static void
test_markdown (void)
{
  const struct
  {
    const char *text;
    const char *escaped;
  } cases[] = {
    { "Good evening.", "Good evening." },
    /* inside a line */
    { "*laughs* and _sighs_ `so` ~~no~~", "\\*laughs\\* and \\_sighs\\_ \\`so\\` \\~\\~no\\~\\~" },
    { "[a](b) ![c](d) <e> a|b C# \\n &lt; Q&A",
      "\\[a\\](b) !\\[c\\](d) \\<e\\> a\\|b C\\# \\\\n \\&lt; Q\\&A" },
    { "well-known, 2+2=4, version 1.2", "well-known, 2+2=4, version 1.2" },
    { "a ==b== c", "a \\=\\=b\\=\\= c" },
    /* at the beginning of a line */
    { "- a\n+ b\n* c\n# d\n> e\n=== \n--- f\n:-", "\\- a\n\\+ b\n\\* c\n\\# d\n\\> e\n\\=\\=\\= \n\\--- f\n\\:-" },
    { "1. a\n23) b\n2024 was", "1\\. a\n23\\) b\n2024 was" },
    { "1.5 million\n1.\n2)", "1.5 million\n1\\.\n2\\)" },
    { "    code\n\tcode\n  - a", "code\ncode\n\\- a" },
    { "a\r\n- b", "a\n\\- b" },
    /* within a paragraph nothing ends it */
    { "a\n \n\n- b", "a\n\\- b" },
    { "$5 and $6", "\\$5 and \\$6" },
  };
  g_autofree char *part = trs_export_escape_markdown ("1. a", 1);

  g_assert_cmpstr (part, ==, "1");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *escaped = trs_export_escape_markdown (cases[i].text, -1);

      g_assert_cmpstr (escaped, ==, cases[i].escaped);
    }
}

static void
test_text_to_html (void)
{
  const struct
  {
    const char *text;
    const char *html;
  } cases[] = {
    { "", "" },
    { "a <b>", "a &lt;b&gt;" },
    { "a\nb", "a<br>b" },
    { "a\n\nb\nc", "<p dir=\"auto\">a</p><p dir=\"auto\">b<br>c</p>" },
    { "a\r\n\r\nb", "<p dir=\"auto\">a</p><p dir=\"auto\">b</p>" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *html = trs_export_text_to_html (cases[i].text);

      g_assert_cmpstr (html, ==, cases[i].html);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  g_test_add_func ("/export-escape/clean", test_clean);
  g_test_add_func ("/export-escape/html", test_html);
  g_test_add_func ("/export-escape/markdown", test_markdown);
  g_test_add_func ("/export-escape/text-to-html", test_text_to_html);

  return g_test_run ();
}
