/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

int trs_cli_exec (const char        *path,
                  const char *const *arguments);
