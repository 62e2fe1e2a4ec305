/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-discovery.h"
#include "trs-service-medium.h"

/**
 * TrsServiceMedia:
 *
 * A folder of media: its files `NAME.EXT` are the videos `NAME`. It is read at each question, because files come and
 * go.
 */
typedef struct _TrsServiceMedia TrsServiceMedia;

TrsServiceMedia  *trs_service_media_new           (const char          *folder,
                                                   gboolean             tickets,
                                                   TrsServiceDiscovery *discovery,
                                                   GError             **error);
void              trs_service_media_free          (TrsServiceMedia     *self);
void              trs_service_media_list          (TrsServiceMedia     *self);
gboolean          trs_service_media_has_ticket    (TrsServiceMedia     *self,
                                                   const char          *id);
void              trs_service_media_watch         (TrsServiceMedia     *self,
                                                   GSourceOnceFunc      ticket_gone,
                                                   gpointer             user_data);
void              trs_service_media_check_tickets (TrsServiceMedia     *self);
void              trs_service_media_find_async    (TrsServiceMedia     *self,
                                                   const char          *id,
                                                   GAsyncReadyCallback  callback,
                                                   gpointer             user_data);
TrsServiceMedium *trs_service_media_find_finish   (GAsyncResult        *result,
                                                   GError             **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceMedia, trs_service_media_free)
