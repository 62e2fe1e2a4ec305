/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-filter.h"
#include "trs-shelf.h"

G_BEGIN_DECLS

GArray *trs_history_rows_find (TrsShelf         *shelf,
                               TrsProjectFilter *filter,
                               GArray           *by_title,
                               guint             n_handles);

G_END_DECLS
