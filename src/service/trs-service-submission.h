/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

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
  char *video;
  char *webhook;
  char *language;
} TrsServiceSubmission;

TrsServiceSubmission *trs_service_submission_new_from_body (GBytes                *body,
                                                            GError               **error);
void                  trs_service_submission_free          (TrsServiceSubmission  *submission);
gboolean              trs_service_submission_is_language   (const char            *tag);
gboolean              trs_service_submission_is_webhook    (const char            *url);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceSubmission, trs_service_submission_free)

G_END_DECLS
