/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsServiceFraming:
 * @TRS_SERVICE_FRAMING_LENGTH: the body is announced with Content-Length
 * @TRS_SERVICE_FRAMING_CHUNKED: it comes in chunks
 * @TRS_SERVICE_FRAMING_CLOSE: it ends with the connection
 */
typedef enum
{
  TRS_SERVICE_FRAMING_LENGTH,
  TRS_SERVICE_FRAMING_CHUNKED,
  TRS_SERVICE_FRAMING_CLOSE,
} TrsServiceFraming;

/**
 * TrsServiceEnding:
 * @TRS_SERVICE_ENDING_NONE: an answer is sent
 * @TRS_SERVICE_ENDING_FIN: the connection is closed without one
 * @TRS_SERVICE_ENDING_RESET: the connection is reset without one
 */
typedef enum
{
  TRS_SERVICE_ENDING_NONE,
  TRS_SERVICE_ENDING_FIN,
  TRS_SERVICE_ENDING_RESET,
} TrsServiceEnding;

/**
 * TrsServiceFault:
 *
 * One rule of the file: which requests, and what becomes of them.
 */
typedef struct
{
  char *method;
  char *prefix;
  GRegex *regex;
  char *key;
  gint64 after;
  gint64 count;
  gint64 n_seen;

  gboolean process;
  gint64 delay;
  gint64 status;
  GStrv headers;
  char *content_type;
  GBytes *body;
  gboolean gzipped;
  TrsServiceFraming framing;
  gint64 cut;
  gint64 drip;
  TrsServiceEnding ending;
} TrsServiceFault;

/**
 * TrsServiceFaults:
 *
 * The script of what goes wrong. TRS_SERVICE_FAULTS_HELP documents it.
 */
#define TRS_TYPE_SERVICE_FAULTS (trs_service_faults_get_type ())
G_DECLARE_FINAL_TYPE (TrsServiceFaults, trs_service_faults, TRS, SERVICE_FAULTS, GObject)

TrsServiceFaults      *trs_service_faults_new   (void);
gboolean               trs_service_faults_load  (TrsServiceFaults  *self,
                                                 const char        *path,
                                                 GError           **error);
guint                  trs_service_faults_get_n (TrsServiceFaults  *self);
const TrsServiceFault *trs_service_faults_match (TrsServiceFaults  *self,
                                                 const char        *method,
                                                 const char        *path,
                                                 const char        *key);

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

G_END_DECLS
