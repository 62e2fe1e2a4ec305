/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-title-fold.h"

/**
 * trs_title_fold:
 * @title: a title, or what is looked for in one
 *
 * Takes away what makes no difference when a title is looked for: capitals
 * and accents. Of a title in ASCII that is g_ascii_strdown().
 *
 * Returns: (transfer full): the title by which it is found
 */
char *
trs_title_fold (const char *title)
{
  g_autofree char *decomposed = NULL;
  g_autoptr (GString) bare = NULL;

  g_return_val_if_fail (title != NULL, NULL);

  if (g_str_is_ascii (title))
    return g_ascii_strdown (title, -1);

  decomposed = g_utf8_normalize (title, -1, G_NORMALIZE_ALL);
  if (decomposed == NULL)
    return g_strdup ("");

  bare = g_string_new (NULL);
  for (const char *p = decomposed; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_ismark (g_utf8_get_char (p)))
      g_string_append_unichar (bare, g_utf8_get_char (p));

  return g_utf8_casefold (bare->str, (gssize) bare->len);
}
