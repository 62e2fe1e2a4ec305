/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-api-codec.h"
#include "trs-clock.h"
#include "trs-transcript.h"
#include "trs-transport.h"

/**
 * TrsApiClient:
 *
 * The connection to the API: its three endpoints, for one account at a time.
 * Address and key are set together, so that a key can never be sent to an
 * address it was not given for. The client knows whether requests may leave at
 * all, drops answers that belong to a previous account, and watches what every
 * answer says about the key and the network.
 *
 * Properties, read-only: `open` (whether there is a key that was not refused)
 * and `offline-since` (microseconds since the epoch, 0 while it is reached).
 * Signals: `accepted` (the key, just now) and `refused`, when the service
 * answers 401.
 *
 * With a key of which it is not proved whose it is, the client is on
 * probation: lists leave, details wait until the next list shows whose it is,
 * for which the signal `proof-wanted` asks, and submissions leave only if that
 * was allowed.
 *
 * While it is not open, requests fail with %TRS_ERROR_NO_KEY or
 * %TRS_ERROR_UNAUTHORIZED, marked as not sent.
 */
#define TRS_TYPE_API_CLIENT (trs_api_client_get_type ())
G_DECLARE_FINAL_TYPE (TrsApiClient, trs_api_client, TRS, API_CLIENT, GObject)

const char *trs_api_client_get_address       (TrsApiClient *self);
guint       trs_api_client_get_generation    (TrsApiClient *self);
gint64      trs_api_client_get_offline_since (TrsApiClient *self);
gint64      trs_api_client_get_clock_ahead   (TrsApiClient *self);
gint64      trs_api_client_get_accepted_at   (TrsApiClient *self);

TrsApiClient     *trs_api_client_new               (TrsTransport         *transport,
                                                    TrsClock             *clock);

void              trs_api_client_open              (TrsApiClient         *self,
                                                    const char           *address,
                                                    const char           *key);
void              trs_api_client_open_on_probation (TrsApiClient         *self,
                                                    const char           *address,
                                                    const char           *key,
                                                    gboolean              may_submit);
void              trs_api_client_end_probation     (TrsApiClient         *self);
void              trs_api_client_stay_on_probation (TrsApiClient         *self);
gboolean          trs_api_client_is_on_probation   (TrsApiClient         *self);
void              trs_api_client_close             (TrsApiClient         *self);
void              trs_api_client_stop              (TrsApiClient         *self);
void              trs_api_client_set_field_names   (TrsApiClient         *self,
                                                    const char           *submit_field,
                                                    const char           *project_field);
gboolean          trs_api_client_is_open           (TrsApiClient         *self);
GError           *trs_api_client_new_closed_error  (TrsApiClient         *self);
void              trs_api_client_set_accepted      (TrsApiClient         *self);

void              trs_api_client_submit_async      (TrsApiClient         *self,
                                                    const char           *video_id,
                                                    const char           *webhook_url,
                                                    const char           *language,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
char             *trs_api_client_submit_finish     (TrsApiClient         *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);
void              trs_api_client_list_async        (TrsApiClient         *self,
                                                    guint                 page,
                                                    gboolean              background,
                                                    GCancellable         *cancellable,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
GPtrArray        *trs_api_client_list_finish       (TrsApiClient         *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);
void              trs_api_client_detail_async      (TrsApiClient         *self,
                                                    const char           *id,
                                                    TrsTextFlags          flags,
                                                    gboolean              background,
                                                    GCancellable         *cancellable,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
TrsProjectRecord *trs_api_client_detail_finish     (TrsApiClient         *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);
