/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-help-page.h"

#include <libxml/parser.h>
#include <string.h>

/* What a block is cannot be told from its element alone: a paragraph in a note is a note. */
typedef struct
{
  TrsHelpPage *page;
  TrsHelpTranslate translate;
  TrsHelpBlockKind kind;
  guint number;
  const xmlNode *section;
} Place;

/* In a text from right to left, options and keys stay as they are typed. */
#define LEFT_TO_RIGHT "\xe2\x81\xa6"
#define ITS_OWN_WAY "\xe2\x81\xa8"
#define END_OF_IT "\xe2\x81\xa9"

/* The elements inside a paragraph that look different, and how. All others show their text. */
static const struct
{
  const char *name;
  const char *begin;
  const char *end;
} inline_elements[] = {
  { "cmd", "<tt>" LEFT_TO_RIGHT, END_OF_IT "</tt>" },
  { "code", "<tt>" LEFT_TO_RIGHT, END_OF_IT "</tt>" },
  { "em", "<i>", "</i>" },
  { "gui", "<b>", "</b>" },
  { "key", "<b>" ITS_OWN_WAY, END_OF_IT "</b>" },
};

/* What stands between the parts of a sequence. The first one is mirrored in a text from right to left. */
static const struct
{
  const char *name;
  const char *separator;
} sequences[] = {
  { "guiseq", " › " },
  { "keyseq", "+" },
};

static gboolean
is_element (const xmlNode *node,
            const char    *name)
{
  return node->type == XML_ELEMENT_NODE && g_str_equal ((const char *) node->name, name);
}

static gboolean
is_text (const xmlNode *node)
{
  return node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
}

/* Returns: (nullable) (transfer full): the value of an attribute */
static char *
dup_attribute (const xmlNode *node,
               const char    *name)
{
  xmlChar *value = xmlGetProp (node, (const xmlChar *) name);
  char *copy = g_strdup ((const char *) value);

  xmlFree (value);
  return copy;
}

static void
append_escaped (GString    *string,
                const char *text,
                gsize       length)
{
  for (gsize i = 0; i < length; i++)
    switch (text[i])
      {
      case '&':
        g_string_append (string, "&amp;");
        break;
      case '<':
        g_string_append (string, "&lt;");
        break;
      case '>':
        g_string_append (string, "&gt;");
        break;
      case '"':
        g_string_append (string, "&quot;");
        break;
      default:
        g_string_append_c (string, text[i]);
      }
}

/* Lines are broken anywhere in a page: white space is one space, and none at the ends. */
static char *
dup_words (const xmlNode *node)
{
  const char *text = (const char *) node->content;
  GString *words = g_string_new (NULL);
  gboolean blank = FALSE;

  for (; text != NULL && *text != '\0'; text++)
    {
      if (strchr (" \t\r\n", *text) != NULL)
        {
          blank = TRUE;
          continue;
        }
      if (blank && (words->len > 0 || node->prev != NULL))
        g_string_append_c (words, ' ');
      g_string_append_c (words, *text);
      blank = FALSE;
    }
  if (blank && node->next != NULL && (words->len > 0 || node->prev != NULL))
    g_string_append_c (words, ' ');
  return g_string_free (words, FALSE);
}

/* Writes what is inside of a node as xgettext does, so that the message is found. Quotation marks are escaped in
 * attributes alone there. */
static void
append_message (GString       *message,
                const xmlNode *parent)
{
  for (const xmlNode *node = parent->children; node != NULL; node = node->next)
    {
      if (is_text (node))
        {
          g_autofree char *words = dup_words (node);
          g_auto (GStrv) parts = g_strsplit (words, "\"", -1);

          for (gsize i = 0; parts[i] != NULL; i++)
            {
              g_string_append (message, i > 0 ? "\"" : "");
              append_escaped (message, parts[i], strlen (parts[i]));
            }
        }
      else if (node->type == XML_ELEMENT_NODE)
        {
          g_string_append_printf (message, "<%s", node->name);
          for (const xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next)
            {
              g_autofree char *value = dup_attribute (node, (const char *) attribute->name);

              g_string_append_printf (message, " %s=\"", attribute->name);
              append_escaped (message, value, strlen (value));
              g_string_append_c (message, '"');
            }
          if (node->children == NULL)
            {
              g_string_append (message, "/>");
              continue;
            }
          g_string_append_c (message, '>');
          append_message (message, node);
          g_string_append_printf (message, "</%s>", node->name);
        }
    }
}

static void append_markup (GString       *markup,
                           const xmlNode *parent,
                           const char    *separator);

/* Returns: whether it leads anywhere */
static gboolean
append_link (GString       *markup,
             const xmlNode *node)
{
  g_autofree char *page = dup_attribute (node, "xref");
  g_autofree char *address = page != NULL ? g_strconcat ("help:", page, NULL) : dup_attribute (node, "href");

  if (address == NULL)
    return FALSE;

  g_string_append (markup, "<a href=\"");
  append_escaped (markup, address, strlen (address));
  g_string_append (markup, "\">");
  append_markup (markup, node, NULL);
  g_string_append (markup, "</a>");
  return TRUE;
}

static void
append_element (GString       *markup,
                const xmlNode *node)
{
  if (is_element (node, "link") && append_link (markup, node))
    return;

  for (gsize i = 0; i < G_N_ELEMENTS (inline_elements); i++)
    if (is_element (node, inline_elements[i].name))
      {
        g_string_append (markup, inline_elements[i].begin);
        append_markup (markup, node, NULL);
        g_string_append (markup, inline_elements[i].end);
        return;
      }
  for (gsize i = 0; i < G_N_ELEMENTS (sequences); i++)
    if (is_element (node, sequences[i].name))
      {
        append_markup (markup, node, sequences[i].separator);
        return;
      }
  append_markup (markup, node, NULL);
}

static void
append_markup (GString       *markup,
               const xmlNode *parent,
               const char    *separator)
{
  gboolean first = TRUE;

  for (const xmlNode *node = parent->children; node != NULL; node = node->next)
    {
      if (is_text (node))
        {
          g_autofree char *words = dup_words (node);

          append_escaped (markup, words, strlen (words));
        }
      else if (node->type == XML_ELEMENT_NODE)
        {
          if (separator != NULL && !first)
            g_string_append (markup, separator);
          first = FALSE;
          append_element (markup, node);
        }
    }
}

static xmlDoc *
parse (const char *text,
       gsize       length)
{
  if (length > G_MAXINT)
    return NULL;
  return xmlReadMemory (text, (int) length, NULL, "UTF-8", XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
}

/* Looks the words of a block up, and reads what comes back as if it had stood in the page. A translation that is not
 * well-formed is none. */
static xmlDoc *
parse_translation (const Place   *place,
                   const xmlNode *node)
{
  g_autoptr (GString) message = g_string_new (NULL);
  const char *translation;
  g_autofree char *text = NULL;
  xmlDoc *document;

  append_message (message, node);
  /* Nothing is the header of a catalogue. */
  if (message->len == 0)
    return NULL;
  translation = place->translate (message->str);
  text = g_strconcat ("<p>", translation, "</p>", NULL);
  document = parse (text, strlen (text));
  if (document != NULL || translation == message->str)
    return document;

  g_free (text);
  text = g_strconcat ("<p>", message->str, "</p>", NULL);
  return parse (text, strlen (text));
}

/* Returns: (nullable) (transfer full): the words of a block in the language of the user, as Pango markup */
static char *
dup_markup (const Place   *place,
            const xmlNode *node)
{
  xmlDoc *document = parse_translation (place, node);
  GString *markup;

  if (document == NULL)
    return NULL;

  markup = g_string_new (NULL);
  append_markup (markup, xmlDocGetRootElement (document), NULL);
  xmlFreeDoc (document);
  return g_string_free (markup, FALSE);
}

/* Returns: (nullable) (transfer full): the words of a block in the language of the user, without markup */
static char *
dup_plain (const Place   *place,
           const xmlNode *node)
{
  xmlDoc *document = parse_translation (place, node);
  xmlChar *content = document != NULL ? xmlNodeGetContent (xmlDocGetRootElement (document)) : NULL;
  char *plain = g_strdup ((const char *) content);

  xmlFree (content);
  xmlFreeDoc (document);
  return plain;
}

static void
block_free (gpointer data)
{
  TrsHelpBlock *block = data;

  g_free (block->id);
  g_free (block->markup);
  g_free (block);
}

/* @markup: (nullable) (transfer full): the words of the block */
static void
add_block (Place            *place,
           TrsHelpBlockKind  kind,
           char             *markup)
{
  TrsHelpBlock *block;

  if (markup == NULL)
    return;

  block = g_new0 (TrsHelpBlock, 1);
  block->kind = kind;
  block->markup = markup;
  if (kind == TRS_HELP_STEP)
    block->number = place->number;
  if (kind == TRS_HELP_HEADING)
    block->id = dup_attribute (place->section, "id");
  g_ptr_array_add (place->page->blocks, block);
}

static void
read_info (Place         *place,
           const xmlNode *info)
{
  for (const xmlNode *node = info->children; node != NULL; node = node->next)
    {
      if (is_element (node, "desc") && place->page->description == NULL)
        place->page->description = dup_plain (place, node);
      else if (is_element (node, "link"))
        {
          g_autofree char *type = dup_attribute (node, "type");
          g_autofree char *page = dup_attribute (node, "xref");

          if (g_strcmp0 (type, "topic") == 0 && page != NULL)
            g_ptr_array_add (place->page->topics, g_steal_pointer (&page));
        }
    }
}

static void
read_title (Place         *place,
            const xmlNode *node)
{
  if (place->section != NULL || place->kind != TRS_HELP_PARAGRAPH)
    {
      add_block (place, place->kind != TRS_HELP_PARAGRAPH ? place->kind : TRS_HELP_HEADING, dup_markup (place, node));
      return;
    }
  if (place->page->title == NULL)
    place->page->title = dup_plain (place, node);
  add_block (place, TRS_HELP_TITLE, dup_markup (place, node));
}

static void read_blocks (Place          place,
                         const xmlNode *parent);

static void read_block (Place         *place,
                        const xmlNode *node);

/* Only the first paragraph of an item has its number or its dot. */
static void
read_item (Place          place,
           const xmlNode *item)
{
  for (const xmlNode *node = item->children; node != NULL; node = node->next)
    if (node->type == XML_ELEMENT_NODE)
      {
        read_block (&place, node);
        place.kind = TRS_HELP_PARAGRAPH;
      }
}

/* An element that is not known may hold blocks or words: what it says is shown, untranslated if it is words. */
static void
read_unknown (Place          place,
              const xmlNode *node)
{
  gboolean words = FALSE;

  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    words |= is_text (child) && !xmlIsBlankNode (child);
  if (words)
    {
      GString *markup = g_string_new (NULL);

      append_element (markup, node);
      add_block (&place, place.kind, g_string_free (markup, FALSE));
    }
  else
    read_blocks (place, node);
}

static void
read_block (Place         *place,
            const xmlNode *node)
{
  Place inside = *place;

  if (is_element (node, "info"))
    read_info (place, node);
  else if (is_element (node, "title"))
    read_title (place, node);
  else if (is_element (node, "p"))
    add_block (place, place->kind, dup_markup (place, node));
  else if (is_element (node, "section"))
    {
      inside.section = node;
      read_blocks (inside, node);
    }
  else if (is_element (node, "note"))
    {
      inside.kind = TRS_HELP_NOTE;
      read_blocks (inside, node);
    }
  else if (is_element (node, "list") || is_element (node, "steps"))
    {
      inside.kind = is_element (node, "list") ? TRS_HELP_ITEM : TRS_HELP_STEP;
      inside.number = 0;
      read_blocks (inside, node);
    }
  else if (is_element (node, "item"))
    {
      place->number++;
      read_item (*place, node);
    }
  else
    read_unknown (inside, node);
}

/* @place: a copy: what is inside of an element ends with it */
static void
read_blocks (Place          place,
             const xmlNode *parent)
{
  for (const xmlNode *node = parent->children; node != NULL; node = node->next)
    if (node->type == XML_ELEMENT_NODE)
      read_block (&place, node);
}

/**
 * trs_help_page_parse:
 * @text: a page in the part of Mallard 1.0 that the help is written in
 * @length: its length in bytes
 * @translate: called for each title, description and paragraph
 *
 * A message is what xgettext takes from the page by the rules in
 * `data/help/its`. An element that is not known shows its text. The bytes are
 * those of the resources of the program, never foreign ones.
 *
 * Returns: (transfer full) (nullable): the page, or %NULL if the text is not
 *   well-formed or no page
 */
TrsHelpPage *
trs_help_page_parse (const char       *text,
                     gsize             length,
                     TrsHelpTranslate  translate)
{
  xmlDoc *document = parse (text, length);
  const xmlNode *root = document != NULL ? xmlDocGetRootElement (document) : NULL;
  TrsHelpPage *page = NULL;

  if (root != NULL && is_element (root, "page"))
    {
      page = g_new0 (TrsHelpPage, 1);
      page->topics = g_ptr_array_new_with_free_func (g_free);
      page->blocks = g_ptr_array_new_with_free_func (block_free);
      read_blocks ((Place) { .page = page, .translate = translate, .kind = TRS_HELP_PARAGRAPH }, root);
    }
  xmlFreeDoc (document);
  return page;
}

void
trs_help_page_free (TrsHelpPage *self)
{
  g_free (self->title);
  g_free (self->description);
  g_ptr_array_unref (self->topics);
  g_ptr_array_unref (self->blocks);
  g_free (self);
}
