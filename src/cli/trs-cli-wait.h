/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-run.h"

/* Waiting until the service has finished. */

/**
 * TrsCliWaited:
 * @self: a run
 * @project: what is not waited for any more: it is done, has failed, or its schedule has ended
 * @user_data: what was passed to trs_cli_wait_for()
 */
typedef void (*TrsCliWaited) (TrsCli     *self,
                              TrsProject *project,
                              gpointer    user_data);

const char *trs_cli_check_wait    (const TrsCliOptions *options);
const char *trs_cli_check_timeout (const TrsCliOptions *options);
gboolean    trs_cli_is_awaited    (TrsProject          *project);
gboolean    trs_cli_wait_for      (TrsCli              *self,
                                   GPtrArray           *projects,
                                   TrsCliWaited         waited,
                                   gpointer             user_data,
                                   GError             **error);
