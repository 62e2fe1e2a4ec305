/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-run.h"

gboolean   trs_cli_files_is_file        (const char    *word);
char      *trs_cli_files_find_missing   (const char * const *words);
gboolean   trs_cli_files_list           (TrsCli        *self,
                                         GError       **error);
GPtrArray *trs_cli_files_take           (TrsCli        *self,
                                         GError       **error);
gboolean   trs_cli_files_connect        (TrsCli        *self,
                                         GError       **error);
void       trs_cli_files_find           (TrsCli        *self,
                                         GPtrArray     *submissions);
void       trs_cli_files_find_submitted (TrsCli        *self,
                                         GPtrArray     *submissions);
void       trs_cli_files_settle         (TrsCli        *self,
                                         TrsSubmission *submission);
void       trs_cli_files_remember       (TrsCli        *self);
