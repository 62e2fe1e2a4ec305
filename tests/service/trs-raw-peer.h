/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsRawPeer:
 * @got: what has come so far
 * @ended: whether the other side closed, or reset, its direction
 *
 * A client on the main context of the test that says what no HTTP library would.
 */
typedef struct
{
  GString *got;
  gboolean ended;

  GSocket *socket;
  GSource *source;
} TrsRawPeer;

TrsRawPeer *trs_raw_peer_new  (GSocketFamily  family,
                               guint16        port);
void        trs_raw_peer_free (TrsRawPeer    *self);
void        trs_raw_peer_say  (TrsRawPeer    *self,
                               const char    *text);
gsize       trs_raw_peer_try  (TrsRawPeer    *self,
                               const char    *data,
                               gsize          length);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsRawPeer, trs_raw_peer_free)

G_END_DECLS
