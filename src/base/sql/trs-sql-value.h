/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

typedef enum
{
  TRS_SQL_TYPE_INT64,
  TRS_SQL_TYPE_TEXT,
  TRS_SQL_TYPE_STRV,
} TrsSqlType;

/**
 * TrsSqlValue:
 * @name: the parameter in SQL, with its colon; a literal
 * @type: which of the others is set
 * @number: a number, or an enumeration
 * @text: (nullable): a text, %NULL for NULL
 * @strings: (nullable): texts, bound as an array of JSON for json_each(); %NULL for NULL
 *
 * A value for a named parameter of statements. Made by TRS_SQL_INT64(), TRS_SQL_TEXT() and TRS_SQL_STRV(), which copy
 * nothing.
 */
typedef struct
{
  const char *name;
  TrsSqlType type;
  union
  {
    gint64 number;
    const char *text;
    const char * const *strings;
  };
} TrsSqlValue;

#define TRS_SQL_INT64(parameter, value) { .name = (parameter), .type = TRS_SQL_TYPE_INT64, .number = (value) }
#define TRS_SQL_TEXT(parameter, value) { .name = (parameter), .type = TRS_SQL_TYPE_TEXT, .text = (value) }
#define TRS_SQL_STRV(parameter, value) { .name = (parameter), .type = TRS_SQL_TYPE_STRV, .strings = (value) }

TrsSqlValue  *trs_sql_values_copy         (const TrsSqlValue  *values,
                                           guint               n_values);
void          trs_sql_values_free         (TrsSqlValue        *values,
                                           guint               n_values);
const char   *trs_sql_values_get_text     (const TrsSqlValue  *values,
                                           guint               n_values,
                                           const char         *name);
sqlite3_stmt *trs_sql_values_query        (sqlite3            *db,
                                           const char         *sql,
                                           const TrsSqlValue  *values,
                                           guint               n_values,
                                           GError            **error);
gboolean      trs_sql_values_execute      (sqlite3            *db,
                                           const char         *sql,
                                           const TrsSqlValue  *values,
                                           guint               n_values,
                                           GError            **error);
char         *trs_sql_dup_json            (const char * const *strings);
