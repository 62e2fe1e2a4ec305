/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* RFC 8259 to the letter and never deeper than this, because json-glib follows
 * brackets until the stack ends, and takes comments, single quotes, leading
 * zeros and anything behind the document. */
#define TRS_SERVICE_JSON_MAX_DEPTH 32

/* json-glib looks for a member that is repeated among all those before it. */
#define TRS_SERVICE_JSON_MAX_MEMBERS 100

JsonNode   *trs_service_json_parse        (const char          *data,
                                           gsize                length,
                                           GError             **error);
JsonNode   *trs_service_json_read         (const char          *path,
                                           GError             **error);
const char *trs_service_json_find_unknown (JsonObject          *object,
                                           const char * const  *known);
const char *trs_service_json_get_string   (JsonObject          *object,
                                           const char          *name);
gboolean    trs_service_json_get_boolean  (JsonObject          *object,
                                           const char          *name,
                                           gboolean            *value);
gboolean    trs_service_json_get_number   (JsonObject          *object,
                                           const char          *name,
                                           double               minimum,
                                           double               maximum,
                                           double              *value);
gboolean    trs_service_json_get_integer  (JsonObject          *object,
                                           const char          *name,
                                           gint64               minimum,
                                           gint64               maximum,
                                           gint64              *value);
GBytes     *trs_service_json_write        (JsonNode            *node);

G_END_DECLS
