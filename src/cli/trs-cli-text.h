/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-run.h"

/* A transcript in the format that was asked for, to where it was asked for. */

gboolean    trs_cli_check_format    (TrsCli        *self,
                                     GError       **error);
gboolean    trs_cli_deliver         (TrsCli        *self,
                                     TrsProject    *project,
                                     JsonObject    *record,
                                     GError       **error);
JsonObject *trs_cli_new_text_record (TrsCli        *self,
                                     const char    *type,
                                     const char    *given,
                                     TrsProject    *project);
TrsCliExit  trs_cli_end_text        (TrsCli        *self,
                                     JsonObject    *record,
                                     const char    *given,
                                     const GError  *error);
