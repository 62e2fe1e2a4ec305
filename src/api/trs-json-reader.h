/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* Typed reading of untrusted JSON, within limits. No other file uses the typed getters of json-glib, which ignore
 * wrong types silently or abort. */

/* Untrusted JSON is checked against these limits before json-glib parses it. */

#define TRS_JSON_MAX_DEPTH 32

/* Objects of the interface have about ten members. json-glib compares each name with all names before it. */
#define TRS_JSON_MAX_MEMBERS 100

/* The largest page of the list has 11,000 values. A detail may list words one by one: a hearing of ten hours has
 * 90,000 objects of a few values each. The parser builds a tree of this size in about half a second. */
#define TRS_JSON_MAX_VALUES 500000

JsonNode   *trs_json_reader_parse       (GBytes      *bytes,
                                         gboolean    *damaged,
                                         GError     **error);
JsonObject *trs_json_reader_as_object   (JsonNode    *node,
                                         GError     **error);
JsonArray  *trs_json_reader_as_array    (JsonNode    *node,
                                         GError     **error);
const char *trs_json_reader_as_string   (JsonNode    *node);
gboolean    trs_json_reader_has         (JsonObject  *object,
                                         const char  *name);
const char *trs_json_reader_get_string  (JsonObject  *object,
                                         const char  *name);
JsonArray  *trs_json_reader_get_array   (JsonObject  *object,
                                         const char  *name);
gboolean    trs_json_reader_get_integer (JsonObject  *object,
                                         const char  *name,
                                         gint64       minimum,
                                         gint64       maximum,
                                         gint64      *value);
gboolean    trs_json_reader_get_number  (JsonObject  *object,
                                         const char  *name,
                                         double       minimum,
                                         double       maximum,
                                         double      *value);
gboolean    trs_json_reader_get_boolean (JsonObject  *object,
                                         const char  *name,
                                         gboolean    *value);
