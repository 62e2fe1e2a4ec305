/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-submit-lines.h"

G_BEGIN_DECLS

GListModel *trs_submit_rows_new (TrsSubmitLines *lines);

G_END_DECLS
