/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char    *trs_worker_words_clean      (const char *text);
char    *trs_worker_words_from_token (const char *token);
void     trs_worker_words_join       (GString    *text,
                                      const char *more);
char    *trs_worker_words_capitalize (const char *text);
gboolean trs_worker_words_end_here   (const char *text);

G_END_DECLS
