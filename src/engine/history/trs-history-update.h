/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history.h"
#include "trs-store.h"

G_BEGIN_DECLS

guint trs_history_take_page (TrsHistory          *self,
                             const TrsStoredPage *stored);

G_END_DECLS
