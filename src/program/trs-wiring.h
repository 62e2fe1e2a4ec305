/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

TrsSession *trs_wiring_make_session (GSettings *settings);
void        trs_wiring_end          (void);
