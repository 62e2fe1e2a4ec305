/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"

/* What the program says of the marks of the user. */
const char *trs_mark_strings_name  (TrsMarkColour        colour);
char       *trs_mark_strings_label (const TrsAnnotation *mark);
char       *trs_mark_strings_facts (TrsDocument         *document,
                                    guint                paragraph);
