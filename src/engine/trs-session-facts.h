/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

char *trs_session_dup_facts (TrsSession *self);

G_END_DECLS
