/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-run.h"

/* What an argument means: the project that a user has in mind. All commands ask here. */

TrsProject *trs_cli_find_project          (TrsCli      *self,
                                           const char  *word,
                                           GError     **error);
TrsProject *trs_cli_find_or_fetch_project (TrsCli      *self,
                                           const char  *word,
                                           GError     **error);
