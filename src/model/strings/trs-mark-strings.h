/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"

/* Behind highlighted words on white, by TrsMarkColour: in the window by day, on paper and in what is exported. The
 * words on it are dark, whatever is around them. */
#define TRS_MARK_FILLS { "#fdf0a8", "#cbeed5", "#cfe2fa", "#f9d4e4" }
/* The lines that tell a colour without seeing it, and show the one below another highlight. */
#define TRS_MARK_LINES { "#8f7400", "#26704a", "#1a5fb4", "#a0185a" }
#define TRS_MARK_INK "#241f31"

/* What the program says of the highlights of the user. */
const char *trs_mark_strings_name   (TrsMarkColour        colour);
const char *trs_mark_strings_id     (TrsMarkColour        colour);
const char *trs_mark_strings_colour (TrsMarkColour        colour);
char       *trs_mark_strings_label  (const TrsAnnotation *mark);
char       *trs_mark_strings_facts  (TrsDocument         *document,
                                     guint                paragraph,
                                     gboolean             exact_times);
