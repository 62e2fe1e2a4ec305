/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transport.h"

/**
 * TrsSoupTransport:
 *
 * The network.
 *
 * Properties, of its construction: `idle-timeout`, seconds after which a connection that nobody uses is closed, and
 * `keep-timeout`, the same while connections are kept open.
 */
#define TRS_TYPE_SOUP_TRANSPORT (trs_soup_transport_get_type ())
G_DECLARE_FINAL_TYPE (TrsSoupTransport, trs_soup_transport, TRS, SOUP_TRANSPORT, GObject)

TrsTransport *trs_soup_transport_new (GTlsDatabase *database);
