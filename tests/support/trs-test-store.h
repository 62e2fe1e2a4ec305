/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"

G_BEGIN_DECLS

void trs_test_flush_store (TrsStore *store);

G_END_DECLS
