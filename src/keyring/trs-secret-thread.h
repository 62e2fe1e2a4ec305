/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GMainContext *trs_secret_thread_get_context (void);

G_END_DECLS
