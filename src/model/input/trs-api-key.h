/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

char *trs_api_key_clean (const char  *input,
                         GError     **error);
void  trs_api_key_free  (char        *key);
