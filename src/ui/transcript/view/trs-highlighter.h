/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-document.h"
#include "trs-line-map.h"

/* What stands behind the words of a highlight with a note. The narrow no-break space keeps it on their line. It is not
 * part of the transcript and so never copied; unlike the sign of a check, it may stand between words. */
#define TRS_NOTE_SIGN "\u202f✎"

/**
 * TrsHighlighter:
 *
 * Shows the highlights of a document in a text buffer: the tag of their colour
 * over their words, one for the set of colours where they overlap, and a sign
 * behind the words of one that has a note. It follows from one document to the
 * next and changes only what differs.
 *
 * The buffer needs the tags of #GtkTextTagTable that trs_transcript_tags_new()
 * returns. Text is inserted and deleted in it for signs alone.
 */
#define TRS_TYPE_HIGHLIGHTER (trs_highlighter_get_type ())
G_DECLARE_FINAL_TYPE (TrsHighlighter, trs_highlighter, TRS, HIGHLIGHTER, GObject)

TrsHighlighter *trs_highlighter_new          (GtkTextBuffer  *buffer,
                                              TrsLineMap     *lines);
void            trs_highlighter_set_document (TrsHighlighter *self,
                                              TrsDocument    *document);
void            trs_highlighter_add_lines    (TrsHighlighter *self,
                                              guint           first);
