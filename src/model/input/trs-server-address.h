/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

char     *trs_server_address_normalize   (const char  *input,
                                          GError     **error);
gboolean  trs_server_address_is_loopback (const char  *address);
gboolean  trs_callback_address_check     (const char  *input,
                                          GError     **error);
