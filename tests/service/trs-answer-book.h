/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Every answer that a test program got of the service, to be held against the description of the interface. */

void answer_book_set_scripted (gboolean     scripted);
void answer_book_add          (const char  *method,
                               const char  *path,
                               guint        status,
                               const char  *content_type,
                               const char  *body,
                               gsize        length);
int  answer_book_run_tests    (const char  *suite);

G_END_DECLS
