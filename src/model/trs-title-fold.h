/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is written behind the end by those that take a length. */
#define TRS_TITLE_FOLD_ROOM 8

char     *trs_title_fold         (const char *title);
void      trs_title_fold_ascii   (char       *to,
                                  const char *from,
                                  gsize       length);
gsize     trs_title_fold_accents (char       *to,
                                  const char *from,
                                  gsize       length);
gboolean  trs_title_contains     (const char *title,
                                  gsize       length,
                                  const char *word,
                                  gsize       word_length);

G_END_DECLS
