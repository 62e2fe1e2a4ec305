/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-document.h"
#include "trs-line-map.h"

/**
 * TrsLineBuilder:
 *
 * Builds lines of a document, with the tags of their parts, and puts them into
 * a text buffer together: text that is inserted piece by piece costs more.
 *
 * A line is a name line, `TIME \t NAME "  " TIME`, or words, `TIME \t WORDS`.
 * Where there is no time, the tab is missing as well. A paragraph takes several
 * lines where it has line ends or is very long; only the first of them has a
 * time. A line may begin with a direction mark.
 */
#define TRS_TYPE_LINE_BUILDER (trs_line_builder_get_type ())
G_DECLARE_FINAL_TYPE (TrsLineBuilder, trs_line_builder, TRS, LINE_BUILDER, GObject)

TrsLineBuilder *trs_line_builder_new          (GtkTextTagTable     *tags,
                                               TrsDocument         *document,
                                               TrsTextFlags         flags,
                                               gboolean             exact_times);
void            trs_line_builder_set_document (TrsLineBuilder      *self,
                                               TrsDocument         *document);
gboolean        trs_line_builder_needs_name   (TrsLineBuilder      *self,
                                               guint                paragraph);

void            trs_line_builder_begin        (TrsLineBuilder      *self,
                                               guint                number);
TrsBufferLine   trs_line_builder_add_name     (TrsLineBuilder      *self,
                                               guint                paragraph);
TrsBufferLine   trs_line_builder_add_words    (TrsLineBuilder      *self,
                                               guint                paragraph,
                                               gsize                byte,
                                               gsize               *next);
void            trs_line_builder_add_checked  (TrsLineBuilder      *self,
                                               guint                index);
void            trs_line_builder_end_line     (TrsLineBuilder      *self);
const char     *trs_line_builder_get_text     (TrsLineBuilder      *self);
gsize           trs_line_builder_get_length   (TrsLineBuilder      *self);
void            trs_line_builder_insert       (TrsLineBuilder      *self,
                                               GtkTextBuffer       *buffer,
                                               GtkTextIter         *at);

void            trs_line_builder_retag_words  (TrsLineBuilder      *self,
                                               GtkTextBuffer       *buffer,
                                               guint                number,
                                               const TrsBufferLine *line);
