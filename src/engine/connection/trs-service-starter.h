/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-local-service.h"

#include <gio/gio.h>

/**
 * TrsServiceStarter:
 *
 * The services on this computer that accounts are at: the sample service, and
 * that of On This Computer. They keep their keys themselves and report them when
 * they run. One that ends although it is needed is worth starting again; one
 * that ends again and again is not.
 *
 * Signal `ended` (name, #GError): the service of the account of that name has
 * ended; the error is %NULL if it may be started again, and else says why not.
 */
#define TRS_TYPE_SERVICE_STARTER (trs_service_starter_get_type ())
G_DECLARE_FINAL_TYPE (TrsServiceStarter, trs_service_starter, TRS, SERVICE_STARTER, GObject)

TrsServiceStarter *trs_service_starter_new          (const char           *sample_program,
                                                     const char           *sample_catalogue,
                                                     const char           *sample_data,
                                                     TrsClock             *clock);
void               trs_service_starter_set_local    (TrsServiceStarter    *self,
                                                     TrsLocalService      *local);

gboolean           trs_service_starter_is_name      (const char           *name);
void               trs_service_starter_start_async  (TrsServiceStarter    *self,
                                                     const char           *name,
                                                     GCancellable         *cancellable,
                                                     GAsyncReadyCallback   callback,
                                                     gpointer              user_data);
gboolean           trs_service_starter_start_finish (TrsServiceStarter    *self,
                                                     GAsyncResult         *result,
                                                     GError              **error);
const char        *trs_service_starter_get_address  (TrsServiceStarter    *self,
                                                     const char           *name);
const char        *trs_service_starter_get_key      (TrsServiceStarter    *self,
                                                     const char           *name);
void               trs_service_starter_stop_others  (TrsServiceStarter    *self,
                                                     const char           *name);
void               trs_service_starter_forget_ends  (TrsServiceStarter    *self);
