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
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);
  char first = doubled[strspn (doubled, "'")];

  return g_strconcat (first != '\0' && strchr ("=+-@\t\r", first) != NULL ? "\"'" : "\"", doubled, "\"", NULL);
}
