/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-service-routes.h"

#include <string.h>

/* A page is a page; a switch is on or off or the query is refused; what a query does not name is left
 * alone. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *query = g_strndup ((const char *) data, size);
  gboolean value = -1;
  gint64 page = 7;

  if (trs_service_query_get_page (query, &page))
    g_assert_cmpint (page, >=, 1);
  else
    g_assert_cmpint (page, ==, 7);
  if (strstr (query, "p") == NULL && strchr (query, '%') == NULL)
    g_assert_cmpint (page, ==, 7);

  if (trs_service_query_get_boolean (query, "showTimecode", &value))
    g_assert_true (value == -1 || value == TRUE || value == FALSE);
  g_assert_true (trs_service_query_get_page (NULL, &page));
  return 0;
}
