/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transport.h"

G_BEGIN_DECLS

GError *trs_request_check (const TrsRequest *request,
                           GUri             *uri);

G_END_DECLS
