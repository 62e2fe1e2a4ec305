/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A store with a long history in it. */
void trs_bench_fill_store (const char *path,
                           const char *address,
                           guint       n_projects);
void trs_bench_fill_texts (const char *path,
                           const char *address,
                           guint       n_projects);
