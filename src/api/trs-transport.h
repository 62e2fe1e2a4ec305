/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsRequest:
 * @method: `GET` or `POST`
 * @uri: complete address, already checked and escaped
 * @key: value of the `api-key` header
 * @body: (nullable): JSON to send
 * @deadline: seconds for the whole request
 * @background: low priority, so that a click of the user goes first
 */
typedef struct
{
  const char *method;
  char *uri;
  char *key;
  GBytes *body;
  guint deadline;
  gboolean background;
} TrsRequest;

TrsRequest *trs_request_new  (const char *method,
                              const char *uri,
                              const char *key);
void        trs_request_free (TrsRequest *request);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsRequest, trs_request_free)

/**
 * TrsReply:
 * @status: HTTP status
 * @retry_after: seconds of a `Retry-After` header, or -1
 * @date: when the server sent it by its own clock, in microseconds since the epoch, or 0
 * @body: decoded body, at most 64 MiB
 */
typedef struct
{
  guint status;
  gint retry_after;
  gint64 date;
  GBytes *body;
} TrsReply;

TrsReply   *trs_reply_new    (guint       status,
                              GBytes     *body);
void        trs_reply_free   (TrsReply   *reply);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsReply, trs_reply_free)

/**
 * TrsTransport:
 *
 * The seam to the network: one request, one reply of any status. Fails with
 * %TRS_ERROR (offline, TLS, timed out, too large, refused address), marked
 * with trs_error_set_not_sent() where the request certainly never left, or
 * with %G_IO_ERROR_CANCELLED.
 */
#define TRS_TYPE_TRANSPORT (trs_transport_get_type ())
G_DECLARE_INTERFACE (TrsTransport, trs_transport, TRS, TRANSPORT, GObject)

struct _TrsTransportInterface
{
  GTypeInterface parent_iface;

  /* Ends @task with a #TrsReply. Takes a copy of what is needed of @request. */
  void (*send) (TrsTransport     *self,
                const TrsRequest *request,
                GTask            *task);

  /* May be %NULL. */
  void (*set_keep_open) (TrsTransport *self,
                         gboolean      keep_open);
};

void      trs_transport_send_async    (TrsTransport         *self,
                                       const TrsRequest     *request,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
TrsReply *trs_transport_send_finish   (TrsTransport         *self,
                                       GAsyncResult         *result,
                                       GError              **error);
void      trs_transport_set_keep_open (TrsTransport         *self,
                                       gboolean              keep_open);
