/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* What the programs share that compare a download with that of curl. */

GSubprocess *trs_bench_start_server (const char  *program,
                                     char       **address);
char        *trs_bench_write_config (GPtrArray   *uris);
double       trs_bench_time_curl    (const char  *config_path);
double       trs_bench_median       (double      *times,
                                     guint        n_times);
