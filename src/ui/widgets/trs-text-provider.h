/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GdkContentProvider *trs_text_provider_new (const char *plain,
                                           const char *markdown,
                                           const char *html);

G_END_DECLS
