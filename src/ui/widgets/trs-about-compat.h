/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

GtkWindow *trs_about_compat_new (const char *release_notes,
                                 const char *debug_info);
