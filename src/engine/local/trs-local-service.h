/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

#include <gio/gio.h>

/* Forward declaration, so that others can use this without the headers of api/. */
typedef struct _TrsTransport TrsTransport;

/**
 * TrsLocalService:
 *
 * The service that transcribes files on this computer: one for all programs of
 * the home. Whoever needs it takes the lock of its folder and starts it, or
 * finds the one that another program has started. It lives as long as one of
 * them holds its life-line; where it died, the next one that needs it starts it
 * again, and its jobs go on.
 *
 * Signal: `ended` when it ends although this program still needs it.
 */
#define TRS_TYPE_LOCAL_SERVICE (trs_local_service_get_type ())
G_DECLARE_FINAL_TYPE (TrsLocalService, trs_local_service, TRS, LOCAL_SERVICE, GObject)

TrsLocalService *trs_local_service_new            (const char           *program,
                                                   const char           *worker,
                                                   const char           *folder,
                                                   TrsTransport         *transport,
                                                   TrsClock             *clock);
void             trs_local_service_set_recognizer (TrsLocalService      *self,
                                                   const char           *recognizer,
                                                   const char           *model);
void             trs_local_service_set_paused     (TrsLocalService      *self,
                                                   gboolean              paused);

void             trs_local_service_set_keep_sound (TrsLocalService      *self,
                                                   gboolean              keep);

const char      *trs_local_service_get_address    (TrsLocalService      *self);
const char      *trs_local_service_get_key        (TrsLocalService      *self);
gboolean         trs_local_service_is_running     (TrsLocalService      *self);

void             trs_local_service_start_async    (TrsLocalService      *self,
                                                   GCancellable         *cancellable,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
gboolean         trs_local_service_start_finish   (TrsLocalService      *self,
                                                   GAsyncResult         *result,
                                                   GError              **error);
void             trs_local_service_stop           (TrsLocalService      *self);
void             trs_local_service_erase_async    (TrsLocalService      *self,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
gboolean         trs_local_service_erase_finish   (TrsLocalService      *self,
                                                   GAsyncResult         *result,
                                                   GError              **error);
