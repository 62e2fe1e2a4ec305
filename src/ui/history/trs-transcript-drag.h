/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"

void trs_transcript_drag_attach (GtkWidget  *widget,
                                 TrsSession *session,
                                 GSettings  *settings);
