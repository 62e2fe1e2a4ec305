/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "trs-export-presets.h"
#include "trs-test-utils.h"

#include <string.h>

/* One's own stands before the built-in one of its name; another version may have had other formats. */
static void
test_read (void)
{
  g_autoptr (GSettings) settings = g_settings_new (TRS_APPLICATION_ID);
  TrsExportOptions options = trs_export_format_find ("md")->defaults;
  g_autoptr (GVariant) presets = NULL;

  g_assert_null (trs_export_presets_read (settings, "Radio", &options));
  g_assert_cmpstr (trs_export_presets_read (settings, "Subtitles", &options)->id, ==, "srt");
  g_assert_cmpstr (trs_export_presets_read (settings, "Article", &options)->id, ==, "odt");
  g_assert_cmpuint (options.interval, ==, 5);

  options = trs_export_format_find ("md")->defaults;
  options.interval = 7;
  options.notes = TRUE;
  trs_export_presets_change (settings, "Radio", trs_export_format_find ("md"), &options);
  options.interval = 9;
  trs_export_presets_change (settings, "Article", trs_export_format_find ("txt"), &options);
  memset (&options, 0, sizeof options);
  g_assert_cmpstr (trs_export_presets_read (settings, "Radio", &options)->id, ==, "md");
  g_assert_cmpuint (options.interval, ==, 7);
  g_assert_true (options.notes);
  g_assert_cmpstr (trs_export_presets_read (settings, "Article", &options)->id, ==, "txt");
  g_assert_cmpuint (options.interval, ==, 9);

  trs_export_presets_change (settings, "Article", NULL, NULL);
  g_assert_cmpstr (trs_export_presets_read (settings, "Article", &options)->id, ==, "odt");

  presets = g_variant_new_parsed ("{'Old': <('wordstar', {'interval': <uint32 3>})>}");
  g_settings_set_value (settings, "export-presets", g_variant_ref_sink (presets));
  g_assert_null (trs_export_presets_read (settings, "Old", &options));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/export-presets/read", test_read);
  return g_test_run ();
}
