/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* Follows RFC 8259 exactly and limits the depth, because json-glib recurses until the stack overflows, and accepts
 * comments, single quotes, leading zeros and trailing data. */
#define TRS_SERVICE_JSON_MAX_DEPTH 32

/* json-glib compares each name with all names before it. */
#define TRS_SERVICE_JSON_MAX_MEMBERS 100

/**
 * TrsServiceJsonType:
 * @TRS_SERVICE_JSON_STRING: a `const char *`, borrowed from the document
 * @TRS_SERVICE_JSON_BOOLEAN: a `gboolean`
 * @TRS_SERVICE_JSON_INTEGER: a `gint64`; a whole number of at most 2^53
 * @TRS_SERVICE_JSON_NUMBER: a `double`
 * @TRS_SERVICE_JSON_OBJECT: a `JsonNode *` with an object, borrowed
 * @TRS_SERVICE_JSON_ARRAY: a `JsonNode *` with an array, borrowed
 */
typedef enum
{
  TRS_SERVICE_JSON_STRING,
  TRS_SERVICE_JSON_BOOLEAN,
  TRS_SERVICE_JSON_INTEGER,
  TRS_SERVICE_JSON_NUMBER,
  TRS_SERVICE_JSON_OBJECT,
  TRS_SERVICE_JSON_ARRAY,
} TrsServiceJsonType;

/**
 * TrsServiceJsonMember:
 * @name: its name; %NULL ends a table
 * @type: what it is
 * @offset: where it goes in the record
 * @minimum: the smallest number, or the fewest bytes of a string
 * @maximum: the largest number
 * @words: (nullable) (array zero-terminated=1): the only strings there are
 * @check: (nullable): whether a string is valid for the member
 * @required: whether it may not be left out
 * @fault: (nullable): what to say when it is left out or something else
 */
typedef struct
{
  const char *name;
  TrsServiceJsonType type;
  gsize offset;
  double minimum;
  double maximum;
  const char * const *words;
  gboolean (*check) (const char *string);
  gboolean required;
  const char *fault;
} TrsServiceJsonMember;

JsonNode *trs_service_json_parse        (const char                  *data,
                                         gsize                        length,
                                         GError                     **error);
JsonNode *trs_service_json_parse_file   (const char                  *path,
                                         GError                     **error);
void      trs_service_json_drop_nulls   (JsonObject                  *object);
gboolean  trs_service_json_read_members (JsonNode                    *node,
                                         const TrsServiceJsonMember  *members,
                                         gboolean                     closed,
                                         gpointer                     record,
                                         GError                     **error);
GBytes   *trs_service_json_write        (GVariant                    *value);
