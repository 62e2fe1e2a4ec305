/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-search-results.h"

G_BEGIN_DECLS

/* How what was looked for is marked in a label: in colour and bold. */

char          *trs_search_marks_passage    (const TrsSearchPassage  *passage,
                                            GArray                 **marks);
GArray        *trs_search_marks_find       (const char              *query,
                                            const char              *shown);
PangoAttrList *trs_search_marks_attributes (const GArray            *marks,
                                            gboolean                 dark);

G_END_DECLS
