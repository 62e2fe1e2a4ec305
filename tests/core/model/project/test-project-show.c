/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-data.h"
#include "trs-test-utils.h"

static void
test_includes (void)
{
  static const struct
  {
    TrsProjectState state;
    gboolean shown[4];
  } cases[] = {
    { TRS_PROJECT_STATE_UPLOAD, { TRUE, TRUE, FALSE, FALSE } },
    { TRS_PROJECT_STATE_TRANSCRIPTION, { TRUE, TRUE, FALSE, FALSE } },
    { TRS_PROJECT_STATE_DONE, { TRUE, FALSE, TRUE, FALSE } },
    { TRS_PROJECT_STATE_ERROR, { TRUE, FALSE, FALSE, TRUE } },
    { TRS_PROJECT_STATE_UNKNOWN, { TRUE, TRUE, FALSE, FALSE } },
  };

  for (int show = TRS_PROJECT_SHOW_ALL; show <= TRS_PROJECT_SHOW_FAILED; show++)
    for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_assert_cmpint (trs_project_show_includes ((TrsProjectShow) show, cases[i].state, FALSE), ==,
                         cases[i].shown[show]);
        g_assert_cmpint (trs_project_show_includes ((TrsProjectShow) show, cases[i].state, TRUE), ==,
                         show <= TRS_PROJECT_SHOW_IN_PROGRESS);
      }
}

/* The settings name them. */
static void
test_names (void)
{
  g_autofree char *show = g_enum_to_string (TRS_TYPE_PROJECT_SHOW, TRS_PROJECT_SHOW_IN_PROGRESS);
  g_autoptr (GEnumClass) order = g_type_class_ref (TRS_TYPE_PROJECT_ORDER);

  g_assert_cmpstr (show, ==, "TRS_PROJECT_SHOW_IN_PROGRESS");
  g_assert_cmpstr (g_enum_get_value (order, TRS_PROJECT_ORDER_DATE)->value_nick, ==, "date");
  g_assert_cmpstr (g_enum_get_value (order, TRS_PROJECT_ORDER_TITLE)->value_nick, ==, "title");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/project-show/includes", test_includes);
  g_test_add_func ("/project-show/names", test_names);
  return g_test_run ();
}
