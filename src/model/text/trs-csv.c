/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-csv.h"

#include <string.h>

/**
 * trs_csv_quote:
 * @text: (nullable): what the cell holds
 *
 * Makes a cell as RFC 4180 has it. One that a spreadsheet would take for a
 * formula begins with an apostrophe, which such programs do not show; so does
 * one that had some before, so that it can be told which are of the text.
 *
 * Returns: (transfer full): the cell in quotes
 */
char *
trs_csv_quote (const char *text)
{
  GString *cell = g_string_new (text);
  const char *first = cell->str + strspn (cell->str, "'");

  if (*first != '\0' && strchr ("=+-@\t\r", *first) != NULL)
    g_string_prepend_c (cell, '\'');
  g_string_replace (cell, "\"", "\"\"", 0);
  g_string_prepend_c (cell, '"');
  g_string_append_c (cell, '"');
  return g_string_free (cell, FALSE);
}
