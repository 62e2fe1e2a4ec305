/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-service-file.h"

/**
 * TrsServiceDiscovery:
 *
 * Finds out what files are, each in a process of its own, a few at a time. What was found holds as long as the file is
 * the same.
 */
typedef struct _TrsServiceDiscovery TrsServiceDiscovery;

TrsServiceDiscovery *trs_service_discovery_new         (const char           *worker,
                                                        TrsClock             *clock);
void                 trs_service_discovery_free        (TrsServiceDiscovery  *self);
void                 trs_service_discovery_find_async  (TrsServiceDiscovery  *self,
                                                        const char           *path,
                                                        gboolean              urgent,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
gboolean             trs_service_discovery_find_finish (GAsyncResult         *result,
                                                        TrsServiceStamp      *stamp,
                                                        double               *length,
                                                        char                **title,
                                                        GError              **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceDiscovery, trs_service_discovery_free)
