/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-projects.h"

/* A request body beyond this is answered with 413. */
#define TRS_SERVICE_MAX_BODY 1048576

/**
 * TrsServiceRequest:
 * @method: `GET`
 * @host: (nullable): the name by which the client calls this computer, without port and brackets; %NULL if it says none
 * @path: still percent-encoded
 * @query: (nullable): still percent-encoded
 * @key: (nullable): the header `api-key`
 * @body: the body; of one that is too large, the beginning with one byte more than the limit
 * @medium: (nullable): what trs_service_routes_get_wanted() was found to be; %NULL if there is no such thing
 * @reason: (nullable): why what is there cannot be transcribed, in a sentence
 *
 * What a reply depends on, and nothing of HTTP beside. Borrowed.
 */
typedef struct
{
  const char *method;
  const char *host;
  const char *path;
  const char *query;
  const char *key;
  GBytes *body;
  const TrsServiceMedium *medium;
  const char *reason;
} TrsServiceRequest;

/**
 * TrsServiceReply:
 * @status: HTTP status
 * @body: JSON
 * @allow: (nullable): static; the methods there are, with 405
 */
typedef struct
{
  guint status;
  GBytes *body;
  const char *allow;
} TrsServiceReply;

const char      *trs_service_reply_get_phrase (guint             status);
TrsServiceReply *trs_service_reply_new_error  (guint             status,
                                               const char       *message,
                                               const char       *error);
void             trs_service_reply_free       (TrsServiceReply  *reply);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceReply, trs_service_reply_free)

/**
 * TrsServiceSubmission:
 * @video: `platformVideoId`
 * @webhook: `webhookUrl`
 * @language: (nullable): `language`
 *
 * A valid body of `POST /api/transcribeVideo`.
 */
typedef struct
{
  const char *video;
  const char *webhook;
  const char *language;
} TrsServiceSubmission;

gboolean         trs_service_query_get_page    (const char               *query,
                                                gint64                   *page);
gboolean         trs_service_query_get_boolean (const char               *query,
                                                const char               *name,
                                                gboolean                 *value);
JsonNode        *trs_service_submission_read   (GBytes                   *body,
                                                TrsServiceSubmission     *submission,
                                                GError                  **error);
char            *trs_service_routes_get_wanted (TrsServiceProjects       *projects,
                                                const TrsServiceRequest  *request);
TrsServiceReply *trs_service_routes_answer     (TrsServiceProjects       *projects,
                                                const TrsServiceRequest  *request);
