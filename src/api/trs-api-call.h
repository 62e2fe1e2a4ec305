/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-api-error.h"

G_BEGIN_DECLS

void trs_api_call_run  (GTask            *task,
                        TrsTransport     *transport,
                        TrsApiEndpoint    endpoint,
                        const TrsRequest *request,
                        const char       *project_field,
                        const char       *project_id);
void trs_api_call_wipe (char            **secret);

G_END_DECLS
