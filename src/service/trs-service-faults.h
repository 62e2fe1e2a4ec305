/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-routes.h"

#include <libsoup/soup.h>

/**
 * TrsServiceFault:
 *
 * One rule of the script: which requests, and what becomes of them. What its
 * members mean, TRS_SERVICE_FAULTS_HELP says. Strings are borrowed from @rule.
 */
typedef struct
{
  JsonNode *rule;

  JsonNode *match;
  const char *method;
  const char *prefix;
  const char *pattern;
  GRegex *regex;
  const char *key;
  gint64 after;
  gint64 count;
  gint64 nth;
  gint64 n_seen;

  gboolean process;
  gint64 delay;
  gint64 status;
  JsonNode *header_object;
  GString *headers;
  const char *content_type;
  const char *text;
  gint64 nested;
  gint64 oversized;
  gint64 bomb;
  GBytes *body;
  const char *framing;
  gint64 cut;
  gint64 drip;
  const char *ending;
} TrsServiceFault;

GPtrArray             *trs_service_faults_read  (const char             *path,
                                                 GError                **error);
const TrsServiceFault *trs_service_faults_match (GPtrArray              *self,
                                                 const char             *method,
                                                 const char             *path,
                                                 const char             *key);
GString               *trs_service_fault_write  (const TrsServiceFault  *fault,
                                                 const TrsServiceReply  *reply,
                                                 gsize                  *head_length);

/**
 * TrsServiceDelivery:
 * @n_sent: bytes sent so far
 *
 * One answer that goes wrong: it is written past the HTTP server to the socket, so
 * that it can be anything, and the connection ends behind it.
 */
typedef struct
{
  SoupServerMessage *message;
  GSocket *socket;
  TrsClock *clock;

  GString *bytes;
  gsize head_length;
  gsize n_sent;
  guint drip;
  gboolean reset;

  guint timer_id;
  GSource *source;
} TrsServiceDelivery;

TrsServiceDelivery *trs_service_delivery_new  (SoupServerMessage      *message,
                                               GSocket                *socket,
                                               const TrsServiceFault  *fault,
                                               const TrsServiceReply  *reply,
                                               TrsClock               *clock);
void                trs_service_delivery_free (TrsServiceDelivery     *self);

#define TRS_SERVICE_FAULTS_HELP                                                                    \
  "Faults: the file of --faults is read at start and again on SIGHUP, which also resets its counts:\n" \
  "  { \"rules\": [ { \"match\": { … }, … }, … ] }; the first rule that applies to a request is taken.\n" \
  "  match   all of these that are there: method, prefix (of the path), regex (on the path), user (a key),\n" \
  "          after N (not the first N requests that match), count N (then only N), nth N (that one only);\n" \
  "          a rule also counts the requests that one before it took\n" \
  "  process true: the request takes effect (a submission makes a project) before its answer goes wrong;\n" \
  "          false: nothing happens. Default: false where the answer is replaced or left out, else true\n" \
  "  delay   milliseconds before the answer\n" \
  "  close   \"fin\" or \"reset\": the connection ends without an answer\n" \
  "  status  instead of the true one; with an error body, unless one of the next is there\n" \
  "  headers { \"Retry-After\": \"5\" }, more headers; content-type: instead of application/json\n" \
  "  body    text instead of the true body; nested N: N open brackets; oversized N: a valid array of N MiB;\n" \
  "          gzip-bomb N: the same, compressed\n" \
  "  framing \"length\", \"chunked\" or \"close\": how the end of the body is marked\n" \
  "  cut     bytes of the body after which the connection ends\n" \
  "  drip    milliseconds between the single bytes of the body\n" \
  "  Example, a submission that went through although nobody learned of it:\n" \
  "  { \"rules\": [ { \"match\": { \"method\": \"POST\", \"nth\": 1 }, \"process\": true, \"close\": \"reset\" } ] }\n"
