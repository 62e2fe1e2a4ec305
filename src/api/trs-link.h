/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-api-client.h"
#include "trs-clock.h"

G_BEGIN_DECLS

/**
 * TrsLink:
 *
 * The one road from the engine to the service. It knows whether requests may
 * leave at all, drops answers that belong to an account left behind, and
 * watches what every answer says about the key and the network.
 *
 * Properties, read-only and notifying: `open` (there is a key that was not
 * refused), `offline-since` and `accepted-at` (microseconds since the epoch, 0
 * for never). Signal: `refused`, when the service answers 401.
 *
 * While it is not open, requests fail with %TRS_ERROR_NO_KEY or
 * %TRS_ERROR_UNAUTHORIZED, marked as not sent.
 */
#define TRS_TYPE_LINK (trs_link_get_type ())
G_DECLARE_FINAL_TYPE (TrsLink, trs_link, TRS, LINK, GObject)

TrsLink         *trs_link_new               (TrsTransport         *transport,
                                             TrsClock             *clock);

void             trs_link_open              (TrsLink              *self,
                                             const char           *address,
                                             const char           *key);
void             trs_link_close             (TrsLink              *self);
void             trs_link_stop              (TrsLink              *self);
void             trs_link_set_field_names   (TrsLink              *self,
                                             const char           *submit_field,
                                             const char           *project_field);
gboolean         trs_link_is_open           (TrsLink              *self);
GError          *trs_link_new_closed_error  (TrsLink              *self);
const char      *trs_link_get_address       (TrsLink              *self);
guint            trs_link_get_generation    (TrsLink              *self);
gint64           trs_link_get_offline_since (TrsLink              *self);
gint64           trs_link_get_accepted_at   (TrsLink              *self);
void             trs_link_set_accepted      (TrsLink              *self);

void             trs_link_submit_async      (TrsLink              *self,
                                             const char           *video_id,
                                             const char           *webhook_url,
                                             const char           *language,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
char            *trs_link_submit_finish     (TrsLink              *self,
                                             GAsyncResult         *result,
                                             GError              **error);

void             trs_link_list_async        (TrsLink              *self,
                                             guint                 page,
                                             gboolean              background,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
GPtrArray       *trs_link_list_finish       (TrsLink              *self,
                                             GAsyncResult         *result,
                                             GError              **error);

void             trs_link_detail_async      (TrsLink              *self,
                                             const char           *id,
                                             TrsTextFlags          flags,
                                             gboolean              background,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
TrsDetailRecord *trs_link_detail_finish     (TrsLink              *self,
                                             GAsyncResult         *result,
                                             GError              **error);

G_END_DECLS
