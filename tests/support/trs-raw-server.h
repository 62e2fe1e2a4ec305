/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsRawEnd:
 * @TRS_RAW_CLOSE: close the connection in order
 * @TRS_RAW_RESET: reset it
 * @TRS_RAW_HANG: say nothing more
 * @TRS_RAW_DRIP: go on with a blank every 50 milliseconds
 * @TRS_RAW_FLOOD: go on with the reply, again and again, from a thread, so that there is always more to read
 *
 * What follows the reply.
 */
typedef enum
{
  TRS_RAW_CLOSE,
  TRS_RAW_RESET,
  TRS_RAW_HANG,
  TRS_RAW_DRIP,
  TRS_RAW_FLOOD,
} TrsRawEnd;

/**
 * TrsRawServer:
 *
 * A server on loopback, on the main context of the test, that reads a whole
 * request, sends bytes, and ends as no proper HTTP server would.
 */
#define TRS_TYPE_RAW_SERVER (trs_raw_server_get_type ())
G_DECLARE_FINAL_TYPE (TrsRawServer, trs_raw_server, TRS, RAW_SERVER, GObject)

TrsRawServer *trs_raw_server_new             (void);
char         *trs_raw_server_get_uri         (TrsRawServer *self,
                                              const char   *path);
void          trs_raw_server_set_reply       (TrsRawServer *self,
                                              GBytes       *reply,
                                              TrsRawEnd     end);
guint         trs_raw_server_get_n_requests  (TrsRawServer *self);
guint         trs_raw_server_get_n_open      (TrsRawServer *self);
const char   *trs_raw_server_get_request     (TrsRawServer *self);
void          trs_raw_server_stop            (TrsRawServer *self);

G_END_DECLS
