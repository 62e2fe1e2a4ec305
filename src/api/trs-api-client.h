/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-api-codec.h"
#include "trs-transcript.h"
#include "trs-transport.h"

G_BEGIN_DECLS

/**
 * TrsApiClient:
 *
 * The three endpoints. Address and key are set together, so that a key can
 * never be sent to an address it was not given for.
 */
#define TRS_TYPE_API_CLIENT (trs_api_client_get_type ())
G_DECLARE_FINAL_TYPE (TrsApiClient, trs_api_client, TRS, API_CLIENT, GObject)

TrsApiClient    *trs_api_client_new             (TrsTransport         *transport);

void             trs_api_client_set_server      (TrsApiClient         *self,
                                                 const char           *address,
                                                 const char           *key);
void             trs_api_client_set_field_names (TrsApiClient         *self,
                                                 const char           *submit_field,
                                                 const char           *project_field);
const char      *trs_api_client_get_address     (TrsApiClient         *self);
gboolean         trs_api_client_has_key         (TrsApiClient         *self);

void             trs_api_client_submit_async    (TrsApiClient         *self,
                                                 const char           *video_id,
                                                 const char           *webhook_url,
                                                 const char           *language,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
char            *trs_api_client_submit_finish   (TrsApiClient         *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);

void             trs_api_client_list_async      (TrsApiClient         *self,
                                                 guint                 page,
                                                 gboolean              background,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
GPtrArray       *trs_api_client_list_finish     (TrsApiClient         *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);

void             trs_api_client_detail_async    (TrsApiClient         *self,
                                                 const char           *id,
                                                 TrsTextFlags          flags,
                                                 gboolean              background,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
TrsDetailRecord *trs_api_client_detail_finish   (TrsApiClient         *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);

G_END_DECLS
