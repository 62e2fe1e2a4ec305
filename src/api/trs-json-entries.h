/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TRS_JSON_ENTRIES_MAX_NAMES 8

/**
 * TrsJsonEntryFunc:
 * @strings: for each name the string, valid UTF-8 until the function returns;
 *   %NULL if the entry has no such member, or one that is not a string
 * @user_data: (closure): what was given along
 *
 * Takes one entry of an array; one that is not an object has no members.
 */
typedef void (*TrsJsonEntryFunc) (const char *const *strings,
                                  gpointer           user_data);

gboolean trs_json_entries_read (GBytes            *bytes,
                                const char *const *names,
                                guint              n_names,
                                TrsJsonEntryFunc   func,
                                gpointer           user_data,
                                GError           **error);

G_END_DECLS
