/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-fuzz.h"
#include "trs-fuzz-file.h"
#include "trs-service-report.h"
#include "trs-service-ticket.h"

/* A file is no ticket, with an error, or it leads to an absolute path and says by what the file is known. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *path = g_build_filename (trs_fuzz_file_get_folder (), "ticket.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsServiceTicket) ticket = NULL;

  trs_fuzz_file_write (path, data, size);
  ticket = trs_service_ticket_read (path, &error);
  g_assert_true ((ticket == NULL) == (error != NULL));
  if (ticket == NULL)
    return 0;

  g_assert_cmpint (ticket->path[0], ==, '/');
  g_assert_cmpuint (strlen (ticket->digest), ==, 64);
  g_assert_cmpint (ticket->stamp.size, >=, 0);
  g_assert_true (ticket->track >= 1 && ticket->track <= TRS_SERVICE_REPORT_MAX_TRACKS);
  if (ticket->title != NULL)
    g_assert_true (g_utf8_validate (ticket->title, -1, NULL));
  return 0;
}
