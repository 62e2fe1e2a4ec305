/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history.h"

G_BEGIN_DECLS

/* Told of by name alone, so that ui/ can use this without knowing what sends and keeps. */
typedef struct _TrsLibrary TrsLibrary;
typedef struct _TrsApiClient TrsApiClient;
typedef struct _TrsTranscripts TrsTranscripts;

/**
 * TrsTextFetcher:
 *
 * Brings transcripts of finished projects to this computer, the newest first,
 * two at a time: gently behind the user's back, or at once when all of them
 * are asked for. It makes way for what the user reads himself, and leaves the
 * service alone when it has too much to do. What is here already is known from
 * the store, so that a killed program goes on where it was. While there is
 * nothing to fetch there is no timer.
 *
 * Properties, read-only and notifying: `wanted` (finished projects of the
 * account), `kept` (those among them whose transcript is here), `downloading`
 * (all are being fetched at once).
 */
#define TRS_TYPE_TEXT_FETCHER (trs_text_fetcher_get_type ())
G_DECLARE_FINAL_TYPE (TrsTextFetcher, trs_text_fetcher, TRS, TEXT_FETCHER, GObject)

TrsTextFetcher *trs_text_fetcher_new             (TrsApiClient         *client,
                                                  TrsHistory           *history,
                                                  TrsLibrary           *library,
                                                  TrsTranscripts       *transcripts,
                                                  TrsClock             *clock);

void            trs_text_fetcher_set_enabled     (TrsTextFetcher       *self,
                                                  gboolean              enabled);
gboolean        trs_text_fetcher_get_enabled     (TrsTextFetcher       *self);
void            trs_text_fetcher_look            (TrsTextFetcher       *self);
void            trs_text_fetcher_leave_out       (TrsTextFetcher       *self,
                                                  TrsProject           *project);
void            trs_text_fetcher_reset           (TrsTextFetcher       *self);

guint           trs_text_fetcher_get_wanted      (TrsTextFetcher       *self);
guint           trs_text_fetcher_get_kept        (TrsTextFetcher       *self);
gboolean        trs_text_fetcher_get_downloading (TrsTextFetcher       *self);

void            trs_text_fetcher_fetch_all_async  (TrsTextFetcher       *self,
                                                   GCancellable         *cancellable,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
gboolean        trs_text_fetcher_fetch_all_finish (TrsTextFetcher       *self,
                                                   GAsyncResult         *result,
                                                   GError              **error);
void            trs_text_fetcher_stop_all         (TrsTextFetcher       *self);

G_END_DECLS
