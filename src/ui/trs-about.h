/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"

G_BEGIN_DECLS

void trs_about_show (GtkWindow  *parent,
                     TrsSession *session);

G_END_DECLS
