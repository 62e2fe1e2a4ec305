/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-query.h"

#include <string.h>

static char *
decode (const char *text,
        gsize       length)
{
  g_autofree char *blanks = g_strdelimit (g_strndup (text, length), "+", ' ');
  char *decoded = g_uri_unescape_string (blanks, NULL);

  /* A broken escape stays as it is, so that no parameter silently counts as left out. */
  return decoded != NULL ? decoded : g_steal_pointer (&blanks);
}

/* The last one counts. */
static char *
find (const char *query,
      const char *name)
{
  g_auto (GStrv) parts = g_strsplit (query != NULL ? query : "", "&", -1);
  char *found = NULL;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *equals = strchr (parts[i], '=');
      gsize length = equals != NULL ? (gsize) (equals - parts[i]) : strlen (parts[i]);
      g_autofree char *decoded = decode (parts[i], length);

      if (!g_str_equal (decoded, name))
        continue;
      g_free (found);
      found = equals != NULL ? decode (equals + 1, strlen (equals + 1)) : g_strdup ("");
    }

  return found;
}

static gboolean
is_large (const char   *text,
          const GError *error)
{
  return g_error_matches (error, G_NUMBER_PARSER_ERROR, G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS) &&
         strspn (text, "0") < strlen (text);
}

/**
 * trs_service_query_get_page:
 * @query: (nullable): a query, percent-encoded
 * @page: (inout): left alone without `page`
 *
 * A page beyond %G_MAXINT64 is past the end of any list, as that one is.
 *
 * Returns: %FALSE if `page` is below 1 or not a number
 */
gboolean
trs_service_query_get_page (const char *query,
                            gint64     *page)
{
  g_autofree char *text = find (query, "page");
  g_autoptr (GError) error = NULL;
  guint64 number;

  if (text == NULL)
    return TRUE;
  if (g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT64, &number, &error))
    *page = (gint64) number;
  else if (is_large (text, error))
    *page = G_MAXINT64;
  else
    return FALSE;
  return TRUE;
}

/**
 * trs_service_query_get_boolean:
 * @query: (nullable): a query, percent-encoded
 * @name: name of a parameter
 * @value: (inout): left alone without that parameter
 *
 * Returns: %FALSE if it is none of `true`, `false`, `1` and `0`
 */
gboolean
trs_service_query_get_boolean (const char *query,
                               const char *name,
                               gboolean   *value)
{
  g_autofree char *text = find (query, name);

  if (text == NULL)
    return TRUE;

  *value = g_str_equal (text, "true") || g_str_equal (text, "1");
  return *value || g_str_equal (text, "false") || g_str_equal (text, "0");
}
