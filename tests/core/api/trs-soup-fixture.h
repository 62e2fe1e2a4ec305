/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libsoup/soup.h>

#include "trs-transport.h"

G_BEGIN_DECLS

#define SOUP_FIXTURE_KEY "key-of-the-user-0123456789"

/**
 * SoupFixture:
 *
 * A transport, and a proper HTTP server on loopback that hands each request to
 * the test.
 */
typedef struct
{
  TrsTransport *transport;
  SoupServer *server;
  char *address;
  guint n_requests;
  GAsyncResult *result;
} SoupFixture;

void      soup_fixture_set_up    (SoupFixture       *fixture,
                                  gconstpointer      data);
void      soup_fixture_tear_down (SoupFixture       *fixture,
                                  gconstpointer      data);
char     *soup_fixture_listen    (SoupServer        *server,
                                  gboolean           tls);
void      soup_fixture_start     (SoupFixture       *fixture,
                                  const char        *method,
                                  const char        *uri,
                                  guint              deadline,
                                  GCancellable      *cancellable);
TrsReply *soup_fixture_finish    (SoupFixture       *fixture,
                                  GError           **error);
TrsReply *soup_fixture_send      (SoupFixture       *fixture,
                                  const char        *method,
                                  const char        *uri,
                                  GError           **error);

G_END_DECLS
