/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-library.h"
#include "trs-transcript.h"

/* Forward declaration, so that ui/ can use this without the headers of api/. */
typedef struct _TrsApiClient TrsApiClient;

/**
 * TrsTranscripts:
 *
 * Fetches transcripts: two texts, bare and fully prefixed, from which all
 * four follow; if they do not align, all four as the service writes them.
 * They are saved in the store.
 *
 * Property, read-only: `busy`, whether the user waits for one.
 */
#define TRS_TYPE_TRANSCRIPTS (trs_transcripts_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscripts, trs_transcripts, TRS, TRANSCRIPTS, GObject)

gboolean trs_transcripts_get_busy (TrsTranscripts *self);

TrsTranscripts *trs_transcripts_new (TrsApiClient *client,
                                     TrsLibrary   *library,
                                     TrsClock     *clock,
                                     gsize         capacity);

void           trs_transcripts_load_async   (TrsTranscripts       *self,
                                             TrsProject           *project,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
TrsTranscript *trs_transcripts_load_finish  (TrsTranscripts       *self,
                                             GAsyncResult         *result,
                                             GError              **error);
void           trs_transcripts_fetch_async  (TrsTranscripts       *self,
                                             TrsProject           *project,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
TrsTranscript *trs_transcripts_fetch_finish (TrsTranscripts       *self,
                                             GAsyncResult         *result,
                                             GError              **error);
void           trs_transcripts_keep         (TrsTranscripts       *self,
                                             TrsProject           *project);
void           trs_transcripts_keep_again   (TrsTranscripts       *self);
void           trs_transcripts_forget       (TrsTranscripts       *self,
                                             TrsProject           *project);
void           trs_transcripts_interrupt    (TrsTranscripts       *self);
void           trs_transcripts_clear        (TrsTranscripts       *self);

/* all texts that the service ever gave for a project */
void           trs_transcripts_list_versions_async   (TrsTranscripts       *self,
                                                      TrsProject           *project,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
GPtrArray     *trs_transcripts_list_versions_finish  (TrsTranscripts       *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void           trs_transcripts_load_version_async    (TrsTranscripts       *self,
                                                      TrsProject           *project,
                                                      gint64                number,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
TrsTranscript *trs_transcripts_load_version_finish   (TrsTranscripts       *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void           trs_transcripts_choose_version_async  (TrsTranscripts       *self,
                                                      TrsProject           *project,
                                                      gint64                number,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gboolean       trs_transcripts_choose_version_finish (TrsTranscripts       *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void           trs_transcripts_fetch_again_async     (TrsTranscripts       *self,
                                                      TrsProject           *project,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
GPtrArray     *trs_transcripts_fetch_again_finish    (TrsTranscripts       *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
