/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <archive.h>
#include <archive_entry.h>
#include <gio/gio.h>
#include <libxml/parser.h>
#include <libxml/xmlwriter.h>
#include <string.h>

#include "trs-display-text.h"
#include "trs-error.h"
#include "trs-export-escape.h"
#include "trs-export-renderers.h"
#include "trs-export-resources.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"

/* HTML, OpenDocument and Word share one writer: it starts a paragraph, adds runs of text, and ends the paragraph.
 * Everything else comes from templates that use the same style names. Word uses elements where the other two use
 * attributes. */
typedef struct
{
  const char *heading;
  const char *paragraph;
  const char *style;
  const char *rtl; /* suffix of the style for right-to-left paragraphs */
  const char *attribute[2]; /* of each paragraph */
  const char *link;
  const char *address;
  const char *run;
  const char *line_break;
  const char *highlight; /* a highlighted run */
} Markup;

/* The direction of a paragraph follows its words: text in <bdi> does not count for dir="auto". */
static const Markup html = { "h1", "p", "class", "", { "dir", "auto" }, "a", "href", "bdi", "br", "mark" };
static const Markup odt = { "text:h", "text:p", "text:style-name", "-rtl", { NULL },
                            "text:a", "xlink:href", "text:span", "text:line-break", "text:span" };
static const Markup docx = { "w:p", "w:p", NULL, NULL, { NULL }, "w:hyperlink", "r:id", "w:r", "w:br",
                             "w:r" };

#define NO_BREAK_SPACE "\xc2\xa0"
/* The author of comments in Word and OpenDocument: the user's own name is not disclosed. */
#define AUTHOR "Transcripts"

typedef struct
{
  const TrsExportSource *source;
  const TrsExportOptions *options;
  const Markup *markup;
  gboolean is_rtl; /* body of the document */
  xmlTextWriter *xml;
  xmlBuffer *body;
  GString *relations; /* Word only: the targets of links */
  guint n_links;
  GString *notes; /* Word: the comments part; HTML: the footnotes */
  guint n_notes;
  struct archive *archive;
  GByteArray *bytes;
} Writer;

static void
add_attribute (Writer     *writer,
               const char *name,
               const char *value)
{
  xmlTextWriterWriteAttribute (writer->xml, BAD_CAST name, BAD_CAST value);
}

static void
start_element (Writer     *writer,
               const char *element,
               const char *attribute,
               const char *value)
{
  xmlTextWriterStartElement (writer->xml, BAD_CAST element);
  if (attribute != NULL)
    add_attribute (writer, attribute, value);
}

static void
end_element (Writer *writer)
{
  xmlTextWriterEndElement (writer->xml);
}

static gboolean
is_rtl (const char *text)
{
  return trs_bidi_get_first_direction (text, strlen (text)) < 0;
}

static void
add_properties (Writer     *writer,
                const char *element,
                const char *style_element,
                const char *style,
                const char *rtl_element)
{
  start_element (writer, element, NULL, NULL);
  if (style != NULL)
    {
      start_element (writer, style_element, "w:val", style);
      end_element (writer);
    }
  if (rtl_element != NULL)
    {
      start_element (writer, rtl_element, NULL, NULL);
      end_element (writer);
    }
  end_element (writer);
}

static void
start_paragraph (Writer     *writer,
                 const char *style,
                 const char *words)
{
  const Markup *markup = writer->markup;
  g_autofree char *full = g_strconcat (style, is_rtl (words) ? markup->rtl : NULL, NULL);

  start_element (writer, g_str_equal (style, "Heading1") ? markup->heading : markup->paragraph, markup->style, full);
  if (markup->attribute[0] != NULL)
    add_attribute (writer, markup->attribute[0], markup->attribute[1]);
  if (markup == &docx)
    add_properties (writer, "w:pPr", "w:pStyle", style, is_rtl (words) ? "w:bidi" : NULL);
}

/* Adds a hyperlink relationship. Returns: (transfer full): its id */
static char *
add_relationship (Writer     *writer,
                  const char *link)
{
  char *id = g_strdup_printf ("link%u", ++writer->n_links);
  g_autofree char *target = trs_export_escape_html (link, -1);

  g_string_append_printf (writer->relations,
                          "<Relationship Id=\"%s\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/"
                          "relationships/hyperlink\" Target=\"%s\" TargetMode=\"External\"/>\n", id, target);
  return id;
}

static void
add_lines (Writer     *writer,
           const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (i > 0)
        {
          start_element (writer, writer->markup->line_break, NULL, NULL);
          end_element (writer);
        }
      if (writer->markup == &docx)
        start_element (writer, "w:t", "xml:space", "preserve");
      xmlTextWriterWriteString (writer->xml, BAD_CAST lines[i]);
      if (writer->markup == &docx)
        end_element (writer);
    }
}

static void
add_run (Writer     *writer,
         const char *style,
         const char *link,
         const char *text)
{
  const Markup *markup = writer->markup;
  g_autofree char *clean = trs_export_clean (text, -1);
  g_autofree char *address = link != NULL && markup == &docx ? add_relationship (writer, link) : g_strdup (link);
  gboolean has_run = style != NULL || markup == &docx;

  if (link != NULL)
    start_element (writer, markup->link, markup->address, address);
  if (link != NULL && markup == &odt)
    add_attribute (writer, "xlink:type", "simple");
  /* Without a style of its own, it would look like any other link. */
  if (link != NULL && style != NULL && markup == &odt)
    add_attribute (writer, "text:style-name", style);
  if (has_run)
    start_element (writer, markup->run, markup->style, style);
  if (markup == &docx)
    add_properties (writer, "w:rPr", "w:rStyle", style, is_rtl (clean) ? "w:rtl" : NULL);
  add_lines (writer, clean);
  if (has_run)
    end_element (writer);
  if (link != NULL)
    end_element (writer);
}

static void
end_paragraph (Writer *writer)
{
  end_element (writer);
  xmlTextWriterWriteRaw (writer->xml, BAD_CAST "\n");
}

static void
add_fact (Writer              *writer,
          const TrsExportFact *fact)
{
  gboolean is_title = g_str_equal (fact->key, "title");

  start_paragraph (writer, is_title ? "Heading1" : "Source", is_title ? fact->value : "");
  add_run (writer, NULL, g_str_equal (fact->key, "source") ? fact->value : NULL, fact->line);
  end_paragraph (writer);
}

/* Highlights */

/* Returns: (transfer full) (nullable): the categories of all highlights on a run */
static char *
dup_categories (const TrsExportHighlight *top,
                const TrsExportHighlight *below)
{
  const char *name = trs_highlight_strings_name (top->annotation->number);

  return below != NULL ? g_strjoin (", ", trs_highlight_strings_name (below->annotation->number), name, NULL)
                       : g_strdup (name);
}

/* Where two highlights overlap, the upper one colours the background and the lower one the underline. */
static char *
dup_highlight_style (const Writer             *writer,
                     const TrsExportHighlight *top,
                     const TrsExportHighlight *below)
{
  guint colour = top->annotation->number % TRS_HIGHLIGHT_N_COLOURS;
  guint other = below != NULL ? below->annotation->number % TRS_HIGHLIGHT_N_COLOURS : 0;

  if (below == NULL || writer->markup == &docx)
    return g_strdup_printf ("Highlight%u", colour);
  return g_strdup_printf (writer->markup == &html ? "Highlight%u Over%u" : "Highlight%uOver%u", colour, other);
}

static void
add_highlight_properties (Writer     *writer,
                          const char *style,
                          guint       below)
{
  static const char * const lines[] = TRS_HIGHLIGHT_LINES;

  start_element (writer, "w:rPr", NULL, NULL);
  start_element (writer, "w:rStyle", "w:val", style);
  end_element (writer);
  if (below < TRS_HIGHLIGHT_N_COLOURS)
    {
      start_element (writer, "w:u", "w:val", "thick");
      add_attribute (writer, "w:color", lines[below] + 1);
      end_element (writer);
    }
  if (writer->is_rtl)
    {
      start_element (writer, "w:rtl", NULL, NULL);
      end_element (writer);
    }
  end_element (writer);
}

/* Sets the direction of every run: when a paragraph is split into runs, each must be ordered as in the whole. */
static void
words_cb (const char               *text,
          gsize                     length,
          const TrsExportHighlight *top,
          const TrsExportHighlight *below,
          gpointer                  user_data)
{
  Writer *writer = user_data;
  g_autofree char *clean = trs_export_clean (text, (gssize) length);
  g_autofree char *style = top != NULL ? dup_highlight_style (writer, top, below) : NULL;
  g_autofree char *categories = top != NULL ? dup_categories (top, below) : NULL;
  gboolean has_run = style != NULL || writer->markup == &docx;

  /* An empty XML element would be self-closing, which HTML does not allow here. */
  if (*clean == '\0')
    return;
  if (has_run)
    start_element (writer, writer->markup->highlight, writer->markup->style, style);
  if (writer->markup == &docx && style != NULL)
    add_highlight_properties (writer, style,
                              below != NULL ? below->annotation->number % TRS_HIGHLIGHT_N_COLOURS : G_MAXUINT);
  else if (writer->markup == &docx)
    add_properties (writer, "w:rPr", "w:rStyle", NULL, writer->is_rtl ? "w:rtl" : NULL);
  if (style != NULL && writer->markup == &html)
    add_attribute (writer, "title", categories);
  add_lines (writer, clean);
  if (has_run)
    end_element (writer);
}

/* A bookmark is found by its name even where highlights overlap or span paragraphs. Word does not allow spaces in
 * names. */
static void
add_bookmark (Writer                   *writer,
              const TrsExportHighlight *highlight,
              gboolean                  is_start)
{
  g_autofree char *id = g_strdup_printf ("%u", highlight->number);
  g_autofree char *name = g_strdup_printf ("Highlight_%u_%s", highlight->number + 1,
                                           trs_highlight_strings_id (highlight->annotation->number));

  if (writer->markup == &html || !writer->options->highlights)
    return;
  if (writer->markup == &odt)
    start_element (writer, is_start ? "text:bookmark-start" : "text:bookmark-end", "text:name", name);
  else
    start_element (writer, is_start ? "w:bookmarkStart" : "w:bookmarkEnd", "w:id", id);
  if (writer->markup == &docx && is_start)
    add_attribute (writer, "w:name", name);
  end_element (writer);
}

static char *
dup_comment (const TrsExportHighlight *highlight,
             const char               *note)
{
  return g_strdup_printf ("%s: %s", trs_highlight_strings_name (highlight->annotation->number), note);
}

static void
add_element (Writer     *writer,
             const char *element,
             const char *text)
{
  if (text == NULL)
    return;
  start_element (writer, element, NULL, NULL);
  xmlTextWriterWriteString (writer->xml, BAD_CAST text);
  end_element (writer);
}

static void
add_odt_comment (Writer                   *writer,
                 const TrsExportHighlight *highlight,
                 const char               *name,
                 const char               *note)
{
  g_autofree char *date = trs_export_format_date (highlight->annotation->at);
  g_autofree char *comment = dup_comment (highlight, note);

  start_element (writer, "office:annotation", "office:name", name);
  add_element (writer, "dc:creator", AUTHOR);
  add_element (writer, "dc:date", date);
  start_element (writer, "text:p", NULL, NULL);
  add_lines (writer, comment);
  end_element (writer);
  end_element (writer);
}

static void
add_docx_comment (Writer                   *writer,
                  const TrsExportHighlight *highlight,
                  const char               *note)
{
  g_autofree char *date = trs_export_format_date (highlight->annotation->at);
  g_autofree char *comment = dup_comment (highlight, note);
  g_autofree char *escaped = trs_export_escape_html (comment, -1);
  g_auto (GStrv) lines = g_strsplit (escaped, "\n", -1);
  g_autofree char *runs = g_strjoinv ("</w:t><w:br/><w:t xml:space=\"preserve\">", lines);
  const char *rtl = is_rtl (note) ? "<w:bidi/>" : "";

  g_string_append_printf (writer->notes, "<w:comment w:id=\"%u\" w:author=\"" AUTHOR "\" w:initials=\"T\"%s%s%s>",
                          highlight->number, date != NULL ? " w:date=\"" : "", date != NULL ? date : "",
                          date != NULL ? "\"" : "");
  g_string_append_printf (writer->notes,
                          "<w:p><w:pPr><w:pStyle w:val=\"CommentText\"/>%s</w:pPr><w:r><w:rPr><w:rStyle "
                          "w:val=\"CommentReference\"/></w:rPr><w:annotationRef/></w:r><w:r>%s<w:t "
                          "xml:space=\"preserve\">%s</w:t></w:r></w:p></w:comment>\n",
                          rtl, *rtl != '\0' ? "<w:rPr><w:rtl/></w:rPr>" : "", runs);
}

static void
begin_cb (const TrsExportHighlight *highlight,
          gpointer                  user_data)
{
  Writer *writer = user_data;
  g_autofree char *note = trs_export_highlight_dup_note (highlight, writer->options);
  g_autofree char *id = g_strdup_printf (writer->markup == &odt ? "note%u" : "%u", highlight->number);

  add_bookmark (writer, highlight, TRUE);
  if (note == NULL || writer->markup == &html)
    return;
  writer->n_notes++;
  if (writer->markup == &odt)
    {
      add_odt_comment (writer, highlight, id, note);
      return;
    }
  add_docx_comment (writer, highlight, note);
  start_element (writer, "w:commentRangeStart", "w:id", id);
  end_element (writer);
}

/* The footnote, with a link back to its place. */
static void
add_html_note (Writer                   *writer,
               const TrsExportHighlight *highlight,
               const char               *note)
{
  g_autofree char *number = g_strdup_printf ("%u", ++writer->n_notes);
  g_autofree char *id = g_strconcat ("words", number, NULL);
  g_autofree char *target = g_strconcat ("#note", number, NULL);
  g_autofree char *name = trs_export_escape_html (trs_highlight_strings_name (highlight->annotation->number), -1);
  g_autofree char *escaped = trs_export_escape_html (note, -1);
  g_auto (GStrv) lines = g_strsplit (escaped, "\n", -1);
  g_autofree char *joined = g_strjoinv ("<br>", lines);

  start_element (writer, "sup", "id", id);
  start_element (writer, "a", "href", target);
  xmlTextWriterWriteString (writer->xml, BAD_CAST number);
  end_element (writer);
  end_element (writer);
  g_string_append_printf (writer->notes, "<li id=\"note%s\" dir=\"auto\"><a href=\"#words%s\">%s</a>: %s</li>\n",
                          number, number, name, joined);
}

static void
end_cb (const TrsExportHighlight *highlight,
        gpointer                  user_data)
{
  Writer *writer = user_data;
  g_autofree char *note = trs_export_highlight_dup_note (highlight, writer->options);
  g_autofree char *id = g_strdup_printf (writer->markup == &odt ? "note%u" : "%u", highlight->number);

  if (note != NULL && writer->markup == &html)
    add_html_note (writer, highlight, note);
  else if (note != NULL && writer->markup == &odt)
    {
      start_element (writer, "office:annotation-end", "office:name", id);
      end_element (writer);
    }
  else if (note != NULL)
    {
      start_element (writer, "w:commentRangeEnd", "w:id", id);
      end_element (writer);
      start_element (writer, "w:r", NULL, NULL);
      add_properties (writer, "w:rPr", "w:rStyle", "CommentReference", NULL);
      start_element (writer, "w:commentReference", "w:id", id);
      end_element (writer);
      end_element (writer);
    }
  add_bookmark (writer, highlight, FALSE);
}

static void
check_cb (gpointer user_data)
{
  add_run (user_data, "Checked", NULL, NO_BREAK_SPACE TRS_EXPORT_CHECK);
}

static const TrsExportVisitor visitor = { words_cb, begin_cb, end_cb, check_cb };

/* A legend of the colours in use, each shown as it looks; print has no other explanation. */
static void
add_legend (Writer *writer,
            GArray *blocks)
{
  guint colours = trs_export_blocks_get_colours (writer->options, blocks);
  g_autofree char *label = NULL;

  if (colours == 0)
    return;

  label = g_strconcat (_("Highlights"), ":", NULL);
  start_paragraph (writer, "Source", "");
  writer->is_rtl = FALSE;
  add_run (writer, NULL, NULL, label);
  for (guint i = 0; i < TRS_HIGHLIGHT_N_COLOURS; i++)
    if ((colours & 1u << i) != 0)
      {
        const TrsAnnotation annotation = { .number = i };
        const TrsExportHighlight highlight = { .annotation = &annotation };
        const char *name = trs_highlight_strings_name (i);

        add_run (writer, NULL, NULL, " ");
        words_cb (name, strlen (name), &highlight, NULL, writer);
      }
  end_paragraph (writer);
}

static void
add_block (Writer               *writer,
           const TrsExportBlock *block)
{
  start_paragraph (writer, "Paragraph", block->text->str);
  if (block->time != NULL)
    {
      add_run (writer, "Timecode", block->link, block->time);
      add_run (writer, NULL, NULL, " ");
    }
  if (block->heading != NULL)
    {
      add_run (writer, "Speaker", NULL, block->heading);
      add_run (writer, NULL, NULL, ": ");
    }
  writer->is_rtl = is_rtl (block->text->str);
  trs_export_block_visit (block, writer->options, &visitor, writer);
  end_paragraph (writer);
}

static void
writer_open (Writer                 *writer,
             const TrsExportSource  *source,
             const TrsExportOptions *options,
             const Markup           *markup)
{
  /* Initialize libxml2 here: two threads might do so at the same time. */
  xmlInitParser ();
  writer->source = source;
  writer->options = options;
  writer->markup = markup;
  writer->body = xmlBufferCreate ();
  writer->xml = xmlNewTextWriterMemory (writer->body, 0);
  writer->relations = g_string_new (NULL);
  writer->notes = g_string_new (NULL);
}

static void
writer_init (Writer                 *writer,
             const TrsExportSource  *source,
             const TrsExportOptions *options,
             const Markup           *markup)
{
  g_autoptr (GPtrArray) facts = trs_export_source_list_page_facts (source, options);
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, options);

  writer_open (writer, source, options, markup);
  for (guint i = 0; i < facts->len; i++)
    add_fact (writer, g_ptr_array_index (facts, i));
  add_legend (writer, blocks);
  for (guint i = 0; i < blocks->len; i++)
    add_block (writer, &g_array_index (blocks, TrsExportBlock, i));
  xmlTextWriterFlush (writer->xml);
}

/* @text: (nullable): one that stands below a quotation */
static void
add_line (Writer     *writer,
          const char *text)
{
  if (text == NULL)
    return;
  start_paragraph (writer, "Source", "");
  add_run (writer, NULL, NULL, text);
  end_paragraph (writer);
}

/* A quote sheet: the words in their colour, then the speaker, the source, and the user's annotations. */
static void
add_entry (Writer                     *writer,
           const TrsQuoteSheetEntry   *entry,
           const TrsQuoteSheetOptions *options)
{
  const TrsAnnotation annotation = { .number = entry->colour };
  const TrsExportHighlight highlight = { .annotation = &annotation };
  g_autofree char *words = trs_quotation_dup_words (&entry->quotation);
  g_autofree char *place = trs_quotation_dup_place (&entry->quotation);
  g_autofree char *speaker = entry->speaker != NULL ? g_strconcat (entry->speaker, ", ", NULL) : NULL;
  g_autofree char *note = entry->note != NULL ? g_strdup_printf ("%s: %s", _("Note"), entry->note) : NULL;

  start_paragraph (writer, "Paragraph", words);
  writer->is_rtl = is_rtl (words);
  words_cb (words, strlen (words), &highlight, NULL, writer);
  end_paragraph (writer);

  start_paragraph (writer, "Source", "");
  add_run (writer, NULL, NULL, "— ");
  if (speaker != NULL)
    add_run (writer, "Speaker", NULL, speaker);
  add_run (writer, NULL, entry->link, place);
  add_run (writer, NULL, NULL, " · ");
  add_run (writer, NULL, NULL, trs_highlight_strings_name (entry->colour));
  if (entry->checked)
    {
      check_cb (writer);
      add_run (writer, NULL, NULL, " ");
      add_run (writer, NULL, NULL, _("Checked against the video"));
    }
  end_paragraph (writer);
  add_line (writer, note);
  add_line (writer, entry->closing);
}

static void
add_sheet_heading (Writer     *writer,
                   const char *style,
                   const char *text)
{
  start_paragraph (writer, style, text);
  add_run (writer, g_str_equal (style, "Heading1") ? NULL : "Speaker", NULL, text);
  end_paragraph (writer);
}

static void
add_sheet (Writer                     *writer,
           GPtrArray                  *sources,
           const TrsQuoteSheetOptions *options)
{
  g_autoptr (GPtrArray) entries = trs_quote_sheet_new (sources, options);
  const TrsQuoteSheetEntry *before = NULL;

  for (guint i = 0; i < entries->len; i++)
    {
      const TrsQuoteSheetEntry *entry = g_ptr_array_index (entries, i);
      gboolean other_source = before == NULL || before->source != entry->source;
      g_autofree char *title = trs_display_text_title (entry->source->title);

      if (other_source)
        add_sheet_heading (writer, "Heading1", title);
      if (options->grouped && (other_source || before->colour != entry->colour))
        add_sheet_heading (writer, "Paragraph", trs_highlight_strings_name (entry->colour));
      add_entry (writer, entry, options);
      before = entry;
    }
  xmlTextWriterFlush (writer->xml);
}

static void
writer_clear (Writer *writer)
{
  xmlFreeTextWriter (writer->xml);
  xmlBufferFree (writer->body);
  g_string_free (writer->relations, TRUE);
  g_string_free (writer->notes, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

/* Replaces @place with the escaped @value. Returns: FALSE if the line has that placeholder and @value is NULL */
static gboolean
fill_placeholder (GString    *line,
                  const char *place,
                  const char *value)
{
  g_autofree char *escaped = trs_export_escape_html (value != NULL ? value : "", -1);

  return g_string_replace (line, place, escaped, 0) == 0 || value != NULL;
}

/* Replaces the placeholders for the categories of highlights. */
static void
fill_highlight_placeholders (Writer  *writer,
                             GString *line)
{
  static const char * const fills[] = TRS_HIGHLIGHT_FILLS;
  static const char * const lines[] = TRS_HIGHLIGHT_LINES;

  for (guint i = 0; i < TRS_HIGHLIGHT_N_COLOURS && strchr (line->str, '@') != NULL; i++)
    {
      const char *values[] = { fills[i] + 1, lines[i] + 1, trs_highlight_strings_name (i) };
      const char *places[] = { "fill", "line", "name" };

      for (guint j = 0; j < G_N_ELEMENTS (places); j++)
        {
          g_autofree char *place = g_strdup_printf ("@%s%u@", places[j], i);

          fill_placeholder (line, place, values[j]);
        }
    }
}

/* A template line whose placeholder has no value is left out. */
static GString *
fill_template (Writer     *writer,
               const char *name,
               const char *body)
{
  g_autofree char *path = g_strconcat ("/export/", name, ".in", NULL);
  g_autoptr (GBytes) template = g_resource_lookup_data (trs_export_get_resource (), path, 0, NULL);
  /* The first line of a template is a comment on it. */
  g_auto (GStrv) lines = g_strsplit (strchr (g_bytes_get_data (template, NULL), '\n') + 1, "\n", -1);
  const char *language = writer->source->language;
  g_auto (GStrv) tag = g_strsplit (language != NULL ? language : "", "-", 2);
  g_autofree char *title = trs_display_text_title (writer->source->title);
  g_autofree char *received = trs_export_format_date (writer->source->received_at);
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GString) line = g_string_new (lines[i]);

      fill_highlight_placeholders (writer, line);
      if (g_str_equal (lines[i], "@body@"))
        g_string_append (text, body);
      else if (g_str_equal (lines[i], "@notes@"))
        g_string_append (text, writer->notes->str);
      else if (fill_placeholder (line, "@has-notes@", writer->n_notes > 0 ? "" : NULL) &&
               /* Translators: heading above the notes to highlights, at the end of a file. */
               fill_placeholder (line, "@notes-heading@", _("Notes")) && fill_placeholder (line, "@title@", title) &&
               fill_placeholder (line, "@received@", received) && fill_placeholder (line, "@language@", language) &&
               fill_placeholder (line, "@language-alone@", tag[0]) &&
               fill_placeholder (line, "@country@",
                                 tag[0] != NULL && tag[1] != NULL && strlen (tag[1]) == 2 ? tag[1] : "none"))
        g_string_append_printf (text, "%s%s", line->str, lines[i + 1] != NULL ? "\n" : "");
    }
  return text;
}

GBytes *
trs_export_render_html (const TrsExportSource   *source,
                        const TrsExportOptions  *options,
                        GError                 **error)
{
  g_auto (Writer) writer = { 0 };

  writer_init (&writer, source, options, &html);
  return g_string_free_to_bytes (fill_template (&writer, "html.html", (const char *) xmlBufferContent (writer.body)));
}

static la_ssize_t
write_cb (struct archive *archive,
          void           *user_data,
          const void     *buffer,
          size_t          length)
{
  g_byte_array_append (user_data, buffer, (guint) length);
  return (la_ssize_t) length;
}

static void
open_package (Writer *writer)
{
  writer->bytes = g_byte_array_new ();
  writer->archive = archive_write_new ();
  archive_write_set_format_zip (writer->archive);
  archive_write_set_bytes_in_last_block (writer->archive, 1);
  archive_write_open (writer->archive, writer->bytes, NULL, write_cb, NULL);
}

/* Archive entries have no dates, so that the same transcript gives the same bytes. */
static void
add_entry_of_package (Writer     *writer,
                      const char *path,
                      const char *text,
                      gsize       length)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, path);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) length);
  archive_write_header (writer->archive, entry);
  archive_write_data (writer->archive, text, length);
  archive_entry_free (entry);
}

static void
add_part (Writer     *writer,
          const char *path,
          const char *name,
          const char *body)
{
  g_autoptr (GString) text = fill_template (writer, name, body);

  add_entry_of_package (writer, path, text->str, text->len);
}

static guint32
read_number (const guint8 *place,
             guint         n_bytes)
{
  return n_bytes == 0 ? 0 : place[0] | read_number (place + 1, n_bytes - 1) << 8;
}

static void
move_back (guint8  *offset,
           guint32  by)
{
  guint32 value = GUINT32_TO_LE (read_number (offset, 4) - by);

  memcpy (offset, &value, 4);
}

/* libarchive adds an extra field to every entry, but OpenDocument forbids it in the first one: the MIME type must be at
 * a fixed offset. Remove it, and correct the offsets of all that follows, including the central directory. */
static void
drop_first_extra_field (GByteArray *zip)
{
  guint name_length = read_number (zip->data + 26, 2);
  guint extra_length = read_number (zip->data + 28, 2);
  guint8 *end = zip->data + zip->len - 22;

  for (guint8 *entry = zip->data + read_number (end + 16, 4); entry < end;
       entry += 46 + read_number (entry + 28, 2) + read_number (entry + 30, 2) + read_number (entry + 32, 2))
    if (read_number (entry + 42, 4) > 0)
      move_back (entry + 42, extra_length);
  move_back (end + 16, extra_length);
  memset (zip->data + 28, 0, 2);
  g_byte_array_remove_range (zip, 30 + name_length, extra_length);
}

static GBytes *
close_package (Writer  *writer,
               GError **error)
{
  g_autoptr (GByteArray) bytes = writer->bytes;
  gboolean complete = archive_write_close (writer->archive) == ARCHIVE_OK;

  if (!complete)
    g_set_error (error, TRS_ERROR, TRS_ERROR_FAILED, "The document could not be packed: %s",
                 archive_error_string (writer->archive));
  else
    drop_first_extra_field (bytes);
  archive_write_free (writer->archive);
  return complete ? g_byte_array_free_to_bytes (g_steal_pointer (&bytes)) : NULL;
}

static GBytes *
pack_odt (Writer  *writer,
          GError **error)
{
  const char *type = "application/vnd.oasis.opendocument.text";

  open_package (writer);
  /* The first entry must be an uncompressed "mimetype", by which the file type is recognised. */
  archive_write_zip_set_compression_store (writer->archive);
  add_entry_of_package (writer, "mimetype", type, strlen (type));
  archive_write_zip_set_compression_deflate (writer->archive);
  add_part (writer, "META-INF/manifest.xml", "odt-manifest.xml", NULL);
  add_part (writer, "meta.xml", "odt-meta.xml", NULL);
  add_part (writer, "styles.xml", "odt-styles.xml", NULL);
  add_part (writer, "content.xml", "odt-content.xml", (const char *) xmlBufferContent (writer->body));
  return close_package (writer, error);
}

static GBytes *
pack_docx (Writer  *writer,
           GError **error)
{
  open_package (writer);
  add_part (writer, "[Content_Types].xml", "docx-content-types.xml", NULL);
  add_part (writer, "_rels/.rels", "docx-rels.xml", NULL);
  add_part (writer, "docProps/core.xml", "docx-core.xml", NULL);
  add_part (writer, "word/styles.xml", "docx-styles.xml", NULL);
  add_part (writer, "word/footer.xml", "docx-footer.xml", NULL);
  if (writer->n_notes > 0)
    add_part (writer, "word/comments.xml", "docx-comments.xml", writer->notes->str);
  add_part (writer, "word/document.xml", "docx-document.xml", (const char *) xmlBufferContent (writer->body));
  add_part (writer, "word/_rels/document.xml.rels", "docx-document-rels.xml", writer->relations->str);
  return close_package (writer, error);
}

GBytes *
trs_export_render_odt (const TrsExportSource   *source,
                       const TrsExportOptions  *options,
                       GError                 **error)
{
  g_auto (Writer) writer = { 0 };

  writer_init (&writer, source, options, &odt);
  return pack_odt (&writer, error);
}

GBytes *
trs_export_render_docx (const TrsExportSource   *source,
                        const TrsExportOptions  *options,
                        GError                 **error)
{
  g_auto (Writer) writer = { 0 };

  writer_init (&writer, source, options, &docx);
  return pack_docx (&writer, error);
}

GBytes *
trs_export_render_sheet (GPtrArray                  *sources,
                         const TrsQuoteSheetOptions *options,
                         const char                 *extension,
                         GError                    **error)
{
  const TrsExportSource about = { .title = (char *) _("Highlights") };
  const TrsExportOptions shown = { .highlights = TRUE };
  gboolean is_odt = g_str_equal (extension, "odt");
  g_auto (Writer) writer = { 0 };

  writer_open (&writer, &about, &shown, is_odt ? &odt : &docx);
  add_sheet (&writer, sources, options);
  return is_odt ? pack_odt (&writer, error) : pack_docx (&writer, error);
}
