/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Bounded, typed reading of foreign JSON. Nothing else in the program touches
 * the typed getters of json-glib, which are silent or fatal about wrong types. */

JsonNode   *trs_json_reader_parse       (GBytes      *bytes,
                                         gboolean    *damaged,
                                         GError     **error);
JsonObject *trs_json_reader_as_object   (JsonNode    *node,
                                         GError     **error);
JsonArray  *trs_json_reader_as_array    (JsonNode    *node,
                                         GError     **error);
const char *trs_json_reader_as_string   (JsonNode    *node,
                                         GError     **error);
gboolean    trs_json_reader_has         (JsonObject  *object,
                                         const char  *name);
const char *trs_json_reader_get_string  (JsonObject  *object,
                                         const char  *name,
                                         GError     **error);
JsonArray  *trs_json_reader_get_array   (JsonObject  *object,
                                         const char  *name,
                                         GError     **error);
gboolean    trs_json_reader_get_integer (JsonObject  *object,
                                         const char  *name,
                                         gint64       minimum,
                                         gint64       maximum,
                                         gint64      *value,
                                         GError     **error);
gboolean    trs_json_reader_get_boolean (JsonObject  *object,
                                         const char  *name,
                                         gboolean    *value,
                                         GError     **error);

G_END_DECLS
