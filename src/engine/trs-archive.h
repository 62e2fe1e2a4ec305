/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history.h"
#include "trs-spending.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

/* Told of by name alone, so that ui/ can use this without knowing what keeps. */
typedef struct _TrsStore TrsStore;

/**
 * TrsArchive:
 *
 * What this computer keeps of the account in use: opens it in the store and in
 * the history, and writes what changes in live projects, after half a second in
 * which changes gather. What cannot be written is tried again with the next
 * write, and so is what the history holds.
 *
 * Property `error` (boxed #GError or %NULL): why nothing can be kept. Property
 * `open`: an account is open, and its first rows stand in the history; notified
 * when it becomes another one, too. Signal `moved-aside` (path): the file was
 * damaged and begun anew. Signal `lost-file`: the open account is no longer
 * there, see #TrsStore.
 */
#define TRS_TYPE_ARCHIVE (trs_archive_get_type ())
G_DECLARE_FINAL_TYPE (TrsArchive, trs_archive, TRS, ARCHIVE, GObject)

TrsArchive   *trs_archive_new                  (TrsStore             *store,
                                                TrsHistory           *history,
                                                TrsClock             *clock);

/* the account */
void          trs_archive_open_async           (TrsArchive           *self,
                                                const char           *address,
                                                const char * const   *ids,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean      trs_archive_open_finish          (TrsArchive           *self,
                                                GAsyncResult         *result);
gboolean      trs_archive_is_open              (TrsArchive           *self);
void          trs_archive_close                (TrsArchive           *self);
gint64        trs_archive_get_shelf            (TrsArchive           *self);
gint64        trs_archive_get_kept_shelf       (TrsArchive           *self);
void          trs_archive_prefer_shelf         (TrsArchive           *self,
                                                gint64                shelf);

/* where it is kept */
TrsStore     *trs_archive_get_store            (TrsArchive           *self);
const GError *trs_archive_get_error            (TrsArchive           *self);
void          trs_archive_take_error           (TrsArchive           *self,
                                                const GError         *error);
gboolean      trs_archive_is_in_memory         (TrsArchive           *self);
void          trs_archive_keep_again           (TrsArchive           *self);
void          trs_archive_use_file_again       (TrsArchive           *self);

/* projects */
void          trs_archive_keep_notes           (TrsArchive           *self,
                                                TrsProject           *project);
void          trs_archive_leave_out            (TrsArchive           *self,
                                                TrsProject           *project);
void          trs_archive_flush                (TrsArchive           *self);
void          trs_archive_read_spending_async  (TrsArchive           *self,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
TrsSpending  *trs_archive_read_spending_finish (TrsArchive           *self,
                                                GAsyncResult         *result,
                                                GError              **error);

/* transcripts */
void          trs_archive_set_keep_texts       (TrsArchive           *self,
                                                gboolean              keep_texts);
void          trs_archive_keep_text_async      (TrsArchive           *self,
                                                TrsProject           *project,
                                                TrsTranscript        *transcript,
                                                const char           *address,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean      trs_archive_keep_text_finish     (TrsArchive           *self,
                                                GAsyncResult         *result,
                                                GError              **error);

G_END_DECLS
