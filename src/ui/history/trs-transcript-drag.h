/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"

G_BEGIN_DECLS

void trs_transcript_drag_attach (GtkWidget  *widget,
                                 TrsSession *session,
                                 GSettings  *settings);

G_END_DECLS
