/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-filter.h"
#include "trs-shelf.h"

G_BEGIN_DECLS

GArray *trs_history_rows_find        (TrsShelf         *shelf,
                                      TrsProjectFilter *filter,
                                      GArray           *by_title,
                                      guint             n_handles);
guint   trs_history_rows_count_first (GArray           *old_rows,
                                      guint             n_old,
                                      GArray           *new_rows,
                                      guint             n_new,
                                      guint             n_at_once);

G_END_DECLS
