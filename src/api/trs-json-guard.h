/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What foreign JSON must keep to before json-glib sees it. */

#define TRS_JSON_MAX_DEPTH 32

/* The interface has about ten. json-glib looks for a member that is repeated among all those before it. */
#define TRS_JSON_MAX_MEMBERS 100

/* A page of the list at its largest has 11,000. A detail may carry the words one by one: those of a hearing of ten
 * hours are 90,000 objects of a few values each. The parser makes a tree of this many in about half a second. */
#define TRS_JSON_MAX_VALUES 500000

char *trs_json_guard_check (GBytes    *bytes,
                            gsize     *length,
                            gboolean  *damaged,
                            GError   **error);

G_END_DECLS
