/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-description.h"

#include "trs-service-resources.h"

#define PATH "/io/github/transcripts_app/Transcripts/service/openapi.json"

/**
 * trs_service_description_load:
 *
 * The same for everybody: it says what the interface is, and nothing of users or projects.
 *
 * Returns: (transfer full): the description of the interface, OpenAPI 3.1 in JSON
 */
GBytes *
trs_service_description_load (void)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = g_resource_lookup_data (trs_service_resources_get_resource (), PATH, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                          &error);

  g_assert_no_error (error);
  return bytes;
}
