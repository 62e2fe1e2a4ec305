/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-range.h"

#include <glib-object.h>

G_BEGIN_DECLS

char *trs_display_text_line   (const char    *raw);
char *trs_display_text_marked (const char    *raw,
                               const GArray  *ranges,
                               GArray       **marks);
char *trs_display_text_title  (const char    *raw);
char *trs_display_text_markup (const char    *raw);

G_END_DECLS
