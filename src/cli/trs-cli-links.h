/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-run.h"

/* The links of a submission, as they were typed: arguments, lines of a file, and lines of standard input. */

gboolean trs_cli_read_links (TrsCli  *self,
                             GError **error);
