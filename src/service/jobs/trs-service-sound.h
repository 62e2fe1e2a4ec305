/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-jobs.h"

/* The sound that is kept of what has a ticket: one file each in a folder of the client, as long as the client wishes
 * that and the ticket is there. */

gboolean trs_service_sound_is_wished (const char            *folder);
gboolean trs_service_sound_keep      (const char            *folder,
                                      const char            *id,
                                      const char            *path,
                                      GError               **error);
void     trs_service_sound_sweep     (const char            *folder,
                                      TrsServiceTicketFunc   has_ticket,
                                      gpointer               user_data);
