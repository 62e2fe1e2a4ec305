/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-title.h"

#include "trs-sql.h"

/* Folds case and accents, which do not count in the order of titles. */
static char *
fold_title (const char *title)
{
  g_autofree char *decomposed = NULL;
  g_autoptr (GString) bare = NULL;

  if (g_str_is_ascii (title))
    return g_ascii_strdown (title, -1);

  decomposed = g_utf8_normalize (title, -1, G_NORMALIZE_ALL);
  bare = g_string_new (NULL);
  for (const char *p = decomposed; p != NULL && *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_ismark (g_utf8_get_char (p)))
      g_string_append_unichar (bare, g_utf8_get_char (p));
  return g_utf8_casefold (bare->str, (gssize) bare->len);
}

/* Returns a sort key for titles whose bytes sort as a reader expects. */
static void
title_key_cb (sqlite3_context  *context,
              int               n_values,
              sqlite3_value   **values)
{
  const char *title = (const char *) sqlite3_value_text (values[0]);
  g_autofree char *folded = fold_title (title != NULL ? title : "");

  sqlite3_result_text (context, g_utf8_collate_key_for_filename (folded, -1), -1, g_free);
}

/**
 * trs_store_title_add_function:
 * @db: a connection
 * @error: return location for an error
 *
 * Lets statements say `ORDER BY title_key (title)`: capitals and accents do not
 * count, numbers are compared by their value, and the rest is as in the locale.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_title_add_function (sqlite3  *db,
                              GError  **error)
{
  /* Not deterministic: the keys of another locale differ, so that no index may hold them. */
  return sqlite3_create_function_v2 (db, "title_key", 1, SQLITE_UTF8, NULL, title_key_cb, NULL, NULL, NULL) ==
             SQLITE_OK ||
         trs_sql_fail (db, error);
}
