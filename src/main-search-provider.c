/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the search of the desktop asks: transcripts-search-provider, which the bus starts. */
#include "trs-process.h"
#include "trs-search-provider.h"
#include "trs-settings-schema.h"

#include "config.h"

int
main (int   argc,
      char *argv[])
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), TRS_PROGRAM_NAME, "transcripts.db", NULL);
  g_autoptr (TrsSearchProvider) provider = NULL;

  trs_process_begin ();
  if (!trs_settings_schema_check ())
    return EXIT_FAILURE;

  provider = trs_search_provider_new (path);
  return g_application_run (G_APPLICATION (provider), argc, argv);
}
