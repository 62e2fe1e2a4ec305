/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

gboolean  trs_csv_is_formula (const char *text);
char     *trs_csv_quote      (const char *text);
