/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* Bounded, typed reading of foreign JSON. Nothing else in the program touches
 * the typed getters of json-glib, which are silent or fatal about wrong types. */

/* Limits that foreign JSON is checked against before json-glib parses it. */

#define TRS_JSON_MAX_DEPTH 32

/* The interface has about ten. json-glib looks for a member that is repeated among all those before it. */
#define TRS_JSON_MAX_MEMBERS 100

/* A page of the list at its largest has 11,000. A detail may carry the words one by one: those of a hearing of ten
 * hours are 90,000 objects of a few values each. The parser makes a tree of this many in about half a second. */
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
gboolean    trs_json_reader_get_boolean (JsonObject  *object,
                                         const char  *name,
                                         gboolean    *value);
