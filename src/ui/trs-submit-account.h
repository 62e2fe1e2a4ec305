/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"

G_BEGIN_DECLS

/* Says whose credit pays, where more than one account is known. */

void trs_submit_account_show (TrsSession *session,
                              GtkLabel   *label);

G_END_DECLS
