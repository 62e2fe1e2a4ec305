/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

#include <gio/gio.h>

/**
 * TrsSampleService:
 *
 * One run of the service in the tree, as a child of this program on a free port
 * of loopback, with a catalogue of samples: everything can be tried without an
 * account. Once started it keeps a reference to itself until the process has
 * ended; trs_sample_service_stop() ends it.
 *
 * Signal: `ended` when the program ends although nobody stopped it.
 */
#define TRS_TYPE_SAMPLE_SERVICE (trs_sample_service_get_type ())
G_DECLARE_FINAL_TYPE (TrsSampleService, trs_sample_service, TRS, SAMPLE_SERVICE, GObject)

const char *trs_sample_service_get_address (TrsSampleService *self);
const char *trs_sample_service_get_key     (TrsSampleService *self);

TrsSampleService *trs_sample_service_new          (const char           *program,
                                                   const char           *catalogue,
                                                   const char           *data,
                                                   TrsClock             *clock);
void              trs_sample_service_start_async  (TrsSampleService     *self,
                                                   GCancellable         *cancellable,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
gboolean          trs_sample_service_start_finish (TrsSampleService     *self,
                                                   GAsyncResult         *result,
                                                   GError              **error);
void              trs_sample_service_stop         (TrsSampleService     *self);
gboolean          trs_sample_service_is_running   (TrsSampleService     *self);

/**
 * TrsSampleVideo:
 * @id: identifier, as it is submitted
 * @title: its title
 * @language: tag of its language
 * @length: in seconds
 *
 * A video that the sample service can transcribe.
 */
typedef struct
{
  char *id;
  char *title;
  char *language;
  gint64 length;
} TrsSampleVideo;

void       trs_sample_video_list_async  (const char          *folder,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
GPtrArray *trs_sample_video_list_finish (GAsyncResult        *result,
                                         GError             **error);
