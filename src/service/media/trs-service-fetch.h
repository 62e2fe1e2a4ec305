/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-service-medium.h"

/**
 * TrsServiceFetch:
 * @command: an argument vector in one string, with `{outdir}` and `{id}` or `{url}`
 * @pattern: (nullable): the address of a video, with `{id}`
 *
 * A command that fetches videos from a platform. It takes what yt-dlp takes.
 */
typedef struct
{
  char *command;
  char *pattern;
} TrsServiceFetch;

/**
 * TrsServicePercentFunc:
 * @percent: how much is there, 0 to 99
 * @user_data: what was given beside it
 */
typedef void (*TrsServicePercentFunc) (gint64   percent,
                                       gpointer user_data);

TrsServiceFetch  *trs_service_fetch_new         (const char             *command,
                                                 const char             *pattern,
                                                 GError                **error);
void              trs_service_fetch_free        (TrsServiceFetch        *self);
gboolean          trs_service_fetch_read_answer (const char             *line,
                                                 gsize                   length,
                                                 TrsServiceMedium       *medium,
                                                 GError                **error);
void              trs_service_fetch_find_async  (const TrsServiceFetch  *self,
                                                 const char             *id,
                                                 TrsClock               *clock,
                                                 GCancellable           *cancellable,
                                                 GAsyncReadyCallback     callback,
                                                 gpointer                user_data);
TrsServiceMedium *trs_service_fetch_find_finish (GAsyncResult           *result,
                                                 GError                **error);
void              trs_service_fetch_run_async   (const char             *command,
                                                 const char             *id,
                                                 const char             *url,
                                                 const char             *folder,
                                                 gint64                  length,
                                                 TrsClock               *clock,
                                                 TrsServicePercentFunc   percent,
                                                 gpointer                percent_data,
                                                 GCancellable           *cancellable,
                                                 GAsyncReadyCallback     callback,
                                                 gpointer                user_data);
char             *trs_service_fetch_run_finish  (GAsyncResult           *result,
                                                 GError                **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceFetch, trs_service_fetch_free)
