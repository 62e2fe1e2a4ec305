/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-csv.h"

/* Whether a spreadsheet skips the character at the beginning of a cell before it looks for a formula: spaces of any
 * script, a byte order mark, and the apostrophe. */
static gboolean
is_skipped (gunichar c)
{
  return c == '\'' || c == 0xfeff || (g_unichar_isspace (c) && c != '\t' && c != '\r');
}

/* Some spreadsheets treat full-width characters like the ASCII ones. */
static gboolean
begins_formula (gunichar c)
{
  static const gunichar signs[] = { '=', '+', '-', '@', '\t', '\r', 0xff1d, 0xff0b, 0xff0d, 0xff20 };

  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (signs[i] == c)
      return TRUE;
  return FALSE;
}

/**
 * trs_csv_is_formula:
 * @text: what a cell holds, UTF-8
 *
 * Returns: whether a spreadsheet may take it for a formula (CSV injection)
 */
gboolean
trs_csv_is_formula (const char *text)
{
  while (is_skipped (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);
  return begins_formula (g_utf8_get_char (text));
}

/**
 * trs_csv_quote:
 * @text: (nullable): what the cell holds, UTF-8
 *
 * Makes a cell as RFC 4180 has it. One that a spreadsheet would take for a
 * formula (CSV injection), also behind spaces, begins with an apostrophe, which such programs do not show; so does
 * one that had some before, so that those of the text can be distinguished.
 *
 * Returns: (transfer full): the cell in quotes
 */
char *
trs_csv_quote (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);

  return g_strconcat (trs_csv_is_formula (doubled) ? "\"'" : "\"", doubled, "\"", NULL);
}
