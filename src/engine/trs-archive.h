/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history.h"
#include "trs-spending.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

/* Told of by name alone, so that ui/ can use this without knowing what keeps. */
typedef struct _TrsStore TrsStore;
typedef struct _TrsStoreCoverage TrsStoreCoverage;

/**
 * TrsArchive:
 *
 * What this computer keeps of the account in use: its projects, which stand
 * in the history at once and without network, and its transcripts, which once
 * seen are never lost.
 *
 * Property `error` (boxed #GError or %NULL): why nothing can be kept. Property
 * `open`: an account is open; notified when it becomes another one, too. Signal
 * `moved-aside` (path): the file was damaged and begun anew. Signal `lost-file`:
 * the open account is no longer there, see #TrsStore. Signal
 * `filled`: all that is kept of the account stands in the history.
 */
#define TRS_TYPE_ARCHIVE (trs_archive_get_type ())
G_DECLARE_FINAL_TYPE (TrsArchive, trs_archive, TRS, ARCHIVE, GObject)

TrsArchive    *trs_archive_new                (TrsStore             *store,
                                               TrsHistory           *history,
                                               TrsClock             *clock);

void           trs_archive_open_async         (TrsArchive           *self,
                                               const char           *address,
                                               GPtrArray            *newest,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean       trs_archive_open_finish        (TrsArchive           *self,
                                               GAsyncResult         *result);
gboolean       trs_archive_is_open            (TrsArchive           *self);
const GError  *trs_archive_get_error          (TrsArchive           *self);
void           trs_archive_keep_again         (TrsArchive           *self);
void           trs_archive_use_file_again     (TrsArchive           *self);
gboolean       trs_archive_is_in_memory       (TrsArchive           *self);
gboolean       trs_archive_is_filled          (TrsArchive           *self);
void           trs_archive_close              (TrsArchive           *self);

void           trs_archive_keep_project       (TrsArchive           *self,
                                               TrsProject           *project);
void           trs_archive_keep_notes         (TrsArchive           *self,
                                               TrsProject           *project);

/* transcripts */
void           trs_archive_set_keep_texts     (TrsArchive           *self,
                                               gboolean              keep_texts);
void           trs_archive_keep_text_async    (TrsArchive           *self,
                                               TrsProject           *project,
                                               TrsTranscript        *transcript,
                                               const char           *address,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean       trs_archive_keep_text_finish   (TrsArchive           *self,
                                               GAsyncResult         *result,
                                               GError              **error);
void           trs_archive_list_wanted_async  (TrsArchive           *self,
                                               guint                 limit,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
GStrv          trs_archive_list_wanted_finish (TrsArchive           *self,
                                               GAsyncResult         *result,
                                               TrsStoreCoverage     *coverage,
                                               GError              **error);
void           trs_archive_find_async         (TrsArchive           *self,
                                               TrsProject           *project,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
TrsTranscript *trs_archive_find_finish        (TrsArchive           *self,
                                               GAsyncResult         *result,
                                               GError              **error);
void           trs_archive_read_spending_async (TrsArchive          *self,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
TrsSpending   *trs_archive_read_spending_finish (TrsArchive         *self,
                                               GAsyncResult         *result,
                                               GError              **error);
void           trs_archive_find_videos_async   (TrsArchive          *self,
                                               const char * const   *video_ids,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
GHashTable    *trs_archive_find_videos_finish  (TrsArchive          *self,
                                               GAsyncResult         *result,
                                               GError              **error);

/* all texts that were received for a project */
void           trs_archive_list_versions_async   (TrsArchive           *self,
                                                  TrsProject           *project,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
GPtrArray     *trs_archive_list_versions_finish  (TrsArchive           *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);
void           trs_archive_load_version_async    (TrsArchive           *self,
                                                  TrsProject           *project,
                                                  gint64                number,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
TrsTranscript *trs_archive_load_version_finish   (TrsArchive           *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);
void           trs_archive_choose_version_async  (TrsArchive           *self,
                                                  TrsProject           *project,
                                                  gint64                number,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
gboolean       trs_archive_choose_version_finish (TrsArchive           *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);

G_END_DECLS
