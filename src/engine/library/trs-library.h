/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-annotations.h"
#include "trs-clock.h"
#include "trs-draft.h"
#include "trs-history.h"
#include "trs-spending.h"
#include "trs-transcript.h"

/* Forward declaration, so that ui/ can use this without the headers of store/. */
typedef struct _TrsStore TrsStore;

/**
 * TrsLibrary:
 *
 * The local data of the account in use: opens it in the store and in the
 * history, and saves changes of live projects, debounced by half a second. A
 * change that cannot be written is tried again with the next one, and so are
 * the projects that the history holds.
 *
 * Properties, read-only: `error`, why something could not be written; `open`,
 * which notifies when an account is open and its first rows stand in the
 * history, and when it is left.
 *
 * Signals: `lost-file`, when the open account is no longer there, see
 * #TrsStore; `text-kept` (#TrsProject), when the first transcript of a project
 * is saved; `edit-failed` (#TrsProject, a #TrsAnnotationKind or 0, #GError),
 * when what the user added to a transcript could not be saved, whether its page
 * is still shown or not.
 */
#define TRS_TYPE_LIBRARY (trs_library_get_type ())
G_DECLARE_FINAL_TYPE (TrsLibrary, trs_library, TRS, LIBRARY, GObject)

gint64        trs_library_get_account (TrsLibrary *self);
TrsStore     *trs_library_get_store   (TrsLibrary *self);
const GError *trs_library_get_error   (TrsLibrary *self);

TrsLibrary   *trs_library_new                  (TrsStore             *store,
                                                TrsProjects          *projects,
                                                TrsHistory           *history,
                                                TrsClock             *clock);

/* the account */
void          trs_library_open_async           (TrsLibrary           *self,
                                                const char           *address,
                                                gint64                account,
                                                const char * const   *ids,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean      trs_library_open_finish          (TrsLibrary           *self,
                                                GAsyncResult         *result,
                                                GError              **error);
gboolean      trs_library_is_open              (TrsLibrary           *self);
void          trs_library_close                (TrsLibrary           *self);
gint64        trs_library_get_kept_account     (TrsLibrary           *self);

/* where it is stored */
void          trs_library_take_error           (TrsLibrary           *self,
                                                const GError         *error);
gboolean      trs_library_is_in_memory         (TrsLibrary           *self);
void          trs_library_keep_again           (TrsLibrary           *self);
void          trs_library_use_file_again       (TrsLibrary           *self);

/* projects */
void         trs_library_set_local_title         (TrsLibrary           *self,
                                                  TrsProject           *project,
                                                  const char           *title);
void         trs_library_set_note                (TrsLibrary           *self,
                                                  TrsProject           *project,
                                                  const char           *note);
void         trs_library_set_place               (TrsLibrary           *self,
                                                  TrsProject           *project,
                                                  gint64                place,
                                                  gint64                caret);
void         trs_library_leave_out               (TrsLibrary           *self,
                                                  TrsProject           *project);
void         trs_library_flush                   (TrsLibrary           *self);
void         trs_library_report_edit             (TrsLibrary           *self,
                                                  TrsProject           *project,
                                                  TrsAnnotationKind     kind,
                                                  const GError         *error);
void         trs_library_read_page_async         (TrsLibrary           *self,
                                                  TrsProjectShow        show,
                                                  const TrsProjectData *after,
                                                  guint                 limit,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
GPtrArray   *trs_library_read_page_finish        (TrsLibrary           *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);
void         trs_library_read_unconfirmed_async  (TrsLibrary           *self,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
GPtrArray   *trs_library_read_unconfirmed_finish (TrsLibrary           *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);
void         trs_library_read_spending_async     (TrsLibrary           *self,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
TrsSpending *trs_library_read_spending_finish    (TrsLibrary           *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);

/* what was entered and not sent */
void          trs_library_read_draft_async     (TrsLibrary           *self,
                                                gint64                account,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
TrsDraft     *trs_library_read_draft_finish    (TrsLibrary           *self,
                                                GAsyncResult         *result,
                                                GError              **error);
void          trs_library_write_draft          (TrsLibrary           *self,
                                                gint64                account,
                                                const TrsDraft       *draft);
void          trs_library_add_draft_async      (TrsLibrary           *self,
                                                gint64                account,
                                                const TrsDraft       *draft,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean      trs_library_add_draft_finish     (TrsLibrary           *self,
                                                GAsyncResult         *result,
                                                GError              **error);

/* transcripts */
void          trs_library_set_keep_texts       (TrsLibrary           *self,
                                                gboolean              keep_texts);
gboolean      trs_library_get_keep_texts       (TrsLibrary           *self);
void          trs_library_keep_text_async      (TrsLibrary           *self,
                                                TrsProject           *project,
                                                TrsTranscript        *transcript,
                                                const char           *address,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean      trs_library_keep_text_finish     (TrsLibrary           *self,
                                                GAsyncResult         *result,
                                                GError              **error);
