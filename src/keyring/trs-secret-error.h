/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GError  *trs_secret_error_new        (const GError *cause);
gboolean trs_secret_error_is_damage  (const GError *cause);
GError  *trs_secret_error_new_locked (void);

G_END_DECLS
