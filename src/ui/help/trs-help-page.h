/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsHelpTranslate:
 * @message: a message, as it stands in the template of all translations
 *
 * Returns: (transfer none): its translation, or @message
 */
typedef const char *(*TrsHelpTranslate) (const char *message);

/**
 * TrsHelpBlockKind:
 * @TRS_HELP_TITLE: the title of the page
 * @TRS_HELP_HEADING: the title of a section
 * @TRS_HELP_PARAGRAPH: a paragraph
 * @TRS_HELP_ITEM: one of a list
 * @TRS_HELP_STEP: one of several steps
 * @TRS_HELP_NOTE: what must not be missed
 */
typedef enum
{
  TRS_HELP_TITLE,
  TRS_HELP_HEADING,
  TRS_HELP_PARAGRAPH,
  TRS_HELP_ITEM,
  TRS_HELP_STEP,
  TRS_HELP_NOTE,
} TrsHelpBlockKind;

/**
 * TrsHelpBlock:
 * @kind: what it is
 * @number: of a step, from 1; 0 for all else
 * @id: (nullable): of the section that a heading begins
 * @markup: its words as Pango markup; a link to a page has the address `help:PAGE` or `help:PAGE#SECTION`
 */
typedef struct
{
  TrsHelpBlockKind kind;
  guint number;
  char *id;
  char *markup;
} TrsHelpBlock;

/**
 * TrsHelpPage:
 * @title: (nullable): its title, without markup
 * @description: (nullable): what it is about, without markup
 * @topics: (element-type utf8): ids of the pages that it leads to
 * @blocks: (element-type TrsHelpBlock): what it says, with the title first
 *
 * A page of the help.
 */
typedef struct
{
  char *title;
  char *description;
  GPtrArray *topics;
  GPtrArray *blocks;
} TrsHelpPage;

TrsHelpPage *trs_help_page_parse (const char       *text,
                                  gsize             length,
                                  TrsHelpTranslate  translate);
void         trs_help_page_free  (TrsHelpPage      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsHelpPage, trs_help_page_free)

G_END_DECLS
