/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"

/* Behind highlighted words on white, by TrsHighlightColour: in the window by day, on paper and in what is exported. The
 * words on it are dark, whatever is around them. */
#define TRS_HIGHLIGHT_FILLS { "#fdf0a8", "#cbeed5", "#cfe2fa", "#f9d4e4" }
/* The lines that tell a colour without seeing it, and show the one below another highlight. */
#define TRS_HIGHLIGHT_LINES { "#8f7400", "#26704a", "#1a5fb4", "#a0185a" }
#define TRS_HIGHLIGHT_INK "#241f31"

/**
 * TrsLostStrings:
 * @reason: why it stands nowhere in the text
 * @remove: what a button that removes it is called
 * @removed: the message after its removal
 *
 * What the program says of what is bound to another version of the text; all of it is static and translated.
 */
typedef struct
{
  const char *reason;
  const char *remove;
  const char *removed;
} TrsLostStrings;

/* What the program says of the highlights of the user, and of what else the user added and the text does not have. */
const char    *trs_highlight_strings_name   (TrsHighlightColour   colour);
const char    *trs_highlight_strings_id     (TrsHighlightColour   colour);
const char    *trs_highlight_strings_colour (TrsHighlightColour   colour);
char          *trs_highlight_strings_label  (const TrsAnnotation *highlight);
char          *trs_highlight_strings_facts  (TrsDocument         *document,
                                             guint                paragraph,
                                             gboolean             exact_times);
char          *trs_highlight_strings_what   (TrsAnnotations      *annotations,
                                             const TrsAnnotation *item);
char          *trs_highlight_strings_words  (const TrsAnnotation *item);
TrsLostStrings trs_highlight_strings_lost   (TrsAnnotationKind    kind);
