/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-help-page.h"

#include "trs-test-utils.h"

#include <string.h>

/* What was looked up, in order, and what comes back for one of them. */
/* Isolates of what stands in a text of the other direction */
#define LEFT_TO_RIGHT "\xe2\x81\xa6"
#define FIRST_STRONG "\xe2\x81\xa8"
#define POP "\xe2\x81\xa9"

static GPtrArray *looked_up;
static const char *known;
static const char *translation;

static const char *
look_up (const char *message)
{
  g_ptr_array_add (looked_up, g_strdup (message));
  return known != NULL && g_str_equal (message, known) ? translation : message;
}

static TrsHelpPage *
parse (const char *blocks)
{
  g_autofree char *text = g_strconcat ("<page xmlns=\"http://projectmallard.org/1.0/\" id=\"x\">", blocks, "</page>",
                                       NULL);

  g_ptr_array_set_size (looked_up, 0);
  return trs_help_page_parse (text, strlen (text), look_up);
}

static void
assert_block (const TrsHelpPage *page,
              guint              i,
              TrsHelpBlockKind   kind,
              const char        *markup)
{
  const TrsHelpBlock *block;

  g_assert_cmpuint (i, <, page->blocks->len);
  block = g_ptr_array_index (page->blocks, i);
  g_assert_cmpint (block->kind, ==, kind);
  g_assert_cmpstr (block->markup, ==, markup);
}

static void
test_blocks (void)
{
  g_autoptr (TrsHelpPage) page = parse ("<info><link type=\"guide\" xref=\"index\"/><link type=\"topic\" xref=\"a\"/>"
                                        "<link type=\"topic\" xref=\"b\"/><desc>What it is</desc></info>"
                                        "<title>A &amp; B</title><p>One</p>"
                                        "<list><item><p>Dot</p><p>More</p></item></list>"
                                        "<steps><item><p>First</p></item><item><p>Second</p></item></steps>"
                                        "<note><title>Careful</title><p>Hot</p></note>"
                                        "<section id=\"s\"><title>Part</title><p>Two</p></section><p>Three</p>");

  g_assert_nonnull (page);
  g_assert_cmpstr (page->title, ==, "A & B");
  g_assert_cmpstr (page->description, ==, "What it is");
  g_assert_cmpuint (page->topics->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (page->topics, 1), ==, "b");

  g_assert_cmpuint (page->blocks->len, ==, 11);
  assert_block (page, 0, TRS_HELP_TITLE, "A &amp; B");
  assert_block (page, 1, TRS_HELP_PARAGRAPH, "One");
  assert_block (page, 2, TRS_HELP_ITEM, "Dot");
  assert_block (page, 3, TRS_HELP_PARAGRAPH, "More");
  assert_block (page, 4, TRS_HELP_STEP, "First");
  assert_block (page, 5, TRS_HELP_STEP, "Second");
  assert_block (page, 6, TRS_HELP_NOTE, "Careful");
  assert_block (page, 7, TRS_HELP_NOTE, "Hot");
  assert_block (page, 8, TRS_HELP_HEADING, "Part");
  assert_block (page, 9, TRS_HELP_PARAGRAPH, "Two");
  assert_block (page, 10, TRS_HELP_PARAGRAPH, "Three");
  g_assert_cmpuint (((TrsHelpBlock *) g_ptr_array_index (page->blocks, 4))->number, ==, 1);
  g_assert_cmpuint (((TrsHelpBlock *) g_ptr_array_index (page->blocks, 5))->number, ==, 2);
  g_assert_cmpstr (((TrsHelpBlock *) g_ptr_array_index (page->blocks, 8))->id, ==, "s");
}

static void
test_words (void)
{
  static const struct
  {
    const char *text;
    const char *message;
    const char *markup;
  } cases[] = {
    { "  broken\n    lines  ", "broken lines", "broken lines" },
    { "a <gui>B</gui> c", "a <gui>B</gui> c", "a <b>B</b> c" },
    { "<gui>B</gui> <gui>C</gui>", "<gui>B</gui> <gui>C</gui>", "<b>B</b> <b>C</b>" },
    { "<key>Ctrl+F</key>,\n <cmd>x --y</cmd> <code>z</code> <em>e</em>",
      "<key>Ctrl+F</key>, <cmd>x --y</cmd> <code>z</code> <em>e</em>",
      "<b>" FIRST_STRONG "Ctrl+F" POP "</b>, <tt>" LEFT_TO_RIGHT "x --y" POP "</tt> <tt>" LEFT_TO_RIGHT "z" POP
      "</tt> <i>e</i>" },
    { "<guiseq><gui>A</gui><gui>B</gui></guiseq>", "<guiseq><gui>A</gui><gui>B</gui></guiseq>", "<b>A</b> › <b>B</b>" },
    { "<keyseq><key>Ctrl</key><key>F</key></keyseq>", "<keyseq><key>Ctrl</key><key>F</key></keyseq>",
      "<b>" FIRST_STRONG "Ctrl" POP "</b>+<b>" FIRST_STRONG "F" POP "</b>" },
    { "see <link xref=\"a#b\">A</link>.", "see <link xref=\"a#b\">A</link>.", "see <a href=\"help:a#b\">A</a>." },
    { "<link href=\"https://x.example/?a=1&amp;b=2\">A</link>",
      "<link href=\"https://x.example/?a=1&amp;b=2\">A</link>",
      "<a href=\"https://x.example/?a=1&amp;b=2\">A</a>" },
    { "<link>A</link>", "<link>A</link>", "A" },
    { "1 &lt; 2 &amp; “3” \"4\"", "1 &lt; 2 &amp; “3” \"4\"", "1 &lt; 2 &amp; “3” &quot;4&quot;" },
    { "an <odd>thing</odd>", "an <odd>thing</odd>", "an thing" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat ("<p>", cases[i].text, "</p>", NULL);
      g_autoptr (TrsHelpPage) page = parse (text);

      g_assert_nonnull (page);
      g_assert_cmpuint (looked_up->len, ==, 1);
      g_assert_cmpstr (g_ptr_array_index (looked_up, 0), ==, cases[i].message);
      assert_block (page, 0, TRS_HELP_PARAGRAPH, cases[i].markup);
    }
}

static void
test_translation (void)
{
  g_autoptr (TrsHelpPage) page = NULL;

  known = "Choose <gui>Copy</gui>.";
  translation = "<gui>Kopieren</gui> wählen &amp; fertig.";
  page = parse ("<p>Choose\n <gui>Copy</gui>.</p>");
  assert_block (page, 0, TRS_HELP_PARAGRAPH, "<b>Kopieren</b> wählen &amp; fertig.");
  g_clear_pointer (&page, trs_help_page_free);

  /* A slip of a translator does not take the paragraph away. */
  translation = "<gui>Kopieren wählen.";
  page = parse ("<p>Choose <gui>Copy</gui>.</p>");
  assert_block (page, 0, TRS_HELP_PARAGRAPH, "Choose <b>Copy</b>.");
  known = NULL;
}

static void
test_unknown (void)
{
  g_autoptr (TrsHelpPage) page = parse ("<media><p>In it</p></media><screen>raw &lt;text&gt;</screen><p/><comment/>");

  g_assert_nonnull (page);
  g_assert_cmpuint (page->blocks->len, ==, 2);
  assert_block (page, 0, TRS_HELP_PARAGRAPH, "In it");
  assert_block (page, 1, TRS_HELP_PARAGRAPH, "raw &lt;text&gt;");
  /* The header of a catalogue is the translation of nothing. */
  g_assert_cmpuint (looked_up->len, ==, 1);
}

static void
test_malformed (void)
{
  static const char *texts[] = { "", "words", "<page", "<page><p>open</page>", "<page>&entity;</page>", "<topic/>",
                                 "<page><p>a</p></page><page/>", "<page>\xff</page>" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_null (trs_help_page_parse (texts[i], strlen (texts[i]), look_up));
}

int
main (int   argc,
      char *argv[])
{
  int result;

  trs_test_init (&argc, &argv);
  looked_up = g_ptr_array_new_with_free_func (g_free);
  g_test_add_func ("/help-page/blocks", test_blocks);
  g_test_add_func ("/help-page/words", test_words);
  g_test_add_func ("/help-page/translation", test_translation);
  g_test_add_func ("/help-page/unknown", test_unknown);
  g_test_add_func ("/help-page/malformed", test_malformed);
  result = g_test_run ();
  g_ptr_array_unref (looked_up);
  return result;
}
