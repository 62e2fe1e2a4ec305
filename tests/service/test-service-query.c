/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-routes.h"
#include "trs-test-utils.h"

static void
test_pages (void)
{
  static const struct
  {
    const char *query;
    gint64 page;
  } good[] = {
    { NULL, 1 },           { "", 1 },       { "other=x", 1 },        { "page=1", 1 },
    { "page=2&x=0", 2 },   { "x&page=07", 7 }, { "p%61ge=3", 3 },      { "page=%34", 4 },
    { "page=1&page=5", 5 }, { "pages=9", 1 },  { "page=9223372036854775807", G_MAXINT64 },
    /* Numbers, and past the end. */
    { "page=9223372036854775808", G_MAXINT64 }, { "page=099999999999999999999", G_MAXINT64 },
  };
  static const char * const bad[] = {
    "page",      "page=",     "page=0",  "page=-1",  "page=+1", "page=1.0", "page=1e2", "page=abc", "page=1%20",
    "page=%201", "page=%zz",  "page=1%00", "page=0x1", "page=9223372036854775808x", "page=00000000000000000000",
    "page=1&page=x",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      gint64 page = 1;

      g_assert_true (trs_service_query_get_page (good[i].query, &page));
      g_assert_cmpint (page, ==, good[i].page);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      gint64 page = 1;

      g_assert_false (trs_service_query_get_page (bad[i], &page));
    }
}

static void
test_booleans (void)
{
  static const char * const bad[] = { "b", "b=", "b=yes", "b=TRUE", "b=2", "b=true%20", "b=%zz", "b=true&b=x" };
  gboolean value = FALSE;

  g_assert_true (trs_service_query_get_boolean ("a=1&b=true", "b", &value) && value);
  g_assert_true (trs_service_query_get_boolean ("b=false", "b", &value) && !value);
  g_assert_true (trs_service_query_get_boolean ("b=1", "b", &value) && value);
  g_assert_true (trs_service_query_get_boolean ("b=0", "b", &value) && !value);
  g_assert_true (trs_service_query_get_boolean ("bb=1", "b", &value) && !value);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (trs_service_query_get_boolean (bad[i], "b", &value));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/service/query/pages", test_pages);
  g_test_add_func ("/service/query/booleans", test_booleans);
  return g_test_run ();
}
