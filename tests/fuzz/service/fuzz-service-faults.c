/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-fuzz-file.h"
#include "trs-service-faults.h"

/* A script is refused with an error, or can be matched against any request. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *path = g_build_filename (trs_fuzz_file_get_folder (), "faults.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) faults = NULL;

  trs_fuzz_file_write (path, data, size);
  faults = trs_service_faults_read (path, &error);
  g_assert_true ((faults == NULL) == (error != NULL));
  if (faults == NULL)
    return 0;

  trs_service_faults_match (faults, "GET", "/api/list", "key");
  trs_service_faults_match (faults, "POST", "/api/transcribeVideo", NULL);
  return 0;
}
